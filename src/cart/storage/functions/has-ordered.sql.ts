/** Whether the customer of a cart has ordered: here, by a checkout that is completed and was not cancelled, or elsewhere. */

import { type RawBuilder, sql } from 'kysely'
import type { Flag } from '../../../db/column-types.ts'

/** The expression for a customer `u`; null where there is none. On PostgreSQL `load_cart` says the same. */
export const hasOrdered: RawBuilder<Flag | null> = sql`case when u.id is not null then
  case when u.order_count > 0 or exists (select 1 from checkouts as o where o.customer_id = u.id and o.state = 'completed')
    then 1 else 0 end end`
