/** Unit tests of the reasons why a coupon does not apply. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { campaignWith, couponWith, promotionContextWith, promotionLineWith } from '../../test/support/cart/pricing.ts'
import type { Audience, Campaign, Coupon } from '../model/campaign.ts'
import { decimal } from '../money/money.ts'
import type { CouponReason } from './coupon-reasons.ts'
import { computeDiscounts } from './discounts.ts'
import { explainPromotions } from './explain-promotions.ts'
import { judgeCoupon, judgeEntry } from './judge-coupon.ts'
import type { PromotionContext, Shopper } from './promotion-context.ts'

const NOW = Date.parse('2026-06-01T12:00:00Z')
const HOUR = 3_600_000

const guest: Shopper = { customerId: null, customerGroupId: null, dealer: false }
const member: Shopper = { ...guest, customerId: 42 }
const nobody: Audience = { visitors: false, members: false, dealers: false, customerGroupIds: [], customerIds: [] }
const line = promotionLineWith()

function contextWith(overrides: Partial<PromotionContext> = {}): PromotionContext {
  return promotionContextWith({ shopper: member, lines: [line], ...overrides, now: NOW })
}

const conditions = { minimumTotal: null, minimumQuantity: null, productIds: [] as number[] }
const bound = campaignWith({ id: 7, couponBound: true })

/** A coupon that does not apply, with its only reason. */
interface Case {
  coupon: Coupon | null
  context?: Partial<PromotionContext>
  offers?: Pick<PromotionContext, 'campaigns' | 'campaignEngine'>
}

/** In the order of the reasons; several cases for one reason. */
const cases: [CouponReason, Case][] = [
  ['unknown', { coupon: null }],
  ['unknown', { coupon: couponWith({ audience: nobody }) }],
  [
    'unknown',
    {
      coupon: couponWith({ campaignId: 7 }),
      offers: { campaigns: [{ ...bound, audience: { ...nobody, dealers: true } }], campaignEngine: true },
    },
  ],
  ['inactive', { coupon: couponWith({ active: false }) }],
  ['not_started', { coupon: couponWith({ startsAt: NOW + 1 }) }],
  ['expired', { coupon: couponWith({ endsAt: NOW }) }],
  ['used_up', { coupon: couponWith({ usageLimit: 5, usageCount: 5 }) }],
  [
    'used_up',
    {
      coupon: couponWith({ usageLimit: 5, usageCount: 4 }),
      context: {
        uses: {
          coupon: 1,
          couponByCustomer: 0,
          hasOrdered: false,
          campaigns: new Map(),
          campaignsByCustomer: new Map(),
          heldTooOften: new Set(),
        },
      },
    },
  ],
  ['audience', { coupon: couponWith({ usageLimitPerCustomer: 1 }), context: { shopper: guest } }],
  [
    'used_by_customer',
    {
      coupon: couponWith({ usageLimitPerCustomer: 1 }),
      context: {
        uses: {
          coupon: 0,
          couponByCustomer: 1,
          hasOrdered: false,
          campaigns: new Map(),
          campaignsByCustomer: new Map(),
          heldTooOften: new Set(),
        },
      },
    },
  ],
  ['campaign', { coupon: couponWith({ campaignId: 7 }) }],
  ['campaign', { coupon: couponWith({ campaignId: 7 }), offers: { campaigns: [bound], campaignEngine: false } }],
  [
    'campaign',
    {
      coupon: couponWith({ campaignId: 7 }),
      offers: { campaigns: [{ ...bound, active: false }], campaignEngine: true },
    },
  ],
  [
    'campaign',
    {
      coupon: couponWith({ campaignId: 7 }),
      offers: {
        campaigns: [{ ...bound, conditions: { ...conditions, minimumTotal: '500' } }],
        campaignEngine: true,
      },
    },
  ],
  ['products', { coupon: couponWith(), context: { lines: [] } }],
  ['products', { coupon: couponWith({ conditions: { ...conditions, productIds: [9] } }) }],
  ['minimum_quantity', { coupon: couponWith({ conditions: { ...conditions, minimumQuantity: 3 } }) }],
  ['minimum_total', { coupon: couponWith({ conditions: { ...conditions, minimumTotal: '120.01' } }) }],
]

const contextOf = ({ coupon, context, offers }: Case) => contextWith({ ...context, ...offers, coupon })
const judge = (each: Case) => judgeCoupon('yaz10', contextOf(each))
const refusedOf = (each: Case) => {
  const judged = judge(each)
  return judged.applied ? null : judged
}
const reasonOf = (each: Case) => refusedOf(each)?.reason ?? null

