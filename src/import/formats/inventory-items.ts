/** Items of an inventory with the sums of their quantities. Rows of an item may stand anywhere, so that all items are in memory, compactly. */

/** Items in memory at once: a million of them take some 200 MB. */
const MAX_ITEMS = 1_000_000

/** Between handle and variant: no text of a shop has it. */
const SEPARATOR = '\u0000'

/** A quantity of one item at one location. */
export interface ItemQuantity {
  line: number
  handle: string
  /** Null for a product without variants. */
  variant: string | null
  /** `none` where the location does not have the item, or does not count. */
  quantity: number | 'none'
}

/** An item with its stock. */
export interface InventoryItem {
  /** The line of its first row. */
  line: number
  handle: string
  variant: string | null
  stock: number
  /** Whether any location that counts has the item. */
  isStocked: boolean
}

/** Collects quantities by item. */
export class InventoryItems {
  readonly #places = new Map<string, number>()
  readonly #lines: number[] = []
  readonly #stocks: number[] = []

  /** Whether no more items fit. */
  get isFull(): boolean {
    return this.#places.size > MAX_ITEMS
  }

  /** Adds a quantity to that of its item. */
  add({ line, handle, variant, quantity }: ItemQuantity): void {
    const key = variant === null ? handle : `${handle}${SEPARATOR}${variant}`
    let place = this.#places.get(key)
    if (place === undefined) {
      place = this.#lines.push(line) - 1
      this.#stocks.push(Number.NaN)
      this.#places.set(key, place)
    }
    if (quantity === 'none') return
    const stock = this.#stocks[place] ?? Number.NaN
    this.#stocks[place] = Number.isNaN(stock) ? quantity : stock + quantity
  }

  /** The items in the order of their first rows. */
  *all(): Generator<InventoryItem> {
    for (const [key, place] of this.#places) {
      const [handle = '', variant = null] = key.split(SEPARATOR)
      const stock = this.#stocks[place] ?? Number.NaN
      const isStocked = !Number.isNaN(stock)
      yield { line: this.#lines[place] ?? 0, handle, variant, stock: isStocked ? stock : 0, isStocked }
    }
  }
}
