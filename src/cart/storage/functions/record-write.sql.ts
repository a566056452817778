/** Stores the times of a write to a cart on PostgreSQL. On SQLite `touch-cart.sql.ts` does. */

import type { DatabaseFunction } from '../../../db/postgres/database-function.ts'

/** Increments the revision, too, which no version reads any more. */
export const recordWrite: DatabaseFunction = {
  name: 'record_write_1',
  parameters: 'p_cart text, p_now bigint',
  returns: 'void',
  body: `
    begin
      update carts c set revision = c.revision + 1,
        used_at = case when c.used_at + 86400000 < p_now then p_now else c.used_at end,
        changed_at = case when coalesce(c.changed_at, c.used_at) + 600000 < p_now then p_now
          else coalesce(c.changed_at, c.used_at) end
        where c.id = p_cart;
    end `,
}
