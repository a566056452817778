/**
 * Benchmark of changes of products: 1,000 stocks by SKU in one request a second, beside shoppers who read carts and add items.
 * `TEST_POSTGRES_URL=… node bench/catalogue.ts [--seconds 60] [--products 100000] [--reads 100] [--adds 20]`
 */

import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { PRODUCTS, STOREFRONT } from '../src/api-paths.ts'
import { mintToken } from '../src/cli/token.ts'
import { readConfig } from '../src/config/config.ts'
import type { Engine } from '../src/db/database.ts'
import { createDatabase, engines } from '../test/support/database/engines.ts'
import { product, shopFile } from '../test/support/import/shop-file.ts'
import { runSepet, serveProcess } from '../test/support/service/process.ts'
import { cpuSeconds } from './cart/servers.ts'
import { quantile, sendAtRate } from './load.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    products: { type: 'string', default: '100000' },
    reads: { type: 'string', default: '100' },
    adds: { type: 'string', default: '20' },
  },
})
const seconds = Number(values.seconds)
const [reads, adds] = [Number(values.reads), Number(values.adds)]
const productCount = Number(values.products)
const FIRST = 10_000
/** Products in carts, and changes in one request. */
const IN_CARTS = 1_000
const CARTS = 200
const LINES = 10
/** Time from the first requests of shoppers to the first change. */
const SETTLE_MS = 2_000

/** Runs a command. @throws Error when it fails */
async function run(env: NodeJS.ProcessEnv, args: string[]): Promise<void> {
  const { status, stderr } = await runSepet(args, env)
  if (status !== 0) throw new Error(stderr)
}

/** Imports the products, every third with two variants. */
async function importShop(env: NodeJS.ProcessEnv): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sepet-bench-'))
  const path = join(folder, 'shop.json')
  const products = Array.from({ length: productCount }, (_, n) => {
    const names = n % 3 === 2 ? ['S', 'M'] : []
    const variants = names.map((name, at) => ({ id: at + 1, sku: `V-${n}-${at}`, name, stock: 5 }))
    return product({ id: FIRST + n, sku: `P-${n}`, price: `${(n % 500) + 1}.95`, variants })
  })
  writeFileSync(path, JSON.stringify(shopFile({ products })))
  await run(env, ['migrate'])
  await run(env, ['import', path])
  rmSync(folder, { recursive: true })
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

/** Fills the carts. @returns the n-th request of shoppers: reads and adds in their proportion */
async function createShoppers(env: NodeJS.ProcessEnv, url: string): Promise<(n: number) => Buffer> {
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

/** Changes the stocks of 1,000 products once a second, from the n-th product on. @returns function that stops and returns the times of the changes, and how many were refused */
async function startChanges(
  env: NodeJS.ProcessEnv,
  url: string,
  from: number,
): Promise<() => Promise<{ times: number[]; refused: number }>> {
  const token = await mintToken(readConfig(env), 'admin', { ttlSeconds: 7_200, scope: 'catalogue:write' })
  const times: number[] = []
  let refused = 0
  let isOver = false
  const change = async (round: number) => {
    const body = Array.from({ length: IN_CARTS }, (_, n) => ({
      sku: (from + n) % 3 === 2 ? `V-${from + n}-0` : `P-${from + n}`,
      stock: 10 + ((round + n) % 1_000),
    }))
    const begun = performance.now()
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const answer = await fetch(`${url}${PRODUCTS}`, { method: 'PATCH', headers, body: JSON.stringify(body) })
    await answer.text()
    if (answer.ok) times.push(performance.now() - begun)
    else refused++
  }
  const running = (async () => {
    // The shoppers' connections are opened first.
    await sleep(SETTLE_MS)
    for (let round = 1; !isOver; round++) {
      const begun = performance.now()
      await change(round)
      await sleep(Math.max(0, 1_000 - (performance.now() - begun)))
    }
  })()
  return async () => {
    isOver = true
    await running
    return { times, refused }
  }
}

const ms = (value: number) => Number(value.toFixed(1))

async function measure(engine: Engine): Promise<void> {
  const database = await createDatabase(engine)
  const limits = { CART_RATE_LIMIT: '0', LOG_LEVEL: 'warn' }
  const env = { ...database.env, ...limits, ACCESS_TOKEN_SECRET: randomBytes(32).toString('hex') }
  await importShop(env)
  const serving = await serveProcess(env)
  const request = await createShoppers(env, serving.url)
  const rows = []
  for (const [name, from] of [
    ['none', undefined],
    ['of products in carts', 0],
    ['of other products', IN_CARTS * 2],
  ] as const) {
    const stop = from === undefined ? undefined : await startChanges(env, serving.url, from)
    const [begun, cpuBefore] = [performance.now(), cpuSeconds(serving.child)]
    const { times } = await sendAtRate({ url: serving.url, request, perSecond: reads + adds, seconds })
    const {
      times: [first = Number.NaN, ...changes],
      refused,
    } = (await stop?.()) ?? { times: [], refused: 0 }
    const elapsed = (performance.now() - begun) / 1_000
    const [read = [], add = []] = [times.get(200), times.get(201)]
    const others = [...times].filter(([status]) => status !== 200 && status !== 201)
    rows.push({
      engine,
      changes: name,
      'server, ms a second': ms(((cpuSeconds(serving.child) - cpuBefore) * 1_000) / elapsed),
      'first change': ms(first),
      'others min': ms(Math.min(...changes)),
      'others p50': ms(quantile(changes, 0.5)),
      'others p99': ms(quantile(changes, 0.99)),
      'others max': ms(Math.max(...changes)),
      'changes refused': refused,
      'read p50': ms(quantile(read, 0.5)),
      'read p99': ms(quantile(read, 0.99)),
      'add p50': ms(quantile(add, 0.5)),
      'add p99': ms(quantile(add, 0.99)),
      'other answers': others.reduce((sum, [, each]) => sum + each.length, 0),
    })
  }
  console.table(rows)
  await serving.kill('SIGTERM')
  await database.drop()
}

for (const engine of engines) await measure(engine)
