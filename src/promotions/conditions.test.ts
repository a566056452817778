/** Unit tests of promotion conditions. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { campaignWith, promotionContextWith, promotionLineWith } from '../../test/support/cart/pricing.ts'
import type { Audience, Campaign, Conditions } from '../model/campaign.ts'
import { decimal } from '../money/money.ts'
import { parseInstant } from '../schema/instants.ts'
import { checkAll } from './check-conditions.ts'
import { campaignConditions } from './conditions.ts'
import type { PromotionContext, Shopper } from './promotion-context.ts'

const { active, dates, weekday, time, usage, audience, products, minimumQuantity, minimumTotal } = campaignConditions
const guest: Shopper = { customerId: null, customerGroupId: null, dealer: false }

/** Returns a promotion context at an instant; 2026-06-01 is a Monday. */
function at(
  instant: string,
  overrides: Partial<PromotionContext> = {},
  timeZone = 'Europe/Istanbul',
): PromotionContext {
  return promotionContextWith({ ...overrides, now: Date.parse(instant) }, timeZone)
}

/** A list of ids, and the number of times that one of them was read. */
function countingList(ids: number[]): [ids: number[], reads: () => number] {
  let reads = 0
  const read = (list: number[], key: string | symbol) => {
    if (/^\d+$/.test(String(key))) reads++
    return Reflect.get(list, key)
  }
  return [new Proxy(ids, { get: read }), () => reads]
}

describe('the dates', () => {
  const now = '2026-06-01T12:00:00Z'
  const holds = (startsAt: string | null, endsAt: string | null) =>
    dates.holds(
      campaignWith({ startsAt: startsAt && Date.parse(startsAt), endsAt: endsAt && Date.parse(endsAt) } as object),
      at(now),
    )

  it('passes from startsAt, inclusive, until endsAt, exclusive', () => {
    assert.equal(holds(null, null), true)
    assert.equal(holds(now, null), true)
    assert.equal(holds('2026-06-01T12:00:00.001Z', null), false)
    assert.equal(holds(null, now), false)
    assert.equal(holds(null, '2026-06-01T12:00:00.001Z'), true)
  })

  it('says times as they are read, in a year beyond 9999 in UTC with an offset', () => {
    const [from, now] = ['2026-06-01T12:00:00.000Z', '9999-12-31T23:59:59.999-23:59'].map(text => parseInstant(text))
    const values = { from: from ?? null, to: null, now: now ?? 0 }
    assert.equal(dates.detail(values), '9999-12-31T23:59:59.999-23:59 in 2026-06-01T12:00:00.000Z – …')
  })
})

describe('the weekday', () => {
  const monday = campaignWith({ weekdays: [1] })

  it('uses the weekday of the shop’s time zone', () => {
    assert.equal(weekday.holds(monday, at('2026-05-31T21:00:00Z')), true)
    assert.equal(weekday.holds(monday, at('2026-05-31T20:59:59Z')), false)
    assert.equal(weekday.holds(monday, at('2026-05-31T21:00:00Z', {}, 'UTC')), false)
  })

  it('uses the day on which the daily window began when the window crosses midnight', () => {
    const night = campaignWith({ weekdays: [5], dailyFrom: '22:00', dailyTo: '02:00' })
    const friday = (time: string) => at(`2026-06-05T${time}:00+03:00`)
    const saturday = (time: string) => at(`2026-06-06T${time}:00+03:00`)
    const holds = (context: PromotionContext) => weekday.holds(night, context) && time.holds(night, context)
    assert.deepEqual([holds(friday('22:00')), holds(saturday('01:59'))], [true, true])
    assert.deepEqual(
      [holds(friday('01:00')), holds(saturday('02:00')), holds(saturday('22:00'))],
      [false, false, false],
    )
  })
})

describe('the time', () => {
  const holds = (dailyFrom: string | null, dailyTo: string | null, instant: string, zone?: string) =>
    time.holds(campaignWith({ dailyFrom, dailyTo }), at(instant, {}, zone))

  it('passes from dailyFrom, inclusive, until dailyTo, exclusive, in the shop’s time zone', () => {
    assert.equal(holds('09:00', '18:00', '2026-06-01T06:00:00Z'), true)
    assert.equal(holds('09:00', '18:00', '2026-06-01T05:59:59Z'), false)
    assert.equal(holds('09:00', '18:00', '2026-06-01T14:59:59Z'), true)
    assert.equal(holds('09:00', '18:00', '2026-06-01T15:00:00Z'), false)
    assert.equal(holds(null, null, '2026-06-01T15:00:00Z'), true)
  })

  it('accepts a window that crosses midnight, and a window of the whole day', () => {
    assert.equal(holds('22:00', '02:00', '2026-06-01T19:00:00Z'), true)
    assert.equal(holds('22:00', '02:00', '2026-06-01T22:59:00Z'), true)
    assert.equal(holds('22:00', '02:00', '2026-06-01T23:00:00Z'), false)
    assert.equal(holds('00:00', '00:00', '2026-06-01T12:00:00Z'), true)
  })

  it('follows local time at both changes of daylight saving time', () => {
    const berlin = (instant: string) => holds('02:30', '03:30', instant, 'Europe/Berlin')
    // 2026-03-29: 01:59 is followed by 03:00.
    assert.deepEqual(
      [berlin('2026-03-29T00:59:00Z'), berlin('2026-03-29T01:00:00Z'), berlin('2026-03-29T01:30:00Z')],
      [false, true, false],
    )
    // 2026-10-25: 02:30 comes twice.
    assert.deepEqual(
      [berlin('2026-10-25T00:30:00Z'), berlin('2026-10-25T01:00:00Z'), berlin('2026-10-25T01:30:00Z')],
      [true, false, true],
    )
  })
})

