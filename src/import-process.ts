/**
 * The process that runs one import for the server: the server's event loop stays free while SQLite works or a file is parsed, and the
 * memory of an import is bounded and returned. It ends with the server.
 */

import { randomUUID } from 'node:crypto'
import { diskFaultOf } from './db/disk-fault.ts'
import { openDatabase } from './db/open.ts'
import { isBusy, isUnavailable } from './db/unavailable.ts'
import { importFiles } from './import/import-files.ts'
import {
  appliedOutcome,
  type ErrorCodes,
  type ImportJob,
  type ImportOutcome,
  refusedOutcome,
} from './import/import-job.ts'
import { ImportProblems } from './shop-file/findings.ts'

// A terminal and systemd signal every process of a group: the server decides when an import ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
const abandon = () => process.exit(1)
process.once('disconnect', abandon)
process.once('message', async job => {
  const outcome = await run(job as ImportJob)
  process.off('disconnect', abandon)
  process.send?.(outcome, () => process.exit(0))
})

async function run({ database: settings, path, options }: ImportJob): Promise<ImportOutcome> {
  try {
    const database = openDatabase(settings)
    try {
      return appliedOutcome(await importFiles(database, [path], { ...options, randomId: randomUUID }))
    } finally {
      await database.close()
    }
  } catch (error) {
    return error instanceof ImportProblems ? refusedOutcome(error) : failedOutcome(error)
  }
}

function failedOutcome(error: unknown): ImportOutcome {
  const { name = typeof error, stack = '' } = error instanceof Error ? error : {}
  const frames = stack.split('\n').filter(line => line.trimStart().startsWith('at '))
  return { kind: 'failed', reason: reasonOf(error), name, stack: frames.join('\n'), ...codesOf(error) }
}

function reasonOf(error: unknown): Extract<ImportOutcome, { kind: 'failed' }>['reason'] {
  if (isBusy(error)) return 'busy'
  if (diskFaultOf(error) === 'temporary-full') return 'temporary-full'
  return isUnavailable(error) ? 'unavailable' : 'defect'
}

/** Returns the codes of the first error that has any, along the causes. */
function codesOf(error: unknown): ErrorCodes {
  if (!(error instanceof Error)) return {}
  const { code, errcode, cause } = error as Error & { code?: unknown; errcode?: unknown }
  if (code === undefined && errcode === undefined) return codesOf(cause)
  return {
    ...(code !== undefined && { code: String(code) }),
    ...(errcode !== undefined && { errcode: Number(errcode) }),
  }
}
