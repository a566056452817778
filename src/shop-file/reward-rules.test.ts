/** Tests of the rules of rewards: what is refused, what is told, and what is stored. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRecord } from './read-record.ts'

const ofReward = (reward: object) => readRecord('campaigns', { id: 1, name: 'K', reward })
const coupon = (fields: object) => readRecord('coupons', { code: 'YAZ', discountType: 'percent', ...fields })

type Read = Pick<ReturnType<typeof coupon>, 'violations' | 'warnings'>
const refusals = ({ violations }: Read) => violations.map(({ code, detail }) => `${code}: ${detail}`)
const warnings = ({ warnings: found }: Read) => found.map(({ detail }) => detail)

const invalid = (text: string) => `field_invalid: ${text}.`
const required = (text: string) => `field_required: ${text}.`
const DECIMAL = 'must be a decimal number as text, such as "199.90"'
const PIECES = 'must be an integer of at least 1'

const tier = (from: unknown, value: unknown = '5') => ({ from, value })
const byTotal = (...tiers: object[]) => ({ by: 'total', tiers })
const byQuantity = (...tiers: object[]) => ({ by: 'quantity', tiers })

/** Tiers that are refused, each for one reason at a place below them. */
const wrongTiers: [object, string][] = [
  [byTotal(tier(500)), `tiers/0/from ${DECIMAL}`],
  [byTotal(tier('10'), tier(20), tier('30')), `tiers/1/from ${DECIMAL}`],
  [byQuantity(tier('3')), `tiers/0/from ${PIECES}`],
  [byTotal(tier('-1')), `tiers/0/from ${DECIMAL}, or an integer of at least 1`],
  [byQuantity(tier(0)), `tiers/0/from ${DECIMAL}, or an integer of at least 1`],
  [byQuantity(tier(1.5)), `tiers/0/from ${DECIMAL}, or an integer of at least 1`],
  [byQuantity(tier(2 ** 53)), `tiers/0/from ${DECIMAL}, or an integer of at least 1`],
  [byTotal(tier({ amount: '5' })), `tiers/0/from ${DECIMAL}, or an integer of at least 1`],
  [byTotal(tier('1,5')), `tiers/0/from ${DECIMAL}, or an integer of at least 1`],
  [byTotal(tier('10'), tier('010.00')), 'tiers/1/from must be more than that of the tier before'],
  [byTotal(tier('10'), tier('9.99')), 'tiers/1/from must be more than that of the tier before'],
  [byQuantity(tier(2), tier(2)), 'tiers/1/from must be more than that of the tier before'],
  [byQuantity(tier(9), tier(10), tier(2)), 'tiers/2/from must be more than that of the tier before'],
  [byTotal(tier('1', 5)), `tiers/0/value ${DECIMAL}`],
  [byTotal(tier('1', '-5')), `tiers/0/value ${DECIMAL}`],
  [byTotal(tier('1', null)), `tiers/0/value ${DECIMAL}`],
  [byTotal(...Array.from({ length: 21 }, (_, n) => tier(String(n)))), 'tiers must be a list of at most 20 tiers'],
  [{ by: 'total', tiers: { from: '1', value: '1' } }, 'tiers must be a list of at most 20 tiers'],
  [{ by: 'total', tiers: null }, 'tiers must be a list of at most 20 tiers'],
  [{ by: 'pieces', tiers: [tier(1)] }, 'by must be null or one of "total", "quantity"'],
]

test('tiers that are wrong are refused at their places, of campaigns and coupons alike', () => {
  for (const [tiers, told] of wrongTiers) {
    for (const type of ['percent', 'fixed']) {
      assert.deepEqual(refusals(ofReward({ type, ...tiers })), [invalid(`reward/${told}`)])
      assert.deepEqual(refusals(coupon({ discountType: type, ...tiers })), [invalid(told)])
      assert.deepEqual(refusals(coupon({ discountType: type, campaignId: 7, ...tiers })), [invalid(told)])
    }
  }
  const missing = byTotal({ value: '1' }, { from: '1' })
  assert.deepEqual(refusals(coupon(missing)), [
    required('tiers/0/from is required: a decimal number as text, such as "199.90", or an integer of at least 1'),
    required('tiers/1/value is required: a decimal number as text, such as "199.90"'),
  ])
})

