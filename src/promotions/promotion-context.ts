/** What promotions are judged by: who asks, when, and what lies in the cart. */

import { type Decimal, sum } from '../money/money.ts'
import type { LocalTime } from './local-time.ts'

/** Null as customer id means a guest. */
export interface Shopper {
  customerId: number | null
  customerGroupId: number | null
  dealer: boolean
}

/** A cart line as promotions see it. Values include VAT and are exact. */
export interface PromotionLine {
  productId: number
  quantity: number
  /** The raw unit price with VAT. */
  unitValue: () => Decimal
  /** The line total with VAT. */
  value: Decimal
}

export interface PromotionContext {
  /** Milliseconds since the epoch. */
  now: number
  /** The same instant in the shop's time zone. */
  local: LocalTime
  shopper: Shopper
  lines: PromotionLine[]
}

/** The lines that a promotion counts and discounts; without product ids all of them. */
export function coveredLines(lines: PromotionLine[], productIds: number[]): PromotionLine[] {
  return productIds.length === 0 ? lines : lines.filter(line => productIds.includes(line.productId))
}

/** The VAT-inclusive value of lines, exact. */
export function totalValue(lines: PromotionLine[]): Decimal {
  return sum(lines.map(line => line.value))
}
