/** Unit tests of `buy_x_get_y` in whole carts: which pieces are discounted, by how much, and that neither lines nor their order matter. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { campaignWith, cartWith, lineWith, shopWith, snapshotWith } from '../../test/support/cart/pricing.ts'
import type { CartLine } from '../cart/cart.ts'
import { presentCart } from '../cart/pricing/cart.document.ts'
import type { CartAnswer } from '../cart/pricing/cart-answer.document.ts'
import { priceCart } from '../cart/pricing/price-cart.ts'
import type { Campaign, Conditions, SetReward } from '../model/campaign.ts'

const NOW = Date.parse('2026-06-01T12:00:00+03:00')
const sets = (buy: number, get: number, others: Partial<SetReward> = {}): SetReward => ({
  type: 'buy_x_get_y',
  ...{ buy, get, percent: '100', times: null, target: null },
  ...others,
})
const of = (...productIds: number[]): Conditions => ({ ...campaignWith().conditions, productIds })

/** Pieces of a product at a price; without VAT unless a rate is given. */
interface Pieces {
  productId: number
  price: string
  quantity: number
  vatRate?: number
  /** In percent, of the unit price. */
  discount?: string
}
const pieces = (productId: number, price: string, quantity = 1): Pieces => ({ productId, price, quantity })

function lineOf({ discount, ...item }: Pieces): CartLine {
  const line = lineWith(item)
  const reduction = { type: 'percent' as const, value: discount ?? '0', startsAt: null, endsAt: null }
  return { ...line, product: { ...line.product, discount: discount ? reduction : null } }
}

/** The answer about a cart while automatic campaigns apply, one of each group. */
function answerFor(items: Pieces[], ...campaigns: Partial<Campaign>[]): CartAnswer {
  const cart = cartWith(items.map(lineOf))
  const all = campaigns.map((each, index) =>
    campaignWith({ id: index + 1, logicalGroup: index, automatic: true, ...each }),
  )
  const snapshot = snapshotWith({ shop: shopWith({ campaignsTogether: 'groups' }), campaigns: all })
  return presentCart(priceCart(cart, snapshot, { now: NOW, channel: 'app' }), snapshot.shop, 'http://x')
}

/** What campaigns take off a cart; null where none applies. */
function discountOf(items: Pieces[], ...campaigns: Partial<Campaign>[]): string | null {
  return answerFor(items, ...campaigns).data.attributes.discountTotal?.amount ?? null
}

/** What campaigns take off the lines of a cart, by product. */
function sharesOf(items: Pieces[], ...campaigns: Partial<Campaign>[]): Record<number, string | undefined> {
  const { included } = answerFor(items, ...campaigns)
  return Object.fromEntries(
    included.map(({ attributes, meta }) => [attributes.productId, meta?.vat.discount.total.amount]),
  )
}

function ordersOf<T>(all: T[]): T[][] {
  if (all.length < 2) return [all]
  return all.flatMap((each, index) => ordersOf(all.toSpliced(index, 1)).map(others => [each, ...others]))
}

describe('the pieces of a set', () => {
  it('are bought and discounted ones: none is its own gift, and each further set needs all its pieces', () => {
    const discounts = Array.from({ length: 11 }, (_, n) =>
      discountOf([pieces(1, '100', n + 1)], { reward: sets(2, 1) }),
    )
    const expected = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(n => (n < 3 ? null : `${100 * Math.floor(n / 3)}.00`))
    assert.deepEqual(discounts, expected)
    const tens = [10, 11, 19, 20, 21].map(n => discountOf([pieces(1, '1', n)], { reward: sets(10, 10, { times: 2 }) }))
    assert.deepEqual(tens, [null, null, null, '10.00', '10.00'])
  })

  it('may be more discounted than bought ones, but only such as are in the cart', () => {
    const oneOfThree = { reward: sets(1, 2) }
    assert.equal(discountOf([pieces(1, '100', 3)], oneOfThree), '200.00')
    assert.equal(discountOf([pieces(1, '100', 6)], { reward: sets(1, 5) }), '500.00')
    const other = { conditions: of(1), reward: sets(10, 20, { target: { productIds: [2] } }) }
    assert.equal(discountOf([pieces(1, '100', 10)], other), null)
    assert.equal(discountOf([pieces(1, '100', 10), pieces(2, '5', 19)], other), null)
    assert.equal(discountOf([pieces(1, '100', 10), pieces(2, '5', 20)], other), '100.00')
  })

  it('are of any covered products together', () => {
    const two = { conditions: of(1, 2), reward: sets(2, 1) }
    assert.equal(discountOf([pieces(1, '10'), pieces(2, '10'), pieces(3, '1')], two), null)
    assert.equal(discountOf([pieces(1, '10'), pieces(2, '10', 2), pieces(3, '1')], two), '10.00')
  })

  it('are as many in one line as in several', () => {
    const half = { reward: sets(1, 1, { percent: '50' }) }
    for (const quantity of [1, 2, 3, 7, 40]) {
      const apart = Array.from({ length: quantity }, () => pieces(1, '10'))
      assert.equal(discountOf(apart, half), discountOf([pieces(1, '10', quantity)], half))
    }
  })

  it('may be a hundred thousand', () => {
    const many = pieces(1, '99999999.99', 100_000)
    assert.equal(discountOf([many], { reward: sets(2, 1) }), '3333299999666.67')
    assert.equal(discountOf([many], { reward: sets(50_000, 50_000) }), '4999999999500.00')
  })

  it('are chosen anew for every number of pieces: what is too few gives nothing back', () => {
    const fourth = { reward: sets(3, 1) }
    assert.deepEqual(
      [3, 4, 3, 8, 7].map(quantity => discountOf([pieces(1, '9.90', quantity)], fourth)),
      [null, '9.90', null, '19.80', '9.90'],
    )
  })
})

