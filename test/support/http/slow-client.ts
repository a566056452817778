/** A client that takes its time: sends what it is told to, reads nothing unless asked, and never hangs up by itself. */

import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface SlowClient {
  socket: Socket
  /** What the server has said so far. */
  heard: () => string
  /** Settles when the server has hung up. */
  cut: Promise<void>
  /** Settles when the server does not even take what is sent any more. */
  gone: Promise<void>
}

/** Connects and sends `first`, then one byte of `drip` after the other, `everyMs` apart, for as long as it is let. */
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
