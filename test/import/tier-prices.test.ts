/** Prices by quantity in imports: what shop files, tables and sheets say of them, what they keep, and what they refuse, on both engines. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeExport } from '../../src/exports/write-export.ts'
import type { ImportReport } from '../../src/import/import-files.ts'
import { describeFinding } from '../../src/shop-file/findings.ts'
import { NOW, onEachEngine } from '../support/import/imports.ts'
import { product } from '../support/import/shop-file.ts'
import { csv, loaderOf } from '../support/import/tables.ts'

const tier = (from: number, price: string, customerGroupId?: number) => ({
  from,
  price,
  ...(customerGroupId && { customerGroupId }),
})

/** Product 1 has prices from 10 and 50 pieces on and one of customer group 7, product 2 has a variant with its own. */
const shopFile = {
  customerGroups: [{ id: 7, name: 'Bayi' }],
  products: [
    product({ id: 1, sku: 'A', price: '100', tierPrices: [tier(50, '80'), tier(10, '90'), tier(10, '70', 7)] }),
    product({
      ...{ id: 2, sku: 'B', price: '100', tierPrices: [tier(5, '95')] },
      variants: [
        { id: 21, sku: 'B-S', name: 'S', tierPrices: [tier(3, '93')] },
        { id: 22, sku: 'B-M', name: 'M' },
      ],
    }),
    product({ id: 3, sku: 'C', price: '100' }),
  ],
}

