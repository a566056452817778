/**
 * Changes of stock by checkouts: holds reserve, orders subtract. It is the last step of a transaction, so that other orders of the same items
 * wait for as little as possible.
 */

import { type ItemKey, itemKeyOf } from '../catalog/stock/item-key.ts'
import { type LockedItem, lockItems } from '../catalog/stock/lock-items.sql.ts'
import type { Queries } from '../db/database.ts'
import { type Decimal, decimal } from '../money/money.ts'
import {
  deleteReservations,
  type Endings,
  type ItemQuantity,
  insertReservations,
  loadEndings,
  type ReservationRow,
  saveStocks,
} from './stock-rows.sql.ts'

/** What a change does. */
export interface StockChange {
  /** Milliseconds since the epoch. */
  now: number
  /** References of the checkouts whose reservations end. */
  ended: readonly string[]
  /** What a hold reserves until `expiresAt`. */
  reserved?: { reference: string; expiresAt: number; items: readonly ItemQuantity[] } | undefined
  /** What is subtracted from the stored stock; quantities below zero are added. */
  taken?: readonly ItemQuantity[] | undefined
  /** Items whose ended reservations are deleted besides. */
  swept?: readonly ItemKey[] | undefined
}

/** Stock of an item without what is reserved. */
export interface ChangedItem extends ItemKey {
  /** Without all reservations before the change, and after it. */
  before: Decimal
  after: Decimal
  /** Without the reservations of others: what the cart of the change can have. */
  leftToCart: Decimal
}

/**
 * Locks the items of a change, and applies it.
 * @param held the items for which the checkouts in `ended` have reservations
 * @returns the items that exist
 */
export async function changeStock(
  queries: Queries,
  change: StockChange,
  held: readonly ItemKey[],
): Promise<ChangedItem[]> {
  const { now, ended, reserved, taken = [], swept = [] } = change
  const keys = [...held, ...(reserved?.items ?? []), ...taken, ...swept]
  if (keys.length === 0) return []
  const unique = [...new Map(keys.map(key => [itemKeyOf(key), key])).values()]
  const items = await lockItems(queries, unique)
  // A checkout gets no further reservations while its row is locked.
  const references = held.length > 0 ? ended : []
  const endings = await loadEndings(queries, { items: unique, references, now })
  const quantities = { taken: quantitiesOf(taken), reserved: quantitiesOf(reserved?.items ?? []) }
  const changes = items.map(item => changeItem(item, quantities, endingsOf(item, endings, now)))
  await deleteReservations(queries, endings)
  await saveStocks(
    queries,
    changes.flatMap(({ row }) => row ?? []),
  )
  // An import may have deleted a variant since the cart was priced.
  const exists = new Set(items.map(itemKeyOf))
  const left = reserved?.items.filter(item => exists.has(itemKeyOf(item))) ?? []
  if (reserved && left.length > 0) await insertReservations(queries, { ...reserved, items: left })
  return changes.map(({ changed }) => changed)
}

type Quantities = ReadonlyMap<string, number>

/** Sums up quantities by `itemKeyOf`. */
function quantitiesOf(items: readonly ItemQuantity[]): Quantities {
  const quantities = new Map<string, number>()
  for (const item of items) quantities.set(itemKeyOf(item), (quantities.get(itemKeyOf(item)) ?? 0) + item.quantity)
  return quantities
}

/** Reserved quantities of an item: those that the change deletes, those that have ended, and those that have ended and stay stored. */
interface ItemEndings {
  deleted: number
  ended: number
  left: number
}

function endingsOf(item: ItemKey, { deleted, left }: Endings, now: number): ItemEndings {
  const own = deleted.get(itemKeyOf(item)) ?? []
  const stays = left.get(itemKeyOf(item)) ?? 0
  return { deleted: sumOf(own), ended: sumOf(own.filter(({ expires_at }) => expires_at <= now)) + stays, left: stays }
}

function sumOf(rows: readonly ReservationRow[]): number {
  return rows.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** @returns the row to save where it differs from the stored one */
function changeItem(
  { stock: text, reserved: before, ...key }: LockedItem,
  quantities: { taken: Quantities; reserved: Quantities },
  { deleted, ended, left }: ItemEndings,
): { changed: ChangedItem; row: LockedItem | undefined } {
  const { productId, variantId } = key
  const taken = quantities.taken.get(itemKeyOf(key)) ?? 0
  const others = before - deleted
  const reserved = others + (quantities.reserved.get(itemKeyOf(key)) ?? 0)
  const stored = decimal(text)
  const stock = stored.minus(integer(taken))
  const isChanged = reserved !== before || taken !== 0
  return {
    changed: {
      productId,
      variantId,
      before: stored.minus(integer(before - ended)),
      after: stock.minus(integer(reserved - left)),
      leftToCart: stock.minus(integer(others - left)),
    },
    row: isChanged ? { productId, variantId, stock: stock.toFixed(), reserved } : undefined,
  }
}

function integer(value: number): Decimal {
  return decimal(String(value))
}
