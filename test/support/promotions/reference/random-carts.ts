/** Random carts with promotions of every kind, for property tests. */

import fc from 'fast-check'
import { CHANNELS } from '../../../../src/model/campaign.ts'
import { meetTiers } from './meet-tiers.ts'
import type { PlainCampaign, PlainCart, PlainCoupon } from './plain-cart.ts'
import { easyLines, lines, price, rarely } from './random-products.ts'
import { amountReward, conditions, easyConditions, easySets, freeShipping, id, reward } from './random-rewards.ts'

const ofCustomer = rarely(rarely(fc.record({ limit: fc.integer({ min: 1, max: 2 }), used: fc.nat(2) }), null), null)
const campaign: fc.Arbitrary<PlainCampaign> = fc.record({
  id: fc.constant(0),
  group: fc.nat(2),
  priority: fc.nat(2),
  isAutomatic: rarely(fc.boolean(), true),
  isBound: rarely(fc.boolean(), false),
  combines: rarely(fc.boolean(), true),
  isForMembers: rarely(fc.boolean(), false),
  isForFirst: rarely(fc.boolean(), false),
  ofCustomer,
  channels: rarely(fc.subarray([...CHANNELS]), []),
  reward,
  conditions,
})
/** A campaign that often applies. */
const easyCampaign = fc.tuple(campaign, easyConditions, fc.oneof(easySets, amountReward)).map(
  ([others, eased, reward]): PlainCampaign => ({
    ...{ ...others, conditions: eased, reward },
    ...{ isForMembers: false, isForFirst: false, ofCustomer: null, channels: [] },
  }),
)
const coupon: fc.Arbitrary<PlainCoupon> = fc.record({
  description: fc.constantFrom('', 'Yaz'),
  reward: fc.oneof({ arbitrary: amountReward, weight: 2 }, freeShipping),
  campaignId: rarely(fc.option(id), null),
  combines: rarely(fc.boolean(), true),
  ofCustomer,
  conditions,
})

/** Lines, and campaigns that may be of them. */
const wares = fc.oneof(
  fc.record({ lines, campaigns: fc.array(campaign, { maxLength: 7 }) }),
  fc.record({
    lines: fc.oneof(lines, easyLines, easyLines),
    campaigns: fc.array(easyCampaign, { minLength: 1, maxLength: 5 }),
  }),
)

/** Any cart. */
export const anyCart: fc.Arbitrary<PlainCart> = fc
  .record({
    wares,
    places: fc.integer({ min: 0, max: 4 }),
    isGross: fc.boolean(),
    coupon: fc.option(coupon, { freq: 2 }),
    /** Whether the coupon is bound to the first campaign. */
    isOfFirst: rarely(fc.boolean(), false),
    choice: fc.option(fc.integer({ min: 1, max: 7 }), { freq: 2 }),
    isOff: rarely(fc.boolean(), false),
    isMember: fc.boolean(),
    isInGroup: fc.boolean(),
    hasOrdered: fc.boolean(),
    channel: fc.constantFrom(...CHANNELS),
    isEngineOn: rarely(fc.boolean(), true),
    winner: fc.constantFrom('best' as const, 'best' as const, 'priority' as const),
    together: fc.constantFrom('one' as const, 'groups' as const),
    showsOffers: fc.boolean(),
    shipping: fc.option(
      fc.record({
        freeLimit: fc.option(price),
        rates: fc.oneof(fc.constant('11.995'), price).map(each => [
          { from: '0', price: '11.995' },
          { from: '50', price: each },
        ]),
      }),
    ),
    includesCargo: fc.boolean(),
  })
  .map(({ wares, isOfFirst, ...cart }) => ({
    ...{ ...cart, lines: wares.lines },
    campaigns: wares.campaigns.map((each, index) => ({
      ...{ ...each, id: index + 1 },
      isBound: each.isBound || (isOfFirst && index === 0),
    })),
    coupon: cart.coupon && { ...cart.coupon, ...(isOfFirst && { campaignId: 1 }) },
    // A choice ends the opt-out.
    isOff: cart.isOff && cart.choice === null,
  }))
  .chain(cart => fc.nat(2).map(at => meetTiers(cart, at)))
