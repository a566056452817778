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
const { lacksCustomers } = await loadOfficeModule<{ lacksCustomers: (record: Row, values: Row) => boolean }>(
  'pages/promotions/audience-values',
)
const { valuesOf, recordOf } = await loadOfficeModule<{
  valuesOf: (record: Row, form: Form) => Row
  recordOf: (values: Row, form: Form, stored: Row) => Row
}>('pages/promotions/promotion-values')
const { differencesOf, firstChoices, mergedRecord } = await loadOfficeModule<{
  differencesOf: (units: Units, records: Records) => Difference[]
  firstChoices: (differences: Difference[]) => Row
  mergedRecord: (differences: Difference[], records: Records, choices: Row) => Row
}>('pages/promotions/compare-records')
const { divideWarnings } = await loadOfficeModule<{
  divideWarnings: (held: Row, fields: Form['fields'], texts: Row) => { warnings: Row; others: string[] }
}>('pages/promotions/field-warnings')
const { unitText } = await loadOfficeModule<{ unitText: (app: Row, unit: Units[number], record: Row) => string }>(
  'pages/promotions/unit-text',
)
const { scopeText, wayText } = await loadOfficeModule<
  Record<'scopeText' | 'wayText', (app: Row, record: Row) => string>
>('pages/promotions/promotion-scope')
const { textsIn } = await loadOfficeModule<{ textsIn: (language: 'tr' | 'en') => Row }>('texts/texts')
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
const noItems = { productIds: [], variantIds: [], brands: [], categories: [], tags: [] }
const nobody = { visitors: false, members: false, dealers: false, customerGroupIds: [], customerIds: [] }
const audience = { ...nobody, firstOrder: false, exclude: nobody, channels: [] }
const promotion = {
  description: 'Yaz',
  active: true,
  startsAt: null,
  endsAt: '2026-03-31T20:59:59.123Z',
  usageLimit: 1000,
  usageCount: 37,
  audience: null,
  conditions: {
    ...{ ...noItems, minimumTotal: '22.50', minimumQuantity: null, productIds: [111, 112] },
    ...{ priceFrom: '5', priceTo: null, excludeDiscounted: true, exclude: { ...noItems, tags: ['Outlet'] } },
  },
}
const coupon = {
  ...{ code: 'YAZ', discountType: 'percent', value: '10', by: null, tiers: [], maximum: null, campaignId: null },
  ...{ usageLimitPerCustomer: 1, batch: null, combinesWithCampaigns: false },
  ...promotion,
}
const campaign = {
  ...{ id: 3, name: 'Yaz', logicalGroup: 1, priority: -5, weekdays: [1, 5], dailyFrom: '22:00', dailyTo: '02:00' },
  ...{
    couponBound: false,
    automatic: true,
    combinesWithCoupons: true,
    usageLimitPerCustomer: 2,
    reward: { type: 'buy_x_pay_y', buy: 3, pay: 2 },
  },
  ...promotion,
  audience: { ...audience, dealers: true, customerGroupIds: [7] },
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
        'conditions/productIds': [5, 6],
        'conditions/brands': ['Vakko, İpek'],
        'audience/exclude/customerIds': [5, 6, 7],
        'audience/channels': 'app, agent',
      },
    }
    const { value, startsAt, endsAt, usageLimit, conditions, audience } = recordOf(values, couponForm, coupon)
    assert.deepEqual([value, startsAt, endsAt, usageLimit], ['7.5', '2026-03-31T21:00:00.000Z', null, 'many'])
    assert.deepEqual(conditions, { ...coupon.conditions, productIds: [5, 6], brands: ['Vakko, İpek'] })
    const exclude = { ...nobody, customerIds: [5, 6, 7] }
    assert.deepEqual(audience, { ...nobody, firstOrder: false, exclude, channels: ['app', 'agent'] })
  })

  it('keeps what it does not show, and every entry of a long list', () => {
    const tags = Array.from({ length: 10_000 }, (_, at) => `Etiket ${at}`)
    const stored = { ...campaign, tiers: [1], conditions: { ...campaign.conditions, tags, moon: 'full' } }
    const values = { ...valuesOf(stored, campaignForm), name: 'Kış' }
    assert.deepEqual(recordOf(values, campaignForm, stored), { ...stored, name: 'Kış' })
    const other = { ...campaign, reward: { type: 'moon', value: 'full', buy: 1 } }
    assert.deepEqual(recordOf(valuesOf(other, campaignForm), campaignForm, other).reward, { ...other.reward })
  })

  it('takes an audience of limits alone for everybody within them', () => {
    const limited = { ...coupon, audience: { ...audience, firstOrder: true, channels: ['app'] } }
    const values = valuesOf(limited, couponForm)
    assert.equal(values.audience, 'everyone')
    assert.deepEqual(recordOf(values, couponForm, limited), limited)
    assert.equal(valuesOf({ ...coupon, audience }, couponForm).audience, 'chosen')
    const chosen = { ...values, audience: 'chosen' }
    assert.equal(lacksCustomers(recordOf(chosen, couponForm, limited), chosen), true)
    const named = { ...chosen, 'audience/members': true }
    assert.equal(lacksCustomers(recordOf(named, couponForm, limited), named), false)
  })

  it('writes only what belongs to the kind of the reward, and the audience that is chosen', () => {
    const values = {
      ...valuesOf(campaign, campaignForm),
      'reward/type': 'percent',
      'reward/value': '',
      audience: 'everyone',
    }
    const { reward, audience: none } = recordOf(values, campaignForm, campaign)
    assert.deepEqual([reward, none], [{ type: 'percent', maximum: null }, null])
    const chosen = { ...valuesOf(coupon, couponForm), audience: 'chosen', 'audience/members': true }
    assert.deepEqual(recordOf(chosen, couponForm, coupon).audience, { ...audience, members: true })
    const free = { ...valuesOf(coupon, couponForm), discountType: 'free_shipping' }
    assert.equal(recordOf(free, couponForm, coupon).value, null)
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

const app = {
  texts: () => textsIn('en'),
  session: () => ({ shop: { currencyCode: 'TRY', decimalPlaces: 2 } }),
  clock: () => ({ zone: ISTANBUL }),
}

describe('what a promotion is for', () => {
  it('is a few words, however long its lists are', () => {
    assert.equal(
      scopeText(app, coupon),
      '2 products · price from ₺5.00 · not discounted · some products left out · total from ₺22.50',
    )
    const open = {
      minimumTotal: null,
      minimumQuantity: null,
      ...noItems,
      priceFrom: null,
      priceTo: null,
      exclude: noItems,
    }
    assert.equal(scopeText(app, { conditions: open, audience: null }), 'Every cart')
    const tags = Array.from({ length: 10_000 }, (_, at) => `T${at}`)
    const first = { ...audience, firstOrder: true, members: true, channels: ['app'] }
    assert.equal(
      scopeText(app, { conditions: { ...open, tags, minimumQuantity: 2 }, audience: first }),
      'T0, T1 +9,998 · from 2 items · All members · first order · The app',
    )
  })

  it('is what the campaign is for, of a coupon that is bound to one', () => {
    const bound = { ...coupon, campaignId: 6, audience: { ...audience, members: true } }
    assert.equal(scopeText(app, bound), 'The conditions of campaign 6 · All members')
  })

  it('comes into a cart by itself, by a coupon, or by choice', () => {
    assert.equal(wayText(app, campaign), 'Applies by itself')
    assert.equal(wayText(app, { ...campaign, couponBound: true }), 'Applies by coupon')
    assert.equal(wayText(app, { ...campaign, automatic: false }), 'The customer chooses it')
  })
})

describe('a value of a comparison', () => {
  const textOf = (name: string, record: Row) =>
    unitText(
      app,
      [...couponUnits, ...campaignUnits].find(unit => unit.name === name) ?? { name, fields: [name] },
      record,
    )

  it('is in words, with the beginning of a long list', () => {
    const tags = Array.from({ length: 10_000 }, (_, at) => `T${at}`)
    assert.match(textOf('conditions/tags', { conditions: { tags } }), /^T0, .*, T19 and 9,980 more$/)
    assert.equal(textOf('prices', coupon), '₺5.00 – …')
    assert.equal(textOf('conditions/exclude', coupon), 'Tags: Outlet')
    const limits = { ...audience, firstOrder: true, exclude: { ...nobody, dealers: true }, channels: ['web'] }
    assert.equal(
      textOf('audience', { audience: limits }),
      'Everybody; On the first order alone; Not dealers; Where it applies: The web shop',
    )
    assert.equal(textOf('audience', { audience: { ...audience, members: true } }), 'All members')
  })
})

describe('warnings of the API', () => {
  const warn = (pointer: string, message: string) => ({ pointer, detail: `${pointer.slice(1)} ${message}.` })
  const divide = (warnings: Row[], language: 'tr' | 'en' = 'en') =>
    divideWarnings({ record: coupon, warnings }, couponFields, textsIn(language))

  it('are said at their fields, with what the shop does not have', () => {
    const unknown = [0, 1].map(at => warn(`/conditions/productIds/${at}`, 'names no product'))
    const tag = warn('/conditions/exclude/tags/0', 'names no tag of any product')
    assert.deepEqual(divide([...unknown, tag]).warnings, {
      'conditions/productIds': ['The shop does not have: 111, 112.'],
      'conditions/exclude/tags': ['The shop does not have: Outlet.'],
    })
    assert.deepEqual(divide([tag], 'tr').warnings, { 'conditions/exclude/tags': ['Mağazada bulunamadı: Outlet.'] })
  })

  it('about an audience of nobody are in the language of the page', () => {
    const nobody = warn('/audience', 'includes nobody; null is for everybody')
    const said = (language: 'tr' | 'en') => {
      const { warnings, others } = divide([nobody], language)
      return [...Object.values(warnings).flat(), ...others]
    }
    assert.deepEqual(said('tr'), ['Kimse seçilmemiş: bu haliyle kimse yararlanamaz.'])
    assert.deepEqual(said('en'), ['Nobody is chosen, so nobody can use it.'])
  })

  it('of several fields are at the first, and those of none are in the words of the API', () => {
    const everybody = warn('/audience/exclude', 'leaves out everybody whom the audience includes')
    const covers = [
      warn('/conditions/exclude/tags', 'leaves out all of tags: the promotion covers nothing'),
      warn('/conditions/variantIds', 'has no variant of productIds: the promotion covers nothing'),
    ]
    assert.deepEqual(divide(covers).warnings, {
      'conditions/exclude/tags': ['No product is left: all that are picked are left out.'],
      'conditions/variantIds': ['None of these variants is of one of the products: the promotion covers nothing.'],
    })
    const other = warn('/moon', 'is not a known field: ignored')
    assert.deepEqual(divide([everybody, other]), {
      warnings: { 'audience/exclude/visitors': ['Nobody can use it: everybody who is chosen is left out.'] },
      others: ['moon is not a known field: ignored.'],
    })
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
    assert.deepEqual(effect, { is: 'fails', explanation: fails, conditions: fails.conditions })
    assert.equal(isOf('coupons', coupon, previewOf('0.00', {})), 'fails')
    assert.equal(isOf('campaigns', { ...campaign, id: 4 }, previewOf('0.00', {})), 'fails')
  })
})
