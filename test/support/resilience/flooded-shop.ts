/** A shop in processes of their own, with full carts of a client network that floods it, and with shoppers of other networks. */

import { randomBytes, randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { STOREFRONT } from '../../../src/api-paths.ts'
import { mintToken } from '../../../src/cli/token.ts'
import { readConfig } from '../../../src/config/config.ts'
import type { Engine } from '../../../src/db/database.ts'
import { makeDatabaseFolder } from '../database/database-folder.ts'
import { createDatabase } from '../database/engines.ts'
import { product, shopFile } from '../import/shop-file.ts'
import { runSepet, serveProcess } from '../service/process.ts'

/** The product of the first line of each cart. */
export const FIRST_PRODUCT = 10_000
const FULL_CARTS = 3

/** Where requests come from: headers that name a network to a server that trusts a proxy, or a loopback address. */
export interface Origin {
  headers?: Record<string, string>
  localAddress?: string
}

/** A shop that can be flooded. */
export interface FloodedShop {
  /** Addresses of its instances. */
  urls: string[]
  productId: number
  token: () => Promise<string>
  /** Texts of requests that add a piece to one of the full carts. */
  adds: string[]
  /** Texts of requests whose token is not valid. */
  junk: string[]
  stop: () => Promise<void>
}

/** Starts the instances, and fills three carts of the flood. @param lines lines of each */
export async function startFloodedShop(
  engine: Engine,
  {
    instances,
    lines,
    settings,
    origin,
  }: { instances: number; lines: number; settings: NodeJS.ProcessEnv; origin: Origin },
): Promise<FloodedShop> {
  const database = await createDatabase(engine, { content: 'schema' })
  const env = {
    ...database.env,
    ACCESS_TOKEN_SECRET: randomBytes(32).toString('hex'),
    HANDOFF_SECRET: randomBytes(32).toString('hex'),
    CART_RATE_LIMIT: '0',
    NETWORK_RATE_LIMIT: '0',
    LOG_LEVEL: 'warn',
    ...settings,
  }
  await importProducts(env, lines)
  const serving = await Promise.all(Array.from({ length: instances }, () => serveProcess(env)))
  const urls = serving.map(({ url }) => url)
  const token = () => mintToken(readConfig(env), 'guest', { ttlSeconds: 3600, id: randomUUID() })
  const tokens = await Promise.all(Array.from({ length: FULL_CARTS }, token))
  await Promise.all(tokens.map(each => fillCartAt(urls[0] ?? '', each, lines)))
  return {
    urls,
    productId: FIRST_PRODUCT,
    token,
    adds: tokens.map(each => textOf('POST', '/cart-items', { ...bearer(each), ...origin.headers }, bodyOf(0))),
    junk: [textOf('GET', '/cart', { ...bearer(`${tokens[0]}x`), ...origin.headers })],
    stop: async () => {
      await Promise.all(serving.map(({ kill }) => kill('SIGTERM')))
      await database.drop()
    },
  }
}

async function importProducts(env: NodeJS.ProcessEnv, lines: number): Promise<void> {
  const folder = makeDatabaseFolder('sepet-flooded-')
  const path = join(folder, 'shop.json')
  const products = Array.from({ length: lines }, (_, n) => product({ id: FIRST_PRODUCT + n, price: `${n + 1}.5` }))
  writeFileSync(path, JSON.stringify(shopFile({ products })))
  for (const args of [['migrate'], ['import', path]]) {
    const { status, stderr } = await runSepet(args, env)
    if (status !== 0) throw new Error(stderr)
  }
  rmSync(folder, { recursive: true })
}

/** Adds one piece of each product to a cart, from the first product on. */
export async function fillCartAt(url: string, token: string, lines: number): Promise<void> {
  for (let n = 0; n < lines; n++) {
    const headers = { ...bearer(token), 'Content-Type': 'application/json' }
    const answer = await fetch(`${url}${STOREFRONT}/cart-items`, { method: 'POST', headers, body: bodyOf(n) })
    if (answer.status !== 201) throw new Error(await answer.text())
    await answer.body?.cancel()
  }
}

function bodyOf(line: number): string {
  return JSON.stringify({ productId: FIRST_PRODUCT + line, quantity: 1 })
}

function bearer(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` }
}

function textOf(method: string, path: string, headers: Record<string, string>, body = ''): string {
  const own = { Host: 'shop', 'Content-Type': 'application/json', 'Content-Length': `${body.length}`, ...headers }
  const lines = Object.entries(own).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${STOREFRONT}${path} HTTP/1.1`, ...lines, '', body].join('\r\n')
}
