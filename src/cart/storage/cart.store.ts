/** Cart storage: one statement reads a cart with its owner's data, and each write is one conditional statement. */

import { sql } from 'kysely'
import type { CartOwner, Owner } from '../../auth/identity.ts'
import { keyOf, type OwnerKey } from '../../auth/owner-key.ts'
import type { Flag } from '../../db/column-types.ts'
import { type Queries, transaction } from '../../db/database.ts'
import { isBusy, isUnavailable, LockConflict } from '../../db/unavailable.ts'
import type { CountedFacts } from '../../shop/shop.ts'
import type { ItemFacts, NewItem, StoredCart } from '../cart.ts'
import { addLine, type SavedItem } from '../lines/add-line.sql.ts'
import { findStoredAdd, isSameAdd, keyReused } from '../lines/idempotency-keys.sql.ts'
import { type CountedUses, cartQueryOf, isOwner, statementOfOwner } from './cart.sql.ts'
import { type CartRow, toCart } from './cart-row.ts'
import type { NewLine } from './functions/add-item.sql.ts'
import { deleteCart } from './functions/delete-cart.sql.ts'
import { selectCart } from './functions/load-cart.sql.ts'
import { touchCart } from './touch-cart.sql.ts'
import { lockOrInsertCart, type WriteCart } from './write-cart.sql.ts'

type Item = { productId: number; variantId: number }

/** An item to add, the id of its line if it gets a new one, and the request's idempotency key. */
export interface ItemToAdd extends NewItem {
  itemId: string
  idempotencyKey: string | undefined
}

/** The dependencies of the cart store. */
export interface CartStoreOptions {
  writeCart: WriteCart
  /** Maximum number of lines of a cart. */
  maxLines: number
  /** What carts ask for the campaigns of the shop. */
  counted: () => CountedFacts
  /** Milliseconds since the epoch. */
  now: () => number
}

/** The cart statements of one database. */
export type CartStore = ReturnType<typeof createCartStore>

/** Maximum attempts of an add, when imports change the item between an attempt and the query for the reason of its failure. */
const ADD_ATTEMPTS = 5

/** Reads the owner's cart; returns an empty cart when there is no row. */
export async function loadCart(queries: Queries, owner: CartOwner, counted: CountedUses): Promise<StoredCart> {
  return loadCartOfKey(queries, keyOf(owner), counted)
}

/** Reads a cart by a key; returns an empty cart when there is no row. */
export async function loadCartOfKey(queries: Queries, key: OwnerKey, counted: CountedUses): Promise<StoredCart> {
  const query = cartQueryOf(counted)
  return toCart(await selectCart(queries, key, query), query)
}

/** Creates the cart store. */
export function createCartStore(database: Queries, { writeCart, maxLines, counted, now }: CartStoreOptions) {
  const countedNow = (): CountedUses => ({ now: now(), ...counted() })
  return {
    loadCart: (owner: Owner) => loadCart(database, owner, countedNow()),

    /**
     * Touches the owner's cart, so that it is not deleted as idle.
     * @returns false when the cart was touched within a day, or does not exist; true also when the database is read-only or busy
     */
    async touchCart(owner: Owner): Promise<boolean> {
      try {
        return (await touchCart(database, keyOf(owner), { now: now() })).length > 0
      } catch (error) {
        // Carts stay readable while the database is read-only.
        if (isUnavailable(error) || isBusy(error)) return true
        throw error
      }
    },

    /**
     * Adds the quantity to the item's line, or inserts a line with the id `itemId`, and reads the resulting cart atomically.
     * Creates the cart if it does not exist. Only reads the cart when a request with the same idempotency key has added the item.
     * @param requireAddable throws when the facts do not allow the item; nothing is written then
     * @throws Refusal 422 `idempotency_key_reused`, 503 `cart_busy`
     */
    addItem(
      owner: Owner,
      { productId, variantId, quantity, itemId, idempotencyKey }: ItemToAdd,
      requireAddable: (facts: ItemFacts) => void,
    ): Promise<SavedItem> {
      const item = { productId, variantId: variantId ?? 0, quantity, itemId, idempotencyKey: idempotencyKey ?? null }
      const line: NewLine = { ...item, maxLines, ...cartQueryOf(countedNow()) }
      const key = keyOf(owner)
      return writeCart<SavedItem>(key.cartId, {
        attempt: (queries, waitMs) => saveAtOnce(queries, key, line, waitMs),
        locked: queries => saveLockedLine(queries, key, line, requireAddable),
        hasWritten: ({ isReplayed }) => !isReplayed,
      })
    },

    /**
     * Finds the result of an add that a request with the same idempotency key has done, of an owner who is active.
     * @returns undefined without a key, and for one that is new
     * @throws Refusal 422 `idempotency_key_reused`
     */
    async findRepeatedAdd(
      owner: Owner,
      { productId, variantId, quantity, idempotencyKey }: ItemToAdd,
    ): Promise<SavedItem | undefined> {
      if (idempotencyKey === undefined) return undefined
      const query = countedNow()
      const [stored] = await findStoredAdd(database, keyOf(owner), { idempotencyKey, now: query.now })
      if (!stored) return undefined
      const add = { idempotencyKey, productId, variantId: variantId ?? 0, quantity, now: query.now }
      if (!isSameAdd(stored, add)) throw keyReused()
      return { itemId: stored.item_id, cart: await loadCart(database, owner, query), isReplayed: true }
    },

    /** Creates the cart of an owner who is active, if it does not exist. */
    async insertCart(owner: Owner): Promise<void> {
      await insertCart(database, keyOf(owner), { now: now() })
    },

    /**
     * Deletes the owner's cart with its lines, coupon and campaign.
     * @returns false when nothing was deleted
     * @throws Refusal 503 `cart_busy`
     */
    deleteCart(owner: Owner): Promise<boolean> {
      const key = keyOf(owner)
      const at = now()
      return writeCart(key.cartId, {
        attempt: async (queries, waitMs) => (await deleteCart(queries, key, { now: at, waitMs })).length > 0,
        hasWritten: isDeleted => isDeleted,
      })
    },
  }
}

