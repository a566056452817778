/** Shopify's product export: the rows of one handle are one product, and the option columns give the names of its variants. */

import type { Discount } from '../../catalog/price.ts'
import { isLongerThan, isStorable } from '../../schema/fields.ts'
import type { FileChecks } from '../../shop-file/checks-interface.ts'
import { isGreater } from '../../shop-file/decimal-text.ts'
import type { Imported, ImportedVariant, PartialOffer } from '../../shop-file/imported-records.ts'
import { type Columns, type FieldRow, readTable } from '../input/fields-of-rows.ts'
import { readFlag } from '../input/flag-words.ts'
import type { TableRow } from '../input/table-row.ts'
import type { TableContext, TableSystem } from '../table-system.ts'
import { CellReader, offerOf, productOf, UNTRACKED_STOCK, unsaid, variantOf, vatOf } from './product-cells.ts'
import { readTerms, termColumns } from './shopify-terms.ts'

/** Each field has the old and the new name of its column, since Shopify renamed the columns. */
const columns = {
  fields: {
    handle: ['handle', 'url handle'],
    title: ['title'],
    published: ['published', 'published on online store'],
    status: ['status'],
    option1: ['option1 value'],
    option2: ['option2 value'],
    option3: ['option3 value'],
    sku: ['variant sku', 'sku'],
    price: ['variant price', 'price'],
    compareAtPrice: ['variant compare at price', 'compare-at price'],
    tracker: ['variant inventory tracker', 'inventory tracker'],
    quantity: ['variant inventory qty', 'inventory quantity'],
    policy: ['variant inventory policy', 'continue selling when out of stock'],
    taxable: ['variant taxable', 'charge tax'],
    image: ['image src', 'product image url'],
    variantImage: ['variant image', 'variant image url'],
    ...termColumns,
  },
} satisfies Columns<string>

type Row = FieldRow<keyof (typeof columns)['fields']>

/** Columns that no other system has beside a handle. */
const OWN = [
  ...['variant sku', 'variant price', 'variant compare at price', 'variant inventory qty', 'variant inventory tracker'],
  ...['variant inventory policy', 'variant taxable', 'option1 value', 'compare-at price', 'inventory quantity'],
  'charge tax',
]

/** Shopify's limit for a handle, in characters. */
const HANDLE_MAX_LENGTH = 255

/** Option value that Shopify writes for a product without options. */
const NO_OPTION = 'Default Title'

/** Shopify's product export. */
export const shopifyProducts: TableSystem = {
  format: 'Shopify export',
  columns: header =>
    header.has('url handle')
      ? { stock: 'Inventory quantity', vatRate: 'Charge tax', onSale: 'Status' }
      : { stock: 'Variant Inventory Qty', vatRate: 'Variant Taxable', onSale: 'Status' },
  recognises: header =>
    columns.fields.handle.some(name => header.has(name)) &&
    (OWN.some(name => header.has(name)) || (header.has('title') && header.has('price'))),
  lacks: header =>
    OWN.filter(name => header.has(name)).length > 1
      ? 'looks like a product export of Shopify without the column Handle, which tells the products: export it, too'
      : undefined,
  read: readShopify,
}

/** Yields the products of an export. Products and variants get their ids when they are saved. */
export async function* readShopify(rows: AsyncIterable<TableRow>, context: TableContext): AsyncGenerator<Imported> {
  for await (const group of groupByHandle(readTable(rows, columns), context.checks)) {
    yield* toRecords(group, context)
  }
}

type Group = [Row, ...Row[]]

function isHandle(text: string): boolean {
  return text !== '' && !isLongerThan(text, HANDLE_MAX_LENGTH) && isStorable(text)
}

async function* groupByHandle(rows: AsyncIterable<Row>, checks: FileChecks): AsyncGenerator<Group> {
  let group: Group | undefined
  for await (const row of rows) {
    const handle = row.cells.handle ?? ''
    if (!isHandle(handle)) checks.problem(row.at, `has no handle of 1 to ${HANDLE_MAX_LENGTH} characters`, handle)
    else if (group?.[0].cells.handle === handle) group.push(row)
    else {
      if (group) yield group
      checks.unique(
        'Shopify handles',
        handle,
        row.at,
        'continues a product whose other rows stand apart: sort the file by Handle',
      )
      group = [row]
    }
  }
  if (group) yield group
}

