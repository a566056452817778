/** Exports of orders, which are refused by name: a row of them is no customer and no product. */

import type { TableSystem } from '../table-system.ts'

const signatures: [string, string[][]][] = [
  ['Shopify', [['financial status'], ['lineitem name'], ['lineitem quantity']]],
  [
    'WooCommerce',
    [
      ['order number', 'order status'],
      ['order id', 'order status'],
      ['order_id', 'order_status'],
      ['order number', 'order total'],
    ],
  ],
  [
    'PrestaShop',
    [
      ['reference', 'new client'],
      ['reference', 'payment', 'total', 'customer'],
    ],
  ],
]

/** Exports of orders of other systems. */
const others: readonly TableSystem[] = signatures.map(([name, alternatives]) => ({
  format: `${name} orders`,
  recognises: header => alternatives.some(columns => columns.every(column => header.has(column))),
  refuses: `is an export of orders of ${name}: Sepet takes products and customers; export these`,
  async *read() {},
}))

/** Exports of orders, Sepet's own among them. */
export const orderExports: readonly TableSystem[] = [
  {
    format: 'Sepet orders',
    recognises: header => ['reference', 'heldat', 'itemid', 'productid'].every(column => header.has(column)),
    refuses:
      'is an export of orders of Sepet, which are made by checkouts alone: import products, customers or coupons',
    async *read() {},
  },
  ...others,
]
