/** Minimum order amount (specification 2.5). */

import { type Decimal, decimal, min, zero } from '../money/money.ts'
import type { PaymentMethod } from './shop.ts'

/** Returns the smallest limit above zero of the active payment methods, VAT included; null when none has a limit. */
export function findMinimumOrder(methods: PaymentMethod[]): Decimal | null {
  const limits = methods
    .filter(({ active }) => active)
    .map(({ minimumOrderAmount }) => decimal(minimumOrderAmount ?? '0'))
    .filter(limit => limit.gt(zero))
  return limits.length === 0 ? null : limits.reduce(min)
}
