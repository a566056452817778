/** Unit tests of campaigns that apply by themselves, of combinations, groups and offers. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  campaignWith,
  cartWith,
  couponWith,
  lineWith,
  shopWith,
  snapshotWith,
} from '../../test/support/cart/pricing.ts'
import type { Cart } from '../cart/cart.ts'
import { presentCart } from '../cart/pricing/cart.document.ts'
import { priceCart } from '../cart/pricing/price-cart.ts'
import type { Campaign, Reward } from '../model/campaign.ts'
import type { ShopSettings } from '../shop/shop.ts'

const NOW = Date.parse('2026-06-01T12:00:00+03:00')
const fixed = (value: string): Reward => ({ type: 'fixed', value })
const freeShipping: Reward = { type: 'free_shipping' }
const noConditions = campaignWith().conditions

/** A campaign that applies by itself. */
const automatic = (id: number, reward: Reward, overrides: Partial<Campaign> = {}) =>
  campaignWith({ id, name: `K${id}`, automatic: true, reward, ...overrides })

interface Read {
  campaigns: Campaign[]
  choices?: Partial<Pick<Cart, 'campaignId' | 'campaignOff' | 'coupon' | 'freeCargo'>>
  settings?: Partial<ShopSettings>
  price?: string
  quantity?: number
  /** The ids of campaigns that the cart can hold no more. */
  heldTooOften?: number[]
}

/** What a cart of 100 with shipping of 30 shows. */
function read({ campaigns, choices = {}, settings = {}, price = '100', quantity = 1, heldTooOften = [] }: Read) {
  const shippingCompanies = [
    { id: 1, name: 'Kargo', default: true, freeLimit: null, rates: [{ from: '0', price: '30' }] },
  ]
  const snapshot = snapshotWith({ shop: shopWith(settings), campaigns, shippingCompanies })
  const cart = cartWith([lineWith({ price, quantity, productId: 1, vatRate: 20 })], choices)
  const uses = { ...cart.uses, heldTooOften: new Set(heldTooOften) }
  const priced = priceCart({ ...cart, uses }, snapshot, { now: NOW, channel: 'app' })
  const { data, included } = presentCart(priced, snapshot.shop, 'http://x')
  const { attributes, meta } = data
  return {
    applied:
      attributes.appliedCampaign &&
      `${attributes.appliedCampaign.id} ${attributes.appliedCampaign.discountAmount.amount}`,
    total: attributes.discountTotal?.amount,
    cargo: attributes.cargoPrice?.amount,
    listed: attributes.campaigns?.map(({ id }) => id),
    promotions: meta?.promotions?.map(({ id, code, discountAmount }) => `${id ?? code} ${discountAmount.amount}`),
    offers: meta?.offers?.map(
      ({ campaignId, missing }) => `${campaignId} ${missing.total?.amount ?? missing.quantity}`,
    ),
    share: included[0]?.meta?.vat.discount.campaign.amount,
    contests: priced.discounts.contests,
  }
}

describe('an automatic campaign', () => {
  it('applies while none is chosen, with its share of the lines, and is shown as one that was picked', () => {
    const { applied, total, promotions, share } = read({ campaigns: [automatic(1, fixed('12.5'))] })
    assert.deepEqual(
      { applied, total, promotions, share },
      {
        applied: '1 12.50',
        total: '12.50',
        promotions: ['1 12.50'],
        share: '12.50',
      },
    )
  })

  it('does not apply while the engine or the owner has switched it off, or its conditions do not hold', () => {
    const one = automatic(1, fixed('12.5'))
    assert.equal(read({ campaigns: [one], choices: { campaignOff: true } }).applied, undefined)
    assert.deepEqual(read({ campaigns: [one], choices: { campaignOff: true } }).listed, [1])
    assert.equal(read({ campaigns: [one], settings: { campaignEngine: false } }).applied, undefined)
    assert.equal(read({ campaigns: [{ ...one, couponBound: true }] }).applied, undefined)
    const small = { ...one, conditions: { ...noConditions, minimumTotal: '120.01' } }
    assert.equal(read({ campaigns: [small] }).applied, undefined)
  })

  it('comes after a choice that applies, and in the place of one that does not', () => {
    const campaigns = [automatic(1, fixed('50')), campaignWith({ id: 2, reward: fixed('1') })]
    const chosen = read({ campaigns, choices: { campaignId: 2 } })
    assert.deepEqual([chosen.applied, chosen.promotions], ['2 1.00', undefined])
    assert.equal(read({ campaigns, choices: { campaignId: 9 } }).applied, '1 50.00')
    assert.equal(read({ campaigns, choices: { campaignId: 9, campaignOff: true } }).applied, undefined)
  })
})

