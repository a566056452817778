/** Reservations of holds that have ended by the clock: they count at no instance, also while none has deleted them yet. */

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { deleteEndedReservations } from '../../src/checkouts/ended-reservations.store.ts'
import { addItem, refusalsOf, whenFree } from '../support/cart/cart.ts'
import {
  callCheckout,
  complete,
  dataOf,
  expire,
  hold,
  insertable,
  readCart,
  release,
  totalsOf,
} from '../support/checkouts/orders.ts'
import { assertNoDeadlocks, assertStockMatches } from '../support/checkouts/settled.ts'
import { guardedShop, setStock, stockOf } from '../support/checkouts/stock.ts'
import { engines, onCitus } from '../support/database/engines.ts'
import { watchEvents } from '../support/events/events.ts'
import { ids } from '../support/import/shop-file.ts'
import { rounds } from '../support/runner/rounds.ts'
import { times } from '../support/service/instances.ts'
import { startService, type TestService } from '../support/service/service.ts'

/** On a Citus cluster holds run one after the other: fewer fit into the time that one waits. */
const AT_ONCE = onCitus ? 12 : 40
const STOCK = 7
const ROUNDS = rounds({ short: 3, long: 100 })
/** More than one change of the stock deletes. */
const MANY = 2_300
const HOLD_MINUTES = 2
/** Tokens are valid for longer. */
const AHEAD_MS = 2 * HOLD_MINUTES * 60_000

for (const engine of engines) {
  describe(`reservations that have ended on ${engine}`, () => {
    let service: TestService
    let peer: TestService
    /** Its clock is fast: every hold of the others has ended there. */
    let ahead: TestService
    let number = 0
    const next = () => `${engine}-${++number}`
    before(async () => {
      service = await startService(engine, { CHECKOUT_HOLD_MINUTES: String(HOLD_MINUTES) })
      peer = engine === 'postgres' ? await service.startPeer() : service
      ahead = await service.startPeer({}, () => Date.now() + AHEAD_MS)
      await guardedShop(service)
    })
    afterEach(async () => {
      await assertStockMatches(service.database)
      await releaseAll(service)
      await assertStockMatches(service.database)
    })
    after(async () => {
      if (peer !== service) await peer.stop()
      await ahead.stop()
      await assertNoDeadlocks(service)
      await service.stop()
    })
    const either = (n: number) => (n % 2 === 0 ? service : peer)

    const cartOf = async (quantity: number) => {
      const token = await service.token('guest')
      await addItem(service, token, ids.plain, quantity)
      return token
    }
    const held = async (quantity: number) => {
      const reference = next()
      assert.equal((await hold(service, reference, await cartOf(quantity))).status, 201)
      return reference
    }
    const availableTo = async (instance: TestService, token: string) => {
      const [line] = (await readCart(instance, token)).included
      return line?.meta?.available
    }

    /** Asserts that of many carts at once exactly as many reserve a piece as there are. */
    const assertSoldOnce = async (instances: (n: number) => TestService, beside: () => Promise<unknown>) => {
      const carts = await times(AT_ONCE, () => cartOf(1))
      const expected = await totalsOf(service, carts[0] ?? '')
      const [answers] = await Promise.all([
        times(AT_ONCE, n => {
          const reference = next()
          return whenFree(() => hold(instances(n), reference, carts[n] ?? '', expected))
        }),
        beside(),
      ])
      const refused = answers.filter(({ status }) => status !== 201)
      for (const answer of refused) assert.deepEqual(refusalsOf(answer), ['409 insufficient_stock'])
      assert.equal(refused.length, AT_ONCE - STOCK)
    }

    it('count no more by the clock of each instance, and a late payment takes its items all the same', async () => {
      await setStock(service, ids.plain, STOCK)
      const late = await held(STOCK)
      const token = await cartOf(1)
      assert.equal(await availableTo(service, token), 0)
      assert.equal(await availableTo(ahead, token), STOCK)
      assert.deepEqual(await stockOf(ahead, ids.plain), { stock: STOCK, reserved: 0 })
      assert.equal(dataOf(await callCheckout(ahead, 'GET', late)).state, 'expired')
      const newEvents = await watchEvents(service)
      await assertSoldOnce(
        () => ahead,
        async () => {},
      )
      const soldOut = (await newEvents()).filter(({ type }) => type === 'product.sold_out')
      assert.equal(soldOut.length, 1)
      assert.deepEqual(await stockOf(service, ids.plain), { stock: STOCK, reserved: STOCK })
      assert.equal(dataOf(await complete(service, late)).overStock, true)
      assert.deepEqual(await stockOf(service, ids.plain), { stock: 0, reserved: STOCK })
    })

    it(`of more than ${MANY} holds count for nothing before, during and after their deletion`, async () => {
      await setStock(service, ids.plain, STOCK)
      await endedHolds(service, await held(1), MANY)
      const token = await cartOf(1)
      assert.equal(await availableTo(service, token), STOCK)
      assert.deepEqual(await stockOf(service, ids.plain), { stock: STOCK, reserved: 0 })
      const newEvents = await watchEvents(service)
      // Each of the first holds deletes some of them.
      const [first, second] = [await held(STOCK - 1), await held(1)]
      assert.equal((await newEvents()).filter(({ type }) => type === 'product.sold_out').length, 1)
      assert.equal(await availableTo(service, token), 0)
      assert.deepEqual(refusalsOf(await hold(service, next(), token)), ['409 insufficient_stock'])
      await assertStockMatches(service.database)
      await release(service, second)
      await release(service, first)
      await endedHolds(service, await held(1), MANY)
      await assertSoldOnce(either, () => times(2, n => deleteAll(either(n))))
      await deleteAll(service)
      assert.deepEqual(await stockOf(service, ids.plain), { stock: STOCK, reserved: STOCK })
    })

    it('are deleted while others hold, complete and release their items, and no piece is lost or sold twice', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        await setStock(service, ids.plain, STOCK)
        const ended = await Promise.all([held(3), held(2), held(2)])
        for (const reference of ended) await expire(service, reference)
        const [late = '', gone = ''] = ended
        await release(service, gone)
        await assertSoldOnce(either, () => times(4, n => deleteAll(either(n))))
        const answers = await Promise.all([complete(peer, late), ...[service, peer].map(deleteAll)])
        assert.equal(answers[0].status, 200, answers[0].text)
        assert.deepEqual(await stockOf(service, ids.plain), { stock: STOCK - 3, reserved: STOCK })
        await release(service, late)
        await releaseAll(service)
      }
    })
  })
}

