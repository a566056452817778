/** Records that are left out because of what is stored: removed from the staging tables, and told by their cause. */

import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { PLACES_SHOWN } from '../../shop-file/findings.ts'
import type { StagedName } from './rows.ts'

/** Records of one file that are left out for one cause. */
export interface LeftOut {
  /** Number of the file. */
  file: number
  message: string
  /** The text of the first record that names it, such as its SKU; null where there is none. */
  value: string | null
  count: number
  /** The first places, in the order of the file. */
  places: string[]
}

/** Which records a cause leaves out. */
interface Cause {
  message: string
  /** Selects `position`, `file`, `place` and `value` of staged records. */
  found: RawBuilder<unknown>
  /** Whether the records are counted: those that another cause has told already are only removed. */
  isTold?: boolean
}

/** Removes the staged records of a cause. */
export async function leaveOut(queries: Queries, table: StagedName, cause: Cause): Promise<LeftOut[]> {
  const { kysely } = queries
  const { message, found, isTold = true } = cause
  await sql`create temporary table staged_left_out as ${found}`.execute(kysely)
  const places = await firstPlaces(queries)
  if (places.length > 0) {
    await sql`
      delete from ${sql.table(`staged_${table}`)} where position in (select position from staged_left_out)`.execute(
      kysely,
    )
  }
  await sql`drop table staged_left_out`.execute(kysely)
  return isTold ? groupByFile(places, message) : []
}

/** Finds the staged records of a cause without removing them. */
export async function findRecords(queries: Queries, { message, found }: Cause): Promise<LeftOut[]> {
  await sql`create temporary table staged_left_out as ${found}`.execute(queries.kysely)
  const places = await firstPlaces(queries)
  await sql`drop table staged_left_out`.execute(queries.kysely)
  return groupByFile(places, message)
}

/** A record of a cause, and the number of all in its file. */
interface FoundPlace {
  file: number
  place: string
  value: string | null
  total: number
}

async function firstPlaces({ kysely }: Queries): Promise<FoundPlace[]> {
  const { rows } = await sql<FoundPlace>`
    select file, place, value, total from (
      select file, place, value, row_number() over (partition by file order by position) as number,
        count(*) over (partition by file) as total
      from staged_left_out
    ) as numbered
    where number <= ${sql.lit(PLACES_SHOWN)} order by file, number`.execute(kysely)
  return rows
}

function groupByFile(rows: FoundPlace[], message: string): LeftOut[] {
  const files = Map.groupBy(rows, ({ file }) => file)
  return [...files].map(([file, places]) => ({
    file,
    message,
    value: places[0]?.value ?? null,
    count: places[0]?.total ?? 0,
    places: places.map(({ place }) => place),
  }))
}
