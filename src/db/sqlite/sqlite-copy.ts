/** Copies of the embedded database: makes a copy in one file while the database is in use, and checks a copy. */

import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Maximum wait for a process that recovers the database after a crash or changes its journal mode. */
const TIMEOUT_MS = 5_000

/**
 * Copies the database at `from` into a new file, readable by this user only. The copy is one read transaction: writes
 * continue, and later commits are not in the copy.
 * @throws Error when `from` is not a database or is damaged, or when `to` exists or cannot be written
 */
export function copyDatabase(from: string, to: string): void {
  const source = new DatabaseSync(from, { readOnly: true, timeout: TIMEOUT_MS })
  try {
    closeSync(openSync(to, 'wx', 0o600))
    source.prepare('vacuum into ?').run(to)
  } finally {
    source.close()
  }
}

/**
 * Checks every page and every foreign key of a database.
 * @returns names of the migrations that it has run, in order; empty when it is not a database of Sepet
 * @throws Error naming the damage
 */
export function checkDatabase(path: string): string[] {
  const database = new DatabaseSync(path, { readOnly: true, timeout: TIMEOUT_MS })
  const rows = (query: string) => database.prepare(query).all()
  try {
    const [found] = rows('pragma integrity_check')
    if (found?.integrity_check !== 'ok') throw new Error(String(found?.integrity_check))
    const [dangling] = rows('pragma foreign_key_check')
    if (dangling) throw new Error(`a row of ${dangling.table} belongs to nothing`)
    const ours = rows("select 1 from sqlite_schema where name in ('schema_migrations', 'shop', 'carts')")
    return ours.length === 3
      ? rows('select name from schema_migrations order by name').map(({ name }) => String(name))
      : []
  } finally {
    database.close()
  }
}

/**
 * Runs `work` while no other process has the database at `path` open. The file then contains every committed transaction.
 * @throws Error with `errcode` 5 (SQLITE_BUSY) when another process has the database open
 */
export function withExclusiveLock(path: string, work: () => void): void {
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    // Leaving WAL mode requires exclusive access, and moves the contents of the log into the file.
    database.exec('pragma journal_mode = delete; begin exclusive')
    work()
  } finally {
    database.close()
  }
}
