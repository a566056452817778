/** Plain carts as the product has them, with terms in spellings that are equal. */

import type { Cart, CartLine } from '../../../../src/cart/cart.ts'
import { createCartTextWriter } from '../../../../src/cart/pricing/cart-text.ts'
import { presentAnswer } from '../../../../src/cart/pricing/presented-answer.ts'
import { priceCart } from '../../../../src/cart/pricing/price-cart.ts'
import type { Variant } from '../../../../src/catalog/product.ts'
import type { Campaign, Conditions, Coupon, Items } from '../../../../src/model/campaign.ts'
import { foldTerms } from '../../../../src/model/term.ts'
import { decimal } from '../../../../src/money/money.ts'
import type { ShopSnapshot } from '../../../../src/shop/shop.ts'
import { campaignWith, cartWith, couponWith, lineWith, shopWith, snapshotWith } from '../../cart/pricing.ts'
import type {
  PlainCampaign,
  PlainCart,
  PlainConditions,
  PlainCoupon,
  PlainDiscount,
  PlainItems,
  PlainLine,
  PlainProduct,
} from './plain-cart.ts'

/** The code of the coupon of every cart. */
export const CODE = 'YAZ10'
const NOW = Date.parse('2026-06-01T12:00:00+03:00')
/** The customer of a member's cart. */
const CUSTOMER = 42

/** The spellings of terms by their numbers: those of products, and those of conditions. */
const SPELLINGS = [
  ['Işık', 'IŞIK'],
  ['GİYİM', 'giyim'],
  ['Ev & Bahçe', 'ev & bahçe'],
] as const
const SEPARATORS = [' > ', '  >  '] as const

type Spelling = 0 | 1

const spelled = (term: number, spelling: Spelling) => SPELLINGS[term]?.[spelling] ?? ''
const pathOf = (parts: readonly number[], spelling: Spelling) =>
  parts.map(part => spelled(part, spelling)).join(SEPARATORS[spelling])

const PUBLIC_URL = 'http://shop.test'
const writeText = createCartTextWriter(PUBLIC_URL)

/** Prices a cart. @returns the text of the answer to its owner */
export function priceText(plain: PlainCart): string {
  const { cart, snapshot } = toCart(plain)
  return presentAnswer(priceCart(cart, snapshot, { now: NOW, channel: 'app' }), {
    shop: snapshot.shop,
    writeText,
    publicUrl: PUBLIC_URL,
  }).text
}

/** Returns a cart and its shop. */
export function toCart(plain: PlainCart): { cart: Cart; snapshot: ShopSnapshot } {
  const { coupon, choice, isMember } = plain
  const products = new Map<PlainProduct, CartLine['product']>()
  const lines = plain.lines.map(line => {
    const product = products.get(line.product) ?? productOf(line.product)
    products.set(line.product, product)
    return lineOf(line, product)
  })
  return {
    cart: cartWith(lines, {
      customerId: isMember ? CUSTOMER : null,
      coupon: coupon && toCoupon(coupon),
      campaignId: choice,
      campaignOff: plain.isOff,
    }),
    snapshot: toSnapshot(plain),
  }
}

function toSnapshot(plain: PlainCart): ShopSnapshot {
  const { places, isGross, isEngineOn, winner, together, showsOffers, shipping, includesCargo } = plain
  const settings = {
    pricesIncludeVat: isGross,
    campaignEngine: isEngineOn,
    campaignWinner: winner,
    campaignsTogether: together,
    showOffers: showsOffers,
    grandTotalIncludesCargo: includesCargo,
  }
  const company = shipping && {
    id: 1,
    name: 'Kargo',
    default: true,
    freeLimit: shipping.freeLimit,
    rates: [...shipping.rates],
  }
  return snapshotWith({
    shop: { ...shopWith(settings), decimalPlaces: places },
    campaigns: plain.campaigns.map(toCampaign),
    shippingCompanies: company ? [company] : [],
  })
}

function productOf({ id, price, rate, discount, brand, categories, tags, freeCargo, variants }: PlainProduct) {
  const { product } = lineWith({ productId: id, price, quantity: 1, vatRate: Number(rate), freeCargo })
  const written = {
    brand: brand === null ? null : spelled(brand, 0),
    categories: categories.map(path => pathOf(path, 0)),
    tags: tags.map(tag => spelled(tag, 0)),
  }
  const all = variants.map((each): [number, Variant] => [
    each.id,
    {
      price: each.price === null ? null : decimal(each.price),
      discount: discountOf(each.discount),
      groupPrices: null,
      onSale: true,
      stock: decimal('1'),
      backorder: false,
    },
  ])
  return {
    ...product,
    discount: discountOf(discount),
    terms: foldTerms(written),
    hasVariantsOnSale: all.length > 0,
    variants: new Map(all),
  }
}

function discountOf(discount: PlainDiscount | null) {
  return discount && { ...discount, startsAt: null, endsAt: null }
}

function lineOf({ product: { id, price }, variant, quantity }: PlainLine, product: CartLine['product']): CartLine {
  const line = lineWith({ productId: id, price, quantity })
  const variantId = variant?.id ?? null
  return { ...line, product, variantId, variant: variantId === null ? null : (product.variants.get(variantId) ?? null) }
}

/** Returns what a shop stores of a campaign: members that say nothing are absent. */
function toCampaign({
  id,
  group,
  priority,
  isAutomatic,
  isBound,
  combines,
  isForMembers,
  ...rest
}: PlainCampaign): Campaign {
  const members = { visitors: false, members: true, dealers: false, customerGroupIds: [], customerIds: [] }
  return campaignWith({
    id,
    name: `Kampanya ${id}`,
    logicalGroup: group,
    priority,
    couponBound: isBound,
    ...(isAutomatic && { automatic: true }),
    ...(!combines && { combinesWithCoupons: false }),
    audience: isForMembers ? members : null,
    conditions: toConditions(rest.conditions),
    reward: rest.reward,
  })
}

function toCoupon({ description, reward, campaignId, combines, conditions }: PlainCoupon): Coupon {
  return couponWith({
    code: CODE,
    description,
    discountType: reward.type,
    value: reward.type === 'free_shipping' ? null : reward.value,
    campaignId,
    ...(!combines && { combinesWithCampaigns: false }),
    conditions: toConditions(conditions),
  })
}

function toConditions(plain: PlainConditions): Conditions {
  const { minimumTotal, minimumQuantity, priceFrom, priceTo, excludeDiscounted, productIds } = plain
  const exclude = toItems(plain.exclude)
  return {
    ...toItems(plain),
    minimumTotal,
    minimumQuantity,
    productIds: [...productIds].sort((a, b) => a - b),
    ...(priceFrom !== null && { priceFrom }),
    ...(priceTo !== null && { priceTo }),
    ...(excludeDiscounted && { excludeDiscounted: true }),
    ...(Object.keys(exclude).length > 0 && { exclude }),
  }
}

function toItems({ productIds, variantIds, brands, categories, tags }: PlainItems): Items {
  const ascending = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b)
  return {
    ...(productIds.length > 0 && { productIds: ascending(productIds) }),
    ...(variantIds.length > 0 && { variantIds: ascending(variantIds) }),
    ...(brands.length > 0 && { brands: brands.map(each => spelled(each, 1)) }),
    ...(categories.length > 0 && { categories: categories.map(each => pathOf(each, 1)) }),
    ...(tags.length > 0 && { tags: tags.map(each => spelled(each, 1)) }),
  }
}
