/** Tells a database that cannot be had right now, which passes, from a statement that is wrong, which does not. */

/** Thrown, or recognised by `isUnavailable`, when asking again later can help. */
export class DatabaseUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'DatabaseUnavailable'
  }
}

/** A host that answers and cannot be used: a standby where writes are asked for. */
export class TakesNoWrites extends DatabaseUnavailable {}

/** Connection failures, shutdowns and fail-overs: classes 08 and 57P, a read-only standby, lost sockets. */
const AWAY_CODES = /^(08|57P|25006|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENETUNREACH)/
const AWAY_MESSAGES =
  /Connection terminated|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable/
/** Full servers and disks, statements that were cancelled, and transactions that stood in each other's way: the server is there. */
const BUSY_CODES = /^(53|40001|40P01|55P03|57014|58030)/
/** A prepared statement that the server has forgotten, or made for a table that has changed since: a new connection helps. */
const OUTDATED_CODES = /^(26000|0A000)/

/** Whether an error of either engine says that the database is away or overloaded. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || BUSY_CODES.test(codeOf(error)) || isOutdated(error) || isAway(error)
}

/** Whether a connection knows something that is no longer so, and has to be replaced. */
export function isOutdated(error: unknown): boolean {
  return OUTDATED_CODES.test(codeOf(error))
}

/** Whether an error is a sign, though no proof, that the server is away or no longer takes writes. */
export function isAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isAway)
  if (error instanceof TakesNoWrites) return true
  return error instanceof Error && (AWAY_CODES.test(codeOf(error)) || AWAY_MESSAGES.test(error.message))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
