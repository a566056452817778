/** Errors of the disk of either engine: the database answers, but cannot write, or cannot read what it has written. */

import { TemporaryFilesFull } from './unavailable.ts'

/** What is wrong with the disk; `temporary-full` is the disk of SQLite's temporary files. */
export type DiskFault = 'full' | 'temporary-full' | 'read-only' | 'failing' | 'damaged'

/** Primary result codes of SQLite. */
const SQLITE: Record<number, DiskFault> = {
  8: 'read-only',
  10: 'failing',
  11: 'damaged',
  13: 'full',
  14: 'failing',
  26: 'damaged',
}
/** SQLSTATE codes disk_full, io_error, data_corrupted and index_corrupted. 25006, read-only, is that of a standby: a failover. */
const POSTGRES: Record<string, DiskFault> = { '53100': 'full', '58030': 'failing', XX001: 'damaged', XX002: 'damaged' }

/** The latest fault of a database's disk, which its statements note as they fail: whoever runs one can neither forget nor hide it. */
export class DiskFaults {
  #latest: { fault: DiskFault; at: number } | undefined

  /** Notes the fault that an error tells, if it tells one. */
  note(error: unknown): void {
    const fault = diskFaultOf(error)
    if (fault) this.#latest = { fault, at: performance.now() }
  }

  /** Returns the latest fault, unless it is older. @param ageMs milliseconds */
  within(ageMs: number): DiskFault | undefined {
    return this.#latest && performance.now() - this.#latest.at < ageMs ? this.#latest.fault : undefined
  }
}

/** Returns what is wrong with the disk by the codes of an error or of one of its causes; undefined where the disk is not the cause. */
export function diskFaultOf(error: unknown): DiskFault | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof TemporaryFilesFull) return 'temporary-full'
  const { code, errcode, cause } = error as Error & { code?: unknown; errcode?: unknown }
  const own = errcode === undefined ? POSTGRES[String(code)] : SQLITE[Number(errcode) & 0xff]
  return own ?? diskFaultOf(cause)
}
