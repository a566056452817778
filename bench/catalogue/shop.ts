/** The shop of the benchmark of changes of products, its shoppers, and the back office that changes products. */

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PRODUCTS, STOREFRONT } from '../../src/api-paths.ts'
import { mintToken } from '../../src/cli/token.ts'
import { readConfig } from '../../src/config/config.ts'
import { product, shopFile } from '../../test/support/import/shop-file.ts'
import { runSepet } from '../../test/support/service/process.ts'

/** Products in carts. */
export const IN_CARTS = 1_000
const FIRST = 10_000
const CARTS = 200
const LINES = 10

/** Runs a command. @throws Error when it fails */
async function run(env: NodeJS.ProcessEnv, args: string[]): Promise<void> {
  const { status, stderr } = await runSepet(args, env)
  if (status !== 0) throw new Error(stderr)
}

/** Imports a shop with products, every third with two variants, and other records of the shop file. */
export async function importShop(env: NodeJS.ProcessEnv, productCount: number, others: object = {}): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sepet-bench-'))
  const path = join(folder, 'shop.json')
  const products = Array.from({ length: productCount }, (_, n) => {
    const names = n % 3 === 2 ? ['S', 'M'] : []
    const variants = names.map((name, at) => ({ id: at + 1, sku: `V-${n}-${at}`, name, stock: 5 }))
    return product({ id: FIRST + n, sku: `P-${n}`, price: `${(n % 500) + 1}.95`, variants })
  })
  writeFileSync(path, JSON.stringify(shopFile({ products, ...others })))
  await run(env, ['migrate'])
  await run(env, ['import', path])
  rmSync(folder, { recursive: true })
}

/** The SKU of the n-th product, or of its first variant. */
export function skuOf(n: number): string {
  return n % 3 === 2 ? `V-${n}-0` : `P-${n}`
}

function bytesOf(url: string, { method, token, body }: { method: string; token: string; body?: string }): Buffer {
  const { host, pathname } = new URL(url)
  const head = `${method} ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n`
  const rest = body
    ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    : '\r\n'
  return Buffer.from(head + rest)
}

/** The item of a cart's line: products stand in several carts, together all `IN_CARTS`. */
function itemOf(cart: number, line: number): { productId: number; variantId?: number; quantity: number } {
  const n = (cart * LINES + line) % IN_CARTS
  return { productId: FIRST + n, quantity: 1, ...(n % 3 === 2 && { variantId: 1 }) }
}

/**
 * Fills the carts of guests.
 * @returns the n-th request of shoppers: reads and adds in their proportion
 */
export async function createShoppers(
  env: NodeJS.ProcessEnv,
  url: string,
  { reads, adds }: { reads: number; adds: number },
): Promise<(n: number) => Buffer> {
  const config = readConfig(env)
  const tokens = await Promise.all(
    Array.from({ length: CARTS }, () => mintToken(config, 'guest', { ttlSeconds: 7_200, id: randomUUID() })),
  )
  const addition = (cart: number, line: number) =>
    ({ method: 'POST', token: tokens[cart] ?? '', body: JSON.stringify(itemOf(cart, line)) }) as const
  for (let cart = 0; cart < CARTS; cart++) {
    for (let line = 0; line < LINES; line++) {
      const { method, token, body } = addition(cart, line)
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
      const { status } = await fetch(`${url}${STOREFRONT}/cart-items`, { method, headers, body })
      if (status !== 201) throw new Error(`The cart could not be filled: ${status}.`)
    }
  }
  const readBytes = tokens.map(token => bytesOf(`${url}${STOREFRONT}/cart`, { method: 'GET', token }))
  const addBytes = tokens.map((_, cart) => bytesOf(`${url}${STOREFRONT}/cart-items`, addition(cart, cart % LINES)))
  return n => (n % (reads + adds) < reads ? readBytes : addBytes)[n % CARTS] as Buffer
}

/** Sends lists of changes of products. @returns whether one was applied */
export async function createBackOffice(
  env: NodeJS.ProcessEnv,
  url: string,
): Promise<(changes: object[]) => Promise<boolean>> {
  const token = await mintToken(readConfig(env), 'admin', { ttlSeconds: 7_200, scope: 'catalogue:write' })
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  return async changes => {
    const answer = await fetch(`${url}${PRODUCTS}`, { method: 'PATCH', headers, body: JSON.stringify(changes) })
    await answer.text()
    return answer.ok
  }
}
