/** Promotions of first orders alone, judged when a checkout is completed. The rows of the promotions and of the customer's cart are locked. */

import { sql } from 'kysely'
import type { CheckoutTable } from '../db/checkout-tables.ts'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'
import type { CurrentPromotions } from './promotion-uses.sql.ts'

/**
 * Returns whether a checkout that is being completed uses a promotion of first orders alone, as promotions are now, although its customer has
 * another order: one here that is completed, or one elsewhere. A guest is no customer.
 */
export async function isLateFirstOrder(
  queries: Queries,
  { reference, customer_id: customerId }: CheckoutTable,
  { campaigns, coupon }: CurrentPromotions,
): Promise<boolean> {
  if (customerId === null) return false
  const used = [...campaigns.values(), ...(coupon ? [coupon] : [])]
  if (!used.some(({ audience }) => audience?.firstOrder)) return false
  return (await selectOther(queries, { reference, customerId })).length > 0
}

const selectOther = prepared<{ reference: string; customerId: number }, object>(
  parameter => sql`
    select id from customers
    where id = ${parameter('customerId')} and (order_count > 0 or exists (
      select 1 from checkouts
      where customer_id = ${parameter('customerId')} and state = 'completed' and reference <> ${parameter('reference')}))`,
)
