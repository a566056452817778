/** Random tables with some of the columns of other systems: they change what they say, and nothing else. */

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { onEachEngine } from '../support/import/imports.ts'
import { afterShopify, afterWooCommerce, type Item, type Product } from '../support/import/partial-model.ts'
import { chanceOf, randomProducts, TIME_ZONE, withOtherValues } from '../support/import/random-products.ts'
import {
  type ShopifyField,
  type Sold,
  shopifyFields,
  type WooField,
  wooFields,
  writeShopify,
  writeWooCommerce,
} from '../support/import/shop-writers.ts'
import { termsOfRow } from '../support/catalog/terms.ts'
import { csv } from '../support/import/tables.ts'
import { rounds } from '../support/runner/rounds.ts'
import { seed, seededRandom } from '../support/runner/seed.ts'

const chance = chanceOf(seededRandom(seed))
const ROUNDS = rounds({ short: 6, long: 100 })

/** How files of a system are written, and what a shop has after one. */
interface System<F> {
  columns: () => Set<F>
  /** Writes all columns where `fields` is undefined. */
  write: (products: Sold[], fields?: Set<F>) => string
  after: (stored: Product, said: Sold, fields: Set<F>) => Product
}

/** Any columns, in files of few and of many. */
function someOf<T>(fields: readonly T[]): Set<T> {
  const share = chance.next()
  return new Set(fields.filter(() => chance.next() < share))
}

const isOf = (product: Record<string, unknown>) => (variant: Record<string, unknown>) =>
  variant.product_id === product.id

onEachEngine('a table with some columns', shop => {
  beforeEach(() => shop.import({ shop: { timeZone: TIME_ZONE }, customerGroups: [{ id: 7, name: 'Bayi' }] }))

  /** Gives products what no export of another system says, by tables of the shop's own. */
  const giveOthers = async () => {
    const [products, variants] = [await shop.rows('products'), await shop.rows('variants')]
    const own = (row: Record<string, unknown>) => `7=${Number(row.id) + 0.5}`
    const tiers = (row: Record<string, unknown>) => `10=${Number(row.id) + 0.25};5@7=${Number(row.id)}`
    const rows = products.flatMap(product => [
      `${product.id},,${own(product)},${tiers(product)},kg,0.25,true`,
      ...variants
        .filter(isOf(product))
        .map(variant => `${product.id},${variant.id},${own(variant)},${tiers(variant)},,,`),
    ])
    await shop.import(csv('id,variantId,groupPrices,tierPrices,stockUnit,stockIncrement,freeCargo', ...rows))
    const parents = products.filter(product => variants.some(isOf(product)))
    await shop.import(
      csv(
        'id,variantId,sku,price,discountType,discountValue,discountStartsAt,discountEndsAt',
        ...parents.map(({ id, price }) => `${id},,OWN-${id},${price},percent,10,2026-01-01,`),
      ),
    )
  }

  const readItem = (row: Record<string, unknown>): Item & Record<string, unknown> => {
    const discount = row.discount === null ? null : JSON.parse(String(row.discount))
    return {
      sku: row.sku === null ? null : String(row.sku),
      onSale: row.on_sale === 1,
      price: Number(row.price),
      sale: discount && { ...discount, value: Number(discount.value) },
      stock: Number(row.stock),
      backorder: row.backorder === 1,
      groupPrices: row.group_prices,
      tierPrices: row.tier_prices,
    }
  }

  /** The stored products in the order of their ids; variants have the names of their options. */
  const readProducts = async (): Promise<Product[]> => {
    const variants = await shop.rows('variants')
    return (await shop.rows('products')).map(row => {
      const own = variants.filter(isOf(row))
      return {
        ...readItem(row),
        ...{
          name: String(row.name),
          image: row.image === null ? null : String(row.image),
          vatRate: Number(row.vat_rate),
        },
        ...termsOfRow(row),
        ...{ stockUnit: row.stock_unit, stockIncrement: row.stock_increment, freeCargo: row.free_cargo },
        variants: Object.fromEntries(own.map(variant => [String(variant.name), readItem(variant)])),
      }
    })
  }

  /** Products as they are compared: price and stock of one with variants are told by these, and not used. */
  const compared = (products: Product[]) =>
    products.map(product =>
      Object.keys(product.variants).length === 0 ? product : { ...product, price: null, stock: null },
    )

  const style = () => ({ decimalSign: chance.pick(['.', ','] as const) })

  /** Imports files of other and other values, and compares the shop with the model after each. */
  const compareRounds = async <F extends string>(format: string, system: System<F>) => {
    let products = randomProducts(40, chance)
    await shop.import(['all.csv', system.write(products)])
    for (let round = 0; round < ROUNDS; round++) {
      const columns = system.columns()
      const told = `${format} with ${[...columns].join(', ') || 'no column'}`
      products = withOtherValues(products, chance)
      if (round % 2 === 0) await giveOthers()
      const before = await readProducts()
      const content = system.write(products, columns)
      const { files } = await shop.import(['some.csv', content])
      const expected = before.map((product, index) => system.after(product, products[index] as Sold, columns))
      assert.equal(files[0]?.format, format, told)
      assert.deepEqual(compared(await readProducts()), compared(expected), told)
      const again = await shop.import(['some.csv', content])
      const changes = again.files[0]?.sections.map(({ created, updated }) => created + updated)
      assert.deepEqual(new Set(changes), new Set([0]), `${told}, again`)
    }
  }

  test('of Shopify changes what it says, and the second time nothing', () =>
    compareRounds<ShopifyField>('Shopify export', {
      columns: () => someOf(shopifyFields),
      write: (products, fields) => writeShopify(products, chance.pick(['old', 'new']), { ...style(), fields }),
      after: afterShopify,
    }))

  for (const lacks of [null, 'type', 'parent'] as const)
    test(`of WooCommerce${lacks ? ` without the ${lacks}` : ''} changes what it says, and the second time nothing`, () =>
      compareRounds<WooField>('WooCommerce export', {
        columns: () => someOf(wooFields).add(chance.pick(['regularPrice', 'inStock', 'taxStatus', 'backorders'])),
        write: (products, fields) =>
          writeWooCommerce(products, chance.pick(['en', 'tr', 'de']), { ...style(), fields, lacks: fields && lacks }),
        after: (stored, said, fields) => afterWooCommerce(stored, said, fields, lacks),
      }))
})
