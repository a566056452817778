/** Totals of an agent's cart in minor units: of its lines, and of the whole cart. The entries but `total` add up to `total`. */

import type { PricedCart, PricedLine } from '../../cart/pricing/price-cart.ts'
import { type Currency, type Decimal, round, zero } from '../../money/money.ts'
import { type Discounts, findAppliedCoupon } from '../../promotions/discounts.ts'
import type { Shop } from '../../shop/shop.ts'
import { minorDigitsOf, unitPriceInMinorUnits } from '../minor-units.ts'

/** An entry of totals. */
export interface Total {
  type: 'subtotal' | 'discount' | 'fulfillment' | 'tax' | 'total'
  /** Negative for a discount. */
  amount: number
}

/** Amounts of a cart. */
export interface UcpAmounts {
  /** In the order of the cart's lines. */
  lines: { price: number; totals: Total[] }[]
  totals: Total[]
  /** The discount of the coupon that applies; 0 without one. */
  coupon: number
  /** Of the campaigns that apply, in their order. With the coupon's they add up to the discount of the totals. */
  campaigns: number[]
}

/**
 * Returns the amounts of a priced cart. Where the shop's decimals have more digits than the minor unit, subtotals and shipping are rounded down,
 * discounts up, and `tax` takes what is left: it is never negative.
 */
export function computeAmounts({ lines, discounts, totals: priced }: PricedCart, shop: Shop): UcpAmounts {
  const subtotals = lines.map((line, index) => {
    const withVat = priced?.vat.lines[index]?.lineTotalWithVat ?? zero
    return roundDown(shop.settings.pricesIncludeVat ? withVat : line.lineTotal, shop)
  })
  const subtotal = subtotals.reduce((sum, each) => sum + each, 0)
  const discount = roundUp(discounts.total, shop)
  const shipping = (shop.settings.grandTotalIncludesCargo && priced?.shipping) || null
  const fulfillment = shipping && roundDown(shipping.price, shop)
  const total = roundHalfUp(priced?.grandTotal ?? zero, shop)
  const tax = total - subtotal + discount - (fulfillment ?? 0)
  return {
    lines: lines.map((line, index) => presentLine(line, subtotals[index] ?? 0, shop)),
    totals: [
      { type: 'subtotal', amount: subtotal },
      ...(discount > 0 ? [{ type: 'discount', amount: -discount } as const] : []),
      ...(fulfillment !== null ? [{ type: 'fulfillment', amount: fulfillment } as const] : []),
      ...(tax > 0 ? [{ type: 'tax', amount: tax } as const] : []),
      { type: 'total', amount: total },
    ],
    ...shareDiscount(discounts, shop),
  }
}

/** Rounds up what all discounts so far take, so that their amounts add up. */
function shareDiscount(discounts: Discounts, shop: Shop): Pick<UcpAmounts, 'coupon' | 'campaigns'> {
  let exact = findAppliedCoupon(discounts)?.discountAmount ?? zero
  const coupon = roundUp(exact, shop)
  let taken = coupon
  const campaigns = discounts.campaigns.map(({ discountAmount }) => {
    exact = exact.plus(discountAmount)
    const before = taken
    taken = roundUp(exact, shop)
    return taken - before
  })
  return { coupon, campaigns }
}

function presentLine(line: PricedLine, subtotal: number, shop: Shop): UcpAmounts['lines'][number] {
  return {
    price: unitPriceInMinorUnits(shop.settings.pricesIncludeVat ? line.unitPriceWithVat : line.unitPrice, shop),
    totals: [
      { type: 'subtotal', amount: subtotal },
      { type: 'total', amount: subtotal },
    ],
  }
}

function roundHalfUp(amount: Decimal, shop: Currency): number {
  const digits = minorDigitsOf(shop.currencyCode)
  return Number(round(amount, shop).round(digits).at(digits))
}

function roundDown(amount: Decimal, shop: Currency): number {
  const shown = round(amount, shop)
  const nearest = shown.round(minorDigitsOf(shop.currencyCode))
  return roundHalfUp(amount, shop) - Number(nearest.gt(shown))
}

function roundUp(amount: Decimal, shop: Currency): number {
  const shown = round(amount, shop)
  const nearest = shown.round(minorDigitsOf(shop.currencyCode))
  return roundHalfUp(amount, shop) + Number(nearest.lt(shown))
}
