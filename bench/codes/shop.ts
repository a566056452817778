/** Served shops with codes of a campaign, whose carts each have one of the codes. */

import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { CAMPAIGNS, STOREFRONT } from '../../src/api-paths.ts'
import { mintToken } from '../../src/cli/token.ts'
import { readConfig } from '../../src/config/config.ts'
import type { Engine, Queries } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open.ts'
import { createFixture, type Fixture } from '../cart/fixture.ts'
import { startGenerator } from '../cart/generator.ts'
import { cpuMicrosOf, type Server, startProduct } from '../cart/servers.ts'
import { tenths } from '../promotions/turns.ts'

const CONNECTIONS = 16
const CARTS = 200
const CAMPAIGN = 9
/** Pause between two reads while codes are made. */
const PAUSE_MS = 2

/** A served shop. */
export interface CodedShop {
  name: string
  fixture: Fixture
  server: Server
  /** Gives each cart one of the codes. */
  chooseCodes: () => Promise<void>
  /** @returns the processor time of a read in microseconds, without that of PostgreSQL */
  measure: (seconds: number) => Promise<number>
  /** @returns the memory of the server */
  memoryMb: () => number
  stop: () => Promise<void>
}

/** Serves a shop with one campaign that takes codes. */
export async function serveCodes(engine: Engine, name: string): Promise<CodedShop> {
  const campaignRecords = [
    { id: CAMPAIGN, name: 'Bülten', couponBound: true, reward: { type: 'percent', value: '10' } },
  ]
  const fixture = await createFixture(engine, {
    carts: CARTS,
    products: 1_000,
    lines: 3,
    campaigns: 0,
    campaignRecords,
  })
  await withDatabase(fixture, forgetStatistics)
  const server = await startProduct({ ...fixture.env, CART_RATE_LIMIT: '0', NETWORK_RATE_LIMIT: '0' })
  const generator = startGenerator(fixture.shoppers)
  return {
    name,
    fixture,
    server,
    chooseCodes: () => withDatabase(fixture, chooseCodes),
    measure: async seconds => {
      const before = cpuMicrosOf(server)
      const { perSecond } = await generator.ask({ url: server.url, kind: 'read', connections: CONNECTIONS, seconds })
      return (cpuMicrosOf(server) - before) / (perSecond * seconds)
    },
    memoryMb: () =>
      Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024),
    stop: async () => {
      await generator.stop()
      await server.stop()
      await fixture.drop()
    },
  }
}

/** Gives each cart a code; they are spread over the index. */
async function chooseCodes({ engine, kysely }: Queries): Promise<void> {
  const { rows } = await sql<{ folded_code: string }>`
    select folded_code from coupons where campaign_id = ${CAMPAIGN}`.execute(kysely)
  const step = Math.max(1, Math.floor(rows.length / CARTS))
  const { rows: carts } = await sql<{ id: string }>`select id from carts`.execute(kysely)
  for (const [n, { id }] of carts.entries()) {
    const code = rows[(n * step) % rows.length]?.folded_code ?? ''
    await kysely.updateTable('carts').set({ coupon_code: code, entered_code: code }).where('id', '=', id).execute()
  }
  if (engine === 'postgres') await sql`vacuum`.execute(kysely)
}

/** Sepet keeps no statistics on SQLite: with those of the fixture it would scan the coupons, which were one. */
async function forgetStatistics({ engine, kysely }: Queries): Promise<void> {
  if (engine === 'sqlite') await sql`delete from sqlite_stat1`.execute(kysely)
}

async function withDatabase({ env }: Fixture, work: (queries: Queries) => Promise<void>): Promise<void> {
  const database = openDatabase(readConfig(env), { failFast: false })
  await work(database)
  await database.close()
}

/** Makes codes over HTTP while a cart is read again and again. @returns the seconds, the processor time, reads included, and the longest read */
export async function makeCodes({ fixture, server }: CodedShop, count: number): Promise<object> {
  const token = await mintToken(readConfig(fixture.env), 'admin', { ttlSeconds: 600, scope: 'promotions:write' })
  const [begun, cpuBefore] = [performance.now(), cpuMicrosOf(server)]
  const making = fetch(`${server.url}${CAMPAIGNS}/${CAMPAIGN}/codes`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ count, prefix: 'YAZ-' }),
  })
  let isMade = false
  const reading = readUntil(server, fixture.shoppers[0]?.token ?? '', () => isMade)
  const response = await making
  isMade = true
  if (response.status !== 201) throw new Error(await response.text())
  return {
    seconds: tenths((performance.now() - begun) / 1_000),
    'CPU seconds of the server': tenths((cpuMicrosOf(server) - cpuBefore) / 1_000_000),
    'longest read, ms': Math.round(await reading),
  }
}

async function readUntil({ url }: Server, token: string, isOver: () => boolean): Promise<number> {
  let longest = 0
  while (!isOver()) {
    const begun = performance.now()
    await (await fetch(`${url}${STOREFRONT}/cart`, { headers: { Authorization: `Bearer ${token}` } })).text()
    longest = Math.max(longest, performance.now() - begun)
    await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
  }
  return longest
}
