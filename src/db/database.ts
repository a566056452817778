/** Database interface of the stores: the tables, the engine and transactions. `sqlite.ts` and `postgres.ts` implement it. */

import { type Kysely, sql } from 'kysely'
import type { DiskFaults } from './disk-fault.ts'
import type { Tables } from './tables.ts'

/** Database engine: `sqlite` is the embedded one. */
export type Engine = 'sqlite' | 'postgres'

/** A statement that is compiled once per engine and run by many requests; see `prepared-statements.ts`. */
export interface HotStatement {
  sql: string
  /** Whether the statement only reads. */
  isRead: boolean
}

/** Runs statements on the whole database, in one transaction or on one connection. */
export interface Queries {
  readonly engine: Engine
  readonly kysely: Kysely<Tables>
  /** Runs a hot statement in a transaction of its own, without Kysely. Undefined inside a transaction. */
  readonly runHot?: <R>(statement: HotStatement, parameters: readonly unknown[]) => Promise<R[]>
}

/** Numbers of busy and idle connections in a pool, and of requests that wait for a connection. */
export interface Connections {
  busy: number
  idle: number
  waiting: number
}

/** An open database of either engine. */
export interface Database extends Queries {
  /** What statements on this database have met. */
  readonly diskFaults: DiskFaults
  /** Counts the connections of the PostgreSQL pool; undefined for the embedded engine. */
  readonly connections?: () => Connections
  /**
   * Asks the PostgreSQL host in use; undefined for the embedded engine.
   * @throws DatabaseUnavailable when it does not answer, or no longer takes the writes that its URL requires
   */
  readonly checkHost?: () => Promise<void>
  /** Closes the database after the open transactions have ended. */
  close(): Promise<void>
}

/** SQLSTATE deadlock_detected: PostgreSQL has rolled back one of the transactions that wait for each other. */
export const DEADLOCK = '40P01'
const ATTEMPTS = 3

/**
 * Runs `work` in one transaction: commits all of its writes, or none when `work` throws.
 * On SQLite the transaction holds the write lock from its start; on PostgreSQL its isolation level is READ COMMITTED.
 * After a deadlock on PostgreSQL, `work` runs again: up to three attempts in total.
 */
export async function transaction<T>(database: Queries, work: (queries: Queries) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.kysely.transaction().execute(kysely => work({ engine: database.engine, kysely }))
    } catch (error) {
      if ((error as { code?: unknown } | null)?.code !== DEADLOCK || attempt === ATTEMPTS) throw error
    }
  }
}

/**
 * Runs `work` in an open transaction of PostgreSQL. When `work` throws, its writes and locks are rolled back, and the transaction goes on.
 */
export async function savepoint<T>({ kysely }: Queries, work: () => Promise<T>): Promise<T> {
  await sql`savepoint work`.execute(kysely)
  try {
    const result = await work()
    await sql`release savepoint work`.execute(kysely)
    return result
  } catch (error) {
    // On a lost connection the rollback fails too; the first error is the cause.
    await sql`rollback to savepoint work`.execute(kysely).catch(() => {})
    throw error
  }
}

/** Runs `work` on one connection: a temporary table exists on the connection that created it. */
export function onOneConnection<T>(database: Queries, work: (queries: Queries) => Promise<T>): Promise<T> {
  return database.kysely.connection().execute(kysely => work({ engine: database.engine, kysely }))
}
