/** What is reserved of an item now. */

import { type RawBuilder, sql } from 'kysely'

/**
 * The reserved quantity of an item: the stored sum, less what has ended and was not deleted yet.
 * @param columns references to the stored sum, and to the ids; `variantId` is 0 for a product
 * @param now milliseconds since the epoch
 */
export function reservedAt(
  columns: { reserved: RawBuilder<number>; productId: RawBuilder<number>; variantId: RawBuilder<number> },
  now: RawBuilder<number> | number,
): RawBuilder<number> {
  const { reserved, productId, variantId } = columns
  return sql<number>`(${reserved} - coalesce((select sum(e.quantity) from stock_reservations e
    where e.product_id = ${productId} and e.variant_id = ${variantId} and e.expires_at <= ${now}), 0))`
}
