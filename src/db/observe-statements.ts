/** Statement observation: reports each statement to an observer, such as a trace. Without an observer it costs nothing. */

import type { Logger } from 'kysely'
import type { Database, Engine } from './database.ts'

/** A statement that has ended. */
export interface RunStatement {
  engine: Engine
  sql: string
  milliseconds: number
  /** Error of a failed statement. */
  error?: unknown
}

/** Called in the asynchronous context of the statement's caller, when the statement ends. */
export type StatementObserver = (statement: RunStatement) => void

/** Creates the Kysely logger that reports statements to `observe`. */
export function kyselyLog(engine: Engine, observe: StatementObserver): Logger {
  return event =>
    observe({
      engine,
      sql: event.query.sql,
      milliseconds: event.queryDurationMillis,
      ...(event.level === 'error' && { error: event.error }),
    })
}

/**
 * Wraps a database so that hot statements, which do not run through Kysely, are reported too. Their time includes the wait for
 * a connection or a commit.
 */
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
