/** Finds checkouts by the end of their references, within an index of the last three characters. */

import { type RawBuilder, sql } from 'kysely'
import type { Engine } from '../db/database.ts'

/** Checkouts with the same last characters that are compared: references may all have the same end. */
const MAX_COMPARED = sql.lit(10_000)

/** A search by the end of references. */
interface Sought {
  /** In small letters, at least three characters. */
  end: string
  /** The condition of the times. */
  range: RawBuilder<unknown>
  /** Conditions that the index does not have. */
  further: readonly RawBuilder<unknown>[]
  /** What follows the conditions of a statement: the order, and the limit of the page. */
  order: RawBuilder<unknown>
}

/** Selects the keys of the page. `cross join` makes SQLite look up the checkouts that the index has found. */
export function keysByReference({ end, range, further, order }: Sought, engine: Engine): RawBuilder<unknown> {
  const last = engine === 'postgres' ? sql`"right"(lower(reference collate "C"), 3)` : sql`substr(lower(reference), -3)`
  const whole =
    engine === 'postgres'
      ? sql`"right"(lower(same.reference collate "C"), ${sql.lit(end.length)})`
      : sql`substr(lower(same.reference), ${sql.lit(-end.length)})`
  return sql`
    select held_at, reference from (
      select c.* from (
        select held_at, reference from checkouts
        where ${last} = ${end.slice(-3)} and ${range} order by held_at desc limit ${MAX_COMPARED}
      ) as same cross join checkouts as c
      where ${whole} = ${end} and c.reference = same.reference
    ) as found where ${sql.join([sql`true`, ...further], sql` and `)} ${order}`
}
