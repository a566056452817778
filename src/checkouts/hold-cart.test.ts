/** Unit tests of the attempts of a hold, with a clock of their own: one deadline covers all of them. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { cartWith } from '../../test/support/cart/pricing.ts'
import { guestWithId } from '../auth/identity.ts'
import type { PresentedCart } from '../cart/read-cart.ts'
import { createCartTurns } from '../cart/storage/write-cart.sql.ts'
import { type Deadline, deadlineIn } from '../db/deadline.ts'
import { Refusal } from '../errors.ts'
import type { Checkout } from './checkout.ts'
import type { CheckoutStore } from './checkouts.store.ts'
import { createCartHolder } from './hold-cart.ts'

const DEADLINE_MS = 5_000
const held = { reference: 'A-1' } as Checkout

/** A cart of one line, as far as a hold reads it. */
function presentedCart(): PresentedCart {
  const attributes = { grandTotal: { amount: '10.00', currency: 'TRY' } }
  return {
    stored: cartWith([]),
    campaigns: [],
    priced: { lines: [], discounts: { coupon: null, campaigns: [] }, totals: null },
    document: { data: { attributes }, included: [{}] },
  } as unknown as PresentedCart
}

/** Creates the holder of a cart that others change during every attempt before one. @param attemptMs how long each takes */
function createHolder({ attemptMs, changes = Number.POSITIVE_INFINITY }: { attemptMs: number; changes?: number }) {
  let at = 0
  const seen = { attempts: 0, uncounted: 0, deadlines: new Set<Deadline>(), elapsedMs: () => at }
  const pass = async (milliseconds: number) => {
    at += milliseconds
  }
  const hold: CheckoutStore['hold'] = async (_, deadline) => {
    seen.deadlines.add(deadline)
    deadline.remainingMs()
    seen.attempts++
    await pass(attemptMs)
    return seen.attempts > changes ? held : 'changed'
  }
  const holdCart = createCartHolder({
    store: { hold, findFor: async () => undefined } as unknown as CheckoutStore,
    readCart: async () => presentedCart(),
    tags: { ofCart: () => '"a"', ofSession: () => '"b"' },
    holdMinutes: 30,
    runInTurn: createCartTurns(),
    createDeadline: () => deadlineIn(DEADLINE_MS, () => at),
    count: async () => ({
      uncount: async () => {
        seen.uncounted++
      },
    }),
    now: () => at,
    pause: pass,
  })
  const expected = { grandTotal: '10', etag: '"a"' }
  const owner = guestWithId(randomUUID())
  const request = { reference: held.reference, owner, channel: 'web', expected, actor: 'admin:web-shop' } as const
  return { seen, hold: () => holdCart(request) }
}

const isCartBusy = (error: unknown) => error instanceof Refusal && error.status === 503 && error.message === 'cart_busy'

describe('a hold of a cart that others change during every attempt', () => {
  for (const attemptMs of [0, 1, 300, 1_700, 4_999, 5_000, 60_000]) {
    it(`is refused after five seconds where an attempt takes ${attemptMs} ms, and does not count`, async () => {
      const { seen, hold } = createHolder({ attemptMs })
      await assert.rejects(hold(), isCartBusy)
      assert.ok(seen.elapsedMs() < DEADLINE_MS + Math.max(attemptMs, 1), `${seen.elapsedMs()} ms`)
      assert.ok(seen.elapsedMs() >= DEADLINE_MS)
      assert.equal(seen.deadlines.size, 1)
      assert.equal(seen.uncounted, 1)
      assert.ok(seen.attempts <= 25, `${seen.attempts} attempts`)
    })
  }

  it('is held by the last attempt that begins before', async () => {
    const { seen, hold } = createHolder({ attemptMs: 0, changes: 15 })
    assert.deepEqual(await hold(), { checkout: held, isNew: true })
    assert.equal(seen.attempts, 16)
    assert.equal(seen.uncounted, 0)
  })
})
