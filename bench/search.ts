/**
 * `node bench/search.ts [--customers 100000] [--orders 1000000] [--times 100]`: how long the requests of the office's search take, one at a time, in a
 * shop with as many products and codes as customers. PostgreSQL is the one in `TEST_POSTGRES_URL`.
 */

import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Engine } from '../src/db/database.ts'
import { createDatabase, engines } from '../test/support/database/engines.ts'
import { customer, product, shopFile } from '../test/support/import/shop-file.ts'
import { startServiceOn, type TestService } from '../test/support/service/service.ts'
import { quantile } from './load.ts'

const { values } = parseArgs({
  options: {
    customers: { type: 'string', default: '100000' },
    orders: { type: 'string', default: '1000000' },
    times: { type: 'string', default: '100' },
  },
})
const customers = Number(values.customers)
const orders = Number(values.orders)
/** Requests that are not measured before those that are. */
const WARM_UP = 5
/** A statement of PostgreSQL has a deadline. */
const ORDERS_AT_ONCE = 10_000
const NAMES = ['Mehmet', 'Ayşe', 'Elif', 'Can', 'Zeynep', 'Deniz', 'Çağrı', 'İrem', 'Gül', 'Ömer']
const SURNAMES = ['Yılmaz', 'Demir', 'Şahin', 'Çelik', 'Öztürk', 'Kaya', 'Doğan']
const NOUNS = ['gömlek', 'pantolon', 'kazak', 'çanta', 'ayakkabı']
const REFERENCE = 'WEB-1234567'

/** What is searched for, and the request. */
const cases: [string, string][] = [
  ['a common name', '/customers?filter[search]=mehmet&limit=6'],
  ['a common name, by name, descending', '/customers?filter[search]=mehmet&sort=-name&limit=6'],
  ['a common name and surname', '/customers?filter[search]=mehmet yilmaz&limit=6'],
  ['a rare surname', '/customers?filter[search]=Kırbıyık&limit=6'],
  ['a part of an email', '/customers?filter[search]=musteri54321&limit=6'],
  ['the end of all emails', '/customers?filter[search]=example.com&limit=6'],
  ['a phone number', '/customers?filter[search]=0532 005 43 21&limit=6'],
  ['two letters', '/customers?filter[search]=me&limit=6'],
  ['a customer who is not there', '/customers?filter[search]=xqzwj&limit=6'],
  ['the end of an order’s number', '/checkouts?filter[reference]=34567&limit=6'],
  ['three characters of the end', '/checkouts?filter[reference]=567&limit=6'],
  ['an order that is not there', '/checkouts?filter[reference]=x4567&limit=6'],
  ['the beginning of a code', '/coupons?filter[code]=kod54&limit=6'],
  ['the beginning of all codes', '/coupons?filter[code]=K&limit=6'],
  ['a product’s name', '/products?filter[search]=gomlek 54320&limit=6'],
  ['a common word of products', '/products?filter[search]=gomlek&limit=6'],
  ['the beginning of an SKU', '/products?filter[search]=SKU-543&limit=6'],
  ['a brand', '/products?filter[search]=marka 7&limit=6'],
  ['a product that is not there', '/products?filter[search]=xqzwj&limit=6'],
]

for (const engine of engines) {
  const service = await startServiceOn(await createDatabase(engine), { LOG_LEVEL: 'warn' })
  try {
    await fill(service)
    await insertOrders(service, engine)
    console.log(`${engine}: ${customers} customers, products and codes each, ${orders} orders`)
    console.table(await measureAll(service))
  } finally {
    await service.stop()
  }
}

async function fill(service: TestService): Promise<void> {
  const each = <T>(make: (n: number) => T) => Array.from({ length: customers }, (_, n) => make(n))
  await service.importShop(
    shopFile({
      customers: each(n => customer(n + 1, personOf(n + 1))),
      products: each(n =>
        product({
          id: n + 1,
          ...{ name: `${pick(NOUNS, n)} ${n}`, price: '119.90', sku: `SKU-${n}`, brand: `Marka ${n % 1_000}` },
        }),
      ),
      coupons: each(n => ({ code: `KOD${n}`, discountType: 'percent', value: '5' })),
    }),
  )
}

function personOf(id: number): Record<string, unknown> {
  const surname = id === 77 ? 'Kırbıyık' : pick(SURNAMES, Math.floor(id / 10))
  return { name: pick(NAMES, id), surname, mobilePhone: `+90532${String(id).padStart(7, '0')}` }
}

function pick(list: string[], n: number): string {
  return list[n % list.length] ?? ''
}

async function insertOrders({ database: { kysely } }: TestService, engine: Engine): Promise<void> {
  const document = JSON.stringify({
    data: { attributes: { grandTotal: { amount: '10.00', currencyCode: 'TRY', decimalPlaces: 2 } } },
    included: [],
  })
  const before = Number(REFERENCE.slice(4)) - Math.floor(orders / 2)
  for (let from = 1; from <= orders; from += ORDERS_AT_ONCE) {
    const to = Math.min(orders, from + ORDERS_AT_ONCE - 1)
    await sql`
      insert into checkouts (reference, state, subject, held_at, expires_at, completed_at, over_limit, document)
      with recursive numbers(n) as (select ${sql.lit(from)} union all select n + 1 from numbers where n < ${sql.lit(to)})
      select 'WEB-' || cast(n + ${sql.lit(before)} as text), 'completed', 'guest:x', n, n + 1, n, 0, ${document} from numbers`.execute(
      kysely,
    )
  }
  await sql.raw(engine === 'sqlite' ? 'analyze' : 'analyze checkouts').execute(kysely)
}

async function measureAll(service: TestService): Promise<object[]> {
  const scope = 'customers:read checkouts:read promotions:read catalogue:read'
  const token = await service.token('admin', { scope })
  const rows = []
  for (const [name, path] of cases) rows.push({ search: name, ...(await measure(service, token, path)) })
  return rows
}

async function measure(service: TestService, token: string, path: string): Promise<Record<string, unknown>> {
  const times: number[] = []
  let found = 0
  for (let n = -WARM_UP; n < Number(values.times); n++) {
    const begun = performance.now()
    const { status, json, text } = await service.call('GET', encodeURI(`/api/v3/admin${path}`), { token })
    if (status !== 200) throw new Error(text)
    found = (json as { data: unknown[] }).data.length
    if (n >= 0) times.push(performance.now() - begun)
  }
  const ms = (share: number) => Number(quantile(times, share).toFixed(1))
  return { found, 'median ms': ms(0.5), 'p99 ms': ms(0.99) }
}
