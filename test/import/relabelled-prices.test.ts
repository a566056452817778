/** Imports that would relabel the prices of stored products: refused without permission, decided under the shop's lock. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Queries, transaction } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open.ts'
import { importFiles } from '../../src/import/import-files.ts'
import { sampleShopFile } from '../../src/import/sample.ts'
import type { ImportOptions } from '../../src/import/staging/stage-files.ts'
import { lockShop } from '../../src/shop/revision.sql.ts'
import { ImportProblems } from '../../src/shop-file/findings.ts'
import { untilWaiting } from '../support/database/locks.ts'
import { NOW, onEachEngine, type TestFile } from '../support/import/imports.ts'

const product = (id: number, fields: object = {}) => ({ id, name: `Ürün ${id}`, price: '10', ...fields })
const file = (name: string, content: object): TestFile => [name, JSON.stringify(content)]
const options: ImportOptions = { now: NOW, randomId: () => 'x', vatRate: '20' }
const permitted = { ...options, allowCurrencyChange: true }

const ALL = { currencyCode: 'EUR', decimalPlaces: 0, settings: { pricesIncludeVat: true } }
const relabels = (from: string, to: string) =>
  `would change from ${from} to ${to}, which relabels the prices of stored products: permit it by --allow-currency-change, or over HTTP by ?allowCurrencyChange=true`
const messages = {
  currency: `shop.json /shop/currencyCode: ${relabels('"TRY"', '"EUR"')}`,
  decimals: `shop.json /shop/decimalPlaces: ${relabels('2', '0')}`,
  vat: `shop.json /shop/settings/pricesIncludeVat: ${relabels('false', 'true')}`,
}

onEachEngine('a change of what prices mean', (shop, engine) => {
  const tables = ['shop', 'customer_groups', 'customers', 'products', 'coupons', 'events'] as const
  const state = () => Promise.all(tables.map(table => shop.rows(table)))
  const stored = async () => JSON.parse(String((await shop.rows('shop'))[0]?.document))
  const run = (files: TestFile[], chosen = options) => importFiles(shop.database, shop.write(...files), chosen)

  // Proves: half-import
  test('is refused where a product is stored, for each setting and for all of them, and nothing is written', async () => {
    await shop.import({ products: [product(1)] })
    const before = await state()
    const further = {
      ...{ customerGroups: [{ id: 1, name: 'Bayi' }], customers: [{ id: 1, email: 'a@example.com' }] },
      ...{
        products: [product(1, { price: '5' }), product(2)],
        coupons: [{ code: 'YAZ', discountType: 'free_shipping' }],
      },
    }
    const cases: [object, string[]][] = [
      [{ currencyCode: 'EUR' }, [messages.currency]],
      [{ decimalPlaces: 0 }, [messages.decimals]],
      [{ settings: { pricesIncludeVat: true } }, [messages.vat]],
      [ALL, [messages.currency, messages.decimals, messages.vat]],
    ]
    for (const [settings, problems] of cases) {
      assert.deepEqual(await shop.refusal({ shop: { name: 'Yeni', ...settings }, ...further }), problems)
    }
    assert.deepEqual(await state(), before)
  })

  test('is refused with a code of its own, and together with the other problems of the import', async () => {
    await shop.import({ products: [product(1)] })
    const files = [{ shop: ALL, products: [product(2, { price: 5 })], coupons: [{ code: 'A', campaignId: 9 }] }]
    const error = await run(files).catch((reason: unknown) => reason)
    assert.ok(error instanceof ImportProblems)
    assert.deepEqual(
      error.problems.map(({ at, code }) => [at, code]),
      [
        ['/products/0/price', undefined],
        ['/coupons/0/discountType', undefined],
        ['/coupons/0/campaignId', undefined],
        ['/shop/currencyCode', 'prices_relabelled'],
        ['/shop/decimalPlaces', 'prices_relabelled'],
        ['/shop/settings/pricesIncludeVat', 'prices_relabelled'],
      ],
    )
  })

  test('is refused where every stored product is off sale', async () => {
    await shop.import({ products: [product(1, { onSale: false })] })
    assert.deepEqual(await shop.refusal({ shop: { currencyCode: 'EUR' } }), [messages.currency])
  })

  test('is decided by the last value of several shop files, and named at its file', async () => {
    await shop.import({ products: [product(1)] })
    const euro = file('a.json', { shop: { currencyCode: 'EUR', decimalPlaces: 0 } })
    const lira = file('b.json', { shop: { currencyCode: 'TRY' } })
    assert.deepEqual(await shop.refusal(euro, lira), [messages.decimals.replace('shop.json', 'a.json')])
    assert.deepEqual(await shop.refusal(lira, euro), [
      messages.currency.replace('shop.json', 'a.json'),
      messages.decimals.replace('shop.json', 'a.json'),
    ])
    await shop.import(file('a.json', { shop: { currencyCode: 'EUR' } }), lira)
    assert.equal((await stored()).currencyCode, 'TRY')
  })

  test('needs no permission in a shop without products, also together with the first products', async () => {
    await shop.import({ shop: { currencyCode: 'USD', decimalPlaces: 3, settings: { pricesIncludeVat: true } } })
    await shop.import({ shop: { ...ALL, settings: { pricesIncludeVat: false } } })
    await shop.import({ shop: ALL, products: [product(1)] })
    const { currencyCode, decimalPlaces, settings } = await stored()
    assert.deepEqual([currencyCode, decimalPlaces, settings.pricesIncludeVat], ['EUR', 0, true])
    const revision = await shop.revision()
    await shop.import({ shop: ALL, products: [product(1)] })
    assert.equal(await shop.revision(), revision, 'the values that are there already change nothing')
    assert.equal((await shop.refusal({ shop: { settings: { pricesIncludeVat: false } } })).length, 1)
  })

  test('to prices without VAT is none where the setting was never set, and is stored as set', async () => {
    await shop.import({ products: [product(1)] })
    assert.equal('pricesIncludeVat' in (await stored()).settings, false)
    await shop.import({ shop: { settings: { pricesIncludeVat: false, cargoVatRate: 18.5 } } })
    const { settings } = await stored()
    assert.deepEqual([settings.pricesIncludeVat, settings.cargoVatRate], [false, '18.5'])
    assert.deepEqual(await shop.refusal({ shop: { settings: { pricesIncludeVat: true } } }), [messages.vat])
    await shop.import({ shop: { settings: { cargoVatRate: null } } })
    assert.equal((await stored()).settings.cargoVatRate, null)
  })

  test('is made with permission, and a repeated import then needs none', async () => {
    await shop.import({ products: [product(1)] })
    await run([{ shop: ALL, products: [product(1, { price: '1' })] }], permitted)
    const after = await state()
    const { currencyCode, decimalPlaces, settings } = await stored()
    assert.deepEqual([currencyCode, decimalPlaces, settings.pricesIncludeVat], ['EUR', 0, true])
    await run([{ shop: ALL, products: [product(1, { price: '1' })] }])
    assert.deepEqual(await state(), after)
  })

  test('is none in an import of the sample shop over itself', async () => {
    await importFiles(shop.database, [sampleShopFile], options)
    const revision = await shop.revision()
    await importFiles(shop.database, [sampleShopFile], options)
    assert.equal(await shop.revision(), revision)
  })

  test('is refused when another transaction stores the first product before the import can write', async () => {
    const other = openDatabase(shop.config)
    const writing = Promise.withResolvers<void>()
    const onProgress: ImportOptions['onProgress'] = ({ phase }) => phase === 'writing' && writing.resolve()
    try {
      const { importing } = await transaction(other, async queries => {
        await lockShop(queries)
        const importing = run([{ shop: { currencyCode: 'EUR' } }], { ...options, onProgress }).then(
          () => 'imported',
          (error: unknown) => error,
        )
        await writing.promise
        if (engine === 'postgres') await untilWaiting(shop.database, 1)
        await insertProduct(queries)
        return { importing }
      })
      const error = await importing
      assert.ok(error instanceof ImportProblems, String(error))
      assert.deepEqual(
        error.problems.map(({ at }) => at),
        ['/shop/currencyCode'],
      )
      assert.equal((await stored()).currencyCode, 'TRY')
    } finally {
      await other.close()
    }
  })

  test('is decided in the order in which imports get the lock', {
    skip: engine === 'sqlite' && 'the embedded engine has no queue of locks',
  }, async () => {
    const [holder, ...others] = [1, 2, 3].map(() => openDatabase(shop.config))
    assert.ok(holder)
    const files = [{ products: [product(1)] }, { shop: { currencyCode: 'EUR' } }]
    const paths = files.flatMap((content, index) => shop.write(file(`${index}.json`, content)))
    /** Imports both files at once. @returns whether each was imported, in the order in which they wait for the lock */
    const race = async (order: number[]) => {
      const { imports } = await transaction(holder, async queries => {
        await lockShop(queries)
        const imports: Promise<boolean>[] = []
        for (const [turn, index] of order.entries()) {
          const database = others[turn] ?? assert.fail()
          const importing = importFiles(database, [paths[index] ?? ''], options)
          imports.push(importing.then(() => true, isRefusal))
          await untilWaiting(shop.database, turn + 1)
        }
        return { imports }
      })
      return Promise.all(imports)
    }
    assert.deepEqual(await race([0, 1]), [true, false])
    assert.equal((await stored()).currencyCode, 'TRY')
    await shop.database.kysely.deleteFrom('products').execute()
    assert.deepEqual(await race([1, 0]), [true, true])
    assert.equal((await stored()).currencyCode, 'EUR')
    await Promise.all([holder, ...others].map(database => database.close()))
  })
})

/** @returns false for a refusal of relabelled prices. @throws any other error */
function isRefusal(error: unknown): boolean {
  if (error instanceof ImportProblems && error.problems.every(({ code }) => code === 'prices_relabelled')) return false
  throw error
}

async function insertProduct({ kysely }: Queries): Promise<void> {
  const numbers = { price: '10', vat_rate: '20', stock: '1', stock_increment: '1' }
  const flags = { on_sale: 1, free_cargo: 0 } as const
  const values = { id: 1, name: 'İlk', stock_unit: '', ...numbers, ...flags }
  await kysely.insertInto('products').values(values).execute()
}
