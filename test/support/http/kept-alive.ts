/** Keep-alive connections that report when the server closes them. */

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection that stays open between requests. */
export interface KeptConnection {
  socket: Socket
  /** Sends a request. @returns the status of its response; undefined when the server closes the connection first */
  ask: (request: string) => Promise<number | undefined>
  isClosed: () => boolean
  /** Resolves when the connection is closed. */
  closed: Promise<void>
}

/** Opens a connection to a URL from an address of this machine, such as 127.0.0.2. */
export async function openConnection(url: string, localAddress = '127.0.0.1'): Promise<KeptConnection> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), localAddress })
  const closed = new Promise<void>(resolve => socket.on('error', () => {}).on('close', () => resolve()))
  await Promise.race([once(socket, 'connect'), closed])
  const ask = async (request: string) => {
    const statusOf = once(socket, 'data').then(([chunk]) => Number(/^HTTP\/1.1 (\d+)/.exec(String(chunk))?.[1]))
    socket.write(request)
    return Promise.race([statusOf, closed.then(() => undefined)])
  }
  return { socket, ask, isClosed: () => socket.closed, closed }
}
