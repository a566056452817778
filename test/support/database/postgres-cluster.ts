/** A PostgreSQL cluster of a test's own, which it may stop, kill and freeze: real processes on a free port of this machine. */

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chownSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { ended, signalAll } from '../service/process-tree.ts'
import { freePort } from '../service/test-server.ts'
import { makeDatabaseFolder } from './database-folder.ts'

const run = promisify(execFile)
/** A minute at the least: on a busy machine, a server takes many times as long to start. */
const ATTEMPTS = 2_400
const PAUSE_MS = 25

export interface Cluster {
  url: string
  /** Where its data lies, for a standby of it. */
  data: string
  /** Starts the server, also again on the same data and port, and waits until it answers. */
  start: () => Promise<void>
  /** Stops it as an operator does: clients are cut, what is committed is on the disk. */
  stop: () => Promise<void>
  /** kill -9 of all of its processes. */
  kill: () => Promise<void>
  /** Lets none of its processes do anything: connections stay open and nothing is said on them. */
  freeze: () => Promise<void>
  /** Lets it take no new connection; those that are open go on. */
  closeDoor: () => Promise<void>
  /** Ends both. */
  thaw: () => Promise<void>
  /** Makes a standby take writes. */
  promote: () => Promise<void>
  /** Stops it and deletes its data. */
  remove: () => Promise<void>
}

/** @param data creates the cluster's files, as the account, at the path given */
type CreateData = (path: string, account: Account) => Promise<unknown>
/** PostgreSQL refuses to run as root, so root runs it as the user `postgres`. */
type Account = { uid: number; gid: number } | Record<string, never>

/** Creates an empty cluster. It is not started yet. */
export function createCluster(binaries: string, settings: string[] = []): Promise<Cluster> {
  const options = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-N']
  return create(binaries, settings, (path, account) =>
    run(join(binaries, 'initdb'), ['-D', path, ...options], { ...account }),
  )
}

/** Creates a standby, named `standby`, of a cluster that has not been started yet. */
export function createStandby(binaries: string, primary: Cluster): Promise<Cluster> {
  const { port } = new URL(primary.url)
  const follow = `primary_conninfo=host=127.0.0.1 port=${port} user=postgres application_name=standby`
  return create(binaries, [follow, 'hot_standby=on'], async (path, account) => {
    await run('cp', ['-R', primary.data, path], { ...account })
    writeFileSync(join(path, 'standby.signal'), '')
  })
}

async function create(binaries: string, settings: string[], createData: CreateData): Promise<Cluster> {
  const folder = makeDatabaseFolder('sepet-postgres-')
  const account = await serverAccount()
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  await createData(data, account)
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  // Its shared memory lies in its folder, so that a server that was killed leaves nothing behind.
  const fixed = ['listen_addresses=127.0.0.1', 'dynamic_shared_memory_type=mmap', ...settings].flatMap(each => [
    '-c',
    each,
  ])
  const server = controls(url, () =>
    spawn(join(binaries, 'postgres'), ['-D', data, '-p', String(port), '-k', folder, ...fixed], {
      ...account,
      stdio: 'ignore',
    }),
  )
  return {
    url,
    data,
    ...server,
    promote: async () => void (await run(join(binaries, 'pg_ctl'), ['promote', '-D', data], { ...account })),
    remove: async () => {
      await server.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function controls(url: string, begin: () => ChildProcess) {
  let server: ChildProcess | undefined
  // A test that fails may not reach its end.
  process.once('exit', () => server?.kill('SIGKILL'))
  const end = async (finish: (running: ChildProcess) => Promise<void> | boolean) => {
    if (!server) return
    await finish(server)
    await ended(server)
  }
  return {
    start: async () => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        // Right after a kill, what the last processes held may not be free yet; then the new one ends by itself.
        if (!server || server.exitCode !== null || server.signalCode !== null) server = begin()
        if (await answers(url)) return
        await sleep(PAUSE_MS)
      }
      throw new Error('PostgreSQL did not start')
    },
    stop: () => end(running => running.kill('SIGINT')),
    kill: () => end(running => signalAll(running, 'SIGKILL')),
    closeDoor: async () => void server?.kill('SIGSTOP'),
    freeze: async () => server && signalAll(server, 'SIGSTOP'),
    thaw: async () => server && signalAll(server, 'SIGCONT'),
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}

async function serverAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])])
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}
