/** Guests who add to their carts again and again, whatever happens to the servers, and count what was acknowledged. */

import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { STOREFRONT } from '../../../src/api-paths.ts'

import { ids } from '../import/shop-file.ts'
import type { TestService } from '../service/service.ts'
import { cartOf, linesOf } from './cart.ts'

/** How long a guest waits before asking again after a refusal. */
const RETRY_MS = 20

/** What one guest knows of their cart. */
export interface Ledger {
  token: string
  acknowledged: number
  sent: number
}

/** New guests with empty carts. */
export function openLedgers({ token }: TestService, count: number): Promise<Ledger[]> {
  return Promise.all(
    Array.from({ length: count }, async () => ({
      token: await token('guest', { ttlSeconds: 86_400 }),
      acknowledged: 0,
      sent: 0,
    })),
  )
}

/**
 * Lets every guest add, each by one of the services in turn.
 * @returns ends it, once what is under way has been answered
 */
export function keepAdding(urls: string[], ledgers: Ledger[]): () => Promise<void> {
  let going = true
  const writers = ledgers.map(async ledger => {
    while (going) await add(urls[ledger.sent % urls.length] ?? '', ledger)
  })
  return async () => {
    going = false
    await Promise.all(writers)
  }
}

/** Waits until every guest has had something acknowledged from now on. */
export async function acknowledgedAgain(ledgers: Ledger[]): Promise<void> {
  const before = ledgers.map(({ acknowledged }) => acknowledged)
  while (ledgers.some(({ acknowledged }, n) => acknowledged === before[n])) await sleep(5)
}

/** Asserts that every cart holds what was acknowledged, nothing that was not sent, and one line per product. */
export async function assertKept(service: TestService, ledgers: Ledger[]): Promise<void> {
  for (const { token, acknowledged, sent } of ledgers) {
    const cart = cartOf(await service.call('GET', '/cart', { token }))
    const { totalQuantity } = cart.data.attributes
    assert.ok(acknowledged <= totalQuantity && totalQuantity <= sent, `${acknowledged} ≤ ${totalQuantity} ≤ ${sent}`)
    assert.ok(linesOf(cart).length <= 2, 'one line per product')
  }
}

/** How many writes of all guests were acknowledged. */
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
