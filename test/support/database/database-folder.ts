/** Folders for test databases: in memory, where a commit waits for no disk, if this machine has such a file system. */

import { chmodSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const IN_MEMORY = '/dev/shm'
/** The free space that is required in memory: the 64 MB of many containers are too little. */
const ENOUGH_BYTES = 2 ** 31

/** Creates the folder of a test run. Other users, such as `postgres`, can enter it. */
export function makeRunFolder(): string {
  const folder = mkdtempSync(join(hasRoomInMemory() ? IN_MEMORY : tmpdir(), 'sepet-databases-'))
  chmodSync(folder, 0o755)
  return folder
}

/** Creates a folder for one database; its name begins with `prefix`. */
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
