/** PostgreSQL clusters for one test, which can be stopped, killed and frozen: real processes on a free port. */

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chownSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { endWithParent } from '../service/end-with-parent.ts'
import { ended, signalAll } from '../service/process-tree.ts'
import { freePort } from '../service/test-server.ts'
import { makeDatabaseFolder } from './database-folder.ts'

const run = promisify(execFile)
/** Attempts to connect after a start: at least a minute in total, because a start is slow on a busy machine. */
const ATTEMPTS = 2_400
const PAUSE_MS = 25

/** A cluster and the controls of its server. */
export interface Cluster {
  url: string
  /** The data folder, which a standby copies. */
  data: string
  /** Starts or restarts the server on the same data and port, and waits until it answers. */
  start: () => Promise<void>
  /** Stops the server in fast mode: connections are closed, committed data is on the disk. */
  stop: () => Promise<void>
  /** Sends SIGKILL to all processes of the server. */
  kill: () => Promise<void>
  /** Sends SIGSTOP to all processes: connections stay open, and no data is sent on them. */
  freeze: () => Promise<void>
  /** Sends SIGSTOP to the main process: new connections are not accepted, open ones still work. */
  stopAccepting: () => Promise<void>
  /** Sends SIGCONT to all processes: ends `freeze` and `stopAccepting`. */
  thaw: () => Promise<void>
  /** Promotes a standby to a primary. */
  promote: () => Promise<void>
  /** Kills the server and deletes its data. */
  remove: () => Promise<void>
}

/** Creates the files of a cluster at a path, as an account. */
type CreateData = (path: string, account: Account) => Promise<unknown>
/** The account of the server: PostgreSQL refuses to run as root, so root runs it as the user `postgres`. */
type Account = { uid: number; gid: number } | Record<string, never>

/** Creates an empty cluster, without starting it. */
export function createCluster(binaries: string, settings: string[] = []): Promise<Cluster> {
  const options = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-N']
  return create(binaries, settings, (path, account) =>
    run(join(binaries, 'initdb'), ['-D', path, ...options], { ...account }),
  )
}

/** Creates a standby with the name `standby`; its primary must not have been started. */
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
  // Shared memory is mapped from files of the folder, so that a killed server leaves nothing behind.
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
  const end = async (finish: (running: ChildProcess) => Promise<void> | boolean) => {
    if (!server) return
    await finish(server)
    await ended(server)
  }
  return {
    start: async () => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        // After a kill, resources of the old processes may still be in use; then the new server exits, and is started again.
        if (!server || server.exitCode !== null || server.signalCode !== null) server = endWithParent(begin())
        if (await answers(url)) return
        await sleep(PAUSE_MS)
      }
      throw new Error('PostgreSQL did not start')
    },
    stop: () => end(running => running.kill('SIGINT')),
    kill: () => end(running => signalAll(running, 'SIGKILL')),
    stopAccepting: async () => void server?.kill('SIGSTOP'),
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
