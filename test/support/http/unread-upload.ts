/** A client that sends a whole request before it reads, as blocking clients and some proxies do. */

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { MEGABYTE } from '../../../src/units.ts'

const PIECE = Buffer.alloc(MEGABYTE, 'x')

/**
 * Sends a head and then MB of the letter x, and reads only afterwards.
 * @returns what the server sent until it closed the connection
 * @throws Error when the connection is reset before all is sent and read
 */
export async function sendThenRead(url: string, head: string, megabytes: number, tail = ''): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) }).pause()
  // A failure rejects the write or the read that it ends.
  socket.on('error', () => {})
  try {
    await once(socket, 'connect')
    await send(socket, head)
    for (let n = 0; n < megabytes; n++) await send(socket, PIECE)
    if (tail) await send(socket, tail)
    let answer = ''
    for await (const chunk of socket) answer += chunk
    return answer
  } finally {
    socket.destroy()
  }
}

/** Resolves when the kernel has taken the bytes. */
function send(socket: Socket, bytes: Buffer | string): Promise<void> {
  return new Promise((resolve, reject) => socket.write(bytes, error => (error ? reject(error) : resolve())))
}
