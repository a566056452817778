/** The table of products that an export has written: a row for each product, and one for each variant, in a spreadsheet's order of columns. */

import type { Discount } from '../../../catalog/price.ts'
import { MAX_GROUP_PRICES_IN_ALL, MAX_VARIANTS } from '../../../catalog/product.ts'
import { formatInstant } from '../../../schema/instants.ts'
import type { FileChecks } from '../../../shop-file/checks-interface.ts'
import { parseStock, shortestDecimal } from '../../../shop-file/decimal-text.ts'
import { createDecoder } from '../../../shop-file/decode-record.ts'
import type {
  Imported,
  ImportedProduct,
  ImportedVariant,
  ProductField,
  VariantField,
} from '../../../shop-file/imported-records.ts'
import { normaliseImage } from '../../../shop-file/normalise-image.ts'
import { checkDiscount } from '../../../shop-file/record-rules.ts'
import type { ProductColumn } from '../../../shop-file/table-columns.ts'
import { RISES, repeatedTiers, risingTiers } from '../../../shop-file/tier-price-rules.ts'
import type { TableRow } from '../../input/table-row.ts'
import type { TableContext, TableSystem } from '../../table-system.ts'
import { UNTRACKED_STOCK } from '../product-cells.ts'
import { ProductRow, productCells } from './product-row.ts'
import { readSaidRows, saysBlock } from './sepet-rows.ts'

/** Columns that only this table has; without one of them it needs a name and a price. */
const OWN_COLUMNS = ['stockunit', 'stockincrement', 'freecargo', 'discounttype', 'groupprices', 'tierprices', 'image']

/** The columns of a discount, which say it only together. */
const discountBlock = {
  name: 'the discount',
  columns: ['discountType', 'discountValue', 'discountStartsAt', 'discountEndsAt'],
} as const

/** Columns that a variant does not have. */
const ofProducts = ['vatRate', 'stockUnit', 'stockIncrement', 'freeCargo', 'brand', 'categories', 'tags'] as const

/** The products of a Sepet export. */
export const sepetProducts: TableSystem = {
  format: 'Sepet products',
  recognises: header =>
    ['id', 'variantid'].every(name => header.has(name)) &&
    (['name', 'price'].every(name => header.has(name)) || OWN_COLUMNS.some(name => header.has(name))),
  columns: () => ({ stock: 'stock', vatRate: 'vatRate', onSale: 'onSale' }),
  read: readSepetProducts,
}

/** A row that is valid by itself. */
interface ValidRow {
  at: string
  row: ProductRow
}

/** Yields the products, each with the variants whose rows stand with its own. Stored variants without a row stay as they are. */
export async function* readSepetProducts(
  rows: AsyncIterable<TableRow>,
  context: TableContext,
): AsyncGenerator<Imported> {
  const { checks } = context
  let saysDiscount = false
  const begin = (fields: Set<ProductColumn>) => {
    saysDiscount = saysBlock(discountBlock, fields, checks)
  }
  let group: Group | undefined
  for await (const { at, said } of readSaidRows(rows, { cells: productCells, context, begin })) {
    const row = decode(saysDiscount ? said : withoutDiscount(said), `${at} `, checks)
    const id = said.id
    if (group && (id === undefined || id !== group.id)) {
      yield* finish(group, context)
      group = undefined
    }
    group ??= beginGroup(id, at, checks)
    if (row === null) group.hasFailed = true
    else group.rows.push({ at, row })
  }
  if (group) yield* finish(group, context)
}

/** The rows of one product. */
interface Group {
  id: unknown
  at: string
  rows: ValidRow[]
  hasFailed: boolean
}

function beginGroup(id: unknown, at: string, checks: FileChecks): Group {
  if (typeof id === 'number') {
    checks.unique('products', id, at, 'continues a product whose other rows stand apart: sort the file by id')
  }
  return { id, at, rows: [], hasFailed: false }
}

const decode = createDecoder(
  ProductRow,
  checkRow,
  row => row,
  rule => rule.replace(/^null or /, ''),
)

function withoutDiscount<Said extends object>(said: Said): Said {
  const named = Object.entries(said).filter(([field]) => !(discountBlock.columns as readonly string[]).includes(field))
  return Object.fromEntries(named) as Said
}

function checkRow(row: Partial<ProductRow>, at: string, checks: FileChecks): void {
  const { id, variantId, sku, groupPrices = [], tierPrices = [] } = row
  if (id === undefined && variantId !== undefined) checks.missing(`${at}/id`, 'a variant needs that of its product')
  else if (id === undefined && !sku) checks.missing(`${at}/id`, 'a product needs an id or a SKU')
  for (const { customerGroupId } of groupPrices) checks.refer('customerGroups', customerGroupId, `${at}/groupPrices`)
  if (new Set(groupPrices.map(each => each.customerGroupId)).size < groupPrices.length) {
    checks.problem(`${at}/groupPrices`, 'has two prices of one customer group')
  }
  checkTiers(tierPrices, `${at}/tierPrices`, checks)
  checkDiscountOf(row, at, checks)
}

function checkTiers(prices: NonNullable<ProductRow['tierPrices']>, at: string, checks: FileChecks): void {
  for (const { customerGroupId } of prices) {
    if (customerGroupId !== undefined) checks.refer('customerGroups', customerGroupId, at)
  }
  if (repeatedTiers(prices).length > 0) checks.problem(at, 'has two prices of one quantity for the same customers')
  if (risingTiers(prices).length > 0) checks.warning(at, RISES)
}

