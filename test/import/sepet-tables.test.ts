/** Tables of products and coupons that an export has written and a shop owner has edited: what they say, and what they do not. */

import assert from 'node:assert/strict'
import { basename } from 'node:path'
import { test } from 'node:test'
import type { Discount } from '../../src/catalog/price.ts'
import type { Coupon } from '../../src/model/campaign.ts'
import { foldCouponCode } from '../../src/model/coupon-code.ts'
import { describeFinding } from '../../src/shop-file/findings.ts'
import { onEachEngine } from '../support/import/imports.ts'

const discount = { type: 'percent', value: '10', startsAt: '2026-06-01T00:00:00Z', endsAt: null }
const groupPrices = [{ customerGroupId: 1, price: '150' }]

const SHOP = {
  shop: { timeZone: 'Europe/Istanbul', settings: { pricesIncludeVat: true } },
  customerGroups: [{ id: 1, name: 'Bayi' }],
  campaigns: [{ id: 2, name: 'K', couponBound: true, reward: { type: 'free_shipping' } }],
  products: [
    {
      ...{ id: 10, sku: 'KG', name: 'Keten gömlek', image: '/p/1.jpg', onSale: false, price: '199.905', vatRate: 20 },
      ...{ stock: 5, stockUnit: 'adet', stockIncrement: 2, freeCargo: true, backorder: true, discount, groupPrices },
      variants: [
        {
          id: 1,
          sku: 'KG-M',
          name: 'M',
          image: '/p/m.jpg',
          price: '210',
          stock: 3,
          backorder: false,
          discount,
          groupPrices,
        },
        { id: 2, sku: 'KG-L', name: 'L', stock: 4 },
      ],
    },
    { id: 11, sku: 'SAAT', name: 'Saat', price: '50', vatRate: 10, stock: 1 },
  ],
  coupons: [
    {
      ...{ code: 'YAZ10', description: 'Yaz', discountType: 'percent', value: '10', active: false, usageCount: 7 },
      ...{ startsAt: '2026-06-01T00:00:00Z', endsAt: '2026-07-01T00:00:00Z', usageLimit: 9, usageLimitPerCustomer: 1 },
      audience: { members: true, customerGroupIds: [1] },
      conditions: { minimumTotal: '100', minimumQuantity: 2, productIds: [10] },
    },
  ],
}

