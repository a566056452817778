/** What checkouts do to the stock: a hold reserves it, an order takes it, and what ends a hold or cancels an order gives it back. */

import { type ItemKey, itemKeyOf } from '../catalog/stock/item-key.ts'
import { lockItems } from '../catalog/stock/lock-items.sql.ts'
import { loadStockGuard } from '../catalog/stock/stock-guard.sql.ts'
import type { CheckoutTable } from '../db/checkout-tables.ts'
import type { Queries } from '../db/database.ts'
import { detailOf, Refusal } from '../errors.ts'
import type { NewEvent } from '../events/event.ts'
import { decimal, zero } from '../money/money.ts'
import { insertChangedProducts } from '../shop/changed-products-log.sql.ts'
import { incrementProductRevision, lockShop } from '../shop/revision.sql.ts'
import { heldQuantities } from './condensed-cart.ts'
import { type MovedItem, moveStock } from './move-stock.sql.ts'
import { findNewerHold } from './newer-hold.sql.ts'
import { type ItemsReturn, keyOfPieces, returnedPieces } from './returns/items-return.ts'
import { toTakenItems, writeTaken } from './returns/taken-items.ts'
import { type ItemQuantity, loadReserved, loadStockState } from './stock-rows.sql.ts'

/** Who causes a movement of stock, and when. */
type Cause = Pick<NewEvent, 'at' | 'actor'>

/** A hold that reserves. */
interface Reserving extends Cause {
  reference: string
  /** Milliseconds since the epoch. */
  expiresAt: number
  /** In the order of the cart's lines. */
  items: readonly ItemQuantity[]
  /** The references of the holds that it replaces. */
  replaced: readonly string[]
}

/**
 * Reserves the items of a hold while the stock guard counts, and ends the reservations of the holds that it replaces.
 * @returns the events of items that are sold out now
 * @throws Refusal 409 `insufficient_stock`, which names every short item that is not sold at any stock
 */
export async function reserveStock(
  queries: Queries,
  { reference, expiresAt, items, replaced, ...cause }: Reserving,
): Promise<NewEvent[]> {
  const released = [reference, ...replaced]
  const { counts, held } = await loadStockState(queries, released)
  const reserved = counts ? { reference, expiresAt, items } : undefined
  const moved = await moveStock(queries, { now: cause.at, released, reserved }, held)
  if (!counts) return []
  const stocks = new Map(moved.filter(hasLimit).map(item => [itemKeyOf(item), item.leftToCart]))
  const short = items.flatMap(item => {
    const available = stocks.get(itemKeyOf(item))
    return available?.lt(decimal(String(item.quantity))) ? [presentShort(item, available.toNumber())] : []
  })
  if (short.length === 0) return soldOutEvents(moved, cause)
  throw new Refusal({ code: 'insufficient_stock', detail: detailOf('insufficient_stock'), meta: { items: short } })
}

/** Whether an item is sold only while it is in stock. */
function hasLimit({ backorder }: MovedItem): boolean {
  return !backorder
}

function presentShort({ productId, variantId, quantity }: ItemQuantity, available: number) {
  return { ...presentKey({ productId, variantId }), requested: quantity, available }
}

function presentKey({ productId, variantId }: ItemKey) {
  return { productId, variantId: variantId === 0 ? null : variantId }
}

/** Ends the reservations of checkouts that were released. */
export async function endReservations(queries: Queries, references: readonly string[], now: number): Promise<void> {
  if (references.length === 0) return
  const { held } = await loadStockState(queries, references)
  await moveStock(queries, { now, released: references }, held)
}

/** What an order did to the stock. */
interface TakenStock {
  /** What it took, as it is stored; null while the stock guard does not count. */
  taken: string | null
  /** Whether less was left than it took of an item that is not sold at any stock. */
  isOver: boolean
  events: NewEvent[]
}

/**
 * Takes the held quantities of a completed checkout from the stored stock while the stock guard counts, and ends its reservations. What was
 * returned before the checkout was cancelled and completed again is not taken again.
 */
