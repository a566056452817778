/** Reads an agent's cart: its lines, codes and times as of one moment. */

import { sql } from 'kysely'
import type { UcpOwner } from '../../auth/identity.ts'
import { keyOf } from '../../auth/owner-key.ts'
import { type CartQuery, cartUses, selectCartWith, statementOfOwner } from '../../cart/storage/cart.sql.ts'
import { type CartRow, toCart } from '../../cart/storage/cart-row.ts'
import type { Queries } from '../../db/database.ts'
import type { UcpCartTable } from '../../db/ucp-tables.ts'
import type { StoredUcpCart, UcpRecord } from './ucp-cart.ts'

/** Loads an agent's cart, whatever its state. */
export async function loadUcpCart(queries: Queries, owner: UcpOwner, counted: CartQuery): Promise<StoredUcpCart> {
  const rows = await selectUcpCart(queries, keyOf(owner), counted)
  return { record: toRecord(rows[0]), stored: toCart(rows, counted) }
}

type UcpRow = CartRow & {
  ucp_revision: number | null
  codes: UcpCartTable['codes'] | null
  expires_at: number | null
  cancelled_at: number | null
}

function toRecord(row: UcpRow | undefined): UcpRecord | undefined {
  if (!row || row.ucp_revision === null) return undefined
  return {
    revision: row.ucp_revision,
    codes: JSON.parse(row.codes ?? '[]') as string[],
    expiresAt: row.expires_at ?? 0,
    cancelledAt: row.cancelled_at,
  }
}

const selectUcpCart = statementOfOwner<CartQuery, UcpRow>((parameter, engine) =>
  engine === 'postgres'
    ? sql`
      select * from load_ucp_cart_1(${parameter('cartId')}, ${parameter('limitedCampaigns')}, ${parameter('now')})`
    : sql`
      select c.*, u.revision as ucp_revision, u.codes, u.expires_at, u.cancelled_at
      from (${selectCartWith(parameter, cartUses(parameter))}) as c
      left join ucp_carts u on u.cart_id = ${parameter('cartId')}`,
)
