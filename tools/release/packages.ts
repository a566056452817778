/** The packages of a release: packed, installed into an empty folder, and started there. */

import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { npmCommand } from '../npm.ts'
import { ReleaseError } from './release-error.ts'
import { run, runNpm, tryRun } from './run.ts'

/** A package as `npm pack` describes it; sizes are bytes. */
export interface Packed {
  name: string
  version: string
  filename: string
  size: number
  unpackedSize: number
  files: { path: string }[]
}

/** Codes of npm for a registry that is not reached. */
const UNREACHED =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED)\b/

/** Compiles and packs server and client of a clone into a folder. @throws ReleaseError when one cannot be packed, or has another version */
export function packAll(clone: string, target: string, version: string): Packed[] {
  mkdirSync(target, { recursive: true })
  const all = [[], ['--workspace', 'packages/client']].map(of => pack(clone, target, of))
  const other = all.find(each => each.version !== version)
  if (other) throw new ReleaseError(`npm pack has made ${other.filename}, and not the version ${version}.`)
  return all
}

function pack(clone: string, target: string, of: readonly string[]): Packed {
  // The compiler of `prepack` writes before the list.
  const output = runNpm(clone, 'pack', ...of, '--json', '--pack-destination', target)
  const [packed] = JSON.parse(output.slice(output.search(/^\[$/m))) as Packed[]
  if (!packed) throw new ReleaseError('npm pack has packed nothing.')
  return packed
}

/** Counts the files of a package by their top folder. @returns texts such as `dist 500` */
export function countByFolder({ files }: Packed): string[] {
  const folders = Map.groupBy(files, ({ path }) => (path.includes('/') ? (path.split('/')[0] ?? '') : 'top'))
  return [...folders].map(([folder, members]) => `${folder} ${members.length}`)
}

/** Where packages were started. */
export interface Started {
  /** Whether their dependencies came from the registry, or were lent by the clone since it is not reached. */
  dependencies: 'registry' | 'lent'
  /** What `sepet --version` has printed. */
  printed: string
}

/**
 * Installs the packages into an empty folder, runs the command of the server and imports the client.
 * @param folder does not exist yet
 * @throws ReleaseError when one does not start, or has another version
 */
export function startPackages(folder: string, archives: readonly string[], clone: string): Started {
  mkdirSync(folder)
  const dependencies = installAll(folder, archives) ? 'registry' : 'lent'
  if (dependencies === 'lent') unpackAll(folder, archives, clone)
  const modules = join(folder, 'node_modules')
  const printed = run(folder, process.execPath, join(modules, 'sepet/dist/cli/bin.js'), '--version').trim()
  for (const name of ['sepet-client', 'sepet-client/admin']) {
    run(folder, process.execPath, '--input-type=module', '--eval', `await import('${name}')`)
  }
  return { dependencies, printed }
}

/** Installs packages with their dependencies. @returns whether the registry was reached @throws ReleaseError for any other failure */
function installAll(folder: string, archives: readonly string[]): boolean {
  const [command, ...before] = npmCommand()
  const options = ['--prefix', folder, '--no-audit', '--no-fund', '--fetch-retries', '0']
  const { status, stderr } = tryRun(folder, command, ...before, 'install', ...options, ...archives)
  if (status !== 0 && !UNREACHED.test(stderr)) throw new ReleaseError(`The packages cannot be installed:\n${stderr}`)
  return status === 0
}

/** Unpacks packages side by side, below the dependencies of the clone. */
function unpackAll(folder: string, archives: readonly string[], clone: string): void {
  for (const [index, name] of ['sepet', 'sepet-client'].entries()) {
    const target = join(folder, 'node_modules', name)
    mkdirSync(target, { recursive: true })
    run(target, 'tar', '--extract', '--file', archives[index] ?? '', '--strip-components', '1')
  }
  symlinkSync(join(clone, 'node_modules'), join(folder, '..', 'node_modules'))
}
