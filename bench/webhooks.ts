/**
 * Benchmark of webhooks: the time until an event arrives, events a second to one receiver and to 20 that are 100,000 events behind, and what
 * shoppers, `/metrics`, the list of webhooks and the memory of the server notice of that. Receivers answer at once.
 * `node bench/webhooks.ts [--events 500] [--backlog 100000] [--seconds 15] [--engine sqlite|postgres]`; PostgreSQL from TEST_POSTGRES_URL, or left out.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { mintToken } from '../src/cli/token.ts'
import { readConfig } from '../src/config/config.ts'
import { type Database, transaction } from '../src/db/database.ts'
import { openDatabase } from '../src/db/open.ts'
import { publishEvents } from '../src/events/publish-events.sql.ts'
import { recordEvents } from '../src/events/record-events.sql.ts'
import { engines } from '../test/support/database/engines.ts'
import { meetShoppers, type Seen } from '../test/support/http/shoppers.ts'
import { FIRST_PRODUCT } from '../test/support/resilience/flooded-shop.ts'
import { type Callable, callAt } from '../test/support/service/service.ts'
import { type Receiver, startReceiver } from '../test/support/webhooks/receiver.ts'
import { callWebhooks, createCustomer, QUICK, saveWebhook } from '../test/support/webhooks/webhooks.ts'
import { peakMegabytes, residentMegabytes } from './cart/servers.ts'
import { quantile } from './load.ts'
import { serveShop } from './served-shop.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '500' },
    backlog: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '15' },
    engine: { type: 'string', default: '' },
  },
})
const EVENTS = Number(values.events)
const BACKLOG = Number(values.backlog)
const SECONDS = Number(values.seconds)
const WEBHOOKS = 20
const LATENCIES = 20
const PATIENCE_MS = 600_000

const rounded = (ms: number) => Math.round(ms * 10) / 10
const times = ({ times, refused }: Seen) =>
  `median ${rounded(quantile(times, 0.5))} ms, p99 ${rounded(quantile(times, 0.99))} ms, ${refused} refused`

for (const engine of engines.filter(each => !values.engine || values.engine === each)) {
  const { serving, env, tokens, stop } = await serveShop(engine, { carts: 4, lines: 1, campaigns: 0 }, QUICK)
  const database = openDatabase(readConfig(env))
  const service: Callable = {
    call: callAt(serving.url),
    token: (kind, options) => mintToken(readConfig(env), kind, { ttlSeconds: 3600, ...options }),
  }
  const receiver = await startReceiver()
  await saveWebhook(service, 'one', { url: receiver.url })
  const slowest = Math.max(...(await arrivals(service, receiver)))
  await record(database, EVENTS)
  const perSecond = await rateUntil(receiver, LATENCIES + EVENTS)
  console.log(
    `${engine}: ${Math.round(slowest)} ms at most until an event arrives; ${perSecond} events a second to one`,
  )
  await callWebhooks(service, 'DELETE', '/one')

  for (let n = 0; n < WEBHOOKS; n++) await saveWebhook(service, `full-${n}`, { url: receiver.url, active: false })
  await record(database, BACKLOG)
  const list = await elapsed(() => callWebhooks(service, 'GET'))
  const metrics = await elapsed(() => service.call('GET', '/metrics'))
  console.log(
    `${engine}: ${list} ms for the list of ${WEBHOOKS} that are ${BACKLOG} behind, ${metrics} ms for /metrics`,
  )
  const shop = await meetShoppers(tokens.map(token => ({ url: serving.url, token, productId: FIRST_PRODUCT })))
  console.log(`${engine}: shoppers alone: ${times(await shop(SECONDS))}; ${residentMegabytes(serving.child)} MB`)
  for (let n = 0; n < WEBHOOKS; n++) await saveWebhook(service, `full-${n}`, { url: receiver.url })
  const before = receiver.received.length
  const seen = await shop(SECONDS)
  const rate = Math.round((receiver.received.length - before) / SECONDS)
  console.log(
    `${engine}: shoppers beside: ${times(seen)}; peak ${peakMegabytes(serving.child)} MB; ${rate} events a second to ${WEBHOOKS}`,
  )
  await stop()
  await database.kysely.destroy()
  await receiver.stop()
}
process.exit(0)

/** Milliseconds from the answer of a request to its message, at any time between two looks at the webhooks. */
async function arrivals(service: Callable, receiver: Receiver): Promise<number[]> {
  const latencies: number[] = []
  for (let n = 1; n <= LATENCIES; n++) {
    await createCustomer(service)
    latencies.push(await elapsed(() => receiver.until(n)))
    await sleep(37 * n)
  }
  return latencies
}

async function rateUntil(receiver: Receiver, count: number): Promise<number> {
  const before = receiver.received.length
  const begun = performance.now()
  await receiver.until(count, PATIENCE_MS)
  return Math.round(((count - before) * 1000) / (performance.now() - begun))
}

async function elapsed(action: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await action()
  return Math.round(performance.now() - begun)
}

/** Records and publishes events as customers write them. */
async function record(database: Database, count: number): Promise<void> {
  const event = { type: 'customer.created', actor: 'admin:bench', subject: 'member:1', data: {} } as const
  for (let left = count; left > 0; left -= 1_000) {
    const events = Array.from({ length: Math.min(left, 1_000) }, () => ({ ...event, at: Date.now() }))
    await transaction(database, queries => recordEvents(queries, events))
    await publishEvents(database)
  }
}
