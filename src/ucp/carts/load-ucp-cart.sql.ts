/** Reads an agent's cart: its lines, codes and times as of one moment. */

import { sql } from 'kysely'
import type { UcpOwner } from '../../auth/identity.ts'
import { keyOf } from '../../auth/owner-key.ts'
import { type CartQuery, type CountedUses, cartQueryOf, statementOfOwner } from '../../cart/storage/cart.sql.ts'
import { type CartRow, toCart } from '../../cart/storage/cart-row.ts'
import {
  CART_COLUMN_NAMES,
  CART_COLUMNS,
  loadCart,
  selectCartOnSqlite,
} from '../../cart/storage/functions/load-cart.sql.ts'
import type { Queries } from '../../db/database.ts'
import type { DatabaseFunction } from '../../db/postgres/database-function.ts'
import type { UcpCartTable } from '../../db/ucp-tables.ts'
import type { StoredUcpCart, UcpRecord } from './ucp-cart.ts'

/** Loads an agent's cart, whatever its state. */
export async function loadUcpCart(queries: Queries, owner: UcpOwner, counted: CountedUses): Promise<StoredUcpCart> {
  const query = cartQueryOf(counted)
  const rows = await selectUcpCart(queries, keyOf(owner), query)
  return { record: toRecord(rows[0]), stored: toCart(rows, query) }
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

/**
 * Loads the cart of a guest by `loadCart`, with the codes and the times of the agent's cart as of the same moment. Without such a cart
 * `ucp_revision` is null.
 */
export const loadUcpCartWhole: DatabaseFunction = {
  name: 'load_ucp_cart_3',
  parameters: 'p_cart text, p_limited_campaigns text, p_now bigint',
  returns: `table (ucp_revision integer, codes text, expires_at bigint, cancelled_at bigint, ${CART_COLUMNS})`,
  attributes: 'stable',
  runsBesideCart: true,
  body: `
    begin
      select c.* into ${CART_COLUMN_NAMES} from ${loadCart.name}(p_cart, null, null, p_limited_campaigns, '[]', p_now, 0, null) c;
      if shop_revision is null then
        return;
      end if;
      select u.revision, u.codes, u.expires_at, u.cancelled_at
        into ucp_revision, codes, expires_at, cancelled_at
        from ucp_carts u where u.cart_id = p_cart;
      return next;
    end `,
}

const selectUcpCart = statementOfOwner<CartQuery, UcpRow>((parameter, engine) =>
  engine === 'postgres'
    ? sql`
      select * from ${sql.raw(loadUcpCartWhole.name)}(${parameter('cartId')}, ${parameter('limitedCampaigns')}, ${parameter('now')})`
    : sql`
      select c.*, u.revision as ucp_revision, u.codes, u.expires_at, u.cancelled_at
      from (${selectCartOnSqlite(parameter)}) as c
      left join ucp_carts u on u.cart_id = ${parameter('cartId')}`,
)
