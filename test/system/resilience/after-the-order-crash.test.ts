/**
 * kill -9 of the server, and of PostgreSQL, while stocks are sent with keys, links to carts are made and opened, carts are replaced and ends of
 * holds are told: nothing is half written, and a repetition does nothing twice.
 */

import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { engines } from '../../support/database/engines.ts'
import { untilIdle } from '../../support/database/outage.ts'
import { clusterBinaries, withoutClusters } from '../../support/database/postgres-binaries.ts'
import { type Cluster, createCluster } from '../../support/database/postgres-cluster.ts'
import { killDatabaseWhileWriting, killWhileWriting, type Writer } from '../../support/resilience/crash.ts'
import { cartReplacer, endTeller, linkOpener, stockSender } from '../../support/resilience/crash-after-order.ts'
import { record, rounds } from '../../support/runner/rounds.ts'
import { startService, startServiceAt, type TestService } from '../../support/service/service.ts'

const ROUNDS = rounds({ short: 3, long: 60 })

for (const engine of engines) {
  describe(`kill -9 while a shop writes on ${engine}`, () => {
    it(`${ROUNDS} times leaves every write whole`, async () => {
      const witness = await startService(engine)
      const shown = await writeThrough(witness, writers =>
        killWhileWriting(witness, ROUNDS, writers, () => randomInt(150)),
      )
      record(`kill -9 while a shop writes on ${engine}`, shown)
      await witness.stop()
    })
  })
}

describe('kill -9 of PostgreSQL while a shop writes', { skip: withoutClusters }, () => {
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

  it(`${ROUNDS} times leaves every write whole`, async () => {
    const shown = await writeThrough(service, writers => killDatabaseWhileWriting(cluster, service, ROUNDS, writers))
    record('kill -9 of PostgreSQL while a shop writes', shown)
  })
})

/**
 * Writes while something is killed, and asserts that every write is whole, also after the repetition of those that were not answered.
 * @returns the acknowledged writes of each kind
 */
async function writeThrough(service: TestService, killing: (writers: Writer[]) => Promise<void>): Promise<string> {
  await service.importShop({ coupons: [{ code: 'KALICI', discountType: 'percent', value: '10' }] })
  const writers = {
    'stocks sent': await stockSender(service),
    'links opened': await linkOpener(service),
    'carts replaced': await cartReplacer(service),
    'ends told': await endTeller(service),
  }
  await killing(Object.values(writers))
  await untilIdle(service.database)
  for (const writer of Object.values(writers)) {
    await writer.check()
    assert.ok(writer.acknowledged() >= ROUNDS)
  }
  const shown = Object.entries(writers).map(([name, writer]) => `${writer.acknowledged()} ${name}`)
  return `${ROUNDS} times; ${shown.join(', ')}`
}
