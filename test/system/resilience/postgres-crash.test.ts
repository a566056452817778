/** kill -9 of PostgreSQL during writes: no acknowledged write is lost, no merge is partial, and no line is doubled. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { cartOf, refusalsOf } from '../../support/cart/cart.ts'
import {
  acknowledgedAgain,
  acknowledgedBy,
  assertNothingLost,
  createWriters,
  type Ledger,
  startAdding,
} from '../../support/cart/cart-writers.ts'
import { untilReady } from '../../support/database/outage.ts'
import { clusterBinaries, withoutClusters } from '../../support/database/postgres-binaries.ts'
import { type Cluster, createCluster } from '../../support/database/postgres-cluster.ts'
import { ids } from '../../support/import/shop-file.ts'
import { record, rounds } from '../../support/runner/rounds.ts'
import { startServiceAt, type TestService } from '../../support/service/service.ts'

const ROUNDS = rounds({ short: 3, long: 100 })
const WRITERS = 8
const DAY = { ttlSeconds: 86_400 }

/** A guest whose cart is merged into the cart of the member. */
interface Merging {
  token: string
  acknowledged: boolean
}

describe('kill -9 of PostgreSQL', { skip: withoutClusters }, () => {
  let cluster: Cluster
  let service: TestService
  let member: string
  before(async () => {
    cluster = await createCluster(clusterBinaries)
    await cluster.start()
    service = await startServiceAt(cluster.url)
    member = await service.token('member', { id: String(ids.member), ...DAY })
  })
  after(async () => {
    await service.stop()
    await cluster.remove()
  })

  it(`${ROUNDS} times during writes loses no acknowledged write, and leaves no partial merge`, async () => {
    const ledgers = await createWriters(service, WRITERS)
    const merges: Merging[] = []
    for (let round = 0; round < ROUNDS; round++) await writeUntilKilled(ledgers, merges, 30 * (round % 5))
    await assertNothingLost(service, ledgers)
    await assertWhole(merges)
    const merged = merges.filter(({ acknowledged }) => acknowledged).length
    const shown = `${ROUNDS} times, ${acknowledgedBy(ledgers)} adds and ${merged} merges acknowledged, all kept`
    record('kill -9 of PostgreSQL during writes', shown)
  })

  /** Adds and merges until PostgreSQL is killed, and waits until it serves again. */
  async function writeUntilKilled(ledgers: Ledger[], merges: Merging[], afterMs: number): Promise<void> {
    const stopAdding = startAdding([service.url], ledgers)
    const stopMerging = keepMerging(merges)
    await Promise.all([acknowledgedAgain(ledgers), mergedAgain(merges)])
    await sleep(afterMs)
    await cluster.kill()
    await Promise.all([stopAdding(), stopMerging()])
    await cluster.start()
    await untilReady(service)
  }

  /** Merges new guests one after another, each with one of two products. */
  function keepMerging(merges: Merging[]): () => Promise<void> {
    let going = true
    const merger = (async () => {
      while (going) await mergeGuest(merges)
    })()
    return () => {
      going = false
      return merger
    }
  }

  /** Fills and merges the cart of a new guest; a refused add ends the attempt. */
  async function mergeGuest(merges: Merging[]): Promise<void> {
    const merging = { token: await service.token('guest', DAY), acknowledged: false }
    for (const productId of [ids.plain, ids.taxFree]) {
      const body = { productId, quantity: 1 }
      const { status } = await service.call('POST', '/cart-items', { token: merging.token, body })
      if (status !== 201) return await sleep(20)
    }
    merges.push(merging)
    const body = { guestToken: merging.token }
    merging.acknowledged = (await service.call('POST', '/cart/merge', { token: member, body })).status === 200
  }

  /** Waits for a merge that is acknowledged from now on. */
  async function mergedAgain(merges: Merging[]): Promise<void> {
    const begun = merges.length
    while (!merges.slice(begun).some(({ acknowledged }) => acknowledged)) await sleep(5)
  }

  /** Asserts that each merge is complete or absent: the member has one of each product for every cancelled guest. */
  async function assertWhole(merges: Merging[]): Promise<void> {
    let cancelled = 0
    for (const { token, acknowledged } of merges) {
      const answer = await service.call('GET', '/cart', { token })
      if (answer.status === 200) {
        assert.equal(acknowledged, false)
        assert.equal(cartOf(answer).data.attributes.totalQuantity, 2)
      } else {
        assert.deepEqual(refusalsOf(answer), ['401 guest_cancelled'])
        cancelled++
      }
    }
    const { included } = cartOf(await service.call('GET', '/cart', { token: member }))
    assert.ok(cancelled >= ROUNDS)
    assert.deepEqual(
      included.map(({ attributes: { productId, quantity } }) => [productId, quantity]),
      [
        [ids.plain, cancelled],
        [ids.taxFree, cancelled],
      ],
    )
  }
})