describe('the audience', () => {
  const audienceWith = (overrides: Partial<Audience>): Audience => ({
    visitors: false,
    members: false,
    dealers: false,
    customerGroupIds: [],
    customerIds: [],
    ...overrides,
  })
  const member = (overrides: Partial<Shopper> = {}): Shopper => ({ ...guest, customerId: 42, ...overrides })
  const holds = (who: Partial<Audience> | null, shopper: Shopper) =>
    audience.holds(campaignWith({ audience: who && audienceWith(who) }), at('2026-06-01T12:00:00Z', { shopper }))

  it('passes for all customers without an audience, and for none with an empty audience', () => {
    assert.deepEqual([holds(null, guest), holds(null, member())], [true, true])
    assert.deepEqual([holds({}, guest), holds({}, member({ dealer: true, customerGroupId: 1 }))], [false, false])
  })

  it('distinguishes guests, members, dealers, customer groups and single customers', () => {
    assert.deepEqual([holds({ visitors: true }, guest), holds({ visitors: true }, member())], [true, false])
    assert.deepEqual([holds({ members: true }, guest), holds({ members: true }, member())], [false, true])
    assert.deepEqual(
      [holds({ dealers: true }, member({ dealer: true })), holds({ dealers: true }, member())],
      [true, false],
    )
    const groups = { customerGroupIds: [7] }
    assert.deepEqual([holds(groups, member({ customerGroupId: 7 })), holds(groups, member())], [true, false])
    assert.deepEqual([holds({ customerIds: [42] }, member()), holds({ customerIds: [43] }, member())], [true, false])
  })

  it('passes when any listed kind matches', () => {
    assert.equal(holds({ dealers: true, customerIds: [42] }, member()), true)
    assert.equal(holds({ visitors: true, customerGroupIds: [7] }, guest), true)
  })
})

describe('conditions on cart lines', () => {
  const line = (productId: number, quantity: number, value: string) =>
    promotionLineWith({ productId, quantity, unitPriceWithVat: decimal(value), value: decimal(value) })
  const context = at('2026-06-01T12:00:00Z', { lines: [line(1, 2, '59.99'), line(2, 3, '40.01')] })
  const on = (conditions: Partial<Conditions>) =>
    campaignWith({ conditions: { minimumTotal: null, minimumQuantity: null, productIds: [], ...conditions } })

  it('require a covered line: any line, or a line of one of the listed products', () => {
    assert.equal(products.holds(on({}), context), true)
    assert.equal(products.holds(on({ productIds: [2, 9] }), context), true)
    assert.equal(products.holds(on({ productIds: [9] }), context), false)
    assert.equal(products.holds(on({}), at('2026-06-01T12:00:00Z')), false)
  })

  it('count only covered lines, and are met from exactly the minimum', () => {
    const total = (least: string, productIds: number[] = []) =>
      minimumTotal.holds(on({ minimumTotal: least, productIds }), context)
    assert.deepEqual(
      [total('100.00'), total('100.01'), total('59.99', [1]), total('60', [1])],
      [true, false, true, false],
    )
    const quantity = (least: number, productIds: number[] = []) =>
      minimumQuantity.holds(on({ minimumQuantity: least, productIds }), context)
    assert.deepEqual([quantity(5), quantity(6), quantity(2, [1]), quantity(3, [1])], [true, false, true, false])
  })

  it('read a list of ids once, however many carts and lines are checked', () => {
    const [productIds, reads] = countingList([7, 8, 9, 2])
    const [customerIds, customerReads] = countingList([40, 41, 42])
    const listed = { visitors: false, members: false, dealers: false, customerGroupIds: [], customerIds }
    const [covering, many, forListed] = [
      on({ productIds }),
      on({ productIds, minimumQuantity: 4 }),
      campaignWith({ audience: listed }),
    ]
    const member = at('2026-06-01T12:00:00Z', { shopper: { customerId: 42, customerGroupId: 3, dealer: false } })
    for (let cart = 0; cart < 5; cart++) {
      assert.equal(products.detail(products.values(covering, context)), '1 line of 4 products')
      assert.equal(minimumQuantity.holds(many, context), false)
      assert.equal(audience.holds(forListed, member), true)
    }
    assert.deepEqual([reads(), customerReads()], [4, 3])
  })

  it('describe the compared values', () => {
    const details = (campaign: Campaign) =>
      checkAll(campaignConditions, campaign, context).map(({ name, detail }) => `${name}: ${detail}`)
    assert.ok(details(on({ minimumTotal: '150.00' })).includes('minimumTotal: 100 of 150.00'))
    assert.ok(details(campaignWith({ usageLimit: 5, usageCount: 5 })).includes('usage: 5 of 5 used'))
  })
})

