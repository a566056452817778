/** Files of `DATA_DIR` that are created once: processes that start at the same time agree on one content. */

import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Returns the content of a file, which is created for its user alone if there is none.
 * @param fresh the content of a new file
 * @throws Error when the file cannot be read, such as a folder of its name
 */
export function keepFile(file: string, fresh: string): string {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  return readIfThere(file) ?? create(file, fresh)
}

/** Written to a file aside and linked: one of several concurrent starts wins, and no process reads a partial file. */
function create(file: string, fresh: string): string {
  const aside = `${file}.${randomUUID()}`
  try {
    writeFileSync(aside, fresh, { mode: 0o600, flag: 'wx', flush: true })
    linkSync(aside, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
  return readFileSync(file, 'utf8')
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new Error(`${file} cannot be read: ${codeOf(error)}.`, { cause: error })
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}
