/** Carts as the back office reads them. */

import assert from 'node:assert/strict'
import { CARTS } from '../../../src/api-paths.ts'
import type { OwnerCart } from '../../../src/cart/admin/carts.document.ts'
import type { Answer, TestService } from '../service/service.ts'

/** A row of the list of carts. */
export interface ListedCart {
  subject: string
  customerId: number | null
  lines: number
  pieces: number
  changedAt: string
}

/** A page of the list of carts. */
export interface CartPage {
  data: ListedCart[]
  meta: { limit: number }
  links: { next: string | null }
}

/** Calls a cart endpoint of the back office: a subject, or a query. */
export async function askCarts(service: TestService, path: string): Promise<Answer> {
  const token = await service.token('admin', { id: 'back-office', scope: 'carts:read' })
  return service.call('GET', `${CARTS}${path}`, { token })
}

/** Reads the cart of an owner. @throws AssertionError when it is refused */
export async function readOwnerCart(service: TestService, subject: string): Promise<OwnerCart['data']> {
  const answer = await askCarts(service, `/${subject}`)
  assert.equal(answer.status, 200, answer.text)
  return (answer.json as OwnerCart).data
}

/** Reads a page of the list. @param query the query, or the link to a page */
export async function listCarts(service: TestService, query: string): Promise<CartPage> {
  const answer = await askCarts(service, query.replace(`http://shop.test${CARTS}`, ''))
  assert.equal(answer.status, 200, answer.text)
  return answer.json as CartPage
}

/** Reads all pages of the list. @returns each page */
export async function listAllCarts(service: TestService, query: string): Promise<CartPage[]> {
  const pages: CartPage[] = []
  for (let next: string | null = query; next !== null; next = pages.at(-1)?.links.next ?? null) {
    pages.push(await listCarts(service, next))
  }
  return pages
}
