/** Reads cart answers in stories, and the errors of refusals. */

import assert from 'node:assert/strict'
import type { CartDocument } from '../../src/cart/cart.document.ts'
import type { Answer, TestService } from './service.ts'

/** The cart of an answer that must have the status given. */
export function cartOf(answer: Answer, status = 200): CartDocument {
  assert.equal(answer.status, status, answer.text)
  return answer.json as CartDocument
}

/** The lines of a cart as `product[-variant]×quantity`, in their order. */
export function linesOf(cart: CartDocument): string[] {
  return cart.included.map(({ attributes: { productId, variantId, quantity } }) =>
    variantId === null ? `${productId}×${quantity}` : `${productId}-${variantId}×${quantity}`,
  )
}

/** The refusals of an answer as `status code pointer`. */
export function refusalsOf({ json }: Answer): string[] {
  const { errors } = json as { errors: { status: string; code: string; source?: { pointer: string } }[] }
  return errors.map(({ status, code, source }) =>
    [status, code, source?.pointer].filter(each => each !== undefined).join(' '),
  )
}

/** Adds an item and gives the id of its line. */
export async function addItem(
  service: TestService,
  token: string,
  productId: number,
  quantity = 1,
  variantId?: number,
): Promise<string> {
  const body = { productId, quantity, ...(variantId !== undefined && { variantId }) }
  const cart = cartOf(await service.call('POST', '/cart-items', { token, body }), 201)
  assert.ok(cart.meta)
  return cart.meta.affectedItemId
}
