/** What a store sees of the database: the tables, the engine's name and transactions. `sqlite.ts` and `postgres.ts` make it. */

import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

export type Engine = 'sqlite' | 'postgres'

/** A statement that is compiled once and run often; see `prepared.ts`. */
export interface HotStatement {
  sql: string
  /** Whether it writes nothing. */
  isRead: boolean
}

/** A place to run statements: the whole database, or one transaction or connection of it. */
export interface Queries {
  readonly engine: Engine
  readonly kysely: Kysely<Tables>
  /** Runs a hot statement by the shortest way, in a transaction of its own. Absent inside one. */
  readonly runHot?: <R>(statement: HotStatement, parameters: readonly unknown[]) => Promise<R[]>
}

/** How many connections of a pool do what, and how many requests wait for one. */
export interface Connections {
  busy: number
  idle: number
  waiting: number
}

export interface Database extends Queries {
  /** The pool's connections now; the embedded engine has none. */
  readonly connections?: () => Connections
  close(): Promise<void>
}

/** PostgreSQL ends one of several transactions that wait for each other in a circle; it has written nothing. */
const DEADLOCK = '40P01'
const ATTEMPTS = 3

/**
 * Runs `work` in one transaction: all of its writes happen, or none when it throws. Where it met a deadlock it runs again.
 * On SQLite it holds the write lock from its start; on PostgreSQL it is READ COMMITTED.
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

/** Runs `work` on one connection, for temporary tables that must outlive a statement. */
export function pinned<T>(database: Queries, work: (queries: Queries) => Promise<T>): Promise<T> {
  return database.kysely.connection().execute(kysely => work({ engine: database.engine, kysely }))
}
