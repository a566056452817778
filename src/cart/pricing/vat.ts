/** VAT of a priced cart: lines with VAT, the share of each discount per line, and the breakdown per rate, in whole minor units. */

import type { Product } from '../../catalog/product.ts'
import { type Decimal, decimal, one, percent, round, sum, zero } from '../../money/money.ts'
import { roundToSum, shareOut } from '../../money/shares.ts'
import { coveredSet, type Discounts, findAppliedCoupon } from '../../promotions/discounts.ts'
import type { Shipping } from '../../shop/shipping.ts'
import type { Shop } from '../../shop/shop.ts'

/** Amounts of a line with VAT. */
export interface LineVat {
  lineTotalWithVat: Decimal
  /** Before discounts. */
  vatAmount: Decimal
  /** The line's shares of the coupon's discount and of those of the campaigns. */
  couponShare: Decimal
  campaignShare: Decimal
  /** `lineTotalWithVat` without both shares. */
  payable: Decimal
}

/** Amounts of one VAT rate after discounts, without shipping. */
export interface VatRow {
  /** In percent. */
  vatRate: number
  net: Decimal
  vat: Decimal
  total: Decimal
}

/** VAT of a cart with lines. */
export interface CartVat {
  /** In the order of the cart's lines. */
  lines: LineVat[]
  subtotalWithVat: Decimal
  vatTotal: Decimal
  /** A row per rate of the lines, ascending. */
  breakdown: VatRow[]
  /** Null where no shipping price is shown, and where the shop has no rate for it. */
  cargo: Omit<VatRow, 'total'> | null
}

/** A priced line: without VAT, and its exact value with VAT. */
interface VatLine {
  product: Pick<Product, 'vatRate' | 'vatFactor'>
  lineTotal: Decimal
  value: Decimal
}

/** What the VAT of a cart is computed from, besides its lines. */
export interface VatSources {
  /** The sum of the lines' exact values. */
  base: Decimal
  discounts: Pick<Discounts, 'coupon' | 'campaigns'>
  shipping: Shipping | null
}

/** Computes the VAT of a cart. All sums are exact: docs/pricing.md has the arithmetic. */
export function computeVat(lines: readonly VatLine[], sources: VatSources, shop: Shop): CartVat {
  const { base, discounts, shipping } = sources
  const subtotalWithVat = round(base, shop)
  const totals = roundToSum(
    lines.map(({ value }) => value),
    subtotalWithVat,
    shop.decimalPlaces,
  )
  const withVat = shareDiscounts(lines, totals, discounts, shop.decimalPlaces)
  const breakdown = breakDown(lines, withVat, shop)
  return {
    lines: withVat,
    subtotalWithVat,
    vatTotal: sum(breakdown.map(({ vat }) => vat)),
    breakdown,
    cargo: shipping && vatOfCargo(shipping, shop),
  }
}

function shareDiscounts(
  lines: readonly VatLine[],
  totals: readonly Decimal[],
  discounts: VatSources['discounts'],
  places: number,
): LineVat[] {
  const applied = findAppliedCoupon(discounts)
  let left = totals
  const share = (promotion: { discountAmount: Decimal; covered: readonly unknown[] }): readonly Decimal[] | null => {
    if (!promotion.discountAmount.gt(zero)) return null
    const covered = coveredSet(promotion, lines)
    const isCovered = (index: number) => covered?.has(lines[index]) ?? true
    const shares = allot(promotion.discountAmount, left, { isCovered, places })
    left = left.map((weight, index) => weight.minus(shares[index] ?? zero))
    return shares
  }
  const couponShares = applied && share(applied)
  const campaignShares = discounts.campaigns.map(share).filter(shares => shares !== null)
  if (left === totals) return lines.map(({ lineTotal }, index) => undiscounted(lineTotal, totals[index] ?? zero))
  return lines.map(({ lineTotal }, index) => {
    const lineTotalWithVat = totals[index] ?? zero
    return {
      lineTotalWithVat,
      vatAmount: lineTotalWithVat.minus(lineTotal),
      couponShare: couponShares?.[index] ?? zero,
      campaignShare: sharesOf(index, campaignShares),
      payable: left[index] ?? zero,
    }
  })
}

/** The sum of a line's shares; `zero` itself where there are none. */
function sharesOf(index: number, all: readonly (readonly Decimal[])[]): Decimal {
  const [first = zero, ...others] = all.map(shares => shares[index] ?? zero)
  return others.length === 0 ? first : sum([first, ...others])
}

function undiscounted(lineTotal: Decimal, withVat: Decimal): LineVat {
  const vatAmount = withVat.minus(lineTotal)
  return { lineTotalWithVat: withVat, vatAmount, couponShare: zero, campaignShare: zero, payable: withVat }
}

/**
 * Shares a discount over the covered lines in proportion to what is left of them, and what exceeds that over the other lines.
 * @param amount from zero to the sum of `left`
 */
function allot(
  amount: Decimal,
  left: readonly Decimal[],
  { isCovered, places }: { isCovered: (index: number) => boolean; places: number },
): Decimal[] {
  const covered = left.map((weight, index) => (isCovered(index) ? weight : zero))
  const room = sum(covered)
  if (amount.lte(room)) return shareOut(amount, covered, places)
  const others = left.map((weight, index) => (isCovered(index) ? zero : weight))
  const shares = shareOut(amount.minus(room), others, places)
  return covered.map((weight, index) => weight.plus(shares[index] ?? zero))
}

function breakDown(lines: readonly VatLine[], withVat: readonly LineVat[], shop: Shop): VatRow[] {
  const totals: { vatRate: number; factor: Decimal; total: Decimal }[] = []
  for (const [index, { product }] of lines.entries()) {
    const payable = withVat[index]?.payable ?? zero
    const known = totals.find(({ vatRate }) => vatRate === product.vatRate)
    if (known) known.total = known.total.plus(payable)
    else totals.push({ vatRate: product.vatRate, factor: product.vatFactor, total: payable })
  }
  return totals
    .sort((a, b) => a.vatRate - b.vatRate)
    .map(({ vatRate, factor, total }) => {
      const net = total.dividedBy(factor, shop.decimalPlaces)
      return { vatRate, net, vat: total.minus(net), total }
    })
}

function vatOfCargo({ price }: Shipping, shop: Shop): CartVat['cargo'] {
  const { cargoVatRate = null } = shop.settings
  if (cargoVatRate === null) return null
  const shown = round(price, shop)
  const net = shown.dividedBy(one.plus(percent(cargoVatRate)), shop.decimalPlaces)
  return { vatRate: decimal(cargoVatRate).toNumber(), net, vat: shown.minus(net) }
}
