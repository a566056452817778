/**
 * Records of what an owner's cart has got by links: from the carts of agents (`ucp:<uuid>`), and by links of the shop (`link:<digest>`) and by those
 * that anybody writes (`buy:<digest>`). A record outlives the cart's row: what was brought once
 * does not come again after the owner has emptied the cart.
 */

import { sql } from 'kysely'
import type { OwnerKey } from '../../auth/owner-key.ts'
import type { Queries } from '../../db/database.ts'
import type { UcpBroughtTable } from '../../db/ucp-tables.ts'
import { statementOfOwner } from '../storage/cart.sql.ts'
import { type BroughtQuantities, broughtQuantities, broughtText } from './brought-items.ts'

/** Records per owner: a further one replaces the oldest. */
const MAX_RECORDS = 500

/** What a link has brought. */
export interface Brought {
  /** The latest revision of the linked cart that was brought. */
  revision: number
  quantities: BroughtQuantities
  /** The folded code of the coupon that was brought last; null while none was. */
  couponCode: string | null
}

type Values = Pick<UcpBroughtTable, 'ucp_cart_id' | 'revision' | 'quantities' | 'coupon_code' | 'brought_at'>

/** Finds what the linked cart `ucpCartId` has brought into the owner's cart; undefined for nothing. */
export async function findBrought(queries: Queries, key: OwnerKey, ucpCartId: string): Promise<Brought | undefined> {
  const [row] = await selectBrought(queries, key, { ucpCartId })
  if (!row) return undefined
  return { revision: row.revision, quantities: broughtQuantities(row), couponCode: row.coupon_code }
}

/**
 * Saves what a linked cart has brought, within a transaction that has locked the owner's cart. The oldest of too many records goes.
 * @param now milliseconds since the epoch
 */
export async function saveBrought(
  queries: Queries,
  key: OwnerKey,
  ucpCartId: string,
  { revision, quantities, couponCode, now }: Brought & { now: number },
): Promise<void> {
  const values = { ucp_cart_id: ucpCartId, revision, quantities: broughtText(quantities), coupon_code: couponCode }
  await upsertBrought(queries, key, { ...values, brought_at: now })
  await deleteExcess(queries, key, {})
}

/** Moves the records of a merged guest to the member. Where both have one of the same cart, the larger quantity of each item counts. */
export async function moveBrought(queries: Queries, { from, to }: { from: OwnerKey; to: OwnerKey }): Promise<void> {
  const { kysely } = queries
  const moved = await kysely.deleteFrom('ucp_brought').where('cart_id', '=', from.cartId).returningAll().execute()
  if (moved.length === 0) return
  const carts = moved.map(({ ucp_cart_id }) => ucp_cart_id)
  const selected = kysely.selectFrom('ucp_brought').selectAll().where('cart_id', '=', to.cartId)
  const own = new Map((await selected.where('ucp_cart_id', 'in', carts).execute()).map(row => [row.ucp_cart_id, row]))
  for (const row of moved) await upsertBrought(queries, to, combine(row, own.get(row.ucp_cart_id)))
  await deleteExcess(queries, to, {})
}

function combine(guests: UcpBroughtTable, members: UcpBroughtTable | undefined): Values {
  const { ucp_cart_id, revision, quantities, coupon_code, brought_at } = guests
  if (!members) return { ucp_cart_id, revision, quantities, coupon_code, brought_at }
  const larger = new Map(broughtQuantities(members))
  for (const [item, quantity] of broughtQuantities(guests)) larger.set(item, Math.max(quantity, larger.get(item) ?? 0))
  return {
    ucp_cart_id,
    revision: Math.max(revision, members.revision),
    quantities: broughtText(larger),
    coupon_code: members.coupon_code ?? coupon_code,
    brought_at: Math.max(brought_at, members.brought_at),
  }
}

const selectBrought = statementOfOwner<
  { ucpCartId: string },
  Pick<UcpBroughtTable, 'revision' | 'quantities' | 'coupon_code'>
>(
  parameter => sql`
    select revision, quantities, coupon_code from ucp_brought
    where cart_id = ${parameter('cartId')} and ucp_cart_id = ${parameter('ucpCartId')}`,
)

const upsertBrought = statementOfOwner<Values, never>(
  parameter => sql`
    insert into ucp_brought (cart_id, ucp_cart_id, revision, quantities, coupon_code, brought_at)
    values (${parameter('cartId')}, ${parameter('ucp_cart_id')}, ${parameter('revision')}, ${parameter('quantities')},
      ${parameter('coupon_code')}, ${parameter('brought_at')})
    on conflict (cart_id, ucp_cart_id) do update set revision = excluded.revision, quantities = excluded.quantities,
      coupon_code = excluded.coupon_code, brought_at = excluded.brought_at`,
)

const deleteExcess = statementOfOwner<object, never>(
  parameter => sql`
    delete from ucp_brought
    where cart_id = ${parameter('cartId')} and ucp_cart_id in (
      select ucp_cart_id from ucp_brought where cart_id = ${parameter('cartId')}
      order by brought_at desc, ucp_cart_id limit ${sql.lit(MAX_RECORDS)} offset ${sql.lit(MAX_RECORDS)})`,
)

/** Forgets what links that anybody writes have brought into an owner's cart, which has been ordered: such a link may be meant anew. */
export async function forgetBuyLinks({ kysely }: Queries, cartId: string): Promise<void> {
  await kysely.deleteFrom('ucp_brought').where('cart_id', '=', cartId).where('ucp_cart_id', 'like', 'buy:%').execute()
}
