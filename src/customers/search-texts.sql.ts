/** The texts that customers are found by, as rows, and the condition of a search. Every write of customers saves them in its transaction. */

import { type RawBuilder, sql } from 'kysely'
import type { Engine, Queries } from '../db/database.ts'
import { jsonRows } from '../db/json-rows.ts'
import { listOfWords, queryOfGrams } from '../db/gram-query.ts'
import { gramsOf, isGram } from '../schema/grams.ts'
import { type SearchedColumns, searchTextOf } from './search-text.ts'

/** A customer as stored, with what its text is made of. */
export type SearchedRow = SearchedColumns & { id: number }

/** Saves the texts of customers that are stored or changed. One that is the same is not written. */
export async function saveSearchTexts({ kysely, engine }: Queries, rows: readonly SearchedRow[]): Promise<void> {
  if (rows.length === 0) return
  const texts = rows.map(row => ({ customer_id: row.id, folded_text: searchTextOf(row) }))
  const columns = { customer_id: 'bigint', folded_text: 'text' } as const
  const changed = sql`
    select given.customer_id, given.folded_text from ${jsonRows(JSON.stringify(texts), 'given', { columns, engine })}
    where not exists (
      select 1 from customer_search s where s.customer_id = given.customer_id and s.folded_text = given.folded_text)
    order by given.customer_id`
  // The index of SQLite is a table, which is written first: it is found by the texts that are not saved yet.
  if (engine === 'sqlite') {
    await sql`replace into customer_search_grams (rowid, folded_text) ${changed}`.execute(kysely)
  }
  await sql`
    insert into customer_search (customer_id, folded_text) ${changed}
    on conflict (customer_id) do update set folded_text = excluded.folded_text`.execute(kysely)
}

/**
 * Removes a customer who was deleted from the index of SQLite, which is a table without keys. The text is gone with the customer: it is
 * never locked before the customer, as no other write does.
 */
export async function forgetSearchText({ kysely, engine }: Queries, id: number): Promise<void> {
  if (engine === 'sqlite') await sql`delete from customer_search_grams where rowid = ${id}`.execute(kysely)
}

/** The texts that contain what is sought, as the table `s`: those that the index of grams finds. */
export function foundTexts(sought: readonly string[], engine: Engine): RawBuilder<unknown> {
  const grams = queryOfGrams(gramsOf(sought), engine)
  // Whoever has the only gram has the text.
  const isCompared = !(sought.length === 1 && isGram(sought[0] ?? ''))
  const compared = isCompared ? sql`and ${containsAll(sought, engine)}` : sql``
  if (engine === 'postgres') {
    return sql`select s.customer_id from customer_search s where s.grams @@ cast(${grams} as tsquery) ${compared}`
  }
  if (!isCompared) {
    return sql`select rowid as customer_id from customer_search_grams where customer_search_grams match ${grams}`
  }
  return sql`
    select s.customer_id
    from (select rowid as id from customer_search_grams where customer_search_grams match ${grams}) as g
      cross join customer_search s on s.customer_id = g.id
    where true ${compared}`
}

/** Whether the text of the customer `c` contains what is sought, for a customer after the other in an order of theirs. */
export function hasText(sought: readonly string[], engine: Engine): RawBuilder<boolean> {
  // No `exists`: PostgreSQL would read all texts first.
  return sql<boolean>`coalesce((
    select ${containsAll(sought, engine)} from customer_search s where s.customer_id = c.id), false)`
}

function containsAll(sought: readonly string[], engine: Engine): RawBuilder<unknown> {
  if (engine === 'postgres') return sql`s.folded_text like all (cast(${listOfWords(sought, engine)} as text[]))`
  return sql`(${sql.join(
    sought.map(each => sql`instr(s.folded_text, ${each}) > 0`),
    sql` and `,
  )})`
}
