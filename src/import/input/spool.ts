/** Spool files: keep what arrives as a stream on the disk, readable by this user only, until it has been imported. */

import { constants, rmSync } from 'node:fs'
import { lstat, open, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { DatabaseSettings } from '../../db/open.ts'

const NAME = /^sepet-spool-[0-9a-f-]{36}\.(json|csv|xlsx|txt)$/
/** Age after which a file belongs to a process that was killed: its owner touches it more often. */
const STALE_MS = 60_000

/** The stream is longer than allowed. */
export class SpoolTooLong extends Error {}

/** A spool file. */
export interface Spool {
  path: string
  /**
   * Writes a stream into the file. The stream is not destroyed.
   * @returns the number of bytes
   * @throws SpoolTooLong after `maxBytes`
   */
  fill(input: Readable, maxBytes: number): Promise<number>
  /** Marks the file as used. Call it at least every 30 s. */
  touch(): void
  remove(): Promise<void>
  /** Removes the file before a signal ends the process. */
  removeNow(): void
}

/**
 * Creates a spool file in a folder; the file exists once it is filled.
 * @param id a random UUID
 * @param extension by which the import expects JSON, CSV, or either
 */
export function createSpool(folder: string, id: string, extension: 'json' | 'csv' | 'xlsx' | 'txt'): Spool {
  const path = join(folder, `sepet-spool-${id}.${extension}`)
  return {
    path,
    fill: (input, maxBytes) => fill(path, input, maxBytes),
    touch: () => {
      const now = new Date()
      utimes(path, now, now).catch(() => {})
    },
    remove: () => rm(path, { force: true }),
    removeNow: () => rmSync(path, { force: true }),
  }
}

async function fill(path: string, input: Readable, maxBytes: number): Promise<number> {
  // O_EXCL: never a file or link that somebody else has put there.
  await using file = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
  let bytes = 0
  for await (const chunk of input.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new SpoolTooLong()
    await file.writeFile(chunk)
  }
  return bytes
}

/** Returns the folder of spool files: that of the embedded database; beside PostgreSQL, where it may be missing, the system's. */
export function spoolFolder({ DATABASE_URL, DATA_DIR }: Pick<DatabaseSettings, 'DATABASE_URL' | 'DATA_DIR'>): string {
  return DATABASE_URL ? tmpdir() : DATA_DIR
}

/**
 * Removes the spool files of processes that were killed, by the clock of the machine, which has dated them. Files of other users, which
 * cannot be removed, are left alone.
 */
export async function removeStaleSpools(folder: string): Promise<void> {
  const now = Date.now()
  const names = await readdir(folder).catch((): string[] => [])
  for (const name of names.filter(each => NAME.test(each))) {
    const path = join(folder, name)
    try {
      const stats = await lstat(path)
      if (stats.isFile() && stats.mtimeMs < now - STALE_MS) await rm(path, { force: true })
    } catch {
      // Another process has removed it, or it belongs to another user.
    }
  }
}
