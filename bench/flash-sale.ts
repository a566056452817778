/**
 * A flash sale: one product in every order while the stock guard counts. 200 shoppers hold at once, again and again, then 100 times a second
 * while others only read carts with this product.
 * `node bench/flash-sale.ts [--seconds 10] [--engine sqlite|postgres]`; PostgreSQL from TEST_POSTGRES_URL, or left out
 */

import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { CHECKOUTS, STOREFRONT } from '../src/api-paths.ts'
import { mintToken } from '../src/cli/token.ts'
import { readConfig } from '../src/config/config.ts'
import type { Engine } from '../src/db/database.ts'
import { createDatabase, engines } from '../test/support/database/engines.ts'
import { Connection } from '../test/support/http/connection.ts'
import { product, shopFile } from '../test/support/import/shop-file.ts'
import { FIRST_PRODUCT, fillCartAt } from '../test/support/resilience/flooded-shop.ts'
import { runSepet, serveProcess } from '../test/support/service/process.ts'
import { quantile } from './load.ts'

const SHOPPERS = 200
const READERS = 4
const READ_EVERY_MS = 20
const HOLDS_PER_SECOND = 100
/** What a refusal asks for. */
const RETRY_AFTER_MS = 1000
/** Lines of a cart: the product of the sale, and two that other carts have too. */
const LINES = 3
/** The web shop's server, which holds for all of its shoppers. */
const WEB_SHOP = '198.51.100.1'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '10' }, engine: { type: 'string', default: '' } },
})
const seconds = Number(values.seconds)

/** A shop with carts that all have the product. */
interface Sale {
  url: URL
  /** Bytes of a hold by the n-th shopper under a new reference. */
  hold: (n: number) => Buffer
  /** Bytes of a read by the n-th reader. */
  read: (n: number) => Buffer
  stop: () => Promise<void>
}

async function startSale(engine: Engine): Promise<Sale> {
  const database = await createDatabase(engine)
  const secret = randomBytes(32).toString('hex')
  const limits = { CART_RATE_LIMIT: '0', HOLD_RATE_LIMIT: '0', NETWORK_RATE_LIMIT: '0', TRUST_PROXY: '127.0.0.1' }
  const env = { ...database.env, ...limits, ACCESS_TOKEN_SECRET: secret, LOG_LEVEL: 'error' }
  await importShop(env)
  const serving = await serveProcess(env)
  const url = new URL(serving.url)
  const mint = (kind: 'guest' | 'admin', id: string) =>
    mintToken(readConfig(env), kind, { ttlSeconds: 3600, id, ...(kind === 'admin' && { scope: 'checkouts:write' }) })
  const admin = await mint('admin', 'web-shop')
  const guests = Array.from({ length: SHOPPERS + READERS }, () => randomUUID())
  const tokens = await Promise.all(guests.map(id => mint('guest', id)))
  for (const token of tokens) await fillCartAt(serving.url, token, LINES)
  const expected = { grandTotal: await grandTotalOf(serving.url, tokens[0] ?? '') }
  const bodies = guests.map(id => JSON.stringify({ subject: `guest:${id}`, expected }))
  const head = (target: string, token: string, network: string) =>
    `${target} HTTP/1.1\r\nHost: ${url.host}\r\nX-Forwarded-For: ${network}\r\nAuthorization: Bearer ${token}\r\n`
  return {
    url,
    hold: n => {
      const body = bodies[n % SHOPPERS] ?? ''
      const fields = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
      return Buffer.from(`${head(`PUT ${CHECKOUTS}/${randomUUID()}`, admin, WEB_SHOP)}${fields}`)
    },
    read: n => Buffer.from(`${head(`GET ${STOREFRONT}/cart`, tokens[SHOPPERS + n] ?? '', `203.0.113.${n + 1}`)}\r\n`),
    stop: async () => {
      await serving.kill('SIGTERM')
      await database.drop()
    },
  }
}

