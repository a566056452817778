/** A writer that holds, completes, releases, returns and cancels baskets of several items, for crash tests, and the check of its orders. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fillBasket } from '../checkouts/baskets.ts'
import { callCheckout, dataOf, subjectOf, totalsOf } from '../checkouts/orders.ts'
import type { TestService } from '../service/service.ts'
import { isDone } from './crash-orders.ts'
import type { Witnessed } from './crash-writers.ts'

/** Pause after a failure, in milliseconds. */
const RETRY_MS = 20
/** Lifetime of tokens, longer than a long run. */
const lasting = { ttlSeconds: 6 * 3600 }

/** A state of an order after a request. */
type Reached = 'none' | 'held' | 'completed' | 'returned' | 'released' | 'cancelled'

/** What becomes of the orders of a writer in turn, request by request. */
const lives: Reached[][] = [
  ['held', 'completed'],
  ['held', 'completed', 'cancelled'],
  ['held', 'released'],
  ['held'],
  ['held', 'released', 'completed'],
  ['held', 'completed', 'cancelled', 'completed'],
  ['held', 'completed', 'returned'],
  ['held', 'completed', 'returned', 'cancelled'],
]

/** An order of a basket. */
interface BasketOrder {
  reference: string
  body: object
  /** The state after the last acknowledged request. */
  reached: Reached
  /** The state that an unanswered request asks for. */
  asked: Reached | undefined
  /** The line of which a piece is returned; undefined before. */
  itemId?: string
}

/**
 * Creates a writer that orders baskets, each of a new guest, in the order of the items or the reverse. Its check repeats the requests without
 * an answer, twice.
 * @param quantity pieces of each item
 */
export async function basketOrderer(witness: TestService, quantity: number): Promise<Witnessed> {
  const shop = await witness.token('admin', { scope: 'checkouts:write', ...lasting })
  const orders: BasketOrder[] = []
  let [begun, acknowledged] = [0, 0]
  const ask = async (url: string, order: BasketOrder, state: Reached) => {
    order.asked = state
    if (!(await isDone(url, shop, requestOf(order, state)))) return false
    order.reached = state
    order.asked = undefined
    return true
  }
  const expected = await totalsOfBasket(witness, quantity)
  return {
    acknowledged: () => acknowledged,
    write: async url => {
      const [token, life] = [await witness.token('guest', lasting), lives[begun++ % lives.length] ?? []]
      // Through the witness, whose server is not killed; its database may be.
      const isFilled = await fillBasket(witness, token, { quantity, isReversed: begun % 2 === 0 }).then(
        () => true,
        () => false,
      )
      if (!isFilled) return void (await sleep(RETRY_MS))
      const body = { subject: subjectOf(token), expected }
      const order: BasketOrder = { reference: randomUUID(), body, reached: 'none', asked: undefined }
      orders.push(order)
      for (const state of life) {
        if (state === 'returned' && !(await findLine(witness, order))) return void (await sleep(RETRY_MS))
        if (!(await ask(url, order, state))) return void (await sleep(RETRY_MS))
      }
      acknowledged++
    },
    check: async () => {
      for (const order of orders) await checkBasket(witness, order, ask)
    },
  }
}

/** Asserts that an order is as after its last answer or as its unanswered request asks, and as that asks after repetitions. */
async function checkBasket(
  witness: TestService,
  order: BasketOrder,
  ask: (url: string, order: BasketOrder, state: Reached) => Promise<boolean>,
): Promise<void> {
  const { reached, asked } = order
  const found = await stateOrNone(witness, order.reference)
  assert.ok(found === reached || found === asked, `${found}, after ${reached} and the request for ${asked}`)
  if (asked === undefined) return
  for (let time = 0; time < 2; time++) {
    assert.equal(await ask(witness.url, order, asked), true)
    assert.equal(await stateOrNone(witness, order.reference), asked)
  }
}

async function stateOrNone(witness: TestService, reference: string): Promise<string> {
  const answer = await callCheckout(witness, 'GET', reference)
  if (answer.status === 404) return 'none'
  const { state, returns } = dataOf(answer)
  return state === 'completed' && returns ? 'returned' : state
}

/** Finds the line to return, through the witness. @returns whether it was found; not while the database is killed */
async function findLine(witness: TestService, order: BasketOrder): Promise<boolean> {
  const answer = await callCheckout(witness, 'GET', order.reference).catch(() => undefined)
  const line = answer?.status === 200 ? dataOf(answer).cart.included[0] : undefined
  if (line) order.itemId = line.id
  return line !== undefined
}

/** A request of an order; a return has a key, so that it counts once. */
function requestOf(order: BasketOrder, state: Reached): [method: string, path: string, body?: object, key?: string] {
  const { reference, body, itemId } = order
  if (state === 'held') return ['PUT', reference, body]
  if (state === 'returned') return ['POST', `${reference}/returns`, { lines: [{ itemId, quantity: 1 }] }, 'return']
  return state === 'completed' ? ['POST', `${reference}/complete`] : ['DELETE', reference]
}

async function totalsOfBasket(witness: TestService, quantity: number): Promise<object> {
  const token = await witness.token('guest')
  await fillBasket(witness, token, { quantity })
  return totalsOf(witness, token)
}