function checkDiscountOf(row: Partial<ProductRow>, at: string, checks: FileChecks): void {
  const { discountType: type, discountValue: value, discountStartsAt: startsAt, discountEndsAt: endsAt } = row
  if (type && value === null) checks.missing(`${at}/discountValue`, `"${type}" needs it`)
  if (type === null && (value || startsAt || endsAt)) checks.missing(`${at}/discountType`, 'there is a discount')
  if (!type || !value) return
  const discount = { type, value, startsAt: timeText(startsAt), endsAt: timeText(endsAt) }
  const problem: FileChecks['problem'] = (place, ...found) =>
    checks.problem(`${at}/discount${capital(place)}`, ...found)
  checkDiscount(discount, '', { problem })
}

/** Returns the end of a column's name: `EndsAt` for `/endsAt`. */
function capital(pointer: string): string {
  return pointer.slice(1, 2).toUpperCase() + pointer.slice(2)
}

function timeText(instant: number | null | undefined): string | null {
  return instant === null || instant === undefined ? null : formatInstant(instant)
}

function* finish({ id, at, rows, hasFailed }: Group, context: TableContext): Generator<Imported> {
  const { checks } = context
  const own = rows.filter(({ row }) => row.variantId === undefined)
  const variants = rows.filter(({ row }) => row.variantId !== undefined)
  for (const second of own.slice(1)) {
    checks.problem(`${second.at} /id`, 'is repeated: a product has one row without variantId')
  }
  checkVariants(variants, at, checks)
  if (hasFailed || own.length > 1) return
  const [product] = own
  const listed = variants.map(({ at: place, row }) => toVariant(row, place, checks))
  const record = product
    ? toProduct(product.row, context)
    : { ...toProduct({ id: id as number }, context), updatesOnly: true }
  yield { section: 'products', record: { ...record, variants: listed }, at }
}

function checkVariants(variants: ValidRow[], at: string, checks: FileChecks): void {
  if (variants.length > MAX_VARIANTS) checks.problem(at, `has more than ${MAX_VARIANTS} variants`)
  const prices = variants.reduce((total, { row }) => total + (row.groupPrices?.length ?? 0), 0)
  if (prices > MAX_GROUP_PRICES_IN_ALL) checks.problem(at, `has more than ${MAX_GROUP_PRICES_IN_ALL} group prices`)
  const places = new Map<number | undefined, string>()
  for (const { at: place, row } of variants) {
    const other = places.get(row.variantId)
    if (other) checks.problem(`${place} /variantId`, `is repeated: ${other} has the same`)
    else places.set(row.variantId, place)
  }
}

/** What products and variants have alike. */
function toItem(row: ProductRow) {
  const {
    sku = null,
    name = '',
    image = null,
    onSale = true,
    stock,
    price = null,
    groupPrices = [],
    tierPrices = [],
  } = row
  return {
    sourceKey: null,
    partial: null,
    sku,
    name,
    image: image && normaliseImage(image),
    onSale,
    price,
    stock: stock === undefined ? UNTRACKED_STOCK : (parseStock(stock) ?? stock),
    discount: toDiscount(row),
    groupPrices:
      groupPrices.length > 0 ? Object.fromEntries(groupPrices.map(each => [each.customerGroupId, each.price])) : null,
    tierPrices,
  }
}

function toDiscount({ discountType, discountValue, ...row }: ProductRow): Discount | null {
  if (!discountType || !discountValue) return null
  const { discountStartsAt = null, discountEndsAt = null } = row
  return { type: discountType, value: discountValue, startsAt: discountStartsAt, endsAt: discountEndsAt }
}

function toProduct(row: ProductRow, { vatRate = '0' }: TableContext): Omit<ImportedProduct, 'variants'> {
  const { id = null, backorder } = row
  const kept = keptOf(row)
  return {
    ...toItem(row),
    id,
    bySku: id === null,
    updatesOnly: false,
    kept: [
      ...kept,
      ...(row.price === null ? (['price'] as const) : []),
      ...(backorder === null ? (['backorder'] as const) : []),
      ...ofProducts.filter(field => row[field] === undefined),
    ],
    backorder: backorder ?? false,
    vatRate: row.vatRate === undefined ? vatRate : shortestDecimal(row.vatRate),
    stockUnit: row.stockUnit ?? '',
    stockIncrement: row.stockIncrement === undefined ? '1' : shortestDecimal(row.stockIncrement),
    freeCargo: row.freeCargo ?? false,
    brand: row.brand ?? null,
    categories: row.categories ?? [],
    tags: row.tags ?? [],
    listsVariants: false,
    omitted: [],
  }
}

function toVariant(row: ProductRow, at: string, checks: FileChecks): ImportedVariant {
  for (const field of ofProducts) {
    if (isGiven(row[field])) checks.warning(`${at} /${field}`, 'is ignored: a variant has that of its product')
  }
  const { variantId = null, backorder = null } = row
  // A new variant needs a name.
  const updatesOnly = row.name === undefined
  return { ...toItem(row), id: variantId, bySku: false, updatesOnly, kept: keptOf(row), backorder }
}

/** Whether a cell of a product's column says something. */
function isGiven(value: ProductRow[(typeof ofProducts)[number]]): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}

const itemFields = [
  'sku',
  'name',
  'image',
  'onSale',
  'price',
  'stock',
  'backorder',
  'groupPrices',
  'tierPrices',
] as const

/** The fields that a row does not say. */
function keptOf(row: ProductRow): (VariantField & ProductField)[] {
  const unsaid = itemFields.filter(field => row[field] === undefined)
  return row.discountType === undefined ? [...unsaid, 'discount'] : unsaid
}
