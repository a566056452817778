/** Rewards in the forms of the office without a browser: tiers and gifts, as they are typed, written and said. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadOfficeModule } from '../support/office/browser-modules.ts'

type Row = Record<string, unknown>
type Form = { fields: { name: string }[]; zone: string; mark: string }

const { couponFields, campaignFields } = await loadOfficeModule<
  Record<'couponFields' | 'campaignFields', Form['fields']>
>('pages/promotions/promotion-fields')
const { valuesOf, recordOf } = await loadOfficeModule<{
  valuesOf: (record: Row, form: Form) => Row
  recordOf: (values: Row, form: Form, stored: Row) => Row
}>('pages/promotions/promotion-values')
const { lacksTarget } = await loadOfficeModule<{ lacksTarget: (values: Row) => boolean }>(
  'pages/promotions/reward-fields',
)
const { rewardText } = await loadOfficeModule<{ rewardText: (app: Row, reward: Row, most?: number) => string }>(
  'pages/promotions/reward-text',
)
const { decimalOf } = await loadOfficeModule<{ decimalOf: (text: string, mark: string) => string }>(
  'format/typed-decimal',
)
const { textsIn } = await loadOfficeModule<{ textsIn: (language: 'tr' | 'en') => Row }>('texts/texts')

const zone = 'Europe/Istanbul'
const couponForm = { fields: couponFields, zone, mark: ',' }
const campaignForm = { fields: campaignFields, zone, mark: ',' }
const noItems = { productIds: [], variantIds: [], brands: [], categories: [], tags: [] }
const coupon = { code: 'YAZ', discountType: 'percent', value: '10', by: null, tiers: [], maximum: null, audience: null }
const campaign = { id: 3, name: 'Yaz', reward: { type: 'buy_x_pay_y', buy: 3, pay: 2 }, audience: null }

describe('the reward in a form', () => {
  const recordIn = (changes: Row, stored: Row = campaign) =>
    recordOf({ ...valuesOf(stored, campaignForm), ...changes }, campaignForm, stored).reward

  it('writes tiers in ascending order, without empty rows, and reads them back', () => {
    const rows = [
      { from: '1.000', value: '120,5' },
      { from: '', value: ' ' },
      { from: '500', value: '50' },
    ]
    const values = { ...valuesOf(coupon, couponForm), discountType: 'fixed', by: 'total', tiers: rows }
    const record = recordOf(values, couponForm, coupon)
    const tiers = [
      { from: '500', value: '50' },
      { from: '1000', value: '120.5' },
    ]
    assert.deepEqual([record.value, record.by, record.tiers, record.maximum], [null, 'total', tiers, null])
    assert.deepEqual(valuesOf(record, couponForm).tiers, [rows[2], { from: '1000', value: '120,5' }])
    assert.deepEqual(recordOf(valuesOf(record, couponForm), couponForm, record), record)
    const single = recordOf({ ...valuesOf(record, couponForm), by: '', value: '7' }, couponForm, record)
    assert.deepEqual([single.value, single.by ?? null, single.tiers], ['7', null, []])
  })

  it('counts pieces of tiers as numbers, and leaves what is none where it is, for the API to refuse', () => {
    const rows = [
      { from: 'x', value: '30' },
      { from: '10', value: '20' },
      { from: '3', value: '' },
    ]
    const reward = recordIn({ 'reward/type': 'percent', 'reward/by': 'quantity', 'reward/tiers': rows })
    const tiers = [
      { from: 3, value: '' },
      { from: 10, value: '20' },
      { from: 'x', value: '30' },
    ]
    assert.deepEqual(reward, { type: 'percent', by: 'quantity', tiers, maximum: null })
  })

  it('writes a gift with its target, and says where the target names nothing', () => {
    const gift = { 'reward/type': 'buy_x_get_y', 'reward/buy': '2', 'reward/get': '1' }
    const values = valuesOf(campaign, campaignForm)
    assert.equal(values['reward/percent'], '100')
    const same = { type: 'buy_x_get_y', buy: 2, get: 1, percent: '100', times: null, target: null }
    assert.deepEqual(recordIn(gift), same)
    const others = {
      ...gift,
      'reward/target': 'others',
      'reward/target/categories': ['Kravat'],
      'reward/percent': '50',
    }
    const target = { categories: ['Kravat'], brands: [], tags: [], productIds: [], variantIds: [] }
    assert.deepEqual(recordIn(others), { ...same, percent: '50', target })
    assert.equal(lacksTarget({ ...values, ...others }), false)
    assert.equal(lacksTarget({ ...values, ...others, 'reward/target/categories': [] }), true)
    assert.equal(lacksTarget({ ...values, ...others, 'reward/type': 'fixed', 'reward/target/categories': [] }), false)
    const stored = { ...campaign, reward: { ...same, target: { ...target, tags: ['yaz'] } } }
    assert.deepEqual(recordIn({}, stored), stored.reward)
    assert.deepEqual(recordIn({ 'reward/target': 'same' }, stored), same)
  })
})

describe('a decimal that is typed', () => {
  it('is read with the marks of either language', () => {
    const turkish = ['22,50', '22.50', '1.000', '1.234.567,89', '0,125', '1.00'].map(text => decimalOf(text, ','))
    assert.deepEqual(turkish, ['22.50', '22.50', '1000', '1234567.89', '0.125', '1.00'])
    const english = ['22,50', '22.50', '1,000', '1,234.5', '0,125', 'x'].map(text => decimalOf(text, '.'))
    assert.deepEqual(english, ['22.50', '22.50', '1000', '1234.5', '0.125', 'x'])
  })
})

describe('what a promotion gives', () => {
  const app = { session: () => ({ shop: { currencyCode: 'TRY', decimalPlaces: 2 } }) }
  const reward = (of: Row, language: 'tr' | 'en' = 'tr', most?: number) =>
    rewardText({ ...app, texts: () => textsIn(language) }, of, most)
  const tiers = [
    { from: '500', value: '50' },
    { from: '1000', value: '120' },
  ]
  const gift = { type: 'buy_x_get_y', buy: 2, get: 1, percent: '100', times: null, target: null }

  it('is said tier by tier', () => {
    const fixed = { type: 'fixed', by: 'total', tiers }
    assert.equal(reward(fixed), '₺500,00 ve üzeri: ₺50,00 indirim; ₺1.000,00 ve üzeri: ₺120,00 indirim')
    assert.equal(reward(fixed, 'en'), 'from ₺500.00: ₺50.00 off; from ₺1,000.00: ₺120.00 off')
    assert.equal(reward(fixed, 'en', 1), 'from ₺500.00: ₺50.00 off; 1 more tier')
    const pieces = { type: 'percent', by: 'quantity', tiers: [{ from: 3, value: '7.5' }], maximum: '200' }
    assert.equal(reward(pieces), '3 adet ve üzeri: %7,5 indirim; en fazla ₺200,00')
    assert.equal(reward(pieces, 'en'), 'from 3 pieces: 7.5% off; ₺200.00 at most')
  })

  it('is said of gifts, with their products', () => {
    assert.equal(reward(gift), '2 alana 1 bedava')
    assert.equal(reward({ ...gift, buy: 1, percent: '50' }), '1 alana 1 adet %50 indirimli')
    assert.equal(reward({ ...gift, buy: 1, percent: '50' }, 'en'), 'Buy 1, get 1 at 50% off')
    const target = { ...noItems, categories: ['Kravat'], productIds: [1, 2] }
    assert.equal(
      reward({ ...gift, target, times: 3 }),
      '2 alana 1 bedava; indirimli ürünler: Kravat · 2 ürün; bir sepette en fazla 3 kez',
    )
    assert.equal(
      reward({ ...gift, target, times: 1 }, 'en'),
      'Buy 2, get 1 free; discounted: Kravat · 2 products; once a cart at most',
    )
  })

  it('is said of a form that is not finished', () => {
    assert.equal(reward({ type: 'fixed', by: 'total', tiers: [{ from: 'x', value: '' }] }), '… ve üzeri: … indirim')
    assert.equal(reward({ type: 'buy_x_get_y', percent: 'y' }), '… alana … adet %… indirimli')
    assert.equal(reward({ type: 'percent' }), 'Belirtilmemiş')
  })
})
