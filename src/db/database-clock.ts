/** The clock of the database, for what several servers compare: their own clocks may differ. */

import { type RawBuilder, sql } from 'kysely'
import type { Engine } from './database.ts'

/** The time by the clock of the database, in milliseconds since the epoch. */
export function databaseClock(engine: Engine): RawBuilder<number> {
  return engine === 'postgres'
    ? sql`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
    : sql`cast(unixepoch('subsec') * 1000 as integer)`
}
