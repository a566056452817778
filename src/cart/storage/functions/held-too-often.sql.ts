/** The promotions that a cart can hold no more in 24 hours, by its holds without an order: `unpaid_holds`. */

import { type RawBuilder, sql } from 'kysely'
import type { OwnerKey } from '../../../auth/owner-key.ts'
import type { JsonText } from '../../../db/column-types.ts'
import type { Parameter } from '../../../db/prepared-statements.ts'
import type { CartQuery } from '../cart.sql.ts'

/** The expression of the embedded engine: their keys, as JSON. On PostgreSQL `load_cart` says the same. */
export function heldTooOften(parameter: Parameter<OwnerKey & CartQuery>): RawBuilder<JsonText> {
  return sql`(
    select json_group_array(promotion) from (
      select promotion from unpaid_holds
      where cart_id = ${parameter('cartId')} and held_at > ${parameter('now')} - 86400000
      group by promotion
      having count(*) >= ${parameter('holdLimit')} ->> 0 or sum(duration_ms) >= ${parameter('holdLimit')} ->> 1))`
}
