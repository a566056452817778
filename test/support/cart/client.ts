/** Carts through the typed client, so that tests use the same client as apps. */

import assert from 'node:assert/strict'
import { type Cart, createClient, type SepetClient, SepetError } from 'sepet-client'
import type { TestService } from '../service/service.ts'

/** The cart API for a token, without retries. */
export function cartFor(service: TestService, token: string): SepetClient['cart'] {
  return createClient({ baseUrl: service.url, token, retry: { attempts: 1 } }).cart
}

/** The items of a cart as `product[-variant]×quantity`, in their order. */
export function itemsOf({ items }: Cart): string[] {
  return items.map(({ productId, variantId, quantity }) =>
    variantId === null ? `${productId}×${quantity}` : `${productId}-${variantId}×${quantity}`,
  )
}

/** The errors of a call that must be refused, as `status code pointer`. */
export async function refusalsIn(call: Promise<unknown>): Promise<string[]> {
  const error = await call.then(
    () => assert.fail('it was not refused'),
    reason => reason,
  )
  if (!(error instanceof SepetError)) throw error
  return error.errors.map(({ status, code, source }) =>
    [status, code, source?.pointer].filter(each => each !== undefined).join(' '),
  )
}
