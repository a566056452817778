/**
 * Guests who return while their idle carts are deleted: the cart matches the response, and is complete or absent. Checkouts that are
 * completed or held again while expired ones are deleted: the checkout matches the response.
 */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { prune } from '../../../src/jobs/prune.ts'
import { addItem, cartOf, linesOf, whenFree } from '../../support/cart/cart.ts'
import { callCheckout, complete, dataOf, hold } from '../../support/checkouts/orders.ts'
import { engines, withoutPostgres } from '../../support/database/engines.ts'
import { whileCartLocked } from '../../support/database/locks.ts'
import { ids } from '../../support/import/shop-file.ts'
import { record, rounds } from '../../support/runner/rounds.ts'
import { startService, type TestService } from '../../support/service/service.ts'

const ROUNDS = rounds({ short: 6, long: 1_000 })
const GUESTS = 8
const YEAR_MS = 365 * 86_400_000
const old = [`${ids.plain}×2`, `${ids.taxFree}×3`]
const added = `${ids.soldOut}×1`

describe('deleting idle carts on PostgreSQL', { skip: withoutPostgres }, () => {
  it('leaves a cart that a request has locked for the next run, and delays no other cart', async () => {
    await withInstances('postgres', async ([service]) => {
      const tokens = await idleGuests(service)
      const { kysely } = service.database
      const { id } = await kysely.selectFrom('carts').select('id').orderBy('id').executeTakeFirstOrThrow()
      const run = () => prune(service.database, Date.now(), { guestCartTtlDays: 180, eventRetentionDays: 30 })
      const pruned = await whileCartLocked(service.config.DATABASE_URL ?? '', id, run)
      assert.equal(pruned.guestCarts, tokens.length - 1)
      assert.equal((await run()).guestCarts, 1)
    })
  })
})

for (const engine of engines) {
  describe(`deleting idle carts on ${engine}`, () => {
    it(`${ROUNDS} times while guests add items loses no add and leaves no partial cart`, async () => {
      await withInstances(engine, async instances => {
        let kept = 0
        for (let round = 0; round < ROUNDS; round++) {
          const guests = await idleGuests(instances[0])
          const [answers] = await Promise.all([
            Promise.all(guests.map((token, n) => addLate(instances, token, n))),
            ...instances.map(each => pruneAfter(each, round % 6)),
          ])
          for (const [n, token] of guests.entries()) {
            const now = linesOf(cartOf(await instances[0].call('GET', '/cart', { token })))
            assert.deepEqual(now, answers[n])
            if (now.length > 1) kept++
          }
        }
        record(
          `guests add while idle carts are deleted, ${engine}`,
          `${kept} carts kept, ${ROUNDS * GUESTS - kept} deleted`,
        )
      })
    })

    it(`${ROUNDS} times while late payments complete expired checkouts deletes a checkout or completes it`, async () => {
      await withInstances(engine, async instances => {
        let completed = 0
        for (let round = 0; round < ROUNDS; round++) {
          completed += await completeWhilePruning(instances, round)
          assert.equal(await countUses(instances[0]), completed)
        }
        record(`late payments while checkouts are deleted, ${engine}`, `${completed} of ${ROUNDS * GUESTS} completed`)
      })
    })

    it(`${ROUNDS} times while expired checkouts are held again deletes no living hold and none of its uses`, async () => {
      await withInstances(engine, async instances => {
        for (let round = 0; round < ROUNDS; round++) {
          const expired = await expiredHolds(instances[0], round)
          await Promise.all([
            ...expired.map(async ({ reference, token }, n) => {
              const { status, text } = await whenFree(() => hold(instances[n % 2] as TestService, reference, token))
              assert.equal(status, 201, text)
            }),
            ...instances.map(each => pruneAfter(each, round % 6)),
          ])
          for (const { reference } of expired) {
            assert.equal(dataOf(await callCheckout(instances[0], 'GET', reference)).state, 'held')
          }
          assert.equal(await countUses(instances[0]), (round + 1) * GUESTS)
        }
      })
    })

    it(`${ROUNDS} times while guests log in merges each cart completely or not at all`, async () => {
      await withInstances(engine, async instances => {
        let kept = 0
        for (let round = 0; round < ROUNDS; round++) {
          const [guest = ''] = await idleGuests(instances[0])
          const token = await instances[0].token('member', { id: String(ids.member) })
          await instances[0].call('DELETE', '/cart', { token })
          const body = { guestToken: guest }
          const [answer] = await Promise.all([
            whenFree(() => instances[1].call('POST', '/cart/merge', { token, body })),
            ...instances.map(each => pruneAfter(each, round % 6)),
          ])
          const merged = linesOf(cartOf(answer))
          assert.deepEqual(merged, merged.length > 0 ? old : [])
          assert.deepEqual(linesOf(cartOf(await instances[0].call('GET', '/cart', { token }))), merged)
          assert.equal((await instances[0].call('GET', '/cart', { token: guest })).status, 401)
          if (merged.length > 0) kept++
        }
        record(
          `guests log in while idle carts are deleted, ${engine}`,
          `${kept} carts merged, ${ROUNDS - kept} deleted`,
        )
      })
    })
  })
}

