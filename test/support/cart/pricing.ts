/** Builders for pricing tests: a cart, a snapshot, a campaign and a coupon; every field can be overridden. */

import type { Cart, CartLine } from '../../../src/cart/cart.ts'
import type { Campaign, Coupon } from '../../../src/model/campaign.ts'
import { decimal, one, percent } from '../../../src/money/money.ts'
import { CoveredLines } from '../../../src/promotions/coverage.ts'
import { localTime } from '../../../src/promotions/local-time.ts'
import type { PromotionContext, PromotionLine } from '../../../src/promotions/promotion-context.ts'
import type { Shop, ShopSettings, ShopSnapshot } from '../../../src/shop/shop.ts'

/** A shop with prices in Turkish lira. */
export const defaultShop: Shop = {
  name: 'Sepet',
  currencyCode: 'TRY',
  decimalPlaces: 2,
  timeZone: 'Europe/Istanbul',
  imageBaseUrl: null,
  settings: {
    SatinAlmaSureciUyeliksizBasla: 1,
    UyelikOlmadanDevamEtGoster: 1,
    sellAtNegativeStock: false,
    showCargoPriceInCart: true,
    campaignEngine: true,
    grandTotalIncludesCargo: false,
    orderNoteMaxLength: 250,
    giftNoteMaxLength: 250,
  },
}

/** A guest's cart with the given lines. */
export function cartWith(lines: CartLine[], overrides: Partial<Cart> = {}): Cart {
  return {
    shopRevision: 1,
    customerId: null,
    customerGroupId: null,
    customerStatus: null,
    dealer: false,
    freeCargo: false,
    mergedInto: null,
    usedAt: null,
    changedAt: null,
    coupon: null,
    enteredCode: overrides.coupon?.code ?? null,
    campaignId: null,
    campaignOff: false,
    limitedCampaigns: '[]',
    limitedPerCustomer: '[]',
    countsOrders: false,
    holdLimit: null,
    uses: {
      coupon: 0,
      couponByCustomer: 0,
      hasOrdered: false,
      campaigns: new Map(),
      campaignsByCustomer: new Map(),
      heldTooOften: new Set<number>(),
    },
    lines,
    ...overrides,
  }
}

/** A shop without shipping, payment methods and campaigns. */
export function snapshotWith(overrides: Partial<ShopSnapshot> = {}): ShopSnapshot {
  return {
    revision: 1,
    settingsRevision: 1,
    shop: defaultShop,
    shippingCompanies: [],
    paymentMethods: [],
    campaigns: [],
    limitedCampaigns: '[]',
    limitedPerCustomer: '[]',
    countsOrders: false,
    holdLimit: null,
    ...overrides,
  }
}

/** The default shop with other settings. */
export function shopWith(settings: Partial<ShopSettings>): ShopSnapshot['shop'] {
  return { ...defaultShop, settings: { ...defaultShop.settings, ...settings } }
}

let nextId = 1

/** A line of a product on sale, without variant. */
export function lineWith(item: {
  price: string
  quantity: number
  productId?: number
  vatRate?: number
  freeCargo?: boolean
}): CartLine {
  const { price, quantity, productId = nextId++, vatRate = 0, freeCargo = false } = item
  const priced = { price: decimal(price), discount: null, groupPrices: null, tierPrices: null }
  const stocked = {
    onSale: true,
    hasVariantsOnSale: false,
    stock: decimal('1'),
    backorder: false,
    stockUnit: '',
    stockIncrement: 1,
  }
  const taxed = { vatRate, vatFactor: one.plus(percent(String(vatRate))) }
  return {
    id: String(nextId++),
    productId,
    variantId: null,
    quantity,
    orderNote: null,
    giftNote: null,
    giftPackage: false,
    product: {
      ...priced,
      ...stocked,
      ...taxed,
      variants: new Map(),
      sku: null,
      name: 'Ürün',
      image: null,
      freeCargo,
      terms: null,
    },
    variant: null,
  }
}

/** A campaign without conditions: 10 % off. */
export function campaignWith(overrides: Partial<Campaign> = {}): Campaign {
  return {
    id: 1,
    name: 'Kampanya',
    description: '',
    logicalGroup: 1,
    priority: 1,
    active: true,
    startsAt: null,
    endsAt: null,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    dailyFrom: null,
    dailyTo: null,
    usageLimit: null,
    usageCount: 0,
    couponBound: false,
    audience: null,
    conditions: { minimumTotal: null, minimumQuantity: null, productIds: [] },
    reward: { type: 'percent', value: '10', maximum: null },
    ...overrides,
  }
}

/** A coupon without conditions: 10 % off. */
export function couponWith(overrides: Partial<Coupon> = {}): Coupon {
  return {
    code: 'YAZ10',
    description: 'Yaz indirimi',
    discountType: 'percent',
    value: '10',
    campaignId: null,
    active: true,
    startsAt: null,
    endsAt: null,
    usageLimit: null,
    usageCount: 0,
    usageLimitPerCustomer: null,
    audience: null,
    conditions: { minimumTotal: null, minimumQuantity: null, productIds: [] },
    ...overrides,
  }
}

/** A line as promotions see it: of product 1, without variant, terms and discount. */
export function promotionLineWith(overrides: Partial<PromotionLine> = {}): PromotionLine {
  const price = { unitPriceWithVat: decimal('60'), listPriceWithVat: null, value: decimal('120') }
  return { productId: 1, variantId: null, product: { terms: null }, quantity: 2, ...price, ...overrides }
}

/** What promotions are checked against: a guest in the app, without lines and promotions, in a shop in UTC. */
export function promotionContextWith(
  { now, ...overrides }: Omit<Partial<PromotionContext>, 'now' | 'covered'> & { now: number },
  timeZone = 'UTC',
): PromotionContext {
  const context = {
    now,
    local: localTime(now, timeZone),
    channel: 'app' as const,
    shopper: { customerId: null, customerGroupId: null, dealer: false },
    uses: {
      coupon: 0,
      couponByCustomer: 0,
      hasOrdered: false,
      campaigns: new Map(),
      campaignsByCustomer: new Map(),
      heldTooOften: new Set<number>(),
    },
    lines: [],
    coupon: null,
    campaigns: [],
    campaignEngine: true,
    ...overrides,
  }
  return { ...context, covered: new CoveredLines(context.lines, context.campaigns) }
}
