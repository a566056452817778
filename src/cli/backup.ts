/** `sepet backup`: copies the embedded database into one checked file while the server runs. */

import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import type { Config } from '../config/config.ts'
import { embeddedFile } from '../db/open.ts'
import { CommandError } from './command-error.ts'
import { copyChecked } from './copy-checked.ts'
import { createFileAtomically, fileExists } from './new-file.ts'
import { dumpLine } from './postgres-tools.ts'
import { explainSystemError } from './system-error.ts'

/**
 * Creates `file` with all committed data of the embedded database.
 * @throws CommandError with a PostgreSQL database or no database, or when the file exists or cannot be written
 */
export async function backUp(config: Config, file: string, stdout: Writable): Promise<void> {
  if (config.DATABASE_URL !== undefined) {
    const command = dumpLine(config.DATABASE_URL)
    throw new CommandError(
      `Only the embedded database is backed up here; for PostgreSQL, use its own tools: ${command}`,
    )
  }
  const database = embeddedFile(config)
  if (!existsSync(database)) throw new CommandError(`There is no embedded database at ${database}. Is DATA_DIR right?`)
  if (existsSync(file)) throw fileExists(file)
  requireWritable(dirname(file))
  await createFileAtomically(file, partial => copyChecked(database, partial))
  stdout.write(`Backed up ${database} to ${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB, checked.\n`)
}

function requireWritable(folder: string): void {
  try {
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new CommandError(`No file can be created in ${folder}: ${explainSystemError(error)}.`)
  }
}
