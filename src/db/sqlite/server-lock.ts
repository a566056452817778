/** The lock of a running server on the embedded database: one of the operating system, which ends with the process, however it ends. */

import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5

/** The lock of this process, which holds it until `end`, or until the process ends. */
export interface ServerLock {
  end(): void
}

/**
 * Locks the database in `path`'s folder for this server. Only servers look at the lock; commands do not.
 * @param path file of the lock, which is created, readable by this user only
 * @returns undefined when another server has the lock
 * @throws Error when the file cannot be created
 */
export function lockServer(path: string): ServerLock | undefined {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // Closed before SQLite opens it: POSIX drops the locks of a file when the process closes it anywhere.
  closeSync(openSync(path, 'a', 0o600))
  const handle = new DatabaseSync(path, { timeout: 0 })
  try {
    // With the journal in memory, the lock takes no room on the disk: the transaction of an exclusive lock begins a journal by itself.
    handle.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    handle.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined
    throw error
  }
  return { end: () => handle.close() }
}
