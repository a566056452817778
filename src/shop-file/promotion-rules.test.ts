/** Tests of the rules of campaigns and coupons: what is refused, what is told, and what is stored. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRecord } from './read-record.ts'

const campaign = (fields: object) =>
  readRecord('campaigns', { id: 1, name: 'K', reward: { type: 'free_shipping' }, ...fields })
const coupon = (fields: object) => readRecord('coupons', { code: 'YAZ', discountType: 'fixed', value: '5', ...fields })

type Read = Pick<ReturnType<typeof campaign>, 'violations' | 'warnings'>
const refusals = ({ violations }: Read) => violations.map(({ detail }) => detail)
const warnings = ({ warnings: found }: Read) => found.map(({ detail }) => detail)

test('lists of terms have up to 10,000 texts of 1 to 255 characters that can be seen', () => {
  const rule = 'must be a text of 1 to 255 characters (without U+0000 and lone surrogates).'
  const blank = 'must be a text that is not blank.'
  const long = 'must be a text of at most 600 characters in the form in which terms are compared.'
  const cases: [unknown, string][] = [
    ...['', 'a'.repeat(256), 'ﷺ'.repeat(256), ' '.repeat(256), '\u0000', '\ud800', 5, null].map(
      each => [each, rule] as [unknown, string],
    ),
    ...[' ', '\t\u00a0', '\u200b'].map(each => [each, blank] as [unknown, string]),
    ['ﷺ'.repeat(34), long],
  ]
  for (const [wrong, told] of cases) {
    const at = (list: string, exclude = '') => `conditions/${exclude}${list}/0 ${told}`
    for (const list of ['brands', 'categories', 'tags']) {
      assert.deepEqual(refusals(campaign({ conditions: { [list]: [wrong] } })), [at(list)])
      assert.deepEqual(refusals(coupon({ conditions: { exclude: { [list]: [wrong] } } })), [at(list, 'exclude/')])
    }
  }
  const tooMany = { tags: Array(10_001).fill('a') }
  assert.deepEqual(refusals(campaign({ conditions: tooMany })), [
    'conditions/tags must be a list of at most 10000 terms.',
  ])
  assert.deepEqual(
    refusals(campaign({ conditions: { tags: Array(10_000).fill('a'), brands: ['🛒'.repeat(255)] } })),
    [],
  )
})

test('the bounds of the price are decimal texts, the lower one first', () => {
  assert.deepEqual(refusals(coupon({ conditions: { priceFrom: 5, priceTo: '-1' } })), [
    'conditions/priceFrom must be null or a decimal number as text, such as "199.90".',
    'conditions/priceTo must be null or a decimal number as text, such as "199.90".',
  ])
  assert.deepEqual(refusals(coupon({ conditions: { priceFrom: '10.01', priceTo: '10' } })), [
    'conditions/priceTo must be at least priceFrom.',
  ])
  for (const [priceFrom, priceTo] of [
    ['10', '010.00'],
    ['99', null],
    [null, '0'],
  ])
    assert.deepEqual(refusals(coupon({ conditions: { priceFrom, priceTo } })), [])
})

test('channels are different ones of three', () => {
  const rule = 'audience/channels must be a list of different channels: app, web, agent.'
  assert.deepEqual(refusals(campaign({ audience: { channels: 'app' } })), [rule])
  assert.deepEqual(refusals(campaign({ audience: { channels: ['app', 'app'] } })), [rule])
  assert.deepEqual(refusals(campaign({ audience: { channels: ['phone'] } })), [
    'audience/channels/0 must be one of "app", "web", "agent".',
  ])
})

test('what a bound coupon or a coupon-bound campaign says without effect is told', () => {
  const effect = 'has no effect: a couponBound campaign applies only through its coupon.'
  assert.deepEqual(warnings(campaign({ couponBound: true, automatic: true, combinesWithCoupons: false })), [
    `automatic ${effect}`,
    `combinesWithCoupons ${effect}`,
  ])
  assert.deepEqual(warnings(campaign({ couponBound: true, automatic: false, combinesWithCoupons: true })), [])
  const conditions = { minimumTotal: '5', minimumQuantity: null, productIds: [], brands: ['Ev'], exclude: { tags: [] } }
  assert.deepEqual(warnings(coupon({ campaignId: 6, conditions })), [
    'value has no effect: that of the campaign counts.',
    'conditions/minimumTotal has no effect: that of the campaign counts.',
    'conditions/brands has no effect: that of the campaign counts.',
  ])
  assert.deepEqual(warnings(coupon({ campaignId: 6, value: null, conditions: {} })), [])
})

test('an audience that leaves nobody is told', () => {
  const leavesNobody = ['audience/exclude leaves out everybody whom the audience includes.']
  const isGuests = ['audience/firstOrder includes nobody: a first order is one of a member.']
  const cases: [object, string[]][] = [
    [{ exclude: { visitors: true, members: true } }, leavesNobody],
    [{ members: true, exclude: { members: true } }, leavesNobody],
    [{ dealers: true, exclude: { dealers: true } }, leavesNobody],
    [{ dealers: true, customerIds: [4], customerGroupIds: [7], exclude: { members: true } }, leavesNobody],
    [{ customerGroupIds: [7, 8], exclude: { customerGroupIds: [8, 9, 7] } }, leavesNobody],
    [{ customerIds: [7], exclude: { customerIds: [7] } }, leavesNobody],
    [{ visitors: true, exclude: { visitors: true } }, leavesNobody],
    [{ firstOrder: true, exclude: { members: true } }, isGuests],
    [{ firstOrder: true, visitors: true }, isGuests],
    [{ firstOrder: true }, []],
    [{ firstOrder: true, exclude: { visitors: true } }, []],
    [{ exclude: { members: true } }, []],
    [{ members: true, exclude: { dealers: true, customerGroupIds: [7] } }, []],
    [{ dealers: true, customerIds: [4], exclude: { dealers: true } }, []],
    [{ customerGroupIds: [7, 8], exclude: { customerGroupIds: [8] } }, []],
    [{ channels: ['agent'] }, []],
    [{}, ['audience includes nobody; null is for everybody.']],
    [{ channels: [], exclude: {} }, ['audience includes nobody; null is for everybody.']],
  ]
  for (const [audience, told] of cases) assert.deepEqual(warnings(coupon({ audience })), told, JSON.stringify(audience))
})

test('a campaign with a limit per customer that is for guests alone is told', () => {
  const told = ['usageLimitPerCustomer includes nobody: a limit per customer leaves no use to guests.']
  const limited = (audience: object | null) => warnings(campaign({ usageLimitPerCustomer: 1, audience }))
  assert.deepEqual(limited({ visitors: true }), told)
  assert.deepEqual(limited({ visitors: true, dealers: true, exclude: { members: true } }), told)
  assert.deepEqual(limited({ exclude: { members: true } }), told)
  for (const audience of [null, { visitors: true, customerIds: [4] }, { firstOrder: true }, { members: true }]) {
    assert.deepEqual(limited(audience), [])
  }
  assert.deepEqual(warnings(campaign({ usageLimitPerCustomer: null, audience: { visitors: true } })), [])
})

test('conditions that leave nothing are told, terms compared as they are', () => {
  const cases: [object, string | null][] = [
    [{ productIds: [1, 2], exclude: { productIds: [2, 3, 1] } }, 'productIds'],
    [{ variantIds: [1], exclude: { variantIds: [1] } }, 'variantIds'],
    [{ brands: ['ÇARŞI'], exclude: { brands: ['çarşı'] } }, 'brands'],
    [{ tags: ['a', 'İ'], exclude: { tags: ['i', 'A'] } }, 'tags'],
    [{ categories: ['Giyim  >  Gömlek'], exclude: { categories: ['GİYİM'] } }, 'categories'],
    [{ categories: ['Giyim'], exclude: { categories: ['Giyim > Gömlek'] } }, null],
    [{ productIds: [1, 2], exclude: { productIds: [1] } }, null],
    [{ productIds: [1], exclude: { brands: ['1'] } }, null],
    [{ exclude: { brands: ['Ev'] } }, null],
  ]
  for (const [conditions, list] of cases) {
    const told =
      list === null ? [] : [`conditions/exclude/${list} leaves out all of ${list}: the promotion covers nothing.`]
    assert.deepEqual(warnings(campaign({ conditions })), told, JSON.stringify(conditions))
  }
})

test('what is left to its default leaves no trace in what is stored', () => {
  const audience = { firstOrder: false, exclude: { visitors: false, customerIds: [] }, channels: [] }
  const none = { variantIds: [], brands: [], categories: [], tags: [] }
  const conditions = { ...none, priceFrom: null, priceTo: null, excludeDiscounted: false, exclude: none }
  const defaults = { audience, conditions }
  const before = { audience: {}, conditions: {} }
  assert.deepEqual(
    JSON.stringify(campaign({ ...defaults, automatic: false, combinesWithCoupons: true }).record),
    JSON.stringify(campaign(before).record),
  )
  assert.deepEqual(
    JSON.stringify(coupon({ ...defaults, combinesWithCampaigns: true }).record),
    JSON.stringify(coupon(before).record),
  )
  const { record } = coupon({ audience: { exclude: { dealers: true }, channels: ['web', 'app', 'agent'] } })
  assert.deepEqual(record?.audience, {
    ...{ visitors: false, members: false, dealers: false, customerGroupIds: [], customerIds: [] },
    exclude: { visitors: false, members: false, dealers: true, customerGroupIds: [], customerIds: [] },
    channels: ['web', 'app', 'agent'],
  })
})
