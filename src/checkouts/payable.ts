/** What the customer of a checkout pays: one amount, whether the grand total includes the shipping or not. Pure. */

import type { HeldCartDocument } from '../cart/pricing/cart.document.ts'
import { decimal, type Money, toMoney } from '../money/money.ts'

/** What is read of a held cart. */
type HeldTotals = Pick<HeldCartDocument, 'data'>

/**
 * Returns the grand total with the shipping. The shop's setting at the time of the hold decides whether the grand total has it: it is then more
 * than the lines after discounts. The column `separate_shipping` says the same. A cart of a version without VAT does not tell: its shipping is
 * charged beside the grand total.
 */
export function payableOf({ data: { attributes, meta } }: HeldTotals): Money {
  const { grandTotal = attributes.subtotal, cargoPrice, discountTotal } = attributes
  const subtotal = meta?.vat?.subtotalWithVat
  const lines = subtotal && decimal(subtotal.amount).minus(decimal(discountTotal?.amount ?? '0'))
  const isIncluded = lines !== undefined && !lines.eq(decimal(grandTotal.amount))
  return addShipping(grandTotal, isIncluded ? null : (cargoPrice?.amount ?? null))
}

/** Adds the shipping that is charged beside a grand total. @param shipping a decimal; null for none */
export function addShipping(grandTotal: Money, shipping: string | null): Money {
  return shipping === null ? grandTotal : toMoney(decimal(grandTotal.amount).plus(decimal(shipping)), grandTotal)
}
