/** Values of conditions in responses. */

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Compile } from 'typebox/schema'
import { campaignWith, couponWith, promotionContextWith, promotionLineWith } from '../../test/support/cart/pricing.ts'
import { textOfResponse } from '../http/response/serializer.ts'
import type { Audience } from '../model/campaign.ts'
import { decimal } from '../money/money.ts'
import { parseInstant } from '../schema/instants.ts'
import { checkAll } from './check-conditions.ts'
import { PromotionCondition, presentCondition } from './condition.document.ts'
import { campaignConditions, couponConditions } from './conditions.ts'

const shop = { currencyCode: 'TRY', decimalPlaces: 2 }
const lira = (amount: string) => ({ amount, ...shop })

it('a minimum total has amounts that never say too little is missing', () => {
  const minimum = { campaignId: null, needed: '400', has: decimal('326.337'), missing: decimal('73.663') }
  const condition = { name: 'minimumTotal', holds: false, detail: '326.337 of 400', values: minimum } as const
  assert.deepEqual(presentCondition(condition, shop), {
    ...{ name: 'minimumTotal', holds: false, detail: '326.337 of 400' },
    values: {
      ...{ name: 'minimumTotal', campaignId: null },
      ...{ needed: lira('400.00'), has: lira('326.33'), missing: lira('73.67') },
    },
  })
})

it('dates that UTC writes with a year beyond 9999 have an offset, as they were saved', () => {
  const [from, to] = ['0000-01-01T00:00:00.000+23:59', '9999-12-31T23:59:59.999-23:59'].map(text => parseInstant(text))
  const values = { from: from ?? null, to: to ?? null, now: 0 }
  const condition = { name: 'dates', holds: true, detail: '', values } as const
  const text = textOfResponse(PromotionCondition, presentCondition(condition, shop))
  assert.deepEqual(JSON.parse(text).values, {
    ...{ name: 'dates', now: '1970-01-01T00:00:00.000Z' },
    ...{ from: '0000-01-01T00:00:00.000+23:59', to: '9999-12-31T23:59:59.999-23:59' },
  })
})

it('every condition of every promotion has the values of its name, and its detail is made from them', () => {
  const schema = Compile(PromotionCondition)
  const kinds = { visitors: false, members: true, dealers: false, customerGroupIds: [7], customerIds: [] }
  const audience: Audience = { ...kinds, firstOrder: true, channels: ['web'], exclude: kinds }
  const limits = { startsAt: 0, endsAt: 1, usageLimit: 1, usageLimitPerCustomer: 1, audience }
  const conditions = { minimumTotal: '500', minimumQuantity: 3, productIds: [], brands: ['Ev'] }
  const alone = { automatic: true, combinesWithCoupons: false } as const
  const ofDay = { weekdays: [2], dailyFrom: '09:00', dailyTo: '18:00' }
  const [coupons, campaigns] = [
    [couponWith(), couponWith({ ...limits, conditions, combinesWithCampaigns: false }), couponWith({ campaignId: 6 })],
    [campaignWith(), campaignWith({ ...limits, conditions, ...alone, ...ofDay }), campaignWith({ couponBound: true })],
  ]
  const names = new Set<string>()
  const lines = [promotionLineWith()]
  for (const coupon of coupons) {
    const context = promotionContextWith({ lines, coupon, now: 0 })
    const checked = [
      ...checkAll(couponConditions, coupon, context),
      ...campaigns.flatMap(campaign => checkAll(campaignConditions, campaign, context)),
    ]
    for (const condition of checked) {
      const presented = presentCondition(condition, shop)
      const { name, detail, values } = presented
      assert.ok(schema.Check(presented), name)
      assert.equal(values.name, name)
      const tables = { ...campaignConditions, ...couponConditions } as Record<
        string,
        { detail: (of: object) => string }
      >
      assert.equal(detail, tables[name]?.detail(condition.values))
      names.add(name)
    }
  }
  assert.deepEqual(names, new Set(Object.keys({ ...campaignConditions, ...couponConditions })))
})
