/** Cart pricing in exact decimals: lines → subtotal and base → discounts → shipping → totals. */

import { isAvailableForSale, stockedItem } from '../../catalog/availability.ts'
import { resolvePrice, shelfPrice } from '../../catalog/price.ts'
import type { Channel } from '../../model/campaign.ts'
import { type Decimal, round, sum, zero } from '../../money/money.ts'
import { CoveredLines } from '../../promotions/coverage.ts'
import { type CampaignRules, computeDiscounts, type Discounts, type JudgedChoices } from '../../promotions/discounts.ts'
import { judgeCoupon } from '../../promotions/judge-coupon.ts'
import { localTime } from '../../promotions/local-time.ts'
import type { PromotionContext } from '../../promotions/promotion-context.ts'
import { findMinimumOrder } from '../../shop/minimum-order.ts'
import { computeShipping, type Shipping } from '../../shop/shipping.ts'
import type { Shop, ShopSettings, ShopSnapshot } from '../../shop/shop.ts'
import type { Cart, CartLine, StoredCart } from '../cart.ts'
import { type CartVat, computeVat } from './vat.ts'

/** A cart line with its prices. */
export interface PricedLine extends CartLine {
  /** Without VAT; rounded when it is shown. */
  unitPrice: Decimal
  /** With VAT, exact: rounded when it is shown. */
  unitPriceWithVat: Decimal
  /** The unit price with VAT before the discount, exact; null where no discount lowers it. */
  listPriceWithVat: Decimal | null
  /** The exact unit price times the quantity without VAT, rounded once. */
  lineTotal: Decimal
  /** The line's value with VAT, exact: of the line total where prices exclude VAT, else of the shelf price. */
  value: Decimal
  availableForSale: boolean
  /** Stock of the line's item: the variant's on a variant line, else the product's. */
  stock: Decimal
  /** What is left of the stock to this cart; null while the stock guard does not count. */
  available: Decimal | null
}

/** Totals that only a cart with lines has. */
export interface Totals {
  /** Null when the shop does not show shipping in carts, or has no default shipping company with rates. */
  shipping: Shipping | null
  /** Null when no active payment method has a limit. */
  minimumOrder: Decimal | null
  grandTotal: Decimal
  vat: CartVat
}

/** A cart with its prices and totals. */
export interface PricedCart {
  lines: PricedLine[]
  totalQuantity: number
  subtotal: Decimal
  /** The VAT-inclusive base of thresholds and discounts, unrounded (specification 2.5). */
  base: Decimal
  /** Of an empty cart nothing, and why the chosen coupon does not apply. */
  discounts: Discounts
  /** Null on an empty cart. */
  totals: Totals | null
}

/** When and where a cart is read. */
export interface Occasion {
  /** Milliseconds since the epoch. */
  now: number
  channel: Channel
}

/**
 * Prices a cart.
 * @param snapshot the shop at the revision of the cart
 */
export function priceCart(cart: Cart, snapshot: ShopSnapshot, occasion: Occasion): PricedCart {
  const lines = priceLines(cart, snapshot, occasion)
  const context = promotionContextOf(cart, lines, snapshot, occasion)
  const coupon = cart.enteredCode === null ? null : judgeCoupon(cart.enteredCode, context)
  return totalCart(cart, lines, snapshot, { context, coupon })
}

/** Prices the lines of a cart. */
export function priceLines(cart: Cart, { shop }: ShopSnapshot, { now }: Pick<Occasion, 'now'>): PricedLine[] {
  return cart.lines.map(line => priceLine(line, cart, shop, now))
}

/** Computes the totals of priced lines. @param judged what promotions are checked against, and the judged code */
export function totalCart(
  cart: Cart,
  lines: PricedLine[],
  snapshot: ShopSnapshot,
  { context, coupon }: { context: PromotionContext } & Pick<JudgedChoices, 'coupon'>,
): PricedCart {
  const { shop } = snapshot
  const base = sum(lines.map(line => line.value))
  const { campaignId, campaignOff } = cart
  const priceShipping = (isFree: boolean) => shippingOf(cart, lines, { base, isFree }, snapshot)
  const discounts = computeDiscounts({ coupon, campaignId, campaignOff }, context, {
    base,
    currency: shop,
    rules: campaignRulesOf(shop.settings),
    shippingPrice: () => round(priceShipping(false)?.price ?? zero, shop),
  })
  return {
    lines,
    totalQuantity: lines.reduce((total, line) => total + line.quantity, 0),
    subtotal: sum(lines.map(line => line.lineTotal)),
    base,
    discounts,
    totals: lines.length === 0 ? null : computeTotals(lines, { base, discounts, priceShipping }, snapshot),
  }
}

