/** Tests of decoding a shop file. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ImportChecks } from '../import/import-checks.ts'
import { describeFinding, type Finding, Findings } from './findings.ts'
import type { Imported } from './imported-records.ts'
import { listSections, ShopFileDecoder } from './shop-file.ts'

const describe = (finding: Finding) => describeFinding(finding).trim()

/** Decodes a shop file and returns its records, its shop, and every finding as `pointer: message`. */
function decode(file: Record<string, unknown>) {
  const findings = new Findings()
  const decoder = new ShopFileDecoder(new ImportChecks(findings).forFile(''))
  const records: Imported[] = []
  for (const [section, value] of Object.entries(file)) {
    const list = Array.isArray(value) && listSections.some(name => name === section) ? value : []
    for (const [index, record] of list.entries()) {
      const decoded = decoder.decode({ section, index, value: record })
      if (decoded) records.push(decoded)
    }
    decoder.decode({ section, index: null, value })
  }
  decoder.end()
  return {
    records,
    shop: decoder.shop,
    problems: findings.problems.map(describe),
    warnings: findings.warnings().map(describe),
  }
}

const product = (fields: object = {}) => ({ id: 1, name: 'Çay', price: '10', ...fields })
const campaign = (fields: object = {}) => ({ id: 1, name: 'K', reward: { type: 'free_shipping' }, ...fields })
const coupon = (fields: object = {}) => ({ code: 'YAZ', discountType: 'fixed', value: '5', ...fields })

const problemsOfProduct = (fields: object) => decode({ products: [product(fields)] }).problems
const problemsOfCampaign = (fields: object) => decode({ campaigns: [campaign(fields)] }).problems
const problemsOfCoupon = (fields: object) => decode({ coupons: [coupon(fields)] }).problems

test('all problems of all records are reported, each with its JSON pointer', () => {
  const { problems, records } = decode({
    shop: { currencyCode: 'try' },
    customers: [{ id: '1', email: 'nobody' }],
    products: [product({ price: 199.9 }), { id: 2 }, product({ id: 3, discount: { type: 'half', value: '1' } })],
  })
  assert.deepEqual(records, [])
  assert.deepEqual(problems, [
    '/shop/currencyCode: must be three capital letters, such as "TRY"',
    '/customers/0/id: must be an integer from 1 to 9007199254740991',
    '/customers/0/email: must be null or an email address, such as "ayse@example.com"',
    '/products/0/price: must be a decimal number as text, such as "199.90"',
    '/products/1/name: is missing: it must be a text of 1 to 1000 characters (without U+0000 and lone surrogates)',
    '/products/1/price: is missing: it must be a decimal number as text, such as "199.90"',
    '/products/2/discount/type: must be one of "percent", "amount", "price"',
  ])
})

test('every field of a record that is not valid is reported', () => {
  const names =
    'image onSale vatRate stock stockUnit stockIncrement freeCargo backorder discount groupPrices tierPrices brand categories tags variants'
  const wrong = Object.fromEntries(names.split(' ').map(name => [name, 'x\u0000']))
  assert.equal(problemsOfProduct({ ...wrong, price: 1, name: '' }).length, 17)
})

test('a picture of a variant that is neither a URL nor a path is a problem at its place', () => {
  const rule = 'must be null or an http(s) URL or a path of at most 8000 characters, such as "/p/101.jpg"'
  for (const image of ['javascript:x', '', 7, 'x'.repeat(8_001)]) {
    assert.deepEqual(problemsOfProduct({ variants: [{ id: 1, name: 'M', image }] }), [
      `/products/0/variants/0/image: ${rule}`,
    ])
  }
})

test('rules between the fields of a record are checked although one field is not valid', () => {
  const period = { startsAt: '2026-02-02T00:00:00Z', endsAt: '2026-02-01T00:00:00Z' }
  assert.deepEqual(decode({ coupons: [coupon({ value: 5, ...period })] }).problems, [
    '/coupons/0/value: must be null or a decimal number as text, such as "199.90"',
    '/coupons/0/endsAt: must be after startsAt',
  ])
})

