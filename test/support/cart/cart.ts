/** Reads cart documents and error documents in tests, and fills carts. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import type { CartDocument } from '../../../src/cart/pricing/cart.document.ts'
import type { CartAfterAdding, CartAnswer } from '../../../src/cart/pricing/cart-answer.document.ts'
import type { Answer, Callable, TestService } from '../service/service.ts'

/** The response of a cart endpoint; only that of an add has `meta`. */
export type ShownCart = CartAnswer & { meta?: CartAfterAdding['meta'] }

/** The cart of a response. @throws AssertionError when the response has another status */
export function cartOf(answer: Answer, status = 200): ShownCart {
  assert.equal(answer.status, status, answer.text)
  return answer.json as ShownCart
}

/** The lines of a cart as `product[-variant]×quantity`, in their order. */
export function linesOf(cart: Pick<CartDocument, 'included'>): string[] {
  return cart.included.map(({ attributes: { productId, variantId, quantity } }) =>
    variantId === null ? `${productId}×${quantity}` : `${productId}-${variantId}×${quantity}`,
  )
}

/** The errors of a response as `status code pointer`. */
export function refusalsOf({ json }: Answer): string[] {
  const { errors } = json as { errors: { status: string; code: string; source?: { pointer: string } }[] }
  return errors.map(({ status, code, source }) =>
    [status, code, source?.pointer].filter(each => each !== undefined).join(' '),
  )
}

/** Adds an item to a cart. @returns the id of its line */
export async function addItem(
  service: Callable,
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

/** Inserts a cart with one line per product into the database, which is faster than many requests. */
export async function fillCart({ database }: TestService, token: string, productIds: number[]): Promise<void> {
  const id = decodeJwt(token).sub ?? ''
  const lines = productIds.map((productId, index) => ({
    cart_id: id,
    product_id: productId,
    variant_id: 0,
    id: randomUUID(),
    position: index + 1,
    quantity: 1,
    gift_package: 0 as const,
  }))
  const { kysely } = database
  await kysely.insertInto('carts').values({ id, created_at: Date.now(), used_at: Date.now() }).execute()
  await kysely.insertInto('cart_lines').values(lines).execute()
}

/** Reads the total quantity of the cart of a token. */
export async function quantityOf(service: TestService, token: string): Promise<number> {
  return cartOf(await service.call('GET', '/cart', { token })).data.attributes.totalQuantity
}

/** Sends a write, again while it is refused after five seconds of other writes, or by the load: it has written nothing, and a loaded machine needs longer. */
export async function whenFree(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send()
    if (answer.status !== 503) return answer
    assert.match(refusalsOf(answer).join(), /^503 (cart_busy|database_busy|overloaded)$/)
  }
}
