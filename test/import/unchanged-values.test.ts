/** What a table of another system does not say is not changed, one cause at a time. */

import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { onEachEngine } from '../support/import/imports.ts'
import { csv, loaderOf } from '../support/import/tables.ts'

const SHOPIFY =
  'Handle,Title,Published,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Taxable,Status'
const CAP = ['cap,Cap,true,S,C-S,shopify,1,10,true,active', 'cap,,,M,C-M,shopify,1,12,true,']
const WOO =
  'ID,Type,SKU,Name,Published,Date sale price starts,Date sale price ends,Tax status,Stock,Sale price,Regular price,Parent'

onEachEngine('a table', shop => {
  const load = loaderOf(shop)
  const readDiscount = (row: Record<string, unknown> | undefined) => JSON.parse(String(row?.discount ?? null))
  const day = (date: string) => Date.parse(`${date}T00:00:00+03:00`)

  beforeEach(() => shop.import({ shop: { timeZone: 'Europe/Istanbul', settings: { pricesIncludeVat: true } } }))

  test('of Shopify without the tax column keeps stored rates, and gives new products that of the import with a warning', async () => {
    const withoutTax = 'Handle,Title,Vendor,Published,Option1 Value,Variant SKU,Variant Price,Status'
    await load({}, csv(SHOPIFY, 'tee,Tee,true,Default Title,T1,shopify,3,50.00,false,active'))
    const { told } = await load(
      {},
      csv(withoutTax, 'tee,Tee,V,true,Default Title,T1,55.00,active', 'pot,Pot,V,true,Default Title,P1,50.00,active'),
    )
    assert.deepEqual(
      (await shop.rows('products')).map(row => [row.sku, row.price, row.stock, row.vat_rate]),
      [
        ['T1', '55.00', '3', '0'],
        ['P1', '50.00', '100000', '20'],
      ],
    )
    assert.deepEqual(told, [
      'Variant Inventory Qty: is not said of 1 new item: they count as not tracked, with a stock of 100000',
      'Variant Taxable: gives no VAT rate of 1 new item: it is 20',
    ])
  })

  test('of stocks keeps the discount and the SKU that the shop gave a product with variants', async () => {
    await load({}, csv(SHOPIFY, ...CAP))
    const product = 'id,variantId,sku,price,discountType,discountValue,discountStartsAt,discountEndsAt'
    await load({}, csv(product, '1,,CAP,10,percent,10,,'))
    const [before] = await shop.rows('products')
    const stocks = csv('Handle,Option1 Value,Variant Inventory Qty', 'cap,S,5', 'cap,M,6')
    assert.deepEqual((await load({}, stocks)).told, [])
    const [changed] = await shop.rows('products')
    assert.deepEqual({ ...changed }, { ...before, stock: '11' })
    assert.deepEqual(
      (await shop.rows('variants')).map(({ stock }) => stock),
      ['5', '6'],
    )
    await load({}, csv(SHOPIFY, ...CAP))
    const [after] = await shop.rows('products')
    assert.deepEqual([after?.discount, after?.sku], [null, null], 'variants without a sale have none')
  })

  test('of WooCommerce with dates alone moves the sale that is stored', async () => {
    const pot = '601,simple,W1,Pot,1,2026-01-01,2026-01-31,taxable,3,8,10,'
    await load({}, csv(WOO, pot, '602,simple,W2,Pan,1,,,taxable,3,,10,'))
    const dates = 'ID,Type,Regular price,Date sale price starts,Date sale price ends'
    await load({}, csv(dates, '601,simple,10,,2026-02-28', '602,simple,10,2026-02-01,2026-02-28'))
    const [first, second] = await shop.rows('products')
    assert.deepEqual(readDiscount(first), {
      ...{ type: 'price', value: '8' },
      ...{ startsAt: day('2026-01-01'), endsAt: day('2026-03-01') },
    })
    assert.equal(readDiscount(second), null)
    await load({}, csv(dates, '601,simple,10,,', '602,simple,10,,'))
    assert.deepEqual((await shop.rows('products'))[0], first, 'a product without dates says nothing of a sale')
  })

  test('of WooCommerce without attributes keeps the names of variants, which the exporter shortens', async () => {
    const attributes = 'Attribute 1 value(s),Attribute 2 value(s),Attribute 3 value(s)'
    const shirt = '10,variable,TEE,Shirt,1,,,taxable,,,,'
    const variation = (id: number, name: string, price: string) =>
      `${id},variation,TEE-${id},${name},1,,,taxable,4,,${price},id:10`
    await load(
      {},
      csv(
        `${WOO},${attributes}`,
        `${shirt},"Blue, Red",M,Long`,
        `${variation(11, 'Shirt', '20')},Blue,M,Long`,
        `${variation(12, 'Shirt', '20')},Red,M,Long`,
      ),
    )
    const { told } = await load({}, csv(WOO, shirt, variation(11, 'Shirt', '25'), variation(12, 'Shirt', '26')))
    assert.deepEqual(
      [(await shop.rows('variants')).map(row => [row.id, row.name, row.price, row.stock]), told],
      [
        [
          [11, 'Blue / M / Long', '25', '4'],
          [12, 'Red / M / Long', '26', '4'],
        ],
        [],
      ],
    )
    await load(
      {},
      csv(WOO, '20,variable,MUG,Mug,1,,,taxable,,,,', '21,variation,M-21,Mug - Big,1,,,taxable,4,,5,id:20'),
    )
    assert.equal((await shop.rows('variants'))[2]?.name, 'Big', 'a new variant has what the name tells')
  })
})
