/** Assertions for outages of the database: the responses during an outage, and the time until recovery. */

import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { CUSTOMERS } from '../../../src/api-paths.ts'
import type { Queries } from '../../../src/db/database.ts'
import { refusalsOf } from '../cart/cart.ts'
import { ids } from '../import/shop-file.ts'
import { startOwnTime } from '../runner/process-clock.ts'
import type { Answer, TestService } from '../service/service.ts'
import { assertRefused, consumeHandoff } from '../web-checkout/checkout.ts'

/** Maximum time from the recovery of the database to that of Sepet, in milliseconds: several probes by which a busy server is slow to answer. */
const RECOVERY_MS = 30_000

/** One token of each kind. */
export interface Tokens {
  guest: string
  member: string
  admin: string
  /** A handoff token. */
  link: string
}

/** Asserts that a response is 503 unavailable with Retry-After, and contains no cart. */
export function assertUnavailable(answer: Answer): void {
  assert.deepEqual(refusalsOf(answer), ['503 unavailable'])
  assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
}

/**
 * Asserts that simultaneous requests to all endpoints that need the database are refused, and that liveness is 200.
 * @param limitMs maximum time until the last response, in milliseconds
 */
export async function assertAllUnavailable(service: TestService, tokens: Tokens, limitMs: number): Promise<void> {
  const { elapsedMs, stop } = startOwnTime()
  const [link, live, ...answers] = await Promise.all([
    consumeHandoff(service, tokens.link),
    service.call('GET', '/health/live'),
    ...needingDatabase(service, tokens),
  ])
  const took = elapsedMs()
  stop()
  for (const answer of answers) assertUnavailable(answer)
  assertRefused(link)
  assert.equal(live.status, 200)
  assert.ok(took < limitMs, `the last answer took ${took} ms`)
}

function needingDatabase(service: TestService, { guest, member, admin }: Tokens): Promise<Answer>[] {
  const item = { productId: ids.plain, quantity: 1 }
  return [
    service.call('GET', '/health/ready'),
    service.call('GET', '/cart', { token: guest }),
    service.call('POST', '/cart-items', { token: guest, body: item }),
    service.call('DELETE', '/cart', { token: guest }),
    service.call('POST', '/cart/coupon', { token: guest, body: { couponCode: 'YAZ10' } }),
    service.call('POST', '/cart/merge', { token: member, body: { guestToken: guest } }),
    service.call('POST', '/checkout-session', { token: member }),
    service.call('GET', CUSTOMERS, { token: admin }),
    service.call('POST', CUSTOMERS, { token: admin, body: [{ name: 'Ayşe' }] }),
  ]
}

/** Waits until the service is ready. @throws AssertionError after half a minute */
export async function untilReady(service: TestService): Promise<void> {
  const { elapsedMs, stop } = startOwnTime()
  while ((await service.call('GET', '/health/ready')).status !== 200) {
    assert.ok(elapsedMs() < RECOVERY_MS, 'Sepet is not back')
    await sleep(20)
  }
  stop()
}

/** Waits until PostgreSQL has finished the last statements of a killed server. */
export async function untilIdle({ engine, kysely }: Queries): Promise<void> {
  if (engine === 'sqlite') return
  for (let busy = true; busy; await sleep(20)) {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`.execute(kysely)
    busy = rows.length > 0
  }
}
