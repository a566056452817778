/** `sepet products`: lists the products in pages, so that memory does not grow with the size of the catalogue. */

import type { Writable } from 'node:stream'
import { shelfPrice } from '../catalog/price.ts'
import type { Database, Queries } from '../db/database.ts'
import { decimal, one, percent } from '../money/money.ts'
import { createShopFollower } from '../shop/follow-shop.store.ts'
import { createShopCache, loadCurrentShop } from '../shop/shop.store.ts'
import type { Shop } from '../shop/shop.ts'
import { writeAll } from './closed-pipe.ts'

/** Number of products per page. */
const PAGE = 500

interface ListedVariant {
  id: number
  sku: string | null
  name: string
  price: string
  priceWithVat: string
  stock: number
}

/** A listed product. Prices are without discounts and group prices; a variant without a price has the product's price. */
interface ListedProduct {
  id: number
  sku: string | null
  name: string
  onSale: boolean
  /** As imported: with VAT if `pricesIncludeVat`. */
  price: string
  pricesIncludeVat: boolean
  vatRate: number
  /** The shelf price, at the shop's decimal places. */
  priceWithVat: string
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
  const { shop } = await loadCurrentShop(database, createShopCache(database, createShopFollower(database)))
  for await (const page of findProducts(database, shop)) yield `${page.map(format).join('\n')}\n`
}

/** Yields pages of products in the order of their ids. */
async function* findProducts(database: Queries, shop: Shop): AsyncGenerator<ListedProduct[]> {
  let [page, last] = [await findPage(database, shop, 0), 0]
  while (page.length > 0) {
    yield page
    last = page.at(-1)?.id ?? last
    page = await findPage(database, shop, last)
  }
}

async function findPage({ kysely }: Queries, shop: Shop, afterId: number): Promise<ListedProduct[]> {
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
  return products.map(({ id, sku, name, on_sale, price, vat_rate, stock, stock_unit }) => {
    const prices = (own: string) => ({ price: own, priceWithVat: withVat(own, vat_rate, shop) })
    return {
      id,
      sku,
      name,
      onSale: on_sale === 1,
      ...prices(price),
      pricesIncludeVat: shop.settings.pricesIncludeVat === true,
      vatRate: Number(vat_rate),
      stock: Number(stock),
      stockUnit: stock_unit,
      variants: (byProduct.get(id) ?? []).map(variant => ({
        id: variant.id,
        sku: variant.sku,
        name: variant.name,
        ...prices(variant.price ?? price),
        stock: Number(variant.stock),
      })),
    }
  })
}

function withVat(price: string, vatRate: string, { decimalPlaces, settings }: Shop): string {
  return shelfPrice(decimal(price), one.plus(percent(vatRate)), settings).toFixed(decimalPlaces)
}

function describe(product: ListedProduct): string {
  const { id, sku, name, onSale, stock, stockUnit, variants } = product
  const unit = stockUnit === '' ? '' : ` ${stockUnit}`
  const lines = variants.map(
    variant =>
      `    ${variant.id}  ${variant.name}  ${priceText(variant, product)}  stock ${variant.stock}${unit}${skuText(variant.sku)}`,
  )
  const text = `${id}  ${name}  ${priceText(product, product)}  stock ${stock}${unit}${skuText(sku)}`
  return [`${text}${onSale ? '' : '  (not on sale)'}`, ...lines].join('\n')
}

/** Returns the shelf price, and whether the stored price is net or gross: `12.00 (10 net, 20% VAT)`. */
function priceText(
  { price, priceWithVat }: Pick<ListedVariant, 'price' | 'priceWithVat'>,
  { pricesIncludeVat, vatRate }: Pick<ListedProduct, 'pricesIncludeVat' | 'vatRate'>,
): string {
  return `${priceWithVat} (${pricesIncludeVat ? 'gross' : `${price} net`}, ${vatRate}% VAT)`
}

function skuText(sku: string | null): string {
  return sku === null ? '' : `  SKU ${sku}`
}
