/** Simultaneous changes of stock by staff, holds, orders and imports: nothing is lost, on both engines. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { transaction } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open.ts'
import { addItem, refusalsOf, whenFree } from '../support/cart/cart.ts'
import { change, changed, pageOf } from '../support/catalog/products.ts'
import { complete, dataOf, hold } from '../support/checkouts/orders.ts'
import { guardedShop, setStock, stockOf } from '../support/checkouts/stock.ts'
import { engines, onCitus, withoutPostgres } from '../support/database/engines.ts'
import { untilOneWaits } from '../support/database/locks.ts'
import { ids, product } from '../support/import/shop-file.ts'
import { type Instances, startInstances, times } from '../support/service/instances.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'

const { plain, variants, smallBlue, taxFree } = ids
const ORDERS = 12
const CHANGES = 50

for (const engine of engines) {
  describe(`simultaneous changes of stock on ${engine}`, () => {
    let instances: Instances
    const either = (n: number) => instances.at(n)
    let order = 0
    before(async () => {
      instances = await startInstances(engine)
      await guardedShop(either(0))
    })
    beforeEach(async () => {
      for (const id of [plain, taxFree]) await setStock(either(0), id, 100)
      await setStock(either(0), variants, 100, smallBlue)
    })
    after(() => instances.stop())
    const stocks = async () => [
      await stockOf(either(0), plain),
      await stockOf(either(1), variants, smallBlue),
      await stockOf(either(0), taxFree),
    ]
    const statusesOf = (answers: Answer[]) => [...new Set(answers.map(({ status }) => status))]

    /** Fills carts with one, two and three of three items, in different orders. */
    const fillCarts = () =>
      times(ORDERS, async n => {
        const token = await either(n).token('guest')
        const adds = [
          () => addItem(either(n), token, plain, 1),
          () => addItem(either(n), token, variants, 2, smallBlue),
          () => addItem(either(n), token, taxFree, 3),
        ]
        for (const add of n % 2 ? adds : adds.reverse()) await add()
        return { token, reference: `${engine}-${++order}` }
      })
    /** Holds carts, which must succeed. */
    const holdAll = async (carts: { token: string; reference: string }[]) => {
      const held = await Promise.all(
        carts.map(({ token, reference }, n) => whenFree(() => hold(either(n), reference, token))),
      )
      assert.deepEqual(statusesOf(held), [201])
    }
    const completeAll = async (carts: { reference: string }[]) => {
      const completed = await Promise.all(
        carts.map(({ reference }, n) => whenFree(() => complete(either(n), reference))),
      )
      assert.deepEqual(statusesOf(completed), [200])
      assert.deepEqual(
        completed.filter(answer => dataOf(answer).overStock),
        [],
      )
    }

    it(`are refused as soon as nothing is left: of ${CHANGES} for 20 pieces exactly 20 are applied`, async () => {
      await setStock(either(0), plain, 20)
      const answers = await times(CHANGES, n => whenFree(() => change(either(n), [{ id: plain, stockChange: '-1' }])))
      const refused = answers.filter(({ status }) => status !== 200)
      assert.equal(refused.length, CHANGES - 20)
      assert.deepEqual([...new Set(refused.flatMap(refusalsOf))], ['422 insufficient_stock /0/stockChange'])
      assert.equal((await stockOf(either(1), plain)).stock, 0)
    })

    it(`are all added: ${CHANGES} of the same items, by lists in different orders`, async () => {
      await times(CHANGES, n => {
        const list = [
          { id: plain, stockChange: n % 2 ? '+0.3' : '-0.1' },
          { id: variants, variants: [{ id: smallBlue, stockChange: '-2' }] },
          { sku: 'TAX-FREE', stockChange: '0.01' },
        ]
        return changed(either(n), n % 3 ? list : list.reverse())
      })
      assert.deepEqual(
        (await stocks()).map(({ stock }) => stock),
        [105, 0, 100.5],
      )
    })

    it('lose nothing of orders and holds, nor these of them', async () => {
      const [paid, held] = [await fillCarts(), await fillCarts()]
      await holdAll(paid)
      await Promise.all([
        completeAll(paid),
        holdAll(held),
        times(CHANGES, n =>
          changed(either(n), [
            { sku: 'TAX-FREE', stockChange: '-0.5' },
            { id: variants, variants: [{ id: smallBlue, stockChange: n % 2 ? '-1' : '+2' }] },
            { id: plain, stockChange: '+1' },
          ]),
        ),
      ])
      assert.deepEqual(await stocks(), [
        { stock: 100 + CHANGES - ORDERS, reserved: ORDERS },
        { stock: 100 + CHANGES / 2 - 2 * ORDERS, reserved: 2 * ORDERS },
        { stock: 100 - CHANGES / 2 - 3 * ORDERS, reserved: 3 * ORDERS },
      ])
      await completeAll(held)
    })

    it('and changes of prices beside orders leave the stock to the orders', async () => {
      const carts = await fillCarts()
      await holdAll(carts)
      await Promise.all([
        completeAll(carts),
        times(CHANGES, n =>
          changed(either(n), [
            { id: taxFree, price: `${n + 1}` },
            { id: variants, variants: [{ id: smallBlue, price: `${n + 1}`, onSale: true }] },
            { id: plain, discount: n % 2 ? { type: 'amount', value: `${n}` } : null },
          ]),
        ),
      ])
      assert.deepEqual(await stocks(), [
        { stock: 100 - ORDERS, reserved: 0 },
        { stock: 100 - 2 * ORDERS, reserved: 0 },
        { stock: 100 - 3 * ORDERS, reserved: 0 },
      ])
    })

    it('and imports beside orders refuse none of them', async () => {
      const carts = await fillCarts()
      await holdAll(carts)
      const file = (price: number) => ({
        products: [
          product({ id: taxFree, sku: 'TAX-FREE', price: `${price}`, stock: 500 }),
          product({
            id: variants,
            price: `${price}`,
            variants: [{ id: smallBlue, name: 'Mavi / S', stock: 500, price: `${price}` }],
          }),
          product({ id: plain, price: `${price}`, stock: 500 }),
        ],
      })
      await Promise.all([
        completeAll(carts),
        times(4, n => either(n).importShop(file(n + 1))),
        times(CHANGES, n => changed(either(n), [{ id: plain, stockChange: '+1', price: `${n + 9}` }])),
      ])
      const settled = await stocks()
      assert.deepEqual(
        settled.map(({ reserved }) => reserved),
        [0, 0, 0],
      )
      // An order or a change counts where it came after the last import.
      const [ofPlain, ofVariant, ofTaxFree] = settled.map(({ stock }) => stock - 500) as [number, number, number]
      assert.ok(ofPlain >= -ORDERS && ofPlain <= CHANGES, `${ofPlain}`)
      assert.equal(ofTaxFree * 2, ofVariant * 3, 'an order takes all of its items or none')
      assert.ok(ofVariant >= -2 * ORDERS && ofVariant <= 0, `${ofVariant}`)
    })
  })
}

