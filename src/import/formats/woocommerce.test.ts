/** Tests of WooCommerce's product export. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeFinding, type Finding, Findings } from '../../shop-file/findings.ts'
import type { ImportedProduct } from '../../shop-file/imported-records.ts'
import { createLocalTimes } from '../../shop-file/local-times.ts'
import { ImportChecks } from '../import-checks.ts'
import { readCsv } from '../input/read-csv.ts'
import { readWooCommerce } from './woocommerce.ts'

const COLUMNS = {
  id: 'ID',
  type: 'Type',
  sku: 'SKU',
  name: 'Name',
  published: 'Published',
  starts: 'Date sale price starts',
  ends: 'Date sale price ends',
  tax: 'Tax status',
  taxClass: 'Tax class',
  inStock: 'In stock?',
  stock: 'Stock',
  sale: 'Sale price',
  price: 'Regular price',
  images: 'Images',
  parent: 'Parent',
  one: 'Attribute 1 value(s)',
  two: 'Attribute 2 value(s)',
}

type Cells = Partial<Record<keyof typeof COLUMNS, string>>

const simple = (cells: Cells): Cells => ({
  type: 'simple',
  name: `Ürün ${cells.id}`,
  published: '1',
  inStock: '1',
  price: '10',
  ...cells,
})
const variable = (cells: Cells): Cells => simple({ type: 'variable', price: '', ...cells })
const variation = (cells: Cells): Cells => simple({ type: 'variation', ...cells })

const describe = (finding: Finding) => describeFinding(finding).trim()

/** Reads an export of rows and returns its products and findings. */
async function read(rows: Cells[]) {
  const findings = new Findings()
  const context = {
    checks: new ImportChecks(findings).forFile(''),
    vatRate: '20',
    times: createLocalTimes('Europe/Istanbul'),
    decimalPlaces: 2,
    newIds: false,
    locations: undefined,
  }
  const keys = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]
  const lines = [Object.values(COLUMNS), ...rows.map(row => keys.map(key => row[key] ?? ''))]
  const bytes = async function* () {
    yield Buffer.from(lines.map(cells => cells.map(cell => `"${cell}"`).join(',')).join('\r\n'))
  }
  const records = await Array.fromAsync(readWooCommerce(readCsv(bytes(), ','), context))
  const skipped = findings.skipped.map(describe)
  return {
    products: records.map(each => each.record as ImportedProduct),
    problems: findings.problems.map(describe),
    warnings: findings.warnings().map(describe),
    skipped,
  }
}

test('a simple product that is also downloadable and virtual keeps its id and name', async () => {
  const images = 'https://x.co/a,b.jpg, https://x.co/2.jpg'
  const { products, skipped } = await read([
    simple({ id: '7', type: 'simple, downloadable, virtual', images, tax: 'taxable', stock: '3' }),
  ])
  assert.deepEqual(skipped, [])
  assert.deepEqual(products, [
    {
      ...{ id: 7, sourceKey: 'woocommerce:7', sku: null, name: 'Ürün 7', image: 'https://x.co/a,b.jpg' },
      ...{ onSale: true, price: '10', vatRate: '20', stock: '3', stockUnit: '', stockIncrement: '1' },
      ...{ freeCargo: false, backorder: false, discount: null, brand: null, categories: [], tags: [] },
      ...{ groupPrices: null, tierPrices: [], variants: [], omitted: [], listsVariants: true },
      ...{ bySku: false, partial: null, updatesOnly: false },
      kept: [
        ...['backorder', 'groupPrices', 'tierPrices', 'stockUnit', 'stockIncrement', 'freeCargo'],
        ...['brand', 'categories', 'tags'],
      ],
    },
  ])
})

test('products and variations keep their SKUs', async () => {
  const { products } = await read([
    simple({ id: '7', sku: 'S-7' }),
    variable({ id: '8', sku: 'TEE' }),
    variation({ id: '9', sku: 'TEE-M', parent: 'TEE' }),
    variation({ id: '10', parent: 'TEE' }),
  ])
  assert.deepEqual(
    products.map(({ sku, variants }) => [sku, variants.map(each => each.sku)]),
    [
      ['S-7', []],
      ['TEE', ['TEE-M', null]],
    ],
  )
})

