/** Starts a server process on a new database, with carts of a given size. */

import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { STOREFRONT } from '../src/api-paths.ts'

import { mintToken } from '../src/cli/token.ts'
import { readConfig } from '../src/config/config.ts'
import type { Engine } from '../src/db/database.ts'
import { createDatabase } from '../test/support/database/engines.ts'
import { product, shopFile } from '../test/support/import/shop-file.ts'
import { FIRST_PRODUCT, fillCartAt } from '../test/support/resilience/flooded-shop.ts'
import { runSepet, type ServingProcess, serveProcess } from '../test/support/service/process.ts'

/** The size of the carts. */
export interface CartSize {
  carts: number
  lines: number
  campaigns: number
}

/** A running server with its carts. */
export interface ServedShop {
  serving: ServingProcess
  /** Its variables. */
  env: NodeJS.ProcessEnv
  /** The tokens of the carts. */
  tokens: string[]
  /** @returns the request for the n-th cart, modulo the number of carts */
  readCart: (n: number) => Buffer
  stop: () => Promise<void>
}

/** Starts the server with rate limits off. @param more settings of the server; `issue` creates the tokens of guests where an issuer signs them */
export async function serveShop(
  engine: Engine,
  size: CartSize,
  more: NodeJS.ProcessEnv = {},
  issue?: () => Promise<string>,
): Promise<ServedShop> {
  const database = await createDatabase(engine)
  const env = {
    ...database.env,
    ACCESS_TOKEN_SECRET: randomBytes(32).toString('hex'),
    CART_RATE_LIMIT: '0',
    LOG_LEVEL: 'warn',
  }
  await importShop(env, size)
  const serving = await serveProcess({ ...env, ...more })
  const mint = () => mintToken(readConfig(env), 'guest', { ttlSeconds: 3600, id: randomUUID() })
  const tokens = await Promise.all(Array.from({ length: size.carts }, issue ?? mint))
  for (const token of tokens) await fillCartAt(serving.url, token, size.lines)
  const requests = tokens.map(token => Buffer.from(readCart(serving.url, token)))
  return {
    serving,
    env: { ...env, ...more },
    tokens,
    readCart: n => requests[n % requests.length] as Buffer,
    stop: async () => {
      await serving.kill('SIGTERM')
      await database.drop()
    },
  }
}

/** Imports products for each line, and campaigns that all apply. */
async function importShop(env: NodeJS.ProcessEnv, { lines, campaigns }: CartSize): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sepet-bench-'))
  const path = join(folder, 'shop.json')
  const file = shopFile({
    products: Array.from({ length: lines }, (_, n) => product({ id: FIRST_PRODUCT + n, price: `${n + 1}.995` })),
    campaigns: Array.from({ length: campaigns }, (_, n) => ({
      id: n + 1,
      name: `Kampanya ${n + 1}`,
      logicalGroup: 1,
      priority: n,
      reward: { type: 'percent', value: '1' },
    })),
  })
  writeFileSync(path, JSON.stringify(file))
  for (const args of [['migrate'], ['import', path]]) {
    const { status, stderr } = await runSepet(args, env)
    if (status !== 0) throw new Error(stderr)
  }
  rmSync(folder, { recursive: true })
}

/** @returns the request for a cart */
function readCart(url: string, token: string): string {
  return `GET ${STOREFRONT}/cart HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAuthorization: Bearer ${token}\r\n\r\n`
}
