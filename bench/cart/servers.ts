/** Starts the measured servers as processes, and reads their processor time and memory. */

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endWithParent } from '../../test/support/service/end-with-parent.ts'

/** This checkout. */
export const HERE = join(import.meta.dirname, '../..')
const BARE = join(import.meta.dirname, 'bare.ts')
const FLOOR = join(import.meta.dirname, 'floor.ts')
const CLOCK_TICKS_PER_SECOND = 100
const START_TIMEOUT_MS = 20_000

/** A running server. */
export interface Server {
  url: string
  pid: number
  stop: () => Promise<void>
}

/**
 * @param checkout folder of a checkout, of this one or of another commit
 * @returns its compiled command, as in the package
 * @throws Error when the package is not built
 */
export function commandOf(checkout: string): string {
  const command = join(checkout, 'dist/cli/sepet.js')
  if (!existsSync(command))
    throw new Error(`The package is what is measured: run \`npm run build\` in ${checkout} first.`)
  return command
}

/** Starts `sepet serve` on a free port. @throws Error when the package is not built */
export function startProduct(env: NodeJS.ProcessEnv, args: string[] = [], checkout = HERE): Promise<Server> {
  return start([commandOf(checkout), 'serve', '--port', '0', ...args], env)
}

/** Starts the bare cart. */
export function startBare(env: NodeJS.ProcessEnv): Promise<Server> {
  return start([BARE], env)
}

/**
 * Starts the floor.
 * @param kind `bare` for the floor that verifies no token
 * @param answerBytes size of its responses
 */
export function startFloor(env: NodeJS.ProcessEnv, kind: 'bare' | 'full', answerBytes: number): Promise<Server> {
  return start([FLOOR], { ...env, FLOOR: kind, ANSWER_BYTES: String(answerBytes) })
}

/** Output goes to a file, because a full pipe would block the server. */
async function start(args: string[], env: NodeJS.ProcessEnv): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'sepet-bench-'))
  const path = join(folder, 'output')
  const output = openSync(path, 'a')
  const options = (process.env.BENCH_NODE_OPTIONS ?? '').split(' ').filter(each => each !== '')
  const child = endWithParent(
    spawn(process.execPath, [...options, ...args], {
      env: { PATH: process.env.PATH, SHUTDOWN_DELAY_SECONDS: '0', ...env },
      stdio: ['ignore', output, output],
    }),
  )
  const stop = async () => {
    await kill(child)
    rmSync(folder, { recursive: true })
  }
  try {
    return { url: await addressIn(path, child), pid: child.pid ?? 0, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Waits until the output of a server has its address. @throws Error with the output when the server does not start */
async function addressIn(path: string, child: ChildProcess): Promise<string> {
  for (const latest = performance.now() + START_TIMEOUT_MS; performance.now() < latest && child.exitCode === null; ) {
    const [address] = /http:\/\/127\.0\.0\.1:[1-9]\d+/.exec(readFileSync(path, 'utf8')) ?? []
    if (address) return address
    await sleep(5)
  }
  throw new Error(`The server did not start: ${readFileSync(path, 'utf8')}`)
}

/** Stops a server with SIGTERM and waits for its end. */
async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

/**
 * @returns the processor time of a process in seconds, from the 14th and 15th field of Linux's /proc/pid/stat; NaN
 * elsewhere
 */
export function cpuSeconds({ pid }: { pid?: number | undefined }): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND
  } catch {
    return Number.NaN
  }
}

/**
 * @returns the processor time of all threads of a process in microseconds, from Linux's /proc/pid/task/tid/schedstat: exact, where
 * `cpuSeconds` counts hundredths of a second
 */
export function cpuMicrosOf({ pid }: { pid: number }): number {
  const tasks = readdirSync(`/proc/${pid}/task`)
  return (
    tasks.reduce(
      (sum, task) => sum + Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
      0,
    ) / 1e3
  )
}

/** @returns the resident memory of a process in megabytes */
export function residentMegabytes(server: { pid?: number | undefined }): number {
  return statusMegabytes(server, 'VmRSS')
}

/** @returns the largest resident memory that a process has had, in megabytes */
export function peakMegabytes(server: { pid?: number | undefined }): number {
  return statusMegabytes(server, 'VmHWM')
}

function statusMegabytes({ pid }: { pid?: number | undefined }, name: string): number {
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000
}
