/** Random products, exported by the rules of other systems and imported: what arrives is what was exported. */

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { headings } from '../../src/import/formats/woocommerce-headings.ts'
import { indexOfTerms, termsOfColumns, termsOfRow } from '../support/catalog/terms.ts'
import { onEachEngine } from '../support/import/imports.ts'
import { storedTerms } from '../support/import/partial-model.ts'
import { chanceOf, instantOf, randomProducts, TIME_ZONE } from '../support/import/random-products.ts'
import { type Offer, type Sold, writeShopify, writeWooCommerce } from '../support/import/shop-writers.ts'
import { seed, seededRandom } from '../support/runner/seed.ts'

const chance = chanceOf(seededRandom(seed))

/** What a shop has of an offer. @param isDated whether the system writes the dates of sales */
function stored(
  { price, salePrice, saleStarts, saleEnds, stock, sellsWithoutStock }: Offer,
  sku: string,
  isDated: boolean,
) {
  const period = isDated ? [instantOf(saleStarts, 'start'), instantOf(saleEnds, 'end')] : [null, null]
  return {
    ...{ price: Number(price), sale: salePrice === null ? null : [Number(salePrice), ...period] },
    ...{ stock: stock ?? 100_000, backorder: sellsWithoutStock, sku: sku || null },
  }
}

function found(row: Record<string, unknown>) {
  const discount = row.discount === null ? null : JSON.parse(String(row.discount))
  const sale = discount === null ? null : [Number(discount.value), discount.startsAt, discount.endsAt]
  return { price: Number(row.price), sale, stock: Number(row.stock), backorder: row.backorder === 1, sku: row.sku }
}

onEachEngine('an export of random products', shop => {
  beforeEach(() => shop.import({ shop: { timeZone: TIME_ZONE } }))

  const compare = async (products: Sold[], isDated: boolean, most = Number.POSITIVE_INFINITY) => {
    assert.deepEqual(await indexOfTerms(shop.database), await termsOfColumns(shop.database))
    const [rows, variants] = [await shop.rows('products'), await shop.rows('variants')]
    const byName = (one: { name: unknown }, other: { name: unknown }) =>
      String(one.name) < String(other.name) ? -1 : 1
    const seen = rows.map(row => {
      const own = variants.filter(({ product_id }) => product_id === row.id)
      const listed = own.map(variant => ({ name: variant.name, ...found(variant) })).sort(byName)
      const head = {
        name: row.name,
        isPublished: row.on_sale === 1,
        image: row.image,
        vatRate: Number(row.vat_rate),
        ...termsOfRow(row),
      }
      return own.length > 0 ? { ...head, variants: listed } : { ...head, ...found(row) }
    })
    const expected = products.map(product => {
      const listed = product.variants
        .map(({ option, sku, offer }) => ({ name: option, ...stored(offer, sku, isDated) }))
        .sort(byName)
      const { name, isPublished, image, isTaxable, brand } = product
      const categories = storedTerms(product.categories.slice(0, most))
      const terms = { brand, categories, tags: storedTerms(product.tags) }
      const head = { name, isPublished, image, vatRate: isTaxable ? 20 : 0, ...terms }
      return product.variants.length > 0
        ? { ...head, variants: listed }
        : { ...head, ...stored(product.offer, product.sku, isDated) }
    })
    const key = (each: object) => JSON.stringify(each)
    assert.deepEqual(seen.map(key).sort(), expected.map(key).sort())
  }

  for (const names of ['old', 'new'] as const) {
    test(`of Shopify with its ${names} headings arrives as it was, also the second time`, async () => {
      const products = randomProducts(150, chance)
      await shop.import(['a.csv', writeShopify(products, names)])
      await compare(products, false, 2)
      const { files } = await shop.import(['a.csv', writeShopify(products, names)])
      assert.deepEqual(
        files[0]?.sections.map(({ created, updated }) => created + updated),
        [0, 0],
      )
    })
  }

  test('of WooCommerce in every language of its headings arrives as it was, and the next language changes nothing', async () => {
    const products = randomProducts(60, chance)
    for (const [index, language] of Object.keys(headings).entries()) {
      const { files } = await shop.import([
        'a.csv',
        writeWooCommerce(products, language, { decimalSign: index % 2 === 0 ? '.' : ',' }),
      ])
      assert.equal(files[0]?.format, 'WooCommerce export', language)
      if (index > 0)
        assert.deepEqual(
          files[0]?.sections.map(({ created, updated }) => created + updated),
          [0, 0],
          language,
        )
      if (index === 0) await compare(products, true)
    }
  })
})
