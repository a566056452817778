/** Runs the `sepet` command in another process. */

import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { untilAnswered } from '../ops/balancer.ts'
import { recordLog } from '../runner/logs.ts'
import { endWithParent } from './end-with-parent.ts'

/** The source file of the command. */
export const COMMAND = join(import.meta.dirname, '../../../src/cli/sepet.ts')

/** The result of a command. */
export interface Finished {
  status: number | null
  stdout: string
  stderr: string
}

/**
 * Runs `sepet` with arguments until it ends. The environment consists of `env`, the path, the cache of compiled code,
 * and no delay for stopping.
 */
export async function runSepet(args: string[], env: NodeJS.ProcessEnv): Promise<Finished> {
  const child = spawnSepet(args, env)
  const output = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', text => (output.stdout += text))
  child.stderr?.setEncoding('utf8').on('data', text => (output.stderr += text))
  const status = await new Promise<number | null>(resolve => child.on('close', resolve))
  return { status, ...output }
}

/** A running `sepet serve`. */
export interface ServingProcess {
  child: ChildProcess
  url: string
  /** @returns its output so far */
  output: () => string
  /**
   * Sends a signal and waits for the end, and for the end of the output, unless the process is killed.
   * @returns the exit status, null when the signal killed the process
   */
  kill: (signal: NodeJS.Signals) => Promise<number | null>
}

/** Starts `sepet serve` on a free port and waits until it listens. */
export function serveProcess(env: NodeJS.ProcessEnv, args: string[] = []): Promise<ServingProcess> {
  return listening(spawnSepet(['serve', '--port', '0', ...args], env))
}

/**
 * Starts `sepet serve` on a given port and waits until it is ready, for production, where it does not print its
 * address.
 */
export async function serveReadily(env: NodeJS.ProcessEnv, port: string): Promise<ServingProcess> {
  const child = spawnSepet(['serve', '--port', port], env)
  const exited = new Promise<number | null>(resolve => child.on('exit', resolve))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', text => (output += text))
  const url = `http://127.0.0.1:${port}`
  const kill = createKill(child, exited)
  await untilAnswered(`${url}/health/ready`, status => status === 200)
  return { child, url, output: () => output, kill }
}

/** Waits until a `sepet serve` prints its address. @throws Error with its output when it ends first */
export async function listening(child: ChildProcess): Promise<ServingProcess> {
  const exited = new Promise<number | null>(resolve => child.on('exit', resolve))
  const kill = createKill(child, exited)
  let output = ''
  let isListening = false
  const url = await new Promise<string>((resolve, reject) => {
    const read = (text: string) => {
      output += text
      recordLog(text)
      if (isListening) return
      const [, address] = /\((http:\/\/127\.0\.0\.1:\d+)\)/.exec(output) ?? []
      if (!address) return
      isListening = true
      resolve(address)
    }
    child.stdout?.setEncoding('utf8').on('data', read)
    child.stderr?.setEncoding('utf8').on('data', read)
    child.on('close', status => reject(new Error(`sepet serve ended with ${status}: ${output}`)))
  })
  return { child, url, output: () => output, kill }
}

/** The streams may end after the process: what it has written last is read before the kill resolves. */
function createKill(child: ChildProcess, exited: Promise<number | null>): ServingProcess['kill'] {
  const closed = new Promise(resolve => child.on('close', resolve))
  return async signal => {
    child.kill(signal)
    const status = await exited
    if (signal !== 'SIGKILL') await closed
    return status
  }
}

/** Starts `sepet` with arguments; the environment consists of `env`, the path and the cache of compiled code. */
export function spawnSepet(args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const defaults = { PATH, NODE_COMPILE_CACHE, SHUTDOWN_DELAY_SECONDS: '0' }
  return endWithParent(spawn(process.execPath, [COMMAND, ...args], { env: { ...defaults, ...env } }))
}

/** Runs `sepet` with arguments and kills it (SIGKILL) as soon as `isTime` returns true. @returns whether it was killed before it had ended */
export async function killSepetWhen(args: string[], env: NodeJS.ProcessEnv, isTime: () => boolean): Promise<boolean> {
  const child = spawnSepet(args, env)
  const exited = new Promise<number | null>(resolve => child.on('exit', resolve))
  while (!isTime() && child.exitCode === null) await sleep(1)
  child.kill('SIGKILL')
  return (await exited) === null
}
