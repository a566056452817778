/** WooCommerce's product export: one row per product and per variation; a variation may precede its product. */

import type { FileChecks } from '../../shop-file/checks-interface.ts'
import { compareDecimals, isGreater } from '../../shop-file/decimal-text.ts'
import { quote } from '../../shop-file/findings.ts'
import type { Imported, ImportedProduct, ImportedVariant } from '../../shop-file/imported-records.ts'
import { type Columns, type FilledRow, filled, readTable } from '../input/fields-of-rows.ts'
import type { TableRow } from '../input/table-row.ts'
import type { TableContext, TableSystem } from '../table-system.ts'
import { CellReader, exportDefaults, type Offer, saysAll, totalStock, UNTRACKED_STOCK, vatOf } from './product-cells.ts'

const columns = {
  fields: {
    id: ['id'],
    type: ['type'],
    sku: ['sku'],
    name: ['name'],
    published: ['published'],
    saleStarts: ['date sale price starts'],
    saleEnds: ['date sale price ends'],
    taxStatus: ['tax status'],
    inStock: ['in stock?'],
    stock: ['stock'],
    salePrice: ['sale price'],
    regularPrice: ['regular price'],
    images: ['images'],
    parent: ['parent'],
  },
  listed: /^attribute \d+ value\(s\)$/,
} satisfies Columns<string>

type Row = FilledRow<keyof (typeof columns)['fields']>
type Kind = 'simple' | 'variable' | 'variation'

const KINDS: string[] = ['simple', 'variable', 'variation'] satisfies Kind[]

/** WooCommerce's product export. */
export const wooCommerceProducts: TableSystem = {
  format: 'WooCommerce export',
  columns: { stock: 'Stock', vatRate: 'Tax status', onSale: 'Published' },
  recognises: header => ['type', 'name', 'regular price'].every(name => header.has(name)),
  read: readWooCommerce,
}

/** Yields the products of an export with their WooCommerce ids. Products with variations follow after all rows are read. */
export async function* readWooCommerce(rows: AsyncIterable<TableRow>, context: TableContext): AsyncGenerator<Imported> {
  const families = new Families()
  for await (const row of filled(readTable(rows, columns, context.checks))) {
    const kind = kindOf(row)
    if (!hasId(row, kind, context.checks)) continue
    if (kind === 'simple') yield* toSimple(row, context)
    else families.add(row, kind)
    if (!KINDS.includes(kind)) context.checks.skip(row.at, `${quote(row.cells.name)} is of the type ${quote(kind)}`)
  }
  for (const { parent, variations } of families.join(context.checks)) yield* toVariable(parent, variations, context)
}

/** Returns the type of a row. Exports combine types, as in "simple, downloadable, virtual"; an empty cell means simple. */
function kindOf({ cells }: Row): string {
  const words = cells.type
    .toLowerCase()
    .split(',')
    .map(word => word.trim())
  const kind =
    words.find(word => KINDS.includes(word)) ?? words.find(word => word !== 'downloadable' && word !== 'virtual')
  return kind || 'simple'
}

function hasId({ at, cells: { id } }: Row, kind: string, checks: FileChecks): boolean {
  const isId = /^[1-9]\d*$/.test(id) && Number.isSafeInteger(Number(id))
  if (!isId) checks.problem(at, `has no ID that is an integer above 0: ${quote(id)}`)
  else checks.unique(kind === 'variation' ? 'variations' : 'products', Number(id), at, `ID ${id}`)
  return isId
}

/** Joins variations with their products, to which they refer by SKU or `id:123`. */
class Families {
  readonly #parents = new Map<string, Row>()
  readonly #skipped = new Set<string>()
  readonly #variations: Row[] = []

  add(row: Row, kind: string): void {
    const { id, sku } = row.cells
    if (kind === 'variation') this.#variations.push(row)
    for (const key of kind === 'variation' ? [] : [`id:${id}`, ...(sku === '' ? [] : [sku])]) {
      if (kind === 'variable') this.#parents.set(key, row)
      else this.#skipped.add(key)
    }
  }

