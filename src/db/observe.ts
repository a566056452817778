/** Tells an observer, such as a trace, of the statements that ran. Without one nothing of this stands in the way of a statement. */

import type { Logger } from 'kysely'
import type { Database, Engine } from './database.ts'

/** A statement that has ended. */
export interface RunStatement {
  engine: Engine
  sql: string
  milliseconds: number
  /** What went wrong, if anything did. */
  error?: unknown
}

/** Called where the statement was asked for, and at once when it ends. */
export type StatementObserver = (statement: RunStatement) => void

/** What Kysely reports its statements by. */
export function kyselyLog(engine: Engine, observe: StatementObserver): Logger {
  return event =>
    observe({
      engine,
      sql: event.query.sql,
      milliseconds: event.queryDurationMillis,
      ...(event.level === 'error' && { error: event.error }),
    })
}

/** A database whose hot statements, which pass Kysely by, are reported too, with the time that they wait for a connection or a commit. */
export function observeHotStatements(database: Database, observe: StatementObserver): Database {
  const { engine, runHot } = database
  if (!runHot) return database
  return {
    ...database,
    runHot: async (statement, parameters) => {
      const begun = performance.now()
      const end = (failure: { error?: unknown }) =>
        observe({ engine, sql: statement.sql, milliseconds: performance.now() - begun, ...failure })
      try {
        const rows = await runHot(statement, parameters)
        end({})
        return rows as never
      } catch (error) {
        end({ error })
        throw error
      }
    },
  }
}
