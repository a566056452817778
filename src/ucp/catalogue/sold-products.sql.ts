/** Loads products as guests see them, in batches with a bounded number of variants. */

import type { Queries } from '../../db/database.ts'
import type { ShopSnapshot } from '../../shop/shop.ts'
import { type ItemIdKind, itemIdOf } from '../item-id.ts'
import { findItemKeys } from '../items.sql.ts'
import { type SaleContext, type SoldProduct, type StoredProduct, toSoldProduct } from './sold-product.ts'
import { countVariants, loadProducts } from './stored-products.sql.ts'

/** Maximum number of variants of a batch. A product with more has its own batch. */
const MAX_VARIANTS = 1_000

/** The settings of the shop have changed since they were read. */
export class SettingsChanged extends Error {}

/** What products are loaded with. */
export interface SaleSources {
  database: Queries
  loadShop: (revision: number) => Promise<ShopSnapshot>
  itemId: ItemIdKind
  /** Milliseconds since the epoch. */
  now: () => number
}

/**
 * Loads those of products that are on sale, in the order of the ids.
 * @param shown the shop that the answer shows
 * @throws SettingsChanged when the shop has others by now
 */
export async function* loadSoldProducts(
  sources: SaleSources,
  ids: readonly number[],
  shown: ShopSnapshot,
): AsyncGenerator<SoldProduct> {
  const { database, loadShop, itemId, now } = sources
  if (ids.length === 0) return
  for (const batch of batchesOf(ids, await countVariants(database, ids))) {
    const { revision, products } = await loadProducts(database, batch, now())
    const { shop, settingsRevision } = await loadShop(revision)
    if (settingsRevision !== shown.settingsRevision) throw new SettingsChanged()
    const context = { shop, now: now(), idOf: await createIdOf(database, [...products.values()], itemId) }
    for (const id of batch) {
      const product = products.get(id)
      const sold = product && toSoldProduct(product, context)
      if (sold) yield sold
    }
  }
}

function* batchesOf(ids: readonly number[], variants: ReadonlyMap<number, number>): Generator<number[]> {
  let batch: number[] = []
  let count = 0
  for (const id of ids) {
    const more = variants.get(id) ?? 0
    if (batch.length > 0 && count + more > MAX_VARIANTS) {
      yield batch
      batch = []
      count = 0
    }
    batch.push(id)
    count += more
  }
  if (batch.length > 0) yield batch
}

/** Where SKUs are ids, an item has one if no other product or variant has its SKU. */
async function createIdOf(
  database: Queries,
  products: readonly StoredProduct[],
  itemId: ItemIdKind,
): Promise<SaleContext['idOf']> {
  if (itemId === 'id') return item => itemIdOf(item, 'id')
  const skus = products.flatMap(({ sku, items }) => [sku, ...items.map(item => item.sku)]).filter(sku => sku !== null)
  const unique = await findItemKeys(database, skus, 'sku')
  return ({ sku }) => (sku !== null && unique.has(sku) ? sku : null)
}
