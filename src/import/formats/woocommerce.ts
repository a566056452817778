/** WooCommerce's product export: one row per product and per variation; a variation may precede its product. */

import type { FileChecks } from '../../shop-file/checks-interface.ts'
import { isGreater } from '../../shop-file/decimal-text.ts'
import type { Imported, ImportedProduct, ImportedVariant } from '../../shop-file/imported-records.ts'
import { columnName } from '../input/column-name.ts'
import { type Columns, readTable } from '../input/fields-of-rows.ts'
import type { TableRow } from '../input/table-row.ts'
import type { TableContext, TableSystem } from '../table-system.ts'
import { CellReader, offerOf, productOf, unsaid, unsaidProduct, variantOf } from './product-cells.ts'
import { sheetColumns } from './sheet-columns.ts'
import { hasTier } from './tier-headings.ts'
import { toChange } from './woocommerce-changes.ts'
import { Families, type Family, type WooRow } from './woocommerce-families.ts'
import { headingsOf, languageOf, type WooField } from './woocommerce-headings.ts'
import { readOffer, readPublished, readVat } from './woocommerce-offer.ts'
import { readTerms } from './woocommerce-terms.ts'
import { decodeName, firstImage, unguarded, withoutEscapes } from './woocommerce-texts.ts'
import { readTierRules, type TierColumn, tierColumns } from './woocommerce-tiers.ts'

/** Fields of columns that are not numbered. */
const FIELDS: WooField[] = [
  ...(['id', 'type', 'sku', 'name', 'published', 'saleStarts', 'saleEnds', 'taxStatus', 'inStock', 'stock'] as const),
  ...(['backorders', 'salePrice', 'regularPrice', 'images', 'parent', 'taxClass'] as const),
  ...(['categories', 'tags', 'brands'] as const),
]

/** Names of the columns of a field in every language. */
const fields = Object.fromEntries(FIELDS.map(field => [field, headingsOf(field).map(columnName)])) as Record<
  WooField,
  string[]
>

/** Column of an attribute's values, by its number, in every language. */
const attributeValue = new RegExp(
  `^(${headingsOf('attributeValue')
    .map(heading => RegExp.escape(columnName(heading)).replace(RegExp.escape('#'), '\\d+'))
    .join('|')})$`,
)

const columns: Columns<WooField | TierColumn> = { fields: { ...fields, ...tierColumns }, listed: attributeValue }

/** Columns that no other table has beside a type. */
const OWN: WooField[] = ['regularPrice', 'inStock', 'taxStatus', 'backorders', 'salePrice']

/** Columns by which a table without types is known. One word, such as the Polish heading of the price, does not tell enough. */
const TELLING = (['regularPrice', 'inStock', 'taxStatus', 'backorders'] as const).flatMap(field =>
  fields[field].filter(name => field !== 'regularPrice' || name.includes(' ')),
)

const known = new Set(Object.values(fields).flat())

/** Columns of a sheet that no WooCommerce export has. */
const OF_SHEETS = Object.values(sheetColumns)
  .flat()
  .filter(name => !known.has(name))

/** WooCommerce's product export. */
export const wooCommerceProducts: TableSystem = {
  format: 'WooCommerce export',
  columns: header => {
    const { stock, taxStatus, published } = languageOf(header)
    const [stockName = '', vatRate = '', onSale = ''] = [stock, taxStatus, published].map(names => [names].flat()[0])
    return { stock: stockName, vatRate, onSale }
  },
  recognises: header => {
    const has = (field: WooField) => fields[field].some(name => header.has(name))
    if (has('type')) return (has('id') || has('sku') || has('name')) && OWN.some(has)
    const isOwn = (has('id') || has('sku')) && TELLING.some(name => header.has(name))
    return isOwn && !OF_SHEETS.some(name => header.has(name)) && !hasTier(header)
  },
  lacks: header =>
    OWN.filter(field => fields[field].some(name => header.has(name))).length > 1
      ? 'looks like a product export of WooCommerce without the columns Type and ID: export all columns'
      : undefined,
  read: readWooCommerce,
}

/** Types of products that are sold by themselves. */
const KINDS = ['simple', 'variable', 'variation']

