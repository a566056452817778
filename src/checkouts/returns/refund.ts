/** Refunds of returned pieces, in whole minor units: those of all pieces add up to what was paid, however they are spread over returns. */

import type { CartDocument } from '../../cart/pricing/cart.document.ts'
import { Decimal } from '../../money/decimal.ts'
import { decimal, type Money, toMoney } from '../../money/money.ts'
import { shareOut } from '../../money/shares.ts'

/** What was paid for a line of a held cart. */
export interface PaidLine {
  /** With VAT and after discounts. */
  payable: Money
  /** The line's share of the net amount of its VAT rate. */
  net: Money
}

/** What is refunded for pieces of a line. `vat` is the rest of `refund` beside `net`. */
export interface Refund {
  refund: Money
  net: Money
  vat: Money
}

/**
 * Finds what was paid for each line of a held cart. The net amount of a VAT rate is shared over its lines by `payable`, so that the shares add up
 * to the row of the breakdown.
 * @returns the lines by their ids; empty for a cart that was held by a version without VAT of lines
 */
export function paidLines({ data, included }: CartDocument): Map<string, PaidLine> {
  const paid = new Map<string, PaidLine>()
  for (const { vatRate, net } of data.meta?.vat?.breakdown ?? []) {
    const lines = included.flatMap(({ id, attributes, meta }) =>
      attributes.vatRate === vatRate && meta?.vat ? [{ id, payable: meta.vat.payable }] : [],
    )
    const shares = shareNet(
      net,
      lines.map(({ payable }) => payable),
    )
    for (const [index, { id, payable }] of lines.entries()) paid.set(id, { payable, net: shares[index] ?? net })
  }
  return paid
}

function shareNet(net: Money, payables: readonly Money[]): Money[] {
  const weights = payables.map(({ amount }) => decimal(amount))
  const isFree = weights.every(weight => weight.eq(zero))
  const shares = isFree ? weights : shareOut(decimal(net.amount), weights, net.decimalPlaces)
  return shares.map(share => toMoney(share, net))
}

const zero = decimal('0')

/**
 * Returns the refund of some pieces of a line.
 * @param pieces `held`: of the line; `before`: returned earlier; `returned`: now, at most what is left
 */
export function refundOf(
  { payable, net }: PaidLine,
  { held, before, returned }: { held: number; before: number; returned: number },
): Refund {
  const [paid, paidNet] = [unitsOf(payable), unitsOf(net)]
  const refunded = (pieces: number) => (paid * BigInt(pieces)) / BigInt(held)
  const netOf = (amount: bigint) => (paid === 0n ? 0n : (amount * paidNet) / paid)
  const [from, to] = [refunded(before), refunded(before + returned)]
  const [refund, refundedNet] = [to - from, netOf(to) - netOf(from)]
  const show = (units: bigint) => toMoney(new Decimal(units, payable.decimalPlaces), payable)
  return { refund: show(refund), net: show(refundedNet), vat: show(refund - refundedNet) }
}

/** The minor units of an amount, which is not below zero. */
function unitsOf({ amount, decimalPlaces }: Money): bigint {
  return BigInt(decimal(amount).at(decimalPlaces))
}

/** Adds amounts of one currency up. @returns null where one is unknown */
export function addUp(amounts: readonly (Money | null)[]): Money | null {
  const [first] = amounts
  if (!first) return null
  const known = amounts.flatMap(amount => (amount ? [decimal(amount.amount)] : []))
  return known.length < amounts.length ? null : toMoney(Decimal.sum(known), first)
}
