/** Runs the programs of a release; a failure ends it. */

import { spawnSync } from 'node:child_process'
import { npmCommand } from '../npm.ts'
import { ReleaseError } from './release-error.ts'

/** Lines of a failed program that its message has. */
const LAST_LINES = 15
const MAX_BYTES = 64 * 1_048_576

/** A program that has ended. */
export interface Ended {
  /** Null when it could not be started, or was stopped by a signal. */
  status: number | null
  stdout: string
  stderr: string
}

/** Runs a program in a folder to its end, whatever its exit status is. */
export function tryRun(folder: string, command: string, ...args: string[]): Ended {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    env: environment(),
    maxBuffer: MAX_BYTES,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { status, stdout: stdout ?? '', stderr: error ? error.message : stderr }
}

/** Runs a program in a folder. @returns its standard output @throws ReleaseError with the last lines when it fails */
export function run(folder: string, command: string, ...args: string[]): string {
  const { status, stdout, stderr } = tryRun(folder, command, ...args)
  if (status === 0) return stdout
  const lines = `${stdout}\n${stderr}`.trim().split('\n').slice(-LAST_LINES)
  throw new ReleaseError([`${[command, ...args].join(' ')} failed:`, ...lines].join('\n  '))
}

/** Runs npm in a folder. @returns its standard output @throws ReleaseError with the last lines when it fails */
export function runNpm(folder: string, ...args: string[]): string {
  const [command, ...before] = npmCommand()
  return run(folder, command, ...before, ...args)
}

/** Runs npm in a folder with its output in sight. @throws ReleaseError when it fails */
export function showNpm(folder: string, ...args: string[]): void {
  const [command, ...before] = npmCommand()
  const { status } = spawnSync(command, [...before, ...args], { cwd: folder, env: environment(), stdio: 'inherit' })
  if (status !== 0) throw new ReleaseError(`npm ${args.join(' ')} failed.`)
}

/** `npm run` tells its programs its folder, in which they would run npm again, and how much to print, without which no failure has a reason. */
function environment(): NodeJS.ProcessEnv {
  const { npm_config_local_prefix: _, ...others } = process.env
  // The tag does not exist yet, without which a build has the name of its commit.
  const env = { ...others, SEPET_COMMIT: '' }
  return { ...env, npm_config_loglevel: 'notice' }
}
