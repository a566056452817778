/** `sepet export`: writes a shop file or a table, page by page, to standard output or to a new file. */

import { createWriteStream, openSync, rmSync } from 'node:fs'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Queries } from '../db/database.ts'
import { type ExportRequest, writeExport } from '../exports/write-export.ts'
import { writeAll } from './closed-pipe.ts'
import { CommandError } from './command-error.ts'
import { fileExists } from './new-file.ts'
import { explainSystemError } from './system-error.ts'
import { withSignalCleanUp } from './with-signal-clean-up.ts'

/** Where an export goes. */
export interface ExportTarget {
  /** Path of the file to create; without it the export goes to standard output. */
  output?: string | undefined
  stdout: Writable
  /** Milliseconds since the epoch. */
  now: number
}

/**
 * Writes an export, in the format that an import reads.
 * @throws CommandError when the file exists, or cannot be created
 */
export async function exportTo(
  database: Queries,
  request: ExportRequest,
  { output, stdout, now }: ExportTarget,
): Promise<void> {
  const texts = writeExport(database, request, now)
  if (output === undefined) await writeAll(texts, stdout)
  else await writeNewFile(output, file => pipeline(Readable.from(texts), file))
}

/** Removes the file when writing fails: half a file looks complete. */
async function writeNewFile(path: string, write: (file: Writable) => Promise<void>): Promise<void> {
  let isOurs = false
  const remove = () => {
    if (isOurs) rmSync(path, { force: true })
  }
  try {
    await withSignalCleanUp(remove, () => {
      const fd = createFile(path)
      isOurs = true
      return write(createWriteStream(path, { fd }))
    })
  } catch (error) {
    remove()
    throw error
  }
}

/** Creates a file that only this user can read, since it may hold personal data. @returns its descriptor */
function createFile(path: string): number {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw fileExists(path)
    throw new CommandError(`${path} cannot be created: ${explainSystemError(error)}.`)
  }
}
