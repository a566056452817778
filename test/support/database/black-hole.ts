/** A host that drops packets: nobody refuses a connection, nobody accepts it. */

import { spawn } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { ended } from '../service/process-tree.ts'

/** After this silence a connection is taken as dropped, in milliseconds. */
const DROPPED_AFTER_MS = 200
const LISTEN = `require('node:net').createServer()
  .listen({ port: Number(process.argv[1]), host: '127.0.0.1', backlog: 1 }, () => console.log('listening'))`

/**
 * Makes a port of this machine silent: its listener is stopped and its queue is full, so that the kernel drops what arrives.
 * @returns gives the port back
 */
export async function blackHole(port: number): Promise<() => Promise<void>> {
  const listener = spawn(process.execPath, ['-e', LISTEN, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise(resolve => listener.stdout.once('data', resolve))
  listener.kill('SIGSTOP')
  const sockets: Socket[] = []
  while (await isAccepted(port, sockets));
  return async () => {
    for (const socket of sockets) socket.destroy()
    listener.kill('SIGKILL')
    await ended(listener)
  }
}

function isAccepted(port: number, sockets: Socket[]): Promise<boolean> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  sockets.push(socket)
  return new Promise(resolve => {
    socket.once('connect', () => resolve(true))
    // On a busy machine both have happened by now: what was accepted is told first.
    setTimeout(() => setImmediate(() => resolve(false)), DROPPED_AFTER_MS)
  })
}