export async function takeStock(
  queries: Queries,
  { row, returns }: { row: CheckoutTable; returns: readonly ItemsReturn[] },
  cause: Cause,
): Promise<TakenStock> {
  const { counts, held } = await loadStockState(queries, [row.reference])
  const items = orderedItems(row, returns)
  const ordered = counts && (await stillCounts(queries, items)) ? items : []
  const moved = await moveStock(queries, { now: cause.at, released: [row.reference], taken: ordered }, held)
  const left = new Map(moved.map(item => [itemKeyOf(item), item]))
  const taken = ordered.filter(item => left.has(itemKeyOf(item)))
  const limited = taken.flatMap(item => left.get(itemKeyOf(item)) ?? []).filter(hasLimit)
  const short = limited.filter(({ after }) => after.lt(zero))
  return {
    taken: writeTaken(taken),
    isOver: short.length > 0 && (await isShortOfOthers(queries, short, { row, now: cause.at })),
    events: ordered.length > 0 ? soldOutEvents(moved, cause) : [],
  }
}

/**
 * Whether an item stays short without what the newer hold of the same cart reserves of it: that is kept from no other cart.
 * @param short items of which less than nothing is left, all reservations considered
 */
async function isShortOfOthers(
  queries: Queries,
  short: readonly MovedItem[],
  { row, now }: { row: CheckoutTable; now: number },
): Promise<boolean> {
  const reference = await findNewerHold(queries, row)
  if (reference === undefined) return true
  const own = await loadReserved(queries, { reference, now })
  return short.some(item => item.after.plus(decimal(String(own.get(itemKeyOf(item)) ?? 0))).lt(zero))
}

/**
 * Locks items, and returns whether the stock guard counts then: an import that turns it off locks all items, and afterwards no cart reads
 * stocks that change without a revision of the shop.
 */
async function stillCounts(queries: Queries, items: readonly ItemKey[]): Promise<boolean> {
  await lockItems(queries, items)
  return loadStockGuard(queries)
}

/** Adds what a cancelled order took to the stored stock, without what was returned. */
export async function returnStock(queries: Queries, { taken }: CheckoutTable, now: number): Promise<void> {
  await restock(queries, toTakenItems(taken), now)
}

/**
 * Adds items to the stored stock; those that were deleted are left out. It locks the shop before the items, as a change of products does: while
 * the stock guard does not count, carts notice a changed stock by the shop's revision.
 */
export async function restock(queries: Queries, items: readonly ItemQuantity[], now: number): Promise<void> {
  if (items.length === 0) return
  await lockShop(queries)
  const taken = items.map(item => ({ ...item, quantity: -item.quantity }))
  const moved = await moveStock(queries, { now, released: [], taken }, [])
  if (moved.length === 0 || (await loadStockGuard(queries))) return
  const revision = await incrementProductRevision(queries)
  const productIds = [...new Set(moved.map(({ productId }) => productId))]
  await insertChangedProducts(queries, { revision, productIds, changedAt: now })
}

function orderedItems({ document, quantities }: CheckoutTable, returns: readonly ItemsReturn[]): ItemQuantity[] {
  const returned = returnedPieces(returns, keyOfPieces)
  return heldQuantities({ cart: JSON.parse(document), quantities })
    .map(held => ({
      productId: held.productId,
      variantId: held.variantId ?? 0,
      quantity: held.quantity - (returned.get(keyOfPieces(held)) ?? 0),
    }))
    .filter(({ quantity }) => quantity > 0)
}

/** The events of items that nothing is left of now, and something was before. */
function soldOutEvents(moved: readonly MovedItem[], cause: Cause): NewEvent[] {
  return moved
    .filter(({ before, after }) => before.gt(zero) && after.lte(zero))
    .map(({ productId, variantId }) => ({
      ...cause,
      type: 'product.sold_out',
      subject: `product:${productId}`,
      data: presentKey({ productId, variantId }),
    }))
}
