/** Which stored products and variants the rows of a table are: by numbers, by the keys of other systems, or by SKUs. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importFiles } from '../../src/import/import-files.ts'
import type { ImportOptions } from '../../src/import/staging/stage-files.ts'
import { describeFinding } from '../../src/shop-file/findings.ts'
import { NOW, onEachEngine } from '../support/import/imports.ts'

const FIELDS = 'Type,SKU,Name,Published,Tax status,Stock,Regular price,Parent,Attribute 1 value(s)'
const CABLE = [
  'variable,B,Cable - Pro,1,taxable,,,,"S, M"',
  'variation,B-S,Cable - Pro - S,1,taxable,3,10,B,S',
  'variation,B-M,Cable - Pro - M,1,taxable,4,12,B,M',
]
const withIds = CABLE.map((row, index) => `${index + 7},${row}`)

onEachEngine('a row of a table', shop => {
  const load = async (lines: string[], options: Partial<ImportOptions> = {}) => {
    const report = await importFiles(shop.database, shop.write(['in.csv', lines.join('\n')]), {
      ...{ now: NOW, randomId: () => 'x', vatRate: '20' },
      ...options,
    })
    const told = [...report.files.flatMap(({ skipped }) => skipped), ...report.warnings]
    return {
      ...report,
      told: told
        .map(finding => describeFinding({ ...finding, file: '' }).trim())
        .filter(line => !line.includes('pricesIncludeVat')),
    }
  }
  const variants = async () =>
    (await shop.rows('variants')).map(({ id, sku, price, stock, on_sale }) => [id, sku, price, stock, on_sale])

  test('of WooCommerce with an ID is the variant that came without one, and the other way round', async () => {
    await load([FIELDS, ...CABLE])
    const { withdrawn } = await load([`ID,${FIELDS}`, ...withIds])
    assert.deepEqual(withdrawn, { products: 0, variants: 0 })
    const expected = [
      [1, 'B-S', '10', '3', 1],
      [2, 'B-M', '12', '4', 1],
    ]
    assert.deepEqual(await variants(), expected)
    const { files } = await load([FIELDS, ...CABLE])
    assert.deepEqual(
      files[0]?.sections.map(({ unchanged }) => unchanged),
      [1, 2],
    )
    // The SKU may change: the variant is still known by its ID.
    await load([`ID,${FIELDS}`, ...withIds.map(row => row.replace('B-S', 'B-XS'))])
    assert.deepEqual(
      (await variants()).map(([id, sku]) => [id, sku]),
      [
        [1, 'B-XS'],
        [2, 'B-M'],
      ],
    )
  })

  test('of WooCommerce without a type changes what came from its ID, not the product with that number', async () => {
    await shop.import({ products: [{ id: 8, name: 'Sample', price: '1', sku: 'X-8' }] })
    await load([`ID,${FIELDS}`, ...withIds], { newIds: true })
    const { told } = await load([
      'ID,SKU,Name,Regular price,In stock?',
      '7,B,Cable - Pro,,1',
      '8,B-S,Cable - Pro - S,11,1',
      '99,B-M,Cable - Pro - M,13,0',
      '98,NONE,Gone,1,1',
    ])
    assert.deepEqual(told, [
      'line 5: is not stored: "NONE"; for new products and variations, export the columns Type and Parent',
    ])
    assert.deepEqual(await variants(), [
      [1, 'B-S', '11', '100000', 1],
      [2, 'B-M', '13', '0', 1],
    ])
    const names = (await shop.rows('products')).map(({ id, name, price }) => [id, name, price])
    assert.deepEqual(names, [
      [8, 'Sample', '1'],
      [9, 'Cable - Pro', '10'],
    ])
  })

  test('of WooCommerce that is a variation of an unnamed product changes the stored one', async () => {
    await load([`ID,${FIELDS}`, ...withIds])
    const { told, withdrawn } = await load(['ID,Type,SKU,Regular price', '7,variable,B,', '9,variation,B-M,15'])
    assert.deepEqual([told, withdrawn.variants], [[], 0])
    assert.deepEqual(
      (await variants()).map(([, , price]) => price),
      ['10', '15'],
    )
  })

  test('of a sheet has the id and the SKU of one item', async () => {
    await load([`ID,${FIELDS}`, ...withIds])
    const { told } = await load(['id,sku,price', '7,B-M,16', '7,B,9', '7,OTHER,1', '8,B-S,1'])
    assert.deepEqual(told, [
      'line 4: has the id of one item and the SKU of another: "OTHER"; delete one of both columns',
      'line 5: is no product and no variant of the shop: "B-S"; import it first, from a file of its own',
    ])
    assert.deepEqual(
      (await variants()).map(([, , price]) => price),
      ['10', '16'],
    )
    assert.equal((await shop.rows('products'))[0]?.price, '9')
  })
})
