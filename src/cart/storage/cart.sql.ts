/** SQL fragments that the cart stores share. */

import { type RawBuilder, sql } from 'kysely'
import { OWNER_PARAMETERS, type OwnerKey } from '../../auth/owner-key.ts'
import type { Queries } from '../../db/database.ts'
import { type Parameter, preparedWithKey } from '../../db/prepared-statements.ts'
import type { CartRow } from './cart-row.ts'
import { changedAt } from './cart-times.sql.ts'

/** Declares a hot statement about one owner's data: `statement(queries, keyOf(owner), values)`. */
export const statementOfOwner = preparedWithKey<OwnerKey>(OWNER_PARAMETERS)

/** The condition that a `customers` row is the owner's: it has the id, and still the external id that the token names. */
export function isOwner(parameter: Parameter<OwnerKey>, table: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql`${column('id')} = ${parameter('customerId')}
    and (cast(${parameter('externalId')} as text) is null or ${column('external_id')} = ${parameter('externalId')})`
}

/**
 * The condition of every write on SQLite: the owner is a guest or an active customer. A token can be valid for a customer who is no longer
 * active. PostgreSQL has the function `is_active_customer_1`.
 */
export function mayWrite(parameter: Parameter<OwnerKey>): RawBuilder<boolean> {
  return sql`(${parameter('customerId')} is null
    or exists (select 1 from customers where ${isOwner(parameter, 'customers')} and status = 'active'))`
}

/** Whether an owner is a guest or an active customer now. */
export async function isActive(queries: Queries, key: OwnerKey): Promise<boolean> {
  return key.customerId === null || (await selectActive(queries, key, {})).length > 0
}

const selectActive = statementOfOwner<object, object>(
  parameter => sql`select id from customers where ${isOwner(parameter, 'customers')} and status = 'active'`,
)

/** The statement parameters of a write to a cart, besides its owner. `now` is in milliseconds since the epoch. */
export type CartWriteParameters = {
  now: number
  /** How long a function may wait for other writes to the cart, in milliseconds; null in a transaction that has locked the cart. */
  waitMs: number | null
}

/** The statement parameters of a write to one line. */
export type LineWriteParameters = CartWriteParameters & { itemId: string }

/** The condition of a write to a line on SQLite: the line is the owner's, and the owner may write. */
export function isOwnLine(parameter: Parameter<OwnerKey & LineWriteParameters>): RawBuilder<boolean> {
  return sql`cart_id = ${parameter('cartId')} and id = ${parameter('itemId')} and ${mayWrite(parameter)}`
}

/**
 * The condition of a write to a cart's row on SQLite: it is the owner's, and the owner may write. PostgreSQL has the function `lock_cart_1`.
 */
export function isOwnCart(parameter: Parameter<OwnerKey & CartWriteParameters>): RawBuilder<boolean> {
  return sql`id = ${parameter('cartId')} and merged_into is null and ${mayWrite(parameter)}`
}

/** The first arguments of the functions that write to a cart on PostgreSQL; see migration 0019. */
export function writeArguments(parameter: Parameter<OwnerKey & CartWriteParameters>): RawBuilder<unknown> {
  return sql`${parameter('cartId')}, ${parameter('customerId')}, ${parameter('externalId')}, ${parameter('now')},
    ${parameter('waitMs')}`
}

/** The statement parameters of the cart query, besides the cart's owner. */
export type CartQuery = {
  /** Milliseconds since the epoch. */
  now: number
  /** Ids of the campaigns whose uses are counted, as JSON; `[]` for none. */
  limitedCampaigns: string
}

/** Reads a cart: the shop's revision, the owner's columns, and the lines as JSON, in one row, also where there is no cart. */
export const selectCart = statementOfOwner<CartQuery, CartRow>((parameter, engine) =>
  engine === 'postgres' ? loadCart(parameter) : selectCartWith(parameter, cartUses(parameter)),
)

/** PostgreSQL: the function of migration 0020, which a distributed database runs whole on the node with the cart. */
function loadCart(parameter: Parameter<OwnerKey & CartQuery>): RawBuilder<CartRow> {
  return sql`select * from load_cart_2(${parameter('cartId')}, ${parameter('customerId')}, ${parameter('externalId')},
    ${parameter('limitedCampaigns')}, ${parameter('now')})`
}

/**
 * The cart query of the embedded engine.
 * @param uses the expression that counts the uses of a limited coupon `k` and of limited campaigns
 */
export function selectCartWith(
  parameter: Parameter<OwnerKey & CartQuery>,
  uses: RawBuilder<unknown>,
): RawBuilder<CartRow> {
  return sql<CartRow>`
    select shop.revision as shop_revision,
      u.id as customer_id, u.status as customer_status, u.customer_group_id, u.dealer,
      u.free_cargo as customer_free_cargo, g.free_cargo as group_free_cargo,
      carts.merged_into, carts.used_at, ${changedAt} as changed_at, carts.campaign_id, carts.coupon_code,
      carts.entered_code, k.document as coupon,
      case when k.limited = 1 or ${parameter('limitedCampaigns')} <> '[]' then ${uses} end as uses,
      (select json_group_array(
          json_array(id, product_id, variant_id, quantity, order_note, gift_note, gift_package) order by position, id)
        from cart_lines where cart_id = ${parameter('cartId')}) as lines
    from shop
    left join carts on carts.id = ${parameter('cartId')}
    left join customers u on ${isOwner(parameter, 'u')}
    left join customer_groups g on g.id = u.customer_group_id
    left join coupons k on k.folded_code = carts.coupon_code`
}

/** The uses of a limited coupon and of the limited campaigns, as JSON; on PostgreSQL the function `cart_uses_1` counts them. */
export function cartUses(parameter: Parameter<OwnerKey & CartQuery>): RawBuilder<string> {
  const coupon = sql<string | null>`case when k.limited = 1 then 'coupon:' || k.folded_code end`
  return sql`json_object(
    'coupon', case when k.limited = 1 then ${usesOf(parameter, coupon)} else 0 end,
    'couponByCustomer', case when k.limited = 1 and ${parameter('customerId')} is not null then (
      select count(*) from promotion_uses where promotion = ${coupon} and customer_id = ${parameter('customerId')}
        and (expires_at is null or (${isHeldByOthers(parameter)}))) else 0 end,
    'campaigns', case when ${parameter('limitedCampaigns')} <> '[]' then json((
      select json_group_object(limited.value, ${usesOf(parameter, sql`'campaign:' || limited.value`)})
      from json_each(${parameter('limitedCampaigns')}) as limited)) end)`
}

/** The uses of a promotion, without the hold of this cart. */
function usesOf(parameter: Parameter<OwnerKey & CartQuery>, promotion: RawBuilder<string | null>): RawBuilder<number> {
  return sql`(
    coalesce((select completed from promotion_counts where promotion = ${promotion}), 0)
    + (select count(*) from promotion_uses where promotion = ${promotion} and ${isHeldByOthers(parameter)}))`
}

/** The condition that a use is of a hold that has not expired, and is not this cart's. */
function isHeldByOthers(parameter: Parameter<OwnerKey & CartQuery>): RawBuilder<boolean> {
  return sql`expires_at > ${parameter('now')}
    and reference <> coalesce((select reference from checkouts where subject = ${parameter('cartId')} and state = 'held'), '')`
}
