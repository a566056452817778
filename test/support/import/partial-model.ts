/** What a shop has after tables with any columns: a model of the rule that what a table does not say is not changed. */

import { foldCouponCode } from '../../../src/model/coupon-code.ts'
import { instantOf } from './random-products.ts'
import type { Offer, ShopifyField, Sold, Variant, WooField, WooKey } from './shop-writers.ts'

/** A discount with the instants of its dates; that of another system is a sale price. */
export interface Sale {
  type: string
  value: number
  startsAt: number | null
  endsAt: number | null
}

/** What is sold, as it is stored. */
export interface Item {
  sku: string | null
  onSale: boolean
  price: number
  sale: Sale | null
  stock: number
  backorder: boolean
}

/** A stored product, with its variants by their options. */
export interface Product extends Item {
  name: string
  image: string | null
  vatRate: number
  brand: string | null
  categories: string[]
  tags: string[]
  variants: Record<string, Item>
}

/** Terms as they are stored: each once, in its first spelling. */
export function storedTerms(terms: readonly string[]): string[] {
  const spellings = new Map(terms.map(term => [foldCouponCode(term.replace(/ +/g, ' ')), term] as const).reverse())
  return terms.filter(term => [...spellings.values()].includes(term))
}

const UNTRACKED = 100_000

/** What a table says of an item with its variants left aside. */
type Say = (stored: Item, offer: Offer) => Partial<Item>

/** Returns a product after a table, of whose columns `has` tells. */
function afterTable(
  stored: Product,
  said: Sold,
  {
    ofProduct,
    ofVariant,
    offer,
  }: { ofProduct: Partial<Product>; ofVariant: (variant: Variant) => Partial<Item>; offer: Say },
): Product {
  if (said.variants.length === 0) return { ...stored, ...ofProduct, ...offer(stored, said.offer) }
  const variants = said.variants.map((variant): [string, Item] => {
    const item = stored.variants[variant.option]
    if (!item) throw new Error(`There is no variant ${variant.option}.`)
    return [variant.option, { ...item, ...ofVariant(variant), ...offer(item, variant.offer) }]
  })
  return { ...stored, ...ofProduct, variants: Object.fromEntries(variants) }
}

/** Returns a product after a Shopify file with some columns. */
export function afterShopify(stored: Product, said: Sold, fields: ReadonlySet<ShopifyField>): Product {
  const has = (field: ShopifyField) => fields.has(field)
  const hasVariants = said.variants.length > 0
  const offer: Say = (item, { price, salePrice, stock, sellsWithoutStock }) => ({
    ...(has('price') && sayPaid(item, price, salePrice, has('before'))),
    ...(has('qty') && { stock: stock ?? 0 }),
    ...(has('tracker') && stock === null && { stock: UNTRACKED }),
    ...(has('policy') && { backorder: sellsWithoutStock }),
  })
  return afterTable(stored, said, {
    ofProduct: {
      ...(has('title') && { name: said.name }),
      ...(has('image') && { image: said.image }),
      ...(has('published') && { onSale: true }),
      ...(has('status') && { onSale: said.isPublished }),
      ...(has('taxable') && { vatRate: said.isTaxable ? 20 : 0 }),
      ...(has('sku') && { sku: hasVariants ? null : said.sku || null }),
      ...termsOfShopify(said, has),
      // A sale of the product would be one of each variant that has none.
      ...(hasVariants && has('price') && { sale: null }),
    },
    ofVariant: variant => ({ ...(has('sku') && { sku: variant.sku || null }) }),
    offer,
  })
}

/** A place in the taxonomy and a type are both categories. */
function termsOfShopify({ brand, categories, tags }: Sold, has: (field: ShopifyField) => boolean): Partial<Product> {
  const said = categories.slice(has('category') ? 0 : 1, has('type') ? 2 : 1)
  return {
    ...(has('vendor') && { brand }),
    ...((has('category') || has('type')) && { categories: storedTerms(said) }),
    ...(has('tags') && { tags: storedTerms(tags) }),
  }
}