describe('of several automatic campaigns', () => {
  it('the one that saves most applies, of equal ones the first in list order', () => {
    const campaigns = [automatic(1, fixed('10')), automatic(2, fixed('20')), automatic(3, fixed('20'), { priority: 0 })]
    assert.equal(read({ campaigns }).applied, '3 20.00')
    assert.equal(read({ campaigns: campaigns.slice(0, 2) }).applied, '2 20.00')
  })

  it('the first in list order applies where the shop says so', () => {
    const campaigns = [automatic(1, fixed('10')), automatic(2, fixed('20'))]
    assert.equal(read({ campaigns, settings: { campaignWinner: 'priority' } }).applied, '1 10.00')
  })

  it('free shipping saves the shipping price where one is shown, and nothing where shipping is free', () => {
    const campaigns = [automatic(1, fixed('29.99')), automatic(2, freeShipping)]
    const shipped = read({ campaigns })
    assert.deepEqual([shipped.applied, shipped.cargo], ['2 0.00', '0.00'])
    assert.equal(read({ campaigns, settings: { showCargoPriceInCart: false } }).applied, '1 29.99')
    assert.equal(read({ campaigns, choices: { freeCargo: true } }).applied, '1 29.99')
    const coupon = couponWith({ discountType: 'free_shipping', value: null })
    assert.equal(read({ campaigns, choices: { coupon } }).applied, '1 29.99')
  })

  it('what the coupon leaves counts', () => {
    const coupon = couponWith({ discountType: 'fixed', value: '100' })
    const campaigns = [automatic(1, fixed('80')), automatic(2, freeShipping)]
    assert.equal(read({ campaigns }).applied, '1 80.00')
    const { applied, promotions, total } = read({ campaigns, choices: { coupon } })
    assert.deepEqual([applied, promotions, total], ['2 0.00', ['YAZ10 100.00', '2 0.00'], '100.00'])
  })

  it('those that would take nothing off are not picked, by either rule', () => {
    const threeForTwo = automatic(1, { type: 'buy_x_pay_y', buy: 3, pay: 2 })
    const campaigns = [threeForTwo, automatic(2, fixed('1'))]
    const settings = { campaignWinner: 'priority' } as const
    assert.equal(read({ campaigns, settings }).applied, '2 1.00')
    assert.equal(read({ campaigns, settings, quantity: 3 }).applied, '1 120.00')
    assert.equal(read({ campaigns: [threeForTwo] }).applied, undefined)
    const coupon = couponWith({ discountType: 'fixed', value: '200' })
    assert.equal(read({ campaigns: [automatic(2, fixed('1'))], choices: { coupon } }).applied, undefined)
  })

  it('free shipping is picked also where no shipping price is shown', () => {
    const settings = { showCargoPriceInCart: false }
    assert.equal(read({ campaigns: [automatic(1, freeShipping)], settings }).applied, '1 0.00')
  })

  it('the explanation has the winner and what each would save', () => {
    const campaigns = [automatic(1, fixed('10')), automatic(2, fixed('20')), campaignWith({ id: 3 })]
    const [contest] = read({ campaigns }).contests
    assert.deepEqual([contest?.winnerId, contest?.isChosen, contest?.automaticIds], [2, false, [1, 2]])
    assert.deepEqual(
      [...(contest?.savings ?? [])].map(each => each.join(' ')),
      ['1 10', '2 20'],
    )
  })
})

