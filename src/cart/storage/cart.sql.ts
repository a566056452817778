/** SQL fragments that the cart stores share. */

import { type RawBuilder, sql } from 'kysely'
import { OWNER_PARAMETERS, type OwnerKey } from '../../auth/owner-key.ts'
import type { Flag } from '../../db/column-types.ts'
import type { Queries } from '../../db/database.ts'
import { type Parameter, preparedWithKey } from '../../db/prepared-statements.ts'
import type { CountedFacts } from '../../shop/shop.ts'

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
 * active. PostgreSQL has a function, `isActiveCustomer`.
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
 * The condition of a write to a cart's row on SQLite: it is the owner's, and the owner may write. PostgreSQL has the functions of `cartWrite`.
 */
export function isOwnCart(parameter: Parameter<OwnerKey & CartWriteParameters>): RawBuilder<boolean> {
  return sql`id = ${parameter('cartId')} and merged_into is null and ${mayWrite(parameter)}`
}

/** The statement parameters of a count of uses, besides the cart's owner. */
export type UsesQuery = {
  /** Milliseconds since the epoch. */
  now: number
  /** Ids of the campaigns whose uses are counted, as JSON; `[]` for none. */
  limitedCampaigns: string
  /** Ids of those whose uses by the cart's customer are counted, as JSON; `[]` for none. */
  limitedPerCustomer: string
}

/** The statement parameters of the cart query, besides the cart's owner. */
export type CartQuery = UsesQuery & {
  /** Whether a campaign asks if the customer has ordered. A chosen coupon that asks needs no parameter. */
  countsOrders: Flag
  /** How often and how long the cart may hold a promotion without an order, as a JSON array; null for a count of no holds. */
  holdLimit: string | null
}

/** What a read of a cart counts at `now`, in milliseconds since the epoch, for the campaigns of the shop. */
export type CountedUses = CountedFacts & { now: number }

/** Returns the parameters of the cart query. */
export function cartQueryOf({ countsOrders, ...others }: CountedUses): CartQuery {
  return { ...others, countsOrders: countsOrders ? 1 : 0 }
}