/** The rows of a product without those that only add an image. */
function soldRows(group: Group): Group {
  const [row, ...others] = group.filter(({ cells }) => Boolean(cells.price || cells.option1 || cells.sku))
  return row ? [row, ...others] : [group[0]]
}

function* toRecords(group: Group, context: TableContext): Generator<Imported> {
  const [row, ...others] = soldRows(group)
  const hasOptions = group[0].cells.option1 !== undefined
  const reader = new CellReader(group[0].at, context)
  const product = readProduct(group, row, reader, context)
  if (!reader.hasRoomFor(others.length + 1)) return
  if (others.length === 0 && [NO_OPTION, ''].includes(nameOf(row))) yield* toPlain(row, product, reader, hasOptions)
  else if (hasOptions) yield* withVariants([row, ...others], product, reader, context)
  else yield* withoutOptions([row, ...others], product, reader, context)
}

type ReadProduct = ReturnType<typeof readProduct>

/** A product that is sold by itself, or one whose variants the file does not name. */
function* toPlain(row: Row, product: ReadProduct, reader: CellReader, listsVariants: boolean): Generator<Imported> {
  const { said, ofNew, partial } = readOffer(row, reader)
  const values = productOf({ ...product.said, ...said }, { ...product.ofNew, ...ofNew })
  if (!reader.failed) yield { ...product, record: { ...product.met, ...values, partial, variants: [], listsVariants } }
}

function* withVariants(
  rows: Group,
  product: ReadProduct,
  reader: CellReader,
  context: TableContext,
): Generator<Imported> {
  const variants = toVariants(rows, context)
  warnOfMixedTax(rows, context.checks)
  if (reader.failed || variants === null) return
  const { said, ofNew } = offerOf(variants, variants[0]?.price ?? null)
  // The column has the SKUs of the variants.
  const sku = rows[0].cells.sku === undefined ? undefined : null
  const values = productOf({ ...product.said, ...said, sku }, { ...product.ofNew, ...ofNew })
  yield { ...product, record: { ...product.met, ...values, partial: null, variants, listsVariants: true } }
}

/** Rows that nothing tells which variants they are: each changes the item with its SKU. */
function* withoutOptions(
  rows: Group,
  product: ReadProduct,
  reader: CellReader,
  context: TableContext,
): Generator<Imported> {
  const values = productOf({ ...product.said, ...NO_OFFER }, product.ofNew)
  const met = { ...product.met, updatesOnly: true }
  if (!reader.failed)
    yield { ...product, record: { ...met, ...values, partial: null, variants: [], listsVariants: false } }
  for (const row of rows) yield* toChange(row, context)
}

/** What a product says of its offer where its variants have their own. */
const NO_OFFER = {
  ...{ sku: undefined, price: undefined, stock: undefined },
  ...{ backorder: undefined, discount: undefined },
}

/** Reads what the first row of a product says; rows below it may have the image. */
function readProduct(group: Group, row: Row, reader: CellReader, { checks, vatRate }: TableContext) {
  const [{ cells }] = group
  const image = group.find(each => each.cells.image !== '')?.cells.image ?? cells.image
  const vat = vatOf(reader.flag(row.cells.taxable, 'taxable'), vatRate)
  if (cells.status?.toLowerCase() === UNLISTED) checks.warning(group[0].at, NOT_LISTED, cells.title)
  return {
    section: 'products' as const,
    at: group[0].at,
    met: { id: null, sourceKey: `shopify:${cells.handle}`, bySku: true, updatesOnly: false, omitted: [] },
    said: {
      ...unsaid,
      name: reader.name(cells.title),
      image: reader.image(image),
      onSale: readOnSale(cells, reader),
      vatRate: vat.said,
      ...readTerms(cells, reader),
    },
    ofNew: { vatRate: vat.ofNew },
  }
}

/** State of a product that is sold to who has its address, but not listed. Sepet lists for agents what is on sale. */
const UNLISTED = 'unlisted'
const NOT_LISTED =
  'is unlisted, and not on sale here, where agents would find it: put it on sale in the office if they may'

const STATUSES: Record<string, boolean> = { active: true, draft: false, archived: false, [UNLISTED]: false }

/** A product is on sale where it is active and published, as far as the file says. */
function readOnSale({ published, status }: Row['cells'], reader: CellReader): boolean | undefined {
  const isPublished = reader.flag(published, 'published')
  const isActive = reader.word(status, STATUSES, 'status')
  if (isPublished === undefined && isActive === undefined) return undefined
  return (isPublished ?? true) && (isActive ?? true)
}

