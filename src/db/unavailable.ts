/** Tells a database that cannot be had right now, which passes, from a statement that is wrong, which does not. */

/** Thrown, or recognised by `isUnavailable`, when asking again later can help. */
export class DatabaseUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'DatabaseUnavailable'
  }
}

/** Connection failures, shutdowns, fail-overs and full servers: classes 08, 53 and 57P, a read-only standby, lost sockets. */
const PASSING = /^(08|53|57P|25006|40001|40P01|55P03|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENETUNREACH)/
const LOST =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error/

/** Whether an error of either engine says that the database is away or overloaded. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  if (!(error instanceof Error)) return false
  return ('code' in error && PASSING.test(String(error.code))) || LOST.test(error.message)
}
