/** The list of checkouts as the admin API answers it. */

import assert from 'node:assert/strict'
import { CHECKOUTS } from '../../../src/api-paths.ts'
import type { Answer, TestService } from '../service/service.ts'
import type { CheckoutData } from './orders.ts'

/** A row of the list. */
export type ListedCheckout = Omit<CheckoutData, 'cart'> & { grandTotal: { amount: string } }

/** A page of the list. */
export interface CheckoutPage {
  data: ListedCheckout[]
  meta: { limit: number }
  links: { next: string | null }
}

/** Asks for the list with a token that may do nothing else. */
export async function askCheckouts(service: TestService, query: string): Promise<Answer> {
  const token = await service.token('admin', { id: 'back-office', scope: 'checkouts:read' })
  return service.call('GET', `${CHECKOUTS}${query}`, { token })
}

/** Reads a page. @param query the query, or the link to a page */
export async function listCheckouts(service: TestService, query: string): Promise<CheckoutPage> {
  const answer = await askCheckouts(service, query.replace(`http://shop.test${CHECKOUTS}`, ''))
  assert.equal(answer.status, 200, answer.text)
  return answer.json as CheckoutPage
}

/** Reads all pages. */
export async function listAllCheckouts(service: TestService, query: string): Promise<CheckoutPage[]> {
  const pages: CheckoutPage[] = []
  for (let next: string | null = query; next !== null; next = pages.at(-1)?.links.next ?? null) {
    pages.push(await listCheckouts(service, next))
  }
  return pages
}
