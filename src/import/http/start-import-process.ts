/** Runs an import in a process of its own. */

import { type ChildProcess, fork } from 'node:child_process'
import { extname, join } from 'node:path'
import type { DatabaseSettings } from '../../db/open.ts'
import { DatabaseBusy, DatabaseUnavailable, TemporaryFilesFull } from '../../db/unavailable.ts'
import type { ImportJob, ImportOutcome } from '../import-job.ts'

/** The program of the process: TypeScript in a clone, JavaScript in the package. */
const PROGRAM = join(import.meta.dirname, `../../import-process${extname(import.meta.filename)}`)
/** Heap for each MB of the largest body: the rows of one product, or all variations of a WooCommerce export, are in memory at once. */
const HEAP_PER_BODY_MB = 8
const MIN_HEAP_MB = 256

/** The import needs more memory than its process may use. Nothing is written. */
export class ImportTooLarge extends Error {}

/** The import took longer than it may, and was ended. */
export class ImportTooSlow extends Error {}

/** The process of an import has ended before its result was known. An import that was just being committed may be applied. */
export class ImportLost extends Error {
  /** Signal or exit status, such as `SIGKILL` or `exit 1`. */
  readonly code: string

  constructor(code: string) {
    super(`the process of the import has ended (${code})`)
    this.name = 'ImportLost'
    this.code = code
  }
}

/**
 * Runs an import.
 * @param signal ends the process at once; an import that has not been committed has no effect then
 * @throws ImportTooLarge when the process runs out of memory
 * @throws ImportTooSlow after the time limit
 * @throws ImportLost when the process ends otherwise, such as by a signal
 * @throws DatabaseBusy and DatabaseUnavailable as the database does
 * @throws AbortError after the signal
 */
export type RunImport = (
  job: Omit<ImportJob, 'database'>,
  signal: AbortSignal,
) => Promise<Exclude<ImportOutcome, { kind: 'failed' }>>

/** Returns the bound of an import's heap, in MB. @param bodyLimitMb the largest body, in MB */
export function importHeapMb(bodyLimitMb: number): number {
  return Math.max(MIN_HEAP_MB, HEAP_PER_BODY_MB * bodyLimitMb)
}

/** Bounds of an import's process. */
export interface ImportLimits {
  heapMb: number
  timeLimitSeconds: number
}

/** Creates the function that runs imports into a database. @param onFailure called with errors that the process has met, before they are thrown */
export function createImportRunner(
  database: DatabaseSettings,
  { heapMb, timeLimitSeconds }: ImportLimits,
  onFailure: (error: Error) => void = () => {},
): RunImport {
  // A small space for new objects takes 90 MB less for 64 MB of products, in the same time.
  const execArgv = [`--max-old-space-size=${heapMb}`, '--max-semi-space-size=4']
  return async (job, signal) => {
    const timeout = AbortSignal.timeout(timeLimitSeconds * 1_000)
    const child = fork(PROGRAM, {
      execArgv,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      signal: AbortSignal.any([signal, timeout]),
      killSignal: 'SIGKILL',
    })
    const { DATABASE_URL, DATA_DIR } = database
    // A process that has ended already is reported by its exit.
    child.send({ ...job, database: { DATABASE_URL, DATA_DIR } } satisfies ImportJob, () => {})
    const outcome = await outcomeOf(child).catch(error => {
      throw timeout.aborted && !signal.aborted ? new ImportTooSlow('the import took too long') : error
    })
    if (outcome.kind !== 'failed') return outcome
    const failure = failureOf(outcome)
    onFailure(failure)
    throw failure
  }
}

function outcomeOf(child: ChildProcess): Promise<ImportOutcome> {
  return new Promise((resolve, reject) => {
    child.once('message', message => resolve(message as ImportOutcome))
    child.once('error', reject)
    child.once('exit', (status, signal) => reject(lossOf(status, signal)))
  })
}

/** V8 aborts a process that is out of memory; a system that is short of memory kills it. */
function lossOf(status: number | null, signal: NodeJS.Signals | null): Error {
  if (signal === 'SIGABRT' || status === 134) return new ImportTooLarge('the import is out of memory')
  return new ImportLost(signal ?? `exit ${status}`)
}

function failureOf({ kind: _, reason, ...error }: Extract<ImportOutcome, { kind: 'failed' }>): Error {
  const cause = Object.assign(new Error('the import failed'), error)
  if (reason === 'busy') return new DatabaseBusy('other writes kept the database busy', cause)
  if (reason === 'temporary-full') return new TemporaryFilesFull('the import needs room for temporary files', cause)
  if (reason === 'unavailable') return new DatabaseUnavailable('the import lost the database', cause)
  return cause
}