/** Yields the products of an export. Products with variations follow after all rows are read. */
export async function* readWooCommerce(rows: AsyncIterable<TableRow>, context: TableContext): AsyncGenerator<Imported> {
  const families = new Families()
  for await (const read of readTable(rows, columns)) {
    const row = toRow(read)
    const kind = kindOf(row)
    if (!isNamed(row, kind, context.checks)) continue
    if (isLone(row, kind)) {
      yield* toChange(row, context)
      continue
    }
    if (kind === 'simple') yield* toSimple(row, context)
    if (kind === 'variation') families.addVariation(row)
    else families.addProduct(row, kind)
    if (!KINDS.includes(kind))
      context.checks.skip(row.at, `is of the type ${kind}, which is not sold by itself`, row.cells.name)
  }
  for (const family of families.join(context.checks)) yield* toVariable(family, context)
}

/** Whether nothing says what kind of product a row is, or of which product a variation is one. */
function isLone({ cells: { type, parent } }: WooRow, kind: string): boolean {
  return type === undefined || (kind === 'variation' && !parent)
}

/** Undoes the apostrophe that the exporter puts before texts that a spreadsheet may run. */
function toRow({ at, cells, listed }: WooRow): WooRow {
  const texts = Object.entries(cells).map(([field, cell]) => [field, cell && unguarded(cell)])
  return { at, cells: Object.fromEntries(texts) as WooRow['cells'], listed: listed.map(unguarded) }
}

/** Returns the type of a row. Exports combine types, as in "simple, downloadable, virtual"; an empty cell means simple. */
function kindOf({ cells: { type = '' } }: WooRow): string {
  const words = type
    .toLowerCase()
    .split(',')
    .map(word => word.trim())
  const kind =
    words.find(word => KINDS.includes(word)) ?? words.find(word => word !== 'downloadable' && word !== 'virtual')
  return kind || 'simple'
}

/** Whether a row has an ID or a SKU, by which a later file finds the product again. */
function isNamed({ at, cells: { id = '', sku, name } }: WooRow, kind: string, checks: FileChecks): boolean {
  const isVariation = kind === 'variation'
  if (id === '' && !sku) {
    checks.skip(at, 'has neither an ID nor a SKU, by which it would be found again: export the ID column', name)
    return false
  }
  if (id === '') {
    checks.unique(
      isVariation ? 'SKUs of variations' : 'SKUs of products',
      sku ?? '',
      at,
      'repeats the SKU of a row above: delete one of both',
    )
    return true
  }
  const isId = /^[1-9]\d*$/.test(id) && Number.isSafeInteger(Number(id))
  if (!isId) checks.problem(at, 'has an ID that is no integer above 0', id)
  else
    checks.unique(
      isVariation ? 'variations' : 'products',
      Number(id),
      at,
      'repeats the ID of a row above: delete one of both',
    )
  return isId
}

/** How a row meets its stored product or variation. */
function metOf({ cells: { id = '', sku } }: WooRow, { newIds }: TableContext) {
  if (id === '') return { id: null, sourceKey: `woocommerce sku:${sku}`, bySku: true }
  return { id: newIds ? null : Number(id), sourceKey: `woocommerce:${id}`, bySku: false }
}

function product(row: WooRow, record: Omit<ImportedProduct, 'omitted'>): Imported {
  return { section: 'products', record: { ...record, omitted: [] }, at: row.at }
}

function* toSimple(row: WooRow, context: TableContext): Generator<Imported> {
  const reader = new CellReader(row.at, context)
  const { said, ofNew } = readProduct(row, reader, context)
  const offer = readOffer(row.cells, undefined, reader, context)
  const values = productOf({ ...said, ...offer.said }, { ...ofNew, ...offer.ofNew })
  const met = { ...metOf(row, context), updatesOnly: false, partial: offer.partial }
  if (!reader.failed) yield product(row, { ...met, ...values, variants: [], listsVariants: true })
}

