/** Records changes in the history, within the transaction that makes them and that holds the lock of what it changes. */

import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { jsonRows } from '../db/json-rows.ts'
import { prepared } from '../db/prepared-statements.ts'
import { storableActor } from '../events/event.ts'
import { KEPT_CHANGES, keptFields, type NewChange } from './history.ts'

/** Rows per statement. */
const PER_INSERT = 500

/**
 * Records changes, each of another record; one without a field is left out. Beyond the last hundred of a record, the oldest goes with each
 * new one.
 */
export async function recordChanges(queries: Queries, changes: readonly NewChange[]): Promise<void> {
  const rows = changes.filter(each => each.changes.length > 0).map(toRow)
  for (let start = 0; start < rows.length; start += PER_INSERT) {
    const batch = rows.slice(start, start + PER_INSERT)
    const recorded = await insertChanges(queries, { rows: JSON.stringify(batch) })
    const full = recorded.filter(({ number }) => number > KEPT_CHANGES)
    if (full.length > 0) await deleteOldest(queries, { rows: JSON.stringify(full) })
  }
}

/** Deletes what is recorded of a record. */
export async function forgetChanges({ kysely }: Queries, target: string): Promise<void> {
  await kysely.deleteFrom('history').where('target', '=', target).execute()
}

interface NumberedChange {
  target: string
  number: number
}

/** Numbers the changes of each record, so that the oldest is found by its number. */
const insertChanges = prepared<{ rows: string }, NumberedChange>(
  (parameter, engine) => sql`
    insert into history (target, number, at, actor, actor_name, via, changes)
    select k.target, coalesce((select max(h.number) from history h where h.target = k.target), 0) + 1,
      k.at, k.actor, k.actor_name, k.via, k.changes
    from ${jsonRows(parameter('rows'), 'k', { columns: rowColumns, engine })}
    returning target, number`,
)

const rowColumns = {
  target: 'text',
  at: 'bigint',
  actor: 'text',
  actor_name: 'text',
  via: 'text',
  changes: 'text',
} as const

const deleteOldest = prepared<{ rows: string }, never>(
  (parameter, engine) => sql`
    delete from history where id in (
      select h.id
      from ${jsonRows(parameter('rows'), 'k', { columns: { target: 'text', number: 'bigint' }, engine })}
      join history h on h.target = k.target and h.number <= k.number - ${sql.lit(KEPT_CHANGES)})`,
)

function toRow({ target, at, author, changes }: NewChange) {
  const { actor, actorName, via } = author
  return {
    ...{ target, at, via },
    actor: storableActor(actor),
    actor_name: actorName,
    changes: JSON.stringify(keptFields(changes)),
  }
}
