/**
 * Benchmark of webhooks: events a second to one receiver that answers at once, the time from the answer of a request to the message, and
 * the time of a list of 20 webhooks that have 100,000 events to send.
 * `node bench/webhooks.ts [--events 500]`; PostgreSQL from TEST_POSTGRES_URL, or left out.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { transaction } from '../src/db/database.ts'
import { publishEvents } from '../src/events/publish-events.sql.ts'
import { recordEvents } from '../src/events/record-events.sql.ts'
import { engines } from '../test/support/database/engines.ts'
import { startService, type TestService } from '../test/support/service/service.ts'
import { startReceiver } from '../test/support/webhooks/receiver.ts'
import { callWebhooks, createCustomer, QUICK, saveWebhook } from '../test/support/webhooks/webhooks.ts'

const { values } = parseArgs({ options: { events: { type: 'string', default: '500' } } })
const EVENTS = Number(values.events)
const BACKLOG = 100_000
const LATENCIES = 20
const PATIENCE_MS = 600_000

for (const engine of engines) {
  const service = await startService(engine, { ...QUICK, LOG_LEVEL: 'silent' })
  const receiver = await startReceiver()
  await saveWebhook(service, 'one', { url: receiver.url })
  const latencies: number[] = []
  for (let n = 1; n <= LATENCIES; n++) {
    await createCustomer(service)
    const answered = performance.now()
    await receiver.until(n)
    latencies.push(performance.now() - answered)
    // The looks at the webhooks are half a second apart: requests come at any time between them.
    await sleep(37 * n)
  }
  await record(service, EVENTS)
  const begun = performance.now()
  await receiver.until(LATENCIES + EVENTS, PATIENCE_MS)
  const perSecond = Math.round((EVENTS * 1000) / (performance.now() - begun))
  const [slowest = 0] = latencies.toSorted((a, b) => b - a)
  console.log(`${engine}: ${perSecond} events a second; ${Math.round(slowest)} ms at most until an event arrives`)
  await callWebhooks(service, 'DELETE', '/one')
  for (let n = 0; n < 20; n++) {
    const types = n % 2 ? ['*'] : ['customer.*', 'checkout.*']
    await saveWebhook(service, `full-${n}`, { url: receiver.url, types, active: false })
  }
  await record(service, BACKLOG)
  const times: number[] = []
  for (let n = 0; n < 5; n++) {
    const asked = performance.now()
    await callWebhooks(service, 'GET')
    times.push(performance.now() - asked)
  }
  console.log(
    `${engine}: ${Math.round(Math.min(...times))} ms for a list of 20 webhooks with ${BACKLOG} events to send`,
  )
  await service.stop()
  await receiver.stop()
}
process.exit(0)

/** Records and publishes events as customers write them. */
async function record({ database }: TestService, count: number): Promise<void> {
  const event = { type: 'customer.created', actor: 'admin:bench', subject: 'member:1', data: {} } as const
  for (let left = count; left > 0; left -= 1_000) {
    const events = Array.from({ length: Math.min(left, 1_000) }, () => ({ ...event, at: Date.now() }))
    await transaction(database, queries => recordEvents(queries, events))
    await publishEvents(database)
  }
}
