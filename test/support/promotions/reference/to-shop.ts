/** The shop of a plain cart, as a shop file has it. */

import type { TierPrice } from '../../../../src/catalog/price.ts'
import type { ShippingCompany } from '../../../../src/shop/shop.ts'
import type { PlainCart, PlainProduct, PlainVariant } from './plain-cart.ts'
import { CODE, pathOf, spelled, toCampaign, toCoupon } from './to-promotions.ts'

/** The customer group that products have prices for. */
export const GROUP = 7
/** A group that no customer is in. */
const OTHER_GROUP = 8

/** Returns the terms of a product in the spelling of the shop. */
export function termsOf({ brand, categories, tags }: PlainProduct) {
  return {
    brand: brand === null ? null : spelled(brand, 0),
    categories: categories.map(path => pathOf(path, 0)),
    tags: tags.map(tag => spelled(tag, 0)),
  }
}

/** Returns the settings of a cart's shop. */
export function settingsOf({ isGross, isEngineOn, winner, together, showsOffers, includesCargo }: PlainCart) {
  return {
    pricesIncludeVat: isGross,
    campaignEngine: isEngineOn,
    campaignWinner: winner,
    campaignsTogether: together,
    showOffers: showsOffers,
    grandTotalIncludesCargo: includesCargo,
  }
}

/** Returns the shipping companies of a cart's shop. */
export function companiesOf({ shipping }: PlainCart): ShippingCompany[] {
  if (!shipping) return []
  const { freeLimit, rates } = shipping
  return [{ id: 1, name: 'Kargo', default: true, freeLimit, rates: [...rates] }]
}

const NO_CONDITIONS = { minimumTotal: null, minimumQuantity: null, productIds: [] }
/** An import keeps what it does not name: campaigns and the coupon of the shop before are switched off. */
const MOST_CAMPAIGNS = 7
const unusedCampaign = (id: number) => ({
  ...{ id, name: 'Kapalı', active: false, couponBound: false, conditions: NO_CONDITIONS },
  reward: { type: 'free_shipping' },
})
const unusedCoupon = { code: CODE, discountType: 'free_shipping', active: false, campaignId: null }

/**
 * Returns the shop file of a cart, with the products of its lines. It replaces the shop of another cart.
 * @param onceId id of a campaign that is used once; none by default
 */
export function toShopFile(plain: PlainCart, onceId?: number): object {
  const unused = Array.from({ length: MOST_CAMPAIGNS - plain.campaigns.length }, (_, n) => MOST_CAMPAIGNS - n)
  const products = [...new Set(plain.lines.map(({ product }) => product))]
  return {
    shop: {
      currencyCode: 'TRY',
      decimalPlaces: plain.places,
      settings: { ...settingsOf(plain), showCargoPriceInCart: plain.shipping !== null, sellAtNegativeStock: true },
    },
    customerGroups: [GROUP, OTHER_GROUP].map(id => ({ id, name: `Bayi ${id}` })),
    products: products.map(productRecord),
    shippingCompanies: companiesOf(plain),
    campaigns: [
      ...plain.campaigns.map(toCampaign).map(each => (each.id === onceId ? { ...each, usageLimit: 1 } : each)),
      ...unused.map(unusedCampaign),
    ],
    coupons: [plain.coupon ? toCoupon(plain.coupon) : unusedCoupon],
  }
}

function productRecord(product: PlainProduct): object {
  const { id, price, rate, discount, freeCargo, variants } = product
  return {
    ...{ id, price, discount, freeCargo, ...termsOf(product) },
    name: `Ürün ${id}`,
    vatRate: Number(rate),
    stock: 10_000,
    groupPrices: groupPricesOf(product),
    tierPrices: tierPricesOf(product),
    variants: variants.map(variantRecord),
  }
}

function variantRecord(variant: PlainVariant): object {
  const { id, price, discount } = variant
  const priced = { id, price, discount, groupPrices: groupPricesOf(variant), tierPrices: tierPricesOf(variant) }
  return { ...priced, name: `Boy ${id}`, stock: 10_000 }
}

/** Returns the prices by quantity of a product or a variant. */
export function tierPricesOf({ tierPrices }: Pick<PlainProduct, 'tierPrices'>): TierPrice[] {
  const groups = { all: {}, group: { customerGroupId: GROUP }, others: { customerGroupId: OTHER_GROUP } }
  return tierPrices.map(({ from, price, of }) => ({ from, price, ...groups[of] }))
}

function groupPricesOf({ groupPrice: price }: Pick<PlainProduct, 'groupPrice'>): object[] {
  return price === null ? [] : [{ customerGroupId: GROUP, price }]
}
