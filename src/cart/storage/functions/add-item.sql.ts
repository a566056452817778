/** Adds an item to a cart: on PostgreSQL whole, with the idempotency key and the read of the cart; on SQLite the line. */

import { sql } from 'kysely'
import type { DatabaseFunction } from '../../../db/postgres/database-function.ts'
import { MAX_QUANTITY } from '../../cart.ts'
import { type CartQuery, mayWrite, statementOfOwner } from '../cart.sql.ts'
import type { CartRow } from '../cart-row.ts'
import { CART_COLUMN_NAMES, CART_COLUMNS, LINES_OF_CART, loadCart } from './load-cart.sql.ts'
import { lockCartRow } from './lock-cart.sql.ts'

/** The statement parameters of an add, besides the cart's owner. `variantId` is 0 for a product without variants. */
export type NewLine = CartQuery & {
  productId: number
  variantId: number
  itemId: string
  quantity: number
  maxLines: number
  /** The request's idempotency key, or null. */
  idempotencyKey: string | null
}
/**
 * Locks the cart's row, decides, writes and reads. `outcome` is `added`, `replayed` or `key_reused`; there is no row when the cart does not exist
 * or the item cannot be added. With an idempotency key it increments the revision, which no version reads any more.
 */
export const addItem: DatabaseFunction = {
  name: 'add_item_4',
  parameters: `p_cart text, p_customer bigint, p_external_id text, p_limited_campaigns text, p_limited_per_customer text, p_now bigint,
    p_counts_orders integer, p_hold_limit text, p_product bigint, p_variant bigint, p_item text, p_quantity integer, p_max_lines integer,
    p_key text, p_wait_ms integer`,
  returns: `table (outcome text, affected_id text, ${CART_COLUMNS})`,
  runsBesideCart: true,
  body: `
    declare
      v_last bigint;
      v_lines bigint;
      v_has_line boolean;
    begin
      if not ${lockCartRow.name}(p_cart, p_wait_ms) then
        return;
      end if;
      -- What decides and what is returned about the owner are of one time.
      select c.* into ${CART_COLUMN_NAMES}
        from ${loadCart.name}(p_cart, p_customer, p_external_id, p_limited_campaigns, p_limited_per_customer, p_now, p_counts_orders,
          p_hold_limit) c;
      if p_customer is not null and customer_status is distinct from 'active' then
        return;
      end if;
      if p_key is not null then
        select k.item_id,
            case when k.product_id = p_product and k.variant_id = p_variant and k.quantity = p_quantity
              then 'replayed' else 'key_reused' end
          into affected_id, outcome
          from idempotency_keys k
          where k.cart_id = p_cart and k.idempotency_key = p_key and k.created_at + 86400000 > p_now;
        if found then
          return next;
          return;
        end if;
      end if;

      perform 1 from products p where p.id = p_product and p.on_sale = 1;
      if not found then
        return;
      end if;
      if p_variant = 0 then
        perform 1 from variants v where v.product_id = p_product and v.on_sale = 1;
        if found then
          return;
        end if;
      else
        perform 1 from variants v where v.product_id = p_product and v.id = p_variant and v.on_sale = 1;
        if not found then
          return;
        end if;
      end if;
      select coalesce(max(l.position), 0), count(*), coalesce(bool_or(l.product_id = p_product and l.variant_id = p_variant), false)
        into v_last, v_lines, v_has_line
        from cart_lines l where l.cart_id = p_cart;
      if v_lines >= p_max_lines and not v_has_line then
        return;
      end if;
      insert into cart_lines as l (cart_id, product_id, variant_id, id, position, quantity, gift_package)
        values (p_cart, p_product, p_variant, p_item, v_last + 1, p_quantity, 0)
        on conflict (cart_id, product_id, variant_id) do update set quantity = l.quantity + excluded.quantity
          where l.quantity + excluded.quantity <= 100000
        returning l.id into affected_id;
      if not found then
        return;
      end if;

      if p_key is not null then
        insert into idempotency_keys (cart_id, idempotency_key, product_id, variant_id, quantity, item_id, created_at)
          values (p_cart, p_key, p_product, p_variant, p_quantity, affected_id, p_now)
          on conflict (cart_id, idempotency_key) do update set product_id = excluded.product_id,
            variant_id = excluded.variant_id, quantity = excluded.quantity, item_id = excluded.item_id,
            created_at = excluded.created_at;
        delete from idempotency_keys k
          where k.cart_id = p_cart and k.idempotency_key in (
            select o.idempotency_key from idempotency_keys o where o.cart_id = p_cart and o.idempotency_key <> p_key
            order by o.created_at desc, o.idempotency_key limit 1000 offset 999);
      end if;
      if p_key is not null or used_at + 86400000 < p_now or changed_at + 600000 < p_now then
        update carts c set revision = c.revision + 1,
          used_at = case when c.used_at + 86400000 < p_now then p_now else c.used_at end,
          changed_at = case when coalesce(c.changed_at, c.used_at) + 600000 < p_now then p_now
            else coalesce(c.changed_at, c.used_at) end
          where c.id = p_cart
          returning c.used_at, c.changed_at into used_at, changed_at;
      end if;
      select ${LINES_OF_CART} into lines from cart_lines l where l.cart_id = p_cart;
      outcome := 'added';
      return next;
    end `,
}

/** The row of an add. */
type AddedRow = CartRow & { outcome: 'added' | 'replayed' | 'key_reused'; affected_id: string }

/** Adds on PostgreSQL. */
export const addAndRead = statementOfOwner<NewLine & { waitMs: number | null }, AddedRow>(
  parameter => sql`
    select * from ${sql.raw(addItem.name)}(${parameter('cartId')}, ${parameter('customerId')}, ${parameter('externalId')},
      ${parameter('limitedCampaigns')}, ${parameter('limitedPerCustomer')}, ${parameter('now')}, ${parameter('countsOrders')},
      ${parameter('holdLimit')}, ${parameter('productId')}, ${parameter('variantId')}, ${parameter('itemId')}, ${parameter('quantity')},
      ${parameter('maxLines')}, ${parameter('idempotencyKey')}, ${parameter('waitMs')})`,
  'writer',
)

/** Adds the line on SQLite. */
export const insertLine = statementOfOwner<NewLine, { id: string }>(
  parameter => sql`
    insert into cart_lines (cart_id, product_id, variant_id, id, position, quantity, gift_package)
    select c.id, p.id, ${parameter('variantId')}, ${parameter('itemId')},
      (select coalesce(max(position), 0) + 1 from cart_lines where cart_id = c.id), ${parameter('quantity')}, 0
    from carts c join products p on p.id = ${parameter('productId')}
    where c.id = ${parameter('cartId')} and c.merged_into is null and ${mayWrite(parameter)} and p.on_sale = 1
      and case when ${parameter('variantId')} = 0
        then not exists (select 1 from variants where product_id = p.id and on_sale = 1)
        else exists (select 1 from variants where product_id = p.id and id = ${parameter('variantId')} and on_sale = 1)
        end
      and (
        (select count(*) from cart_lines where cart_id = c.id) < ${parameter('maxLines')}
        or exists (select 1 from cart_lines
          where cart_id = c.id and product_id = p.id and variant_id = ${parameter('variantId')})
      )
    on conflict (cart_id, product_id, variant_id)
    do update set quantity = cart_lines.quantity + excluded.quantity
    where cart_lines.quantity + excluded.quantity <= ${sql.lit(MAX_QUANTITY)}
    returning id`,
)
