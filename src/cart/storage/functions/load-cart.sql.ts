/** Reads a cart: the shop's revision, the owner's columns, the choices, and the lines as JSON, in one row, also where there is no cart. */

import { type RawBuilder, sql } from 'kysely'
import type { OwnerKey } from '../../../auth/owner-key.ts'
import type { DatabaseFunction } from '../../../db/postgres/database-function.ts'
import type { Parameter } from '../../../db/prepared-statements.ts'
import { type CartQuery, isOwner, statementOfOwner } from '../cart.sql.ts'
import type { CartRow } from '../cart-row.ts'
import { changedAt } from '../cart-times.sql.ts'
import { cartUses, countUses } from './count-uses.sql.ts'
import { hasOrdered } from './has-ordered.sql.ts'
import { heldTooOften } from './held-too-often.sql.ts'

/** The columns of `CartRow` with their types. */
const columns = {
  shop_revision: 'bigint',
  customer_id: 'bigint',
  customer_status: 'text',
  customer_group_id: 'bigint',
  dealer: 'integer',
  customer_free_cargo: 'integer',
  group_free_cargo: 'integer',
  merged_into: 'bigint',
  used_at: 'bigint',
  changed_at: 'bigint',
  campaign_id: 'bigint',
  coupon: 'text',
  uses: 'text',
  lines: 'text',
  coupon_code: 'text',
  entered_code: 'text',
  campaign_off: 'integer',
  has_ordered: 'integer',
  held_too_often: 'text',
} satisfies Record<keyof CartRow, string>

/** What functions that load a cart by `loadCart` return. */
export const CART_COLUMN_NAMES = Object.keys(columns).join(', ')
/** The same, as it is declared. */
export const CART_COLUMNS = Object.entries(columns)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ')

/** The lines `l` of a cart, as a JSON array of arrays. */
export const LINES_OF_CART = `cast(json_agg(
  json_build_array(l.id, l.product_id, l.variant_id, l.quantity, l.order_note, l.gift_note, l.gift_package)
  order by l.position, l.id) as text)`

/** Each of its statements reads one table, so that a distributed database can run them on the node with the cart. */
export const loadCart: DatabaseFunction = {
  name: 'load_cart_4',
  parameters: `p_cart text, p_customer bigint, p_external_id text, p_limited_campaigns text, p_limited_per_customer text, p_now bigint,
    p_counts_orders integer, p_hold_limit text`,
  returns: `table (${CART_COLUMNS})`,
  attributes: 'stable',
  runsBesideCart: true,
  body: `
    declare
      v_limited integer;
      v_first_order integer;
      v_orders bigint;
    begin
      select s.revision into shop_revision from shop s;
      if not found then
        return;
      end if;
      if p_customer is not null then
        select u.id, u.status, u.customer_group_id, u.dealer, u.free_cargo, u.order_count
          into customer_id, customer_status, customer_group_id, dealer, customer_free_cargo, v_orders
          from customers u where u.id = p_customer and (p_external_id is null or u.external_id = p_external_id);
        if customer_group_id is not null then
          select g.free_cargo into group_free_cargo from customer_groups g where g.id = customer_group_id;
        end if;
      end if;
      select c.merged_into, c.used_at, coalesce(c.changed_at, c.used_at), c.campaign_id, c.campaign_off, c.coupon_code, c.entered_code
        into merged_into, used_at, changed_at, campaign_id, campaign_off, coupon_code, entered_code
        from carts c where c.id = p_cart;
      if coupon_code is not null then
        select k.document, k.limited, k.first_order into coupon, v_limited, v_first_order from coupons k where k.folded_code = coupon_code;
      end if;
      if v_limited = 1 or p_limited_campaigns <> '[]' or (p_limited_per_customer <> '[]' and p_customer is not null) then
        uses := ${cartUses.name}(p_cart, p_customer, case when v_limited = 1 then 'coupon:' || coupon_code end,
          p_limited_campaigns, p_limited_per_customer, p_now);
      end if;
      if customer_id is not null and (p_counts_orders = 1 or v_first_order = 1) then
        has_ordered := case when v_orders > 0 then 1 else 0 end;
        if v_orders = 0 then
          perform 1 from checkouts o where o.customer_id = p_customer and o.state = 'completed' limit 1;
          has_ordered := case when found then 1 else 0 end;
        end if;
      end if;
      if p_hold_limit is not null then
        select cast(json_agg(h.promotion) as text) into held_too_often from (
          select o.promotion from unpaid_holds o
          where o.cart_id = p_cart and o.held_at > p_now - 86400000
          group by o.promotion
          having count(*) >= cast(cast(p_hold_limit as json) ->> 0 as bigint)
            or sum(o.duration_ms) >= cast(cast(p_hold_limit as json) ->> 1 as bigint)) h;
      end if;
      select ${LINES_OF_CART} into lines from cart_lines l where l.cart_id = p_cart;
      return next;
    end `,
}

/** Reads a cart of an owner. */
export const selectCart = statementOfOwner<CartQuery, CartRow>((parameter, engine) =>
  engine === 'sqlite'
    ? selectCartOnSqlite(parameter)
    : sql`select * from ${sql.raw(loadCart.name)}(${parameter('cartId')}, ${parameter('customerId')}, ${parameter('externalId')},
        ${parameter('limitedCampaigns')}, ${parameter('limitedPerCustomer')}, ${parameter('now')}, ${parameter('countsOrders')},
        ${parameter('holdLimit')})`,
)

/** The cart query of the embedded engine. */
export function selectCartOnSqlite(parameter: Parameter<OwnerKey & CartQuery>): RawBuilder<CartRow> {
  return sql<CartRow>`
    select shop.revision as shop_revision,
      u.id as customer_id, u.status as customer_status, u.customer_group_id, u.dealer,
      u.free_cargo as customer_free_cargo, g.free_cargo as group_free_cargo,
      carts.merged_into, carts.used_at, ${changedAt} as changed_at, carts.campaign_id, carts.campaign_off,
      carts.coupon_code, carts.entered_code, k.document as coupon,
      case when k.limited = 1 or ${parameter('limitedCampaigns')} <> '[]'
        or (${parameter('limitedPerCustomer')} <> '[]' and ${parameter('customerId')} is not null)
        then ${countUses(parameter, 'sqlite')} end as uses,
      case when (${parameter('countsOrders')} = 1 or k.first_order = 1) then ${hasOrdered} end as has_ordered,
      case when ${parameter('holdLimit')} is not null then ${heldTooOften(parameter)} end as held_too_often,
      (select json_group_array(
          json_array(id, product_id, variant_id, quantity, order_note, gift_note, gift_package) order by position, id)
        from cart_lines where cart_id = ${parameter('cartId')}) as lines
    from shop
    left join carts on carts.id = ${parameter('cartId')}
    left join customers u on ${isOwner(parameter, 'u')}
    left join customer_groups g on g.id = u.customer_group_id
    left join coupons k on k.folded_code = carts.coupon_code`
}
