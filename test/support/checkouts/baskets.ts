/** Baskets of several items, products and variants, and what becomes of them. */

import assert from 'node:assert/strict'
import { CUSTOMERS } from '../../../src/api-paths.ts'
import { addItem } from '../cart/cart.ts'
import { ids, shopFile } from '../import/shop-file.ts'
import type { Answer, TestService } from '../service/service.ts'
import { setStock } from './stock.ts'

/** An item of a basket. */
export interface BasketItem {
  productId: number
  variantId?: number
}

/** Two products and two variants; their order is not that in which items are locked. */
export const basket: readonly BasketItem[] = [
  { productId: ids.variants, variantId: ids.largeBlue },
  { productId: ids.plain },
  { productId: ids.variants, variantId: ids.smallBlue },
  { productId: ids.taxFree },
]

/** The items of the basket as `product` or `product-variant`. */
export const basketItems: readonly string[] = basket.map(({ productId, variantId }) =>
  variantId === undefined ? `${productId}` : `${productId}-${variantId}`,
)

/** Sets the stock of all items of the basket. */
export async function stockBasket(service: TestService, stock: number): Promise<void> {
  for (const { productId, variantId } of basket) await setStock(service, productId, stock, variantId)
}

/** Adds the items to the cart of a token, in the order of the basket or the reverse. */
export async function fillBasket(
  service: TestService,
  token: string,
  { quantity = 1, isReversed = false }: { quantity?: number; isReversed?: boolean } = {},
): Promise<void> {
  for (const { productId, variantId } of isReversed ? basket.toReversed() : basket) {
    await addItem(service, token, productId, quantity, variantId)
  }
}

/** Creates a customer. @returns the member's token */
export async function newMember(service: TestService): Promise<string> {
  const answer = await service.call('POST', CUSTOMERS, { token: await service.token('admin'), body: {} })
  assert.equal(answer.status, 201, answer.text)
  return service.token('member', { id: String((answer.json as { data: { id: number } }).data.id) })
}

/** Merges a guest into a member. */
export function mergeInto(service: TestService, member: string, guestToken: string): Promise<Answer> {
  return service.call('POST', '/cart/merge', { token: member, body: { guestToken } })
}

/** Sets the stock of all items of the basket by an import of their products, in the order of their ids or the reverse. */
export function importBasket(
  service: TestService,
  stock: number,
  { isReversed = false }: { isReversed?: boolean } = {},
): Promise<void> {
  const { products } = shopFile() as { products: { id: number; variants?: object[] }[] }
  const changed = products
    .filter(({ id }) => basket.some(({ productId }) => productId === id))
    .map(each => ({ ...each, stock, ...(each.variants && { variants: inOrder(each.variants.map(withStock)) }) }))
  return service.importShop({ products: inOrder(changed) })

  function withStock(variant: object): object {
    return { ...variant, stock }
  }
  function inOrder<T>(list: T[]): T[] {
    return isReversed ? list.toReversed() : list
  }
}