test('missing fields get their defaults', () => {
  const { records } = decode({
    products: [product({ variants: [{ id: 1, name: 'M' }] })],
    campaigns: [campaign()],
    coupons: [coupon()],
    shippingCompanies: [{ id: 1, name: 'Kargo' }],
    paymentMethods: [{ id: 1, name: 'Kart' }],
  })
  const [first, second, third, fourth, fifth] = records.map(each => each.record)
  const met = { sourceKey: null, bySku: false, kept: [], partial: null, updatesOnly: false }
  const empty = { sku: null, discount: null, groupPrices: null, tierPrices: [], ...met }
  const variant = { id: 1, name: 'M', image: null, onSale: true, price: null, stock: '0', backorder: null, ...empty }
  const numbers = { price: '10', vatRate: '0', stock: '0', stockUnit: '', stockIncrement: '1' }
  assert.deepEqual(first, {
    id: 1,
    name: 'Çay',
    image: null,
    onSale: true,
    freeCargo: false,
    backorder: false,
    ...{ brand: null, categories: [], tags: [] },
    ...numbers,
    ...empty,
    variants: [variant],
    listsVariants: true,
    omitted: ['vatRate', 'tierPrices'],
  })
  const validity = { active: true, startsAt: null, endsAt: null, usageLimit: null, usageCount: null, description: '' }
  const everyone = { audience: null, conditions: { minimumTotal: null, minimumQuantity: null, productIds: [] } }
  assert.deepEqual(second, {
    ...{ id: 1, name: 'K', logicalGroup: 0, priority: 0, dailyFrom: null, dailyTo: null, couponBound: false },
    ...{ weekdays: [1, 2, 3, 4, 5, 6, 7], reward: { type: 'free_shipping' }, ...validity, ...everyone },
  })
  assert.deepEqual(third, {
    ...{ code: 'YAZ', discountType: 'fixed', value: '5', campaignId: null, usageLimitPerCustomer: null },
    ...{ ...validity, ...everyone },
  })
  assert.deepEqual(fourth, { id: 1, name: 'Kargo', default: false, freeLimit: null, rates: [] })
  assert.deepEqual(fifth, { id: 1, name: 'Kart', active: true, minimumOrderAmount: null })
})

test('missing fields of an audience are false or empty', () => {
  const { records } = decode({ campaigns: [campaign({ audience: { members: true } })] })
  const others = { visitors: false, dealers: false, customerGroupIds: [], customerIds: [] }
  assert.deepEqual(
    records.map(each => 'audience' in each.record && each.record.audience),
    [{ ...others, members: true }],
  )
})

test('numbers become decimal text, times become milliseconds, images become URLs, and rates are sorted', () => {
  const { records } = decode({
    products: [
      product({
        image: '/çay.jpg',
        variants: [{ id: 1, name: 'Demlik', image: 'p/süzen poşet.jpg' }],
        stock: 1e-7,
        vatRate: 1,
        discount: { type: 'price', value: '5', endsAt: '2026-01-01T00:00:00+03:00' },
        groupPrices: [{ customerGroupId: 7, price: '9.50' }],
      }),
    ],
    shippingCompanies: [
      {
        id: 1,
        name: 'K',
        rates: [
          { from: '1000', price: '0' },
          { from: '500', price: '9' },
        ],
      },
    ],
  })
  const [tea, company] = records.map(each => each.record as unknown as Record<string, unknown>)
  assert.equal(tea?.image, '/%C3%A7ay.jpg')
  const variants = tea?.variants as { image: string }[] | undefined
  assert.equal(variants?.[0]?.image, 'p/s%C3%BCzen%20po%C5%9Fet.jpg')
  assert.equal(tea?.stock, '0.0000001')
  assert.deepEqual(tea?.discount, { type: 'price', value: '5', startsAt: null, endsAt: Date.UTC(2025, 11, 31, 21) })
  assert.deepEqual(tea?.groupPrices, { 7: '9.50' })
  assert.deepEqual(company?.rates, [
    { from: '500', price: '9' },
    { from: '1000', price: '0' },
  ])
})

