/** Writer of Shopify's inventory export, by the rules of that system and independent of the reader. */

import type { Chance } from './random-products.ts'
import { cell, handleOf, type Sold } from './shop-writers.ts'

/** What a location has of an item: a quantity, nothing because it does not stock the item, or an empty cell. */
type Quantity = number | 'not stocked' | null

/** An item with its quantities by location. */
export interface Stocked {
  product: number
  /** Null for a product without variants. */
  option: string | null
  quantities: Map<string, Quantity>
}

/** Random quantities of every item at every location. */
export function randomStocks(products: Sold[], locations: readonly string[], { next, pick }: Chance): Stocked[] {
  const quantity = () => pick<Quantity>([Math.floor(next() * 30) - 5, Math.floor(next() * 30), 'not stocked', null])
  return products.flatMap(({ number, variants }) =>
    (variants.length === 0 ? [null] : variants.map(({ option }) => option)).map(option => ({
      product: number,
      option,
      quantities: new Map(locations.map(location => [location, quantity()])),
    })),
  )
}

/** Writes a row per item and location, or a row per item with a column per location. */
export function writeInventory(items: Stocked[], layout: 'rows' | 'columns', { pick }: Chance): string {
  const locations = [...(items[0]?.quantities.keys() ?? [])]
  const namesOf = ({ product, option }: Stocked) => [handleOf(product), 'Title', 'Size', option ?? 'Default Title', '']
  const text = (quantity: Quantity | undefined) =>
    typeof quantity === 'number' && quantity < 0 ? pick([`'${quantity}`, `${quantity}`]) : String(quantity ?? '')
  const keys = ['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'SKU']
  const rows =
    layout === 'columns'
      ? items.map(item => [...namesOf(item), '', '', ...locations.map(location => text(item.quantities.get(location)))])
      : items.flatMap(item =>
          locations.map(location => {
            const quantity = text(item.quantities.get(location))
            // What is on hand counts where nothing is said to be available.
            const [available, onHand] = pick([
              [quantity, '99'],
              ['', quantity],
            ])
            return [...namesOf(item), location, ...(quantity === '' ? ['', ''] : [available, onHand])]
          }),
        )
  const header =
    layout === 'columns'
      ? [...keys, 'HS Code', 'COO', ...locations]
      : [...keys, 'Location', 'Available (not editable)', 'On hand (current)']
  return [header, ...rows].map(row => row.map(each => cell(each ?? '')).join(',')).join('\n')
}

/** The stock that an item has after an inventory. @param counting the locations that count; all where undefined */
export function stockAfterInventory(stored: number, { quantities }: Stocked, counting?: readonly string[]): number {
  const said = [...quantities].filter(([, quantity]) => quantity !== null)
  // An item without any quantity keeps its stock.
  if (said.length === 0) return stored
  return said
    .filter(([location]) => counting?.includes(location) ?? true)
    .reduce((sum, [, quantity]) => sum + (typeof quantity === 'number' ? quantity : 0), 0)
}
