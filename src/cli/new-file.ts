/** Files that are there whole or not at all, and survive a loss of power once they are there. */

import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { CommandError } from './command-error.ts'

/**
 * Creates `path` from what `write` puts into a file beside it.
 * @throws CommandError when `path` is there already: nothing is overwritten
 */
export async function createWhole(path: string, write: (partial: string) => Promise<unknown>): Promise<void> {
  const partial = partialOf(path)
  try {
    await write(partial)
    flushFile(partial)
    // Unlike a renaming, a link never replaces what has come there meanwhile.
    linkSync(partial, path)
  } catch (error) {
    throw explain(error, path)
  } finally {
    removePartial(partial)
  }
  flushFolder(dirname(path))
}

function explain(error: unknown, path: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'EEXIST') return alreadyThere(path)
  if (syscall !== 'link') return error
  return new CommandError(
    `${path} cannot be created: ${code}. Where a file system has no links, as on many sticks, make it elsewhere and copy it.`,
  )
}

/** Deletes what was not finished, and the journal that SQLite keeps beside it. */
export function removePartial(partial: string): void {
  for (const file of [partial, `${partial}-journal`]) rmSync(file, { force: true })
}

/** A new name for what is not finished: `<path>.<8 hex digits>.partial`. It stays behind only when the process is killed. */
export function partialOf(path: string): string {
  return `${path}.${randomBytes(4).toString('hex')}.partial`
}

export function alreadyThere(path: string): CommandError {
  return new CommandError(`${path} is there already, and is not overwritten: choose another name, or delete it first.`)
}

/** Waits until a file's content is on the disk. */
export function flushFile(path: string): void {
  flush(path, 'r+')
}

/** Waits until the names in a folder are on the disk, which Windows has no way to ask for. */
export function flushFolder(path: string): void {
  if (process.platform !== 'win32') flush(path, 'r')
}

function flush(path: string, flags: string): void {
  const file = openSync(path, flags)
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
