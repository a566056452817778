/** Writers of other systems' product exports, by the rules of those systems and independent of the readers. */

import { headings } from '../../../src/import/formats/woocommerce-headings.ts'

/** A product as any system has it. */
export interface Sold {
  number: number
  name: string
  sku: string
  /** Address of the picture. */
  image: string | null
  isPublished: boolean
  isTaxable: boolean
  brand: string | null
  /** Paths; Shopify has the first two of them, as a place in its taxonomy and as a type. */
  categories: string[]
  tags: string[]
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
  /** When the sale begins and ends, in the local time of the shop as the exporter writes it; empty for a sale without that date. */
  saleStarts: string
  saleEnds: string
  /** Null where the stock is not counted. */
  stock: number | null
  sellsWithoutStock: boolean
}

type Cells = Record<string, string>

/** One cell of CSV: quoted where it must be. */
export function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Which columns a file has, and how it writes numbers. */
export interface Style<Field> {
  /** All columns where undefined. */
  fields?: ReadonlySet<Field> | undefined
  decimalSign?: '.' | ','
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
    ...{ image: 'Image Src', vendor: 'Vendor', category: 'Product Category', type: 'Type', tags: 'Tags' },
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
    ...{ image: 'Product image URL', vendor: 'Vendor', category: 'Product category', type: 'Type', tags: 'Tags' },
  },
}

/** What a column of Shopify's export says. */
export type ShopifyField = keyof (typeof SHOPIFY)['old']

/** Columns of Shopify's export that name the item, and are in every file. */
const SHOPIFY_KEYS: ShopifyField[] = ['handle', 'option']

/** Columns of Shopify's export that a file may lack. */
export const shopifyFields = (Object.keys(SHOPIFY.old) as ShopifyField[]).filter(field => !SHOPIFY_KEYS.includes(field))

/** Writes Shopify's export: a row per variant, product cells in the first row of a handle only, digits of SKUs guarded by an apostrophe. */
export function writeShopify(
  products: Sold[],
  names: keyof typeof SHOPIFY,
  { fields, decimalSign = '.' }: Style<ShopifyField> = {},
): string {
  const name = SHOPIFY[names]
  const amount = (text: string) => text.replace('.', decimalSign)
  const flag = (isOn: boolean) => (names === 'old' ? String(isOn) : String(isOn).toUpperCase())
  const offerCells = (sku: string, offer: Offer, isTaxable: boolean): Cells => ({
    [name.sku]: /^\d+$/.test(sku) ? `'${sku}` : sku,
    [name.tracker]: offer.stock === null ? '' : 'shopify',
    [name.qty]: String(offer.stock ?? 0),
    [name.policy]: offer.sellsWithoutStock ? 'continue' : 'deny',
    [name.price]: amount(offer.salePrice ?? offer.price),
    [name.before]: offer.salePrice === null ? '' : amount(offer.price),
    [name.taxable]: flag(isTaxable),
  })
  const rows = products.flatMap(product => {
    const { number, name: title, sku, image, isPublished, isTaxable, variants, offer } = product
    const handle = { [name.handle]: handleOf(number) }
    const shown = { [name.published]: 'true', [name.status]: isPublished ? 'active' : 'draft' }
    const [category = '', type = ''] = product.categories
    const terms = {
      ...{ [name.vendor]: product.brand ?? '', [name.tags]: product.tags.join(', ') },
      ...{ [name.category]: category, [name.type]: type },
    }
    const first = { [name.title]: title, ...shown, ...terms, [name.image]: image ?? '' }
    if (variants.length === 0)
      return [{ ...handle, ...first, [name.option]: 'Default Title', ...offerCells(sku, offer, isTaxable) }]
    return variants.map((variant, index) => ({
      ...handle,
      ...(index === 0 && first),
      [name.option]: variant.option,
      ...offerCells(variant.sku, variant.offer, isTaxable),
    }))
  })
  const columns = (Object.keys(name) as ShopifyField[]).filter(
    field => fields === undefined || SHOPIFY_KEYS.includes(field) || fields.has(field),
  )
  return lines(
    columns.map(field => name[field]),
    rows,
  )
}

