/** Guests that add to their carts continuously, also during failures of the servers, and count acknowledged adds. */

import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { STOREFRONT } from '../../../src/api-paths.ts'
import { ids } from '../import/shop-file.ts'
import type { TestService } from '../service/service.ts'
import { cartOf, linesOf } from './cart.ts'

/** Pause after an add that failed, in milliseconds. */
const RETRY_MS = 20

/** Counts of one guest's adds: `acknowledged` with 201, and `sent`. */
export interface Ledger {
  token: string
  acknowledged: number
  sent: number
}

/** Creates guests with empty carts. */
export function createWriters({ token }: TestService, count: number): Promise<Ledger[]> {
  return Promise.all(
    Array.from({ length: count }, async () => ({
      token: await token('guest', { ttlSeconds: 86_400 }),
      acknowledged: 0,
      sent: 0,
    })),
  )
}

/**
 * Starts the adds of every guest, sent to the services in turn.
 * @returns stops the adds, and resolves when the pending ones are answered
 */
export function startAdding(urls: string[], ledgers: Ledger[]): () => Promise<void> {
  let running = true
  const writers = ledgers.map(async ledger => {
    while (running) await add(urls[ledger.sent % urls.length] ?? '', ledger)
  })
  return async () => {
    running = false
    await Promise.all(writers)
  }
}

/** Waits until every guest has one more acknowledged add. */
export async function acknowledgedAgain(ledgers: Ledger[]): Promise<void> {
  const before = ledgers.map(({ acknowledged }) => acknowledged)
  while (ledgers.some(({ acknowledged }, n) => acknowledged === before[n])) await sleep(5)
}

/** Asserts that every cart holds all acknowledged adds, no more than the sent ones, and one line per product. */
export async function assertNothingLost(service: TestService, ledgers: Ledger[]): Promise<void> {
  for (const { token, acknowledged, sent } of ledgers) {
    const cart = cartOf(await service.call('GET', '/cart', { token }))
    const { totalQuantity } = cart.data.attributes
    assert.ok(acknowledged <= totalQuantity && totalQuantity <= sent, `${acknowledged} ≤ ${totalQuantity} ≤ ${sent}`)
    assert.ok(linesOf(cart).length <= 2, 'one line per product')
  }
}

/** The number of acknowledged adds of all guests. */
export function acknowledgedBy(ledgers: Ledger[]): number {
  return ledgers.reduce((sum, { acknowledged }) => sum + acknowledged, 0)
}

async function add(url: string, ledger: Ledger): Promise<void> {
  const productId = ledger.sent % 3 === 0 ? ids.plain : ids.taxFree
  ledger.sent++
  const answer = await fetch(`${url}${STOREFRONT}/cart-items`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${ledger.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ productId, quantity: 1 }),
  }).catch(() => undefined)
  if (answer?.status === 201) ledger.acknowledged++
  else await sleep(RETRY_MS)
}
