/** The mark of a database whose data was transferred to the other engine. It changes nothing; servers and commands report it. */

import { sql } from 'kysely'
import type { Queries } from './database.ts'
import { prepared } from './prepared-statements.ts'

/** Where the data went, and when, in milliseconds since the epoch. */
export interface TransferMark {
  target: string
  transferredAt: number
}

const find = prepared<object, TransferMark>(
  () => sql`select target, transferred_at as "transferredAt" from transfer_mark`,
)

const save = prepared<TransferMark, object>(
  parameter => sql`
    insert into transfer_mark (id, target, transferred_at)
    values (1, ${parameter('target')}, ${parameter('transferredAt')})
    on conflict (id) do update set target = excluded.target, transferred_at = excluded.transferred_at
    returning id`,
)

/** Finds the mark of a database. */
export async function findTransferMark(queries: Queries): Promise<TransferMark | undefined> {
  return (await find(queries, {}))[0]
}

/** Marks a database as transferred. */
export async function saveTransferMark(queries: Queries, mark: TransferMark): Promise<void> {
  await save(queries, mark)
}

/** Describes a mark in one line. */
export function describeTransferMark({ target, transferredAt }: TransferMark): string {
  const when = new Date(transferredAt).toISOString()
  return `The data of this database was transferred to ${target} on ${when}: what is written here since is not there.`
}
