/** Simultaneous holds and orders of scarce stock: through two instances on PostgreSQL, through one on the embedded database. */

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { deleteEndedReservations } from '../../../src/checkouts/ended-reservations.store.ts'
import { addItem, refusalsOf, whenFree } from '../../support/cart/cart.ts'
import { basket, fillBasket, importBasket, mergeInto, newMember, stockBasket } from '../../support/checkouts/baskets.ts'
import { complete, hold, release, stateOf, totalsOf } from '../../support/checkouts/orders.ts'
import { assertStockMatches } from '../../support/checkouts/settled.ts'
import { guardedShop, setStock, shortItems, stockOf } from '../../support/checkouts/stock.ts'
import { engines, onCitus } from '../../support/database/engines.ts'
import { watchEvents } from '../../support/events/events.ts'
import { ids } from '../../support/import/shop-file.ts'
import { rounds } from '../../support/runner/rounds.ts'
import { type Instances, startInstances, times } from '../../support/service/instances.ts'
import type { Answer, TestService } from '../../support/service/service.ts'

/** On a Citus cluster holds run one after the other: fewer fit into the time that one waits. */
const AT_ONCE = onCitus ? 12 : rounds({ short: 20, long: 40 })
const COMPLETIONS = 20
const ROUNDS = rounds({ short: 2, long: 100 })

/** Stocks that are too small for all carts: `left` is what the last cart finds. */
const scarce = [
  { name: 'a product', productId: ids.plain, stock: 7, quantity: 1, winners: 7, left: 0 },
  { name: 'a variant', productId: ids.variants, variantId: ids.smallBlue, stock: 7, quantity: 1, winners: 7, left: 0 },
  { name: 'a product by the metre', productId: ids.taxFree, stock: 10.5, quantity: 3, winners: 3, left: 1.5 },
]

for (const engine of engines) {
  describe(`simultaneous orders of scarce stock on ${engine}`, () => {
    let instances: Instances
    let number = 0
    const next = () => `${engine}-${++number}`
    before(async () => {
      instances = await startInstances(engine)
      await guardedShop(either(0))
    })
    afterEach(() => assertStockMatches(either(0).database))
    after(() => instances.stop())
    const either = (n: number) => instances.at(n)

    /** Releases all holds, so that the shop has what it sets next. */
    const releaseAll = async () => {
      const { kysely } = either(0).database
      const held = await kysely.selectFrom('checkouts').select('reference').where('state', '=', 'held').execute()
      for (const { reference } of held) await release(either(0), reference)
    }

    for (const { name, productId, variantId, stock, quantity, winners, left } of scarce) {
      it(`by ${AT_ONCE} carts reserve ${name} for exactly ${winners}, again once these are released, and tell of each sale-out once`, async () => {
        await setStock(either(0), productId, stock, variantId)
        const carts = await times(AT_ONCE, async n => {
          const token = await either(n).token('guest')
          await addItem(either(n), token, productId, quantity, variantId)
          return token
        })
        const expected = await totalsOf(either(0), carts[0] ?? '')
        for (let round = 0; round < 2; round++) {
          const newEvents = await watchEvents(either(0))
          const answers = await times(AT_ONCE, n => {
            const reference = next()
            return whenFree(() => hold(either(n), reference, carts[n] ?? '', expected))
          })
          const [held, refused] = [answers.filter(isHeld), answers.filter(answer => !isHeld(answer))]
          assert.equal(held.length, winners)
          for (const answer of refused) {
            assert.deepEqual(refusalsOf(answer), ['409 insufficient_stock'])
            assert.deepEqual(shortItems(answer), [
              { productId, variantId: variantId ?? null, requested: quantity, available: left },
            ])
          }
          assert.deepEqual(await stockOf(either(1), productId, variantId), { stock, reserved: winners * quantity })
          const told = (await newEvents()).filter(({ type }) => type === 'product.sold_out').map(({ data }) => data)
          assert.deepEqual(told, left > 0 ? [] : [{ productId, variantId: variantId ?? null }])
          await releaseAll()
          assert.deepEqual(await stockOf(either(0), productId, variantId), { stock, reserved: 0 })
        }
      })
    }

    it('under two references of one cart reserve its items once', async () => {
      await setStock(either(0), ids.plain, 7)
      for (let round = 0; round < ROUNDS; round++) {
        const token = await either(0).token('guest')
        await addItem(either(0), token, ids.plain, 7)
        const expected = await totalsOf(either(0), token)
        const references = [next(), next()]
        const answers = await times(2, n => whenFree(() => hold(either(n), references[n] ?? '', token, expected)))
        for (const { status, text } of answers) assert.equal(status, 201, text)
        const states = await times(2, n => stateOf(either(n), references[n] ?? ''))
        assert.deepEqual(states.sort(), ['held', 'released'])
        assert.deepEqual(await stockOf(either(0), ids.plain), { stock: 7, reserved: 7 })
        await releaseAll()
      }
    })

    it(`by ${COMPLETIONS} completions of one order take its items once`, async () => {
      await stockBasket(either(0), 10)
      const reference = await heldBasket(either(0), next())
      const answers = await times(COMPLETIONS, n => whenFree(() => complete(either(n), reference)))
      for (const { status, json, text } of answers) {
        assert.equal(status, 200, text)
        assert.deepEqual(json, answers[0]?.json)
      }
      assert.deepEqual(await stocksOf(either(0)), [9, 9, 9, 9])
    })

    it('by completions and releases of one order take all of its items or none', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        await stockBasket(either(0), 10)
        const reference = await heldBasket(either(0), next())
        const answers = await times(8, n =>
          whenFree(() => (n % 2 === 0 ? complete : release)(either(n >> 1), reference)),
        )
        assert.deepEqual([...new Set(answers.map(({ status }) => status))].sort(), [200, 204])
        const left = (await stateOf(either(0), reference)) === 'completed' ? 9 : 10
        assert.deepEqual(await stocksOf(either(0)), [left, left, left, left])
      }
    })

    it(`of ${AT_ONCE} baskets in two orders end with all items of each or none, also beside merges, an import and prune`, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        await stockBasket(either(0), 25)
        const references = Array.from({ length: 2 * AT_ONCE }, next)
        const shoppers = await times(AT_ONCE, n =>
          prepareShopper(either, n, [references[2 * n] ?? '', references[2 * n + 1] ?? '']),
        )
        const set = 60
        const [answers] = await Promise.all([
          Promise.all(shoppers.map(shop => shop())),
          importBasket(either(1), set, { isReversed: true }),
          deleteEndedReservations(either(0).database, Date.now()),
        ])
        for (const answer of answers.flat()) assertNoFailure(answer)
        const { kysely } = either(0).database
        const made = await kysely.selectFrom('checkouts').select('state').where('reference', 'in', references).execute()
        const [orders, cancelled] = ['completed', 'cancelled'].map(
          end => made.filter(({ state }) => state === end).length,
        )
        // What was sold before the import is overwritten by it, of every item the same number.
        const [stock = 0, ...others] = await stocksOf(either(0))
        assert.deepEqual(others, [stock, stock, stock])
        assert.ok(
          -(cancelled ?? 0) <= set - stock && set - stock <= (orders ?? 0),
          `${set} − ${orders} orders ≠ ${stock}`,
        )
        await releaseAll()
      }
    })
  })
}

