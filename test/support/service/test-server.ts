/** Common parts of the modules that find database servers for tests. */

import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** A database server for tests. */
export interface TestServer {
  name: string
  /** The environment variable with its address. */
  variable: string
  /** Undefined when there is no server; `how` then describes how to get one. */
  url: string | undefined
  how: string
  stop: () => Promise<void>
}

/** Below the ephemeral ports of Linux and other systems: a port that is free here stays free until it is used. */
const PORTS = { from: 20_000, below: 32_768 }
const ATTEMPTS = 1_000

/**
 * @returns a port that is free, and that no other test of this run gets
 * @throws Error when there is none
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(PORTS.from, PORTS.below)
    if (reserve(port) && (await isFree(port))) return port
  }
  throw new Error('no port is free')
}

/** Reserves a port between test processes by creating a file for it. @returns false when it is taken */
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
