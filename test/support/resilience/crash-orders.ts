/** A writer that holds carts and completes the orders, for crash tests, and the check of its orders after the crash. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { CHECKOUTS } from '../../../src/api-paths.ts'
import { addItem, linesOf } from '../cart/cart.ts'
import { callCheckout, complete, dataOf, readCart, subjectOf, totalsOf } from '../checkouts/orders.ts'
import { couponOf, fillWith } from '../checkouts/usage-limits.ts'
import { ids } from '../import/shop-file.ts'
import type { TestService } from '../service/service.ts'
import type { Witnessed } from './crash-writers.ts'

/** An order of three pieces; `done` is the last acknowledged request. */
interface Order {
  token: string
  reference: string
  sent: 'hold' | 'completion'
  done: 'nothing' | 'hold' | 'completion'
}

/** Lifetime of tokens, longer than a long run. */
const lasting = { ttlSeconds: 6 * 3600 }

/** Creates a writer that holds the carts of new guests, and completes every second order. */
export async function orderer(witness: TestService): Promise<Witnessed> {
  const coupon = couponOf(1)
  await coupon.limit(witness, { usageLimit: 1_000_000 })
  const shop = await witness.token('admin', { scope: 'checkouts:write', ...lasting })
  const orders: Order[] = []
  return {
    acknowledged: () => orders.filter(({ sent, done }) => done === sent).length,
    write: async url => {
      const order: Order = {
        token: await witness.token('guest', lasting),
        reference: randomUUID(),
        sent: 'hold',
        done: 'nothing',
      }
      // Through the witness, which is not killed.
      await fillWith(witness, order.token, coupon)
      const body = { subject: subjectOf(order.token), expected: await totalsOf(witness, order.token) }
      orders.push(order)
      if (!(await isDone(url, shop, ['PUT', order.reference, body]))) return
      order.done = 'hold'
      if (orders.length % 2 === 0) return
      order.sent = 'completion'
      if (await isDone(url, shop, ['POST', `${order.reference}/complete`])) order.done = 'completion'
    },
    check: async () => {
      for (const order of orders) await checkOrder(witness, order)
    },
  }
}

/** Sends a request of the web shop. @returns whether it was acknowledged; false also when the server was killed or answered 503 */
export async function isDone(
  url: string,
  token: string,
  [method, path, body, key]: [string, string, object?, string?],
): Promise<boolean> {
  const headers = {
    Authorization: `Bearer ${token}`,
    ...(body && { 'Content-Type': 'application/json' }),
    ...(key !== undefined && { 'Idempotency-Key': key }),
  }
  const request = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const answer = await fetch(`${url}${CHECKOUTS}/${path}`, request).catch(() => undefined)
  const text = await answer?.text().catch(() => undefined)
  if (!answer || text === undefined || answer.status === 503) return false
  assert.ok(answer.ok, `${method} ${path}: ${text}`)
  return true
}

/** Asserts that nothing acknowledged is lost and nothing is half done, and that the order can be completed, once. */
async function checkOrder(witness: TestService, { token, reference, sent, done }: Order): Promise<void> {
  const found = await callCheckout(witness, 'GET', reference)
  if (found.status === 404) return assert.equal(done, 'nothing')
  const { state } = dataOf(found)
  if (sent === 'hold') assert.equal(state, 'held')
  if (done === 'completion') assert.equal(state, 'completed')
  assert.deepEqual(linesOf(await readCart(witness, token)), state === 'held' ? [`${ids.plain}×3`] : [])
  await addItem(witness, token, ids.plain, 4)
  for (let time = 0; time < 2; time++) {
    assert.equal(dataOf(await complete(witness, reference)).state, 'completed')
    assert.deepEqual(linesOf(await readCart(witness, token)), [`${ids.plain}×4`])
  }
}