describe('an automatic campaign that the cart can hold no more', () => {
  const best = automatic(1, fixed('20'), { usageLimit: 5 })
  const other = automatic(2, fixed('10'), { usageLimit: 5 })

  it('leaves its place to the next, is listed all the same, and can be chosen', () => {
    for (const campaignWinner of ['best', 'priority'] as const) {
      const settings = { campaignWinner }
      const { applied, listed } = read({ campaigns: [best, other], heldTooOften: [1], settings })
      assert.deepEqual([applied, listed], ['2 10.00', [1, 2]])
    }
    assert.equal(read({ campaigns: [best, other], heldTooOften: [1, 2] }).applied, undefined)
    assert.equal(read({ campaigns: [best, other], heldTooOften: [1], choices: { campaignId: 1 } }).applied, '1 20.00')
  })

  it('is picked while it has no limit', () => {
    assert.equal(read({ campaigns: [{ ...best, usageLimit: null }, other], heldTooOften: [1] }).applied, '1 20.00')
  })

  it('leaves the winners of the other groups alone', () => {
    const campaigns = [best, { ...other, logicalGroup: 2 }]
    const settings = { campaignsTogether: 'groups' } as const
    assert.deepEqual(read({ campaigns, settings, heldTooOften: [1] }).promotions, ['2 10.00'])
  })

  it('is in the explanation, without what it would save', () => {
    const third = automatic(3, fixed('5'))
    const [contest] = read({ campaigns: [best, other, third], heldTooOften: [1] }).contests
    assert.deepEqual([contest?.winnerId, contest?.automaticIds, contest?.heldTooOftenIds], [2, [1, 2, 3], [1]])
    assert.deepEqual([...(contest?.savings?.keys() ?? [])], [2, 3])
    const [none] = read({ campaigns: [best], heldTooOften: [1] }).contests
    assert.deepEqual([none?.winnerId, none?.heldTooOftenIds], [null, [1]])
  })

  it('is not offered', () => {
    const far = { ...best, conditions: { ...noConditions, minimumTotal: '150' } }
    const settings = { showOffers: true }
    assert.deepEqual(read({ campaigns: [far], settings }).offers, ['1 30.00'])
    assert.equal(read({ campaigns: [far], settings, heldTooOften: [1] }).offers, undefined)
    const { automatic: _, ...manual } = far
    assert.deepEqual(read({ campaigns: [manual], settings, heldTooOften: [1] }).offers, ['1 30.00'])
  })
})

describe('a campaign beside a coupon', () => {
  const coupon = couponWith({ discountType: 'fixed', value: '5' })

  it('does not apply where either says so, is listed all the same, and leaves its place to another', () => {
    const alone = automatic(1, fixed('50'), { combinesWithCoupons: false })
    const other = automatic(2, fixed('10'))
    const campaigns = [alone, other]
    assert.equal(read({ campaigns }).applied, '1 50.00')
    const { applied, listed } = read({ campaigns, choices: { coupon } })
    assert.deepEqual([applied, listed], ['2 10.00', [1, 2]])
    assert.equal(read({ campaigns, choices: { coupon, campaignId: 1 } }).applied, '2 10.00')
    assert.equal(
      read({ campaigns, choices: { coupon: { ...coupon, combinesWithCampaigns: false } } }).applied,
      undefined,
    )
  })

  it('applies beside a coupon that does not apply itself', () => {
    const alone = automatic(1, fixed('50'), { combinesWithCoupons: false })
    assert.equal(read({ campaigns: [alone], choices: { coupon: { ...coupon, active: false } } }).applied, '1 50.00')
  })
})