describe('the switch and the usage', () => {
  const context = at('2026-06-01T12:00:00Z')

  it('pass for a promotion that is switched on and below its usage limit', () => {
    assert.equal(active.holds(campaignWith({ active: false }), context), false)
    assert.equal(usage.holds(campaignWith({ usageLimit: 5, usageCount: 4 }), context), true)
    assert.equal(usage.holds(campaignWith({ usageLimit: 5, usageCount: 5 }), context), false)
    assert.equal(usage.holds(campaignWith({ usageLimit: 0 }), context), false)
    assert.equal(usage.holds(campaignWith({ usageLimit: null, usageCount: 99 }), context), true)
  })
})

describe('the audience of first orders', () => {
  const { firstOrder } = campaignConditions
  const nobody = { visitors: false, members: false, dealers: false, customerGroupIds: [], customerIds: [] }
  const first = campaignWith({ audience: { ...nobody, firstOrder: true } })
  const of = (customerId: number | null, hasOrdered = false) =>
    at('2026-06-01T12:00:00Z', {
      shopper: { ...guest, customerId },
      uses: {
        coupon: 0,
        couponByCustomer: 0,
        hasOrdered,
        campaigns: new Map(),
        campaignsByCustomer: new Map(),
        heldTooOften: new Set(),
      },
    })

  it('includes every member without an order, and no guest', () => {
    assert.equal(audience.holds(first, of(42)) && firstOrder.holds(first, of(42)), true)
    assert.equal(firstOrder.holds(first, of(42, true)), false)
    assert.equal(firstOrder.holds(first, of(null)), false)
    assert.equal(firstOrder.holds(campaignWith(), of(null)), true)
  })

  it('is explained only where a promotion asks for it', () => {
    const names = (campaign: Campaign) => checkAll(campaignConditions, campaign, of(42)).map(({ name }) => name)
    assert.equal(names(campaignWith()).includes('firstOrder'), false)
    assert.equal(names(first).includes('firstOrder'), true)
  })
})

describe('the audience with exclusions and channels', () => {
  const { channel } = campaignConditions
  const nobody = { visitors: false, members: false, dealers: false, customerGroupIds: [], customerIds: [] }
  const includes = (given: Partial<Audience>, shopper: Partial<Shopper>) =>
    audience.holds(
      campaignWith({ audience: { ...nobody, ...given } }),
      at('2026-06-01T12:00:00Z', { shopper: { ...guest, ...shopper } }),
    )

  it('includes everybody else where it names nothing but those', () => {
    const exclude = { ...nobody, customerGroupIds: [7] }
    assert.equal(includes({ exclude }, {}), true)
    assert.equal(includes({ exclude }, { customerId: 1 }), true)
    assert.equal(includes({ exclude }, { customerId: 1, customerGroupId: 7 }), false)
    assert.equal(includes({ channels: ['web'] }, {}), true)
    assert.equal(includes({ channels: [] }, {}), false)
  })

  it('excludes whom it names, whatever includes them', () => {
    const exclude = { ...nobody, dealers: true, customerIds: [3], visitors: true }
    assert.equal(includes({ members: true, visitors: true, exclude }, { customerId: 1 }), true)
    assert.equal(includes({ members: true, exclude }, { customerId: 1, dealer: true }), false)
    assert.equal(includes({ customerIds: [3], exclude }, { customerId: 3 }), false)
    assert.equal(includes({ visitors: true, exclude }, {}), false)
  })

  it('holds on its channels, and on all without any', () => {
    const on = (channels: Audience['channels'], now: PromotionContext['channel']) =>
      channel.holds(
        campaignWith({ audience: { ...nobody, visitors: true, ...(channels && { channels }) } }),
        at('2026-06-01T12:00:00Z', { channel: now }),
      )
    assert.deepEqual(
      [on(['web', 'agent'], 'web'), on(['web', 'agent'], 'app'), on(undefined, 'app')],
      [true, false, true],
    )
  })
})