/** Saves in one statement on PostgreSQL, in a transaction on SQLite, whose transactions need no network round trip. */
function saveAtOnce(
  database: Queries,
  key: OwnerKey,
  line: NewLine,
  waitMs: number | null,
): Promise<SavedItem | undefined> {
  if (database.engine === 'postgres' || waitMs === null) return addLine(database, key, line, waitMs)
  return transaction(database, queries => addLine(queries, key, line, null))
}

/**
 * Creates the cart if it does not exist, and saves. The facts can still differ from those of the failed attempt, because of an import or a
 * customer who becomes active; the loop then tries again.
 * @throws LockConflict after five attempts
 */
async function saveLockedLine(
  queries: Queries,
  key: OwnerKey,
  line: NewLine,
  requireAddable: (facts: ItemFacts) => void,
): Promise<SavedItem> {
  for (let attempt = 0; attempt < ADD_ATTEMPTS; attempt++) {
    await lockOrInsertCart(queries, key, line.now)
    const saved = await addLine(queries, key, line, null)
    if (saved) return saved
    requireAddable(await loadItemFacts(queries, key, line))
  }
  throw new LockConflict('imports change the item faster than it can be added')
}

/** Reads the facts that explain why an item could not be added. */
async function loadItemFacts(queries: Queries, key: OwnerKey, item: Item): Promise<ItemFacts> {
  const [row] = await selectItemFacts(queries, key, item)
  return {
    customerStatus: row?.customer_status ?? null,
    mergedInto: row?.merged_into ?? null,
    productOnSale: row?.on_sale === 1,
    hasVariants: (row?.variants ?? 0) > 0,
    variantOnSale: row?.variant_on_sale === 1,
    quantity: row?.quantity ?? 0,
    lines: row?.lines ?? 0,
  }
}

const insertCart = statementOfOwner<{ now: number }, never>(
  parameter => sql`
    insert into carts (id, created_at, used_at, changed_at)
    values (${parameter('cartId')}, ${parameter('now')}, ${parameter('now')}, ${parameter('now')})
    on conflict (id) do nothing`,
)

type FactsRow = Pick<CartRow, 'customer_status' | 'merged_into'> & {
  quantity: number | null
  on_sale: Flag | null
  variant_on_sale: Flag | null
  variants: number
  lines: number
}

const selectItemFacts = statementOfOwner<Item, FactsRow>(parameter => {
  const lines = sql`from cart_lines where cart_id = ${parameter('cartId')}`
  return sql`
    select u.status as customer_status, p.on_sale, v.on_sale as variant_on_sale,
      (select count(*) from variants where product_id = p.id and on_sale = 1) as variants,
      (select merged_into from carts where id = ${parameter('cartId')}) as merged_into,
      (select quantity ${lines}
        and product_id = ${parameter('productId')} and variant_id = ${parameter('variantId')}) as quantity,
      (select count(*) ${lines}) as lines
    from shop
    left join customers u on ${isOwner(parameter, 'u')}
    left join products p on p.id = ${parameter('productId')}
    left join variants v on v.product_id = p.id and v.id = ${parameter('variantId')}`
})
