/** Sheet of few columns: each row changes a stored product or variant, and says only what is to change. */

import { splitList } from '../../shop-file/cell-lists.ts'
import { parseVatRate, SIGNED_DECIMAL_PATTERN } from '../../shop-file/decimal-text.ts'
import type { ChangedItem, Imported, ImportedChange, PartialOffer } from '../../shop-file/imported-records.ts'
import { columnName } from '../input/column-name.ts'
import { type FieldColumn, readFieldColumns } from '../input/field-columns.ts'
import { belowHeader } from '../input/fields-of-rows.ts'
import type { TableRow } from '../input/table-row.ts'
import type { TableContext, TableSystem } from '../table-system.ts'
import { CellReader } from './product-cells.ts'
import { KEYS, type NamedField, type SheetField, sheetColumns } from './sheet-columns.ts'
import { readTiers, tierFieldsOf } from './sheet-tiers.ts'
import { toBrand, toCategories, toTags } from './term-cells.ts'
import { hasTier, isLikeTier, type TierField, tierFieldOf } from './tier-headings.ts'

/** The cells of a row; a field without a column is absent. */
interface Row {
  at: string
  cells: Partial<Record<SheetField, string>>
  /** The columns of prices by quantity. */
  tiers: readonly TierField[]
}

const fields = Object.keys(sheetColumns) as NamedField[]

/** A sheet of products. */
export const productSheet: TableSystem = {
  format: 'sheet',
  recognises: header =>
    hasKey(header) && (fields.some(field => !KEYS.includes(field) && has(header, field)) || hasTier(header)),
  lacks: header => {
    if (hasKey(header))
      return `${LIKE_SHEET} names products, and says nothing of them: add a column such as price or stock`
    if (!has(header, 'price') && !has(header, 'stock')) return undefined
    return `${LIKE_SHEET} has no column that tells the products: add their SKUs as sku, or map a column by --columns "Ürün Kodu=sku"`
  },
  read: readSheet,
}

const REPEATED = {
  id: 'repeats the id of a row above: delete one of both',
  sku: 'repeats the SKU of a row above: delete one of both',
}

const LIKE_SHEET = 'looks like a sheet of products, which'

function has(header: ReadonlySet<string>, field: NamedField): boolean {
  return sheetColumns[field].some(name => header.has(columnName(name)))
}

function hasKey(header: ReadonlySet<string>): boolean {
  return has(header, 'sku') || has(header, 'id')
}

/** The field of a heading; undefined for an unknown one. */
export function sheetFieldOf(name: string): SheetField | undefined {
  return fieldsByHeading.get(name) ?? tierFieldOf(name)
}

const fieldsByHeading = new Map(
  fields.flatMap(field => sheetColumns[field].map(name => [columnName(name), field] as const)),
)

/** Yields a change for each row. */
async function* readSheet(rows: AsyncIterable<TableRow>, context: TableContext): AsyncGenerator<Imported> {
  let columns: FieldColumn<SheetField>[] = []
  let tiers: TierField[] = []
  const readHeader = (header: TableRow) => {
    columns = readFieldColumns(header, { fieldOf: sheetFieldOf, isIgnored: isLikeTier }, context.checks)
    tiers = tierFieldsOf(columns, header, context.checks)
  }
  for await (const { line, fields: texts } of belowHeader(rows, readHeader)) {
    const cells = Object.fromEntries(columns.map(({ field, index }) => [field, texts[index]?.trim() ?? '']))
    const row: Row = { at: `line ${line}`, cells, tiers }
    const reader = new CellReader(row.at, context)
    const item = readItem(row, reader, context)
    const change = readChange(row, reader, context)
    if (!reader.failed && item) yield { section: 'changes', record: { item, ...change }, at: row.at }
  }
}

