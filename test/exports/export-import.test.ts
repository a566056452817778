/** Exports that are imported again: nothing changes in the same shop, and another shop becomes equal. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ExportRequest, writeExport } from '../../src/exports/write-export.ts'
import { indexOfTerms, termsOfColumns } from '../support/catalog/terms.ts'
import { randomShopFile } from '../support/exports/random-shop.ts'
import { NOW, onEachEngine, openShop, type TestShop } from '../support/import/imports.ts'
import { checkAudiences } from '../support/promotions/coupon-audiences.ts'
import { seed } from '../support/runner/seed.ts'

/** Records of each kind. */
const COUNT = 1_000

/** What random records say: names that nothing has, and members that decide nothing together or are unlikely. */
const OF_RANDOM =
  /^(names no |names nothing; |has no effect: |leaves out |includes nobody|is above the price |is less than )/

function others(warnings: readonly { message: string }[]) {
  return warnings.filter(({ message }) => !OF_RANDOM.test(message))
}

async function exported({ database }: TestShop, request: ExportRequest): Promise<string> {
  return (await Array.fromAsync(writeExport(database, request, NOW))).join('')
}

onEachEngine('an export', (shop, engine) => {
  /** Imports a file into the shop, which it must not change, and without a warning but those about random records. */
  async function importUnchanged(file: [name: string, content: string]): Promise<void> {
    const before = await shop.revision()
    const { warnings } = await shop.import(file)
    assert.deepEqual([others(warnings), await shop.revision()], [[], before])
    assert.deepEqual(await indexOfTerms(shop.database), await termsOfColumns(shop.database))
    await checkAudiences(shop.database)
  }

  async function intoAnother(use: (other: TestShop) => Promise<void>): Promise<void> {
    const other = await openShop(engine)
    try {
      await use(other)
    } finally {
      await other.drop()
    }
  }

  test('of an empty shop is a shop file with settings and empty lists', async () => {
    const text = await exported(shop, { what: 'shop', products: true })
    const { shop: settings, ...lists } = JSON.parse(text)
    assert.deepEqual([settings.name, settings.settings.pricesIncludeVat], ['Sepet', undefined])
    assert.deepEqual(lists, {
      ...{ shippingCompanies: [], paymentMethods: [], products: [], coupons: [], campaigns: [], customerGroups: [] },
    })
    await importUnchanged(['empty.json', text])
  })

  test('of a shop is a shop file that changes nothing, and makes another shop equal', async () => {
    await shop.import(randomShopFile(seed, COUNT))
    const text = await exported(shop, { what: 'shop', products: true })
    const { products, ...rest } = JSON.parse(text)
    assert.equal(products.length, COUNT)
    assert.deepEqual(JSON.parse(await exported(shop, { what: 'shop', products: false })), rest)
    await importUnchanged(['export.json', text])
    await intoAnother(async other => {
      await other.import(['export.json', text])
      assert.equal(await exported(other, { what: 'shop', products: true }), text)
    })
  })

  test('of products, customers and coupons are tables that change nothing, and make another shop equal', async () => {
    const file = randomShopFile(seed, COUNT)
    await shop.import(file)
    const { products: _, customers: __, coupons: ___, ...rest } = file
    for (const what of ['products', 'customers', 'coupons'] as const) {
      const table = await exported(shop, { what })
      await importUnchanged([`${what}.csv`, table])
      await intoAnother(async other => {
        const { warnings } = await other.import(rest, [`${what}.csv`, table])
        assert.deepEqual([others(warnings), await exported(other, { what })], [[], table], what)
      })
    }
  })
})
