/** The port of a server, tried before its database is prepared: a port in use must not leave a database with a sample shop behind. */

import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Listens on an address for a moment.
 * @throws the error of the system, such as EADDRINUSE, when that is not possible
 */
export async function requireFreePort({ HOST, PORT }: { HOST: string; PORT: number }): Promise<void> {
  const { address: host } = await lookup(HOST)
  const server = createServer().listen({ host, port: PORT, exclusive: true })
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}
