/** What a line of an order is called: two sizes of one shirt have the same product name. */

import { isolate } from '../../format/isolate.js'

/** Returns the names of the product and of the variant. @param {NonNullable<import('./checkout-types.js').Checkout['cart']>['included'][number]} line */
export function lineName({ attributes, meta }) {
  return [attributes.productName, meta?.variantName].flatMap(name => (name ? isolate(name) : [])).join(', ')
}