function isHeld({ status }: Answer): boolean {
  return status === 201
}

/** Holds a basket of a new guest. @returns its reference */
async function heldBasket(service: TestService, reference: string): Promise<string> {
  const token = await service.token('guest')
  await fillBasket(service, token)
  const { status, text } = await hold(service, reference, token)
  assert.equal(status, 201, text)
  return reference
}

/** The stocks of the items of the basket, in its order. */
async function stocksOf(service: TestService): Promise<number[]> {
  const items = await Promise.all(basket.map(({ productId, variantId }) => stockOf(service, productId, variantId)))
  return items.map(({ stock }) => stock)
}

/**
 * Fills the basket of a guest, and for some also that of a member who logs in later.
 * @param n decides in which order the items are added, and what the shopper does
 * @returns a function that holds the basket and does what follows, and returns the responses
 */
async function prepareShopper(
  either: (n: number) => TestService,
  n: number,
  [guests, members]: [string, string],
): Promise<() => Promise<Answer[]>> {
  const [here, there] = [either(n), either(n + 1)]
  const isReversed = n % 2 === 1
  const guest = await here.token('guest')
  await fillBasket(here, guest, { isReversed })
  const expected = await totalsOf(here, guest)
  const member = await newMember(here)
  const holdGuest = () => whenFree(() => hold(here, guests, guest, expected))
  const holdMember = () => whenFree(() => hold(there, members, member, expected))
  const completeAt = (service: TestService, reference: string) => whenFree(() => complete(service, reference))
  const releaseAt = (service: TestService) => whenFree(() => release(service, guests))
  const merge = () => whenFree(() => mergeInto(there, member, guest))
  const ways: (() => Promise<Answer[]>)[] = [
    async () => [await holdGuest(), await completeAt(there, guests)],
    async () => [await holdGuest(), await releaseAt(there), await holdGuest()],
    async () => [await holdGuest(), await completeAt(there, guests), await releaseAt(here)],
    async () => [await holdGuest(), await merge(), await completeAt(here, guests)],
    async () => [
      ...(await Promise.all([holdGuest(), holdMember()])),
      ...(await Promise.all([merge(), completeAt(here, guests)])),
      await completeAt(here, members),
    ],
  ]
  const way = (n >> 1) % ways.length
  if (way === ways.length - 1) await fillBasket(here, member, { isReversed: !isReversed })
  return ways[way] ?? assert.fail('no way')
}

/** Asserts that a response is a success, or a refusal because of the stock, or because the refused hold left no checkout. */
function assertNoFailure(answer: Answer): void {
  if (answer.status < 300) return
  assert.match(refusalsOf(answer).join(), /^(409 insufficient_stock|404 checkout_not_found)$/)
}
