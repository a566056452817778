/**
 * PostgreSQL stopped, killed, frozen or unreachable: requests are refused in time, and served again after its return.
 */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { onOneConnection } from '../../../src/db/database.ts'
import { pruneRegularly } from '../../../src/jobs/prune.ts'
import { addItem, cartOf, linesOf } from '../../support/cart/cart.ts'
import { blackHole } from '../../support/database/black-hole.ts'
import { whileLocked } from '../../support/database/locks.ts'
import { assertAllUnavailable, assertUnavailable, type Tokens, untilReady } from '../../support/database/outage.ts'
import { clusterBinaries, withoutClusters } from '../../support/database/postgres-binaries.ts'
import { type Cluster, createCluster } from '../../support/database/postgres-cluster.ts'
import { ids } from '../../support/import/shop-file.ts'
import { ownTimeOf } from '../../support/runner/process-clock.ts'
import { record, rounds } from '../../support/runner/rounds.ts'
import { runSepet } from '../../support/service/process.ts'
import { type Answer, startServiceAt, type TestService } from '../../support/service/service.ts'
import { freePort } from '../../support/service/test-server.ts'
import { assertRefused, consumeHandoff, issueHandoff } from '../../support/web-checkout/checkout.ts'

const ROUNDS = rounds({ short: 1, long: 30 })
/** Deadlines for the first refusal: in general, and when PostgreSQL neither answers nor refuses a connection. */
const SOON_MS = 2_000
const NO_RESPONSE_MS = 4_000

