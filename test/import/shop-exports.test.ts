/** Importing Shopify and WooCommerce exports on both engines: the stored products after first and repeated imports. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, type TestFile } from '../support/import/imports.ts'

const shopify = (...rows: string[]): TestFile => [
  'shopify.csv',
  [
    'Handle,Title,Published,Option1 Name,Option1 Value,Variant Inventory Qty,Variant Price,Variant Taxable',
    ...rows,
  ].join('\n'),
]

const woo = (...rows: string[]): TestFile => [
  'woo.csv',
  [
    'ID,Type,SKU,Name,Published,Date sale price ends,In stock?,Stock,Sale price,Regular price,Parent,Attribute 1 value(s)',
    ...rows,
  ].join('\n'),
]

const shirt = ['shirt,Gömlek,true,Renk,Mavi,5,60,true', 'shirt,,,,Al,3,65,true']
const cap = 'cap,Şapka,true,Title,Default Title,,10,false'

onEachEngine('importing exports', shop => {
  const products = async () =>
    (await shop.rows('products')).map(({ id, source_key, price, stock }) => [id, source_key, price, stock])
  const variants = async () =>
    (await shop.rows('variants')).map(({ product_id, id, name, on_sale }) => [product_id, id, name, on_sale])

  test('Shopify products get small ids, which they keep when imported again in another order', async () => {
    await shop.import({ products: [{ id: 4, name: 'Kendi ürünü', price: '1' }] })
    await shop.import(shopify(...shirt, cap))
    const once = [
      [4, null, '1', '0'],
      [5, 'shopify:shirt', '60', '8'],
      [6, 'shopify:cap', '10', '100000'],
    ]
    assert.deepEqual(await products(), once)
    assert.deepEqual(await variants(), [
      [5, 1, 'Mavi', 1],
      [5, 2, 'Al', 1],
    ])
    const again = await shop.import(shopify(cap, 'new,Yeni,true,,,1,1,true', ...shirt))
    assert.deepEqual(await products(), [...once, [7, 'shopify:new', '1', '1']])
    assert.deepEqual(await variants(), [
      [5, 1, 'Mavi', 1],
      [5, 2, 'Al', 1],
    ])
    assert.deepEqual(again.files[0]?.sections, [
      { section: 'products', created: 1, updated: 0, unchanged: 2 },
      { section: 'variants', created: 0, updated: 0, unchanged: 2 },
    ])
  })

  test('a renamed Shopify variant is a new variant, and the old one is off sale', async () => {
    await shop.import(shopify(...shirt))
    await shop.import(shopify('shirt,Gömlek,true,Renk,Lacivert,5,60,true', 'shirt,,,,Al,3,65,true'))
    assert.deepEqual(await variants(), [
      [1, 1, 'Mavi', 0],
      [1, 2, 'Al', 1],
      [1, 3, 'Lacivert', 1],
    ])
  })

  test('a Shopify product is found again after a shop file has changed it', async () => {
    await shop.import(shopify(...shirt))
    await shop.import({ products: [{ id: 1, name: 'Gömlek', price: '60', freeCargo: true }] })
    await shop.import(shopify(...shirt))
    assert.deepEqual(await products(), [[1, 'shopify:shirt', '60', '8']])
  })

  test('a product in two files of one import is refused', async () => {
    await shop.import(shopify(cap))
    const problems = await shop.refusal(shopify(cap), { products: [{ id: 1, name: 'Şapka', price: '1' }] })
    assert.deepEqual(problems, ['shopify.csv line 2: product 1 is also in another file of this import'])
    const twice = await shop.refusal(shopify(cap), ['b.csv', (shopify(cap) as [string, string])[1]])
    assert.deepEqual(twice, ['b.csv line 2: is in shopify.csv, too: import each record from one file'])
  })

  test('an export is refused when there are no ids left', async () => {
    await shop.import({ products: [{ id: Number.MAX_SAFE_INTEGER, name: 'Son', price: '1' }] })
    await assert.rejects(shop.import(shopify(cap)), /^ImportProblems: .*: there are no ids left for new products/)
    assert.deepEqual(await products(), [[Number.MAX_SAFE_INTEGER, null, '1', '0']])
  })

  test('WooCommerce products keep their ids', async () => {
    const rows = [
      '10,variable,TEE,Tişört,1,,1,,,,,',
      '11,variation,,Tişört - M,1,,1,4,,30,TEE,M',
      '12,simple,,Çorap,1,,1,7,,5,,',
    ]
    for (let times = 0; times < 2; times++) await shop.import(woo(...rows))
    assert.deepEqual(await products(), [
      [10, 'woocommerce:10', '30', '4'],
      [12, 'woocommerce:12', '5', '7'],
    ])
    assert.deepEqual(await variants(), [[10, 11, 'M', 1]])
  })

  test('a WooCommerce id of a product from another source is refused with its line', async () => {
    await shop.import({ products: [{ id: 1, name: 'Kendi ürünü', price: '1' }] }, shopify(cap))
    const problems = await shop.refusal(
      woo('1,simple,,A,1,,1,,,5,,', '2,simple,,B,1,,1,,,5,,', '3,simple,,C,1,,1,,,5,,'),
    )
    assert.deepEqual(problems, [
      'woo.csv line 2: has the ID of a product that did not come from WooCommerce: "1"; start without the sample shop, or give new numbers by --new-ids, over HTTP by ?newIds=true (and 1 more like it: line 3)',
    ])
    assert.equal((await products()).length, 2)
  })

  test('sale dates are in the time zone of the shop, also when the same import sets it', async () => {
    const row = '1,simple,,A,1,2026-06-07,1,,4,5,,'
    const endsAt = async () => JSON.parse(String((await shop.rows('products'))[0]?.discount)).endsAt
    await shop.import(woo(row))
    assert.equal(await endsAt(), Date.parse('2026-06-07T21:00:00Z'))
    await shop.import(woo(row), { shop: { timeZone: 'America/New_York' } })
    assert.equal(await endsAt(), Date.parse('2026-06-08T04:00:00Z'))
  })

  test('taxable products take the VAT rate of the import', async () => {
    await shop.import(shopify(...shirt, cap))
    assert.deepEqual(
      (await shop.rows('products')).map(row => row.vat_rate),
      ['20', '0'],
    )
  })

  test('an export with semicolons and a byte order mark is read', async () => {
    await shop.import(['woo.csv', '\ufeffID;Type;Name;Sale price;Regular price\r\n1;simple;Çay;9,50;10,00\r\n'])
    const [row] = await shop.rows('products')
    assert.deepEqual([row?.name, row?.price, JSON.parse(String(row?.discount)).value], ['Çay', '10.00', '9.50'])
  })

  test('an invalid row is refused with its line and the problems before it, and nothing is written', async () => {
    const problems = await shop.refusal(
      shopify('a,A,true,,,1,free,true', cap, 'b,"B,true,,,1,1,true', 'c,C,true,,,1,1,true'),
      latin1Export(),
    )
    assert.deepEqual(problems, [
      'shopify.csv line 2: has a price that is no number such as 19.90: "free"; write it without separators of thousands and currency signs',
      'shopify.csv line 4: a quotation mark in this row is not closed',
      'latin1.csv line 2: is in shopify.csv, too: import each record from one file',
    ])
    assert.deepEqual([await products(), await shop.revision()], [[], 0])
  })
})

function latin1Export(): TestFile {
  return ['latin1.csv', Buffer.from('Handle,Title,Variant Price\na,A,1\nb,G\xf6mlek,1\n', 'latin1')]
}