function toVariants(rows: Row[], context: TableContext): ImportedVariant[] | null {
  const names = new Set<string>()
  const variants = rows.map(row => {
    const reader = new CellReader(row.at, context)
    const name = nameOf(row) || NO_OPTION
    if (name === NO_OPTION && rows.length > 1) reader.fail('has no option value, which would name its variant')
    reader.name(name)
    if (names.has(name)) reader.fail('has the option values of another row of its product', name)
    names.add(name)
    const { said, ofNew, partial } = readOffer(row, reader)
    const image = reader.image(row.cells.variantImage)
    const values = variantOf(
      { ...said, name, image, onSale: true, groupPrices: undefined, tierPrices: undefined },
      ofNew,
    )
    // A new variant is not sold at the price of another one.
    const isIncomplete = said.price === undefined
    return reader.failed
      ? null
      : { id: null, sourceKey: name, bySku: true, updatesOnly: isIncomplete, partial, ...values }
  })
  return variants.every(variant => variant !== null) ? variants : null
}

function nameOf({ cells: { option1 = '', option2 = '', option3 = '' } }: Row): string {
  return [option1, option2, option3].filter(option => option !== '').join(' / ')
}

/** A change of whatever item has the SKU of the row. */
function* toChange(row: Row, context: TableContext): Generator<Imported> {
  const reader = new CellReader(row.at, context)
  const sku = reader.sku(unquoted(row.cells.sku))
  const { said, partial } = readOffer(row, reader)
  const image = reader.image(row.cells.variantImage)
  if (reader.failed) return
  if (!sku) {
    context.checks.skip(
      row.at,
      'has neither options nor a SKU, which would tell the variant: export the option columns',
      row.cells.handle,
    )
    return
  }
  const values = Object.fromEntries(
    Object.entries({ ...said, image, sku: undefined }).filter(([, value]) => value !== undefined),
  )
  yield { section: 'changes', record: { item: { sku }, values, partial }, at: row.at }
}

/** What is said of price, discount, stock and SKU of the item in one row, and what a new item gets for the rest. */
function readOffer({ cells }: Row, reader: CellReader) {
  const paid = reader.price(cells.price, 'price')
  const before = reader.price(cells.compareAtPrice, 'compare-at price')
  if (cells.price === undefined && before !== undefined) reader.warn(ALONE, before)
  const isReduced = paid !== undefined && before !== undefined && isGreater(before, paid)
  const sale: Discount | null = isReduced ? { type: 'price', value: paid, startsAt: null, endsAt: null } : null
  const isPartial = cells.compareAtPrice === undefined && paid !== undefined
  const partial: PartialOffer | null = isPartial ? { paid } : null
  return {
    said: {
      sku: reader.sku(unquoted(cells.sku)),
      price: isReduced ? before : paid,
      discount: paid === undefined ? undefined : sale,
      stock: readStock(cells, reader),
      backorder: readPolicy(cells.policy, reader),
    },
    // What is tracked, and not counted in the file, is not there.
    ofNew: cells.tracker ? { stock: '0' } : {},
    partial,
  }
}

const ALONE = 'has a compare-at price, which says nothing without the price: export the prices, too'

/** An item without a tracker can always be sold, whatever its quantity. */
function readStock({ tracker, quantity }: Row['cells'], reader: CellReader): string | undefined {
  const stock = reader.stock(quantity)
  return tracker === '' ? UNTRACKED_STOCK : stock
}

function readPolicy(policy: string | undefined, reader: CellReader): boolean | undefined {
  return reader.word(policy, POLICIES, 'inventory policy')
}

const POLICIES: Record<string, boolean> = { continue: true, deny: false, true: true, false: false }

/** Undoes the apostrophe that Shopify puts before the digits of a SKU. */
function unquoted(sku: string | undefined): string | undefined {
  return sku?.replace(/^'(?=\d+$)/, '')
}

/** Reports variants with another tax than the first one, because Sepet has one VAT rate per product. */
function warnOfMixedTax(rows: Row[], checks: FileChecks): void {
  const taxOf = ({ cells: { taxable } }: Row) => (taxable ? readFlag(taxable) : null)
  const other = rows.find(row => taxOf(row) !== null && taxOf(row) !== taxOf(rows[0] ?? row))
  if (other)
    checks.warning(other.at, 'has another tax than the first variant: the product gets the tax of the first variant')
}
