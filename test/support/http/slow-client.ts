/** A client that sends slowly, and never closes its connection by itself. */

import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A connected slow client. */
export interface SlowClient {
  socket: Socket
  /** The bytes received so far. */
  heard: () => string
  /** Resolves when the server has ended its side of the connection. */
  cut: Promise<void>
  /** Resolves when the connection is closed in both directions. */
  gone: Promise<void>
}

/**
 * Connects, sends `first`, then repeats the bytes of `drip` while the connection is writable.
 * @param everyMs interval between two bytes of `drip`, in milliseconds
 */
export async function connectSlowly(
  url: string,
  { first = '', drip = '', everyMs = 1_000 }: { first?: string; drip?: string; everyMs?: number },
): Promise<SlowClient> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  let heard = ''
  socket.on('data', chunk => (heard += chunk)).on('error', () => {})
  const cut = new Promise<void>(resolve => socket.on('end', () => resolve()).on('close', () => resolve()))
  const gone = new Promise<void>(resolve => socket.on('close', () => resolve()))
  await new Promise(resolve => socket.once('connect', resolve).once('close', resolve))
  socket.write(first)
  if (drip) void dripInto(socket, drip, everyMs)
  return { socket, heard: () => heard, cut, gone }
}

async function dripInto(socket: Socket, drip: string, everyMs: number): Promise<void> {
  for (let n = 0; socket.writable; n++) {
    socket.write(drip[n % drip.length] ?? '')
    await sleep(everyMs)
  }
}
