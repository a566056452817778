/** `sepet products`: lists the products in pages, so that memory does not grow with the size of the catalogue. */

import type { Writable } from 'node:stream'
import { sql } from 'kysely'
import { shelfPrice } from '../catalog/price.ts'
import { countsStock } from '../catalog/stock/counts-stock.ts'
import { reservedAt } from '../catalog/stock/reserved.sql.ts'
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
  /** What held carts reserve of the stock; 0 while the stock guard does not count. */
  reserved: number
  /** Whether it is sold at any stock: its own value, else that of its product. */
  backorder: boolean
}

/** A listed product. Prices are without discounts, group prices and prices by quantity; a variant without a price has the product's price. */
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
  /** As of a variant. */
  reserved: number
  backorder: boolean
  stockUnit: string
  /** Variants on sale. */
  variants: ListedVariant[]
}

/**
 * Writes the products to `stdout`: one JSON object per line, or one text line per product and variant.
 * @param now milliseconds since the epoch, as of which reservations count
 */
export function listProducts(
  database: Database,
  { json, now }: { json: boolean; now: number },
  stdout: Writable,
): Promise<void> {
  return writeAll(describeProducts(database, now, json ? JSON.stringify : describe), stdout)
}

async function* describeProducts(
  database: Database,
  now: number,
  format: (product: ListedProduct) => string,
): AsyncGenerator<string> {
  const { shop } = await loadCurrentShop(database, createShopCache(database, createShopFollower(database), null))
  for await (const page of findProducts(database, shop, now)) yield `${page.map(format).join('\n')}\n`
}

/** Yields pages of products in the order of their ids. */
async function* findProducts(database: Queries, shop: Shop, now: number): AsyncGenerator<ListedProduct[]> {
  let [page, last] = [await findPage(database, { shop, now, afterId: 0 }), 0]
  while (page.length > 0) {
    yield page
    last = page.at(-1)?.id ?? last
    page = await findPage(database, { shop, now, afterId: last })
  }
}

/** The columns of reserved quantities. */
const productReserved = { reserved: sql.ref<number>('products.reserved'), productId: sql.ref<number>('products.id') }
const variantReserved = {
  reserved: sql.ref<number>('variants.reserved'),
  productId: sql.ref<number>('variants.product_id'),
  variantId: sql.ref<number>('variants.id'),
}

async function findPage(
  { kysely }: Queries,
  { shop, now, afterId }: { shop: Shop; now: number; afterId: number },
): Promise<ListedProduct[]> {
  const products = await kysely
    .selectFrom('products')
    .select(['id', 'sku', 'name', 'on_sale', 'price', 'vat_rate', 'stock', 'stock_unit', 'backorder'])
    .select(reservedAt({ ...productReserved, variantId: sql<number>`0` }, now).as('reserved'))
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(PAGE)
    .execute()
  const variants = await kysely
    .selectFrom('variants')
    .select(['product_id', 'id', 'sku', 'name', 'price', 'stock', 'backorder'])
    .select(reservedAt(variantReserved, now).as('reserved'))
    .where('product_id', '>', afterId)
    .where('product_id', '<=', products.at(-1)?.id ?? afterId)
    .where('on_sale', '=', 1)
    .orderBy('product_id')
    .orderBy('id')
    .execute()
  const byProduct = Map.groupBy(variants, variant => variant.product_id)
  const counts = countsStock(shop.settings)
  const stockOf = ({ stock, reserved }: { stock: string; reserved: number }) => ({
    stock: Number(stock),
    reserved: counts ? reserved : 0,
  })
  return products.map(({ id, sku, name, on_sale, price, vat_rate, stock, reserved, stock_unit, backorder }) => {
    const prices = (own: string) => ({ price: own, priceWithVat: withVat(own, vat_rate, shop) })
    return {
      id,
      sku,
      name,
      onSale: on_sale === 1,
      ...prices(price),
      pricesIncludeVat: shop.settings.pricesIncludeVat === true,
      vatRate: Number(vat_rate),
      ...stockOf({ stock, reserved }),
      backorder: backorder === 1,
      stockUnit: stock_unit,
      variants: (byProduct.get(id) ?? []).map(variant => ({
        id: variant.id,
        sku: variant.sku,
        name: variant.name,
        ...prices(variant.price ?? price),
        ...stockOf(variant),
        backorder: (variant.backorder ?? backorder) === 1,
      })),
    }
  })
}

function withVat(price: string, vatRate: string, { decimalPlaces, settings }: Shop): string {
  return shelfPrice(decimal(price), one.plus(percent(vatRate)), settings).toFixed(decimalPlaces)
}

function describe(product: ListedProduct): string {
  const { id, sku, name, onSale, stockUnit, variants } = product
  const lines = variants.map(
    variant =>
      `    ${variant.id}  ${variant.name}  ${priceText(variant, product)}  ${stockText(variant, stockUnit)}${skuText(variant.sku)}`,
  )
  const text = `${id}  ${name}  ${priceText(product, product)}  ${stockText(product, stockUnit)}${skuText(sku)}`
  return [`${text}${onSale ? '' : '  (not on sale)'}`, ...lines].join('\n')
}

/** Returns the shelf price, and whether the stored price is net or gross: `12.00 (10 net, 20% VAT)`. */
function priceText(
  { price, priceWithVat }: Pick<ListedVariant, 'price' | 'priceWithVat'>,
  { pricesIncludeVat, vatRate }: Pick<ListedProduct, 'pricesIncludeVat' | 'vatRate'>,
): string {
  return `${priceWithVat} (${pricesIncludeVat ? 'gross' : `${price} net`}, ${vatRate}% VAT)`
}

/** Returns the stock, what is reserved of it, and whether it is sold at any stock: `stock 40 metre, 3 reserved, backorder`. */
function stockText(
  { stock, reserved, backorder }: Pick<ListedVariant, 'stock' | 'reserved' | 'backorder'>,
  stockUnit: string,
): string {
  const unit = stockUnit === '' ? '' : ` ${stockUnit}`
  return `stock ${stock}${unit}${reserved === 0 ? '' : `, ${reserved} reserved`}${backorder ? ', backorder' : ''}`
}

function skuText(sku: string | null): string {
  return sku === null ? '' : `  SKU ${sku}`
}