describe('a change of products beside an open order', { skip: withoutPostgres || onCitus }, () => {
  let service: TestService
  before(async () => {
    service = await startService('postgres')
  })
  after(() => service.stop())

  for (const [name, ours, stored, status] of [
    ['below what the order leaves is refused', { stockChange: '-8' }, [7, '9'], 422],
    ['of the stock is added to what the order leaves', { stockChange: '+5' }, [12, '9'], 200],
    ['of the price leaves the stock as the order leaves it', { price: '5' }, [7, '5'], 200],
  ] as const) {
    it(name, async () => {
      const other = openDatabase(service.config)
      const changeMeanwhile = async () => {
        await changed(service, [{ id: plain, stock: 10, price: '9' }])
        const pending = await transaction(other, async ({ kysely }) => {
          await sql`update products set stock = '7' where id = ${plain}`.execute(kysely)
          const answer = change(service, [{ id: plain, ...ours }])
          await untilOneWaits(service.database)
          return { answer }
        })
        return pending.answer
      }
      const answer = await whenFree(changeMeanwhile)
      await other.close()
      assert.equal(answer.status, status, answer.text)
      const [read] = (await pageOf(service, `?filter[id]=${plain}`)).data
      assert.deepEqual([read?.stock, read?.price], stored)
    })
  }

  it('is refused after 5 s, and leaves everything as it was', async () => {
    const before = (await pageOf(service)).data
    const other = openDatabase(service.config)
    const refused = await transaction(other, async ({ kysely }) => {
      await sql`select 1 from products where id = ${plain} for no key update`.execute(kysely)
      return change(service, [
        { id: taxFree, stock: 1 },
        { id: plain, stockChange: '1' },
      ])
    })
    await other.close()
    assert.deepEqual(refusalsOf(refused), ['503 database_busy'])
    assert.deepEqual((await pageOf(service)).data, before)
  })
})
