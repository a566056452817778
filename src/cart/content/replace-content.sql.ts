/** Statements that replace the lines and the coupon of a cart, in a transaction that has locked it. */

import { sql } from 'kysely'
import type { CartLineTable } from '../../db/cart-tables.ts'
import type { Flag } from '../../db/column-types.ts'
import type { Queries } from '../../db/database.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { prepared } from '../../db/prepared-statements.ts'
import { statementOfOwner } from '../storage/cart.sql.ts'
import { writtenAt } from '../storage/cart-times.sql.ts'
import type { ContentLine, SoldFacts } from './cart-content.ts'

/** Loads what decides whether items may be in a cart, in their order. */
export async function loadFacts(queries: Queries, lines: readonly ContentLine[]): Promise<SoldFacts[]> {
  if (lines.length === 0) return []
  const items = lines.map(({ productId, variantId }, n) => ({ n, p: productId, v: variantId ?? 0 }))
  const rows = await selectFacts(queries, { items: JSON.stringify(items) })
  return rows.map(row => ({
    productOnSale: row.on_sale === 1,
    hasVariants: row.variants === 1,
    variantOnSale: row.variant_on_sale === 1,
  }))
}

const selectFacts = prepared<{ items: string }, { on_sale: Flag | null; variant_on_sale: Flag | null; variants: Flag }>(
  (parameter, engine) => {
    const columns = { n: 'integer', p: 'bigint', v: 'bigint' } as const
    return sql`
      select p.on_sale, v.on_sale as variant_on_sale,
        case when exists (select 1 from variants s where s.product_id = p.id and s.on_sale = 1) then 1 else 0 end as variants
      from ${jsonRows(parameter('items'), 'k', { columns, engine })}
      left join products p on p.id = k.p
      left join variants v on v.product_id = k.p and v.id = k.v
      order by k.n`
  },
)

/** A stored line, without its place and quantity. */
export type StoredRow = Omit<CartLineTable, 'cart_id' | 'position' | 'quantity'>

/** Deletes the lines of a cart. */
export const deleteLines = statementOfOwner<object, StoredRow>(
  parameter => sql`
    delete from cart_lines where cart_id = ${parameter('cartId')}
    returning product_id, variant_id, id, order_note, gift_note, gift_package`,
)

/** Returns the rows of lines, with the id and the notes that their items had. */
export function toRows(lines: readonly ContentLine[], before: readonly StoredRow[], newId: () => string) {
  const stored = new Map(before.map(row => [`${row.product_id} ${row.variant_id}`, row]))
  return lines.map(({ productId, variantId, quantity, orderNote, giftNote, giftPackage }, index) => {
    const old = stored.get(`${productId} ${variantId ?? 0}`)
    return {
      ...{ p: productId, v: variantId ?? 0, id: old?.id ?? newId(), n: index + 1, q: quantity },
      o: orderNote === undefined ? (old?.order_note ?? null) : orderNote,
      g: giftNote === undefined ? (old?.gift_note ?? null) : giftNote,
      w: giftPackage === undefined ? (old?.gift_package ?? 0) : Number(giftPackage),
    }
  })
}

/** Inserts rows of `toRows`, as JSON. */
export const insertLines = statementOfOwner<{ rows: string }, never>((parameter, engine) => {
  const keys = { p: 'bigint', v: 'bigint', id: 'text', n: 'bigint', q: 'integer' } as const
  const columns = { ...keys, o: 'text', g: 'text', w: 'integer' } as const
  return sql`
    insert into cart_lines (cart_id, product_id, variant_id, id, position, quantity, order_note, gift_note, gift_package)
    select cast(${parameter('cartId')} as text), k.p, k.v, k.id, k.n, k.q, k.o, k.g, k.w
    from ${jsonRows(parameter('rows'), 'k', { columns, engine })}`
})

interface Choices {
  setsCoupon: Flag
  foldedCode: string | null
  enteredCode: string | null
  now: number
}

/** Saves that the cart was written, and its coupon where `setsCoupon` is 1. */
export const saveChoices = statementOfOwner<Choices, never>(
  parameter => sql`
    update carts set revision = revision + 1, ${writtenAt(parameter('now'))},
      coupon_code = case when ${parameter('setsCoupon')} = 1 then cast(${parameter('foldedCode')} as text) else coupon_code end,
      entered_code = case when ${parameter('setsCoupon')} = 1 then cast(${parameter('enteredCode')} as text) else entered_code end,
      refused_code = case when cast(${parameter('foldedCode')} as text) is null then refused_code end,
      refused_reason = case when cast(${parameter('foldedCode')} as text) is null then refused_reason end,
      refused_at = case when cast(${parameter('foldedCode')} as text) is null then refused_at end
    where id = ${parameter('cartId')}`,
)