/** The item of a row: by its id, else by its SKU. */
function readItem({ at, cells }: Row, reader: CellReader, { checks }: TableContext): ChangedItem | null {
  const [id, variantId = null] = [readId(cells.id, 'id', reader), readId(cells.variantId, 'variant id', reader)]
  const sku = reader.sku(cells.sku) ?? null
  if (id !== undefined) {
    checks.unique('rows of items', `${id}/${variantId ?? sku ?? ''}`, at, REPEATED.id)
    return { id, variantId, sku }
  }
  if (sku !== null) {
    checks.unique('rows of SKUs', sku, at, REPEATED.sku)
    return { sku }
  }
  if (!reader.failed) checks.skip(at, 'has neither an id nor a SKU')
  return null
}

function readId(text: string | undefined, what: string, reader: CellReader): number | undefined {
  if (text === undefined || text === '') return undefined
  if (/^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text)
  reader.fail(`has no ${what} that is an integer above 0`, text)
  return undefined
}

const SIGNED = new RegExp(SIGNED_DECIMAL_PATTERN)

function readChange({ cells, tiers }: Row, reader: CellReader, context: TableContext): Omit<ImportedChange, 'item'> {
  const said = {
    name: cells.name === '' ? undefined : reader.name(cells.name),
    price: reader.price(cells.price, 'price'),
    stock: reader.stock(cells.stock),
    onSale: reader.flag(cells.onSale, 'on sale'),
    backorder: reader.flag(cells.backorder, 'backorder'),
    vatRate: readVatRate(cells.vatRate, reader),
    ...readTerms(cells, reader),
  }
  const change = cells.stockChange?.replace(',', '.')
  if (change && !SIGNED.test(change)) reader.fail('has a change of the stock that is no number such as -2', change)
  if (change && said.stock !== undefined) reader.fail('has both a stock and a change of it')
  const sale = readSale(cells, reader, context)
  const tierPrices = readTiers(cells, { fields: tiers, price: said.price }, reader)
  const partial: PartialOffer = {
    ...(sale && { sale }),
    ...(change && { stockChange: change }),
    ...(tierPrices.length > 0 && { tierPrices }),
  }
  return {
    values: Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)),
    partial: Object.keys(partial).length > 0 ? partial : null,
  }
}

/** An empty cell clears the terms of a product. */
function readTerms({ brand, categories, tags }: Row['cells'], { warn }: CellReader) {
  return {
    brand: brand === undefined ? undefined : toBrand([brand], warn),
    categories: categories === undefined ? undefined : toCategories(listOf(categories).map(spacedPath), warn),
    tags: tags === undefined ? undefined : toTags(listOf(tags), warn),
  }
}

function listOf(cell: string): string[] {
  return splitList(cell, ',;\n')
}

/** People write paths with and without blanks. */
function spacedPath(path: string): string {
  return path
    .split('>')
    .map(part => part.trim())
    .filter(part => part !== '')
    .join(' > ')
}

function readVatRate(text: string | undefined, reader: CellReader): string | undefined {
  if (text === undefined || text === '') return undefined
  const rate = parseVatRate(text.replace(/\s*%$/, '').replace(/^%\s*/, ''))
  if (rate === null) reader.fail('has a VAT rate that is no number from 0 to 100', text)
  else if (rate !== '0' && Number(rate) < 1)
    reader.warn('has a VAT rate below 1 percent: write 20 for 20 percent', text)
  return rate ?? undefined
}

/** An empty sale price ends the sale; empty dates say nothing. */
function readSale(cells: Row['cells'], reader: CellReader, { times }: TableContext): PartialOffer['sale'] | null {
  if (cells.salePrice === '') return { price: null }
  const price = reader.price(cells.salePrice, 'sale price')
  const startsAt = reader.time(cells.saleStartsAt, times.startOf, 'sale start') ?? undefined
  const endsAt = reader.time(cells.saleEndsAt, times.endOf, 'sale end') ?? undefined
  if (startsAt !== undefined && endsAt !== undefined && endsAt <= startsAt)
    reader.fail('has a sale that ends before it starts')
  const sale = {
    ...(price !== undefined && { price }),
    ...(startsAt !== undefined && { startsAt }),
    ...(endsAt !== undefined && { endsAt }),
  }
  return Object.keys(sale).length > 0 ? sale : null
}
