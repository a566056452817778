/** The texts that the search finds customers by. Runs inside the import's transaction. */

import { sql } from 'kysely'
import { type SearchedRow, saveSearchTexts } from '../../customers/search-texts.sql.ts'
import type { Queries } from '../../db/database.ts'
import { differences } from './tables.ts'

/** Customers of a batch, so that memory stays bounded. */
const BATCH = 5_000

/** Saves the texts of all customers that the import has inserted or replaced, before their differences are dropped. */
export async function saveCustomerTexts(queries: Queries): Promise<void> {
  const changed = differences('customers')
  await sql`create index staged_changed_customers on ${changed} (id)`.execute(queries.kysely)
  for (let after = -1, count = BATCH; count === BATCH; ) {
    const { rows } = await sql<SearchedRow>`
      select c.id, c.name, c.surname, c.company, c.email, c.mobile_phone, c.business_phone, c.external_id
      from (select id from ${changed} where id > ${after} order by id limit ${sql.lit(BATCH)}) as d
        join customers c on c.id = d.id
      order by c.id`.execute(queries.kysely)
    await saveSearchTexts(queries, rows)
    after = rows.at(-1)?.id ?? after
    count = rows.length
  }
}