test('the shop patch contains only the fields of the shop section', () => {
  const { shop } = decode({
    shop: { timeZone: 'Europe/Berlin', imageBaseUrl: null, settings: { campaignEngine: false } },
  })
  assert.deepEqual(shop, { timeZone: 'Europe/Berlin', imageBaseUrl: null, settings: { campaignEngine: false } })
})

test('unknown sections and fields are reported as warnings', () => {
  const { problems, warnings } = decode({
    productz: [],
    products: [
      product({ colour: 'red', discount: { type: 'price', value: '1', from: null } }),
      product({ id: 2, colour: '' }),
    ],
    shop: { settings: { 'a/b~': 1 } },
  })
  assert.deepEqual(problems, [])
  assert.deepEqual(warnings, [
    '/productz: is not a known section: ignored',
    '/products/0/colour: is not a known field: ignored (and 1 more like it: /products/1/colour)',
    '/products/0/discount/from: is not a known field: ignored',
    '/shop/settings/a~1b~0: is not a known field: ignored',
  ])
})

test('a file without any known section is refused, and an empty one changes nothing', () => {
  assert.match(decode({ productz: 1 }).problems.join(), /has none of the sections of a shop file: /)
  assert.deepEqual(decode({}).problems, [])
  assert.deepEqual(decode({ productz: 1, customers: [] }).problems, [])
})

test('a section of the wrong type, or one that is given twice, is a problem', () => {
  assert.deepEqual(decode({ products: { a: 1 }, shop: [] }).problems, [
    '/products: must be a list',
    '/shop: must be a JSON object',
  ])
  const findings = new Findings()
  const decoder = new ShopFileDecoder(new ImportChecks(findings).forFile(''))
  for (let times = 0; times < 2; times++) decoder.decode({ section: 'shop', index: null, value: {} })
  assert.deepEqual(findings.problems.map(describe), ['/shop: is repeated in the file'])
})

test('repeated ids, emails, default companies and folded coupon codes are problems', () => {
  const { problems } = decode({
    customerGroups: [
      { id: 1, name: 'A' },
      { id: 1, name: 'B' },
    ],
    customers: [
      { id: 1, email: 'a@b.co' },
      { id: 2, email: ' A@B.CO' },
    ],
    products: [
      product({
        variants: [
          { id: 1, name: 'S' },
          { id: 1, name: 'M' },
        ],
      }),
      product(),
    ],
    shippingCompanies: [
      { id: 1, name: 'A', default: true },
      { id: 2, name: 'B', default: true },
    ],
    coupons: [coupon({ code: 'İNDİRİM' }), coupon({ code: 'ındırım ' })],
  })
  assert.deepEqual(problems, [
    '/customerGroups/1/id: is repeated: /customerGroups/0/id has the same',
    '/customers/1/email: is repeated: /customers/0/email has the same',
    '/products/0/variants/1/id: is repeated: /products/0/variants/0/id has the same',
    '/products/1/id: is repeated: /products/0/id has the same',
    '/shippingCompanies/1/default: the default shipping company is repeated: /shippingCompanies/0/default has the same',
    '/coupons/1/code: is repeated: /coupons/0/code has the same',
  ])
})

