/** Subtracts a completed checkout from its cart. The cart's row is locked. */

import { sql } from 'kysely'
import type { CartDocument } from '../cart/cart.document.ts'
import type { Queries } from '../db/database.ts'
import type { CheckoutTable } from '../db/tables.ts'

/**
 * Subtracts the held quantities per product and variant, at most what is there, and removes the choices that were used. What was added
 * since the hold stays.
 */
export async function subtractFromCart(queries: Queries, cartId: string, row: CheckoutTable): Promise<void> {
  const { kysely } = queries
  const lines = await kysely.selectFrom('cart_lines').selectAll().where('cart_id', '=', cartId).execute()
  const held = heldQuantities(JSON.parse(row.document))
  const left = lines.map(line => ({ ...line, left: line.quantity - (held.get(itemKeyOf(line)) ?? 0) }))
  const bought = left.filter(each => each.left <= 0).map(({ id }) => id)
  if (bought.length > 0) {
    await kysely.deleteFrom('cart_lines').where('cart_id', '=', cartId).where('id', 'in', bought).execute()
  }
  for (const each of left.filter(line => line.left > 0 && line.left < line.quantity)) {
    const line = kysely.updateTable('cart_lines').where('cart_id', '=', cartId).where('id', '=', each.id)
    await line.set({ quantity: each.left }).execute()
  }
  await sql`
    update carts set revision = revision + 1,
      coupon_code = case when coupon_code = ${row.coupon_code} then null else coupon_code end,
      campaign_id = case when campaign_id = cast(${row.campaign_id} as bigint) then null else campaign_id end
    where id = ${cartId}`.execute(kysely)
}

/** Returns the quantities of a held cart by product and variant. */
function heldQuantities({ included }: CartDocument): Map<string, number> {
  return new Map(
    included.map(({ attributes: { productId, variantId, quantity } }) => [`${productId}-${variantId ?? 0}`, quantity]),
  )
}

function itemKeyOf({ product_id, variant_id }: { product_id: number; variant_id: number }): string {
  return `${product_id}-${variant_id}`
}
