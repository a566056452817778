/** What the functions that write to a cart on PostgreSQL have in common. */

import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { OwnerKey } from '../../../auth/owner-key.ts'
import type { DatabaseFunction } from '../../../db/postgres/database-function.ts'
import type { Parameter } from '../../../db/prepared-statements.ts'
import type { CartWriteParameters } from '../cart.sql.ts'
import { isActiveCustomer } from './is-active-customer.sql.ts'
import { lockCartRow } from './lock-cart.sql.ts'

/**
 * Declares a function that locks the cart, and returns no row where the owner has none or may not write.
 * @param parameters those behind the owner's
 * @param options `declare`: its variables; `body`: its statements after the lock
 */
export function cartWrite(
  name: string,
  parameters: string,
  { returns, body }: Pick<DatabaseFunction, 'returns' | 'body'>,
): DatabaseFunction {
  return {
    name,
    parameters: `p_cart text, p_customer bigint, p_external_id text, p_now bigint, p_wait_ms integer${parameters}`,
    returns,
    body: `
      begin
        if not ${lockCartRow.name}(p_cart, p_wait_ms) then
          return;
        end if;
        if p_customer is not null and not ${isActiveCustomer.name}(p_customer, p_external_id) then
          return;
        end if;
        ${body}
      end `,
    runsBesideCart: true,
  }
}

/** The first arguments of such a function. */
export function writeArguments(parameter: Parameter<OwnerKey & CartWriteParameters>): RawBuilder<unknown> {
  return sql`${parameter('cartId')}, ${parameter('customerId')}, ${parameter('externalId')}, ${parameter('now')},
    ${parameter('waitMs')}`
}