/** What the settings say about campaigns; what is absent has its default. */
function campaignRulesOf({ campaignWinner, campaignsTogether, showOffers }: ShopSettings): CampaignRules {
  return { winner: campaignWinner ?? 'best', together: campaignsTogether ?? 'one', showsOffers: showOffers ?? false }
}

/** Who has a coupon, and the uses of promotions. */
export type CouponOwner = Pick<StoredCart, 'customerId' | 'customerGroupId' | 'dealer' | 'coupon' | 'uses'>

/** Returns what promotions are checked against. */
export function promotionContextOf(
  { customerId, customerGroupId, dealer, coupon, uses }: CouponOwner,
  lines: PricedLine[],
  { shop, campaigns }: ShopSnapshot,
  { now, channel }: Occasion,
): PromotionContext {
  return {
    now,
    local: localTime(now, shop.timeZone),
    channel,
    shopper: { customerId, customerGroupId, dealer },
    uses,
    coupon,
    campaigns,
    campaignEngine: shop.settings.campaignEngine,
    lines,
    covered: new CoveredLines(lines, campaigns),
  }
}

function priceLine(line: CartLine, { customerGroupId }: Cart, shop: Shop, now: number): PricedLine {
  const { product, variant, quantity } = line
  const { price, listPrice } = resolvePrice(product, variant, { customerGroupId, quantity, now })
  const item = stockedItem(product, variant)
  const stock = line.itemStock?.stock ?? item.stock
  const available = line.itemStock?.available ?? null
  const amounts = shop.settings.pricesIncludeVat ? amountsOfGross : amountsOfNet
  const { unitPrice, unitPriceWithVat, lineTotal, value } = amounts(price, line, shop)
  // Each by its name: to spread the amounts takes longer than to compute them.
  return {
    ...line,
    unitPrice,
    unitPriceWithVat,
    listPriceWithVat: listPrice && shelfPrice(listPrice, product.vatFactor, shop.settings),
    lineTotal,
    value,
    availableForSale: isAvailableForSale(
      { onSale: item.onSale, stock: available ?? stock, backorder: item.backorder },
      shop.settings,
    ),
    stock,
    available,
  }
}

type LineAmounts = Pick<PricedLine, 'unitPrice' | 'unitPriceWithVat' | 'lineTotal' | 'value'>

/** Amounts of a line whose price excludes VAT. */
function amountsOfNet(price: Decimal, { product, quantity }: CartLine, shop: Shop): LineAmounts {
  const lineTotal = round(price.times(quantity), shop)
  return {
    unitPrice: price,
    unitPriceWithVat: price.times(product.vatFactor),
    lineTotal,
    value: lineTotal.times(product.vatFactor),
  }
}

/** Amounts of a line whose price includes VAT: the shelf price times the quantity is what is paid. */
function amountsOfGross(price: Decimal, { product, quantity }: CartLine, { decimalPlaces }: Shop): LineAmounts {
  const exact = price.times(quantity)
  return {
    unitPrice: price.dividedBy(product.vatFactor, decimalPlaces),
    unitPriceWithVat: price,
    lineTotal: exact.dividedBy(product.vatFactor, decimalPlaces),
    value: exact.round(decimalPlaces),
  }
}

/** The shipping price of a cart; null where none is shown. @param isFree whether a promotion takes it away */
function shippingOf(
  { freeCargo }: Cart,
  lines: PricedLine[],
  { base, isFree }: { base: Decimal; isFree: boolean },
  { shop, shippingCompanies }: ShopSnapshot,
): Shipping | null {
  if (!shop.settings.showCargoPriceInCart) return null
  const isExempt = freeCargo || isFree || lines.every(({ product }) => product.freeCargo)
  return computeShipping(shippingCompanies, { base, isExempt })
}

function computeTotals(
  lines: PricedLine[],
  { base, discounts, priceShipping }: PricedFrom,
  { shop, paymentMethods }: ShopSnapshot,
): Totals {
  const shipping = priceShipping(discounts.freeShipping)
  const cargo = shop.settings.grandTotalIncludesCargo && shipping ? round(shipping.price, shop) : zero
  return {
    shipping,
    minimumOrder: findMinimumOrder(paymentMethods),
    grandTotal: round(base, shop).minus(discounts.total).plus(cargo),
    vat: computeVat(lines, { base, discounts, shipping }, shop),
  }
}

/** What totals are computed from, besides the lines. */
interface PricedFrom extends Pick<PricedCart, 'base' | 'discounts'> {
  priceShipping: (isFree: boolean) => Shipping | null
}
