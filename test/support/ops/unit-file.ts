/** Reads the systemd unit files of deploy/, with the paths of an installation replaced by local ones. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')
const INSTALLED = '/opt/sepet/node_modules/sepet/dist/cli/bin.js'

/**
 * @param path relative to `deploy`
 * @returns a unit file with the Node.js of the tests
 */
export function readUnit(path: string): string {
  return readFileSync(join(ROOT, 'deploy', path), 'utf8').replaceAll('/usr/bin/node', process.execPath)
}

/** @returns the values of a setting, in order */
export function settingsOf(unit: string, name: string): string[] {
  return [...unit.matchAll(RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)
}

/**
 * @param instance such as `8081`
 * @returns the arguments that systemd makes of a command line
 */
export function commandOf(unit: string, name: string, instance = ''): [string, ...string[]] {
  const line = (settingsOf(unit, name)[0] ?? '').replaceAll('%i', instance)
  const words = line.match(/"[^"]*"|\S+/g) ?? []
  const [program = '', ...args] = words.map(word => word.replaceAll('"', ''))
  return [program, ...args.map(arg => (arg === INSTALLED ? join(ROOT, 'src/cli/bin.ts') : arg))]
}

/** @returns the lines of the sandboxing settings of a unit */
export function hardeningOf(unit: string): string[] {
  return unit
    .slice(unit.indexOf('UMask='), unit.includes('[Install]') ? unit.indexOf('[Install]') : undefined)
    .trim()
    .split('\n')
}
