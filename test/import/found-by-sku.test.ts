/** Which stored item a row of an export is: by the system's own number, else by its SKU, and never by the number of another system. */

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { importFiles } from '../../src/import/import-files.ts'
import type { ImportOptions } from '../../src/import/staging/stage-files.ts'
import { describeFinding } from '../../src/shop-file/findings.ts'
import { NOW, onEachEngine, type TestFile } from '../support/import/imports.ts'

const shirt = { id: 7, name: 'Gömlek', price: '40', vatRate: 20 }

onEachEngine('a row of an export', shop => {
  const load = async (options: Partial<ImportOptions>, ...files: TestFile[]) => {
    const report = await importFiles(shop.database, shop.write(...files), { now: NOW, randomId: () => 'x', ...options })
    const findings = [...report.warnings, ...report.files.flatMap(({ skipped }) => skipped)]
    return findings.map(finding => describeFinding({ ...finding, file: '' }).trim())
  }
  const products = async () =>
    (await shop.rows('products')).map(row => [row.id, row.sku, row.price, row.stock, row.source_key])
  const own = (...records: object[]): TestFile => ['shop.json', JSON.stringify({ products: records })]

  beforeEach(() => shop.import({ shop: { settings: { pricesIncludeVat: true } } }))

  test('of Shopify is the stored product with its SKU, and is found by its handle from then on', async () => {
    await load({}, own({ ...shirt, sku: 'G-1', stock: 3 }))
    const header = 'Handle,Title,Option1 Value,Variant SKU,Variant Price,Variant Compare At Price'
    await load({}, ['s.csv', `${header}\ngomlek,Gömlek,Default Title,G-1,45,\n`])
    await load({}, ['s.csv', `${header}\ngomlek,Gömlek,Default Title,G-2,46,\nkazak,Kazak,Default Title,G-2,50,\n`])
    assert.deepEqual(await products(), [
      [7, 'G-2', '46', '3', 'shopify:gomlek'],
      [8, 'G-2', '50', '100000', 'shopify:kazak'],
    ])
  })

  test('of Shopify is the stored product whose variants have its SKUs', async () => {
    const variants = ['S', 'M'].map((name, at) => ({ id: at + 1, name, sku: `G-${name}`, stock: 2, price: null }))
    await load({}, own({ ...shirt, stock: 4, variants }))
    const header = 'Handle,Title,Option1 Value,Variant SKU,Variant Price,Variant Compare At Price'
    await load({}, ['s.csv', `${header}\ngomlek,Gömlek,Small,G-S,41,\ngomlek,,Medium,G-M,42,\n`])
    assert.deepEqual(
      (await shop.rows('variants')).map(row => [row.product_id, row.id, row.name, row.price, row.stock]),
      [
        [7, 1, 'Small', '41', '2'],
        [7, 2, 'Medium', '42', '2'],
      ],
    )
    assert.equal((await products()).length, 1)
  })

  test('with a number is not the item without an SKU where another one has its SKU', async () => {
    await load({}, own({ ...shirt, stock: 1 }, { ...shirt, id: 8, sku: 'G-8', stock: 1 }))
    const told = await load({}, ['sheet.csv', 'id,sku,stock\n7,G-8,9\n'])
    assert.deepEqual(told, ['line 2: has the id of one item and the SKU of another: "G-8"; delete one of both columns'])
    assert.deepEqual(
      (await products()).map(([id, , , stock]) => [id, stock]),
      [
        [7, '1'],
        [8, '1'],
      ],
    )
  })

  test('with a number of WooCommerce is no product that has it as a number of its own', async () => {
    await load({}, own({ ...shirt, id: 500, stock: 1 }))
    const woo = 'ID,Type,SKU,Name,Published,Tax status,In stock?,Stock,Regular price'
    await load({ newIds: true }, ['w.csv', `${woo}\n500,simple,W-1,Pot,1,none,1,5,10\n`])
    const told = await load({}, ['w.csv', 'ID,Stock\n500,9\n'])
    assert.deepEqual(told, [
      'line 2: is the number of one product, and that of another in WooCommerce: "500"; name them by their SKUs',
    ])
    assert.deepEqual(
      (await products()).map(([id, , , stock]) => [id, stock]),
      [
        [500, '1'],
        [501, '5'],
      ],
    )
  })

  test('of an inventory that sells out what was not tracked is told', async () => {
    const file =
      'Handle,Title,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Price\nmug,Mug,Default Title,,,5\n'
    await load({ vatRate: '0' }, ['s.csv', file])
    const inventory =
      'Handle,Title,Option1 Name,Option1 Value,SKU,Location,Available\nmug,Mug,Title,Default Title,,Depo,0\n'
    const [told] = await load({}, ['i.csv', inventory])
    assert.match(
      told ?? '',
      /^line 2: had a stock of 100000, as what is not tracked, and is sold out now: "Mug"; give it/,
    )
  })
})
