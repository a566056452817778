/** `sepet transfer` where it is refused, killed, or meets servers and other writers: the target stays as it was. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, transaction } from '../../../src/db/database.ts'
import { openDatabase, serverLockFile } from '../../../src/db/open.ts'
import { lockServer } from '../../../src/db/sqlite/server-lock.ts'
import { saveTransferMark } from '../../../src/db/transfer-mark.ts'
import { createDatabase, type TestDatabase, withoutPostgres } from '../../support/database/engines.ts'
import { whileLocked } from '../../support/database/locks.ts'
import { migrateBefore } from '../../support/database/migrations.ts'
import { query } from '../../support/database/query.ts'
import { type Snapshot, takeSnapshot } from '../../support/database/snapshot.ts'
import { runSepet, serveProcess, spawnSepet } from '../../support/service/process.ts'
import { startServiceOn } from '../../support/service/service.ts'
import { runTransfer } from '../../support/transfer/run-transfer.ts'

const SECRETS = { ACCESS_TOKEN_SECRET: 'a'.repeat(64), HANDOFF_SECRET: 'b'.repeat(64), LOG_LEVEL: 'warn' }

describe('a transfer', { skip: withoutPostgres }, () => {
  let embedded: TestDatabase
  let postgres: TestDatabase
  let url: string
  beforeEach(async () => {
    embedded = await createDatabase('sqlite', { content: 'shop' })
    postgres = await createDatabase('postgres', { content: 'schema' })
    url = urlOf(postgres)
  })
  afterEach(async () => {
    await embedded.drop()
    await postgres.drop()
  })

  it('is wrong usage without one URL of PostgreSQL, of which the message has no part', async () => {
    for (const [args, message] of [
      [[], /^sepet: name the PostgreSQL database by --to or --from\.\n/],
      [['--to', url, '--from', url], /^sepet: option '--from <url>' cannot be used with option '--to <url>'\.\n/],
      [['--to', 'mysql://sepet:hunter2@db/sepet'], /^sepet: --to must look like postgres:\/\/user:password@host.*\n/],
    ] as const) {
      const { status, stderr } = await runSepet(['transfer', ...args], embedded.env)
      assert.equal(status, 2)
      assert.match(stderr, message)
      assert.doesNotMatch(stderr, /hunter2/)
    }
  })

  it('is refused where a database is missing, cannot be reached or is not of this user, with the cure', async () => {
    const nowhere = { ...embedded.env, DATA_DIR: `${embedded.env.DATA_DIR}/none` }
    await assert.rejects(
      runTransfer('--to', nowhere.DATA_DIR, url),
      /no embedded database at .*none.*Is DATA_DIR right\?/,
    )
    const at = (change: (url: URL) => void) => {
      const other = new URL(url)
      change(other)
      return runTransfer('--to', embedded, other.href)
    }
    await assert.rejects(
      at(other => (other.port = '1')),
      /ECONNREFUSED.* are host and port in --to right\?$/,
    )
    await assert.rejects(
      at(other => (other.pathname = '/none')),
      /does not exist\. Create .* name another in --to\.$/,
    )
    await withRole(async role => {
      const stranger = (other: URL) => Object.assign(other, { username: role, password: role })
      await assert.rejects(at(stranger), /Permission denied for .*\. The user in --to has to own the database/)
      await query(url, 'drop schema public cascade; create schema public')
      await assert.rejects(at(stranger), /The user in --to has to own the database/)
    })
  })

  it('is refused into a database or folder with data, which stays as it was', async () => {
    const full = await createDatabase('postgres', { content: 'shop' })
    const [before, source] = [await snapshotOf(full), await snapshotOf(embedded)]
    await assert.rejects(runTransfer('--to', embedded, full), /The target has data, in the table \w+, and nothing was/)
    await assert.rejects(
      runTransfer('--from', embedded, full),
      /The target has data, in the table \w+, and nothing was/,
    )
    assert.deepEqual([await snapshotOf(full), await snapshotOf(embedded)], [before, source])
    await full.drop()
  })

  it('is refused with a source of another version', async () => {
    const old = await createDatabase('sqlite')
    const database = open(old)
    await migrateBefore(database, '0038-transfer')
    await database.close()
    await assert.rejects(runTransfer('--to', old, url), /lacks 0038-transfer.*: run `sepet migrate`/)
    await old.drop()
  })

  it('is refused while a server runs on either side, or did so less than 20 seconds ago', async () => {
    const lock = lockServer(serverLockFile(embedded.env))
    await assert.rejects(
      runTransfer('--to', embedded, url),
      /A server or another transfer runs on the embedded database in/,
    )
    lock?.end()
    const service = await startServiceOn({ ...postgres, drop: async () => {} }, {})
    await assert.rejects(
      runTransfer('--to', embedded, url),
      /^CommandError: A server runs on the PostgreSQL database: stop/,
    )
    await service.stop()
    const killed = await serveProcess({ ...postgres.env, ...SECRETS })
    await killed.kill('SIGKILL')
    await assert.rejects(runTransfer('--to', embedded, url), /One that was killed counts as running for 20 seconds\.$/)
    await query(url, 'update server_marks set seen_at = seen_at - 20000')
    assert.match(await runTransfer('--to', embedded, url), /^Transferred to PostgreSQL/m)
  })

  it('is refused while somebody writes to the PostgreSQL database', async () => {
    await whileLocked(url, 'products', () =>
      assert.rejects(
        runTransfer('--to', embedded, url),
        /Somebody writes to the PostgreSQL database, such as an import/,
      ),
    )
  })

  it('leaves the target as it was where the copy differs, and the source without a mark', async () => {
    await query(
      url,
      `create function change() returns trigger language plpgsql as $$begin new.name = 'changed'; return new; end$$;
       create trigger change before insert on products for each row execute function change()`,
    )
    const [before, source] = [await snapshotOf(postgres), await snapshotOf(embedded)]
    await assert.rejects(
      runTransfer('--to', embedded, url),
      /The copy differs, and nothing was transferred: products has \d rows with the checksum \w{32}, then \d rows with/,
    )
    assert.deepEqual([await snapshotOf(postgres), await snapshotOf(embedded)], [before, source])
  })

  it('to PostgreSQL that is killed leaves both as they were, keeps servers out while it runs, and is repeated', async () => {
    await query(
      url,
      `create function wait() returns trigger language plpgsql as $$begin perform pg_sleep(600); return new; end$$;
       create trigger wait before insert on variants for each row execute function wait()`,
    )
    const [before, source] = [await snapshotOf(postgres), await snapshotOf(embedded)]
    const ended = await whileWaiting(['transfer', '--to', url], embedded.env, {
      beside: async () => {
        const beside = await Promise.all([
          runSepet(['serve', '--port', '0'], embedded.env),
          runSepet(['serve', '--port', '0'], { ...postgres.env, ...SECRETS }),
        ])
        assert.deepEqual(
          beside.map(({ status }) => status),
          [1, 1],
        )
        assert.match(beside[0].stderr, /^sepet: Another server or a transfer runs on the embedded database in .*\n$/)
        assert.match(
          beside[1].stderr,
          /^sepet: `sepet transfer` runs on this database: start the server when it has ended\.\n$/,
        )
      },
    })
    assert.deepEqual(ended, { by: 'SIGKILL', stderr: '' })
    await query(url, 'drop trigger wait on variants; drop function wait')
    assert.deepEqual([await snapshotOf(postgres), await snapshotOf(embedded)], [before, source])
    assert.match(await runTransfer('--to', embedded, url), /^Transferred to PostgreSQL/m)
  })

  it('from PostgreSQL that is interrupted or killed leaves both as they were, and is repeated', async () => {
    const [full, empty] = [await createDatabase('postgres', { content: 'shop' }), await createDatabase('sqlite')]
    await query(
      urlOf(full),
      `alter table variants rename to stored; create view variants as select stored.* from stored, pg_sleep(600)`,
    )
    const stopped = (signal: NodeJS.Signals) => whileWaiting(['transfer', '--from', urlOf(full)], empty.env, { signal })
    assert.deepEqual(await stopped('SIGINT'), { by: 'SIGINT', stderr: 'Interrupted: nothing was transferred.\n' })
    assert.deepEqual(await stopped('SIGKILL'), { by: 'SIGKILL', stderr: '' })
    await query(urlOf(full), 'drop view variants; alter table stored rename to variants')
    const database = open(empty)
    assert.deepEqual(await database.kysely.introspection.getTables(), [])
    await database.close()
    assert.match(await runTransfer('--from', empty, full), /^Transferred to the embedded database in /m)
    for (const each of [full, empty]) await each.drop()
  })

  it('makes a server that was halted meanwhile fail its readiness', async () => {
    const service = await startServiceOn({ ...postgres, drop: async () => {} }, {})
    const isReady = async () => (await service.call('GET', '/health/ready')).status === 200
    assert.ok(await isReady())
    await transaction(service.database, queries => saveTransferMark(queries, { target: 'elsewhere', transferredAt: 1 }))
    while (await isReady()) await sleep(50)
    assert.ok(service.log.some(line => line.includes('the database was transferred while this server ran')))
    await service.stop()
  })

  /** Runs the command until a statement of the database sleeps, then `beside`, and sends it a signal. @returns what has ended it */
  async function whileWaiting(
    args: string[],
    env: NodeJS.ProcessEnv,
    { signal = 'SIGKILL', beside = async () => {} }: { signal?: NodeJS.Signals; beside?: () => Promise<void> },
  ): Promise<{ by: unknown; stderr: string }> {
    const server = urlOf(postgres)
    const name = new URL(args.at(-1) ?? '').pathname.slice(1)
    const sleeping = `select pid from pg_stat_activity where datname = '${name}' and wait_event = 'PgSleep'`
    const child = spawnSepet(args, env)
    const closed = new Promise(resolve => child.once('close', (status, by) => resolve(by ?? status)))
    let stderr = ''
    child.stderr?.setEncoding('utf8').on('data', text => (stderr += text))
    while (child.exitCode === null && (await query(server, sleeping)).length === 0) await sleep(20)
    await beside()
    child.kill(signal)
    const by = await closed
    // PostgreSQL notices the end of the connection only after the statement.
    await query(server, `select pg_terminate_backend(pid, 10000) from (${sleeping}) as each`)
    return { by, stderr }
  }
})

/** A user of the server without rights, for a moment. */
async function withRole(work: (role: string) => Promise<void>): Promise<void> {
  const server = process.env.TEST_POSTGRES_URL ?? ''
  const role = `sepet_test_${randomBytes(6).toString('hex')}`
  await query(server, `create role ${role} login password '${role}'`)
  try {
    await work(role)
  } finally {
    await query(server, `drop owned by ${role}; drop role ${role}`)
  }
}

function urlOf({ env }: TestDatabase): string {
  return env.DATABASE_URL ?? ''
}

function open({ env }: TestDatabase): Database {
  return openDatabase({ DATABASE_URL: undefined, ...env })
}

async function snapshotOf(testDatabase: TestDatabase): Promise<Snapshot> {
  const database = open(testDatabase)
  const snapshot = await takeSnapshot(database)
  await database.close()
  return snapshot
}
