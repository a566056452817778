/** Stocks of the items of a cart as of now: while the stock guard counts, they change without a new revision of the shop. */

import { sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { prepared } from '../../db/prepared-statements.ts'
import { decimal } from '../../money/money.ts'
import { type ItemKey, itemKeyOf } from './item-key.ts'
import type { ItemStock, ItemStocks } from './item-stock.ts'
import { reservedAt } from './reserved.sql.ts'

/** Loads the stocks of items for one cart, whose own reservation does not count. */
export type LoadItemStocks = (cartId: string, items: readonly ItemKey[]) => Promise<ItemStocks>

/** Creates the function that loads stocks. @param now returns milliseconds since the epoch */
export function createItemStockLoader(database: Queries, now: () => number): LoadItemStocks {
  return async (cartId, items) => {
    if (items.length === 0) return new Map()
    const keys = JSON.stringify(items.map(({ productId, variantId }) => ({ p: productId, v: variantId })))
    const rows = await selectStocks(database, { cartId, keys, now: now() })
    return new Map(rows.map(row => [itemKeyOf({ productId: row.product_id, variantId: row.variant_id }), toStock(row)]))
  }
}

function toStock({ stock: text, reserved }: StockRow): ItemStock {
  const stock = decimal(text)
  return { stock, available: stock.minus(decimal(String(reserved))) }
}

type StockRow = { product_id: number; variant_id: number; stock: string; reserved: number }

/** `reserved` is what others have reserved. A cart has one hold; the row of what it reserves is found by the primary key. */
const selectStocks = prepared<{ cartId: string; keys: string; now: number }, StockRow>(
  (parameter, engine) => sql`
    select k.p as product_id, k.v as variant_id, coalesce(v.stock, p.stock) as stock,
      ${reservedAt({ reserved: sql`coalesce(v.reserved, p.reserved)`, productId: sql`k.p`, variantId: sql`k.v` }, parameter('now'))}
        - coalesce((select o.quantity from stock_reservations o
          where o.reference = own.reference and o.product_id = k.p and o.variant_id = k.v
            and o.expires_at > ${parameter('now')}), 0) as reserved
    from ${jsonRows(parameter('keys'), 'k', { columns: { p: 'bigint', v: 'bigint' }, engine })}
    left join (select max(reference) as reference from checkouts
      where subject = ${parameter('cartId')} and state = 'held') as own on true
    left join products p on p.id = k.p and k.v = 0
    left join variants v on v.product_id = k.p and v.id = k.v
    where coalesce(v.stock, p.stock) is not null`,
)
