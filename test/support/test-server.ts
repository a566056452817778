/** What the finders of database servers have in common. */

import { createServer } from 'node:net'

export interface TestServer {
  name: string
  /** The environment variable that tests read its address from. */
  variable: string
  /** Undefined when there is none; `how` then says how to get one. */
  url: string | undefined
  how: string
  stop: () => Promise<void>
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
