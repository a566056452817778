/** Coupons and campaigns in the office without a browser: states, forms, comparisons, and what the API's errors become. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadOfficeModule } from '../support/office/browser-modules.ts'

type Row = Record<string, unknown>
type Form = { fields: { name: string }[]; zone: string; mark: string }
type Difference = { unit: { name: string }; changedBy: string }
type Records = { base: Row; mine: Row; theirs: Row }
type Units = { name: string; fields: string[] }[]

const { stateOf, withAllUses } = await loadOfficeModule<{
  stateOf: (validity: Row, now: number) => string
  withAllUses: (page: { data: Row[]; meta: { uses: Row[] } }) => Row[]
}>('pages/promotions/promotion-state')
const { localOf, instantOf } =
  await loadOfficeModule<Record<'localOf' | 'instantOf', (text: string | null, zone: string) => string>>(
    'format/zoned-time',
  )
const fieldsModule = await loadOfficeModule<{
  couponFields: Form['fields']
  campaignFields: Form['fields']
  couponUnits: Units
  campaignUnits: Units
}>('pages/promotions/promotion-fields')
const { valuesOf, recordOf } = await loadOfficeModule<{
  valuesOf: (record: Row, form: Form) => Row
  recordOf: (values: Row, form: Form, stored: Row) => Row
}>('pages/promotions/promotion-values')
const { differencesOf, firstChoices, mergedRecord } = await loadOfficeModule<{
  differencesOf: (units: Units, records: Records) => Difference[]
  firstChoices: (differences: Difference[]) => Row
  mergedRecord: (differences: Difference[], records: Records, choices: Row) => Row
}>('pages/promotions/compare-records')
const { ruleOf } = await loadOfficeModule<{
  ruleOf: (error: { code: string; detail: string }, kind: string) => string
}>('pages/promotions/field-rules')
const { effectOf } = await loadOfficeModule<{ effectOf: (name: string, record: Row, owned: Row) => Row }>(
  'pages/promotions/cart-effect',
)

const ISTANBUL = 'Europe/Istanbul'
const { couponFields, campaignFields, couponUnits, campaignUnits } = fieldsModule
const couponForm = { fields: couponFields, zone: ISTANBUL, mark: ',' }
const campaignForm = { fields: campaignFields, zone: ISTANBUL, mark: '.' }
const promotion = {
  description: 'Yaz',
  active: true,
  startsAt: null,
  endsAt: '2026-03-31T20:59:59.123Z',
  usageLimit: 1000,
  usageCount: 37,
  audience: null,
  conditions: { minimumTotal: '22.50', minimumQuantity: null, productIds: [111, 112] },
}
const coupon = {
  ...{ code: 'YAZ', discountType: 'percent', value: '10', campaignId: null, usageLimitPerCustomer: 1 },
  ...promotion,
}
const campaign = {
  ...{ id: 3, name: 'Yaz', logicalGroup: 1, priority: -5, weekdays: [1, 5], dailyFrom: '22:00', dailyTo: '02:00' },
  ...{ couponBound: false, reward: { type: 'buy_x_pay_y', buy: 3, pay: 2 } },
  ...promotion,
  audience: { visitors: false, members: false, dealers: true, customerGroupIds: [7], customerIds: [] },
}

describe('the state of a coupon', () => {
  const at = (time: string, changes: Row = {}) =>
    stateOf(
      { active: true, startsAt: null, endsAt: null, usageLimit: null, usageCount: 0, ...changes },
      Date.parse(time),
    )

  it('follows the switch, the period and the uses', () => {
    const period = { startsAt: '2026-03-01T00:00:00Z', endsAt: '2026-04-01T00:00:00Z' }
    assert.equal(at('2026-02-28T23:59:59.999Z', period), 'planned')
    assert.equal(at('2026-03-01T00:00:00Z', period), 'active')
    assert.equal(at('2026-03-31T23:59:59.999Z', period), 'active')
    assert.equal(at('2026-04-01T00:00:00Z', period), 'ended')
    assert.equal(at('2026-03-01T00:00:00Z', { ...period, active: false }), 'off')
    assert.equal(at('2026-03-01T00:00:00Z', { usageLimit: 3, usageCount: 3 }), 'usedUp')
    assert.equal(at('2026-03-01T00:00:00Z', { usageLimit: 3, usageCount: 2 }), 'active')
    assert.equal(at('2026-04-01T00:00:00Z', { ...period, usageLimit: 0 }), 'ended')
  })
})

describe('the uses of a list', () => {
  it('are all that count towards the limit', () => {
    const uses = [
      { completed: 2, held: 1 },
      { completed: 0, held: 0 },
    ]
    const data = [
      { code: 'A', usageCount: 37 },
      { code: 'B', usageCount: 0 },
    ]
    assert.deepEqual(withAllUses({ data, meta: { uses } }), [
      { code: 'A', usageCount: 40 },
      { code: 'B', usageCount: 0 },
    ])
  })
})

describe('times of the shop’s clock', () => {
  it('are shown and read in the zone of the shop', () => {
    assert.equal(localOf('2026-03-31T20:59:59Z', ISTANBUL), '2026-03-31T23:59:59')
    assert.equal(localOf('2026-03-31T21:00:00Z', ISTANBUL), '2026-04-01T00:00')
    assert.equal(instantOf('2026-04-01T00:00', ISTANBUL), '2026-03-31T21:00:00.000Z')
    assert.equal(instantOf('2026-06-30T23:59:30', 'America/New_York'), '2026-07-01T03:59:30.000Z')
    assert.equal(localOf(null, ISTANBUL), '')
  })

  it('are taken once where the clock changes', () => {
    // In Berlin the clock skips 02:00 to 03:00 on 29 March, and shows 02:30 twice on 25 October.
    assert.equal(instantOf('2026-03-29T01:59', 'Europe/Berlin'), '2026-03-29T00:59:00.000Z')
    assert.equal(instantOf('2026-03-29T02:30', 'Europe/Berlin'), '2026-03-29T01:30:00.000Z')
    assert.equal(instantOf('2026-03-29T03:00', 'Europe/Berlin'), '2026-03-29T01:00:00.000Z')
    assert.equal(instantOf('2026-10-25T02:30', 'Europe/Berlin'), '2026-10-25T00:30:00.000Z')
    assert.equal(instantOf('2026-10-25T03:30', 'Europe/Berlin'), '2026-10-25T02:30:00.000Z')
  })

  it('stay as they are where they are none', () => {
    assert.equal(instantOf('soon', ISTANBUL), 'soon')
    assert.equal(localOf('+010000-01-01T00:00:00.000Z', ISTANBUL), '')
  })
})

describe('the form of a promotion', () => {
  it('writes back what it was given, however it shows it', () => {
    for (const [record, form] of [
      [coupon, couponForm],
      [campaign, campaignForm],
    ] as const) {
      assert.deepEqual(recordOf(valuesOf(record, form), form, record), record)
    }
    assert.equal(valuesOf(coupon, couponForm)['conditions/minimumTotal'], '22,50')
  })

  it('reads numbers, times and lists, and leaves what is none for the API to refuse', () => {
    const values = {
      ...valuesOf(coupon, couponForm),
      ...{
        value: '7,5',
        startsAt: '2026-04-01T00:00',
        endsAt: '',
        usageLimit: 'many',
        'conditions/productIds': '5 6;7,x',
      },
    }
    const { value, startsAt, endsAt, usageLimit, conditions } = recordOf(values, couponForm, coupon)
    assert.deepEqual([value, startsAt, endsAt, usageLimit], ['7.5', '2026-03-31T21:00:00.000Z', null, 'many'])
    assert.deepEqual(conditions, { ...coupon.conditions, productIds: [5, 6, 7, 'x'] })
  })

  it('writes only what belongs to the kind of the reward, and the audience that is chosen', () => {
    const values = {
      ...valuesOf(campaign, campaignForm),
      'reward/type': 'percent',
      'reward/value': '',
      audience: 'everyone',
    }
    const { reward, audience } = recordOf(values, campaignForm, campaign)
    assert.deepEqual([reward, audience], [{ type: 'percent', maximum: null }, null])
    const chosen = { ...valuesOf(coupon, couponForm), audience: 'chosen', 'audience/members': true }
    const members = { visitors: false, members: true, dealers: false, customerGroupIds: [], customerIds: [] }
    assert.deepEqual(recordOf(chosen, couponForm, coupon).audience, members)
  })
})

describe('a comparison of two people’s changes', () => {
  const mine = { ...coupon, discountType: 'fixed', value: '50', description: 'Benim', usageLimit: 5 }
  const theirs = { ...coupon, value: '20', active: false, usageLimit: 5 }
  const records = { base: coupon, mine, theirs }
  const differences = differencesOf(couponUnits, records)

  it('names what each has changed, and nothing that both have changed alike', () => {
    assert.deepEqual(
      differences.map(({ unit, changedBy }) => [unit.name, changedBy]),
      [
        ['gives', 'both'],
        ['description', 'mine'],
        ['active', 'theirs'],
      ],
    )
    assert.deepEqual(firstChoices(differences), { description: 'mine', active: 'theirs' })
  })

  it('puts both together by the choices, with whole units', () => {
    const merge = (choices: Row) => mergedRecord(differences, records, choices)
    assert.deepEqual(merge({ gives: 'mine', description: 'mine', active: 'theirs' }), { ...mine, active: false })
    assert.deepEqual(merge({ gives: 'theirs', description: 'mine', active: 'mine' }), {
      ...{ ...theirs, active: true, description: 'Benim' },
    })
    assert.equal(theirs.active, false)
  })

  it('takes an absent field for a null one, and any order of members', () => {
    const { maximum: _, ...reward } = { type: 'percent', value: '5', maximum: null }
    const base = { ...campaign, reward: { value: '5', maximum: null, type: 'percent' } }
    assert.deepEqual(differencesOf(campaignUnits, { base, mine: { ...base, reward }, theirs: base }), [])
    const other = { ...base, audience: null }
    assert.deepEqual(
      differencesOf(campaignUnits, { base, mine: other, theirs: base }).map(({ unit }) => unit.name),
      ['audience'],
    )
  })

  it('covers every field of the form but the key of a campaign', () => {
    for (const [units, fields, key] of [
      [couponUnits, couponFields, 'none'],
      [campaignUnits, campaignFields, 'id'],
    ] as const) {
      const covered = units.flatMap(unit => unit.fields)
      const open = fields.map(({ name }) => name).filter(name => name !== key)
      assert.deepEqual(
        open.filter(name => !covered.some(each => name === each || name.startsWith(`${each}/`))),
        [],
      )
    }
  })
})

describe('errors of the API', () => {
  it('get the rule of their field', () => {
    const invalid = (detail: string, kind: string) => ruleOf({ code: 'field_invalid', detail }, kind)
    assert.equal(invalid('endsAt must be after startsAt.', 'instant'), 'period')
    assert.equal(invalid('value must be at most 100, being a percentage.', 'decimal'), 'percent')
    assert.equal(invalid('campaignId: there is no couponBound campaign 9.', 'integer'), 'campaign')
    assert.equal(invalid('value must be a decimal number as text.', 'required'), 'decimal')
    assert.equal(ruleOf({ code: 'field_required', detail: '' }, 'decimal'), 'missing')
    assert.equal(ruleOf({ code: 'key', detail: '' }, 'text'), 'key')
  })
})

describe('the effect on a cart', () => {
  const money = (amount: string) => ({ amount, currencyCode: 'TRY', decimalPlaces: 2 })
  const explained = { applies: true, conditions: [] }
  const previewOf = (difference: string, { attributes = {}, ...explanations }: Row) => ({
    data: { cart: { data: { attributes } }, coupon: null, campaigns: [], ...explanations },
    meta: { preview: { difference: money(difference), replacedCoupon: null, replacedCampaign: null } },
  })
  const isOf = (name: string, record: Row, preview: Row) => effectOf(name, record, preview).is

  it('is a change of the total, free shipping, or a total that stays the same', () => {
    const owned = { coupon: { code: 'YAZ', ...explained } }
    const applied = (amount: string) => ({ appliedCoupon: { code: 'YAZ', discountAmount: money(amount) } })
    assert.equal(isOf('coupons', coupon, previewOf('-22.50', { ...owned, attributes: applied('22.50') })), 'changes')
    assert.equal(isOf('coupons', coupon, previewOf('0.00', { ...owned, attributes: applied('0.00') })), 'shipping')
    assert.equal(isOf('coupons', coupon, previewOf('0.00', { ...owned, attributes: applied('5.00') })), 'same')
    const campaigns = [{ id: 3, name: 'Yaz', ...explained }]
    assert.equal(isOf('campaigns', campaign, previewOf('7.50', { campaigns })), 'changes')
  })

  it('is none for a record that does not apply, or that the cart does not explain', () => {
    const fails = { code: 'YAZ', applies: false, conditions: [{ name: 'active', holds: false, detail: 'off' }] }
    const effect = effectOf('coupons', coupon, previewOf('30.00', { coupon: fails }))
    assert.deepEqual(effect, { is: 'fails', conditions: fails.conditions })
    assert.equal(isOf('coupons', coupon, previewOf('0.00', {})), 'fails')
    assert.equal(isOf('campaigns', { ...campaign, id: 4 }, previewOf('0.00', {})), 'fails')
  })
})
