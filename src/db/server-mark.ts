/**
 * Marks of servers that run on PostgreSQL, by which a transfer sees them. A mark is renewed, and ends by itself when its process is killed; unlike a
 * lock it needs no connection of its own, which poolers share. A transfer locks the table, so that no server can begin meanwhile.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Database, type Queries, transaction } from './database.ts'
import { databaseClock } from './database-clock.ts'
import { setLockTimeout } from './time-limits.ts'
import { findTransferMark } from './transfer-mark.ts'

/** Lifetime of a mark after its last renewal. */
const MARK_MS = 20_000
const RENEWAL_MS = 5_000
/** Maximum wait for the table at the start of a server. */
const LOCK_WAIT_MS = 3_000
/** Maximum time for the last renewal and the deletion of the mark when the server stops; afterwards it ends by itself. */
const END_MS = 3_000
/** SQLSTATE lock_not_available. */
const LOCKED = '55P03'

const now = databaseClock('postgres')
const living = sql`seen_at > ${now} - ${sql.lit(MARK_MS)}`

/** The mark of this process. */
export interface ServerMark {
  end(): Promise<void>
}

/** Options of `markServer`. */
export interface ServerMarkOptions {
  /** A random id of this process. */
  id: string
  /** Called when the data was transferred while the server runs, which a process that was halted for longer than its mark can meet. */
  onTransferred: () => void
}

/**
 * Marks this process as a server, and renews the mark until it ends. On the embedded database it does nothing.
 * @throws Error while a transfer runs
 */
export async function markServer(database: Database, { id, onTransferred }: ServerMarkOptions): Promise<ServerMark> {
  if (database.engine === 'sqlite') return { end: async () => {} }
  await insertMark(database, id)
  const before = (await findTransferMark(database))?.transferredAt
  let isTransferred = false
  const renew = async () => {
    await saveMark(database, id)
    if (isTransferred || (await findTransferMark(database))?.transferredAt === before) return
    onTransferred()
    isTransferred = true
  }
  let renewed = Promise.resolve()
  const timer = setInterval(() => {
    // A renewal that fails, such as during an outage, is followed by the next one.
    renewed = renew().catch(() => {})
  }, RENEWAL_MS).unref()
  const deleteMark = async () => {
    // A renewal that reached the database afterwards would mark a server that has ended.
    await renewed
    await sql`delete from server_marks where id = ${id}`.execute(database.kysely)
  }
  return {
    end: async () => {
      clearInterval(timer)
      await Promise.race([deleteMark().catch(() => {}), sleep(END_MS, undefined, { ref: false })])
    },
  }
}

async function insertMark(database: Database, id: string): Promise<void> {
  try {
    await transaction(database, async queries => {
      await setLockTimeout(queries, LOCK_WAIT_MS)
      await sql`delete from server_marks where not (${living})`.execute(queries.kysely)
      await saveMark(queries, id)
    })
  } catch (error) {
    if ((error as { code?: string }).code !== LOCKED) throw error
    throw new Error('`sepet transfer` runs on this database: start the server when it has ended.', { cause: error })
  }
}

async function saveMark({ kysely }: Queries, id: string): Promise<void> {
  await sql`
    insert into server_marks (id, seen_at) values (${id}, ${now})
    on conflict (id) do update set seen_at = excluded.seen_at`.execute(kysely)
}

/** Counts the servers that run on a PostgreSQL database. Where the caller has locked the table, none begins afterwards. */
export async function countServers({ kysely }: Queries): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from server_marks where ${living}`.execute(
    kysely,
  )
  return rows[0]?.count ?? 0
}
