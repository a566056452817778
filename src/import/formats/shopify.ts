/** Shopify's product export: the rows of one handle are one product, and the option columns give the names of its variants. */

import { isLongerThan, isStorable } from '../../schema/fields.ts'
import type { FileChecks } from '../../shop-file/checks-interface.ts'
import { isGreater } from '../../shop-file/decimal-text.ts'
import { quote } from '../../shop-file/findings.ts'
import type { Imported, ImportedProduct, ImportedVariant } from '../../shop-file/imported-records.ts'
import { type Columns, type FilledRow, filled, readTable } from '../input/fields-of-rows.ts'
import type { TableRow } from '../input/table-row.ts'
import type { TableContext, TableSystem } from '../table-system.ts'
import { CellReader, exportDefaults, type Offer, saysAll, totalStock, UNTRACKED_STOCK, vatOf } from './product-cells.ts'

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
    quantity: ['variant inventory qty', 'inventory quantity'],
    taxable: ['variant taxable', 'charge tax'],
    image: ['image src', 'product image url'],
  },
} satisfies Columns<string>

type Row = FilledRow<keyof (typeof columns)['fields']>

/** Shopify's limit for a handle, in characters. */
const HANDLE_MAX_LENGTH = 255

/** Option value that Shopify writes for a product without options. */
const NO_OPTION = 'Default Title'

/** Shopify's product export. */
export const shopifyProducts: TableSystem = {
  format: 'Shopify export',
  columns: { stock: 'Variant Inventory Qty', vatRate: 'Variant Taxable', onSale: 'Status' },
  recognises: header =>
    [['handle', 'url handle'], ['title'], ['variant price', 'price']].every(names =>
      names.some(name => header.has(name)),
    ),
  read: readShopify,
}

/** Yields the products of an export. Products and variants get their ids when they are saved. */
export async function* readShopify(rows: AsyncIterable<TableRow>, context: TableContext): AsyncGenerator<Imported> {
  for await (const group of groupByHandle(filled(readTable(rows, columns, context.checks)), context.checks)) {
    const product = toProduct(group, context)
    if (product) yield { section: 'products', record: product, at: group[0].at }
  }
}

type Group = [Row, ...Row[]]

function isHandle(text: string): boolean {
  return text !== '' && !isLongerThan(text, HANDLE_MAX_LENGTH) && isStorable(text)
}

async function* groupByHandle(rows: AsyncIterable<Row>, checks: FileChecks): AsyncGenerator<Group> {
  let group: Group | undefined
  for await (const row of rows) {
    const { handle } = row.cells
    if (!isHandle(handle))
      checks.problem(row.at, `has no handle of 1 to ${HANDLE_MAX_LENGTH} characters: ${quote(handle)}`)
    else if (group?.[0].cells.handle === handle) group.push(row)
    else {
      if (group) yield group
      checks.unique('Shopify handles', handle, row.at, `handle ${quote(handle)}, whose rows must stand together,`)
      group = [row]
    }
  }
  if (group) yield group
}

function toProduct(group: Group, { checks, vatRate }: TableContext): ImportedProduct | null {
  const [first] = group
  const sold = group.filter(row => row.cells.price !== '' || row.cells.option1 !== '')
  const reader = new CellReader(first.at, checks)
  const name = reader.name(first.cells.title)
  const image = reader.image(group.find(row => row.cells.image !== '')?.cells.image ?? '')
  const published = reader.word(first.cells.published, { true: true, false: false }, true, 'Published')
  const active = ['', 'active'].includes(first.cells.status.toLowerCase())
  if (sold.length === 0) reader.fail('has no price')
  const variants = reader.hasRoomFor(sold.length) ? toVariants(sold, checks) : null
  const [variant] = variants ?? []
  if (reader.failed || !variants || !variant) return null
  warnOfMixedTax(sold, checks)
  const isPlain = variants.length === 1 && variant.name === NO_OPTION
  return {
    ...exportDefaults,
    ...saysAll,
    id: null,
    sourceKey: `shopify:${first.cells.handle}`,
    sku: isPlain ? variant.sku : null,
    name,
    image,
    onSale: published && active,
    price: variant.price,
    ...vatOf(isTaxable(sold[0] ?? first), vatRate),
    stock: totalStock(variants),
    discount: isPlain ? variant.discount : null,
    variants: isPlain ? [] : variants,
  }
}

function toVariants(rows: Row[], checks: FileChecks): (ImportedVariant & { price: string })[] | null {
  const lines = new Map<string, string>()
  const variants = rows.map(row => {
    const reader = new CellReader(row.at, checks)
    const name = nameOf(row) || NO_OPTION
    if (name === NO_OPTION && rows.length > 1) reader.fail('has no option value, which would name its variant')
    reader.name(name)
    const other = lines.get(name)
    if (other) reader.fail(`variant ${quote(name)} is repeated: ${other} has the same`)
    lines.set(name, row.at)
    const sku = reader.sku(row.cells.sku)
    const offer = readOffer(row, reader)
    return reader.failed
      ? null
      : { ...saysAll, id: null, sourceKey: name, sku, name, onSale: true, backorder: null, groupPrices: null, ...offer }
  })
  return variants.every(variant => variant !== null) ? variants : null
}

function nameOf({ cells: { option1, option2, option3 } }: Row): string {
  return [option1, option2, option3].filter(option => option !== '').join(' / ')
}

function readOffer({ cells }: Row, reader: CellReader): Offer {
  const price = reader.price(cells.price, 'price') ?? '0'
  const compareAtPrice = reader.price(cells.compareAtPrice, 'compare-at price') ?? '0'
  if (cells.price === '') reader.fail('has no price')
  const isReduced = isGreater(compareAtPrice, price)
  return {
    price: isReduced ? compareAtPrice : price,
    discount: isReduced ? { type: 'price', value: price, startsAt: null, endsAt: null } : null,
    stock: reader.stock(cells.quantity) ?? UNTRACKED_STOCK,
  }
}

function isTaxable({ cells }: Row): boolean {
  return cells.taxable.toLowerCase() === 'true'
}

/** Reports variants with another tax than the first one, because Sepet has one VAT rate per product. */
function warnOfMixedTax(rows: Row[], checks: FileChecks): void {
  const other = rows.find(row => isTaxable(row) !== isTaxable(rows[0] ?? row))
  if (other)
    checks.warning(other.at, 'has another tax than the first variant: the product gets the tax of the first variant')
}
