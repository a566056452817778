/**
 * Movements of stock by checkouts: holds reserve, orders subtract. It is the last step of a transaction, so that other orders of the same items
 * wait for as little as possible.
 */

import { type ItemKey, itemKeyOf } from '../catalog/stock/item-key.ts'
import { type LockedItem, lockItems, type ReservedStock } from '../catalog/stock/lock-items.sql.ts'
import type { Queries } from '../db/database.ts'
import { type Decimal, decimal } from '../money/money.ts'
import {
  deleteReservations,
  type Ends,
  type ItemQuantity,
  insertReservations,
  loadEnds,
  type ReservationRow,
  saveStocks,
} from './stock-rows.sql.ts'

/** What a movement does. */
export interface StockMovement {
  /** Milliseconds since the epoch. */
  now: number
  /** References of the checkouts whose reservations end now. */
  released: readonly string[]
  /** What a hold reserves until `expiresAt`. */
  reserved?: { reference: string; expiresAt: number; items: readonly ItemQuantity[] } | undefined
  /** What is subtracted from the stored stock; quantities below zero are added. */
  taken?: readonly ItemQuantity[] | undefined
  /** Items whose expired reservations are deleted besides. */
  swept?: readonly ItemKey[] | undefined
}

/** Stock of an item without what is reserved. */
export interface MovedItem extends ItemKey {
  /** Without all reservations before the movement, and after it. */
  before: Decimal
  after: Decimal
  /** Without the reservations of others: what the cart of the movement can have. */
  leftToCart: Decimal
  /** Whether it is sold at any stock. */
  backorder: boolean
}

/**
 * Locks the items of a movement, and applies it.
 * @param held the items for which the checkouts in `released` have reservations
 * @returns the items that exist
 */
export async function moveStock(
  queries: Queries,
  movement: StockMovement,
  held: readonly ItemKey[],
): Promise<MovedItem[]> {
  const { now, released, reserved, taken = [], swept = [] } = movement
  const keys = [...held, ...(reserved?.items ?? []), ...taken, ...swept]
  if (keys.length === 0) return []
  const unique = [...new Map(keys.map(key => [itemKeyOf(key), key])).values()]
  const items = await lockItems(queries, unique)
  // Read again under the locks: another transaction may have deleted those that have expired.
  const references = held.length > 0 ? released : []
  const ends = await loadEnds(queries, { items: unique, references, now })
  const quantities = { taken: quantitiesOf(taken), reserved: quantitiesOf(reserved?.items ?? []) }
  const moves = items.map(item => moveItem(item, quantities, endsOf(item, ends, now)))
  await deleteReservations(queries, ends)
  await saveStocks(
    queries,
    moves.flatMap(({ row }) => row ?? []),
  )
  // An import may have deleted a variant since the cart was priced.
  const exists = new Set(items.map(itemKeyOf))
  const left = reserved?.items.filter(item => exists.has(itemKeyOf(item))) ?? []
  if (reserved && left.length > 0) await insertReservations(queries, { ...reserved, items: left })
  return moves.map(({ moved }) => moved)
}

type Quantities = ReadonlyMap<string, number>

/** Sums up quantities by `itemKeyOf`. */
function quantitiesOf(items: readonly ItemQuantity[]): Quantities {
  const quantities = new Map<string, number>()
  for (const item of items) quantities.set(itemKeyOf(item), (quantities.get(itemKeyOf(item)) ?? 0) + item.quantity)
  return quantities
}

/** Reserved quantities of an item: those that are deleted, all that have expired, and those of them that stay stored. */
interface ItemEnds {
  deleted: number
  expired: number
  expiredKept: number
}

function endsOf(item: ItemKey, { deleted, expiredKept }: Ends, now: number): ItemEnds {
  const rows = deleted.get(itemKeyOf(item)) ?? []
  const kept = expiredKept.get(itemKeyOf(item)) ?? 0
  const expired = sumOf(rows.filter(({ expires_at }) => expires_at <= now)) + kept
  return { deleted: sumOf(rows), expired, expiredKept: kept }
}

function sumOf(rows: readonly ReservationRow[]): number {
  return rows.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** @returns the row to save where it differs from the stored one */
function moveItem(
  { stock: text, reserved: reservedBefore, backorder, ...key }: LockedItem,
  quantities: { taken: Quantities; reserved: Quantities },
  { deleted, expired, expiredKept }: ItemEnds,
): { moved: MovedItem; row: ReservedStock | undefined } {
  const { productId, variantId } = key
  const taken = quantities.taken.get(itemKeyOf(key)) ?? 0
  const others = reservedBefore - deleted
  const reserved = others + (quantities.reserved.get(itemKeyOf(key)) ?? 0)
  const stored = decimal(text)
  const stock = stored.minus(integer(taken))
  const isChanged = reserved !== reservedBefore || taken !== 0
  return {
    moved: {
      productId,
      variantId,
      before: stored.minus(integer(reservedBefore - expired)),
      after: stock.minus(integer(reserved - expiredKept)),
      leftToCart: stock.minus(integer(others - expiredKept)),
      backorder,
    },
    row: isChanged ? { productId, variantId, stock: stock.toFixed(), reserved } : undefined,
  }
}

function integer(value: number): Decimal {
  return decimal(String(value))
}
