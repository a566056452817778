/** Runs npm: the npm that runs this script, or the npm on the path. */

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** The path of the repository. */
export const ROOT = join(import.meta.dirname, '..')

/** Runs npm in the repository. @returns its standard output for any exit status; standard error is discarded */
export function npm(...args: string[]): string {
  const cli = process.env.npm_execpath
  const [command, ...before] = cli ? [process.execPath, cli] : ['npm']
  const { stdout, error } = spawnSync(command, [...before, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  if (error) throw error
  return stdout
}
