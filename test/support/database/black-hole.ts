/** A port that drops packets: connections are neither accepted nor refused. */

import { spawn } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { endWithParent } from '../service/end-with-parent.ts'
import { ended } from '../service/process-tree.ts'

/** A connection that is not accepted within this time counts as dropped, in milliseconds. */
const DROPPED_AFTER_MS = 200
const LISTEN = `require('node:net').createServer()
  .listen({ port: Number(process.argv[1]), host: '127.0.0.1', backlog: 1 }, () => console.log('listening'))`

/**
 * Makes a port of this machine drop packets: its listener is stopped and its queue is full, so the kernel drops new ones.
 * @returns frees the port
 */
export async function blackHole(port: number): Promise<() => Promise<void>> {
  const listener = endWithParent(
    spawn(process.execPath, ['-e', LISTEN, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] }),
  )
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
    // On a busy machine both events may be due: `setImmediate` lets a connect event come first.
    setTimeout(() => setImmediate(() => resolve(false)), DROPPED_AFTER_MS)
  })
}
