/** Where tests keep databases: in memory, where a commit waits for no disk, if this machine has a file system there. */

import { chmodSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const IN_MEMORY = '/dev/shm'
/** Containers often give it 64 MB, which is too little. */
const ENOUGH_BYTES = 2 ** 31

/** Makes the folder of a whole run, which other users, such as that of PostgreSQL, may enter. */
export function makeRunFolder(): string {
  const folder = mkdtempSync(join(hasRoomInMemory() ? IN_MEMORY : tmpdir(), 'sepet-databases-'))
  chmodSync(folder, 0o755)
  return folder
}

/** Makes a folder for one database, whose name begins with `prefix`. */
export function makeDatabaseFolder(prefix: string): string {
  return mkdtempSync(join(process.env.TEST_DATABASE_FOLDER ?? tmpdir(), prefix))
}

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize > ENOUGH_BYTES
  } catch {
    return false
  }
}
