/** Writers of other systems' product exports, by the rules of those systems and independent of the readers. */

import { headings } from '../../../src/import/formats/woocommerce-headings.ts'

/** A product as any system has it. */
export interface Sold {
  number: number
  name: string
  sku: string
  isPublished: boolean
  isTaxable: boolean
  /** Options of a variant such as `1,5 m`; empty for a product that is sold by itself. */
  variants: Variant[]
  offer: Offer
}

export interface Variant {
  number: number
  option: string
  sku: string
  offer: Offer
}

export interface Offer {
  /** Price before a sale, and the price of the sale; both with two decimals. */
  price: string
  salePrice: string | null
  /** Null where the stock is not counted. */
  stock: number | null
  sellsWithoutStock: boolean
}

type Cells = Record<string, string>

/** One cell of CSV: quoted where it must be. */
export function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function lines(columns: string[], rows: Cells[]): string {
  const body = rows.map(row => columns.map(column => cell(row[column] ?? '')).join(','))
  return [columns.map(cell).join(','), ...body, ''].join('\n')
}

/** Names of Shopify's columns, before and after they were renamed. */
const SHOPIFY = {
  old: {
    ...{ handle: 'Handle', title: 'Title', published: 'Published', option: 'Option1 Value', sku: 'Variant SKU' },
    ...{ tracker: 'Variant Inventory Tracker', qty: 'Variant Inventory Qty', policy: 'Variant Inventory Policy' },
    ...{ price: 'Variant Price', before: 'Variant Compare At Price', taxable: 'Variant Taxable', status: 'Status' },
  },
  new: {
    ...{
      handle: 'URL handle',
      title: 'Title',
      published: 'Published on online store',
      option: 'Option1 value',
      sku: 'SKU',
    },
    ...{ tracker: 'Inventory tracker', qty: 'Inventory quantity', policy: 'Continue selling when out of stock' },
    ...{ price: 'Price', before: 'Compare-at price', taxable: 'Charge tax', status: 'Status' },
  },
}

/** Writes Shopify's export: a row per variant, product cells in the first row of a handle only, digits of SKUs guarded by an apostrophe. */
export function writeShopify(products: Sold[], names: keyof typeof SHOPIFY): string {
  const name = SHOPIFY[names]
  const flag = (isOn: boolean) => (names === 'old' ? String(isOn) : String(isOn).toUpperCase())
  const offerCells = (sku: string, offer: Offer, isTaxable: boolean): Cells => ({
    [name.sku]: /^\d+$/.test(sku) ? `'${sku}` : sku,
    [name.tracker]: offer.stock === null ? '' : 'shopify',
    [name.qty]: String(offer.stock ?? 0),
    [name.policy]: offer.sellsWithoutStock ? 'continue' : 'deny',
    [name.price]: offer.salePrice ?? offer.price,
    [name.before]: offer.salePrice === null ? '' : offer.price,
    [name.taxable]: flag(isTaxable),
  })
  const rows = products.flatMap(({ number, name: title, sku, isPublished, isTaxable, variants, offer }) => {
    const handle = { [name.handle]: `p-${number}` }
    const first = { [name.title]: title, [name.published]: 'true', [name.status]: isPublished ? 'active' : 'draft' }
    if (variants.length === 0)
      return [{ ...handle, ...first, [name.option]: 'Default Title', ...offerCells(sku, offer, isTaxable) }]
    return variants.map((variant, index) => ({
      ...handle,
      ...(index === 0 && first),
      [name.option]: variant.option,
      ...offerCells(variant.sku, variant.offer, isTaxable),
    }))
  })
  return lines(Object.values(name), rows)
}

/** Writes WooCommerce's export: formulas guarded by an apostrophe, commas in lists by a backslash, names with entities, headings of a language. */
export function writeWooCommerce(products: Sold[], language: string, decimalSign: '.' | ','): string {
  const names = headings[language]
  if (!names) throw new Error(`There are no headings of ${language}.`)
  const heading = (field: keyof typeof names) => [names[field]].flat()[0] ?? ''
  const attribute = heading('attributeValue').replace('#', '1')
  const guarded = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
  const amount = (text: string | null) => (text ?? '').replace('.', decimalSign)
  const offerCells = ({ price, salePrice, stock, sellsWithoutStock }: Offer): Cells => ({
    [heading('regularPrice')]: amount(price),
    [heading('salePrice')]: amount(salePrice),
    [heading('stock')]: guarded(stock === null ? '' : String(stock)),
    [heading('inStock')]: stock === null || stock > 0 ? '1' : sellsWithoutStock ? 'backorder' : '0',
    [heading('backorders')]: sellsWithoutStock ? 'notify' : '0',
  })
  const entities = (text: string) => text.replaceAll('&', '&amp;').replaceAll('–', '&#8211;')
  const rows = products.flatMap(product => {
    const { number, name, sku, isPublished, isTaxable, variants, offer } = product
    const base = {
      [heading('id')]: String(number),
      [heading('published')]: isPublished ? '1' : '-1',
      [heading('taxStatus')]: isTaxable ? 'taxable' : 'none',
    }
    const own = { ...base, [heading('name')]: guarded(entities(name)), [heading('sku')]: guarded(sku) }
    if (variants.length === 0) return [{ ...own, [heading('type')]: 'simple', ...offerCells(offer) }]
    const escaped = (option: string) => option.replaceAll(',', '\\,')
    const parent = {
      ...own,
      [heading('type')]: 'variable',
      [attribute]: variants.map(({ option }) => escaped(option)).join(', '),
    }
    const children = variants.map(variant => ({
      ...base,
      ...{
        [heading('id')]: String(variant.number),
        [heading('type')]: 'variation',
        [heading('sku')]: guarded(variant.sku),
      },
      ...{
        [heading('name')]: entities(`${name} - ${variant.option}`),
        [heading('parent')]: `id:${number}`,
        [attribute]: escaped(variant.option),
      },
      ...offerCells(variant.offer),
    }))
    // A variation may stand before its product.
    return number % 2 === 0 ? [parent, ...children] : [...children, parent]
  })
  const fields = [
    'id',
    'type',
    'sku',
    'name',
    'published',
    'taxStatus',
    'inStock',
    'stock',
    'backorders',
    'salePrice',
    'regularPrice',
    'parent',
  ] as const
  return lines([...fields.map(heading), attribute], rows)
}