describe('where one campaign of each group applies', () => {
  const settings = { campaignsTogether: 'groups' } as const
  const first = automatic(1, fixed('10'), { logicalGroup: 1 })
  const second = automatic(2, fixed('20'), { logicalGroup: 2 })

  it('groups follow one another, each on the full value and at most what is left', () => {
    const { applied, promotions, total } = read({ campaigns: [second, first], settings })
    assert.deepEqual([applied, promotions, total], ['1 10.00', ['1 10.00', '2 20.00'], '30.00'])
    const half: Reward = { type: 'percent', value: '60', maximum: null }
    const both = [automatic(1, half, { logicalGroup: 1 }), automatic(2, half, { logicalGroup: 2 })]
    assert.deepEqual(read({ campaigns: both, settings }).promotions, ['1 72.00', '2 48.00'])
  })

  it('a choice wins its group, and the others are picked', () => {
    const chosen = campaignWith({ id: 3, logicalGroup: 1, reward: fixed('1') })
    const { promotions } = read({ campaigns: [first, second, chosen], settings, choices: { campaignId: 3 } })
    assert.deepEqual(promotions, ['3 1.00', '2 20.00'])
  })

  it('free shipping of one group counts once', () => {
    const campaigns = [
      automatic(1, freeShipping, { logicalGroup: 1 }),
      automatic(2, freeShipping, { logicalGroup: 2 }),
      automatic(3, fixed('1'), { logicalGroup: 2 }),
    ]
    assert.deepEqual(read({ campaigns, settings }).promotions, ['1 0.00', '3 1.00'])
  })
})

describe('offers', () => {
  const settings = { showOffers: true }
  const needing = (id: number, conditions: Partial<Campaign['conditions']>, overrides: Partial<Campaign> = {}) =>
    campaignWith({ id, conditions: { ...noConditions, ...conditions }, ...overrides })
  const offersOf = (campaigns: Campaign[], others: Partial<Read> = {}) =>
    read({ campaigns, settings, ...others }).offers

  it('are campaigns that a minimum alone keeps from applying, and what is missing of it, rounded up', () => {
    assert.deepEqual(offersOf([needing(1, { minimumTotal: '150' })]), ['1 30.00'])
    assert.deepEqual(offersOf([needing(1, { minimumTotal: '150.001' })]), ['1 30.01'])
    assert.deepEqual(offersOf([needing(1, { minimumQuantity: 3 })]), ['1 2'])
    const threeForTwo: Reward = { type: 'buy_x_pay_y', buy: 3, pay: 2 }
    assert.deepEqual(offersOf([campaignWith({ reward: threeForTwo })]), ['1 2'])
    assert.equal(offersOf([campaignWith({ reward: threeForTwo })], { quantity: 4 }), undefined)
  })

  it('are none where something else keeps it from applying too, or the shop does not show them', () => {
    const campaign = needing(1, { minimumTotal: '150' })
    for (const overrides of [
      { active: false },
      { couponBound: true },
      { weekdays: [2] },
      { conditions: { ...noConditions, minimumTotal: '150', minimumQuantity: 2 } },
      { conditions: { ...noConditions, minimumTotal: '150', productIds: [2] } },
    ] satisfies Partial<Campaign>[]) {
      assert.equal(offersOf([{ ...campaign, ...overrides }]), undefined)
    }
    assert.equal(read({ campaigns: [campaign] }).offers, undefined)
    assert.equal(offersOf([campaign], { settings: { showOffers: true, campaignEngine: false } }), undefined)
    const coupon = couponWith({ combinesWithCampaigns: false })
    assert.equal(offersOf([campaign], { choices: { coupon } }), undefined)
  })

  it('are three at most: totals before quantities, then what lacks least, then list order', () => {
    const campaigns = [
      needing(1, { minimumQuantity: 2 }),
      needing(2, { minimumTotal: '300' }),
      needing(3, { minimumTotal: '200' }),
      needing(4, { minimumQuantity: 3 }),
      needing(5, { minimumTotal: '200' }, { priority: 0 }),
    ]
    assert.deepEqual(offersOf(campaigns), ['5 80.00', '3 80.00', '2 180.00'])
    assert.deepEqual(offersOf([campaigns[3], campaigns[0]] as Campaign[]), ['1 1', '4 2'])
  })

  it('are of a cart with lines', () => {
    const snapshot = snapshotWith({ shop: shopWith(settings), campaigns: [needing(1, { minimumTotal: '150' })] })
    const priced = priceCart(cartWith([]), snapshot, { now: NOW, channel: 'app' })
    assert.equal(presentCart(priced, snapshot.shop, 'http://x').data.meta, undefined)
  })
})
