/** The table of products: a row for each product, followed by one for each of its variants. */

import type { ListedProduct, ListedVariant } from '../catalog/admin/product-list.store.ts'
import type { Discount, GroupPrices, TierPrice } from '../catalog/price.ts'
import { readTierPrices } from '../catalog/read-priced.ts'
import { readTexts } from '../catalog/stored-texts.ts'
import { joinList } from '../shop-file/cell-lists.ts'
import type { ProductColumn } from '../shop-file/table-columns.ts'
import { type Cell, plain, time } from './csv.ts'

type ProductRow = Record<ProductColumn, Cell>

/** Returns the rows of a product. */
export function productRows(product: ListedProduct): ProductRow[] {
  return [productRow(product), ...product.variants.map(variant => variantRow(product, variant))]
}

function productRow(product: ListedProduct): ProductRow {
  return {
    id: product.id,
    variantId: null,
    ...itemCells(product),
    vatRate: plain(product.vat_rate),
    stockUnit: product.stock_unit,
    stockIncrement: plain(product.stock_increment),
    freeCargo: product.free_cargo === 1,
    brand: product.brand,
    categories: joinList(readTexts(product.categories)),
    tags: joinList(readTexts(product.tags)),
  }
}

/** A variant has the other values of its product. */
function variantRow({ id }: ListedProduct, variant: ListedVariant): ProductRow {
  const ofProduct = {
    ...{ vatRate: null, stockUnit: null, stockIncrement: null, freeCargo: null },
    ...{ brand: null, categories: null, tags: null },
  }
  return { id, variantId: variant.id, ...itemCells(variant), ...ofProduct }
}

function itemCells(item: ListedProduct | ListedVariant) {
  const discount = item.discount === null ? null : (JSON.parse(item.discount) as Discount)
  return {
    sku: item.sku,
    name: item.name,
    image: item.image,
    onSale: item.on_sale === 1,
    price: plain(item.price),
    stock: plain(item.stock),
    backorder: item.backorder === null ? null : item.backorder === 1,
    discountType: discount && plain(discount.type),
    discountValue: discount && plain(discount.value),
    discountStartsAt: time(discount?.startsAt),
    discountEndsAt: time(discount?.endsAt),
    groupPrices: item.group_prices === null ? null : groupPricesCell(JSON.parse(item.group_prices) as GroupPrices),
    tierPrices: item.tier_prices === null ? null : tierPricesCell(readTierPrices(item.tier_prices)),
  }
}

/** Writes `1=150;2=140`. */
function groupPricesCell(prices: GroupPrices): Cell {
  const each = Object.entries(prices).map(([customerGroupId, price]) => `${customerGroupId}=${price}`)
  return plain(each.join(';'))
}

/** Writes `10=89.90;50=79.90;10@1=85`, the last one of customer group 1. */
function tierPricesCell(prices: TierPrice[]): Cell {
  const each = prices.map(({ from, price, customerGroupId }) =>
    customerGroupId === undefined ? `${from}=${price}` : `${from}@${customerGroupId}=${price}`,
  )
  return plain(each.join(';'))
}
