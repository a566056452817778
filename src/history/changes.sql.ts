/** Reads what is recorded of a record. */

import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import type { HistoryTable } from '../db/history-table.ts'
import { prepared } from '../db/prepared-statements.ts'
import type { RecordedChange } from './history.ts'

/** A page of the history of a record. */
export interface HistoryPageQuery {
  target: string
  /** Id of the change that the page comes after; undefined for the first page. */
  after: number | undefined
  /** Rows at most. */
  rows: number
}

/** Finds changes of a record, the last one first. */
export async function findChanges(
  queries: Queries,
  { target, after = Number.MAX_SAFE_INTEGER, rows }: HistoryPageQuery,
): Promise<RecordedChange[]> {
  return (await selectChanges(queries, { target, after, rows })).map(({ actor_name, changes, ...row }) => ({
    ...row,
    actorName: actor_name,
    changes: JSON.parse(changes),
  }))
}

type Row = Pick<HistoryTable, 'at' | 'actor' | 'actor_name' | 'via' | 'changes'> & { id: number }

const selectChanges = prepared<{ target: string; after: number; rows: number }, Row>(
  parameter => sql`
    select id, at, actor, actor_name, via, changes from history
    where target = ${parameter('target')} and id < ${parameter('after')}
    order by id desc limit ${parameter('rows')}`,
)
