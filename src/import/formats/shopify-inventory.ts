/** Shopify's inventory export, whose quantities are the stocks: a row per item and location, or a row per item with a column per location. */

import { quote } from '../../shop-file/findings.ts'
import type { Imported } from '../../shop-file/imported-records.ts'
import { columnName } from '../input/column-name.ts'
import { belowHeader } from '../input/fields-of-rows.ts'
import type { TableRow } from '../input/table-row.ts'
import type { TableContext, TableSystem } from '../table-system.ts'
import { InventoryItems } from './inventory-items.ts'

/** Option value of a product without options. */
const NO_OPTION = 'Default Title'
/** A location that does not have the item. */
const NOT_STOCKED = 'not stocked'

const OPTIONS = ['option1 value', 'option2 value', 'option3 value']

/** Columns of what an item is; in a table with a column per location every other column is a location. */
const OF_ITEMS = new Set([
  ...['handle', 'title', 'sku', 'barcode', 'hs code', 'coo'],
  ...OPTIONS,
  ...['option1 name', 'option2 name', 'option3 name'],
])

/** Starts of the headings of quantities, which may have words behind them: the first one with a cell that is not empty counts. */
const QUANTITIES = ['available', 'on hand (current)', 'on hand', 'on hand (new)']

/** Shopify's inventory export. */
export const shopifyInventory: TableSystem = {
  format: 'Shopify inventory',
  recognises: header => {
    if (!header.has('handle')) return false
    const names = [...header]
    if (header.has('location')) return quantityPlaces(names).length > 0
    const isOfItems = header.has('hs code') && header.has('coo') && header.has('option1 value')
    return isOfItems && !header.has('variant price') && locationPlaces(names).length > 0
  },
  hasLocations: true,
  read: readInventory,
}

/** A quantity of one row. */
interface Stocked {
  /** As it stands in the file; empty where the file has one location without a name. */
  location: string
  /** The cells that may say it, the first one first. */
  cells: string[]
}

/** What a row says of an item. */
interface Row {
  line: number
  handle: string
  variant: string | null
  quantities: Stocked[]
}

async function* readInventory(rows: AsyncIterable<TableRow>, context: TableContext): AsyncGenerator<Imported> {
  let pick: ((row: TableRow) => Row) | undefined
  const items = new InventoryItems()
  const locations = new Map<string, string>()
  const readHeader = ({ fields }: TableRow) => {
    pick = rowPicker(fields)
  }
  for await (const tableRow of belowHeader(rows, readHeader)) {
    const row = pick?.(tableRow)
    if (row) addRow(row, items, locations, context)
    if (!items.isFull) continue
    context.checks.problem(`line ${tableRow.line}`, 'has more items than one import can take: export fewer at once')
    return
  }
  reportLocations(locations, context)
  for (const { line, handle, variant, stock, isStocked } of items.all()) {
    const at = `line ${line}`
    if (!isStocked) context.checks.warning(at, NOWHERE, handle)
    const item = { sourceKey: `shopify:${handle}`, variant }
    yield { section: 'changes', record: { item, values: { stock: String(stock) }, partial: null }, at }
  }
}

const NOWHERE = 'is stocked at no location that counts: its stock is 0'

function quantityPlaces(names: string[]): number[] {
  const places = QUANTITIES.map(start => names.findIndex(name => name.startsWith(start)))
  return [...new Set(places.filter(place => place >= 0))]
}

function locationPlaces(names: string[]): number[] {
  return names.flatMap((name, place) => (OF_ITEMS.has(name) || name === '' ? [] : [place]))
}

/** Returns the function that takes from a row what it says. */
function rowPicker(headings: string[]): (row: TableRow) => Row {
  const names = headings.map(columnName)
  const [handle, location] = [names.indexOf('handle'), names.indexOf('location')]
  const options = OPTIONS.map(name => names.indexOf(name))
  const quantities = quantityPlaces(names)
  const columns = locationPlaces(names).map(place => ({ place, location: headings[place]?.trim() ?? '' }))
  return ({ line, fields }) => {
    const text = (place: number) => fields[place]?.trim() ?? ''
    const chosen = options.map(text).filter(option => option !== '')
    return {
      line,
      handle: text(handle),
      variant: chosen.length === 0 || (chosen.length === 1 && chosen[0] === NO_OPTION) ? null : chosen.join(' / '),
      quantities:
        location >= 0
          ? [{ location: text(location), cells: quantities.map(text) }]
          : columns.map(column => ({ location: column.location, cells: [text(column.place)] })),
    }
  }
}

function addRow(
  { line, handle, variant, quantities }: Row,
  items: InventoryItems,
  locations: Map<string, string>,
  { checks, locations: counting }: TableContext,
): void {
  const at = `line ${line}`
  if (handle === '') {
    checks.problem(at, 'has no handle')
    return
  }
  if (quantities.every(({ cells }) => cells.every(cell => cell === '')))
    checks.skip(at, 'has no quantity, so that the stock stays', handle)
  for (const { location, cells } of quantities) {
    const key = columnName(location)
    locations.set(key, location)
    const text = cells.find(cell => cell !== '')
    if (text === undefined) continue
    const quantity = quantityOf(text)
    if (quantity === null) checks.problem(at, 'has a quantity that is no whole number', text)
    else items.add({ line, handle, variant, quantity: counting === undefined || counting.has(key) ? quantity : 'none' })
  }
}

/** A quantity, which may be negative; `none` where the location does not have the item; null for any other text. */
function quantityOf(text: string): number | 'none' | null {
  if (text.toLowerCase() === NOT_STOCKED) return 'none'
  return /^'?-?\d{1,12}$/.test(text) ? Number(text.replace("'", '')) : null
}

/** Reports locations that the caller names and the file lacks. */
function reportLocations(known: ReadonlyMap<string, string>, { checks, locations }: TableContext): void {
  const [, unknown] = [...(locations ?? [])].find(([key]) => !known.has(key)) ?? []
  if (unknown === undefined) return
  const names = [...known.values()].slice(0, 20).map(quote).join(', ')
  checks.problem('', `has no such location: its locations are ${names}`, unknown)
}
