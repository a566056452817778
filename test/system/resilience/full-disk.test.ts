/** Databases of both engines on file systems that are full: writes are refused and say why, reads go on, and room cures it. */

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { CUSTOMERS, IMPORTS } from '../../../src/api-paths.ts'
import type { Engine } from '../../../src/db/database.ts'
import { addItem, cartOf, refusalsOf } from '../../support/cart/cart.ts'
import { engines, withoutPostgres } from '../../support/database/engines.ts'
import { assertUnavailable } from '../../support/database/outage.ts'
import { clusterBinaries, withoutClusters } from '../../support/database/postgres-binaries.ts'
import { createCluster } from '../../support/database/postgres-cluster.ts'
import { ids, product } from '../../support/import/shop-file.ts'
import { runSepet, serveProcess } from '../../support/service/process.ts'
import { type Answer, startService, startServiceAt, type TestService } from '../../support/service/service.ts'
import { assertRefused, consumeHandoff, issueHandoff } from '../../support/web-checkout/checkout.ts'

/** The reason why file systems of a few megabytes cannot be made, or false. */
const withoutMounts =
  process.platform === 'linux' && process.getuid?.() === 0 ? false : 'only root of Linux mounts small file systems'
const FULL = 'The disk of the database is full. Nothing was written.'
/** Links that are still valid when a busy machine has filled the disk: an expired one is refused without a write. */
const LASTING = { HANDOFF_TOKEN_TTL_SECONDS: '3600' }

interface Shop {
  service: TestService
  /** The small file system. */
  disk: string
  stop: () => Promise<void>
}

