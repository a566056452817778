/** Connections that clients keep open: each asks when it is told to, and hears whether the server has closed it. */

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface KeptConnection {
  socket: Socket
  /** Sends a request and gives the status of its response; undefined when the server closes the connection first. */
  ask: (request: string) => Promise<number | undefined>
  isClosed: () => boolean
  /** Settles when the server has closed the connection. */
  closed: Promise<void>
}

/** Opens a connection from an address of this machine, such as 127.0.0.2. */
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