  join(checks: FileChecks): { parent: Row; variations: Row[] }[] {
    const families = new Map([...this.#parents.values()].map(parent => [parent, [] as Row[]]))
    for (const variation of this.#variations) {
      const key = variation.cells.parent.replace(/^id:\s*/i, 'id:')
      const parent = this.#parents.get(key)
      if (parent) families.get(parent)?.push(variation)
      else if (this.#skipped.has(key))
        checks.skip(variation.at, `${quote(variation.cells.name)} varies a skipped product`)
      else
        checks.problem(
          variation.at,
          `has a parent that is no variable product of this file: ${quote(variation.cells.parent)}`,
        )
    }
    return [...families].map(([parent, variations]) => ({ parent, variations }))
  }
}

function* toSimple(row: Row, context: TableContext): Generator<Imported> {
  const reader = new CellReader(row.at, context.checks)
  const product = readProduct(row, reader, context)
  const offer = readOffer(row, '', reader, context)
  if (!offer && !reader.failed) context.checks.skip(row.at, `${quote(row.cells.name)} has no price`)
  if (!offer || reader.failed) return
  yield { section: 'products', record: { ...product, ...offer, variants: [] }, at: row.at }
}

function* toVariable(parent: Row, rows: Row[], context: TableContext): Generator<Imported> {
  const { checks } = context
  const reader = new CellReader(parent.at, checks)
  const product = readProduct(parent, reader, context)
  const variants = reader.hasRoomFor(rows.length) ? rows.map(row => toVariation(row, parent, context)) : []
  if (reader.failed || variants.includes(null)) return
  const priced = variants.filter(variant => variant !== null && variant !== 'unpriced')
  const [price] = priced.map(variant => variant.price).sort(compareDecimals)
  if (price === undefined) {
    checks.skip(parent.at, `${quote(parent.cells.name)} has no variation with a price`)
    return
  }
  // A product is not on sale when none of its variations is.
  const onSale = product.onSale && priced.some(variant => variant.onSale)
  const record = { ...product, onSale, price, stock: totalStock(priced), discount: null, variants: priced }
  yield { section: 'products', record, at: parent.at }
}

function toVariation(row: Row, parent: Row, context: TableContext): (ImportedVariant & Offer) | 'unpriced' | null {
  const reader = new CellReader(row.at, context.checks)
  const base = {
    ...saysAll,
    id: Number(row.cells.id),
    sourceKey: `woocommerce:${row.cells.id}`,
    sku: reader.sku(row.cells.sku),
    name: reader.name(nameOfVariation(row)),
    onSale: readPublished(row, reader),
    backorder: null,
    groupPrices: null,
  }
  const offer = readOffer(row, parent.cells.stock, reader, context)
  if (reader.failed) return null
  if (offer) return { ...base, ...offer }
  context.checks.skip(row.at, `${quote(row.cells.name)} has no price`)
  return 'unpriced'
}

function nameOfVariation({ cells: { id, name }, listed }: Row): string {
  const attributes = listed.filter(value => value !== '').join(' / ')
  return attributes || name.split(' - ').slice(1).join(' - ') || name || `#${id}`
}

function readProduct(
  row: Row,
  reader: CellReader,
  { vatRate }: TableContext,
): Omit<ImportedProduct, keyof Offer | 'variants'> {
  return {
    ...exportDefaults,
    ...saysAll,
    id: Number(row.cells.id),
    sourceKey: `woocommerce:${row.cells.id}`,
    sku: reader.sku(row.cells.sku),
    name: reader.name(row.cells.name),
    image: reader.image(firstImage(row.cells.images)),
    onSale: readPublished(row, reader),
    ...vatOf(row.cells.taxStatus.toLowerCase() === 'taxable', vatRate),
  }
}

/** Returns the first URL of a list. A comma before a space or another URL is a separator; any other is part of a URL. */
function firstImage(images: string): string {
  const end = images.search(/,(?=\s|https?:)/)
  return end < 0 ? images : images.slice(0, end).trimEnd()
}

function readPublished({ cells }: Row, reader: CellReader): boolean {
  return reader.word(cells.published, { '1': true, '0': false, '-1': false }, true, 'Published')
}

/** Reads price, discount and stock of a row; null when the row has no valid price. */
function readOffer(row: Row, parentStock: string, reader: CellReader, { times }: TableContext): Offer | null {
  const { cells } = row
  const regular = reader.price(cells.regularPrice, 'regular price')
  const sale = reader.price(cells.salePrice, 'sale price')
  const stock = readStock(row, parentStock, reader)
  const price = regular ?? sale
  if (price === null) return null
  if (sale === null || !isGreater(price, sale)) return { price, stock, discount: null }
  const startsAt = reader.time(cells.saleStarts, times.startOf, 'sale start')
  const endsAt = reader.time(cells.saleEnds, times.endOf, 'sale end')
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt) reader.fail('has a sale that ends before it starts')
  return { price, stock, discount: { type: 'price', value: sale, startsAt, endsAt } }
}

function readStock({ cells }: Row, parentStock: string, reader: CellReader): string {
  const counted = reader.stock(cells.stock.toLowerCase() === 'parent' ? parentStock : cells.stock)
  const isIn = reader.word(cells.inStock, { '1': true, '0': false, backorder: true }, true, 'In stock?')
  return isIn ? (counted ?? UNTRACKED_STOCK) : '0'
}
