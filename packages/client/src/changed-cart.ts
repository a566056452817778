/** The current cart in the error of a call that was refused because the cart has changed. */

import { type Cart, toCart } from './cart-document.ts'
import { SepetError } from './errors.ts'
import type { Schemas } from './responses.ts'

const CHANGED = ['precondition_failed', 'cart_changed']

/**
 * Reads the current cart from the error of a call that was refused because the cart has changed: 412 `precondition_failed` of a write with
 * `ifMatch`, 409 `cart_changed` of a hold.
 *
 * @param error What the call has thrown, of any type.
 * @returns The cart as it is, with its tag for the next `ifMatch` of a write or `expected.etag` of a hold; undefined for any other error.
 * @example
 *
 * ```ts
 * import { changedCartOf, createClient } from "sepet-client"
 *
 * const { cart } = createClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
 * const seen = await cart.read()
 * await cart.clear({ ifMatch: seen }).catch(error => console.log(changedCartOf(error)?.totalQuantity))
 * ```
 */
export function changedCartOf(error: unknown): Cart | undefined {
  if (!(error instanceof SepetError)) return undefined
  const cart = error.errors.find(({ code }) => CHANGED.includes(code))?.meta?.cart
  try {
    return cart === undefined ? undefined : toCart(cart as Schemas['Cart'], error.etag)
  } catch {
    // A document that is not Sepet's.
    return undefined
  }
}