describe('the sets of a cart', () => {
  it('repeat while there are pieces of both kinds, up to the number of times', () => {
    const reward = (times: number | null) => sets(5, 1, { times, target: { productIds: [2] } })
    const cart = [pieces(1, '20', 10), pieces(2, '3', 3)]
    const discounts = [null, 1, 2, 9].map(times => discountOf(cart, { conditions: of(1), reward: reward(times) }))
    assert.deepEqual(discounts, ['6.00', '3.00', '6.00', '6.00'])
  })

  it('are limited across all lines, not for each', () => {
    const once = { reward: sets(1, 1, { times: 1 }) }
    assert.equal(discountOf([pieces(1, '10', 4), pieces(2, '10', 4), pieces(3, '30', 4)], once), '10.00')
  })

  it('discount a cheapest piece each, never one of them twice', () => {
    const sixPlusOne = { reward: sets(6, 1) }
    assert.equal(discountOf([pieces(1, '50', 7), pieces(2, '30', 7)], sixPlusOne), '60.00')
    assert.equal(discountOf([pieces(1, '50', 13), pieces(2, '30')], sixPlusOne), '80.00')
  })

  it('of two campaigns may discount the same piece, but take no more than it costs', () => {
    const free = { reward: sets(1, 1) }
    const cart = [pieces(1, '30'), pieces(2, '10')]
    assert.equal(discountOf(cart, free, free), '20.00')
    assert.equal(discountOf([pieces(1, '10', 2)], free, free, free), '20.00')
    const toOne = { conditions: of(1), reward: sets(1, 1, { target: { productIds: [2] } }) }
    const { data, included } = answerFor(cart, toOne, toOne, toOne, toOne)
    assert.equal(data.attributes.discountTotal?.amount, '40.00')
    assert.deepEqual(
      included.map(({ meta }) => meta?.vat.payable.amount),
      ['0.00', '0.00'],
    )
  })

  it('are no promotion that applies by itself while none is complete, nor while what they discount is free', () => {
    const { data } = answerFor([pieces(1, '10', 2)], { reward: sets(2, 1) })
    assert.equal(data.attributes.appliedCampaign, undefined)
    assert.equal(data.meta?.promotions, undefined)
    assert.equal(discountOf([pieces(1, '10', 2), pieces(2, '0')], { reward: sets(2, 1) }), null)
  })
})

