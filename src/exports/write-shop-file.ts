/** The shop file of a stored shop: an import of it into the same shop changes nothing. */

import { presentProduct } from '../catalog/admin/product.document.ts'
import type { ListedProduct } from '../catalog/admin/product-list.store.ts'
import type { Queries } from '../db/database.ts'
import { presentCampaign, presentCoupon } from '../promotions/admin/promotion.document.ts'
import { presentGroup, presentPaymentMethod, presentShippingCompany, presentShop } from './shop-document.ts'
import { findCustomerGroups, loadShopRecords } from './shop-records.store.ts'
import { campaignPages, couponPages, productPages } from './stored-pages.ts'

/**
 * Writes the file as texts, a record in each line. Campaigns and groups come last: what coupons and products refer to is in the file then,
 * although it was created meanwhile.
 * @param now milliseconds since the epoch
 */
export async function* writeShopFile(
  queries: Queries,
  { products, now }: { products: boolean; now: number },
): AsyncGenerator<string> {
  const { shop, shippingCompanies, paymentMethods } = await loadShopRecords(queries)
  yield `{\n"shop":${JSON.stringify(presentShop(shop))}`
  yield* writeSection('shippingCompanies', [shippingCompanies], presentShippingCompany)
  yield* writeSection('paymentMethods', [paymentMethods], presentPaymentMethod)
  if (products) yield* writeSection('products', productPages(queries, now), presentWithoutReserved)
  yield* writeSection('coupons', couponPages(queries), presentCoupon)
  yield* writeSection('campaigns', campaignPages(queries), presentCampaign)
  yield* writeSection('customerGroups', [await findCustomerGroups(queries)], presentGroup)
  yield '\n}\n'
}

async function* writeSection<Row>(
  name: string,
  pages: AsyncIterable<Row[]> | Iterable<Row[]>,
  present: (row: Row) => object,
): AsyncGenerator<string> {
  yield `,\n${JSON.stringify(name)}:[`
  let separator = '\n'
  for await (const page of pages) {
    if (page.length === 0) continue
    yield separator + page.map(row => JSON.stringify(present(row))).join(',\n')
    separator = ',\n'
  }
  yield ']'
}

/** What holds reserve is no record of the shop: an import ignores it. */
function presentWithoutReserved(product: ListedProduct): object {
  const { reserved: _, variants, ...shown } = presentProduct(product)
  return { ...shown, variants: variants.map(({ reserved: __, ...variant }) => variant) }
}
