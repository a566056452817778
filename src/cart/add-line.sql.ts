/** Adds an item to a cart: the statements that write its line and its idempotency key, and read the resulting cart. */

import { type RawBuilder, sql } from 'kysely'
import type { Engine, Queries } from '../db/database.ts'
import { type Parameter, prepared } from '../db/prepared.ts'
import type { CartLineTable } from '../db/tables.ts'
import { type CartQuery, lockedCart, mayWrite, type OwnerKey, selectCart, selectCartWith } from './cart.sql.ts'
import { MAX_QUANTITY, type StoredCart } from './cart.ts'
import { type CartRow, toCart } from './cart-row.ts'
import { writtenAt } from './cart-times.sql.ts'
import { findAdd, isNewKey, requireSameAdd, saveKey, withStoredKey } from './idempotency-keys.sql.ts'
import { recordAdd } from './touch-cart.sql.ts'

/** The statement parameters of an add. `variantId` is 0 for a product without variants. */
export type NewLine = CartQuery & {
  productId: number
  variantId: number
  itemId: string
  quantity: number
  maxLines: number
  idempotencyKey: string | undefined
}
/** The statement parameters of an add with an idempotency key. */
export type KeyedLine = NewLine & { idempotencyKey: string }

/** The line id of an added item, and the cart after the write. */
export interface SavedItem {
  itemId: string
  cart: StoredCart
  /** Whether an earlier request with the same idempotency key has added the item. */
  isReplayed: boolean
}

/**
 * Adds the quantity to the item's line, or inserts a line with the id `itemId`, and reads the resulting cart.
 * @returns undefined when nothing was written: the item cannot be added, its idempotency key is known, or another write locks the cart
 */
export async function addLine(queries: Queries, line: NewLine): Promise<SavedItem | undefined> {
  if (queries.engine === 'sqlite') return saveAndRead(queries, line)
  const rows = hasKey(line)
    ? await insertKeyedLineAndSelectCart(queries, line)
    : await insertLineAndSelectCart(queries, line)
  const itemId = rows[0]?.affected_id
  return itemId ? { itemId, cart: toCart(rows, line), isReplayed: false } : undefined
}

/** Whether an add has an idempotency key. */
export function hasKey(line: NewLine): line is KeyedLine {
  return line.idempotencyKey !== undefined
}

async function saveAndRead(queries: Queries, line: NewLine): Promise<SavedItem | undefined> {
  const [written] = hasKey(line) ? await insertKeyedLine(queries, line) : await insertLine(queries, line)
  if (!written) return undefined
  if (hasKey(line)) await saveKey(queries, { ...line, itemId: written.id })
  await recordAdd(queries, line)
  return { itemId: written.id, cart: toCart(await selectCart(queries, line), line), isReplayed: false }
}

/**
 * Reads the cart for an add that an earlier request with the same key has done. The cart's row is locked.
 * @returns undefined when the key is new
 * @throws Refusal 422 `idempotency_key_reused`
 */
export async function replayAdd(queries: Queries, line: KeyedLine): Promise<SavedItem | undefined> {
  const [stored] = await findAdd(queries, line)
  if (!stored) return undefined
  requireSameAdd(stored, line)
  return { itemId: stored.item_id, cart: toCart(await selectCart(queries, line), line), isReplayed: true }
}

/**
 * Inserts the item's line or adds to its quantity.
 * @param from the row of `carts` to write to; empty when the owner may not write
 * @param isNew a further condition of the write: that the request's idempotency key is new
 */
function upsertLine(
  parameter: Parameter<NewLine>,
  from: RawBuilder<unknown>,
  isNew?: RawBuilder<boolean>,
): RawBuilder<CartLineTable> {
  return sql`
    insert into cart_lines (cart_id, product_id, variant_id, id, position, quantity, gift_package)
    select c.id, p.id, ${parameter('variantId')}, ${parameter('itemId')},
      (select coalesce(max(position), 0) + 1 from cart_lines where cart_id = c.id), ${parameter('quantity')}, 0
    from ${from} c
    join products p on p.id = ${parameter('productId')}
    where p.on_sale = 1 ${isNew ? sql`and ${isNew}` : sql``}
      and case when cast(${parameter('variantId')} as bigint) = 0
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
    returning *`
}

const insertLine = prepared<NewLine, CartLineTable>(parameter => upsertLine(parameter, ownRow(parameter)))

const insertKeyedLine = prepared<KeyedLine, CartLineTable>(parameter =>
  upsertLine(parameter, ownRow(parameter), isNewKey(parameter)),
)

function ownRow(parameter: Parameter<OwnerKey>): RawBuilder<unknown> {
  return sql`(select id from carts where id = ${parameter('cartId')} and merged_into is null and ${mayWrite(parameter)})`
}

// The scalar subquery reads the revision of the statement's snapshot; the update sees the newest row. When they differ, the lines
// that the statement read are outdated, and it writes no line. It also writes nothing while another write locks the row.
// A refused add still sets the times of the cart's row.
const insertLineAndSelectCart = prepared<NewLine, AddedRow>((parameter, engine) =>
  insertLineAndSelectCartWith(parameter, engine),
)

// What the statement has read of the key is as old as the lines: it writes nothing either when another request has stored the key since.
const insertKeyedLineAndSelectCart = prepared<KeyedLine, AddedRow>((parameter, engine) =>
  insertLineAndSelectCartWith(parameter, engine, { isNew: isNewKey(parameter), stored: withStoredKey(parameter) }),
)

type AddedRow = CartRow & { affected_id: string | null }

/**
 * The statement that writes the line and reads the cart.
 * @param key of an add with an idempotency key: the condition that it is new, and the common table expressions that store it
 */
function insertLineAndSelectCartWith(
  parameter: Parameter<NewLine>,
  engine: Engine,
  key?: { isNew: RawBuilder<boolean>; stored: RawBuilder<unknown> },
): RawBuilder<AddedRow> {
  return sql`
    with moved as (
      update carts set revision = revision + 1, ${writtenAt(parameter('now'))}
      where ${lockedCart(parameter, engine)} and merged_into is null and ${mayWrite(parameter)}
        and revision = (select revision from carts where id = ${parameter('cartId')})
      returning id
    ),
    written as (${upsertLine(parameter, sql`moved`, key?.isNew)}),
    ${key ? key.stored : sql``}
    cart as (${selectCartWith(
      parameter,
      sql`(
        select * from cart_lines where cart_id = ${parameter('cartId')} and id not in (select id from written)
        union all select * from written
      )`,
      engine,
    )})
    select cart.*, written.id as affected_id from written, cart order by cart.position, cart.id`
}
