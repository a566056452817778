/** Tests of Shopify's product export. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeFinding, type Finding, Findings } from '../../shop-file/findings.ts'
import type { ImportedProduct } from '../../shop-file/imported-records.ts'
import { createLocalTimes } from '../../shop-file/local-times.ts'
import { ImportChecks } from '../import-checks.ts'
import { readCsv } from '../input/read-csv.ts'
import { readShopify } from './shopify.ts'

const HEADER =
  'Handle,Title,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Taxable,Image Src,Status'

const describe = (finding: Finding) => describeFinding(finding).trim()

/** Reads an export and returns its products and findings. */
async function read(lines: string[], header = HEADER) {
  const findings = new Findings()
  const context = {
    checks: new ImportChecks(findings).forFile(''),
    vatRate: '20',
    times: createLocalTimes('UTC'),
    decimalPlaces: 2,
    newIds: false,
    locations: undefined,
  }
  const bytes = async function* () {
    yield Buffer.from([header, ...lines].join('\n'))
  }
  const records = await Array.fromAsync(readShopify(readCsv(bytes(), ','), context))
  const products = records.map(each => each.record as ImportedProduct)
  return {
    products,
    problems: findings.problems.map(describe),
    warnings: findings.warnings().map(describe),
  }
}

test('a product without options has no variants', async () => {
  const { products } = await read([
    'gomlek,Keten gömlek,true,Title,Default Title,,,5,50,,true,https://x.co/ç.jpg,active',
  ])
  assert.deepEqual(products, [
    {
      ...{
        id: null,
        sourceKey: 'shopify:gomlek',
        sku: null,
        name: 'Keten gömlek',
        image: 'https://x.co/%C3%A7.jpg',
        onSale: true,
      },
      ...{
        price: '50',
        vatRate: '20',
        stock: '5',
        stockUnit: '',
        stockIncrement: '1',
        freeCargo: false,
        backorder: false,
      },
      ...{ brand: null, categories: [], tags: [] },
      ...{ discount: null, groupPrices: null, tierPrices: [], variants: [], omitted: [], listsVariants: true },
      ...{ bySku: true, partial: null, updatesOnly: false },
      kept: [
        ...['sku', 'backorder', 'groupPrices', 'tierPrices', 'stockUnit', 'stockIncrement', 'freeCargo'],
        ...['brand', 'categories', 'tags'],
      ],
    },
  ])
})

test('each row of a handle is a variant with a name from its options and its own price, discount and stock', async () => {
  const { products } = await read([
    'tee,Tişört,true,Renk,Mavi,Beden,M,3,60,80,false,https://x.co/1.jpg,',
    'tee,,,,Mavi,,L,,70,70,false,https://x.co/2.jpg,',
    'tee,,,,,,,,,,,https://x.co/3.jpg,',
    'cap,Şapka,true,Title,Default Title,,,1,10,,true,,',
  ])
  const [tee, cap] = products
  assert.deepEqual(
    tee?.variants.map(({ name, price, stock, discount }) => ({ name, price, stock, sale: discount?.value })),
    [
      { name: 'Mavi / M', price: '80', stock: '3', sale: '60' },
      { name: 'Mavi / L', price: '70', stock: '100000', sale: undefined },
    ],
  )
  assert.deepEqual([tee?.price, tee?.discount, tee?.vatRate, tee?.stock], ['80', null, '0', '100000'])
  assert.equal(cap?.name, 'Şapka')
})

test('SKUs belong to the variants, or to a product without options', async () => {
  const header = `${HEADER},Variant SKU`
  const { products, problems } = await read(
    [
      'tee,Tişört,true,Renk,Mavi,,,,60,,,,, T-1 ',
      'tee,,,,Sarı,,,,60,,,,,',
      'cap,Şapka,true,Title,Default Title,,,,10,,,,,C-1',
    ],
    header,
  )
  assert.deepEqual(problems, [])
  assert.deepEqual(
    products.map(({ sku, variants }) => [sku, variants.map(each => each.sku)]),
    [
      [null, ['T-1', null]],
      ['C-1', []],
    ],
  )
  const long = await read([`cap,Şapka,true,Title,Default Title,,,,10,,,,,${'x'.repeat(256)}`], header)
  assert.deepEqual(long.problems, ['line 2: has a SKU that is not a text of at most 255 characters without U+0000'])
})