/** The handle of a product in Shopify's exports. */
export function handleOf(number: number): string {
  return `p-${number}`
}

/** Columns of WooCommerce's export that tell what a row is. */
const WOO_KEYS = ['id', 'type', 'parent', 'attributeValue'] as const

/** What a file of WooCommerce may lack, so that its rows change what their IDs name. */
export type WooKey = 'type' | 'parent'

/** Columns of WooCommerce's export that a file may lack. */
export const wooFields = [
  ...(['sku', 'name', 'published', 'saleStarts', 'saleEnds', 'taxStatus', 'inStock', 'stock', 'backorders'] as const),
  ...(['salePrice', 'regularPrice', 'images', 'categories', 'tags', 'brands'] as const),
] as const

/** What a column of WooCommerce's export says. */
export type WooField = (typeof wooFields)[number]

/** Writes WooCommerce's export: formulas guarded by an apostrophe, commas in lists by a backslash, names with entities, headings of a language. */
export function writeWooCommerce(
  products: Sold[],
  language: string,
  { fields, decimalSign = '.', lacks }: Style<WooField> & { lacks?: WooKey | null | undefined } = {},
): string {
  const names = headings[language]
  if (!names) throw new Error(`There are no headings of ${language}.`)
  const heading = (field: keyof typeof names) => ([names[field]].flat()[0] ?? '').replace('#', '1')
  const guarded = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
  const amount = (text: string | null) => (text ?? '').replace('.', decimalSign)
  const offerCells = ({ price, salePrice, saleStarts, saleEnds, stock, sellsWithoutStock }: Offer): Cells => ({
    [heading('regularPrice')]: amount(price),
    [heading('salePrice')]: amount(salePrice),
    [heading('saleStarts')]: saleStarts,
    [heading('saleEnds')]: saleEnds,
    [heading('stock')]: guarded(amount(stock === null ? '' : String(stock))),
    [heading('inStock')]: stock === null || stock > 0 ? '1' : sellsWithoutStock ? 'backorder' : '0',
    [heading('backorders')]: sellsWithoutStock ? 'notify' : '0',
  })
  const entities = (text: string) => text.replaceAll('&', '&amp;').replaceAll('–', '&#8211;')
  const escaped = (item: string) => item.replaceAll(',', '\\,')
  const rows = products.flatMap(product => {
    const { number, name, sku, image, isPublished, isTaxable, variants, offer } = product
    const base = {
      [heading('id')]: String(number),
      [heading('published')]: isPublished ? '1' : '-1',
      [heading('taxStatus')]: isTaxable ? 'taxable' : 'none',
    }
    const named = { [heading('name')]: guarded(entities(name)), [heading('sku')]: guarded(sku) }
    const list = (texts: string[]) => guarded(texts.map(text => escaped(entities(text))).join(', '))
    const own = {
      ...base,
      ...named,
      [heading('brands')]: list(product.brand === null ? [] : [product.brand]),
      [heading('categories')]: list(product.categories),
      [heading('tags')]: list(product.tags),
      [heading('images')]: image === null ? '' : `${escaped(image)}, ${escaped(image)}2`,
    }
    if (variants.length === 0) return [{ ...own, [heading('type')]: 'simple', ...offerCells(offer) }]
    const parent = {
      ...own,
      [heading('type')]: 'variable',
      [heading('inStock')]: '1',
      [heading('backorders')]: '0',
      [heading('attributeValue')]: variants.map(({ option }) => escaped(option)).join(', '),
    }
    const children = variants.map(variant => ({
      ...base,
      [heading('id')]: String(variant.number),
      [heading('type')]: 'variation',
      [heading('sku')]: guarded(variant.sku),
      [heading('name')]: guarded(entities(`${name} - ${variant.option}`)),
      [heading('parent')]: `id:${number}`,
      [heading('attributeValue')]: escaped(variant.option),
      ...offerCells(variant.offer),
    }))
    // A variation may stand before its product.
    return number % 2 === 0 ? [parent, ...children] : [...children, parent]
  })
  const keys = WOO_KEYS.filter(key => key !== lacks)
  const columns = [...keys, ...wooFields.filter(field => fields?.has(field) ?? true)]
  return lines(columns.map(heading), rows)
}