test('a variation has the first picture of its row, and none of its product’s', async () => {
  const { products } = await read([
    variable({ id: '8', images: 'https://x.co/8.jpg' }),
    variation({ id: '9', parent: 'id:8', images: 'https://x.co/a,b.jpg, https://x.co/2.jpg' }),
    variation({ id: '10', parent: 'id:8' }),
  ])
  assert.deepEqual(
    products.map(({ image, variants }) => [image, variants.map(each => each.image)]),
    [['https://x.co/8.jpg', ['https://x.co/a,b.jpg', null]]],
  )
  const wrong = await read([variable({ id: '8' }), variation({ id: '9', parent: 'id:8', images: 'ftp://x' })])
  assert.deepEqual(wrong.problems, ['line 3: has an image that is neither an http(s) URL nor a path: "ftp://x"'])
})

test('a sale price becomes a discount between its dates in the time zone of the shop', async () => {
  const { products } = await read([
    simple({ id: '1', price: '20,00', sale: '18,5', starts: '2026-06-01', ends: '2026-06-07' }),
    simple({ id: '2', price: '20', sale: '18', ends: '2026-06-07 23:59:59' }),
    simple({ id: '3', price: '', sale: '18' }),
    simple({ id: '4', price: '20', sale: '20' }),
  ])
  const end = Date.parse('2026-06-07T21:00:00Z')
  assert.deepEqual(
    products.map(each => [each.price, each.discount]),
    [
      ['20.00', { type: 'price', value: '18.5', startsAt: Date.parse('2026-05-31T21:00:00Z'), endsAt: end }],
      ['20', { type: 'price', value: '18', startsAt: null, endsAt: end }],
      ['18', null],
      ['20', null],
    ],
  )
})

test('a stock is the number in its cell; without one it is not tracked, or 0 when out of stock', async () => {
  const { products } = await read([
    simple({ id: '1', stock: '12' }),
    simple({ id: '2', stock: '' }),
    simple({ id: '3', stock: '12', inStock: '0' }),
    simple({ id: '4', stock: "'-2,5", inStock: 'backorder' }),
    simple({ id: '5', stock: '', inStock: '0' }),
  ])
  assert.deepEqual(
    products.map(each => each.stock),
    ['12', '100000', '12', '-2.5', '0'],
  )
})

test('a product is on sale when it is published, and has a VAT rate when it is taxable', async () => {
  const { products } = await read([
    simple({ id: '1', published: '1', tax: 'taxable' }),
    simple({ id: '2', published: '0', tax: 'none' }),
    simple({ id: '3', published: '-1', tax: 'shipping' }),
  ])
  assert.deepEqual(
    products.map(each => [each.onSale, each.vatRate]),
    [
      [true, '20'],
      [false, '0'],
      [false, '0'],
    ],
  )
})

test('a tax class with a rate of its own keeps the stored rate, and is told', async () => {
  const { products, warnings } = await read([
    simple({ id: '1', tax: 'taxable', taxClass: 'reduced-rate' }),
    simple({ id: '2', tax: 'taxable', taxClass: 'Zero-Rate' }),
    simple({ id: '3', tax: 'none', taxClass: 'reduced-rate' }),
    simple({ id: '4', tax: 'taxable', taxClass: 'parent' }),
  ])
  assert.deepEqual(
    products.map(each => [each.vatRate, each.kept.includes('vatRate')]),
    [
      ['20', true],
      ['0', false],
      ['0', false],
      ['20', false],
    ],
  )
  assert.equal(warnings.length, 1)
  assert.match(
    warnings[0] ?? '',
    /^line 2: has another tax class than the standard one: "reduced-rate"; a new product gets/,
  )
})

test('a variation without attributes has its name without that of its product', async () => {
  const { products } = await read([
    variable({ id: '10', name: 'Kol - Saat' }),
    variation({ id: '11', parent: 'id:10', name: 'Kol - Saat - Mavi' }),
    variation({ id: '12', parent: 'id:9', name: 'Şapka - Yün - L', stock: 'parent' }),
  ])
  const variants = products.flatMap(each => each.variants)
  assert.deepEqual(
    variants.map(each => each.name),
    ['Mavi', 'Yün - L'],
  )
  // The stock of a product that is not in the file is not known.
  assert.deepEqual(
    variants.map(each => each.kept.includes('stock')),
    [false, true],
  )
})

