/** Shopify's inventory export: a row per item and location, whose quantities are the stock of the item. */

import { quote } from '../../shop-file/findings.ts'
import type { Imported } from '../../shop-file/imported-records.ts'
import { columnName } from '../input/column-name.ts'
import { belowHeader } from '../input/fields-of-rows.ts'
import type { TableRow } from '../input/table-row.ts'
import type { TableContext, TableSystem } from '../table-system.ts'

/** Option value of a product without options. */
const NO_OPTION = 'Default Title'
/** A location that does not have the item. */
const NOT_STOCKED = 'not stocked'
/** Rows of one item stand together; a product has fewer items than this. */
const MAX_ITEMS_AT_ONCE = 200_000

/** An item with its quantities so far. */
interface Item {
  at: string
  handle: string
  variant: string | null
  quantity: number
}

/** Places of the columns; -1 for one that the file lacks. */
interface Places {
  handle: number
  options: number[]
  location: number
  quantity: number
}

/** Shopify's inventory export. */
export const shopifyInventory: TableSystem = {
  format: 'Shopify inventory',
  recognises: header => header.has('handle') && header.has('location') && quantityColumn([...header]) !== undefined,
  read: readInventory,
}

/** What is available; where the file lacks it, what is on hand. The headings have words behind these. */
function quantityColumn(names: string[]): string | undefined {
  const startingWith = (start: string) => names.find(name => name.startsWith(start))
  return startingWith('available') ?? startingWith('on hand (current)') ?? startingWith('on hand')
}

async function* readInventory(rows: AsyncIterable<TableRow>, context: TableContext): AsyncGenerator<Imported> {
  const items = new Map<string, Item>()
  const locations = new Set<string>()
  let places: Places | undefined
  const readHeader = ({ fields }: TableRow) => {
    places = placesOf(fields.map(columnName))
  }
  for await (const row of belowHeader(rows, readHeader)) {
    if (places) addRow(row, places, { items, locations, context })
    if (items.size > MAX_ITEMS_AT_ONCE) {
      context.checks.problem(`line ${row.line}`, `has more than ${MAX_ITEMS_AT_ONCE} items: split the export`)
      return
    }
  }
  reportLocations(locations, context)
  for (const { at, handle, variant, quantity } of items.values()) {
    const item = { sourceKey: `shopify:${handle}`, variant }
    yield { section: 'changes', record: { item, values: { stock: String(quantity) }, partial: null }, at }
  }
}

function placesOf(names: string[]): Places {
  return {
    handle: names.indexOf('handle'),
    options: ['option1 value', 'option2 value', 'option3 value'].map(name => names.indexOf(name)),
    location: names.indexOf('location'),
    quantity: names.indexOf(quantityColumn(names) ?? ''),
  }
}

interface Inventory {
  items: Map<string, Item>
  locations: Set<string>
  context: TableContext
}

function addRow({ line, fields }: TableRow, places: Places, { items, locations, context }: Inventory): void {
  const at = `line ${line}`
  const text = (place: number) => fields[place]?.trim() ?? ''
  const handle = text(places.handle)
  const location = text(places.location).toLowerCase()
  locations.add(location)
  const quantity = quantityOf(text(places.quantity))
  if (handle === '') context.checks.problem(at, 'has no handle')
  if (quantity === null) context.checks.problem(at, 'has a quantity that is no whole number', text(places.quantity))
  if (quantity === null || handle === '') return
  const names = places.options.map(text).filter(option => option !== '')
  const variant = names.length === 0 || (names.length === 1 && names[0] === NO_OPTION) ? null : names.join(' / ')
  const key = JSON.stringify([handle, variant])
  const item = items.get(key) ?? { at, handle, variant, quantity: 0 }
  const counts = context.locations === undefined || context.locations.has(location)
  if (counts) item.quantity += quantity
  items.set(key, item)
}

/** A quantity may be negative; an item that a location does not have counts as nothing there. */
function quantityOf(text: string): number | null {
  if (text === '' || text.toLowerCase() === NOT_STOCKED) return 0
  return /^'?-?\d{1,12}$/.test(text) ? Number(text.replace("'", '')) : null
}

/** Reports locations that the caller names and the file lacks. */
function reportLocations(known: ReadonlySet<string>, { checks, locations }: TableContext): void {
  const unknown = [...(locations ?? [])].find(name => !known.has(name))
  if (unknown === undefined) return
  const names = [...known].slice(0, 20).map(quote).join(', ')
  checks.problem('', `has no such location: its locations are ${names}`, unknown)
}
