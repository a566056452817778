/** Reads systemd's unit files, and puts real programs in the place of those that an installation would have. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')
const INSTALLED = '/opt/sepet/node_modules/sepet/dist/cli/bin.js'

/** A unit file with the Node.js of the tests. `path` is relative to `deploy`. */
export function readUnit(path: string): string {
  return readFileSync(join(ROOT, 'deploy', path), 'utf8').replaceAll('/usr/bin/node', process.execPath)
}

/** The values of a setting, in order. */
export function settingsOf(unit: string, name: string): string[] {
  return [...unit.matchAll(RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)
}

/** A command line of a unit, for an instance such as `8081`, as the arguments that systemd would make of it. */
export function commandOf(unit: string, name: string, instance = ''): [string, ...string[]] {
  const line = (settingsOf(unit, name)[0] ?? '').replaceAll('%i', instance)
  const words = line.match(/"[^"]*"|\S+/g) ?? []
  const [program = '', ...args] = words.map(word => word.replaceAll('"', ''))
  return [program, ...args.map(arg => (arg === INSTALLED ? join(ROOT, 'src/cli/bin.ts') : arg))]
}

/** The settings that keep a unit from doing harm, line by line. */
export function hardeningOf(unit: string): string[] {
  return unit
    .slice(unit.indexOf('UMask='), unit.includes('[Install]') ? unit.indexOf('[Install]') : undefined)
    .trim()
    .split('\n')
}
