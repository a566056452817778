/** Writers to carts for crash tests, and the checks of their carts after the crash. */

import assert from 'node:assert/strict'
import { STOREFRONT } from '../../../src/api-paths.ts'

import { cartOf, linesOf, type ShownCart } from '../cart/cart.ts'
import { ids } from '../import/shop-file.ts'
import type { TestService } from '../service/service.ts'
import type { Writer } from './crash.ts'

/** A writer that can check its cart. */
export interface Witnessed extends Writer {
  /** @throws AssertionError unless every acknowledged write is there once, and nothing that was not sent */
  check: () => Promise<void>
}

/** Lifetime of tokens, longer than a long run. */
const lasting = { ttlSeconds: 6 * 3600 }

/** @returns the response; undefined when the server was killed or answered 503, so that the result is unknown */
async function send(
  url: string,
  token: string,
  [method, path, body]: [string, string, object],
  more: Record<string, string> = {},
) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...more }
  try {
    const answer = await fetch(url + STOREFRONT + path, { method, headers, body: JSON.stringify(body) })
    const document = (await answer.json()) as ShownCart
    if (answer.status === 503) return undefined
    assert.ok(answer.ok, `${method} ${path}: ${JSON.stringify(document)}`)
    return document
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error
    return undefined
  }
}

/** @returns the request for one more of a product */
function add(productId: number, variantId?: number): [string, string, object] {
  return ['POST', '/cart-items', { productId, variantId, quantity: 1 }]
}

/** Creates a writer that adds to two lines of a guest cart in turn. */
export async function adder(witness: TestService): Promise<Witnessed> {
  const token = await witness.token('guest', lasting)
  let [acknowledged, sent] = [0, 0]
  return {
    acknowledged: () => acknowledged,
    write: async url => {
      const productId = sent++ % 2 === 0 ? ids.plain : ids.taxFree
      if (await send(url, token, add(productId))) acknowledged++
    },
    check: async () => {
      const cart = cartOf(await witness.call('GET', '/cart', { token }))
      between(acknowledged, cart.data.attributes.totalQuantity, sent)
      assert.ok(linesOf(cart).length <= 2, 'one line per product')
    },
  }
}

/**
 * Creates a writer that adds with an idempotency key, and repeats an add without a known result until it is answered, also after the
 * restart.
 */
export async function repeater(witness: TestService): Promise<Witnessed> {
  const token = await witness.token('guest', lasting)
  let acknowledged = 0
  const write = async (url: string) => {
    const key = { 'Idempotency-Key': `add-${acknowledged}` }
    if (await send(url, token, add(ids.plain), key)) acknowledged++
  }
  return {
    acknowledged: () => acknowledged,
    write,
    check: async () => {
      await write(witness.url)
      const cart = cartOf(await witness.call('GET', '/cart', { token }))
      assert.deepEqual(linesOf(cart), [`${ids.plain}×${acknowledged}`])
    },
  }
}

/** Creates a writer that sets quantity and note of one line to increasing numbers. */
export async function setter(witness: TestService): Promise<Witnessed> {
  const token = await witness.token('guest', lasting)
  const added = cartOf(await witness.call('POST', '/cart-items', { token, body: add(ids.plain)[2] }), 201)
  const path = `/cart-items/${added.meta?.affectedItemId}`
  const quantity = { acknowledged: 1, sent: 1 }
  const note = { acknowledged: 0, sent: 0 }
  return {
    acknowledged: () => note.acknowledged,
    write: async url => {
      const n = ++quantity.sent
      if (await send(url, token, ['PATCH', path, { quantity: n }])) quantity.acknowledged = n
      const text = ++note.sent
      if (await send(url, token, ['PATCH', `${path}/notes`, { orderNote: String(text) }])) note.acknowledged = text
    },
    check: async () => {
      const [line] = cartOf(await witness.call('GET', '/cart', { token })).included
      between(quantity.acknowledged, line?.attributes.quantity ?? 0, quantity.sent)
      between(note.acknowledged, Number(line?.attributes.orderNote), note.sent)
    },
  }
}

/** Creates a writer that adds a line and deletes it. */
export async function deleter(witness: TestService): Promise<Witnessed> {
  const token = await witness.token('guest', lasting)
  const deleted = new Set<string>()
  return {
    acknowledged: () => deleted.size,
    write: async url => {
      const cart = await send(url, token, add(ids.plain))
      const id = cart?.meta?.affectedItemId
      if (id && (await send(url, token, ['DELETE', `/cart-items/${id}`, {}]))) deleted.add(id)
    },
    check: async () => {
      const { included } = cartOf(await witness.call('GET', '/cart', { token }))
      assert.deepEqual(
        included.filter(({ id }) => deleted.has(id)),
        [],
      )
    },
  }
}

interface Guest {
  token: string
  merge: 'sent' | 'acknowledged' | undefined
}

/** Creates a writer that fills guest carts and merges each into a member's cart, while it adds to that cart. */
export async function merger(witness: TestService, memberId: number): Promise<Witnessed> {
  const token = await witness.token('member', { id: String(memberId), ...lasting })
  const guests: Guest[] = []
  const own = { acknowledged: 0, sent: 0 }
  const merge = async (url: string, guest: Guest) => {
    guest.merge = 'sent'
    if (await send(url, token, ['POST', '/cart/merge', { guestToken: guest.token }])) guest.merge = 'acknowledged'
  }
  const addOwn = async (url: string) => {
    own.sent++
    if (await send(url, token, add(ids.variants, ids.smallBlue))) own.acknowledged++
  }
  return {
    acknowledged: () => guests.filter(guest => guest.merge === 'acknowledged').length,
    write: async url => {
      const guest: Guest = { token: await witness.token('guest', lasting), merge: undefined }
      const isFull = (await send(url, guest.token, add(ids.plain))) && (await send(url, guest.token, add(ids.taxFree)))
      if (!isFull) return
      guests.push(guest)
      await Promise.all([merge(url, guest), addOwn(url)])
    },
    check: async () => {
      const merged = await countMerged(witness, guests)
      const { included } = cartOf(await witness.call('GET', '/cart', { token }))
      const quantityOf = (product: number) =>
        included.find(({ attributes }) => attributes.productId === product)?.attributes.quantity ?? 0
      assert.deepEqual([quantityOf(ids.plain), quantityOf(ids.taxFree)], [merged, merged])
      between(own.acknowledged, quantityOf(ids.variants), own.sent)
      assert.equal(new Set(included.map(({ attributes }) => attributes.productId)).size, included.length)
    },
  }
}

/** Counts the guests who were merged. Every other guest must have the whole cart and no acknowledged merge. */
async function countMerged(witness: TestService, guests: Guest[]): Promise<number> {
  let merged = 0
  for (const { token, merge } of guests) {
    const answer = await witness.call('GET', '/cart', { token })
    if (answer.status === 401) merged++
    else {
      assert.deepEqual(linesOf(cartOf(answer)), [`${ids.plain}×1`, `${ids.taxFree}×1`])
      assert.notEqual(merge, 'acknowledged')
    }
  }
  return merged
}

/** Asserts low ≤ value ≤ high. */
function between(low: number, value: number, high: number): void {
  assert.ok(low <= value && value <= high, `${low} ≤ ${value} ≤ ${high}`)
}
