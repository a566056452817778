/** Fixture of benchmarks: a shop with the given numbers of products, carts and campaigns in a new database. */

import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { readConfig } from '../../src/config/config.ts'
import type { Engine } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open.ts'
import { createDatabase } from '../../test/support/database/engines.ts'
import { runSepet } from '../../test/support/service/process.ts'

/** The code of the shop's coupon. */
export const COUPON = 'YAZ10'
/** Every fifth product has group prices, every tenth a discount, every third variants. */
const GROUPS = 3
const DAY_SECONDS = 86_400
/** The largest number of carts with tokens, spread evenly, unless the size says another. */
const MAX_SHOPPERS = 50_000
/** A prime, so that the order of shoppers has no period in common with carts or products. */
const SPREAD = 611_953

/** The size of the fixture. */
export interface FixtureSize {
  products: number
  carts: number
  /** Lines in each cart. */
  lines: number
  campaigns: number
  /** Campaigns of the shop file in the place of `campaigns`. */
  campaignRecords?: object[]
  /** Returns the brand, the categories and the tags of a product; none by default. */
  termsOf?: (productId: number) => object
  /** Largest number of carts with tokens. */
  maxShoppers?: number
  /** Active customers, whose ids begin with 1. */
  customers?: number
}

/** The token of a cart, and the body of its add. */
export interface Shopper {
  token: string
  body: string
}

/** The fixture. */
export interface Fixture {
  engine: Engine
  /** The environment of the server. */
  env: NodeJS.ProcessEnv & { ACCESS_TOKEN_SECRET: string }
  shoppers: Shopper[]
  drop: () => Promise<void>
}

/** Creates the fixture: the shop by an import, the carts by SQL. Every tenth cart has a coupon. @returns the fixture */
export async function createFixture(engine: Engine, size: FixtureSize): Promise<Fixture> {
  const { env: where, drop } = await createDatabase(engine)
  const [ACCESS_TOKEN_SECRET, HANDOFF_SECRET] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
  const env = { ...where, ACCESS_TOKEN_SECRET, HANDOFF_SECRET, NODE_ENV: 'production' }
  try {
    await importShop(env, size)
    await fillCarts(env, size)
    return { engine, env, shoppers: shoppersOf(size, ACCESS_TOKEN_SECRET), drop }
  } catch (error) {
    await drop()
    throw error
  }
}

