/** Whether an owner is a customer who is active now. On SQLite `mayWrite` is part of each write. */

import type { DatabaseFunction } from '../../../db/postgres/database-function.ts'

/**
 * A distributed database locks the copies of a table that a write reads, but not those that a function reads: so writes to carts do not wait
 * for an import of customers.
 */
export const isActiveCustomer: DatabaseFunction = {
  name: 'is_active_customer_1',
  parameters: 'p_customer bigint, p_external_id text',
  returns: 'boolean',
  attributes: 'stable',
  body: `
    begin
      perform 1 from customers u
        where u.id = p_customer and (p_external_id is null or u.external_id = p_external_id) and u.status = 'active';
      return found;
    end `,
}
