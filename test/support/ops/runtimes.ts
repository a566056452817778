/** Finds the runtimes of JavaScript on the path. */

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A runtime, and the arguments that it needs before the name of a module that calls a service. */
export interface Runtime {
  command: string
  args: string[]
  version: string
}

/** @returns the oldest Node.js on the path that is not older than a major version; at least the one that runs this */
export function oldestNode(major: number): Runtime {
  const found = findAll('node').filter(({ version }) => Number.parseInt(version, 10) >= major)
  return found.reduce(olderOf, { command: process.execPath, args: [], version: process.versions.node })
}

/** @returns Deno, or undefined where it is not on the path */
export function findDeno(): Runtime | undefined {
  return findAll('deno', ['run', '--quiet', '--allow-net'])[0]
}

/** @returns Bun, or undefined where it is not on the path */
export function findBun(): Runtime | undefined {
  return findAll('bun')[0]
}

function olderOf(left: Runtime, right: Runtime): Runtime {
  return left.version.localeCompare(right.version, 'en', { numeric: true }) <= 0 ? left : right
}

/** @returns the commands of a name on the path that print a version; a launcher without its program prints none */
function findAll(name: string, args: string[] = []): Runtime[] {
  const commands = (process.env.PATH?.split(delimiter) ?? []).map(folder => join(folder, name)).filter(existsSync)
  return commands.flatMap(command => {
    const { stdout } = spawnSync(command, ['--version'], { encoding: 'utf8' })
    const [version] = /\d+\.\d+\.\d+/.exec(stdout ?? '') ?? []
    return version === undefined ? [] : [{ command, args, version }]
  })
}
