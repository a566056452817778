/** Locks a cart's row on PostgreSQL. On SQLite a transaction excludes all other writes. */

import type { DatabaseFunction } from '../../../db/postgres/database-function.ts'

/**
 * Waits for other writes to the cart for up to `p_wait_ms`, which is null in a transaction that has locked the row. A lock that is free costs no
 * setting. `lock_timeout` counts for each lock, and a second waiter waits for two: one for its place, one for the row. So each attempt has half
 * of the time that is left. The statements that follow see what the other writes have written.
 */
export const lockCartRow: DatabaseFunction = {
  name: 'lock_cart_1',
  parameters: 'p_cart text, p_wait_ms integer',
  returns: 'boolean',
  body: `
    declare
      v_until constant timestamptz := clock_timestamp() + p_wait_ms * interval '1 millisecond';
      v_left integer;
    begin
      perform 1 from carts c where c.id = p_cart and c.merged_into is null for no key update skip locked;
      if found or p_wait_ms is null then
        return found;
      end if;
      loop
        v_left := 1000 * extract(epoch from v_until - clock_timestamp());
        if v_left < 20 then
          raise lock_not_available using message = 'other writes to the cart took too long';
        end if;
        perform set_config('lock_timeout', v_left / 2 || 'ms', true);
        begin
          perform 1 from carts c where c.id = p_cart and c.merged_into is null for no key update;
          return found;
        exception when lock_not_available then
          continue;
        end;
      end loop;
    end `,
}