onEachEngine('a table of an export', shop => {
  const rowsOf = async (table: 'products' | 'variants') => (await shop.rows(table)).map(row => ({ ...row }))
  const productsOf = async () => ({ products: await rowsOf('products'), variants: await rowsOf('variants') })
  const couponOf = async (code: string): Promise<Coupon> => {
    const found = (await shop.rows('coupons')).find(({ folded_code }) => folded_code === code)
    return JSON.parse(String(found?.document))
  }
  const warningsOf = async (...file: [string, string]) =>
    (await shop.import(file)).warnings.map(each => describeFinding({ ...each, file: basename(each.file) }))
  const csv = (...rows: string[]): [string, string] => ['table.csv', `${rows.join('\n')}\n`]

  test('keeps what it has no column for, and stored variants that it does not list', async () => {
    await shop.import(SHOP)
    const before = await productsOf()
    assert.deepEqual(await warningsOf(...csv('id,variantId,name,price', '10,,Keten gömlek,250', '10,1,M,210')), [])
    const after = await productsOf()
    assert.deepEqual(after.variants, before.variants)
    const [first, second] = before.products
    assert.deepEqual(after.products, [{ ...first, price: '250' }, second])
  })

  test('says what its cells say: decimal commas, semicolons, dates of the shop, flags, and empty cells', async () => {
    await shop.import(SHOP)
    const { warnings, files } = await shop.import(
      csv(
        'Id;VariantId;Sku;Name;OnSale;Price;VatRate;Stock;StockUnit;StockIncrement;FreeCargo;Backorder;DiscountType;DiscountValue;DiscountStartsAt;DiscountEndsAt;GroupPrices;Image',
        "10;;;Gömlek;DOĞRU;249,90;8,5;'-3;;0,5;0;;amount;12,5;2026-06-01;2026-06-30;1=140,5;",
        '10;1;;;false;;;;;;;;;;;;;',
        ';;;;;;;;;;;;;;;;;',
        '11;;SAAT;;;;;123456789012345,000000000001;;;;1;;;;;;',
      ),
    )
    assert.deepEqual(warnings, [])
    assert.equal(files[0]?.format, 'Sepet products')
    const { products, variants } = await productsOf()
    const [[shirt, watch], [medium, large]] = [products, variants]
    const instants: Discount = {
      ...{ type: 'amount', value: '12.5' },
      ...{ startsAt: Date.parse('2026-06-01T00:00:00+03:00'), endsAt: Date.parse('2026-07-01T00:00:00+03:00') },
    }
    assert.deepEqual(shirt, {
      ...shirt,
      ...{ sku: null, name: 'Gömlek', on_sale: 1, price: '249.90', vat_rate: '8.5', stock: '-3', stock_unit: '' },
      ...{ stock_increment: '0.5', free_cargo: 0, backorder: 1, image: null, group_prices: '{"1":"140.5"}' },
      discount: JSON.stringify(instants),
    })
    const cleared = { sku: null, price: null, discount: null, group_prices: null, backorder: null }
    assert.deepEqual(medium, { ...medium, ...cleared, name: 'M', on_sale: 0, stock: '3' })
    assert.equal(large?.sku, 'KG-L')
    assert.deepEqual(watch, {
      ...watch,
      name: 'Saat',
      price: '50',
      backorder: 1,
      stock: '123456789012345.000000000001',
    })
  })

  test('creates products and variants that are new, finds others by SKU, and leaves out what it does not say enough of', async () => {
    await shop.import(SHOP)
    const { files, warnings } = await shop.import(
      csv(
        'id,variantId,sku,name,price',
        ',,SAAT,Kol saati,60',
        ',,YENI,Yeni,1',
        '10,3,KG-S,S,',
        '10,4,KG-XS,,',
        '12,,,Çanta,5',
        '12,1,,Kırmızı,',
        '13,,,,5',
        '14,1,,Mavi,',
      ),
    )
    assert.deepEqual(
      files[0]?.skipped.map(({ at, message }) => [at, message.split(':')[0]]),
      [
        ['line 9', 'varies a product that is neither in the file nor stored'],
        ['line 8', 'is a new product, and the file has no name of it'],
        ['line 4', 'is not stored, and the file does not say enough of it for a new variant'],
      ],
    )
    assert.equal(warnings.length, 3)
    const { products, variants } = await productsOf()
    assert.deepEqual(
      products.map(({ id, name, price, stock }) => [id, name, price, stock]),
      [
        [10, 'Keten gömlek', '199.905', '5'],
        [11, 'Kol saati', '60', '1'],
        [12, 'Çanta', '5', '100000'],
        [13, 'Yeni', '1', '100000'],
      ],
    )
    assert.deepEqual(
      variants.map(({ product_id, id, name, on_sale }) => [product_id, id, name, on_sale]),
      [
        [10, 1, 'M', 1],
        [10, 2, 'L', 1],
        [10, 3, 'S', 1],
        [12, 1, 'Kırmızı', 1],
      ],
    )
  })

  test('is refused with the line and the column of each cell that is wrong', async () => {
    await shop.import(SHOP)
    const before = await productsOf()
    const problems = await shop.refusal(
      csv(
        'id,variantId,sku,name,price,vatRate,stock,stockIncrement,onSale,discountType,discountValue,discountStartsAt,discountEndsAt,groupPrices,image',
        'x,,,A,1,,,,,,,,,,',
        ',1,,A,1,,,,,,,,,,',
        ',,,A,1,,,,,,,,,,',
        '20,0,,A,1e3,101,many,0,maybe,half,"1,2,3",yesterday,,1:5,ftp://x',
        '21,,,A,1,,,,,percent,,,,,',
        '22,,,A,1,,,,,percent,101,,,,',
        '23,,,A,1,,,,,,5,,,,',
        '24,,,A,1,,,,,price,5,2026-02-01,2026-01-01,9=1;9=2,',
        '25,,,A,1,,,,,,,,,,',
        '25,,,B,1,,,,,,,,,,',
        '26,7,,M,,,,,,,,,,,',
        '26,7,,L,,,,,,,,,,,',
        '25,8,,L,,,,,,,,,,,',
      ),
    )
    const places = problems.map(problem => problem.replace('table.csv ', '').split(': ')[0])
    assert.deepEqual(places, [
      ...['line 2 /id', 'line 3 /id', 'line 4 /id'],
      ...['variantId', 'onSale', 'price', 'vatRate', 'stock', 'stockIncrement', 'discountType', 'discountValue'].map(
        column => `line 5 /${column}`,
      ),
      ...['discountStartsAt', 'groupPrices', 'image'].map(column => `line 5 /${column}`),
      ...['line 6 /discountValue', 'line 7 /discountValue', 'line 8 /discountType'],
      ...['line 9 /groupPrices', 'line 9 /discountEndsAt', 'line 11 /id', 'line 13 /variantId', 'line 14'],
      'line 9 /groupPrices',
    ])
    assert.match(problems.join('\n'), /sort the file by id/)
    assert.deepEqual(await productsOf(), before)
  })

  test('says the pictures of variants, where it has the column', async () => {
    await shop.import(SHOP)
    const picturesOf = async () => (await rowsOf('variants')).map(({ image }) => image)
    assert.deepEqual(await picturesOf(), ['/p/m.jpg', null])
    assert.deepEqual(await warningsOf(...csv('id,variantId,name,price', '10,1,M,210')), [])
    assert.deepEqual(await picturesOf(), ['/p/m.jpg', null])
    const rows = ['id,variantId,image', '10,,/p/1.jpg', '10,1,', '10,2,/p/çay.jpg']
    assert.deepEqual(await warningsOf(...csv(...rows)), [])
    assert.deepEqual(await picturesOf(), [null, '/p/%C3%A7ay.jpg'])
    const problems = await shop.refusal(csv('id,variantId,image', '10,2,data:x'))
    assert.match(problems.join(), /line 2 \/image: must be .* URL or a path/)
    assert.deepEqual(await picturesOf(), [null, '/p/%C3%A7ay.jpg'])
  })

  test('tells columns that it does not read: unknown ones, and a part of a discount', async () => {
    await shop.import(SHOP)
    const before = await productsOf()
    assert.deepEqual(
      await warningsOf(
        'table.csv',
        'id,variantId,name,price,renk,discountType,discountValue,vatRate\n10,,,,x,,,\n10,1,,,x,,,5\n',
      ),
      [
        'table.csv line 1: has a column that is not read: "renk"; if one says a field, name it by --columns "Heading=price", over HTTP by ?columns=',
        'table.csv line 1: has no column discountStartsAt, discountEndsAt: the discount is not read',
        'table.csv line 3 /vatRate: is ignored: a variant has that of its product',
      ],
    )
    const { products, variants } = await productsOf()
    const [first, ...others] = variants
    assert.deepEqual([products, others], [before.products, before.variants.slice(1)])
    assert.deepEqual(first, { ...before.variants[0], price: null })
  })

  test('warns of a comma that may divide thousands, and names the column that coupons lack', async () => {
    await shop.import(SHOP)
    assert.deepEqual(await warningsOf(...csv('id;variantId;name;price', '10;;;1,299', '11;;;1.299')), [
      'table.csv line 2 /price: has three digits behind its comma: "1,299 is read as 1.299, not as 1299"; write it without the comma if it means thousands',
    ])
    assert.deepEqual(
      (await rowsOf('products')).map(({ price }) => price),
      ['1.299', '1.299'],
    )
    assert.deepEqual(await shop.refusal(csv('code,discountType,value', 'X,percent,5')), [
      'table.csv: looks like exported coupons without campaignId: export them with all of code, discountType, value, campaignId',
    ])
  })

  test('of coupons keeps what it has no column for, says what its cells say, and creates new ones', async () => {
    await shop.import(SHOP)
    const before = await couponOf('yaz10')
    await shop.import(
      csv('code,discountType,value,campaignId,audience', 'yaz10,fixed,"12,50",,everyone', 'YENİ,percent,5,2,'),
    )
    assert.deepEqual(await couponOf('yaz10'), { ...before, code: 'yaz10', discountType: 'fixed', value: '12.50' })
    assert.deepEqual(await couponOf(foldCouponCode('YENİ')), {
      ...(await couponOf(foldCouponCode('YENİ'))),
      ...{ value: '5', campaignId: 2, active: true, audience: null, startsAt: null, usageCount: 0 },
    })
    const all =
      'description,active,startsAt,endsAt,usageLimit,usageCount,usageLimitPerCustomer,minimumTotal,minimumQuantity,productIds'
    const ofAudience =
      'audience,audienceVisitors,audienceMembers,audienceDealers,audienceCustomerGroupIds,audienceCustomerIds'
    const table = csv(
      `code,discountType,value,campaignId,${all},${ofAudience}`,
      'YAZ10,free_shipping,,,,1,,2026-07-01,,,,,,11;10,listed,true,,,,5',
    )
    assert.deepEqual(await warningsOf(...table), ['table.csv line 2 /audienceCustomerIds: names no customer: "5"'])
    assert.deepEqual(await couponOf('yaz10'), {
      ...{ code: 'YAZ10', description: '', discountType: 'free_shipping', value: null, campaignId: null, active: true },
      ...{ startsAt: null, endsAt: Date.parse('2026-07-02T00:00:00+03:00'), usageLimit: null, usageCount: 7 },
      usageLimitPerCustomer: null,
      conditions: { minimumTotal: null, minimumQuantity: null, productIds: [11, 10] },
      audience: { visitors: true, members: false, dealers: false, customerGroupIds: [], customerIds: [5] },
    })
    const wrong = csv(
      `code,discountType,value,campaignId,${all},${ofAudience}`,
      ',fixed,,3,,x,a,b,-1,,,,,a,vip,x,,,,',
      'yaz10,percent,200,,,,,,,,,,,,listed,,,,1;a,',
    )
    const places = (await shop.refusal(wrong)).map(problem => problem.replace('table.csv ', '').split(': ')[0])
    assert.deepEqual(places, [
      ...['audience', 'code', 'active', 'startsAt', 'endsAt', 'usageLimit', 'productIds'].map(
        each => `line 2 /${each}`,
      ),
      ...['line 3 /audienceCustomerGroupIds', 'line 3 /value', 'line 2 /campaignId'],
    ])
  })

  test('of coupons keeps what only some columns say, each for itself, and tells a part of what is excluded', async () => {
    const conditions = {
      ...{ minimumTotal: '5', productIds: [10], variantIds: [1], brands: ['A;B'], categories: ['a > b'], tags: ['t'] },
      ...{ priceFrom: '1', priceTo: '9', excludeDiscounted: true, exclude: { tags: ['x'], variantIds: [2] } },
    }
    const audience = {
      members: true,
      firstOrder: true,
      channels: ['web'],
      exclude: { dealers: true, customerIds: [9] },
    }
    const coupon = { code: 'YAZ10', discountType: 'fixed', value: '5', combinesWithCampaigns: false }
    await shop.import({ ...SHOP, coupons: [{ ...coupon, conditions, audience }] })
    const before = await couponOf('yaz10')
    const plain = 'code,discountType,value,campaignId'
    await shop.import(csv(plain, 'YAZ10,fixed,5,'))
    assert.deepEqual(JSON.stringify(await couponOf('yaz10')), JSON.stringify(before))

    const old = 'minimumTotal,minimumQuantity,productIds'
    const oldAudience =
      'audience,audienceVisitors,audienceMembers,audienceDealers,audienceCustomerGroupIds,audienceCustomerIds'
    const rest = { minimumTotal: null, minimumQuantity: 3, productIds: [11] }
    await shop.import(csv(`${plain},${old},${oldAudience}`, 'YAZ10,fixed,5,,,3,11,listed,true,,,,'))
    assert.deepEqual(await couponOf('yaz10'), {
      ...before,
      conditions: { ...before.conditions, ...rest },
      audience: { ...before.audience, visitors: true, members: false },
    })

    const further = 'combinesWithCampaigns,brands,tags,priceTo,excludeDiscounted,audienceFirstOrder,audienceChannels'
    await shop.import(
      csv(
        `${plain},${old},${oldAudience},${further}`,
        'YAZ10,fixed,5,,,3,11,listed,true,,,,,true,C; D;A\\;B,,,false,false,',
      ),
    )
    const { priceTo: _, excludeDiscounted: __, tags: ___, ...keptConditions } = before.conditions
    const { combinesWithCampaigns: ____, ...keptFields } = before
    assert.deepEqual(await couponOf('yaz10'), {
      ...keptFields,
      conditions: { ...keptConditions, ...rest, brands: ['C', 'D', 'A;B'] },
      audience: {
        ...{ visitors: true, members: false, dealers: false, customerGroupIds: [], customerIds: [] },
        exclude: before.audience?.exclude,
      },
    })

    await shop.import(csv(`${plain},${oldAudience}`, 'YAZ10,fixed,5,,everyone,,,,,'))
    const nobody = { visitors: false, members: false, dealers: false, customerGroupIds: [], customerIds: [] }
    assert.deepEqual((await couponOf('yaz10')).audience, { ...nobody, exclude: before.audience?.exclude })
    await shop.import({ coupons: [{ ...coupon, conditions, audience: { ...audience, members: false } }] })
    await shop.import(csv(`${plain},${oldAudience}`, 'YAZ10,fixed,5,,everyone,,,,,'))
    assert.deepEqual((await couponOf('yaz10')).audience, { ...before.audience, members: false })
    await shop.import({ coupons: [{ ...coupon, conditions, audience: { members: true } }] })
    await shop.import(csv(`${plain},${oldAudience}`, 'YAZ10,fixed,5,,everyone,,,,,'))
    assert.equal((await couponOf('yaz10')).audience, null)
    assert.deepEqual(await warningsOf(...csv(`${plain},${old},excludeTags,brands`, 'YAZ10,fixed,5,,,,,x,')), [
      'table.csv line 1: has no column excludeProductIds, excludeVariantIds, excludeBrands, excludeCategories: what conditions exclude is not read',
    ])
    assert.deepEqual(await warningsOf(...csv(`${plain},brands`, 'YAZ10,fixed,5,,E')), [
      'table.csv line 1: has no column minimumTotal, minimumQuantity, productIds: conditions is not read',
    ])
    const wrong = csv(
      `${plain},${old},${oldAudience},${further}`,
      'YAZ10,fixed,5,,,,,listed,true,,,,,x,\u200b,,a,b,c,fax',
    )
    assert.deepEqual(
      (await shop.refusal(wrong)).map(problem => problem.replace('table.csv ', '').split(': ')[0]),
      ['combinesWithCampaigns', 'audienceFirstOrder', 'audienceChannels', 'brands', 'priceTo', 'excludeDiscounted'].map(
        each => `line 2 /${each}`,
      ),
    )
  })
})
