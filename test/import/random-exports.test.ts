/** Random products, exported by the rules of other systems and imported: what arrives is what was exported. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headings } from '../../src/import/formats/woocommerce-headings.ts'
import { onEachEngine } from '../support/import/imports.ts'
import { type Offer, type Sold, writeShopify, writeWooCommerce } from '../support/import/shop-writers.ts'
import { seed, seededRandom } from '../support/runner/seed.ts'

const NAMES = [
  'Keten gömlek',
  'Salt & Pepper – Set',
  '=1+1',
  '-5 °C ceket',
  "'tırnak",
  'say "hi"',
  'two\nlines',
  'İğne, iplik',
  '@home',
  'A&amp;B',
]
const OPTIONS = ['S', '1,5 m', 'Kırmızı', 'a / b', 'L & XL', '42']

function randomProducts(count: number): Sold[] {
  const next = seededRandom(seed)
  const pick = <T>(items: readonly T[]) => items[Math.floor(next() * items.length)] as T
  const offer = (): Offer => {
    const cents = 1_000 + Math.floor(next() * 90_000)
    const price = (cents / 100).toFixed(2)
    return {
      price,
      salePrice: next() < 0.3 ? (Math.floor(cents / 2) / 100).toFixed(2) : null,
      stock: next() < 0.3 ? null : Math.floor(next() * 20) - 3,
      sellsWithoutStock: next() < 0.4,
    }
  }
  let number = 0
  return Array.from({ length: count }, () => {
    const id = ++number
    const options = next() < 0.4 ? OPTIONS.slice(0, 1 + Math.floor(next() * OPTIONS.length)) : []
    const variants = options.map(option => ({
      number: ++number,
      option,
      sku: pick(['', `V-${number}`, `00${number}`]),
      offer: offer(),
    }))
    const product = {
      number: id,
      name: pick(NAMES),
      sku: pick(['', `P-${id}`, `${1_000 + id}`]),
      isPublished: next() < 0.8,
    }
    return { ...product, isTaxable: next() < 0.8, variants, offer: offer() }
  })
}

/** What a shop has of an offer. @param inherits whether a variant has its product's for what it does not say */
function stored({ price, salePrice, stock, sellsWithoutStock }: Offer, sku: string) {
  return {
    ...{ price: Number(price), sale: salePrice === null ? null : Number(salePrice), stock: stock ?? 100_000 },
    ...{ backorder: sellsWithoutStock, sku: sku || null },
  }
}

function found(row: Record<string, unknown>) {
  const discount = row.discount === null ? null : JSON.parse(String(row.discount))
  return {
    ...{ price: Number(row.price), sale: discount === null ? null : Number(discount.value), stock: Number(row.stock) },
    ...{ backorder: row.backorder === 1, sku: row.sku },
  }
}

onEachEngine('an export of random products', shop => {
  const compare = async (products: Sold[]) => {
    const [rows, variants] = [await shop.rows('products'), await shop.rows('variants')]
    const byName = (one: { name: unknown }, other: { name: unknown }) =>
      String(one.name) < String(other.name) ? -1 : 1
    const seen = rows.map(row => {
      const own = variants.filter(({ product_id }) => product_id === row.id)
      const listed = own.map(variant => ({ name: variant.name, ...found(variant) })).sort(byName)
      const head = { name: row.name, isPublished: row.on_sale === 1, vatRate: Number(row.vat_rate) }
      return own.length > 0 ? { ...head, variants: listed } : { ...head, ...found(row) }
    })
    const expected = products.map(product => {
      const listed = product.variants
        .map(({ option, sku, offer }) => ({ name: option, ...stored(offer, sku) }))
        .sort(byName)
      const head = { name: product.name, isPublished: product.isPublished, vatRate: product.isTaxable ? 20 : 0 }
      return product.variants.length > 0
        ? { ...head, variants: listed }
        : { ...head, ...stored(product.offer, product.sku) }
    })
    const key = (each: object) => JSON.stringify(each)
    assert.deepEqual(seen.map(key).sort(), expected.map(key).sort())
  }

  for (const names of ['old', 'new'] as const) {
    test(`of Shopify with its ${names} headings arrives as it was, also the second time`, async () => {
      const products = randomProducts(150)
      await shop.import(['a.csv', writeShopify(products, names)])
      await compare(products)
      const { files } = await shop.import(['a.csv', writeShopify(products, names)])
      assert.deepEqual(
        files[0]?.sections.map(({ created, updated }) => created + updated),
        [0, 0],
      )
    })
  }

  test('of WooCommerce in every language of its headings arrives as it was, and the next language changes nothing', async () => {
    const products = randomProducts(60)
    for (const [index, language] of Object.keys(headings).entries()) {
      const { files } = await shop.import(['a.csv', writeWooCommerce(products, language, index % 2 === 0 ? '.' : ',')])
      assert.equal(files[0]?.format, 'WooCommerce export', language)
      if (index > 0)
        assert.deepEqual(
          files[0]?.sections.map(({ created, updated }) => created + updated),
          [0, 0],
          language,
        )
      if (index === 0) await compare(products)
    }
  })
})
