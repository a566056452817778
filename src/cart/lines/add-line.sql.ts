/** Adds an item to a cart: writes its line and its idempotency key, and reads the resulting cart. */

import type { OwnerKey } from '../../auth/owner-key.ts'
import type { Queries } from '../../db/database.ts'
import type { StoredCart } from '../cart.ts'
import { toCart } from '../storage/cart-row.ts'
import { addAndRead, insertLine, type NewLine } from '../storage/functions/add-item.sql.ts'
import { selectCart } from '../storage/functions/load-cart.sql.ts'
import { recordAdd } from '../storage/touch-cart.sql.ts'
import { findAdd, isSameAdd, keyReused, saveKey } from './idempotency-keys.sql.ts'

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
  const [row] = await addAndRead(queries, key, { ...line, waitMs })
  if (row?.outcome === 'key_reused') throw keyReused()
  return row && { itemId: row.affected_id, cart: toCart([row], line), isReplayed: row.outcome === 'replayed' }
}

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
