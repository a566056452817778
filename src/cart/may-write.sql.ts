/** The condition that every write on a cart carries. */

import { type RawBuilder, sql } from 'kysely'

/** True for guests and for customers who are active: no write serves a token that outlived its customer. */
export function mayWrite(customerId: number | null): RawBuilder<boolean> {
  return sql`(cast(${customerId} as bigint) is null
    or exists (select 1 from customers where id = ${customerId} and status = 'active'))`
}
