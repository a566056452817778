/** The shop of the benchmark of promotions: products with terms, carts of them, and campaigns, all as the server has them in memory. */

import type { Cart, CartLine } from '../../src/cart/cart.ts'
import type { Priced, TierPrice } from '../../src/catalog/price.ts'
import { readPriced, writeTierPrices } from '../../src/catalog/read-priced.ts'
import type { Campaign, Conditions, Items, Reward } from '../../src/model/campaign.ts'
import { foldTerms } from '../../src/model/term.ts'
import { decimal } from '../../src/money/money.ts'
import type { ShopSnapshot } from '../../src/shop/shop.ts'
import { campaignWith, cartWith, lineWith, shopWith, snapshotWith } from '../../test/support/cart/pricing.ts'

/** Products of the shop; each has a variant with its id. */
const PRODUCTS = 1_000
/** Terms of one kind in conditions and in exclusions. */
const TERMS = 1_000
const TAGS_OF_PRODUCT = 10

/** A cart of the benchmark: its lines are new objects in each read, their products are those of the shop. */
export type MakeCart = (n: number) => Cart

/** Creates carts of `lines` lines each. @param tierPrices prices by quantity of each product */
export function createCarts(lines: number, tierPrices: TierPrice[]): MakeCart {
  const { tierPrices: tiers } = readPriced({
    ...{ price: null, discount: null, group_prices: null },
    tier_prices: writeTierPrices(tierPrices),
  })
  const all = Array.from({ length: PRODUCTS }, (_, index) => lineOf(index + 1, tiers))
  return n => cartWith(Array.from({ length: lines }, (_, at) => ({ ...(all[(n * 7 + at) % PRODUCTS] as CartLine) })))
}

function lineOf(id: number, tierPrices: Priced['tierPrices']): CartLine {
  const line = lineWith({ productId: id, price: (10 + id / 7).toFixed(2), quantity: 1 + (id % 3), vatRate: 20 })
  const variant = {
    price: null,
    sku: `SKU-${id}`,
    name: `Beden ${id}`,
    image: null,
    discount: null,
    groupPrices: null,
    tierPrices: null,
    onSale: true,
    stock: decimal('5'),
    backorder: false,
  }
  const product = {
    ...line.product,
    tierPrices,
    terms: foldTerms(termsOf(id)),
    hasVariantsOnSale: true,
    variants: new Map([[id, variant]]),
  }
  return { ...line, variantId: id, product, variant }
}

/** Returns the terms of a product. */
export function termsOf(id: number) {
  return {
    brand: `Marka ${id}`,
    categories: [`Bölüm ${id} > Giyim > Gömlek`],
    tags: Array.from({ length: TAGS_OF_PRODUCT }, (_, n) => `Etiket ${id} ${n}`),
  }
}

/** Terms of every kind in turn: each list has a term of every product, so that all campaigns cover all lines. */
const kinds: ((n: number) => Items)[] = [
  () => ({ brands: texts(n => `MARKA ${n}`) }),
  () => ({ categories: texts(n => `Bölüm ${n}`) }),
  n => ({ tags: texts(id => `etiket ${id} ${n % TAGS_OF_PRODUCT}`) }),
  () => ({ variantIds: Array.from({ length: TERMS }, (_, n) => n + 1) }),
]
/** Exclusions of every kind in turn, of what no product has. */
const exclusions: Items[] = [
  { tags: texts(n => `Yok ${n}`) },
  { brands: texts(n => `Yok ${n}`) },
  { categories: texts(n => `Yok ${n} > Giyim`) },
  { productIds: Array.from({ length: TERMS }, (_, n) => PRODUCTS + n + 1) },
]

function texts(textOf: (n: number) => string): string[] {
  return Array.from({ length: TERMS }, (_, n) => textOf(n + 1))
}

const rewards: Reward[] = [
  { type: 'percent', value: '5', maximum: null },
  { type: 'buy_x_pay_y', buy: 3, pay: 2 },
  { type: 'fixed', value: '25' },
]
/** The most tiers of a reward and of a price. */
const TIERS = 20
const ranks = Array.from({ length: TIERS }, (_, n) => n + 1)
const rewardsWithTiers: Reward[] = [
  { type: 'percent', by: 'quantity', tiers: ranks.map(n => ({ from: n, value: String(n) })), maximum: null },
  { type: 'fixed', by: 'total', tiers: ranks.map(n => ({ from: String(50 * n), value: String(10 * n) })) },
]
const rewardsBySets: Reward[] = [
  { type: 'buy_x_get_y', buy: 2, get: 1, percent: '100', times: null, target: null },
  { type: 'buy_x_get_y', buy: 1, get: 1, percent: '50', times: 3, target: { tags: texts(n => `etiket ${n} 0`) } },
]
const noConditions: Conditions = { minimumTotal: null, minimumQuantity: null, productIds: [] }

/** Creates campaigns for all products. @param conditionsOf conditions of the nth */
function campaigns(
  count: number,
  conditionsOf: (n: number) => Conditions,
  more: Partial<Campaign> = {},
  ofKinds: Reward[] = rewards,
): Campaign[] {
  return Array.from({ length: count }, (_, n) =>
    campaignWith({
      id: n + 1,
      name: `Kampanya ${n + 1}`,
      description: 'Sepette indirim',
      logicalGroup: 1 + (n % 3),
      priority: n,
      conditions: conditionsOf(n),
      reward: structuredClone(ofKinds[n % ofKinds.length] as Reward),
      ...more,
    }),
  )
}

/** Conditions of 1,000 terms of one kind; of every second campaign with 1,000 exclusions. */
function withTerms(n: number): Conditions {
  const kind = kinds[n % kinds.length] as (n: number) => Items
  return {
    ...noConditions,
    ...kind(n),
    ...(n % 2 === 1 && { exclude: exclusions[(n >> 1) % exclusions.length] as Items }),
  }
}

/** The campaigns of the shops that are compared, by their names. */
export const campaignsOf: Record<string, () => Campaign[]> = {
  'no campaigns': () => [],
  '20 campaigns': () => campaigns(20, () => noConditions),
  '20 automatic': () => campaigns(20, () => noConditions, { automatic: true }),
  '20 automatic, groups': () => campaigns(20, () => noConditions, { automatic: true }),
  '20 automatic, 20 tiers each': () => campaigns(20, () => noConditions, { automatic: true }, rewardsWithTiers),
  '20 automatic, buy x get y': () => campaigns(20, () => noConditions, { automatic: true }, rewardsBySets),
  '20 prices by quantity of each product': () => [],
  '200 campaigns': () => campaigns(200, () => noConditions),
  '200 campaigns, 1,000 terms each': () => campaigns(200, withTerms),
}

/** Returns the prices by quantity of each product of a shop: none, or as many as a product may have. */
export function tierPricesOf(shop: string): TierPrice[] {
  if (!shop.includes('prices by quantity')) return []
  return ranks.map(n => ({ from: n, price: (100 - n).toFixed(2) }))
}

/** Creates the shop with campaigns. @param campaignsTogether whether one applies, or one of each group */
export function createShop(all: Campaign[], campaignsTogether: 'one' | 'groups'): ShopSnapshot {
  const shippingCompanies = [
    { id: 1, name: 'Kargo', default: true, freeLimit: '5000', rates: [{ from: '0', price: '49.90' }] },
  ]
  return snapshotWith({ shop: shopWith({ campaignsTogether }), campaigns: all, shippingCompanies })
}
