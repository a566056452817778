/**
 * A till on paper: what a cart costs, and what is refunded for pieces of it, in whole minor units of a currency with two decimal places. Nothing
 * of the shop's own arithmetic is used.
 */

/** A line of a bill. Prices are in thousandths. */
export interface Sold {
  price: number
  rate: number
  quantity: number
  /** What a campaign takes off the line, of its value; none by default. */
  campaign?: { freePieces: number } | { percent: number }
}

/** The amounts of a line, in minor units. */
export interface BilledLine {
  quantity: number
  rate: number
  /** With VAT and after discounts. */
  payable: number
  /** The line's share of the net amount of its VAT rate. */
  net: number
}

/** A bill in minor units. */
export interface Bill {
  total: number
  lines: BilledLine[]
  /** Net amounts and VAT by VAT rate, ascending. */
  rows: { rate: number; net: number; vat: number; total: number }[]
}

/** Writes the bill of a cart. @param couponPercent of a coupon for all lines */
export function bill(
  sold: readonly Sold[],
  { withVat, couponPercent = 0 }: { withVat: boolean; couponPercent?: number },
): Bill {
  // In hundredths of a minor unit.
  const values = sold.map(({ price, rate, quantity }) => {
    const rounded = half(price * quantity, 10)
    return rounded * (withVat ? 100 : 100 + rate)
  })
  const base = sum(values)
  const shown = share(half(base, 100), values)
  const coupon = share(half(base * couponPercent, 10_000), shown)
  const payables = sold.map((line, n) => (shown[n] ?? 0) - (coupon[n] ?? 0) - taken(line, values[n] ?? 0, withVat))
  const rates = [...new Set(sold.map(({ rate }) => rate))].sort((a, b) => a - b)
  const nets = sold.map(() => 0)
  const rows = rates.map(rate => {
    const of = [...sold.keys()].filter(n => sold[n]?.rate === rate)
    const paid = of.map(n => payables[n] ?? 0)
    const total = sum(paid)
    const net = half(total * 100, 100 + rate)
    for (const [at, each] of share(net, paid).entries()) nets[of[at] ?? 0] = each
    return { rate, net, vat: total - net, total }
  })
  const lines = sold.map(({ quantity, rate }, n) => ({ quantity, rate, payable: payables[n] ?? 0, net: nets[n] ?? 0 }))
  return { total: sum(payables), lines, rows }
}

/** What a campaign takes off a line. */
function taken({ price, rate, campaign }: Sold, value: number, withVat: boolean): number {
  if (!campaign) return 0
  if ('percent' in campaign) return half(value * campaign.percent, 10_000)
  return half(price * campaign.freePieces * (withVat ? 100 : 100 + rate), 1_000)
}

/** What is refunded for pieces of a line. @param before pieces that came back earlier */
export function refund(
  { quantity, payable, net }: BilledLine,
  pieces: number,
  before = 0,
): { refund: number; net: number; vat: number } {
  const paidFor = (count: number) => Math.floor((payable * count) / quantity)
  const netOf = (amount: number) => (payable === 0 ? 0 : Math.floor((amount * net) / payable))
  const [from, to] = [paidFor(before), paidFor(before + pieces)]
  const refundedNet = netOf(to) - netOf(from)
  return { refund: to - from, net: refundedNet, vat: to - from - refundedNet }
}

/** Shares an amount in proportion to weights, by largest remainders. */
function share(amount: number, weights: readonly number[]): number[] {
  const whole = sum(weights)
  if (whole === 0) return weights.map(() => 0)
  const shares = weights.map(weight => Math.floor((amount * weight) / whole))
  const order = [...weights.keys()].sort((a, b) => remainder(b) - remainder(a))
  function remainder(n: number): number {
    return (amount * (weights[n] ?? 0)) % whole
  }
  for (const n of order.slice(0, amount - sum(shares))) shares[n] = (shares[n] ?? 0) + 1
  return shares
}

/** A quotient of whole numbers, rounded half up. */
function half(numerator: number, denominator: number): number {
  return Math.floor((2 * numerator + denominator) / (2 * denominator))
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, each) => all + each, 0)
}
