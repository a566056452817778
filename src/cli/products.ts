/** `sepet products`: lists the products in pages, so that memory does not grow with the size of the catalogue. */

import type { Writable } from 'node:stream'
import type { Database, Queries } from '../db/database.ts'
import { writeAll } from './closed-pipe.ts'

/** Number of products per page. */
const PAGE = 500

interface ListedVariant {
  id: number
  sku: string | null
  name: string
  price: string
  stock: number
}

/** A listed product. Prices are without discounts and group prices; a variant without a price has the product's price. */
interface ListedProduct {
  id: number
  sku: string | null
  name: string
  onSale: boolean
  price: string
  vatRate: number
  stock: number
  stockUnit: string
  /** Variants on sale. */
  variants: ListedVariant[]
}

/** Writes the products to `stdout`: one JSON object per line, or one text line per product and variant. */
export function listProducts(database: Database, { json }: { json: boolean }, stdout: Writable): Promise<void> {
  return writeAll(describeProducts(database, json ? JSON.stringify : describe), stdout)
}

async function* describeProducts(
  database: Database,
  format: (product: ListedProduct) => string,
): AsyncGenerator<string> {
  for await (const page of findProducts(database)) yield `${page.map(format).join('\n')}\n`
}

/** Yields pages of products in the order of their ids. */
async function* findProducts(database: Queries): AsyncGenerator<ListedProduct[]> {
  let [page, last] = [await findPage(database, 0), 0]
  while (page.length > 0) {
    yield page
    last = page.at(-1)?.id ?? last
    page = await findPage(database, last)
  }
}

async function findPage({ kysely }: Queries, afterId: number): Promise<ListedProduct[]> {
  const products = await kysely
    .selectFrom('products')
    .select(['id', 'sku', 'name', 'on_sale', 'price', 'vat_rate', 'stock', 'stock_unit'])
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(PAGE)
    .execute()
  const variants = await kysely
    .selectFrom('variants')
    .select(['product_id', 'id', 'sku', 'name', 'price', 'stock'])
    .where('product_id', '>', afterId)
    .where('product_id', '<=', products.at(-1)?.id ?? afterId)
    .where('on_sale', '=', 1)
    .orderBy('product_id')
    .orderBy('id')
    .execute()
  const byProduct = Map.groupBy(variants, variant => variant.product_id)
  return products.map(({ id, sku, name, on_sale, price, vat_rate, stock, stock_unit }) => ({
    id,
    sku,
    name,
    onSale: on_sale === 1,
    price,
    vatRate: Number(vat_rate),
    stock: Number(stock),
    stockUnit: stock_unit,
    variants: (byProduct.get(id) ?? []).map(variant => ({
      id: variant.id,
      sku: variant.sku,
      name: variant.name,
      price: variant.price ?? price,
      stock: Number(variant.stock),
    })),
  }))
}

function describe({ id, sku, name, onSale, price, stock, stockUnit, variants }: ListedProduct): string {
  const unit = stockUnit === '' ? '' : ` ${stockUnit}`
  const lines = variants.map(
    variant =>
      `    ${variant.id}  ${variant.name}  ${variant.price}  stock ${variant.stock}${unit}${skuText(variant.sku)}`,
  )
  const product = `${id}  ${name}  ${price}  stock ${stock}${unit}${skuText(sku)}${onSale ? '' : '  (not on sale)'}`
  return [product, ...lines].join('\n')
}

function skuText(sku: string | null): string {
  return sku === null ? '' : `  SKU ${sku}`
}
