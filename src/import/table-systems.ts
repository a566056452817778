/** All systems whose tables an import reads. The first that recognises a header reads the table. */

import { customerList, systemCustomers } from './formats/customer-list/customer-list.ts'
import { orderExports } from './formats/orders.ts'
import { sepetCoupons } from './formats/sepet/sepet-coupons.ts'
import { sepetProducts } from './formats/sepet/sepet-products.ts'
import { productSheet } from './formats/sheet.ts'
import { shopifyProducts } from './formats/shopify.ts'
import { shopifyInventory } from './formats/shopify-inventory.ts'
import { wooCommerceProducts } from './formats/woocommerce.ts'
import type { TableSystem } from './table-system.ts'

/** The systems, the most special first. */
export const tableSystems: readonly TableSystem[] = [
  sepetProducts,
  sepetCoupons,
  ...orderExports,
  shopifyInventory,
  shopifyProducts,
  wooCommerceProducts,
  ...systemCustomers,
  customerList,
  productSheet,
]