/** Shopify's price is what is paid: without the price before a sale, the stored one stays above it. */
function sayPaid(item: Item, price: string, salePrice: string | null, saysBefore: boolean): Partial<Item> {
  const paid = Number(salePrice ?? price)
  const saleFrom = (before: number) => ({
    price: before,
    sale: { type: 'price', value: paid, startsAt: null, endsAt: null },
  })
  if (saysBefore) return salePrice === null ? { price: paid, sale: null } : saleFrom(Number(price))
  return item.sale !== null && item.price > paid ? saleFrom(item.price) : { price: paid, sale: null }
}

/** Returns a product after a WooCommerce file with some columns. @param lacks the column that tells what the rows are; without types names stay */
export function afterWooCommerce(
  stored: Product,
  said: Sold,
  fields: ReadonlySet<WooField>,
  lacks: WooKey | null,
): Product {
  const has = (field: WooField) => fields.has(field)
  const hasVariants = said.variants.length > 0
  const offer: Say = (item, saidOffer) => {
    const price = has('regularPrice') ? Number(saidOffer.price) : item.price
    return {
      price,
      sale: saleAfter(item.sale, price, saidOffer, has),
      stock: stockAfter(item.stock, saidOffer, has),
      backorder: backorderAfter(item.backorder, saidOffer, has),
    }
  }
  const published = has('published') && { onSale: said.isPublished }
  return afterTable(stored, said, {
    ofProduct: {
      ...published,
      ...(has('name') && lacks !== 'type' && { name: said.name }),
      ...(has('images') && { image: said.image }),
      ...(has('taxStatus') && { vatRate: said.isTaxable ? 20 : 0 }),
      ...(has('sku') && { sku: said.sku || null }),
      ...(has('brands') && { brand: said.brand }),
      ...(has('categories') && { categories: storedTerms(said.categories) }),
      ...(has('tags') && { tags: storedTerms(said.tags) }),
      // A sale of the product would be one of each variant that has none.
      ...(hasVariants && has('salePrice') && lacks !== 'parent' && { sale: null }),
    },
    ofVariant: variant => ({ ...published, ...(has('sku') && { sku: variant.sku || null }) }),
    offer,
  })
}

type Has = (field: WooField) => boolean

/** An empty sale price ends the sale; without its column the sale stays, with the dates that are said. */
function saleAfter(stored: Sale | null, price: number, offer: Offer, has: Has): Sale | null {
  const starts = has('saleStarts') ? offer.saleStarts : undefined
  const ends = has('saleEnds') ? offer.saleEnds : undefined
  const saysPrice = has('salePrice')
  if (!saysPrice && !starts && !ends) return stored
  const value = saysPrice ? offer.salePrice : (stored?.value ?? null)
  if (value === null || Number(value) >= price) return null
  const sale = { type: 'price', value: Number(value) }
  // No dates at all say that the sale has none; one that is empty says nothing.
  if (starts === '' && ends === '') return { ...sale, startsAt: null, endsAt: null }
  return { ...sale, ...periodAfter(stored, starts, ends) }
}

/** A stored date that does not fit to the one that is said ends with it. */
function periodAfter(stored: Sale | null, starts = '', ends = ''): Pick<Sale, 'startsAt' | 'endsAt'> {
  const startsAt = starts === '' ? (stored?.startsAt ?? null) : instantOf(starts, 'start')
  const endsAt = ends === '' ? (stored?.endsAt ?? null) : instantOf(ends, 'end')
  if (startsAt === null || endsAt === null || startsAt < endsAt) return { startsAt, endsAt }
  return starts === '' ? { startsAt: null, endsAt } : { startsAt, endsAt: null }
}

function stockAfter(stored: number, { stock }: Offer, has: Has): number {
  if (has('stock') && stock !== null) return stock
  if (!has('inStock')) return stored
  return stock === null || stock > 0 ? UNTRACKED : 0
}

function backorderAfter(stored: boolean, { stock, sellsWithoutStock }: Offer, has: Has): boolean {
  const isInStock = stock === null || stock > 0
  if (has('inStock') && !isInStock && sellsWithoutStock) return true
  return has('backorders') ? sellsWithoutStock : stored
}