test('a variant has the picture of its row; those of other rows are of the product', async () => {
  const rows = [
    'tee,Tişört,true,Renk,Mavi,,,,60,,,https://x.co/1.jpg,,https://x.co/ç.jpg',
    'tee,,,,Sarı,,,,60,,,https://x.co/2.jpg,,',
    'cap,Şapka,true,Title,Default Title,,,,10,,,https://x.co/3.jpg,,https://x.co/4.jpg',
  ]
  for (const heading of ['Variant Image', 'Variant image URL']) {
    const { products, problems } = await read(rows, `${HEADER},${heading}`)
    assert.deepEqual(problems, [])
    assert.deepEqual(
      products.map(({ image, variants }) => [image, variants.map(each => [each.name, each.image])]),
      [
        [
          'https://x.co/1.jpg',
          [
            ['Mavi', 'https://x.co/%C3%A7.jpg'],
            ['Sarı', null],
          ],
        ],
        ['https://x.co/3.jpg', []],
      ],
    )
    assert.ok(products.every(({ variants }) => variants.every(({ kept }) => !kept.includes('image'))))
  }
  const [unsaid] = (await read(['tee,Tişört,true,Renk,Mavi,,,,60,,,,'])).products
  assert.deepEqual(
    unsaid?.variants.map(({ image, kept }) => [image, kept.includes('image')]),
    [[null, true]],
  )
  const wrong = await read(['tee,Tişört,true,Renk,Mavi,,,,60,,,,,data:image/png'], `${HEADER},Variant Image`)
  assert.deepEqual(wrong.problems, ['line 2: has an image that is neither an http(s) URL nor a path: "data:image/png"'])
})

test('a compare-at price of a product without options becomes the discount of the product', async () => {
  const { products } = await read(['a,A,true,Title,Default Title,,,1,50,65.50,true,,'])
  assert.equal(products[0]?.price, '65.50')
  assert.deepEqual(products[0]?.discount, { type: 'price', value: '50', startsAt: null, endsAt: null })
})

test('a product that is not published or not active is not on sale', async () => {
  const rows = [
    'a,A,true,,,,,1,1,,,,active',
    'b,B,FALSE,,,,,1,1,,,,active',
    'c,C,true,,,,,1,1,,,,draft',
    'd,D,,,,,,1,1,,,,',
    'e,E,true,,,,,1,1,,,,Unlisted',
  ]
  const { products, warnings } = await read(rows)
  assert.deepEqual(
    products.map(each => each.onSale),
    [true, false, false, true, false],
  )
  assert.deepEqual(warnings, [
    'line 6: is unlisted, and not on sale here, where agents would find it: "E"; put it on sale in the office if they may',
  ])
})

test('an export with the new column names is read', async () => {
  const header =
    'Title,URL handle,Published on online store,Status,SKU,Option1 name,Option1 value,Price,Compare-at price,Charge tax,Inventory quantity,Product image URL'
  const { products, problems } = await read(
    ['Kazak,kazak,TRUE,Active,S1,Beden,M,90,100,TRUE,-2,https://x.co/a.jpg'],
    header,
  )
  assert.deepEqual(problems, [])
  const [kazak] = products
  assert.deepEqual([kazak?.sourceKey, kazak?.onSale, kazak?.vatRate, kazak?.stock], ['shopify:kazak', true, '20', '-2'])
  assert.deepEqual(
    kazak?.variants.map(each => [each.name, each.price, each.discount?.value]),
    [['M', '100', '90']],
  )
})

test('every problem has its line number', async () => {
  const { problems, products } = await read([
    ',Nameless,true,,,,,1,1,,,,',
    'a,,true,,,,,1,abc,,,javascript:x,',
    'b,B,perhaps,,,,,1.5.1,,5,,,',
    'c,C,true,Renk,Mavi,,,1,1,,,,',
    'c,,,,Mavi,,,1,1,,,,',
    'c,,,,,,,1,2,,,,',
    'd,D,true,,,,,1,1',
    'e,E,true,,,,,,,,,,',
    'a,A,true,,,,,1,1,,,,',
  ])
  assert.deepEqual(
    products.map(each => each.name),
    ['D', 'E', 'A'],
  )
  assert.equal(products[1]?.price, null, 'a new product without a price is left out when it is staged')
  assert.deepEqual(problems, [
    'line 2: has no handle of 1 to 255 characters: ""',
    'line 3: has no name',
    'line 3: has an image that is neither an http(s) URL nor a path: "javascript:x"',
    'line 3: has a price that is no number such as 19.90: "abc"; write it without separators of thousands and currency signs',
    'line 4: has neither true nor false as published: "perhaps"',
    'line 4: has a stock that is no number such as 12: "1.5.1"; write it without separators of thousands',
    'line 6: has the option values of another row of its product: "Mavi"',
    'line 7: has no option value, which would name its variant',
    'line 10: continues a product whose other rows stand apart: "a"; sort the file by Handle',
  ])
})

test('a variant with another tax than the first variant is a warning', async () => {
  const { warnings } = await read(['a,A,true,Renk,Mavi,,,1,1,,true,,', 'a,,,,Al,,,1,1,,false,,'])
  assert.deepEqual(warnings, [
    'line 3: has another tax than the first variant: the product gets the tax of the first variant',
  ])
})