describe('while PostgreSQL is unavailable', { skip: withoutClusters }, () => {
  let cluster: Cluster
  let service: TestService
  let credentials: Tokens
  before(async () => {
    cluster = await createCluster(clusterBinaries)
    await cluster.start()
    // A link is opened after an outage, which takes longer than a link usually lives on a busy machine.
    service = await startServiceAt(cluster.url, { HANDOFF_TOKEN_TTL_SECONDS: '3600' })
    const day = { ttlSeconds: 86_400 }
    credentials = {
      guest: await service.token('guest', day),
      member: await service.token('member', { id: String(ids.member), ...day }),
      admin: await service.token('admin', day),
      link: '',
    }
    await addItem(service, credentials.guest, ids.plain, 3)
  })
  after(async () => {
    await service.stop()
    await cluster.remove()
  })

  const port = () => Number(new URL(cluster.url).port)
  const readCart = () => service.call('GET', '/cart', { token: credentials.guest })
  /** Opens connections of the service, by holding so many at once. */
  const openConnections = (count: number): Promise<void> =>
    onOneConnection(service.database, async () => {
      if (count > 1) await openConnections(count - 1)
    })
  /** Reads the cart until `work` is done; each read must succeed. */
  async function assertServedWhile(work: () => Promise<void>): Promise<void> {
    let working = true
    const done = work().finally(() => (working = false))
    let reads = 0
    for (; working; reads++) assert.equal((await readCart()).status, 200)
    await done
    assert.ok(reads > 0)
  }

  let fillPort = async () => {}
  const ways = [
    { how: 'stopped', leave: () => cluster.stop(), limitMs: SOON_MS, comeBack: () => cluster.start() },
    { how: 'killed', leave: () => cluster.kill(), limitMs: SOON_MS, comeBack: () => cluster.start() },
    { how: 'frozen', leave: () => cluster.freeze(), limitMs: NO_RESPONSE_MS, comeBack: () => cluster.thaw() },
    {
      how: 'gone with its host, so that every packet is dropped',
      leave: async () => {
        await cluster.kill()
        fillPort = await blackHole(port())
      },
      limitMs: NO_RESPONSE_MS,
      comeBack: async () => {
        await fillPort()
        await cluster.start()
      },
    },
  ]
  for (const { how, leave, limitMs, comeBack } of ways) {
    it(`every endpoint answers 503 in time, and serves again soon after its return, when it is ${how}`, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        credentials.link = (await issueHandoff(service, credentials.member, { returnPath: '/odeme' })).token
        await leave()
        try {
          await assertAllUnavailable(service, credentials, limitMs)
          await assertAllUnavailable(service, credentials, SOON_MS)
        } finally {
          await comeBack()
        }
        await untilReady(service)
        assert.deepEqual(linesOf(cartOf(await readCart())), [`${ids.plain}×3`])
        assert.equal((await consumeHandoff(service, credentials.link)).headers.get('location'), '/odeme')
      }
      record(`PostgreSQL is ${how}`, `${ROUNDS} times refused in time and served again`)
    })
  }

  // Proves: unavailable-dependency
  it('a hundred concurrent requests to a frozen server are all refused in time', async () => {
    await readCart()
    await cluster.freeze()
    let answers: Answer[] = []
    const took = await ownTimeOf(async () => {
      answers = await Promise.all(Array.from({ length: 100 }, readCart))
    })
    await cluster.thaw()
    for (const answer of answers) assertUnavailable(answer)
    assert.ok(took < NO_RESPONSE_MS, `the last answer took ${took} ms`)
    await untilReady(service)
  })

  it('pruning reports an error, and continues after the database has returned', async t => {
    await service.database.kysely.insertInto('used_handoffs').values({ jti: 'old', expires_at: 1 }).execute()
    t.mock.timers.enable({ apis: ['setInterval'] })
    const errors: unknown[] = []
    const stop = pruneRegularly(service.database, {
      guestCartTtlDays: 30,
      eventRetentionDays: 30,
      now: Date.now,
      onError: error => errors.push(error),
      onClockAhead: step => errors.push(step),
    })
    await cluster.kill()
    t.mock.timers.tick(5 * 60_000)
    while (errors.length === 0) await sleep(10)
    await cluster.start()
    await untilReady(service)
    t.mock.timers.tick(5 * 60_000)
    const old = service.database.kysely.selectFrom('used_handoffs').where('jti', '=', 'old').select('jti')
    while ((await old.execute()).length > 0) await sleep(10)
    await stop()
    assert.equal(errors.length, 1)
  })

  it('a lock held by another session refuses only the requests that need it', async () => {
    await assertServedWhile(async () => {
      const links = await Promise.all(Array.from({ length: 4 }, () => issueHandoff(service, credentials.member)))
      await whileLocked(cluster.url, 'web_sessions', async () => {
        for (const answer of await Promise.all(links.map(({ token }) => consumeHandoff(service, token))))
          assertRefused(answer)
      })
      for (const { token } of links)
        assert.equal((await consumeHandoff(service, token)).headers.get('location'), '/sepet')
    })
  })

  it('a server that accepts no new connections is still used over open connections', async () => {
    const { token } = await issueHandoff(service, credentials.member)
    await openConnections(5)
    await assertServedWhile(async () => {
      await whileLocked(cluster.url, 'web_sessions', async () => {
        await cluster.stopAccepting()
        assertRefused(await consumeHandoff(service, token))
        await sleep(1_000)
        await cluster.thaw()
      })
    })
  })

  it('the service does not start, and prints the reason in one line', async () => {
    await cluster.kill()
    const { DATA_DIR, DATABASE_URL = '' } = service.config
    const { status, stderr } = await runSepet(['serve'], { DATA_DIR, DATABASE_URL })
    const host = new URL(DATABASE_URL).host
    const what = `PostgreSQL accepts no connection. ${host}: connect ECONNREFUSED ${host}.`
    const next = 'Does PostgreSQL run there, and are host and port in DATABASE_URL right?'
    assert.deepEqual([status, stderr], [1, `sepet: ${what} ${next}\n`])
    await cluster.start()
    await untilReady(service)
  })

  it('a host that refuses connections or drops packets is skipped when DATABASE_URL lists several', async () => {
    const silent = await freePort()
    const open = await blackHole(silent)
    const peer = await service.startPeer({
      DATABASE_URL: `postgres://postgres@127.0.0.1:9,127.0.0.1:${silent},127.0.0.1:${port()}/postgres`,
    })
    const answer = await peer.call('GET', '/cart', { token: credentials.guest })
    await peer.stop()
    await open()
    assert.deepEqual(linesOf(cartOf(answer)), [`${ids.plain}×3`])
  })
})
