/** Signals a server of several processes, such as PostgreSQL, all at the same moment. */

import { type ChildProcess, execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Sends a signal to a process and all its descendants; none of them can start another process meanwhile. */
export async function signalAll(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGSTOP')
  for (const pid of [...(await descendantsOf(server.pid)), server.pid]) send(pid, signal)
}

/** Kills what is left of the group of a process that was started with `detached`. */
export function killGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) send(-pid, 'SIGKILL')
}

/** Waits until a process has ended. */
export async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  await new Promise(resolve => server.once('exit', resolve))
}

/** @returns the ids of the processes that a process has started, and of theirs, oldest first */
export async function childrenOf({ pid }: ChildProcess): Promise<number[]> {
  return pid === undefined ? [] : (await descendantsOf(pid)).sort((a, b) => a - b)
}

async function descendantsOf(root: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid='])
  const processes = stdout
    .trim()
    .split('\n')
    .map(line => line.trim().split(/\s+/).map(Number) as [number, number])
  const found = [root]
  for (const each of found) found.push(...processes.filter(([, parent]) => parent === each).map(([pid]) => pid))
  return found.slice(1)
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has already ended.
  }
}
