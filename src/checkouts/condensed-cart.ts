/** Condensed carts: what is left of the cart of an old checkout, so that many of them need little space and can still be completed. */

import type { HeldCartDocument } from '../cart/pricing/cart.document.ts'

/** A condensed cart, as it is stored. */
export interface CondensedCart {
  /** The totals, as the JSON of a cart without lines: instances of the version before read a cart there. */
  document: string
  /** `product.variant.quantity` of each line, in base 36 and separated by commas. */
  quantities: string
}

/**
 * Length of `quantities`: 500 lines of the largest ids, each of 29 characters. With the totals and the other columns of a checkout it stays
 * below 16 KB.
 */
const MAX_LENGTH = 14_500
const RADIX = 36

/** Condenses a cart. Of a cart whose quantities are longer than the maximum, the last lines are left out. */
export function condenseCart({ data, included }: HeldCartDocument): CondensedCart {
  const { totalQuantity, subtotal, cargoPrice, discountTotal, grandTotal } = data.attributes
  const vat = data.meta?.vat
  const totals = {
    totalQuantity,
    subtotal,
    ...(cargoPrice && { cargoPrice }),
    ...(discountTotal && { discountTotal }),
    ...(grandTotal && { grandTotal }),
  }
  const withoutLines: HeldCartDocument = {
    data: {
      ...({ type: 'carts', id: 'me' } as const),
      ...{ attributes: totals, relationships: { items: { data: [] } } },
      // It tells whether the grand total includes the shipping.
      ...(vat && { meta: { vat: { subtotalWithVat: vat.subtotalWithVat, vatTotal: vat.vatTotal, breakdown: [] } } }),
    },
    included: [],
  }
  const lines = included.map(({ attributes: { productId, variantId, quantity } }) =>
    [productId, variantId ?? 0, quantity].map(each => each.toString(RADIX)).join('.'),
  )
  return { document: JSON.stringify(withoutLines), quantities: withinLength(lines) }
}

/** Joins the first lines whose text is not longer than the maximum. */
function withinLength(lines: string[]): string {
  const text = lines.join(',')
  return text.length <= MAX_LENGTH ? text : text.slice(0, text.lastIndexOf(',', MAX_LENGTH))
}

/** A held quantity. `variantId` is null for a product without variants. */
export interface HeldQuantity {
  productId: number
  variantId: number | null
  quantity: number
}

/** Returns the quantities that a checkout holds. A cart with lines was stored last: it counts, also where an earlier one was condensed. */
export function heldQuantities({
  cart,
  quantities,
}: {
  cart: HeldCartDocument
  quantities: string | null
}): HeldQuantity[] {
  if (!isCondensed(cart)) {
    return cart.included.map(({ attributes: { productId, variantId, quantity } }) => ({
      productId,
      variantId,
      quantity,
    }))
  }
  return (quantities ?? '')
    .split(',')
    .filter(line => line !== '')
    .map(line => {
      const [productId = 0, variantId = 0, quantity = 0] = line.split('.').map(each => Number.parseInt(each, RADIX))
      return { productId, variantId: variantId === 0 ? null : variantId, quantity }
    })
}

/** Whether a held cart was condensed: an empty cart cannot be held. */
export function isCondensed({ included }: HeldCartDocument): boolean {
  return included.length === 0
}
