/** Subtracts a completed checkout from its cart. The cart's row is locked. */

import { sql } from 'kysely'
import { forgetBuyLinks } from '../cart/brought/brought-carts.sql.ts'
import { writtenAt } from '../cart/storage/cart-times.sql.ts'
import type { CheckoutTable } from '../db/checkout-tables.ts'
import type { Queries } from '../db/database.ts'
import type { CartLineTable } from '../db/cart-tables.ts'
import { toPromotions } from './checkout-row.sql.ts'
import { heldQuantities } from './condensed-cart.ts'

const LINES_PER_STATEMENT = 200

/**
 * Subtracts the held quantities per product and variant, at most what is there, and removes the choices that were used. What was added
 * since the hold stays. A cart that is empty then starts anew: automatic campaigns apply to it again.
 * @param now milliseconds since the epoch
 */
export async function subtractFromCart(
  queries: Queries,
  cartId: string,
  row: CheckoutTable,
  now: number,
): Promise<void> {
  const { kysely } = queries
  const lines = await kysely.selectFrom('cart_lines').selectAll().where('cart_id', '=', cartId).execute()
  const held = quantitiesByItem(row)
  const left = lines.map(line => ({ ...line, quantity: line.quantity - (held.get(itemKeyOf(line)) ?? 0) }))
  const bought = left.filter(({ quantity }) => quantity <= 0).map(({ id }) => id)
  if (bought.length > 0) {
    await kysely.deleteFrom('cart_lines').where('cart_id', '=', cartId).where('id', 'in', bought).execute()
  }
  const isEmptied = bought.length === lines.length
  if (isEmptied) await forgetBuyLinks(queries, cartId)
  const { campaignIds } = toPromotions(row)
  const isHeld =
    campaignIds.length === 0
      ? sql`false`
      : sql`campaign_id in (${sql.join(campaignIds.map(id => sql`cast(${id} as bigint)`))})`
  const reduced = left.filter(line => line.quantity > 0 && held.has(itemKeyOf(line)))
  for (let start = 0; start < reduced.length; start += LINES_PER_STATEMENT) {
    await replaceQuantities(queries, reduced.slice(start, start + LINES_PER_STATEMENT))
  }
  await sql`
    update carts set revision = revision + 1, ${writtenAt(now)},
      coupon_code = case when coupon_code = ${row.coupon_code} then null else coupon_code end,
      entered_code = case when coupon_code = ${row.coupon_code} then null else entered_code end,
      campaign_id = case when ${isHeld} then null else campaign_id end,
      campaign_off = case when ${isEmptied ? 1 : 0} = 1 then 0 else campaign_off end
    where id = ${cartId}`.execute(kysely)
}

/** Sets the quantities of lines that exist: one statement for all, which finds each by its key. */
async function replaceQuantities({ kysely }: Queries, lines: CartLineTable[]): Promise<void> {
  await kysely
    .insertInto('cart_lines')
    .values(lines)
    .onConflict(conflict =>
      conflict
        .columns(['cart_id', 'product_id', 'variant_id'])
        .doUpdateSet({ quantity: eb => eb.ref('excluded.quantity') }),
    )
    .execute()
}

/** Returns the held quantities by product and variant. */
function quantitiesByItem({ document, quantities }: CheckoutTable): Map<string, number> {
  const held = heldQuantities({ cart: JSON.parse(document), quantities })
  return new Map(held.map(({ productId, variantId, quantity }) => [`${productId}-${variantId ?? 0}`, quantity]))
}

function itemKeyOf({ product_id, variant_id }: { product_id: number; variant_id: number }): string {
  return `${product_id}-${variant_id}`
}
