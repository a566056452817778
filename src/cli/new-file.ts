/** New files: creates a file atomically and durably, so that it is complete or missing, also after a loss of power. */

import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { CommandError } from './command-error.ts'

/**
 * Creates `path`: `write` fills a temporary file in the same folder, which then gets the name `path`.
 * @throws CommandError when `path` exists (it is not overwritten), or when the file system has no hard links
 */
export async function createFileAtomically(path: string, write: (partial: string) => Promise<unknown>): Promise<void> {
  const partial = partialOf(path)
  try {
    await write(partial)
    flushFile(partial)
    // Unlike a rename, a link never replaces a file that another process has created in the meantime.
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
  if (code === 'EEXIST') return fileExists(path)
  if (syscall !== 'link') return error
  return new CommandError(
    `${path} cannot be created: ${code}. Where a file system has no links, as on many sticks, make it elsewhere and copy it.`,
  )
}

/** Deletes a temporary file and the journal of SQLite next to it. */
export function removePartial(partial: string): void {
  for (const file of [partial, `${partial}-journal`]) rmSync(file, { force: true })
}

/** Returns a new name for a temporary file: `<path>.<8 hex digits>.partial`. The file remains only when the process is killed. */
export function partialOf(path: string): string {
  return `${path}.${randomBytes(4).toString('hex')}.partial`
}

/** Creates the error for a file that exists already. */
export function fileExists(path: string): CommandError {
  return new CommandError(`${path} already exists and is not overwritten: choose another name, or delete it first.`)
}

/** Flushes the content of a file to the disk. */
export function flushFile(path: string): void {
  flush(path, 'r+')
}

/** Flushes the names in a folder to the disk; Windows does not support it. */
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
