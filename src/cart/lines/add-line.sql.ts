/** Adds an item to a cart: writes its line and its idempotency key, and reads the resulting cart. */

import { sql } from 'kysely'
import type { OwnerKey } from '../../auth/owner-key.ts'
import type { Queries } from '../../db/database.ts'
import { MAX_QUANTITY, type StoredCart } from '../cart.ts'
import { type CartQuery, mayWrite, selectCart, statementOfOwner } from '../storage/cart.sql.ts'
import { type CartRow, toCart } from '../storage/cart-row.ts'
import { recordAdd } from '../storage/touch-cart.sql.ts'
import { findAdd, isSameAdd, keyReused, saveKey } from './idempotency-keys.sql.ts'

/** The statement parameters of an add, besides the cart's owner. `variantId` is 0 for a product without variants. */
export type NewLine = CartQuery & {
  productId: number
  variantId: number
  itemId: string
  quantity: number
  maxLines: number
  /** The request's idempotency key, or null. */
  idempotencyKey: string | null
}
/** The statement parameters of an add with an idempotency key. */
type KeyedLine = NewLine & { idempotencyKey: string }

/** The line id of an added item, and the cart after the write. */
export interface SavedItem {
  itemId: string
  cart: StoredCart
  /** Whether an earlier request with the same idempotency key has added the item. */
  isReplayed: boolean
}

/**
 * Adds the quantity to the item's line, or inserts a line with the id `itemId`, and reads the resulting cart. Only reads the cart when an
 * earlier request with the same idempotency key has added the item.
 * @param waitMs how long the statement may wait for other writes to the cart on PostgreSQL; null in a transaction that has locked the cart
 * @returns undefined when nothing was written: there is no cart, or the item cannot be added
 * @throws Refusal 422 `idempotency_key_reused`
 * @throws LockConflict, or an error of PostgreSQL for which `isLockConflict` is true, after `waitMs`
 */
export async function addLine(
  queries: Queries,
  key: OwnerKey,
  line: NewLine,
  waitMs: number | null,
): Promise<SavedItem | undefined> {
  if (queries.engine === 'sqlite') return saveAndRead(queries, key, line)
  const [row] = await addItem(queries, key, { ...line, waitMs })
  if (row?.outcome === 'key_reused') throw keyReused()
  return row && { itemId: row.affected_id, cart: toCart([row], line), isReplayed: row.outcome === 'replayed' }
}

/** The row of the function `add_item_2`; see the migrations 0018 and 0020. */
type AddedRow = CartRow & { outcome: 'added' | 'replayed' | 'key_reused'; affected_id: string }

const addItem = statementOfOwner<NewLine & { waitMs: number | null }, AddedRow>(
  parameter => sql`
    select * from add_item_2(${parameter('cartId')}, ${parameter('customerId')}, ${parameter('externalId')},
      ${parameter('limitedCampaigns')}, ${parameter('now')}, ${parameter('productId')}, ${parameter('variantId')},
      ${parameter('itemId')}, ${parameter('quantity')}, ${parameter('maxLines')}, ${parameter('idempotencyKey')},
      ${parameter('waitMs')})`,
  'writer',
)

/** Adds on SQLite, where a transaction excludes all other writes. */
async function saveAndRead(queries: Queries, key: OwnerKey, line: NewLine): Promise<SavedItem | undefined> {
  const replayed = hasKey(line) ? await replayAdd(queries, key, line) : undefined
  if (replayed) return replayed
  const [written] = await insertLine(queries, key, line)
  if (!written) return undefined
  if (hasKey(line)) await saveKey(queries, key, { ...line, itemId: written.id })
  await recordAdd(queries, key, line)
  return { itemId: written.id, cart: toCart(await selectCart(queries, key, line), line), isReplayed: false }
}

function hasKey(line: NewLine): line is KeyedLine {
  return line.idempotencyKey !== null
}

/** @returns undefined when the key is new, or the owner may not write */
async function replayAdd(queries: Queries, key: OwnerKey, line: KeyedLine): Promise<SavedItem | undefined> {
  const [stored] = await findAdd(queries, key, line)
  if (!stored) return undefined
  if (!isSameAdd(stored, line)) throw keyReused()
  return { itemId: stored.item_id, cart: toCart(await selectCart(queries, key, line), line), isReplayed: true }
}

const insertLine = statementOfOwner<NewLine, { id: string }>(
  parameter => sql`
    insert into cart_lines (cart_id, product_id, variant_id, id, position, quantity, gift_package)
    select c.id, p.id, ${parameter('variantId')}, ${parameter('itemId')},
      (select coalesce(max(position), 0) + 1 from cart_lines where cart_id = c.id), ${parameter('quantity')}, 0
    from carts c join products p on p.id = ${parameter('productId')}
    where c.id = ${parameter('cartId')} and c.merged_into is null and ${mayWrite(parameter)} and p.on_sale = 1
      and case when ${parameter('variantId')} = 0
        then not exists (select 1 from variants where product_id = p.id and on_sale = 1)
        else exists (select 1 from variants where product_id = p.id and id = ${parameter('variantId')} and on_sale = 1)
        end
      and (
        (select count(*) from cart_lines where cart_id = c.id) < ${parameter('maxLines')}
        or exists (select 1 from cart_lines
          where cart_id = c.id and product_id = p.id and variant_id = ${parameter('variantId')})
      )
    on conflict (cart_id, product_id, variant_id)
    do update set quantity = cart_lines.quantity + excluded.quantity
    where cart_lines.quantity + excluded.quantity <= ${sql.lit(MAX_QUANTITY)}
    returning id`,
)
