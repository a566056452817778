/** Plain carts as the product has them. */

import type { Cart, CartLine } from '../../../../src/cart/cart.ts'
import { createCartTextWriter } from '../../../../src/cart/pricing/cart-text.ts'
import { presentAnswer } from '../../../../src/cart/pricing/presented-answer.ts'
import { priceCart } from '../../../../src/cart/pricing/price-cart.ts'
import type { Priced } from '../../../../src/catalog/price.ts'
import type { Variant } from '../../../../src/catalog/product.ts'
import { readPriced } from '../../../../src/catalog/read-priced.ts'
import { foldTerms } from '../../../../src/model/term.ts'
import { decimal } from '../../../../src/money/money.ts'
import type { ShopSnapshot } from '../../../../src/shop/shop.ts'
import { cartWith, lineWith, shopWith, snapshotWith } from '../../cart/pricing.ts'
import type { PlainCart, PlainLine, PlainProduct, PlainVariant } from './plain-cart.ts'
import { toCampaign, toCoupon } from './to-promotions.ts'
import { companiesOf, GROUP, settingsOf, termsOf, tierPricesOf } from './to-shop.ts'

const NOW = Date.parse('2026-06-01T12:00:00+03:00')
/** The customer of a member's cart. */
const CUSTOMER = 42

const PUBLIC_URL = 'http://shop.test'
const writeText = createCartTextWriter(PUBLIC_URL)

/** Prices a cart. @returns the text of the answer to its owner */
export function priceText(plain: PlainCart, { cart, snapshot } = toCart(plain)): string {
  return presentAnswer(priceCart(cart, snapshot, { now: NOW, channel: plain.channel }), {
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
      customerGroupId: isMember && plain.isInGroup ? GROUP : null,
      uses: {
        coupon: 0,
        couponByCustomer: (isMember && coupon?.ofCustomer?.used) || 0,
        hasOrdered: isMember && plain.hasOrdered,
        campaigns: new Map(),
        campaignsByCustomer: new Map(
          plain.campaigns.flatMap(({ id, ofCustomer }) => (isMember && ofCustomer ? [[id, ofCustomer.used]] : [])),
        ),
        heldTooOften: new Set(),
      },
      coupon: coupon && toCoupon(coupon),
      campaignId: choice,
      campaignOff: plain.isOff,
    }),
    snapshot: toSnapshot(plain),
  }
}

function toSnapshot(plain: PlainCart): ShopSnapshot {
  return snapshotWith({
    shop: { ...shopWith(settingsOf(plain)), decimalPlaces: plain.places },
    campaigns: plain.campaigns.map(toCampaign),
    shippingCompanies: companiesOf(plain),
  })
}

/** Returns a product as the server has it in memory. */
export function productOf(plain: PlainProduct): CartLine['product'] {
  const { id, price, rate, freeCargo, variants } = plain
  const { product } = lineWith({ productId: id, price, quantity: 1, vatRate: Number(rate), freeCargo })
  const all = variants.map((each): [number, Variant] => [
    each.id,
    {
      ...{ sku: null, name: `Seçenek ${each.id}`, image: null },
      ...{ ...pricedOf(each), onSale: true, stock: decimal('1'), backorder: false },
    },
  ])
  return {
    ...product,
    ...pricedOf(plain),
    price: product.price,
    terms: foldTerms(termsOf(plain)),
    hasVariantsOnSale: all.length > 0,
    variants: new Map(all),
  }
}

/** The prices of a product or a variant as they are read from where they are stored. */
function pricedOf(plain: Pick<PlainVariant, 'price' | 'groupPrice' | 'discount' | 'tierPrices'>): Priced {
  const { price, groupPrice, discount } = plain
  const tierPrices = tierPricesOf(plain)
  return readPriced({
    price,
    discount: discount && JSON.stringify({ ...discount, startsAt: null, endsAt: null }),
    group_prices: groupPrice === null ? null : JSON.stringify({ [GROUP]: groupPrice }),
    tier_prices: tierPrices.length > 0 ? JSON.stringify(tierPrices) : null,
  })
}

function lineOf({ product: { id, price }, variant, quantity }: PlainLine, product: CartLine['product']): CartLine {
  const line = lineWith({ productId: id, price, quantity })
  const variantId = variant?.id ?? null
  return { ...line, product, variantId, variant: variantId === null ? null : (product.variants.get(variantId) ?? null) }
}