type Instances = [TestService, TestService]

/** PostgreSQL has two instances; the embedded database has one, which prunes while it serves requests. */
async function withInstances(engine: 'sqlite' | 'postgres', work: (instances: Instances) => Promise<void>) {
  const service = await startService(engine)
  const peer = engine === 'postgres' ? await service.startPeer() : service
  await work([service, peer])
  if (peer !== service) await peer.stop()
  await service.stop()
}

/** @returns tokens of guests whose carts have two lines and have been idle for a year */
async function idleGuests(service: TestService): Promise<string[]> {
  const guests = await Promise.all(Array.from({ length: GUESTS }, () => service.token('guest')))
  for (const token of guests) {
    await addItem(service, token, ids.plain, 2)
    await addItem(service, token, ids.taxFree, 3)
  }
  await sql`update carts set used_at = used_at - ${YEAR_MS}`.execute(service.database.kysely)
  return guests
}

interface ExpiredHold {
  reference: string
  token: string
}

/** @returns checkouts of new guests with a coupon, whose holds have expired a year ago */
async function expiredHolds(service: TestService, round: number): Promise<ExpiredHold[]> {
  await service.importShop({ coupons: [{ code: 'YAZ', discountType: 'percent', value: '10' }] })
  const holds: ExpiredHold[] = []
  for (let n = 0; n < GUESTS; n++) {
    const token = await service.token('guest')
    await addItem(service, token, ids.plain, 2)
    await service.call('POST', '/cart/coupon', { token, body: { couponCode: 'YAZ' } })
    const reference = `late-${round}-${n}`
    assert.equal((await hold(service, reference, token)).status, 201)
    holds.push({ reference, token })
  }
  const { kysely } = service.database
  const expires_at = Date.now() - YEAR_MS
  const references = holds.map(({ reference }) => reference)
  for (const table of ['checkouts', 'promotion_uses'] as const) {
    await kysely.updateTable(table).set({ expires_at }).where('reference', 'in', references).execute()
  }
  return holds
}

/** Completes expired checkouts during a deletion. @returns the number of completed ones; the others are deleted */
async function completeWhilePruning(instances: Instances, round: number): Promise<number> {
  const holds = await expiredHolds(instances[0], round)
  const [answers] = await Promise.all([
    Promise.all(holds.map(({ reference }, n) => whenFree(() => complete(instances[n % 2] as TestService, reference)))),
    ...instances.map(each => pruneAfter(each, round % 6)),
  ])
  for (const [n, { status, text }] of answers.entries()) {
    assert.ok(status === 200 || status === 404, text)
    const now = await callCheckout(instances[0], 'GET', holds[n]?.reference ?? '')
    assert.equal(now.status, status)
    if (status === 200) assert.equal(dataOf(now).state, 'completed')
  }
  return answers.filter(({ status }) => status === 200).length
}

/** @returns the number of uses of promotions that are stored */
async function countUses({ database }: TestService): Promise<number> {
  return (await database.kysely.selectFrom('promotion_uses').select('reference').execute()).length
}

/** @returns the lines of the response: the whole cart, or only the new line */
async function addLate(instances: Instances, token: string, n: number): Promise<string[]> {
  const body = { productId: ids.soldOut, quantity: 1 }
  const service = instances[n % 2] as TestService
  const answer = await whenFree(() => service.call('POST', '/cart-items', { token, body }))
  const lines = linesOf(cartOf(answer, 201))
  assert.deepEqual(lines, lines.length > 1 ? [...old, added] : [added])
  return lines
}

/** Some rounds delete before the request arrives, some during it, and some after it. */
async function pruneAfter({ database }: TestService, ms: number): Promise<void> {
  await sleep(ms)
  await prune(database, Date.now(), { guestCartTtlDays: 30, eventRetentionDays: 30 })
}