test('a percentage is at most 100 in every tier, an amount is not', () => {
  const tiers = byTotal(tier('0', '100'), tier('1', '100.01'), tier('2', '900'))
  const told = (at = '') =>
    [1, 2].map(index => invalid(`${at}tiers/${index}/value must be at most 100, being a percentage`))
  assert.deepEqual(refusals(ofReward({ type: 'percent', ...tiers })), told('reward/'))
  assert.deepEqual(refusals(coupon(tiers)), told())
  assert.deepEqual(refusals(ofReward({ type: 'fixed', ...tiers })), [])
  assert.deepEqual(refusals(coupon({ discountType: 'fixed', ...tiers })), [])
})

test('a percentage or an amount needs a value or tiers, and tiers need what reaches them', () => {
  for (const type of ['percent', 'fixed']) {
    const noValue = `value is missing: "${type}" needs it, unless`
    for (const nothing of [{}, { value: null }, { by: null, tiers: [], maximum: null }]) {
      assert.deepEqual(refusals(ofReward({ type, ...nothing })), [required(`reward/${noValue} tiers are given`)])
      assert.deepEqual(refusals(coupon({ discountType: type, ...nothing })), [
        required(`${noValue} campaignId or tiers are given`),
      ])
    }
    for (const by of [undefined, null]) {
      const tiers = { ...(by === null && { by }), tiers: [tier('1')] }
      assert.deepEqual(refusals(ofReward({ type, ...tiers })), [required('reward/by is missing: tiers are given')])
      assert.deepEqual(refusals(coupon({ discountType: type, ...tiers })), [required('by is missing: tiers are given')])
    }
    assert.deepEqual(refusals(ofReward({ type, by: 'total' })), [required('reward/tiers is missing: by is given')])
    assert.deepEqual(refusals(coupon({ discountType: type, by: 'total', tiers: [] })), [
      required('tiers is missing: by is given'),
    ])
  }
})

test('of a value and tiers, the tiers count; `by` counts with them alone; both are told', () => {
  const tiers = byQuantity(tier(1, '5'), tier(3, '10'))
  const read = ofReward({ type: 'fixed', value: '7', ...tiers })
  assert.deepEqual(warnings(read), ['reward/value has no effect: that of the tiers counts.'])
  assert.deepEqual(read.record?.reward, { type: 'fixed', ...tiers })
  const { record, ...told } = coupon({ value: '7', maximum: '9', ...tiers })
  assert.deepEqual(warnings(told), ['value has no effect: that of the tiers counts.'])
  assert.deepEqual([record?.value, record?.by, record?.tiers, record?.maximum], [null, 'quantity', tiers.tiers, '9'])

  const valued = ofReward({ type: 'percent', value: '7', by: 'total', tiers: [] })
  assert.deepEqual(warnings(valued), ['reward/by has no effect without tiers.'])
  assert.deepEqual(valued.record?.reward, { type: 'percent', value: '7', maximum: null })
  const single = coupon({ value: '7', by: 'quantity' })
  assert.deepEqual(warnings(single), ['by has no effect without tiers.'])
  assert.ok(single.record && !('by' in single.record) && !('tiers' in single.record))
})

test('a tier that gives less than the one before it is told, and stored', () => {
  const tiers = byTotal(tier('0', '10'), tier('1', '10.00'), tier('2', '9.99'), tier('3', '50'))
  const read = ofReward({ type: 'percent', ...tiers })
  assert.deepEqual(warnings(read), ['reward/tiers/2/value is less than that of the tier before.'])
  assert.deepEqual(read.record?.reward, { type: 'percent', ...tiers, maximum: null })
  assert.deepEqual(warnings(coupon(tiers)), ['tiers/2/value is less than that of the tier before.'])
})

