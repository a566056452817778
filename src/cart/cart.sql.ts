/** SQL fragments that the cart stores share. */

import { type RawBuilder, sql } from 'kysely'
import { cartIdOf, customerIdOf, externalIdOf, type Owner } from '../auth/identity.ts'
import type { Engine, Queries } from '../db/database.ts'
import { type Parameter, prepared } from '../db/prepared.ts'
import { TOUCH_INTERVAL_MS } from './cart.ts'
import type { CartRow } from './cart-row.ts'

const touchInterval = sql.lit(TOUCH_INTERVAL_MS)

/**
 * The statement parameters that identify an owner. `customerId` is null for a guest, `externalId` for every owner whose token does
 * not name an external id.
 */
export type OwnerKey = { cartId: string; customerId: number | null; externalId: string | null }

/** Returns the statement parameters of an owner. */
export function keyOf(owner: Owner): OwnerKey {
  return { cartId: cartIdOf(owner), customerId: customerIdOf(owner), externalId: externalIdOf(owner) }
}

/** The condition that a `customers` row is the owner's: it has the id, and still the external id that the token names. */
export function isOwner(parameter: Parameter<OwnerKey>, table: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql`${column('id')} = ${parameter('customerId')}
    and (cast(${parameter('externalId')} as text) is null or ${column('external_id')} = ${parameter('externalId')})`
}

/**
 * The condition of every write: the owner is a guest or an active customer. A token can be valid for a customer who is no longer
 * active.
 */
export function mayWrite(parameter: Parameter<OwnerKey>): RawBuilder<boolean> {
  return sql`(cast(${parameter('customerId')} as bigint) is null
    or exists (select 1 from customers where ${isOwner(parameter, 'customers')} and status = 'active'))`
}

/**
 * The condition of every statement that creates a row for an owner: the owner is a guest or an active customer. On PostgreSQL it
 * locks the customer's row. A customer deletion locks that row first, so no row is created during a deletion.
 */
export function mayCreate(parameter: Parameter<OwnerKey>, engine: Engine): RawBuilder<boolean> {
  const lock = engine === 'postgres' ? sql`for key share` : sql``
  return sql`(cast(${parameter('customerId')} as bigint) is null
    or ${parameter('customerId')} in (
      select id from customers where ${isOwner(parameter, 'customers')} and status = 'active' ${lock}))`
}

/** The condition that a `carts` row is the owner's. On PostgreSQL it locks the row, and is false while another write locks it. */
export function lockedCart(parameter: Parameter<OwnerKey>, engine: Engine): RawBuilder<boolean> {
  if (engine === 'sqlite') return sql`id = ${parameter('cartId')}`
  return sql`id in (select id from carts where id = ${parameter('cartId')} for update skip locked)`
}

type Touch = OwnerKey & { now: number }

/**
 * Touches a cart: sets `used_at`. Returns no row when the cart was touched within a day, when there is no cart, when the guest
 * was merged, or while another write locks the row.
 */
export const touchCart = prepared<Touch, { id: string }>(
  (parameter, engine) => sql`
    update carts set used_at = ${parameter('now')}
    where ${lockedCart(parameter, engine)} and merged_into is null and used_at + ${touchInterval} < ${parameter('now')}
    returning id`,
)

/**
 * Touches a guest's cart before a line write on SQLite, where line writes do not update the cart's row. Without the touch, a cart
 * that was just written to could be deleted as idle.
 */
export async function touchBeforeLineWrite(database: Queries, key: Touch): Promise<void> {
  if (database.engine === 'sqlite' && key.customerId === null) await touchCart(database, key)
}

/** `used_at` after a write. It changes at most once a day, so that most PostgreSQL updates are HOT updates (no index change). */
export function touchedNow(parameter: Parameter<{ now: number }>): RawBuilder<number> {
  return sql`case when carts.used_at + ${touchInterval} < ${parameter('now')} then ${parameter('now')} else carts.used_at end`
}

/**
 * The `with` clause of a write to one line. On PostgreSQL it locks the cart's row, unless another write locks it, and increments
 * its revision, so that a concurrent add detects the change; `ownLine` then selects the line. Empty on SQLite.
 */
export function withOwnLine(parameter: Parameter<Touch & { itemId: string }>, engine: Engine): RawBuilder<unknown> {
  if (engine === 'sqlite') return sql``
  return sql`
    with moved as (
      update carts set revision = revision + 1, used_at = ${touchedNow(parameter)}
      where ${lockedCart(parameter, engine)} and ${mayWrite(parameter)}
        and exists (select 1 from cart_lines where cart_id = ${parameter('cartId')} and id = ${parameter('itemId')})
      returning id
    )`
}

/** The condition of a write that begins with `withOwnLine`: the line is the owner's, and the owner may write. */
export function ownLine(parameter: Parameter<OwnerKey & { itemId: string }>, engine: Engine): RawBuilder<boolean> {
  if (engine === 'postgres') return sql`cart_id in (select id from moved) and id = ${parameter('itemId')}`
  return sql`cart_id = ${parameter('cartId')} and id = ${parameter('itemId')} and ${mayWrite(parameter)}`
}

