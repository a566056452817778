/** `sepet restore`: replaces the embedded database by a backup, and keeps the previous database under another name. */

import { chownSync, existsSync, linkSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import type { Config } from '../config/config.ts'
import { requireKnownMigrations } from '../db/migrate.ts'
import { embeddedFile } from '../db/open.ts'
import { withExclusiveLock } from '../db/sqlite/sqlite-copy.ts'
import { CommandError } from './command-error.ts'
import { copyChecked } from './copy-checked.ts'
import { flushFile, flushFolder, partialOf, removePartial } from './new-file.ts'
import { restoreLine } from './postgres-tools.ts'

const SQLITE_BUSY = 5

/**
 * Restores a checked copy of `file`; `file` does not change. The current database stays in place until the copy is complete.
 * @param now milliseconds since the epoch, for the new name of the current database
 * @throws CommandError with a PostgreSQL database, while a server runs, or when the file is not a backup of Sepet
 * @throws Error when the backup is from a newer version of Sepet
 */
export async function restore(config: Config, file: string, now: number, stdout: Writable): Promise<void> {
  if (config.DATABASE_URL !== undefined) {
    const command = restoreLine(config.DATABASE_URL)
    throw new CommandError(`Only the embedded database is restored here; for PostgreSQL, use its own tools: ${command}`)
  }
  const database = embeddedFile(config)
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}: name what \`sepet backup\` has written.`)
  mkdirSync(dirname(database), { recursive: true, mode: 0o700 })
  const partial = partialOf(database)
  const kept = `${database}.before-restore-${new Date(now).toISOString().replaceAll(':', '-')}`
  const hadOne = existsSync(database)
  try {
    requireSepet(file, await copyChecked(file, partial))
    copyOwner(partial, hadOne ? database : dirname(database))
    flushFile(partial)
    if (hadOne) replace(database, partial, kept)
    else installDatabase(database, partial)
  } finally {
    removePartial(partial)
  }
  flushFolder(dirname(database))
  stdout.write(`Restored ${database} from ${file}.${hadOne ? ` What was there before is kept as ${kept}.` : ''}\n`)
}

/** Gives a file restored by root the owner of the neighbouring file, so that the user of the server can open it. */
function copyOwner(path: string, neighbour: string): void {
  const { uid, gid } = statSync(neighbour)
  if (process.getuid?.() === 0) chownSync(path, uid, gid)
}

function requireSepet(file: string, migrations: string[]): void {
  if (migrations.length === 0)
    throw new CommandError(`${file} is not a database of Sepet: name what \`sepet backup\` has written.`)
  requireKnownMigrations(migrations)
}

/** Replaces the database atomically: a server that starts while the file is missing would create an empty database. */
function replace(database: string, partial: string, kept: string): void {
  try {
    withExclusiveLock(database, () => {
      linkSync(database, kept)
      renameSync(partial, database)
    })
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number }
    if (errcode === SQLITE_BUSY) throw new CommandError(`${database} is in use: stop the server first.`)
    throw new CommandError(
      `${database} cannot be set aside: ${message}. Move it and its -wal and -shm away, and try again.`,
    )
  }
}

/** Refuses a log without a database, because SQLite would apply it to the restored database. */
function installDatabase(database: string, partial: string): void {
  const log = `${database}-wal`
  if (existsSync(log)) throw new CommandError(`${log} belongs to a database that is gone: move it away, and try again.`)
  renameSync(partial, database)
}
