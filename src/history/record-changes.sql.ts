/** Records changes in the history, within the transaction that makes them. */

import type { Insertable } from 'kysely'
import type { Queries } from '../db/database.ts'
import type { HistoryTable } from '../db/history-table.ts'
import { storableActor } from '../events/event.ts'
import type { NewChange } from './history.ts'

/** Rows per statement: 6 parameters each, of 32,766 on SQLite. */
const PER_INSERT = 1_000

/** Records changes. One without a field is left out. */
export async function recordChanges({ kysely }: Queries, changes: readonly NewChange[]): Promise<void> {
  const rows = changes.filter(each => each.changes.length > 0).map(toRow)
  for (let start = 0; start < rows.length; start += PER_INSERT) {
    await kysely
      .insertInto('history')
      .values(rows.slice(start, start + PER_INSERT))
      .execute()
  }
}

function toRow({ target, at, author, changes }: NewChange): Insertable<HistoryTable> {
  const { actor, actorName, via } = author
  return {
    target,
    at,
    actor: storableActor(actor),
    actor_name: actorName,
    via,
    changes: JSON.stringify(changes),
  }
}
