/** A client that reads its responses a byte at a time, so that they fill every buffer on their way. */

import { connect, type Socket } from 'node:net'

export interface SlowReader {
  socket: Socket
  /** Sends requests, unless the server has not taken the latest ones yet, and reads one byte. */
  ask: (requests: string) => void
  isCut: () => boolean
}

/** Connects. The client notices that it was cut when it asks again. */
export function connectSlowReader(url: string): SlowReader {
  const { hostname, port } = new URL(url)
  // One byte is read, and then none until `resume`.
  const onread = { buffer: Buffer.alloc(1), callback: () => false }
  const socket = connect({ host: hostname, port: Number(port), onread }).on('error', () => {})
  const ask = (requests: string) => {
    if (socket.writableLength === 0) socket.write(requests)
    socket.resume()
  }
  return { socket, ask, isCut: () => socket.destroyed }
}
