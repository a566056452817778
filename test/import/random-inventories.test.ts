/** Random inventories of Shopify, of some locations or of all: stocks are the sums, and nothing else changes. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '../support/import/imports.ts'
import { randomStocks, stockAfterInventory, writeInventory } from '../support/import/inventory-writer.ts'
import { chanceOf, randomProducts } from '../support/import/random-products.ts'
import { type Sold, writeShopify } from '../support/import/shop-writers.ts'
import { loaderOf } from '../support/import/tables.ts'
import { rounds } from '../support/runner/rounds.ts'
import { seed, seededRandom } from '../support/runner/seed.ts'

const chance = chanceOf(seededRandom(seed))
const LOCATIONS = ['Depo', 'Mağaza', 'Depo, arka', 'İzmir 2', '12']
const ROUNDS = rounds({ short: 6, long: 100 })

/** An inventory of some products at some locations, of which all or some count. */
function randomInventory(products: Sold[]) {
  const some = <T>(items: readonly T[], share: number) => items.filter(() => chance.next() < share)
  const [locations, isOfSome] = [['Şube', ...some(LOCATIONS, 0.5)], chance.next() < 0.5]
  const chosen = some(locations, 0.5)
  const items = randomStocks(some(products, 0.8), locations, chance)
  const content = writeInventory(items, chance.pick(['rows', 'columns']), chance)
  return { items, counting: isOfSome && chosen.length > 0 ? chosen : undefined, content }
}

onEachEngine('an inventory', shop => {
  const load = loaderOf(shop)

  /** The stored products, or variants, by what an inventory calls them, without their stocks; the stocks apart. */
  const read = async () => {
    const products = await shop.rows('products')
    const variants = await shop.rows('variants')
    const sold = [...products, ...variants].map(({ source_key, stock, ...row }): [string, number, object] => {
      const product = products.find(({ id }) => id === row.product_id)
      const isParent = product === undefined && variants.some(({ product_id }) => product_id === row.id)
      const key = product ? `${product.source_key}/${source_key}` : isParent ? '' : String(source_key)
      return [key, Number(stock), { ...row, source_key, parentStock: isParent ? stock : null }]
    })
    return {
      stocks: new Map(sold.filter(([key]) => key !== '').map(([key, stock]) => [key, stock])),
      others: sold.map(([, , row]) => row),
    }
  }

  test('of random locations sets the sums of those that count, and keeps the rest', async () => {
    const products = randomProducts(30, chance)
    await load({}, ['products.csv', writeShopify(products, 'new')])
    for (let round = 0; round < ROUNDS; round++) {
      const { items, counting, content } = randomInventory(products)
      const options = { locations: counting?.map(location => location.toLowerCase()) }
      const before = await read()
      const { files } = await load(options, ['inventory.csv', content])
      const expected = new Map(before.stocks)
      for (const item of items) {
        const key = `shopify:p-${item.product}${item.option === null ? '' : `/${item.option}`}`
        expected.set(key, stockAfterInventory(expected.get(key) ?? Number.NaN, item, counting))
      }
      const after = await read()
      const told = `counting ${counting?.join('; ') ?? 'all'} of ${content}`
      assert.equal(files[0]?.format, 'Shopify inventory')
      assert.deepEqual(after.stocks, expected, told)
      assert.deepEqual(after.others, before.others, told)
      const again = await load(options, ['inventory.csv', content])
      assert.deepEqual(
        again.files[0]?.sections.filter(({ created, updated }) => created + updated > 0),
        [],
        told,
      )
    }
  })
})
