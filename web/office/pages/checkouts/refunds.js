/** What an order has refunded, and what a cancellation leaves to be paid back. Sepet records both; the shop pays. */

import { decimalOf, minorUnits } from '../../../ui/format/money.js'

/** @typedef {import('../../../ui/format/money.js').Money} Money */
/** @typedef {Pick<import('./checkout-types.js').Checkout, 'returns' | 'payable'>} Paid */

/** What the returns of an order refund; null without returns, or where one has no amount. @param {Paid} order @returns {Money | null} */
export function refundedOf({ returns = [], payable }) {
  const refunds = returns.flatMap(({ refund }) => refund ?? [])
  if (refunds.length === 0 || refunds.length < returns.length) return null
  const units = refunds.reduce((sum, refund) => sum + minorUnits(refund), 0n)
  return { ...payable, amount: decimalOf(units, payable) }
}

/** What was paid and not refunded by a return; null where a return has no amount. @param {Paid} order @returns {Money | null} */
export function leftToRefund(order) {
  const { returns = [], payable } = order
  const refunded = refundedOf(order)
  if (returns.length > 0 && !refunded) return null
  const units = minorUnits(payable) - (refunded ? minorUnits(refunded) : 0n)
  return { ...payable, amount: decimalOf(units < 0n ? 0n : units, payable) }
}