test('numbers outside their ranges are problems', () => {
  const cases: [object, string][] = [
    [{ vatRate: 100.5 }, '/products/0/vatRate: must be a number (not text) from 0 to 100'],
    [
      { stockIncrement: 0 },
      '/products/0/stockIncrement: must be null or a number (not text) above 0, such as 1 or 0.25',
    ],
    [{ stock: Number.POSITIVE_INFINITY }, '/products/0/stock: must be a number (not text), such as 12 or 2.5'],
    [{ id: 2 ** 53 }, '/products/0/id: must be an integer from 1 to 9007199254740991'],
    [
      { discount: { type: 'percent', value: '100.1' } },
      '/products/0/discount/value: must be at most 100, being a percentage',
    ],
    [{ price: '1234567890123456' }, '/products/0/price: must be a decimal number as text, such as "199.90"'],
  ]
  for (const [fields, problem] of cases) assert.deepEqual(problemsOfProduct(fields), [problem])
  assert.deepEqual(problemsOfProduct({ stock: -3.5, discount: { type: 'amount', value: '1000' } }), [])
})

test('a name that is empty, too long, or has U+0000 or a lone surrogate is a problem', () => {
  for (const name of ['', 'a\u0000', '\ud83d', 'x'.repeat(1001)]) assert.equal(problemsOfProduct({ name }).length, 1)
  assert.deepEqual(problemsOfProduct({ name: '👍'.repeat(1000) }), [])
})

test('a campaign requires both ends of its daily window, different weekdays and a complete reward', () => {
  assert.deepEqual(problemsOfCampaign({ dailyFrom: '22:00' }), ['/campaigns/0/dailyTo: is missing: dailyFrom is given'])
  assert.deepEqual(problemsOfCampaign({ dailyTo: '02:00' }), ['/campaigns/0/dailyFrom: is missing: dailyTo is given'])
  assert.deepEqual(problemsOfCampaign({ dailyFrom: '22:00', dailyTo: '02:00' }), [])
  const wrong = '/campaigns/0/dailyFrom: must be null or a time of day as HH:MM, such as "09:30"'
  assert.deepEqual(problemsOfCampaign({ dailyFrom: '9:00', dailyTo: '11:00' }), [wrong])
  const weekdays = '/campaigns/0/weekdays: must be a list of different weekdays from 1 (Monday) to 7 (Sunday)'
  for (const days of [[], [1, 1], 'all']) assert.deepEqual(problemsOfCampaign({ weekdays: days }), [weekdays])
  const rewards: [object, string[]][] = [
    [{ type: 'percent' }, ['/campaigns/0/reward/value: is missing: "percent" needs it, unless tiers are given']],
    [{ type: 'percent', value: '101' }, ['/campaigns/0/reward/value: must be at most 100, being a percentage']],
    [{ type: 'buy_x_pay_y', buy: 2 }, ['/campaigns/0/reward/pay: is missing: "buy_x_pay_y" needs it']],
    [{ type: 'buy_x_pay_y', buy: 2, pay: 2 }, ['/campaigns/0/reward/pay: must be less than buy']],
    [{ type: 'buy_x_pay_y', buy: 2, pay: 0 }, []],
    [{ type: 'fixed', value: '5' }, []],
  ]
  for (const [reward, problems] of rewards) assert.deepEqual(problemsOfCampaign({ reward }), problems)
})

test('a coupon requires a value, named once where it is wrong, unless its type is free_shipping or it has a campaign', () => {
  const missing = (type: string) => [
    `/coupons/0/value: is missing: "${type}" needs it, unless campaignId or tiers are given`,
  ]
  assert.deepEqual(problemsOfCoupon({ value: null }), missing('fixed'))
  assert.deepEqual(problemsOfCoupon({ discountType: 'percent', value: null }), missing('percent'))
  assert.deepEqual(problemsOfCoupon({ value: null, campaignId: 7 }), [])
  const wrong = '/coupons/0/value: must be null or a decimal number as text, such as "199.90"'
  assert.deepEqual(problemsOfCoupon({ value: 10 }), [wrong])
  const { records, warnings } = decode({ coupons: [coupon({ discountType: 'free_shipping', value: '5' })] })
  assert.deepEqual(warnings, ['/coupons/0/value: is ignored: "free_shipping" has none'])
  assert.deepEqual(
    records.map(each => 'value' in each.record && each.record.value),
    [null],
  )
})
