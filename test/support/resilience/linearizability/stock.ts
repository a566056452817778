/** The model of guarded stock: what holds reserve of it, orders take and carts see. */

import type { Act, ShownStock } from './actions.ts'
import type { Checkout, Owner, State } from './model.ts'

/** Stored stocks by item. */
export type Stocks = Record<string, number>

/** What is left of an item without the reservations of other owners; without all reservations where no owner asks. */
function availableTo({ stock, checkouts }: State, item: string, owner?: Owner): number {
  return leftOf(
    stock,
    item,
    Object.values(checkouts).filter(each => each.owner !== owner),
  )
}

function leftOf(stock: Stocks | null, item: string, others: Checkout[]): number {
  const held = others.filter(({ state }) => state === 'held')
  return (stock?.[item] ?? 0) - held.reduce((sum, { items }) => sum + (items[item] ?? 0), 0)
}

/** A line of a cart that asks for more than is left. */
export type ShortLine = [item: string, requested: number, available: number]

/** The lines of an owner's cart that cannot be held. */
export function shortLines(state: State, owner: Owner): ShortLine[] {
  if (state.stock === null) return []
  return state[owner].lines
    .map(({ item, quantity }): ShortLine => [item, quantity, availableTo(state, item, owner)])
    .filter(([, requested, available]) => available < requested)
}

/** Whether a response shows the stocks of this moment; no owner asks for those of the shop. */
export function showsStocks(state: State, { action, owner, outcome }: Act): boolean {
  const asking = action.kind === 'stocks' ? undefined : owner
  const isShown = ([item, shown]: [string, ShownStock]) => {
    const available = availableTo(state, item, asking)
    const isForSale = shown.isForSale ?? available > 0
    return shown.stock === state.stock?.[item] && shown.available === available && isForSale === available > 0
  }
  return Object.entries(outcome.stocks ?? {}).every(isShown)
}

/**
 * Takes the items of a checkout from the stored stock that was not completed before. A newer hold of its cart is none of others.
 * @returns the state, and whether less was left
 */
export function take(state: State, checkout: Checkout): { stock: Stocks | null; isOverStock: boolean } {
  const items = kept(checkout)
  const owner = checkout.owner === 'guest' ? (state.mergedInto ?? 'guest') : checkout.owner
  const stock = plus(state.stock, items, -1)
  const others = Object.values(state.checkouts).filter(each => each.owner !== owner)
  const isOver = (item: string) => leftOf(stock, item, others) < 0
  return { stock, isOverStock: stock !== null && Object.keys(items).some(isOver) }
}

/** Adds what a cancelled order took, without what was returned. */
export function giveBack(state: State, checkout: Checkout): Stocks | null {
  return plus(state.stock, kept(checkout), 1)
}

/** Adds returned pieces of an item. */
export function restock(state: State, item: string, quantity: number): Stocks | null {
  return plus(state.stock, { [item]: quantity }, 1)
}

/** The held quantities without what was returned. */
function kept({ items, returned }: Checkout): Record<string, number> {
  const left = Object.entries(items).map(([item, quantity]) => [item, quantity - (returned[item] ?? 0)] as const)
  return Object.fromEntries(left.filter(([, quantity]) => quantity > 0))
}

function plus(stock: Stocks | null, items: Record<string, number>, sign: 1 | -1): Stocks | null {
  if (stock === null) return null
  const changed = Object.entries(items).map(([item, quantity]) => [item, (stock[item] ?? 0) + sign * quantity] as const)
  return { ...stock, ...Object.fromEntries(changed) }
}