async function importShop(env: NodeJS.ProcessEnv): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sepet-bench-'))
  const path = join(folder, 'shop.json')
  const file = shopFile({
    shop: { settings: { stockGuard: true, sellAtNegativeStock: false } },
    products: Array.from({ length: LINES }, (_, n) => product({ id: FIRST_PRODUCT + n, stock: 1_000_000 })),
  })
  writeFileSync(path, JSON.stringify(file))
  for (const args of [['migrate'], ['import', path]]) {
    const { status, stderr } = await runSepet(args, env)
    if (status !== 0) throw new Error(stderr)
  }
  rmSync(folder, { recursive: true })
}

async function grandTotalOf(url: string, token: string): Promise<string> {
  const answer = await fetch(`${url}${STOREFRONT}/cart`, { headers: { authorization: `Bearer ${token}` } })
  const { data } = (await answer.json()) as { data: { attributes: { grandTotal: { amount: string } } } }
  return data.attributes.grandTotal.amount
}

/** Response times in milliseconds, by status. */
class Times {
  readonly #byStatus = new Map<number, number[]>()

  /** Sends a request. @returns the status of its response */
  async ask(connection: Connection, bytes: Buffer): Promise<number> {
    const begun = performance.now()
    const status = await connection.ask(bytes)
    const times = this.#byStatus.get(status) ?? []
    this.#byStatus.set(status, times)
    times.push(performance.now() - begun)
    return status
  }

  of(status: number): number[] {
    return this.#byStatus.get(status) ?? []
  }

  ms(status: number, share: number): number {
    return Math.round(quantile(this.of(status), share) * 10) / 10
  }

  get statuses(): string {
    return [...this.#byStatus].map(([status, times]) => `${times.length} × ${status}`).join(', ')
  }
}

/** All shoppers hold, each again as soon as it is answered. */
async function holdAtOnce(sale: Sale): Promise<Times> {
  const [times, until] = [new Times(), performance.now() + seconds * 1000]
  const shop = async (n: number) => {
    const connection = new Connection(sale.url)
    while (performance.now() < until) {
      if ((await times.ask(connection, sale.hold(n))) === 503) await sleep(RETRY_AFTER_MS)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: SHOPPERS }, (_, n) => shop(n)))
  return times
}

/** Shoppers hold in turn, at a fixed rate. */
async function holdAtRate(sale: Sale): Promise<Times> {
  const [times, begun] = [new Times(), performance.now()]
  const connections = Array.from({ length: SHOPPERS }, () => new Connection(sale.url))
  const running: Promise<number>[] = []
  for (let n = 0; n < HOLDS_PER_SECOND * seconds; n++) {
    await sleep(Math.max(0, begun + (n * 1000) / HOLDS_PER_SECOND - performance.now()))
    // A shopper's hold is answered long before the shopper's next one.
    const connection = connections[n % SHOPPERS]
    if (connection) running.push(times.ask(connection, sale.hold(n)))
  }
  await Promise.all(running)
  for (const connection of connections) connection.close()
  return times
}

/** Readers read every 20 ms. */
async function read(sale: Sale): Promise<Times> {
  const [times, until] = [new Times(), performance.now() + seconds * 1000]
  const readOn = async (n: number) => {
    const connection = new Connection(sale.url)
    for (; performance.now() < until; await sleep(READ_EVERY_MS)) await times.ask(connection, sale.read(n))
    connection.close()
  }
  await Promise.all(Array.from({ length: READERS }, (_, n) => readOn(n)))
  return times
}

console.log(`${SHOPPERS} shoppers, ${LINES} lines, Node.js ${process.version}`)
const rows: Record<string, object> = {}
for (const engine of engines.filter(each => values.engine === '' || each === values.engine)) {
  const sale = await startSale(engine)
  try {
    await read(sale)
    const alone = await read(sale)
    const [beside] = await Promise.all([read(sale), holdAtRate(sale)])
    const [besideAll, held] = await Promise.all([read(sale), holdAtOnce(sale)])
    rows[engine] = {
      'holds a second': Math.round(held.of(201).length / seconds),
      'median, ms': held.ms(201, 0.5),
      'p99, ms': held.ms(201, 0.99),
      answers: held.statuses,
      'read alone, ms': alone.ms(200, 0.5),
      [`beside ${HOLDS_PER_SECOND} holds a second`]: beside.ms(200, 0.5),
      'beside all at once': besideAll.ms(200, 0.5),
    }
  } finally {
    await sale.stop()
  }
}
console.table(rows)
