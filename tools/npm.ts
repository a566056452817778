/** Runs npm: the npm that runs this script, or the npm on the path. */

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** The path of the repository. */
export const ROOT = join(import.meta.dirname, '..')

/** @returns the command that starts npm, with its first arguments */
export function npmCommand(): [command: string, ...before: string[]] {
  const cli = process.env.npm_execpath
  return cli ? [process.execPath, cli] : ['npm']
}

/** Runs npm in the repository. @returns its standard output for any exit status; standard error is discarded */
export function npm(...args: string[]): string {
  const [command, ...before] = npmCommand()
  const { stdout, error } = spawnSync(command, [...before, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  if (error) throw error
  return stdout
}
