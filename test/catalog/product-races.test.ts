/** Simultaneous changes of products, imports and adds: each is applied whole, and none waits for shoppers, on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { transaction } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open.ts'
import { addItem, cartOf, quantityOf } from '../support/cart/cart.ts'
import { change, changed, revisionOf } from '../support/catalog/products.ts'
import { engines, withoutPostgres } from '../support/database/engines.ts'
import { ids, product } from '../support/import/shop-file.ts'
import { type Instances, startInstances } from '../support/service/instances.ts'
import { startService, type TestService } from '../support/service/service.ts'

const FIRST = 1_000
const COUNT = 200
const WRITERS = 8
const products = Array.from({ length: COUNT }, (_, n) =>
  product({ id: FIRST + n, sku: `S-${n}`, variants: [{ id: 1, name: 'Tek', sku: `V-${n}` }] }),
)

for (const engine of engines) {
  describe(`simultaneous changes of products on ${engine}`, () => {
    let instances: Instances
    const either = (n: number) => instances.at(n)
    before(async () => {
      instances = await startInstances(engine)
      await either(0).importShop({ products })
    })
    after(() => instances.stop())
    /** The stocks of all products and variants: one value when the last change was applied whole. */
    const stocks = async () => {
      const read = async (table: 'products' | 'variants', column: string) =>
        (
          await sql<{
            stock: string
          }>`select distinct stock from ${sql.table(table)} where ${sql.ref(column)} >= ${FIRST}`.execute(
            either(0).database.kysely,
          )
        ).rows.map(row => row.stock)
      return [...new Set([...(await read('products', 'id')), ...(await read('variants', 'product_id'))])]
    }
    const listOf = (n: number, stock: number) => {
      const list = Array.from({ length: COUNT }, (_, at) =>
        n % 3 === 0
          ? { sku: `S-${at}`, stock, variants: [{ sku: `V-${at}`, stock }] }
          : { id: FIRST + at, stock, variants: [{ id: 1, stock }] },
      )
      return n % 2 ? list : list.reverse()
    }

    it('of the same products are each applied whole, in any order of their lists', async () => {
      const before = await revisionOf(either(0))
      const counts = await Promise.all(Array.from({ length: WRITERS }, (_, n) => changed(either(n), listOf(n, 10 + n))))
      assert.equal((await stocks()).length, 1)
      assert.deepEqual(counts, Array(WRITERS).fill([COUNT, 0]))
      assert.equal(await revisionOf(either(0)), before + WRITERS)
    })

    it('and of other products in carts let shoppers read and add', async () => {
      const tokens = await Promise.all(Array.from({ length: WRITERS }, (_, n) => either(n).token('guest')))
      await Promise.all(
        tokens.flatMap((token, n) => [
          changed(either(n), listOf(n, 30 + n)),
          addItem(either(n), token, FIRST + n, 2, 1),
          either(n + 1)
            .call('GET', '/cart', { token })
            .then(cartOf),
        ]),
      )
      for (const [n, token] of tokens.entries()) assert.equal(await quantityOf(either(n), token), 2)
      const [stock] = await stocks()
      const cart = cartOf(await either(1).call('GET', '/cart', { token: tokens[0] ?? '' }))
      assert.equal(cart.included[0]?.attributes.stock, Number(stock))
    })

    it('and imports are applied one after the other', async () => {
      const file = (stock: number) => ({
        products: products.map(each => ({
          ...each,
          stock,
          variants: [{ id: 1, name: 'Tek', stock, sku: `V-${(each as { id: number }).id - FIRST}` }],
        })),
      })
      await Promise.all([
        ...[0, 1, 2, 3].map(n => changed(either(n), listOf(n, 50 + n))),
        either(0).importShop(file(60)),
        either(1).importShop(file(61)),
      ])
      assert.equal((await stocks()).length, 1)
    })
  })
}

describe('a change of products beside a long import', { skip: withoutPostgres }, () => {
  let service: TestService
  before(async () => {
    service = await startService('postgres')
  })
  after(() => service.stop())

  // Proves: half-valid-changes
  it('waits with one connection, is refused after 5 s, and lets carts be read', async () => {
    const token = await service.token('guest')
    await addItem(service, token, ids.plain, 1)
    const other = openDatabase(service.config)
    const invalid = await transaction(other, async ({ kysely }) => {
      await sql`update shop set revision = revision + 1`.execute(kysely)
      const waiting = Array.from({ length: 20 }, (_, n) => change(service, [{ id: ids.plain, stock: n }]))
      for (let reads = 0; reads < 50; reads++) assert.equal(await quantityOf(service, token), 1)
      const refused = await change(service, [{ id: 0 }])
      assert.deepEqual(new Set((await Promise.all(waiting)).map(({ status }) => status)), new Set([503]))
      return refused
    })
    assert.equal(invalid.status, 422, 'an invalid list waits for nothing')
    await other.close()
    assert.deepEqual(await changed(service, [{ id: ids.plain, stock: 77 }]), [1, 0])
  })
})