function mount(disk: string, size: string): void {
  mkdirSync(disk, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0777`, 'sepet-test', disk])
}

/** PostgreSQL's tables are on the small file system, its log is not: a full log ends the server. */
async function startOnPostgres(disk: string): Promise<Shop> {
  const cluster = await createCluster(clusterBinaries)
  const { uid, gid } = statSync(cluster.data)
  mkdirSync(join(disk, 'tables'))
  chownSync(join(disk, 'tables'), uid, gid)
  await cluster.start()
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  await client.query(`create tablespace small location '${join(disk, 'tables')}'`)
  await client.query('create database shop tablespace small')
  await client.end()
  const service = await startServiceAt(cluster.url.replace(/postgres$/, 'shop'), LASTING)
  const stop = async () => {
    await service.stop()
    await cluster.remove()
  }
  return { service, disk, stop }
}

async function startOnSqlite(disk: string): Promise<Shop> {
  const before = process.env.TEST_DATABASE_FOLDER
  process.env.TEST_DATABASE_FOLDER = disk
  try {
    const service = await startService('sqlite', LASTING)
    return { service, disk, stop: service.stop }
  } finally {
    if (before === undefined) delete process.env.TEST_DATABASE_FOLDER
    else process.env.TEST_DATABASE_FOLDER = before
  }
}

const starts: Record<Engine, (disk: string) => Promise<Shop>> = { sqlite: startOnSqlite, postgres: startOnPostgres }

for (const engine of engines) {
  const reason = withoutMounts || (engine === 'postgres' && withoutClusters)
  describe(`a full disk under ${engine}`, { skip: reason }, () => {
    let folder: string
    let shop: Shop
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'sepet-full-'))
      execFileSync('chmod', ['755', folder])
      const disk = join(folder, 'disk')
      mount(disk, engine === 'sqlite' ? '24m' : '64m')
      shop = await starts[engine](disk)
    })
    after(async () => {
      await shop.stop()
      execFileSync('umount', [join(folder, 'disk')])
      rmSync(folder, { recursive: true })
    })

    it('refuses writes with the reason, goes on with reads, and accepts writes once there is room', async () => {
      const { service, disk } = shop
      const [token, admin] = [await service.token('guest'), await service.token('admin')]
      await addItem(service, token, ids.plain, 3)
      const create = () =>
        service.call('POST', CUSTOMERS, {
          token: admin,
          body: Array.from({ length: 100 }, () => ({ address: 'x'.repeat(400) })),
        })
      fill(join(disk, 'filler'))
      service.log.splice(0)
      let answer = await create()
      // Pages that the database has free already take the first writes.
      while (answer.status === 201) answer = await create()
      assertUnavailable(answer)
      assert.equal((answer.json as { errors: { detail: string }[] }).errors[0]?.detail, FULL)
      assert.ok(service.log.some(line => line.includes('"msg":"the disk of the database is full"')))
      const cart = cartOf(await service.call('GET', '/cart', { token }))
      assert.equal(cart.data.attributes.totalQuantity, 3)
      const ready = await service.call('GET', '/health/ready')
      assert.deepEqual([ready.status, ready.json], [200, { status: 'ok', detail: FULL }])
      rmSync(join(disk, 'filler'))
      assert.equal((await create()).status, 201)
    })

    it('is named by readiness after a refused write of a cart, a failed link and a failed import, each on its own', async t => {
      const { service, disk } = shop
      const startPeer = async () => {
        const peer = await service.startPeer()
        t.after(peer.stop)
        return peer
      }
      const [carts, links, imports] = [await startPeer(), await startPeer(), await startPeer()]
      const guests = await Promise.all(Array.from({ length: 50 }, () => service.token('guest')))
      const tokens: string[] = []
      for (const guest of guests) tokens.push((await issueHandoff(service, guest)).token)
      const readiness = async (peer: TestService) => (await peer.call('GET', '/health/ready')).json
      assert.deepEqual(await readiness(carts), { status: 'ok' })
      fill(join(disk, 'filler'))

      const body = { productId: ids.plain, quantity: 1 }
      const add = async () => carts.call('POST', '/cart-items', { token: await service.token('guest'), body })
      assertUnavailable(await untilRefused(add, ({ status }) => status !== 201))
      assert.deepEqual(await readiness(carts), { status: 'ok', detail: FULL })

      const consume = () => consumeHandoff(links, tokens.pop() ?? assert.fail('every link was accepted'))
      assertRefused(await untilRefused(consume, ({ headers }) => !headers.has('set-cookie')))
      assert.deepEqual(await readiness(links), { status: 'ok', detail: FULL })

      const token = await service.token('admin', { scope: 'catalogue:write' })
      const products = Array.from({ length: 2_000 }, (_, index) => product({ id: 1_000 + index }))
      const answer = await imports.call('POST', IMPORTS, { token, body: { products } })
      assert.deepEqual(refusalsOf(answer), ['503 unavailable'])
      assert.deepEqual(await readiness(imports), { status: 'ok', detail: FULL })
      rmSync(join(disk, 'filler'))
    })
  })
}

describe('an import on a full disk of temporary files', { skip: withoutMounts }, () => {
  for (const engine of engines) {
    it(`names that disk in answer, log and readiness under ${engine}`, {
      skip: engine === 'postgres' && withoutPostgres,
    }, async t => {
      const folder = mkdtempSync(join(tmpdir(), 'sepet-full-'))
      mount(folder, '24m')
      const service = await startService(engine)
      const before = process.env.SQLITE_TMPDIR
      t.after(async () => {
        if (before === undefined) delete process.env.SQLITE_TMPDIR
        else process.env.SQLITE_TMPDIR = before
        await service.stop()
        execFileSync('umount', [folder])
        rmSync(folder, { recursive: true })
      })
      process.env.SQLITE_TMPDIR = folder
      fill(join(folder, 'filler'))
      const token = await service.token('admin', { scope: 'catalogue:write' })
      const customers = Array.from({ length: 150_000 }, (_, id) => ({ id: id + 1, email: `${randomUUID()}@a.example` }))
      const answer = await service.call('POST', IMPORTS, { token, body: { customers } })
      assertUnavailable(answer)
      const detail = 'The disk of the folder of temporary files is full. Nothing was written.'
      assert.equal((answer.json as { errors: { detail: string }[] }).errors[0]?.detail, detail)
      assert.ok(service.log.some(line => line.includes('"msg":"the disk of the folder of temporary files is full"')))
      assert.deepEqual((await service.call('GET', '/health/ready')).json, { status: 'ok', detail })
    })
  }
})

describe('the start of a server on a full disk', { skip: withoutMounts }, () => {
  it('names the folder and the cure, leaves nothing but an empty lock, and succeeds once there is room', async t => {
    const folder = mkdtempSync(join(tmpdir(), 'sepet-full-'))
    mount(folder, '24m')
    t.after(() => {
      execFileSync('umount', [folder])
      rmSync(folder, { recursive: true })
    })
    const DATA_DIR = join(folder, 'data')
    mkdirSync(DATA_DIR)
    fill(join(folder, 'filler'))
    const { status, stdout, stderr } = await runSepet(['serve', '--port', '0'], { DATA_DIR })
    assert.deepEqual([status, stdout], [1, ''])
    assert.equal(stderr, `sepet: The disk of DATA_DIR, ${DATA_DIR}, is full: make room on it.\n`)
    assert.deepEqual(readdirSync(DATA_DIR), ['server.lock'])
    rmSync(join(folder, 'filler'))
    const serving = await serveProcess({ DATA_DIR })
    assert.equal(existsSync(join(DATA_DIR, 'server.lock-journal')), false)
    await serving.kill('SIGTERM')
    fill(join(folder, 'filler'))
    const again = await runSepet(['serve', '--port', '0'], { DATA_DIR })
    assert.equal(again.status, 1)
    // SQLite reports the missing room for the index of its log as an error of the disk.
    assert.match(again.stderr, /^sepet: .*sepet-full-\w+\/data.* full: make room on it\.\n$/)
  })
})

/** Repeats a write until it is refused: pages that the database has free already take the first ones. */
async function untilRefused(write: () => Promise<Answer>, isRefused: (answer: Answer) => boolean): Promise<Answer> {
  for (;;) {
    const answer = await write()
    if (isRefused(answer)) return answer
  }
}

/** Takes all room of a file system. */
function fill(path: string): void {
  const { bavail, bsize } = statfsSync(join(path, '..'))
  writeFileSync(path, Buffer.alloc(bavail * bsize))
}
