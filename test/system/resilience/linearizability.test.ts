/**
 * Linearizability: random histories of two members, a guest and the web shop that holds, completes and releases their
 * checkouts, with concurrent requests over two instances; half of them begin with two held carts. Each
 * response is consistent in itself, and all responses of a history agree with some serial order of events. An add is
 * one event; every other write is an event whose response is a later read, so that only those responses may show
 * concurrent writes. A history with a 503 from a busy database is not checked, because that write may or may not have
 * happened; most histories must be without one.
 * Further histories are those of a shop with a stock guard, in which the same owners compete for a few pieces. Each history has products of
 * its own; its cart responses read the stocks after the cart.
 */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CUSTOMERS } from '../../../src/api-paths.ts'
import type { Engine } from '../../../src/db/database.ts'
import { countDeadlocks, engines } from '../../support/database/engines.ts'
import { assertWhole } from '../../support/resilience/linearizability/consistent-cart.ts'
import type { State } from '../../support/resilience/linearizability/model.ts'
import { type ActorPlan, holders, planHistories } from '../../support/resilience/linearizability/plan.ts'
import { type History, type OwnerTokens, runPlan } from '../../support/resilience/linearizability/play.ts'
import { isExplained } from '../../support/resilience/linearizability/serial-order.ts'
import { historyShop, offsetOf, STOCKS } from '../../support/resilience/linearizability/shop.ts'
import { showHistory } from '../../support/resilience/linearizability/show.ts'
import { record, rounds } from '../../support/runner/rounds.ts'
import { seed } from '../../support/runner/seed.ts'
import { startService, type TestService } from '../../support/service/service.ts'

const COUNT = { postgres: rounds({ short: 40, long: 10_000 }), sqlite: rounds({ short: 12, long: 3_000 }) }
const GUARDED = { postgres: rounds({ short: 20, long: 5_000 }), sqlite: rounds({ short: 6, long: 1_500 }) }
const AT_ONCE = 8

for (const engine of engines) {
  describe(`linearizability on ${engine}`, () => {
    it(`of three actors, ${COUNT[engine]} of them (seed ${seed}), agree with a serial order`, async () => {
      const shown = await checkHistories(engine, planHistories(COUNT[engine], seed))
      record(`histories on ${engine}`, shown)
    })

    it(`of three actors and a few pieces, ${GUARDED[engine]} of them (seed ${seed}), agree with a serial order`, async () => {
      const shown = await checkHistories(engine, planHistories(GUARDED[engine], seed, 'stocks'), { isGuarded: true })
      record(`histories of guarded stock on ${engine}`, shown)
    })
  })
}

/** Runs plans, over two instances on PostgreSQL, and asserts that each history agrees with a serial order. @returns their numbers */
async function checkHistories(
  engine: Engine,
  plans: ActorPlan[][],
  { isGuarded = false }: { isGuarded?: boolean } = {},
): Promise<string> {
  const service = await startService(engine, { LOG_LEVEL: 'silent', COUPON_RATE_LIMIT: '0' })
  await service.importShop(historyShop(isGuarded ? plans.length : 0))
  const instances = [service, ...(engine === 'postgres' ? [await service.startPeer()] : [])]
  const members = await createMembers(service, 2 * plans.length)
  await connectAll(instances)
  let [requests, unclear] = [0, 0]
  await inPool(plans, async (plan, n) => {
    const tokens = await tokensOf(service, members[2 * n], members[2 * n + 1])
    const cast = { ...tokens, offset: isGuarded ? offsetOf(n) : null }
    const history = await runPlan(instances, cast, plan, n % 2 === 0 ? holders : [])
    if (isUnclear(history)) unclear++
    else assertLinearizable(history, plan, isGuarded ? STOCKS : null)
    requests += history.actors.flat().length
  })
  assert.ok(unclear < plans.length / 2, `${unclear} of ${plans.length} histories had a 503`)
  assert.equal(await countDeadlocks(service.database), 0)
  for (const instance of instances.reverse()) await instance.stop()
  return `${plans.length - unclear} of ${requests} requests, seed ${seed}`
}

/** Whether a request was answered 503, so that its effect is unknown. */
function isUnclear({ actors }: History): boolean {
  return actors.flat().some(({ outcome }) => outcome.status === 503)
}

/** Asserts that each response is consistent, and that a serial order explains the history. */
function assertLinearizable({ actors, documents }: History, plan: ActorPlan[], stock: State['stock']): void {
  const details = () => `seed ${seed}\n${showHistory(actors)}\n${JSON.stringify(plan)}`
  for (const document of documents) {
    try {
      assertWhole(document)
    } catch (error) {
      assert.fail(`${(error as Error).message}\n${JSON.stringify(document)}\n${details()}`)
    }
  }
  assert.ok(isExplained(actors, stock), `No serial order explains this history, ${details()}`)
}

/** @returns the tokens of the three owners */
async function tokensOf(service: TestService, member?: number, other?: number): Promise<OwnerTokens> {
  return {
    member: await service.token('member', { id: String(member) }),
    other: await service.token('member', { id: String(other) }),
    guest: await service.token('guest'),
  }
}

/** Opens every database connection, so that the first requests of a history are not slower than others. */
async function connectAll(instances: TestService[]): Promise<void> {
  const token = await (instances[0] as TestService).token('guest')
  await Promise.all(
    instances.flatMap(each => Array.from({ length: AT_ONCE }, () => each.call('GET', '/cart', { token }))),
  )
}

/** Runs `work` for all items, at most `AT_ONCE` at a time. */
async function inPool<T>(all: T[], work: (each: T, n: number) => Promise<void>): Promise<void> {
  const queue = all.entries()
  const worker = async () => {
    for (const [n, each] of queue) await work(each, n)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** @returns the ids of new customers */
async function createMembers(service: TestService, count: number): Promise<number[]> {
  const token = await service.token('admin')
  const created: number[] = []
  while (created.length < count) {
    const { json } = await service.call('POST', CUSTOMERS, { token, body: Array(100).fill({}) })
    created.push(...(json as { data: { id: number }[] }).data.map(({ id }) => id))
  }
  return created
}