/** The statement parameters of the cart query. */
export type CartQuery = OwnerKey & {
  /** Milliseconds since the epoch. */
  now: number
  /** Ids of the campaigns whose uses are counted, as JSON; `[]` for none. */
  limitedCampaigns: string
}

/**
 * The form of the cart query. Without limited campaigns it has no part that counts them: PostgreSQL would plan the statement anew for
 * every cart, because the plan for no campaigns is cheaper than the one for any.
 */
export interface CartQueryForm {
  engine: Engine
  countsCampaigns: boolean
}

/**
 * The cart query: the shop revision, the owner's columns and the lines. It returns one row per line; one row for an empty cart.
 * @param lines the table or subquery that provides the lines
 */
export function selectCartWith(
  parameter: Parameter<CartQuery>,
  lines: RawBuilder<unknown>,
  { engine, countsCampaigns }: CartQueryForm,
): RawBuilder<CartRow> {
  return sql<CartRow>`
    select shop.revision as shop_revision,
      u.id as customer_id, u.status as customer_status, u.customer_group_id, u.dealer,
      u.free_cargo as customer_free_cargo, g.free_cargo as group_free_cargo,
      c.merged_into, c.used_at, c.campaign_id, k.document as coupon, c.coupon_uses, c.customer_uses, c.campaign_uses,
      l.id, l.position, l.product_id, l.variant_id, l.quantity, l.order_note, l.gift_note, l.gift_package
    from shop
    left join customers u on ${isOwner(parameter, 'u')}
    left join customer_groups g on g.id = u.customer_group_id
    left join ${ownCart(parameter, { engine, countsCampaigns })} c on true
    left join coupons k on k.folded_code = c.coupon_code
    left join ${lines} l on l.cart_id = c.id
    order by l.position, l.id`
}

/**
 * The cart's row with the uses of its promotions. Without a cart it is one row of nulls, with the uses of campaigns. The limit keeps the
 * engines from counting the uses once per line.
 */
function ownCart(parameter: Parameter<CartQuery>, { engine, countsCampaigns }: CartQueryForm): RawBuilder<unknown> {
  const coupon = sql<string>`('coupon:' || coupon_code)`
  return sql`(
    select id, merged_into, used_at, campaign_id, coupon_code,
      case when coupon_code is null then 0 else ${usesOf(parameter, coupon)} end as coupon_uses,
      case when coupon_code is null or cast(${parameter('customerId')} as bigint) is null then 0 else (
        select count(*) from promotion_uses where promotion = ${coupon} and customer_id = ${parameter('customerId')}
          and (expires_at is null or (${isHeldByOthers(parameter)}))) end as customer_uses,
      ${countsCampaigns ? campaignUses(parameter, engine) : sql`null`} as campaign_uses
    from (select 1) as one left join carts on carts.id = ${parameter('cartId')} limit 1)`
}

/** The uses of a promotion, without the hold of this cart. */
function usesOf(parameter: Parameter<CartQuery>, promotion: RawBuilder<string>): RawBuilder<number> {
  return sql`(
    coalesce((select completed from promotion_counts where promotion = ${promotion}), 0)
    + (select count(*) from promotion_uses where promotion = ${promotion} and ${isHeldByOthers(parameter)}))`
}

/** The condition that a use is of a hold that has not expired, and is not this cart's. */
function isHeldByOthers(parameter: Parameter<CartQuery>): RawBuilder<boolean> {
  return sql`expires_at > ${parameter('now')}
    and reference <> coalesce((select reference from checkouts where subject = ${parameter('cartId')} and state = 'held'), '')`
}

/** The uses of the limited campaigns, as a JSON object by campaign id. */
function campaignUses(parameter: Parameter<CartQuery>, engine: Engine): RawBuilder<string> {
  const uses = usesOf(parameter, sql`('campaign:' || limited.value)`)
  return engine === 'postgres'
    ? sql`(select cast(json_object_agg(limited.value, ${uses}) as text)
        from jsonb_array_elements_text(cast(${parameter('limitedCampaigns')} as jsonb)) as limited)`
    : sql`(select json_group_object(limited.value, ${uses}) from json_each(${parameter('limitedCampaigns')}) as limited)`
}

type Build<P, R> = (parameter: Parameter<P>, form: CartQueryForm) => RawBuilder<R>

/** Declares a statement that contains the cart query, in both forms. @returns function that runs the form that is needed */
export function byForm<P extends CartQuery, R>(build: Build<P, R>): (queries: Queries, values: P) => Promise<R[]> {
  const plain = prepared<P, R>((parameter, engine) => build(parameter, { engine, countsCampaigns: false }))
  const counting = prepared<P, R>((parameter, engine) => build(parameter, { engine, countsCampaigns: true }))
  return (queries, values) => (values.limitedCampaigns === '[]' ? plain : counting)(queries, values)
}
