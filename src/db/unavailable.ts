/** Tells failures of the database that pass by themselves: it cannot be reached, or other writes hold what a statement needs. */

/** Thrown, or recognised by `isUnavailable`, when the database cannot be used now. A write may have been committed. */
export class DatabaseUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'DatabaseUnavailable'
  }
}

/** A host that answers and cannot be used: a standby where writes are asked for. */
export class TakesNoWrites extends DatabaseUnavailable {}

/** Thrown, or recognised by `isBusy`, when others kept every connection or a lock for too long. Nothing was written. */
export class DatabaseBusy extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'DatabaseBusy'
  }
}

/** Thrown, or recognised by `isLockConflict`, when others wrote to the same rows for too long. Nothing was written. */
export class LockTimeout extends DatabaseBusy {}

/** Connection failures, shutdowns and fail-overs: classes 08 and 57P, a read-only standby, lost sockets. */
const AWAY_CODES = /^(08|57P|25006|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENETUNREACH)/
const AWAY_MESSAGES =
  /Connection terminated|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable/
/** Full servers and disks, and statements that the server cancelled: the server is there. */
const FAILED_CODES = /^(53|57014|58030)/
/** Serialisation failure, deadlock, lock timeout: PostgreSQL has rolled the transaction back. */
const LOCK_CONFLICT_CODES = /^(40001|40P01|55P03)/
/** A prepared statement that the server has forgotten, or made for a table that has changed since: a new connection helps. */
const OUTDATED_CODES = /^(26000|0A000)/

/** Whether an error of either engine says that the database cannot be used now. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || FAILED_CODES.test(codeOf(error)) || isOutdated(error) || isAway(error)
}

/** Whether an error of either engine says that the database is there and others keep it busy. */
export function isBusy(error: unknown): boolean {
  return error instanceof DatabaseBusy || isLockConflict(error)
}

/** Whether an error says that other writes to the same rows came first. */
export function isLockConflict(error: unknown): boolean {
  return error instanceof LockTimeout || LOCK_CONFLICT_CODES.test(codeOf(error))
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
