/**
 * kill -9 of the server, and of PostgreSQL, while baskets of several items are held, completed, released and cancelled: every order has all of
 * its items or none, no subtraction is lost, and a repeated request takes nothing twice.
 */

import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { stockBasket } from '../../support/checkouts/baskets.ts'
import { assertStockMatches, storedStocks } from '../../support/checkouts/settled.ts'
import { guardedShop } from '../../support/checkouts/stock.ts'
import { engines } from '../../support/database/engines.ts'
import { untilIdle } from '../../support/database/outage.ts'
import { clusterBinaries, withoutClusters } from '../../support/database/postgres-binaries.ts'
import { type Cluster, createCluster } from '../../support/database/postgres-cluster.ts'
import { killDatabaseWhileWriting, killWhileWriting, type Writer } from '../../support/resilience/crash.ts'
import { basketOrderer } from '../../support/resilience/crash-stock.ts'
import { record, rounds } from '../../support/runner/rounds.ts'
import { startService, startServiceAt, type TestService } from '../../support/service/service.ts'

const ROUNDS = rounds({ short: 3, long: 100 })
/** Enough for all orders of a long run. */
const STOCK = 1_000_000.5
/** Pieces of each item in the baskets of each writer. */
const QUANTITIES = [1, 2, 3, 4]

for (const engine of engines) {
  describe(`kill -9 during orders of guarded stock on ${engine}`, () => {
    it(`${ROUNDS} times leaves stocks and reservations that match the orders`, async () => {
      const witness = await startService(engine)
      const acknowledged = await orderThrough(witness, writers =>
        killWhileWriting(witness, ROUNDS, writers, () => randomInt(150)),
      )
      record(`kill -9 during orders of guarded stock on ${engine}`, `${ROUNDS} times; ${acknowledged} orders`)
      await witness.stop()
    })
  })
}

describe('kill -9 of PostgreSQL during orders of guarded stock', { skip: withoutClusters }, () => {
  let cluster: Cluster
  let service: TestService
  before(async () => {
    cluster = await createCluster(clusterBinaries)
    await cluster.start()
    service = await startServiceAt(cluster.url)
  })
  after(async () => {
    await service.stop()
    await cluster.remove()
  })

  it(`${ROUNDS} times leaves stocks and reservations that match the orders`, async () => {
    const acknowledged = await orderThrough(service, writers =>
      killDatabaseWhileWriting(cluster, service, ROUNDS, writers),
    )
    record('kill -9 of PostgreSQL during orders of guarded stock', `${ROUNDS} times; ${acknowledged} orders`)
  })
})

/**
 * Orders from a shop while something is killed, and asserts that the stocks match the orders, then and after the repetition of the requests
 * that were not answered.
 * @returns the number of orders whose requests were all acknowledged
 */
async function orderThrough(service: TestService, killing: (writers: Writer[]) => Promise<void>): Promise<number> {
  await guardedShop(service)
  await stockBasket(service, STOCK)
  const set = await storedStocks(service.database)
  const writers = await Promise.all(QUANTITIES.map(quantity => basketOrderer(service, quantity)))
  await killing(writers)
  await untilIdle(service.database)
  await assertStockMatches(service.database, { set })
  for (const { check } of writers) await check()
  await assertStockMatches(service.database, { set })
  const acknowledged = writers.map(each => each.acknowledged())
  assert.ok(acknowledged.every(orders => orders >= ROUNDS))
  return acknowledged.reduce((sum, orders) => sum + orders, 0)
}
