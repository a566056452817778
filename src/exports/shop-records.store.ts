/** The records of a shop besides products and promotions, as an export needs them. */

import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import type { CustomerGroupTable } from '../db/tables.ts'
import { requireShopRow } from '../shop/require-shop-row.ts'
import type { PaymentMethod, ShippingCompany, Shop } from '../shop/shop.ts'

/** Settings, shipping companies and payment methods, of one moment. */
export interface ShopRecords {
  shop: Shop
  shippingCompanies: ShippingCompany[]
  paymentMethods: PaymentMethod[]
}

/** Loads settings, shipping companies and payment methods. */
export async function loadShopRecords({ kysely }: Queries): Promise<ShopRecords> {
  const { rows } = await sql<{ section: keyof ShopRecords; document: string }>`
    select 'shop' as section, document, 0 as id from shop
    union all select 'shippingCompanies', document, id from shipping_companies
    union all select 'paymentMethods', document, id from payment_methods
    order by section, id`.execute(kysely)
  const documents = <T>(section: keyof ShopRecords) =>
    rows.filter(row => row.section === section).map(({ document }) => JSON.parse(document) as T)
  return {
    shop: requireShopRow(documents<Shop>('shop')[0]),
    shippingCompanies: documents('shippingCompanies'),
    paymentMethods: documents('paymentMethods'),
  }
}

/** Finds all customer groups, ordered by id. */
export function findCustomerGroups({ kysely }: Queries): Promise<CustomerGroupTable[]> {
  return kysely.selectFrom('customer_groups').selectAll().orderBy('id').execute()
}
