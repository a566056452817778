/** Runs npm: the one that runs this script, else the one on the path. */

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')

/** Runs npm in the repository and gives what it prints, whatever its exit status. Its complaints go to /dev/null. */
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
