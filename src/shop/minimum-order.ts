/** The lowest amount that an order may have (specification 2.5). */

import { type Decimal, decimal, min, zero } from '../money/money.ts'
import type { PaymentMethod } from './shop.ts'

/** The smallest limit above zero among active payment methods; null when none has one. */
export function findMinimumOrder(methods: PaymentMethod[]): Decimal | null {
  const limits = methods
    .filter(({ active }) => active)
    .map(({ minimumOrderAmount }) => decimal(minimumOrderAmount ?? '0'))
    .filter(limit => limit.gt(zero))
  return limits.length === 0 ? null : limits.reduce(min)
}