test('tiers may begin below the minimum of the conditions, and at nothing', () => {
  const conditions = { minimumTotal: '900', minimumQuantity: 5 }
  const read = readRecord('campaigns', {
    ...{ id: 1, name: 'K', conditions },
    reward: { type: 'fixed', ...byTotal(tier('0'), tier('500.000000000001', '50')) },
  })
  assert.deepEqual([read.violations, read.warnings], [[], []])
})

test('a discount on further units needs units of both kinds, and a percentage above 0', () => {
  const gift = { type: 'buy_x_get_y', buy: 1, get: 1 }
  const needs = '"buy_x_get_y" needs it'
  const cases: [object, string[]][] = [
    [
      { buy: undefined, get: undefined },
      [required(`reward/buy is missing: ${needs}`), required(`reward/get is missing: ${needs}`)],
    ],
    [{ buy: 0 }, [invalid(`reward/buy ${PIECES}`)]],
    [{ get: 0 }, [invalid(`reward/get ${PIECES}`)]],
    [{ get: 1.5 }, [invalid(`reward/get ${PIECES}`)]],
    [{ percent: '0' }, [invalid('reward/percent must be more than 0')]],
    [{ percent: '0.00' }, [invalid('reward/percent must be more than 0')]],
    [{ percent: '100.01' }, [invalid('reward/percent must be at most 100, being a percentage')]],
    [{ percent: 50 }, [invalid(`reward/percent ${DECIMAL}`)]],
    [{ times: 0 }, [invalid('reward/times must be null or an integer of at least 1')]],
    [{ target: [] }, [invalid('reward/target must be null or a JSON object')]],
    [
      { target: { productIds: [0] } },
      [invalid('reward/target/productIds/0 must be an integer from 1 to 9007199254740991')],
    ],
    [{ target: { brands: [' '] } }, [invalid('reward/target/brands/0 must be a text that is not blank')]],
    [
      { target: { tags: Array(10_001).fill('a') } },
      [invalid('reward/target/tags must be a list of at most 10000 terms')],
    ],
    [{ percent: '0.01', times: 1 }, []],
    [{ percent: '100' }, []],
  ]
  for (const [fields, told] of cases) {
    const reward = JSON.parse(JSON.stringify({ ...gift, ...fields }))
    assert.deepEqual(refusals(ofReward(reward)), told, JSON.stringify(fields).slice(0, 100))
  }
})

test('a discount on further units is stored with its defaults; a target that names nothing is told, and is none', () => {
  const gift = { type: 'buy_x_get_y', buy: 2, get: 1 }
  const stored = { ...gift, percent: '100', times: null, target: null }
  for (const nothing of [{}, { times: null, target: null }]) {
    const read = ofReward({ ...gift, ...nothing })
    assert.deepEqual([read.record?.reward, warnings(read)], [stored, []])
  }
  for (const target of [{}, { productIds: [], brands: [] }]) {
    const read = ofReward({ ...gift, target })
    assert.deepEqual(read.record?.reward, stored)
    assert.deepEqual(warnings(read), ['reward/target names nothing; null is for what the conditions cover.'])
  }
  const named = ofReward({
    ...gift,
    percent: '50',
    times: 3,
    target: { variantIds: [5], brands: [' Ev '], tags: [], exclude: { tags: ['x'] } },
  })
  assert.deepEqual(named.record?.reward, {
    ...gift,
    percent: '50',
    times: 3,
    target: { variantIds: [5], brands: ['Ev'] },
  })
  assert.deepEqual(warnings(named), ['reward/target/exclude is not a known field: ignored.'])
})