describe('judgeCoupon', () => {
  for (const [reason, refused] of cases) {
    it(`returns ${reason} for ${JSON.stringify(refused.coupon?.campaignId ?? refused.coupon?.conditions)}`, () => {
      assert.equal(reasonOf(refused), reason)
    })
  }

  it('says that a customer has used the campaign, also where the coupon has a limit of its own with a use left', () => {
    const uses = {
      coupon: 0,
      couponByCustomer: 0,
      hasOrdered: false,
      campaigns: new Map(),
      heldTooOften: new Set<number>(),
    }
    const limited = { ...bound, usageLimitPerCustomer: 1 }
    const reasonWith = (used: number, ofCoupon: number | null) =>
      reasonOf({
        coupon: couponWith({ campaignId: 7, usageLimitPerCustomer: ofCoupon }),
        context: { uses: { ...uses, campaignsByCustomer: new Map([[7, used]]) } },
        offers: { campaigns: [limited], campaignEngine: true },
      })
    assert.deepEqual([reasonWith(1, null), reasonWith(1, 5)], ['used_by_customer', 'used_by_customer'])
    assert.deepEqual([reasonWith(0, null), reasonWith(0, 5)], [null, null])
  })

  it('returns null exactly for a coupon that pricing applies, and that staff see as applying', () => {
    const applying: Case[] = [
      { coupon: couponWith() },
      { coupon: couponWith({ campaignId: 7 }), offers: { campaigns: [bound], campaignEngine: true } },
      { coupon: couponWith(), offers: { campaigns: [], campaignEngine: false } },
      { coupon: couponWith({ usageLimitPerCustomer: 1 }) },
      { coupon: couponWith({ startsAt: NOW, endsAt: NOW + 1 }) },
    ]
    for (const each of [...applying, ...cases.map(([, refused]) => refused)]) {
      const { coupon } = each
      const sources = {
        base: decimal('120'),
        currency: { currencyCode: 'TRY', decimalPlaces: 2 },
        rules: { winner: 'best', together: 'one', showsOffers: false } as const,
        shippingPrice: () => decimal('0'),
      }
      const choices = { coupon: judge(each), campaignId: null, campaignOff: false }
      const isApplied = computeDiscounts(choices, contextOf(each), sources).coupon?.applied
      assert.equal(reasonOf(each) === null, isApplied, JSON.stringify(coupon))
      const explained = explainPromotions(contextOf(each), { contests: [] })
      assert.equal(explained.coupon?.applies ?? false, isApplied, JSON.stringify(coupon))
    }
    assert.deepEqual(applying.map(reasonOf), [null, null, null, null, null])
  })

  it('returns the reason of the first condition that staff see as failing', () => {
    const conditionOf: Record<string, string> = {
      unknown: 'audience',
      inactive: 'active',
      not_started: 'dates',
      expired: 'dates',
      used_up: 'usage',
      audience: 'customerUsage',
      used_by_customer: 'customerUsage',
      minimum_quantity: 'minimumQuantity',
      minimum_total: 'minimumTotal',
    }
    for (const [reason, each] of cases) {
      if (!each.coupon) continue
      const { conditions } = explainPromotions(contextOf(each), { contests: [] }).coupon ?? { conditions: [] }
      assert.equal(conditions.find(({ holds }) => !holds)?.name, conditionOf[reason] ?? reason)
    }
  })

  it('returns what is missing of a minimum alone, exactly, and whether certain products count alone', () => {
    const missingOf = (conditions: Partial<Coupon['conditions']>, lines = [line]) => {
      const coupon = couponWith({
        conditions: { minimumTotal: null, minimumQuantity: null, productIds: [], ...conditions },
      })
      const { reason, missing } = refusedOf({ coupon, context: { lines } }) ?? {}
      return [reason, missing?.quantity, missing?.total?.toFixed(), missing?.isLimitedToProducts]
    }
    const other = { ...line, productId: 2, quantity: 3, value: decimal('0.0004') }
    const [tooLittle, tooFew] = ['minimum_total', 'minimum_quantity']
    const total = { minimumTotal: '120.0001' }
    assert.deepEqual(missingOf(total), [tooLittle, undefined, '0.0001', false])
    assert.deepEqual(missingOf({ ...total, productIds: [1, 9] }, [line, other]), [tooLittle, undefined, '0.0001', true])
    assert.deepEqual(missingOf(total, [line, other])[0], undefined)
    assert.deepEqual(missingOf({ ...total, minimumQuantity: 7 }, [line, other]), [tooFew, 2, undefined, false])
    assert.deepEqual(missingOf({ ...total, minimumQuantity: 7 }), [tooFew, 5, '0.0001', false])
    for (const [reason, each] of cases) {
      const { missing } = refusedOf(each) ?? {}
      const isOnlyMinimum = each.offers?.campaigns[0]?.conditions.minimumTotal === '500'
      assert.equal(missing !== undefined, reason.startsWith('minimum_') || isOnlyMinimum, reason)
    }
  })

  it('returns what is missing of the campaign of a coupon, where nothing else of it is missing', () => {
    const missingOf = (overrides: Partial<Campaign>) => {
      const offers = { campaigns: [{ ...bound, ...overrides }], campaignEngine: true }
      const { reason, missing } = refusedOf({ coupon: couponWith({ campaignId: 7 }), offers }) ?? {}
      return [reason, missing?.quantity, missing?.total?.toFixed(), missing?.isLimitedToProducts]
    }
    const minimums = { productIds: [1], minimumQuantity: 5, minimumTotal: '500' }
    assert.deepEqual(missingOf({ conditions: minimums }), ['campaign', 3, '380', true])
    const total = { ...conditions, minimumTotal: '500' }
    assert.deepEqual(missingOf({ conditions: total }), ['campaign', undefined, '380', false])
    for (const other of [{ active: false }, { weekdays: [] }, { usageLimit: 0 }, { endsAt: NOW }]) {
      assert.deepEqual(missingOf({ ...other, conditions: minimums }), ['campaign', undefined, undefined, undefined])
    }
    const others = { ...minimums, productIds: [2] }
    assert.deepEqual(missingOf({ conditions: others }), ['campaign', undefined, undefined, undefined])
  })

  it('returns the first reason of several', () => {
    const all = couponWith({
      active: false,
      startsAt: NOW + HOUR,
      endsAt: NOW - HOUR,
      usageLimit: 0,
      usageLimitPerCustomer: 0,
      audience: nobody,
      conditions: { productIds: [9], minimumQuantity: 99, minimumTotal: '999' },
    })
    const known = { ...all, audience: null }
    const started = { ...known, active: true, startsAt: null }
    const usable = { ...started, endsAt: null, usageLimit: null }
    const covered = { ...usable, usageLimitPerCustomer: null, conditions: { ...all.conditions, productIds: [] } }
    assert.deepEqual(
      [
        reasonOf({ coupon: all }),
        reasonOf({ coupon: known }),
        reasonOf({ coupon: { ...known, active: true } }),
        reasonOf({ coupon: started }),
        reasonOf({ coupon: { ...started, endsAt: null } }),
        reasonOf({ coupon: usable, context: { shopper: guest } }),
        reasonOf({ coupon: usable }),
        reasonOf({ coupon: { ...usable, usageLimitPerCustomer: null, campaignId: 7 } }),
        reasonOf({ coupon: { ...usable, usageLimitPerCustomer: null } }),
        reasonOf({ coupon: covered }),
        reasonOf({ coupon: { ...covered, conditions: { ...covered.conditions, minimumQuantity: null } } }),
      ],
      [
        'unknown',
        'inactive',
        'not_started',
        'expired',
        'used_up',
        'audience',
        'used_by_customer',
        'campaign',
        'products',
        'minimum_quantity',
        'minimum_total',
      ],
    )
  })

  it('describes a hidden coupon as one that does not exist, and names no campaign', () => {
    const detailOf = (each: Case) => refusedOf(each)?.detail ?? ''
    const unknown = cases.filter(([reason]) => reason === 'unknown').map(([, each]) => detailOf(each))
    assert.equal(new Set(unknown).size, 1)
    for (const [, each] of cases) {
      assert.match(detailOf(each), /^[A-Z].*\.$/)
      assert.doesNotMatch(detailOf(each), /Kampanya|42|\b7\b|YAZ10/)
    }
  })
})

describe('judgeEntry', () => {
  const refusedEntry = (each: Case) => judgeEntry('yaz10', { ...contextOf(each), lines: [] })?.reason ?? null

  it('refuses exactly the coupons whose reason neither the cart nor a login can remove, whatever the cart holds', () => {
    const curable = ['audience', 'campaign', 'products', 'minimum_quantity', 'minimum_total']
    for (const [reason, each] of cases) assert.equal(refusedEntry(each), curable.includes(reason) ? null : reason)
    assert.equal(refusedEntry({ coupon: couponWith() }), null)
  })
})