test('a variation refers to its product by SKU or id, in a row before or after it', async () => {
  const { products, problems } = await read([
    variation({ id: '11', parent: 'TEE', one: 'Mavi', two: 'M', price: '30', stock: '1' }),
    variable({ id: '10', sku: 'TEE', tax: 'taxable' }),
    variation({ id: '12', parent: 'id:10', one: 'Al', two: '', price: '25', sale: '20', stock: '2', published: '0' }),
    variation({ id: '13', parent: 'id: 10', name: 'Tişört - Uzun - L', price: '40', stock: 'parent' }),
  ])
  assert.deepEqual(problems, [])
  assert.deepEqual(
    products.map(each => [each.id, each.price, each.vatRate, each.discount, each.stock]),
    [[10, '25', '20', null, '100000']],
  )
  assert.deepEqual(
    products[0]?.variants.map(({ id, name, onSale, price, stock, discount }) => [
      id,
      name,
      onSale,
      price,
      stock,
      discount?.value,
    ]),
    [
      [11, 'Mavi / M', true, '30', '1', undefined],
      [12, 'Al', false, '25', '2', '20'],
      [13, 'Uzun - L', true, '40', '100000', undefined],
    ],
  )
})

test('a variation with the stock "parent" has the stock of its product', async () => {
  const { products } = await read([
    variable({ id: '10', stock: '8' }),
    variation({ id: '11', parent: 'id:10', stock: 'parent' }),
  ])
  assert.deepEqual(
    products[0]?.variants.map(each => each.stock),
    ['8'],
  )
})

test('products that cannot be sold by themselves are skipped with the reason', async () => {
  const { products, problems, skipped } = await read([
    simple({ id: '1', type: 'grouped', name: 'Set', sku: 'SET' }),
    simple({ id: '2', type: 'external', name: 'Bağış' }),
    simple({ id: '3', price: '', name: 'Katalog' }),
    variable({ id: '4', name: 'Kazak' }),
    variation({ id: '5', parent: 'id:4', price: '', name: 'Kazak - S' }),
    variation({ id: '6', parent: 'SET', name: 'Set - A' }),
  ])
  assert.deepEqual(problems, [])
  // What is new needs a price, which is told when it is staged.
  assert.deepEqual(
    products.map(({ name, price, variants }) => [name, price, variants.map(each => [each.name, each.updatesOnly])]),
    [
      ['Katalog', null, []],
      ['Kazak', null, [['S', true]]],
    ],
  )
  assert.deepEqual(skipped, [
    'line 2: is of the type grouped, which is not sold by itself: "Set"',
    'line 3: is of the type external, which is not sold by itself: "Bağış"',
    'line 7: varies a product that the file calls grouped: "Set - A"',
  ])
})

test('every problem has its line number', async () => {
  const { problems } = await read([
    simple({ id: 'x', name: 'Adsız' }),
    simple({ id: '1', name: '', price: '1.299,00', stock: 'çok' }),
    simple({ id: '2', published: 'yes', inStock: 'maybe', sale: '-1', images: 'ftp://x' }),
    simple({ id: '3', sale: '5', starts: '07/06/2013', ends: '2026-02-30' }),
    simple({ id: '4', sale: '5', starts: '2026-02-02', ends: '2026-02-01' }),
    simple({ id: '1' }),
    variation({ id: '9', parent: 'NONE' }),
  ])
  assert.deepEqual(problems, [
    'line 2: has an ID that is no integer above 0: "x"',
    'line 3: has no name',
    'line 3: has a regular price that is no number such as 19.90: "1.299,00"; write it without separators of thousands and currency signs',
    'line 3: has a stock that is no number such as 12: "çok"; write it without separators of thousands',
    'line 4: has an image that is neither an http(s) URL nor a path: "ftp://x"',
    'line 4: has a word as published that is none of 0, 1, 2, -1: "yes"',
    'line 4: has a sale price that is no number such as 19.90: "-1"; write it without separators of thousands and currency signs',
    'line 4: has a word as stock status that is none of 0, 1, backorder: "maybe"',
    'line 5: has a sale start that is no date such as 2026-01-31: "07/06/2013"',
    'line 5: has a sale end that is no date such as 2026-01-31: "2026-02-30"',
    'line 6: has a sale that ends before it starts',
    'line 7: repeats the ID of a row above: "1"; delete one of both',
  ])
})
