/** Input of `sepet import`: files, and standard input as `-`, which is kept in a temporary file until it is imported. */

import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { createSpool, removeStaleSpools, type Spool } from '../import/input/spool.ts'
import type { ImportFile } from '../import/staging/stage-files.ts'
import { CommandError } from './command-error.ts'
import { explainSystemError } from './system-error.ts'
import { withSignalCleanUp } from './with-signal-clean-up.ts'

/** The argument that stands for standard input. */
const STDIN = '-'
/** The longest the spool file is left untouched. */
const TOUCH_MS = 15_000

/** Where the command reads. */
export interface Input {
  stdin: Readable & { isTTY?: boolean }
  /** Folder of the temporary file. */
  folder: string
}

/**
 * Returns what is wrong with the arguments: standard input given twice, or a terminal.
 * @returns undefined when the arguments are right
 */
export function explainArguments(paths: string[], { stdin }: Pick<Input, 'stdin'>): string | undefined {
  const count = paths.filter(path => path === STDIN).length
  if (count > 1) return 'Standard input (-) can be imported once.'
  if (count === 1 && stdin.isTTY) return 'Standard input (-) is this terminal: sepet import - < shop.json'
  return undefined
}

/** Runs `work` with the files to import. The temporary file of standard input is removed afterwards. */
export async function withInput<T>(
  paths: string[],
  { stdin, folder }: Input,
  work: (files: ImportFile[], removeNow: () => void) => Promise<T>,
): Promise<T> {
  if (!paths.includes(STDIN)) return work(paths.map(named), () => {})
  await removeStaleSpools(folder)
  const spool = createSpool(folder, randomUUID(), 'txt')
  const timer = setInterval(spool.touch, TOUCH_MS).unref()
  try {
    await withSignalCleanUp(spool.removeNow, () => fill(spool, stdin, folder))
    const files = paths.map(path => (path === STDIN ? { path: spool.path, name: 'standard input' } : named(path)))
    return await work(files, spool.removeNow)
  } finally {
    clearInterval(timer)
    await spool.remove()
  }
}

function named(path: string): ImportFile {
  return { path, name: path }
}

/** @throws CommandError when the folder cannot take the file */
async function fill(spool: Spool, stdin: Readable, folder: string): Promise<void> {
  try {
    await spool.fill(stdin, Number.POSITIVE_INFINITY)
  } catch (error) {
    throw new CommandError(`Standard input cannot be kept in ${folder}: ${explainSystemError(error)}.`, error)
  }
}