const warningsOf = ({ warnings }: ImportReport) =>
  warnings.map(warning =>
    describeFinding(warning)
      .replace(/^\S*\//, '')
      .replace(/^\S+ /, ''),
  )

onEachEngine('prices by quantity', shop => {
  /** The stored prices of each SKU as `10=90 10@7=70`; none where there are none. */
  const stored = async () => {
    const items = [...(await shop.rows('products')), ...(await shop.rows('variants'))]
    const told = (text: unknown) =>
      (JSON.parse(String(text)) as { from: number; price: string; customerGroupId?: number }[])
        .map(each => `${each.from}${each.customerGroupId ? `@${each.customerGroupId}` : ''}=${each.price}`)
        .join(' ')
    return Object.fromEntries(
      items.filter(({ tier_prices }) => tier_prices !== null).map(({ sku, tier_prices }) => [sku, told(tier_prices)]),
    )
  }
  const all = { A: '10=90 50=80 10@7=70', B: '5=95', 'B-S': '3=93' }

  test('of a shop file are refused with the place of each fault', async () => {
    const file = (tierPrices: unknown, more: object = {}) => ({ products: [product({ id: 1, tierPrices, ...more })] })
    const many = Array.from({ length: 21 }, (_, n) => tier(n + 1, '1'))
    const at = 'shop.json /products/0/tierPrices'
    assert.deepEqual(await shop.refusal(file(many)), [`${at}: must be null or a list of at most 20 prices by quantity`])
    assert.deepEqual(await shop.refusal(file([tier(0, '1'), { from: 1 }, tier(2, '1', -7)])), [
      `${at}/0/from: must be an integer from 1 to 100000`,
      `${at}/1/price: is missing: it must be a decimal number as text, such as "199.90"`,
      `${at}/2/customerGroupId: must be null or an integer from 1 to 9007199254740991`,
    ])
    assert.deepEqual(await shop.refusal(file([tier(5, '1'), tier(5, '2'), tier(9, '1', 8)])), [
      `${at}/1/from: is repeated: /products/0/tierPrices/0/from has the same`,
      `${at}/2/customerGroupId: there is no customer group 8`,
    ])
    const variant = { variants: [{ id: 1, name: 'S', tierPrices: [tier(9, '1', 8)] }] }
    assert.deepEqual(await shop.refusal(file(null, variant)), [
      'shop.json /products/0/variants/0/tierPrices/0/customerGroupId: there is no customer group 8',
    ])
    assert.deepEqual(await shop.rows('products'), [])
  })

  test('that have no effect, or rise with the quantity, are told', async () => {
    const report = await shop.import({
      customerGroups: [{ id: 7, name: 'Bayi' }],
      products: [
        product({ id: 1, price: '10', tierPrices: [tier(5, '10.00'), tier(2, '9'), tier(3, '9.5')] }),
        product({
          ...{ id: 2, price: '10', groupPrices: [{ customerGroupId: 7, price: '12' }], tierPrices: [tier(5, '11')] },
          variants: [
            { id: 1, name: 'S', price: '8', tierPrices: [tier(5, '11')] },
            { id: 2, name: 'M', price: '8', tierPrices: [tier(5, '12')] },
          ],
        }),
      ],
    })
    const rises = 'is above the price of a smaller quantity: larger quantities cost more'
    const useless = 'has no effect: it is not below any price of the product'
    assert.deepEqual(warningsOf(report), [
      `/products/0/tierPrices/2/price: ${rises} (and 1 more like it: /products/0/tierPrices/0/price)`,
      `/products/0/tierPrices/0/price: ${useless}`,
      `/products/1/variants/1/tierPrices/0/price: ${useless}`,
    ])
  })

  test('of a shop file replace those that are stored, and their loss is told', async () => {
    await shop.import(shopFile)
    assert.deepEqual(await stored(), all)
    const before = await shop.revision()
    assert.deepEqual(warningsOf(await shop.import(shopFile)), [])
    assert.equal(await shop.revision(), before)
    const [first, second] = shopFile.products as { tierPrices?: object }[]
    const { tierPrices: _, ...without } = { ...first }
    const report = await shop.import({ products: [without, { ...second, tierPrices: null }] })
    assert.deepEqual(warningsOf(report), [
      '/products/0/tierPrices: is left out: the stored prices by quantity are removed',
    ])
    assert.deepEqual(await stored(), { 'B-S': '3=93' })
  })

  test('of a table of products stand in one column, which says all of them, and without it they stay', async () => {
    await shop.import(shopFile)
    const table = (await Array.fromAsync(writeExport(shop.database, { what: 'products' }, NOW))).join('')
    assert.match(table, /10=90;50=80;10@7=70/)
    await shop.import(csv('id,variantId,price,name', '1,,99,A', '2,21,98,S'))
    assert.deepEqual(await stored(), all)
    await shop.import(csv('id,variantId,tierPrices', '1,,', '2,,10 = 90 ; 5 @ 7 = 85', '2,21,', '3,,"4=9,5"'))
    assert.deepEqual(await stored(), { B: '10=90 5@7=85', C: '4=9.5' })
    await shop.import(['products.csv', table])
    assert.deepEqual(await stored(), all)
    assert.deepEqual(
      await shop.refusal(csv('id,variantId,tierPrices', '1,,10', '2,,0=5', '2,21,5=1;5=2', '3,,5@8=1')),
      [
        'in.csv line 2 /tierPrices: must be a list of at most 20 prices by quantity, such as 10=89.90;50=79.90',
        'in.csv line 3 /tierPrices/0/from: must be an integer from 1 to 100000',
        'in.csv line 4 /tierPrices: has two prices of one quantity for the same customers',
        'in.csv line 5 /tierPrices: is no customer group of the shop: "8"',
      ],
    )
    assert.deepEqual(await stored(), all)
  })

  test('of a sheet have a column for each quantity: they change those alone, and an empty cell ends one', async () => {
    await shop.import(shopFile)
    await shop.import(csv('sku,stock', 'A,9', 'B-S,9'))
    assert.deepEqual(await stored(), all)
    const { warnings } = await shop.import(
      csv('Stok Kodu,fiyat_10,20 adet fiyatı,Price 50+', 'A,"85,5",,75', 'B-M,90,,', 'B-S,,,', 'C,,,'),
    )
    assert.deepEqual(warnings, [])
    assert.deepEqual(await stored(), { ...all, A: '10=85.5 50=75 10@7=70', 'B-M': '10=90' })
    await shop.import(csv('sku,price_from_3,price_from_10,price_from_50', 'A,99,,', 'B-S,,,'))
    assert.deepEqual(await stored(), { A: '3=99 10@7=70', B: '5=95', 'B-M': '10=90' })
    const before = await shop.revision()
    await shop.import(csv('sku,price_from_3,fiyat_10', 'A,99,', 'B-M,,90'))
    assert.equal(await shop.revision(), before)
  })

  test('of a sheet go with its other columns, and its prices and stocks are changed alike', async () => {
    await shop.import(shopFile)
    await shop.import(csv('sku,price,fiyat_10,stockChange,indirimli fiyat', 'A,120,100,-2,110', 'C,,50,3,'))
    const [a, , c] = await shop.rows('products')
    assert.deepEqual([a?.price, a?.stock, JSON.parse(String(a?.discount)).value], ['120', '3', '110'])
    assert.deepEqual([c?.price, c?.stock, c?.discount], ['100', '8', null])
    assert.partialDeepStrictEqual(await stored(), { A: '10=100 50=80 10@7=70', C: '10=50' })
  })

  test('of a sheet are refused where they are no prices, repeated, or too many with those that are stored', async () => {
    await shop.import(shopFile)
    assert.deepEqual(await shop.refusal(csv('sku,fiyat_10', 'A,ucuz')), [
      'in.csv line 2: has a price by quantity that is no number such as 19.90: "ucuz"; write it without separators of thousands and currency signs',
    ])
    assert.deepEqual(await shop.refusal(csv('sku,fiyat_10,10 adet fiyatı', 'A,1,1')), [
      'in.csv line 1 /price_from_10: is repeated in the header',
    ])
    const columns = (count: number) => Array.from({ length: count }, (_, n) => `price_from_${n + 100}`)
    assert.deepEqual(await shop.refusal(csv(`sku,${columns(21)}`, `A,${columns(21).map(() => 1)}`)), [
      'in.csv line 1: has more than 20 prices by quantity',
    ])
    assert.deepEqual(await shop.refusal(csv(`sku,${columns(18)}`, `A,${columns(18).map(() => 1)}`)), [
      'in.csv line 2: would have more than 20 prices by quantity',
    ])
    await shop.import(csv(`sku,${columns(17)}`, `A,${columns(17).map(() => 1)}`))
    assert.equal((await stored()).A?.split(' ').length, 20)
  })

  test('of a sheet whose columns may mean something else are told, and can be named', async () => {
    await shop.import(shopFile)
    const file = csv('sku,fiyat,Fiyat 2,Toptan,Renk', 'A,100,95,91,x', 'C,100,200,101,x')
    const told = warningsOf(await shop.import(file))
    assert.deepEqual(told, [
      'line 1: has 2 columns that are not read: "Toptan, Renk"; if one says a field, name it by --columns "Heading=price", over HTTP by ?columns=',
      'line 1: has a price with a number that is not read: "Fiyat 2"; if it is the price from a quantity on, call it price_from_5, or 5 adet fiyatı',
    ])
    assert.deepEqual(await stored(), all)
    const columns = { 'Fiyat 2': 'price_from_2', Toptan: 'price_from_10' }
    await loaderOf(shop)({ columns }, csv('sku,Fiyat 2,Toptan,fiyat_10', 'A,95,91,1'))
    assert.deepEqual(await stored(), { ...all, A: '2=95 10=91 50=80 10@7=70' })
    const total = await shop.import(csv('sku,fiyat,10 adet fiyatı', 'C,100,"1000"', 'A,100,100'))
    assert.deepEqual(warningsOf(total), [
      'line 2: has a price by quantity that is not below its price: "1000"; write the price of one piece (and 1 more like it: line 3)',
    ])
  })

  test('of a WooCommerce export are those of Tiered Pricing Table, in the form that it writes', async () => {
    const header = 'ID,Type,SKU,Name,Regular price,Sale price,Parent,Tiered Pricing — Fixed pricing rules'
    const rows = [
      '11,simple,W,Çay,100,,,"10:90,50:79.9"',
      '12,variable,V,Kazak,,,,5:95',
      '13,variation,V-S,Kazak - S,100,,id:12,3=93',
      '14,variation,V-M,Kazak - M,100,,id:12,',
      '15,simple,X,Kahve,100,,,21:40:00',
    ]
    const report = await shop.import(csv(header, ...rows))
    assert.deepEqual(
      warningsOf(report).filter(each => each.includes('quantity')),
      ['line 6: has prices by quantity that are no list such as 10:89.90,50:79.90, which are not read: "21:40:00"'],
    )
    assert.deepEqual(await stored(), { W: '10=90 50=79.9', V: '5=95', 'V-S': '3=93' })
    await shop.import(csv('ID,SKU,Regular price,In stock?', '11,W,110,1', '13,V-S,110,1'))
    assert.deepEqual(await stored(), { W: '10=90 50=79.9', V: '5=95', 'V-S': '3=93' })
    await shop.import(csv('ID,SKU,In stock?,Tiered Pricing — Fixed pricing rules', '11,W,1,', '13,V-S,1,4:90'))
    assert.deepEqual(await stored(), { V: '5=95', 'V-S': '4=90' })
    const typed = csv(`${header},Tiered Pricing — Tiered pricing type`, '11,simple,W,Çay,100,,,10:90,percentage')
    assert.ok(warningsOf(await shop.import(typed)).some(each => each.includes('has prices by quantity as percentages')))
    assert.deepEqual(await stored(), { V: '5=95', 'V-S': '4=90' })
  })

  test('from one piece on change what a trial shows as the price', async () => {
    await shop.import(shopFile)
    const { priceChanges } = await shop.import(csv('sku,price_from_1,price_from_5', 'C,40,30', 'A,,1', 'B-M,95,'))
    assert.deepEqual(
      priceChanges.largest.map(({ productId, variantId, from, to }) => [productId, variantId, from, to]),
      [
        [3, null, '100', '40'],
        [2, 22, '100', '95'],
      ],
    )
  })
})