describe('the discounted pieces', () => {
  it('get the percent of the reward off, not their whole price', () => {
    const discounts = ['100', '50', '33.33', '0.5'].map(percent =>
      discountOf([pieces(1, '80'), pieces(2, '40')], { reward: sets(1, 1, { percent }) }),
    )
    assert.deepEqual(discounts, ['40.00', '20.00', '13.33', '0.20'])
  })

  it('are the cheapest of the target, not of the cart', () => {
    const campaign = { conditions: of(1), reward: sets(1, 1, { target: { productIds: [3, 4] } }) }
    const cart = [pieces(1, '20'), pieces(2, '1'), pieces(3, '60'), pieces(4, '50')]
    assert.equal(discountOf(cart, campaign), '50.00')
    assert.deepEqual(sharesOf(cart, campaign), { 1: '0.00', 2: '0.00', 3: '27.27', 4: '22.73' })
  })

  it('are the cheapest by what a piece costs after its discount', () => {
    const cart = [pieces(1, '30'), { ...pieces(2, '50'), discount: '50' }, pieces(3, '40')]
    assert.equal(discountOf(cart, { reward: sets(2, 1) }), '25.00')
  })

  it('are the cheapest by what a piece costs, not by what a line does', () => {
    assert.equal(discountOf([pieces(1, '10', 9), pieces(2, '50', 1)], { reward: sets(4, 1) }), '20.00')
  })

  it('are the cheapest with VAT', () => {
    const cart = [
      { ...pieces(1, '100'), vatRate: 20 },
      { ...pieces(2, '110'), vatRate: 1 },
    ]
    assert.equal(discountOf(cart, { reward: sets(1, 1) }), '111.10')
  })

  it('get at most off what their lines cost, however their prices round', () => {
    const cart = [pieces(1, '100'), ...[2, 3, 4].map(id => pieces(id, '0.004'))]
    const campaign = { conditions: of(1), reward: sets(1, 2, { target: { productIds: [2, 3, 4] } }) }
    assert.equal(discountOf(cart, campaign), null)
  })

  it('are dearer ones where the cheapest has to trigger for the most sets', () => {
    const campaign = { conditions: of(1, 2), reward: sets(2, 1, { target: { productIds: [1, 3] } }) }
    assert.equal(discountOf([pieces(1, '5'), pieces(2, '40'), pieces(3, '60')], campaign), '60.00')
    assert.equal(discountOf([pieces(1, '5'), pieces(2, '40', 2), pieces(3, '60')], campaign), '5.00')
  })
})

describe('the order of the lines', () => {
  it('decides nothing where the discounted product also counts for the set', () => {
    const campaign = { conditions: of(1, 2, 3), reward: sets(2, 1, { percent: '61', target: { productIds: [1] } }) }
    for (const prices of [
      ['125', '125', '125'],
      ['10', '125', '125'],
      ['300', '125', '20'],
    ]) {
      const lines = prices.map((price, index) => pieces(index + 1, price))
      const discounts = ordersOf(lines).map(each => sharesOf(each, campaign))
      const of1 = { '125': '76.25', '10': '6.10', '300': '183.00' }[prices[0] ?? '']
      assert.deepEqual(
        [...new Set(discounts.map(each => JSON.stringify(each)))],
        [JSON.stringify({ 1: of1, 2: '0.00', 3: '0.00' })],
      )
    }
  })

  it('decides nothing when the gift is added last, or first, or between', () => {
    const campaign = { conditions: of(1, 2, 3, 4, 5), reward: sets(4, 1, { target: { productIds: [5] } }) }
    const lines = [pieces(1, '90'), pieces(2, '20'), pieces(3, '5'), pieces(4, '20'), pieces(5, '30')]
    const discounts = new Set(ordersOf(lines).map(each => discountOf(each, campaign)))
    assert.deepEqual([...discounts], ['30.00'])
  })
})

describe('the shares of a set', () => {
  it('add up to the discount at any rates of VAT, however the discount divides', () => {
    const cart = [
      { ...pieces(1, '33.33', 7), vatRate: 20 },
      { ...pieces(2, '33.33', 7), vatRate: 8.5 },
      { ...pieces(3, '33.33', 7), vatRate: 1 },
      pieces(4, '0.01', 25),
    ]
    for (const percent of ['100', '33.33', '0.7'])
      for (const [buy, get] of [
        [1, 1],
        [2, 1],
        [1, 3],
        [5, 2],
      ] as const) {
        const { data, included } = answerFor(cart, { reward: sets(buy, get, { percent }) })
        const minor = (amount = '0.00') => Number(amount.replace('.', ''))
        const shared = included.reduce((total, { meta }) => total + minor(meta?.vat.discount.campaign.amount), 0)
        assert.equal(shared, minor(data.attributes.discountTotal?.amount))
        const paid = included.reduce((total, { meta }) => total + minor(meta?.vat.payable.amount), 0)
        assert.equal(paid, minor(data.attributes.grandTotal?.amount))
        const inTable = (data.meta?.vat?.breakdown ?? []).reduce((total, row) => total + minor(row.total.amount), 0)
        assert.equal(inTable, paid)
      }
  })
})
