/**
 * The log while PostgreSQL is unavailable: one line with the cause for each refused request, so that an outage does not
 * fill the disk.
 */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { whileLocked } from '../../support/database/locks.ts'
import { assertUnavailable, untilReady } from '../../support/database/outage.ts'
import { clusterBinaries, withoutClusters } from '../../support/database/postgres-binaries.ts'
import { type Cluster, createCluster } from '../../support/database/postgres-cluster.ts'
import { startServiceAt, type TestService } from '../../support/service/service.ts'

/** A parsed log line. */
interface Warning {
  level: string
  msg: string
  err: Record<string, unknown>
}

describe('the log while PostgreSQL is unavailable', { skip: withoutClusters }, () => {
  let cluster: Cluster
  let service: TestService
  let token: string
  before(async () => {
    cluster = await createCluster(clusterBinaries)
    await cluster.start()
    service = await startServiceAt(cluster.url)
    token = await service.token('guest', { ttlSeconds: 86_400 })
  })
  beforeEach(() => service.log.splice(0))
  after(async () => {
    await service.stop()
    await cluster.remove()
  })

  const readCart = () => service.call('GET', '/cart', { token })
  /** The lines above the level info, which every request has, without that of the deliveries, which can come seconds later. */
  const warnings = () =>
    service.log
      .map(line => JSON.parse(line) as Warning)
      .filter(({ level, msg }) => level !== 'info' && msg !== 'webhooks cannot be delivered')

  it('has one more line for each refused request: the cause, without a stack', async () => {
    await cluster.stop()
    let logged: Warning[] = []
    try {
      for (let n = 0; n < 10; n++) assertUnavailable(await readCart())
      logged = warnings()
    } finally {
      await cluster.start()
    }
    await untilReady(service)
    assert.equal(logged.length, 10)
    for (const { level, msg, err } of logged) {
      assert.deepEqual([level, msg], ['warn', 'unavailable'])
      assert.ok(err.type)
      assert.doesNotMatch(JSON.stringify(err), /stack| {4}at /)
    }
  })

  it('has the SQLSTATE when PostgreSQL terminates a statement', async () => {
    const end = sql`select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'`
    const answer = await whileLocked(cluster.url, 'shop', async () => {
      const asked = readCart()
      while ((await end.execute(service.database.kysely)).rows.length === 0) await sleep(1)
      return asked
    })
    assertUnavailable(answer)
    assert.deepEqual(
      warnings().map(({ level, err }) => [level, err]),
      [['warn', { type: 'error', code: '57P01' }]],
    )
  })
})
