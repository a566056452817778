/** Calls the product endpoints in tests. */

import assert from 'node:assert/strict'
import { PRODUCTS } from '../../../src/api-paths.ts'
import { whenFree } from '../cart/cart.ts'
import type { Answer, TestService } from '../service/service.ts'

/** A product or variant of a list. */
export interface Item {
  id: number
  sku: string | null
  price: string | null
  stock: number
  onSale: boolean
  backorder: boolean | null
  discount: object | null
  variants: Item[]
}

/** A page of products. */
export interface Page {
  data: Item[]
  meta: { limit: number }
  links: { next: string | null }
}

/** What a response to changes says about them. */
export interface ChangedMeta {
  updated: number
  unchanged: number
  warnings: { pointer: string; detail: string }[]
  warningsTotal: number
}

/** Sends a list of changes. */
export async function change(service: TestService, body: unknown): Promise<Answer> {
  const token = await service.token('admin', { scope: 'catalogue:write' })
  return service.call('PATCH', PRODUCTS, { token, body })
}

/** Sends a list of changes that must succeed, again while other writes keep it waiting. @returns the numbers of changes that changed something and nothing */
export async function changed(service: TestService, body: unknown): Promise<[updated: number, unchanged: number]> {
  const answer = await whenFree(() => change(service, body))
  assert.equal(answer.status, 200, answer.text)
  const { meta } = answer.json as { meta: ChangedMeta }
  return [meta.updated, meta.unchanged]
}

/** Lists products. @param query such as `?limit=2`, or a whole link */
export async function list(service: TestService, query = ''): Promise<Answer> {
  const token = await service.token('admin', { scope: 'catalogue:read' })
  const path = query.startsWith('http') ? query.replace('http://shop.test', '') : `${PRODUCTS}${query}`
  return service.call('GET', path, { token })
}

/** Lists a page that must exist. */
export async function pageOf(service: TestService, query = ''): Promise<Page> {
  const answer = await list(service, query)
  assert.equal(answer.status, 200, answer.text)
  return answer.json as Page
}

/** Follows the links of a list to its end. */
export async function allPages(service: TestService, query = ''): Promise<Page[]> {
  const pages = [await pageOf(service, query)]
  for (let next = pages[0]?.links.next; next; next = pages.at(-1)?.links.next) pages.push(await pageOf(service, next))
  return pages
}

/** The revision of the shop. */
export async function revisionOf({ database }: TestService): Promise<number> {
  return (await database.kysely.selectFrom('shop').select('revision').executeTakeFirstOrThrow()).revision
}
