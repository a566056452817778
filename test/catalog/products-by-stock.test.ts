/** The product list in the order of stocks: 10,000 products, pages under writes, and filters, on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { findProductsByStock } from '../../src/catalog/stock/products-by-stock.sql.ts'
import type { Tables } from '../../src/db/tables.ts'
import { allPages, changed, type Item, pageOf } from '../support/catalog/products.ts'
import { engines, onCitus } from '../support/database/engines.ts'
import { product } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

const COUNT = 10_000
/** Of products from 10001 on; every hundredth is off sale, every tenth has variants, and the others have a stock of their own. */
const many = Array.from({ length: COUNT }, (_, n) =>
  product({
    id: 10_001 + n,
    name: n % 500 === 0 ? `Nadir ürün ${n}` : `Ürün ${n}`,
    onSale: n % 100 !== 7,
    stock: ((n * 7_919) % 2_000) / 2,
    backorder: n % 3 === 0,
    ...(n % 10 === 0 && {
      variants: [
        { id: 1, name: 'a', stock: (n * 31) % 90, backorder: n % 40 === 0 ? true : null },
        { id: 2, name: 'b', stock: (n * 17) % 90 },
        { id: 3, name: 'c', stock: -5, onSale: false },
      ],
    }),
  }),
)

/** Rows of products that a connection has read. */
async function readOf(connection: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'products'`.execute(
    connection,
  )
  return Number(rows[0]?.read)
}

/** The lowest stock that can be sold. */
function lowestOf({ stock, variants }: Item): number {
  const onSale = variants.filter(each => each.onSale)
  return onSale.length > 0 ? Math.min(...onSale.map(each => each.stock)) : stock
}

for (const engine of engines) {
  describe(`products by stock on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
      await service.importShop({ products: many })
    })
    after(() => service.stop())
    const all = async (query: string) => (await allPages(service, query)).flatMap(({ data }) => data)

    it('has every product once, the lowest stock first, of equal ones the lower id', async () => {
      const listed = await all('?sort=stock&limit=200')
      const expected = (await all('?limit=200')).toSorted((a, b) => lowestOf(a) - lowestOf(b) || a.id - b.id)
      assert.ok(expected.length > COUNT)
      assert.deepEqual(
        listed.map(({ id }) => id),
        expected.map(({ id }) => id),
      )
    })

    it('reads no more products than it compares', { skip: engine === 'sqlite' || onCitus }, async () => {
      const { kysely } = service.database
      await sql`analyze`.execute(kysely)
      for (const after of [undefined, ['500', 15_000]] as const) {
        const read = await kysely.transaction().execute(async transaction => {
          // The connection keeps the counts of its former transactions for a second.
          const before = await readOf(transaction)
          await findProductsByStock({ engine, kysely: transaction }, {}, { after, count: 51 })
          return (await readOf(transaction)) - before
        })
        assert.ok(read > 51 && read < COUNT / 4, `${read} rows`)
      }
    })

    it('has the lowest products on sale up to a stock, and those with words in their names', async () => {
      const onSale = await all('?sort=stock&filter[onSale]=true&filter[stockAtMost]=2.5&limit=7')
      assert.ok(onSale.length > 20)
      assert.ok(onSale.every(each => each.onSale && lowestOf(each) <= 2.5))
      const everything = await all('?limit=200')
      assert.equal(onSale.length, everything.filter(each => each.onSale && lowestOf(each) <= 2.5).length)
      const off = await all('?sort=stock&filter[onSale]=false&limit=200')
      assert.deepEqual(new Set(off.map(each => each.onSale)), new Set([false]))
      assert.equal(off.length, everything.filter(each => !each.onSale).length)
      assert.equal((await all('?filter[onSale]=false&limit=200')).length, off.length)
      const named = await all(`?sort=stock&filter[name]=${encodeURIComponent('NADİR')}&limit=3`)
      assert.deepEqual([named.length, named.map(lowestOf)], [20, named.map(lowestOf).toSorted((a, b) => a - b)])
      const some = await all('?sort=stock&filter[id]=10003,10001,10002')
      assert.deepEqual(
        some.map(({ id }) => id),
        some.toSorted((a, b) => lowestOf(a) - lowestOf(b)).map(({ id }) => id),
      )
      assert.equal(some.length, 3)
    })

    it('has the lowest stocks of items with backorder, or of those without', async () => {
      const everything = await all('?limit=200')
      for (const kind of [true, false]) {
        const listed = await all(
          `?sort=stock&filter[onSale]=true&filter[stockAtMost]=3&filter[backorder]=${kind}&limit=60`,
        )
        const lowest = ({ backorder, variants, ...item }: Item) => {
          const onSale = variants.filter(each => each.onSale)
          const items = onSale.length > 0 ? onSale : [{ ...item, backorder }]
          return Math.min(...items.filter(each => (each.backorder ?? backorder) === kind).map(({ stock }) => stock))
        }
        const expected = everything
          .filter(each => each.onSale && lowest(each) <= 3)
          .toSorted((a, b) => lowest(a) - lowest(b) || a.id - b.id)
        assert.ok(expected.length > 20)
        assert.deepEqual(
          listed.map(({ id }) => id),
          expected.map(({ id }) => id),
        )
      }
    })

    it('finds a SKU within the order, and within products on sale', async () => {
      const shared = Array.from({ length: 120 }, (_, n) =>
        product({ id: 30_001 + n, sku: 'ORTAK-STOK', stock: 500 - n, onSale: n >= 60 }),
      )
      await service.importShop({ products: shared })
      const listed = await all('?sort=stock&filter[sku]=ORTAK-STOK&limit=50')
      assert.deepEqual(
        listed.map(({ id }) => id),
        shared.map((_, n) => 30_120 - n),
      )
      assert.equal((await all('?filter[onSale]=true&filter[sku]=ORTAK-STOK&limit=50')).length, 60)
      assert.deepEqual(
        (await all('?filter[id]=30119&filter[sku]=ORTAK-STOK&limit=1')).map(({ id }) => id),
        [30_119],
      )
    })

    it('keeps the pages where they are while other products change, come and go off sale', async () => {
      const query = '?sort=stock&filter[onSale]=true&filter[stockAtMost]=60&limit=50'
      const [first, second] = await Promise.all([pageOf(service, query), allPages(service, query)])
      assert.ok(first.links.next)
      const untouched = second.flatMap(({ data }) => data).map(({ id }) => id)
      const [seen = 0, last = 0] = [first.data[3]?.id, untouched.at(-1)]
      await changed(service, [
        { id: seen, onSale: false },
        { id: last, stock: -50 },
      ])
      await service.importShop({ products: [product({ id: 40_001, stock: -60 })] })
      const rest: number[] = []
      for (let next: string | null = first.links.next; next !== null; ) {
        const page = await pageOf(service, next)
        rest.push(...page.data.map(({ id }) => id))
        next = page.links.next
      }
      assert.deepEqual(rest, untouched.slice(50, -1))
      const again = (await pageOf(service, query)).data.map(({ id }) => id)
      assert.deepEqual(again.slice(0, 2), [40_001, last])
    })

    it('ends a page early after 1,000 variants', async () => {
      const variants = (count: number) =>
        Array.from({ length: count }, (_, n) => ({ id: n + 1, name: 'v', stock: -99 }))
      const large = [50_001, 50_002, 50_003].map((id, n) =>
        product({ id, variants: variants([600, 600, 3_000][n] ?? 0) }),
      )
      await service.importShop({ products: large })
      const pages = await allPages(service, '?sort=stock&filter[stockAtMost]=-99&limit=20')
      assert.deepEqual(
        pages.map(({ data }) => data.map(({ id }) => id)).filter(each => each.length > 0),
        [[50_001], [50_002], [50_003]],
      )
    })
  })
}