/** Deletes ended reservations until none is left, or an order has locked their item. */
async function deleteAll({ database }: TestService): Promise<void> {
  while ((await deleteEndedReservations(database, Date.now())) > 0);
}

/** Releases the holds of all carts. */
async function releaseAll(service: TestService): Promise<void> {
  const { kysely } = service.database
  const held = kysely.selectFrom('checkouts').select('reference').where('state', '=', 'held')
  const rows = await held.where('subject', 'is not', null).execute()
  for (const { reference } of rows) await release(service, reference)
}

/** Adds copies of a hold of one piece by customers who were deleted, and lets all of them end. */
async function endedHolds(service: TestService, reference: string, count: number): Promise<void> {
  const { kysely } = service.database
  const one = kysely.selectFrom('checkouts').selectAll().where('reference', '=', reference)
  const row = {
    ...insertable(await one.executeTakeFirstOrThrow()),
    subject: null,
    customer_id: null,
    expires_at: Date.now() - 1,
  }
  await expire(service, reference)
  const references = Array.from({ length: count }, (_, n) => `${reference}-${n}`)
  for (let start = 0; start < count; start += 500) {
    const some = references.slice(start, start + 500)
    await kysely
      .insertInto('checkouts')
      .values(some.map(each => ({ ...row, reference: each })))
      .execute()
    const reserved = { product_id: ids.plain, variant_id: 0, quantity: 1, expires_at: row.expires_at }
    await kysely
      .insertInto('stock_reservations')
      .values(some.map(each => ({ ...reserved, reference: each })))
      .execute()
  }
  const products = kysely.updateTable('products').where('id', '=', ids.plain)
  await products.set(eb => ({ reserved: eb('reserved', '+', count) })).execute()
}
