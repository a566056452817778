/**
 * Benchmark of the requests that record events: consumed handoffs and held carts a second, through two server processes on
 * PostgreSQL and one on the embedded engine; and the deletion of a customer whom 10,000 events name.
 * `node bench/events.ts [--requests 2000] [--clients 16]`; PostgreSQL from TEST_POSTGRES_URL, or left out.
 */

import { randomBytes, randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { CHECKOUTS, CUSTOMERS, HANDOFF, STOREFRONT } from '../src/api-paths.ts'
import { mintToken } from '../src/cli/token.ts'
import { readConfig } from '../src/config/config.ts'
import { type Engine, transaction } from '../src/db/database.ts'
import { openDatabase } from '../src/db/open.ts'
import { recordEvents } from '../src/events/record-events.sql.ts'
import { sampleShopFile } from '../src/import/sample.ts'
import { createDatabase, engines } from '../test/support/database/engines.ts'
import { runSepet, type ServingProcess, serveProcess } from '../test/support/service/process.ts'

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '2000' }, clients: { type: 'string', default: '16' } },
})
const REQUESTS = Number(values.requests)
const CLIENTS = Number(values.clients)
const EVENTS_OF_CUSTOMER = 10_000
const LINEN = 108

type Environment = NodeJS.ProcessEnv
type Send = (n: number) => Promise<void>

for (const engine of engines) await measure(engine)

async function measure(engine: Engine): Promise<void> {
  const database = await createDatabase(engine)
  const env = {
    ...database.env,
    ACCESS_TOKEN_SECRET: randomBytes(32).toString('hex'),
    HANDOFF_SECRET: randomBytes(32).toString('hex'),
    ...Object.fromEntries(['CART', 'ISSUE', 'GUEST_ISSUE_IP', 'HANDOFF'].map(each => [`${each}_RATE_LIMIT`, '0'])),
    HANDOFF_TOKEN_TTL_SECONDS: '3600',
    MAX_REQUESTS_UNDER_WAY: '1000',
    LOG_LEVEL: 'silent',
  }
  for (const args of [['migrate'], ['import', sampleShopFile]]) await runSepet(args, env)
  const first = await serveProcess(env)
  const servers = engine === 'postgres' ? [first, await serveProcess(env)] : [first]
  try {
    const config = readConfig(env)
    const guests = await Promise.all(
      Array.from({ length: REQUESTS }, () => mintToken(config, 'guest', { ttlSeconds: 3600, id: randomUUID() })),
    )
    const admin = await mintToken(config, 'admin', {
      ttlSeconds: 3600,
      scope: 'checkouts:write customers:write customers:delete',
    })
    const consumes = await atOnce(await prepareConsumes(servers, guests))
    const holds = await atOnce(await prepareHolds(servers, guests, admin))
    console.log(`${engine}: ${consumes} handoffs consumed a second, ${holds} carts held a second`)
    console.log(`${engine}: ${await timeDeletion(env, first, admin)}`)
  } finally {
    for (const server of servers) await server.kill('SIGTERM')
    await database.drop()
  }
}

/** Runs all requests, a number of them at the same time. @returns requests a second */
async function atOnce(send: Send): Promise<number> {
  let next = 0
  const began = performance.now()
  const client = async () => {
    for (let n = next++; n < REQUESTS; n = next++) await send(n)
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return Math.round((REQUESTS * 1_000) / (performance.now() - began))
}

async function prepareConsumes(servers: ServingProcess[], guests: string[]): Promise<Send> {
  const links: string[] = []
  for (const token of guests) {
    const { url } = (await call(servers[0], 'POST', `${STOREFRONT}/checkout-guest-session`, { token })) as {
      url: string
    }
    links.push(new URL(url).search)
  }
  return async n => {
    const answer = await fetch(`${serverOf(servers, n).url}${HANDOFF}${links[n]}`, { redirect: 'manual' })
    await answer.body?.cancel()
    if (!answer.headers.has('set-cookie')) throw new Error(`${answer.status} without a session`)
  }
}

async function prepareHolds(servers: ServingProcess[], guests: string[], admin: string): Promise<Send> {
  let expected: unknown
  for (const token of guests) {
    const body = { productId: LINEN, quantity: 3 }
    const cart = await call(servers[0], 'POST', `${STOREFRONT}/cart-items`, { token, body })
    const { grandTotal } = (cart as { data: { attributes: { grandTotal: { amount: string } } } }).data.attributes
    expected = { grandTotal: grandTotal.amount }
  }
  return async n => {
    const [, claims = ''] = guests[n]?.split('.') ?? []
    const subject = JSON.parse(Buffer.from(claims, 'base64url').toString()).sub
    await call(serverOf(servers, n), 'PUT', `${CHECKOUTS}/order-${n}`, { token: admin, body: { subject, expected } })
  }
}

/** Deletes a customer whom many events name. */
async function timeDeletion(env: Environment, server: ServingProcess, admin: string): Promise<string> {
  const created = await call(server, 'POST', CUSTOMERS, { token: admin, body: {} })
  const { id } = (created as { data: { id: number } }).data
  const database = openDatabase(readConfig(env))
  const subject = `member:${id}`
  const event = { type: 'handoff.consumed', at: Date.now(), actor: subject, subject, data: {} } as const
  await transaction(database, queries => recordEvents(queries, Array(EVENTS_OF_CUSTOMER).fill(event)))
  await database.close()
  const began = performance.now()
  await call(server, 'DELETE', `${CUSTOMERS}/${id}`, { token: admin })
  return `a customer whom ${EVENTS_OF_CUSTOMER} events name deleted in ${Math.round(performance.now() - began)} ms`
}

function serverOf(servers: ServingProcess[], n: number): ServingProcess {
  return servers[n % servers.length] as ServingProcess
}

async function call(
  server: ServingProcess | undefined,
  method: string,
  path: string,
  { token, body }: { token: string; body?: object },
): Promise<unknown> {
  const answer = await fetch(`${server?.url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}
