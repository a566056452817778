/** Names of an agent's cart: its id gives the code of its link, and the code gives its subject. None gives the one before. */

import { createHash, randomBytes } from 'node:crypto'
import { type UcpOwner, ucpOwnerWithUuid } from '../../auth/identity.ts'
import type { ItemKey } from '../../catalog/stock/item-key.ts'

const ID_BYTES = 24
const CODE_BYTES = 24
/** An id as this file makes them. */
export const CART_ID = /^[A-Za-z0-9_-]{32}$/

/** Makes the id of a new cart: 192 random bits, `[A-Za-z0-9_-]`. Whoever has it has the cart. No command reads it as an option. */
export function newCartId(): string {
  const id = randomBytes(ID_BYTES).toString('base64url')
  return id.startsWith('-') ? newCartId() : id
}

/** Returns the `c` of the link of a cart: the same through its life, and nobody gets the id from it. */
export function continueCodeOf(cartId: string): string {
  return digest('continue', cartId).subarray(0, CODE_BYTES).toString('base64url')
}

/** Whether a text has the form of the `c` of a link. */
export function isContinueCode(text: string): boolean {
  return /^[A-Za-z0-9_-]{32}$/.test(text)
}

/** Returns the UUID in the subject `ucp:<uuid>` of the cart that a link opens. It stands in lists, and nobody gets the link from it. */
export function cartUuidOf(continueCode: string): string {
  return uuidOf(digest('subject', continueCode))
}

/** Returns what the cart that a link opens belongs to. */
export function ownerOfCode(continueCode: string): UcpOwner {
  return ucpOwnerWithUuid(cartUuidOf(continueCode))
}

/** Returns what the cart with an id belongs to. */
export function ownerOfCart(cartId: string): UcpOwner {
  return ownerOfCode(continueCodeOf(cartId))
}

/**
 * Returns the id of the line of an item: a UUID, the same through the cart's life, so that an item in the cart before and after an update keeps
 * it. Nobody gets the cart's id from it.
 */
export function lineIdOf(cartId: string, { productId, variantId }: ItemKey): string {
  return uuidOf(digest('line', `${cartId} ${productId} ${variantId}`))
}

function digest(purpose: string, name: string): Buffer {
  return createHash('sha256').update(`sepet ucp ${purpose}\n${name}`).digest()
}

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
