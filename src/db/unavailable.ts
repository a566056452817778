/** Temporary database errors of both engines: the database is unavailable, or other requests hold a connection or a lock. */

/** The database cannot be used now; see `isUnavailable`. A write may have been committed. */
export class DatabaseUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'DatabaseUnavailable'
  }
}

/** The disk of SQLite's temporary files is full, and that of the database is not. Nothing was written. */
export class TemporaryFilesFull extends DatabaseUnavailable {}

/** The host answers but is a standby, and its URL requires a host that takes writes. */
export class TakesNoWrites extends DatabaseUnavailable {}

/** Other requests held every connection or a lock for too long; see `isBusy`. Nothing was written. */
export class DatabaseBusy extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'DatabaseBusy'
  }
}

/** Other writes held the lock of the same rows for too long; see `isLockConflict`. Nothing was written. */
export class LockConflict extends DatabaseBusy {}

/** Connection failures, shutdowns and fail-overs: SQLSTATE classes 08 and 57P, a read-only standby, lost sockets. */
const CONNECTION_FAILURE_CODES = /^(08|57P|25006|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENETUNREACH)/
const CONNECTION_FAILURE_MESSAGES =
  /Connection terminated|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable/
/** Errors of a server that still answers: it is full, its disk is full or damaged, or it has cancelled the statement. */
const FAILED_CODES = /^(53|57014|58030|XX001|XX002)/
/** Serialisation failure, deadlock, lock timeout: PostgreSQL has rolled the transaction back. */
const LOCK_CONFLICT_CODES = /^(40001|40P01|55P03)/
/** A prepared statement that is missing on the server, or was made before its table changed; a new connection repairs it. */
const OUTDATED_CODES = /^(26000|0A000)/

/** Whether an error of either engine means that the database cannot be used now. */
export function isUnavailable(error: unknown): boolean {
  return (
    error instanceof DatabaseUnavailable ||
    FAILED_CODES.test(codeOf(error)) ||
    isOutdated(error) ||
    isConnectionFailure(error)
  )
}

/** Whether an error of either engine means that the database is available but busy with other requests. */
export function isBusy(error: unknown): boolean {
  return error instanceof DatabaseBusy || isLockConflict(error)
}

/** Whether an error means that other writes to the same rows came first. */
export function isLockConflict(error: unknown): boolean {
  return error instanceof LockConflict || LOCK_CONFLICT_CODES.test(codeOf(error))
}

/** Whether an error means that the prepared statements of a connection are outdated, and the connection must be replaced. */
export function isOutdated(error: unknown): boolean {
  return OUTDATED_CODES.test(codeOf(error))
}

/** Whether an error suggests, without proof, that the server is unavailable or no longer takes writes. */
export function isConnectionFailure(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isConnectionFailure)
  if (error instanceof TakesNoWrites) return true
  return (
    error instanceof Error &&
    (CONNECTION_FAILURE_CODES.test(codeOf(error)) || CONNECTION_FAILURE_MESSAGES.test(error.message))
  )
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
