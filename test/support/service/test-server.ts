/** What the finders of database servers have in common. */

import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

export interface TestServer {
  name: string
  /** The environment variable that tests read its address from. */
  variable: string
  /** Undefined when there is none; `how` then says how to get one. */
  url: string | undefined
  how: string
  stop: () => Promise<void>
}

/** Below the ports that Linux and others give to connections: what is free here stays free until it is listened on. */
const PORTS = { from: 20_000, below: 32_768 }
const ATTEMPTS = 1_000

/** A port that nothing listens on, and that no other test of this run is given. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(PORTS.from, PORTS.below)
    if (reserve(port) && (await isFree(port))) return port
  }
  throw new Error('no port is free')
}

/** Test files run in several processes: a file for each port says that somebody has it. */
function reserve(port: number): boolean {
  const { TEST_DATABASE_FOLDER } = process.env
  if (!TEST_DATABASE_FOLDER) return true
  try {
    writeFileSync(join(TEST_DATABASE_FOLDER, `port-${port}`), '', { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  const isListening = await new Promise<boolean>(resolve => {
    server.once('listening', () => resolve(true)).once('error', () => resolve(false))
  })
  if (isListening) await new Promise(resolve => server.close(resolve))
  return isListening
}
