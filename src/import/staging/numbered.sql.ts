/** Rows of an import that are read some at a time, so that memory stays bounded: their keys are numbered once, in a temporary table. */

import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/database.ts'

/** The temporary table of the keys, with `number` from 1. */
export const numbered = sql.table('staged_numbered')

/**
 * Runs `work` for ranges of numbered keys, in their order.
 * @param keys a query whose rows are the keys, with the column names `names`
 * @param work gets the condition of a row `n` of `numbered`
 */
export async function inRanges(
  { kysely }: Queries,
  { keys, names, size }: { keys: RawBuilder<unknown>; names: readonly string[]; size: number },
  work: (isInRange: RawBuilder<boolean>) => Promise<void>,
): Promise<void> {
  const order = sql.raw(names.map(name => `keyed.${name}`).join(', '))
  await sql`
    create temporary table ${numbered} as
    select row_number() over (order by ${order}) as number, keyed.* from (${keys}) as keyed`.execute(kysely)
  await sql`create index staged_numbered_number on ${numbered} (number)`.execute(kysely)
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${numbered}`.execute(kysely)
  for (let first = 1; first <= (rows[0]?.total ?? 0); first += size) {
    await work(sql`n.number >= ${first} and n.number < ${first + size}`)
  }
  await sql`drop table ${numbered}`.execute(kysely)
}
