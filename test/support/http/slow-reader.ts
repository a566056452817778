/** A client that reads its responses one byte at a time, so that they fill every buffer of the connection. */

import { connect, type Socket } from 'node:net'

/** A connected slow reader. */
export interface SlowReader {
  socket: Socket
  /** Sends requests unless earlier ones are still unsent, and reads one byte. */
  ask: (requests: string) => void
  isCut: () => boolean
}

/** Connects a slow reader. It detects a closed connection at its next `ask`. */
export function connectSlowReader(url: string): SlowReader {
  const { hostname, port } = new URL(url)
  // Node.js reads one byte, then none until `resume`.
  const onread = { buffer: Buffer.alloc(1), callback: () => false }
  const socket = connect({ host: hostname, port: Number(port), onread }).on('error', () => {})
  const ask = (requests: string) => {
    if (socket.writableLength === 0) socket.write(requests)
    socket.resume()
  }
  return { socket, ask, isCut: () => socket.destroyed }
}
