/**
 * The bare cart: the floor with the product's reading, pricing and presenting instead of a fixed response. Without
 * Fastify, limits, logs and metrics, it is the upper bound for a server of priced carts.
 */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { guestWithId, type Owner } from '../../src/auth/identity.ts'
import { createCartReader } from '../../src/cart/read-cart.ts'
import { loadCart } from '../../src/cart/storage/cart.store.ts'
import { createProductCache } from '../../src/catalog/products.store.ts'
import { createItemStockLoader } from '../../src/catalog/stock/item-stocks.store.ts'
import { readConfig } from '../../src/config/config.ts'
import { openDatabase } from '../../src/db/open.ts'
import { createShopFollower } from '../../src/shop/follow-shop.store.ts'
import { createShopCache } from '../../src/shop/shop.store.ts'

const { ACCESS_TOKEN_SECRET = '' } = process.env
const database = openDatabase(readConfig(process.env), { failFast: true })
const followShop = createShopFollower(database)
const loadShop = createShopCache(database, followShop, null)
const readCart = createCartReader({
  loadCart: owner => loadCart(database, owner, { now: Date.now(), ...loadShop.counted() }),
  touchIfDue: async () => true,
  loadShop,
  loadProducts: createProductCache(database, followShop),
  loadStocks: createItemStockLoader(database, Date.now),
  countPricedLines: () => {},
  now: Date.now,
  publicUrl: 'http://localhost:8080',
})

/**
 * @returns the owner of the cart
 * @throws Error when the signature of the token is not valid
 */
function ownerOf({ headers }: IncomingMessage): Owner {
  const [head = '', claims = '', signature = ''] = (headers.authorization ?? '').slice('Bearer '.length).split('.')
  const expected = createHmac('sha256', ACCESS_TOKEN_SECRET).update(`${head}.${claims}`).digest()
  if (!timingSafeEqual(expected, Buffer.from(signature, 'base64url'))) throw new Error('forged')
  const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string }
  return guestWithId(sub.slice('guest:'.length))
}

const server = createServer(async (request, response) => {
  const body = JSON.stringify((await readCart({ owner: ownerOf(request), channel: 'app' })).document)
  const headers = { 'Content-Type': 'application/vnd.api+json', 'Content-Length': Buffer.byteLength(body) }
  response.writeHead(200, headers).end(body)
})
server.listen(0, '127.0.0.1', () => console.log(`bare on http://127.0.0.1:${(server.address() as AddressInfo).port}`))