/** Imports the shop with the real command. */
async function importShop(env: NodeJS.ProcessEnv, size: FixtureSize): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sepet-bench-'))
  const path = join(folder, 'shop.json')
  try {
    await pipeline(Readable.from(shopFile(size)), createWriteStream(path))
    for (const args of [['migrate'], ['import', path]]) {
      const { status, stderr } = await runSepet(args, env)
      if (status !== 0) throw new Error(stderr)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Writes the shop file in pieces, so that it does not have to fit into memory. */
export function* shopFile({
  products,
  campaigns,
  campaignRecords = Array.from({ length: campaigns }, (_, n) => campaign(n)),
  termsOf = () => ({}),
  customers = 0,
}: Omit<FixtureSize, 'carts' | 'lines'>): Generator<string> {
  const shop = {
    shop: {
      name: 'Ölçüm',
      currencyCode: 'TRY',
      decimalPlaces: 2,
      timeZone: 'Europe/Istanbul',
      imageBaseUrl: 'https://cdn.example.com/',
    },
    customers: Array.from({ length: customers }, (_, n) => ({
      id: n + 1,
      email: `${n + 1}@example.com`,
      status: 'active',
    })),
    customerGroups: Array.from({ length: GROUPS }, (_, n) => ({ id: n + 1, name: `Grup ${n + 1}` })),
    shippingCompanies: [
      { id: 1, name: 'Kargo', default: true, freeLimit: '5000', rates: [{ from: '0', price: '49.90' }] },
    ],
    paymentMethods: [{ id: 1, name: 'Kredi kartı', minimumOrderAmount: '50' }],
    campaigns: campaignRecords,
    coupons: [{ code: COUPON, description: 'Yaz indirimi', discountType: 'percent', value: '10' }],
  }
  yield `${JSON.stringify(shop).slice(0, -1)},"products":[`
  for (let id = 1; id <= products; id++)
    yield `${id > 1 ? ',\n' : ''}${JSON.stringify({ ...product(id), ...termsOf(id) })}`
  yield ']}'
}

/** Some campaigns apply to every cart, some only to large carts. */
function campaign(n: number): object {
  const rewards = [
    { type: 'percent', value: '5' },
    { type: 'buy_x_pay_y', buy: 3, pay: 2 },
    { type: 'fixed', value: '25' },
  ]
  return {
    id: n + 1,
    name: `Kampanya ${n + 1}`,
    description: 'Sepette indirim',
    logicalGroup: 1 + (n % 3),
    priority: n,
    conditions: { minimumTotal: n % 2 === 0 ? null : '500', minimumQuantity: n % 5 === 4 ? 10 : null },
    reward: rewards[n % rewards.length],
  }
}

function product(id: number): object {
  return {
    id,
    name: `Pamuklu gömlek ${id}`,
    image: `/p/${id}.jpg`,
    price: (10 + (id % 900) + (id % 100) / 100).toFixed(2),
    vatRate: [1, 10, 20][id % 3],
    stock: id % 50,
    stockUnit: 'adet',
    ...(id % 10 === 0 && { discount: { type: 'percent', value: '15' } }),
    ...(id % 5 === 0 && { groupPrices: [{ customerGroupId: 1, price: '9.90' }] }),
    ...(id % 3 === 0 && { variants: [1, 2].map(n => ({ id: id * 10 + n, name: `Renk ${n}`, stock: 3 })) }),
  }
}

/** @returns the product of a line in a cart, as `fillCarts` chooses it */
function productOf(cart: number, line: number, { products }: FixtureSize): number {
  return 1 + ((cart * 7919 + line * 104_729) % products)
}

/** @returns the guest id of a cart, as `fillCarts` writes it */
function guestOf(cart: number): string {
  return `00000000-0000-4000-8000-${String(cart).padStart(12, '0')}`
}

/** Inserts the carts and their lines, and updates the statistics of the database. */
async function fillCarts(env: NodeJS.ProcessEnv, { carts, lines, products }: FixtureSize): Promise<void> {
  const database = openDatabase(readConfig(env), { failFast: false })
  const { engine, kysely } = database
  const numbers = sql`with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ${sql.lit(carts - 1)})`
  const uuid = (first: number) =>
    sql`substr(${sql.lit(`${String(first).padStart(8, '0')}-0000-4000-8000-000000000000`)}, 1, 36 - length(cast(n as text))) || cast(n as text)`
  const cart = sql`'guest:' || ${uuid(0)}`
  const now = sql.lit(Date.now())
  await sql`insert into carts (id, coupon_code, created_at, used_at) ${numbers}
    select ${cart}, case when n % 10 = 0 then ${sql.lit(COUPON.toLowerCase())} end, ${now}, ${now} from numbers`.execute(
    kysely,
  )
  for (let line = 0; line < lines; line++) {
    const id = sql`1 + (cast(n as bigint) * 7919 + ${sql.lit(line * 104_729)}) % ${sql.lit(products)}`
    await sql`insert into cart_lines (cart_id, product_id, variant_id, id, position, quantity, gift_package) ${numbers}
      select ${cart}, ${id}, case when (${id}) % 3 = 0 then (${id}) * 10 + 1 else 0 end, ${uuid(line + 1)}, ${sql.lit(line + 1)}, 2, 0
      from numbers`.execute(kysely)
  }
  await sql.raw(engine === 'postgres' ? 'vacuum analyze' : 'analyze').execute(kysely)
  await database.close()
}

/** @returns tokens and adds of the carts with tokens */
function shoppersOf(size: FixtureSize, secret: string): Shopper[] {
  const count = Math.min(size.carts, size.maxShoppers ?? MAX_SHOPPERS)
  return Array.from({ length: count }, (_, n) => {
    const cart = (n * SPREAD) % size.carts
    const productId = productOf(cart, 0, size)
    const variant = productId % 3 === 0 ? { variantId: productId * 10 + 1 } : {}
    return {
      token: tokenOf(`guest:${guestOf(cart)}`, secret),
      body: JSON.stringify({ productId, ...variant, quantity: 1 }),
    }
  })
}

/** @returns an access token of a subject, such as `guest:<uuid>`, signed with HS256 */
export function tokenOf(sub: string, secret: string): string {
  const exp = Math.floor(Date.now() / 1000) + DAY_SECONDS
  const claims = { sub, scope: 'storefront:cart storefront:account', jti: randomUUID(), iat: exp - DAY_SECONDS, exp }
  const signed = [{ alg: 'HS256', typ: 'JWT' }, claims]
    .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
