/** Repairs the texts of customers that instances of the previous version write during an upgrade: these do not know the texts. */

import { sql } from 'kysely'
import { type Database, transaction } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'
import { searchTextOf } from './search-text.ts'
import { type SearchedRow, saveSearchTexts } from './search-texts.sql.ts'

/** How long ago a customer may have been changed. Repairs run every few minutes. */
const LOOK_BACK_MS = 3_600_000
/** Customers of a batch. */
const BATCH = 1_000

/** Where a batch begins: behind this customer, in the order of the changes. */
interface Place {
  updatedAt: number
  id: number
}

/** A customer with the text that is saved; null without one. */
type Saved = SearchedRow & { updated_at: number; folded_text: string | null }

/**
 * Saves the texts that are missing or outdated, of the customers changed in the last hour. The embedded engine has no instances beside its own.
 * @param now milliseconds since the epoch
 * @returns the number of texts saved
 */
export async function saveOutdatedTexts(
  database: Database,
  now: number,
  signal: AbortSignal | undefined,
): Promise<number> {
  if (database.engine === 'sqlite') return 0
  let saved = 0
  for (let place: Place | undefined = { updatedAt: now - LOOK_BACK_MS, id: 0 }; place && !signal?.aborted; ) {
    const rows = await selectChanged(database, place)
    const outdated = rows.filter(row => row.folded_text !== searchTextOf(row)).map(({ id }) => id)
    if (outdated.length > 0) await saveAgain(database, outdated)
    saved += outdated.length
    const last = rows.length < BATCH ? undefined : rows.at(-1)
    place = last && { updatedAt: last.updated_at, id: last.id }
  }
  return saved
}

const selectChanged = prepared<Place, Saved>(
  parameter => sql`
    select c.id, c.name, c.surname, c.company, c.email, c.mobile_phone, c.business_phone, c.external_id, c.updated_at,
      s.folded_text
    from customers c left join customer_search s on s.customer_id = c.id
    where (c.updated_at, c.id) > (${parameter('updatedAt')}, ${parameter('id')})
    order by c.updated_at, c.id limit ${sql.lit(BATCH)}`,
)

/** The rows are locked, so that a change that has been made meanwhile is not undone. Totals that were counted without them count no more. */
function saveAgain(database: Database, ids: readonly number[]): Promise<void> {
  return transaction(database, async queries => {
    const { rows } = await sql<SearchedRow>`
      select id, name, surname, company, email, mobile_phone, business_phone, external_id from customers
      where id in (${sql.join(ids)}) order by id for no key update`.execute(queries.kysely)
    await saveSearchTexts(queries, rows)
    await sql`update customer_list set revision = revision + 1`.execute(queries.kysely)
  })
}