const all = {
  ...{ value: '5', by: 'total', tiers: [tier('1')], maximum: '9', buy: 3, pay: 2, get: 1, percent: '50', times: 4 },
  target: { tags: ['x'] },
}

test('a member that the type of a reward does not have is told, and not stored', () => {
  const tiers = { by: 'total', tiers: [tier('1')] }
  const cases = [
    ['percent', ['by', 'tiers', 'maximum'], { ...tiers, maximum: '9' }],
    ['fixed', ['by', 'tiers'], tiers],
    ['buy_x_pay_y', ['buy', 'pay'], { buy: 3, pay: 2 }],
    [
      'buy_x_get_y',
      ['buy', 'get', 'percent', 'times', 'target'],
      { buy: 3, get: 1, percent: '50', times: 4, target: all.target },
    ],
    ['free_shipping', [], {}],
  ] as const
  for (const [type, own, stored] of cases) {
    const isValued = type === 'percent' || type === 'fixed'
    const others = Object.keys(all).filter(name => !(own as readonly string[]).includes(name))
    const ignored = others.filter(name => !(isValued && name === 'value'))
    const read = ofReward({ type, ...all })
    assert.deepEqual(warnings(read), [
      ...ignored.map(name => `reward/${name} is ignored: "${type}" has none.`),
      ...(isValued ? ['reward/value has no effect: that of the tiers counts.'] : []),
    ])
    assert.deepEqual(read.record?.reward, { type, ...stored })
  }
})

test('a member that says nothing is not told, whatever the type', () => {
  const nothing = { value: null, by: null, tiers: [], maximum: null, times: null, target: null }
  for (const reward of [
    { type: 'percent', value: '5', maximum: null },
    { type: 'fixed', value: '5' },
    { type: 'buy_x_pay_y', buy: 3, pay: 2 },
    { type: 'buy_x_get_y', buy: 3, get: 2, percent: '100', times: null, target: null },
    { type: 'free_shipping' },
  ]) {
    const read = ofReward({ ...nothing, ...reward })
    assert.deepEqual([read.violations, read.warnings, read.record?.reward], [[], [], reward])
  }
  const emptied = { type: 'free_shipping', target: { productIds: [], tags: [] } }
  assert.deepEqual(warnings(ofReward(emptied)), [])
})

test('what a coupon says without effect is told: of its type, or beside its campaign', () => {
  const tiers = byTotal(tier('1'), tier('2'))
  const ofType = coupon({ discountType: 'free_shipping', value: '5', ...tiers, maximum: '9' })
  assert.deepEqual(
    warnings(ofType),
    ['value', 'by', 'tiers', 'maximum'].map(name => `${name} is ignored: "free_shipping" has none.`),
  )
  const fixed = coupon({ discountType: 'fixed', value: '5', maximum: '9' })
  assert.deepEqual(warnings(fixed), ['maximum is ignored: "fixed" has none.'])
  for (const { record } of [ofType, fixed]) {
    assert.ok(record && !('maximum' in record) && !('by' in record) && !('tiers' in record))
  }
  const effect = 'has no effect: that of the campaign counts.'
  const bound = coupon({ campaignId: 7, ...tiers, maximum: '9' })
  assert.deepEqual(
    warnings(bound),
    ['by', 'tiers', 'maximum'].map(name => `${name} ${effect}`),
  )
  const nothing = { value: null, by: null, tiers: [], maximum: null }
  assert.deepEqual(warnings(coupon({ campaignId: 7, ...nothing })), [])
  assert.deepEqual(warnings(coupon({ discountType: 'free_shipping', ...nothing })), [])
})

test('the tiers and the maximum of a coupon leave no trace where they say nothing', () => {
  const { record } = coupon({ value: '5', by: null, tiers: [], maximum: null })
  assert.deepEqual(JSON.stringify(record), JSON.stringify(coupon({ value: '5' }).record))
  assert.ok(record && !('by' in record) && !('tiers' in record) && !('maximum' in record))
})
