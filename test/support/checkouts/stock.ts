/** Shops with the stock guard, and their stocks as staff see them. */

import assert from 'node:assert/strict'
import { PRODUCTS } from '../../../src/api-paths.ts'
import { importShop } from '../import/import-shop.ts'
import type { Answer, TestService } from '../service/service.ts'

/** Turns the stock guard of a shop on, or sets other settings. */
export async function guardedShop({ config }: TestService, settings: object = {}): Promise<void> {
  await importShop(config, { shop: { settings: { stockGuard: true, sellAtNegativeStock: false, ...settings } } })
}

/** Calls the product endpoints. */
export async function callProducts(service: TestService, method: string, query = '', body?: unknown): Promise<Answer> {
  const token = await service.token('admin', { id: 'stock', scope: 'catalogue:read catalogue:write' })
  return service.call(method, `${PRODUCTS}${query}`, { token, ...(body !== undefined && { body }) })
}

/** Sets the stock of a product or variant. */
export async function setStock(service: TestService, id: number, stock: number, variantId?: number): Promise<void> {
  const change = variantId === undefined ? { id, stock } : { id, variants: [{ id: variantId, stock }] }
  const answer = await callProducts(service, 'PATCH', '', [change])
  assert.equal(answer.status, 200, answer.text)
}

/** The stock of an item, and what is reserved of it. */
export interface ItemStock {
  stock: number
  reserved: number
}

/** Reads the stock of a product or variant. */
export async function stockOf(service: TestService, id: number, variantId?: number): Promise<ItemStock> {
  const { json } = await callProducts(service, 'GET', `?filter[id]=${id}`)
  const [product] = (json as { data: (ItemStock & { variants: (ItemStock & { id: number })[] })[] }).data
  const item = variantId === undefined ? product : product?.variants.find(each => each.id === variantId)
  const { stock, reserved } = item ?? assert.fail(`no item ${id} ${variantId ?? ''}`)
  return { stock, reserved }
}

/** The short items of a refused hold. */
export function shortItems({ json }: Answer): unknown {
  const { errors } = json as { errors: { code: string; meta?: { items: unknown } }[] }
  return errors.find(({ code }) => code === 'insufficient_stock')?.meta?.items
}