function* toVariable({ parent, reference, variations }: Family, context: TableContext): Generator<Imported> {
  const [first] = variations
  const place = parent ?? first
  if (place === undefined) return
  const reader = new CellReader(place.at, context)
  const read = parent && readProduct(parent, reader, context)
  const isComplete = reader.hasRoomFor(variations.length)
  const variants = isComplete ? variations.map(row => toVariation(row, parent, context)) : []
  if (reader.failed || !isComplete || !variants.every(variant => variant !== null)) return
  if (!parent || !read) {
    const record = { ...unsaidProduct, ...metOfReference(reference, context), partial: null, updatesOnly: true }
    yield product(place, { ...record, variants, listsVariants: false })
    return
  }
  const { said, ofNew } = variants.length > 0 ? offerOf(variants, cheapest(variants)) : unsaidOffer
  const onSale = onSaleOf(read.said.onSale, variants)
  const values = productOf({ ...read.said, ...said, onSale }, { ...read.ofNew, ...ofNew })
  const met = { ...metOf(parent, context), partial: null, updatesOnly: variations.length === 0 }
  yield product(parent, { ...met, ...values, variants, listsVariants: variations.length > 0 })
}

/** The offer of a product whose variations are in no row. */
const unsaidOffer = {
  said: { price: undefined, discount: undefined, stock: undefined, backorder: undefined },
  ofNew: {},
}

/** A product is not on sale when none of its variations is. */
function onSaleOf(isOnSale: boolean | undefined, variants: ImportedVariant[]): boolean | undefined {
  const isAnyOnSale = variants.length === 0 || variants.some(({ onSale, kept }) => onSale || kept.includes('onSale'))
  return isOnSale && isAnyOnSale
}

function cheapest(variants: ImportedVariant[]): string | null {
  const prices = variants.flatMap(({ price }) => price ?? [])
  return prices.length === 0 ? null : prices.reduce((least, price) => (isGreater(least, price) ? price : least))
}

function toVariation(row: WooRow, parent: WooRow | undefined, context: TableContext): ImportedVariant | null {
  const reader = new CellReader(row.at, context)
  const { said, ofNew, partial } = readOffer(row.cells, parent?.cells.stock, reader, context)
  const name = reader.name(nameOfVariation(row, parent?.cells.name))
  // A name tells the attributes in part at most: a stored variant keeps what their columns said.
  const isNamed = row.listed.length > 0
  const values = variantOf(
    {
      ...said,
      name: isNamed ? name : undefined,
      sku: reader.sku(row.cells.sku),
      image: reader.image(row.cells.images && firstImage(row.cells.images)),
      onSale: readPublished(row.cells, reader),
      groupPrices: undefined,
      tierPrices: readTierRules(row.cells, reader),
    },
    { ...ofNew, ...(name !== undefined && { name }) },
  )
  // A new variation is not sold at the price of another one.
  return reader.failed ? null : { ...metOf(row, context), ...values, partial, updatesOnly: values.price === null }
}

/** The attributes of a variation; where a row has none, its name without that of its product. */
function nameOfVariation({ cells: { id, name, sku }, listed }: WooRow, product = ''): string | undefined {
  const attributes = listed
    .filter(value => value !== '')
    .map(withoutEscapes)
    .join(' / ')
  if (attributes !== '') return decodeName(attributes)
  if (name === undefined) return undefined
  const start = `${product} - `
  const rest =
    product !== '' && name.startsWith(start) ? name.slice(start.length) : name.split(' - ').slice(1).join(' - ')
  return decodeName(rest || name) || `#${id || sku}`
}

function readProduct(row: WooRow, reader: CellReader, context: TableContext) {
  const { cells } = row
  const vat = readVat(row, context)
  const said = {
    ...unsaid,
    sku: reader.sku(cells.sku),
    name: reader.name(cells.name && decodeName(cells.name)),
    image: reader.image(cells.images && firstImage(cells.images)),
    onSale: readPublished(cells, reader),
    vatRate: vat.said,
    tierPrices: readTierRules(cells, reader),
    ...readTerms(cells, reader),
  }
  return { said, ofNew: { vatRate: vat.ofNew } }
}

/** How a product that only its variations name meets the stored one. */
function metOfReference(reference: string, { newIds }: TableContext) {
  const [, id] = /^id:(\d+)$/.exec(reference) ?? []
  if (id === undefined) return { id: null, sourceKey: null, bySku: true, sku: reference }
  return { id: newIds ? null : Number(id), sourceKey: `woocommerce:${id}`, bySku: false }
}
