/** Carts that a test fills as an agent does. */

import assert from 'node:assert/strict'
import type { OperationName } from '../../../src/ucp/operation.ts'
import { recordSecret } from '../runner/logs.ts'
import type { Callable } from '../service/service.ts'
import { ask, type Question, type Told } from './ask.ts'
import { untilServed } from './platform.ts'
import { assertConforms } from './schemas.ts'

/** A message of an answer. */
export interface ToldMessage {
  type: 'error' | 'warning'
  code: string
  path?: string
  severity?: string
}

/** An answer with a cart. */
export interface ToldCart {
  ucp: { status: string; capabilities: Record<string, unknown> }
  id: string
  line_items: {
    id: string
    item: { id: string; title: string; price: number; image_url: string }
    quantity: number
    totals: { type: string; amount: number }[]
  }[]
  currency: string
  totals: { type: string; amount: number }[]
  discounts?: { codes: string[]; applied: { code?: string; title: string; amount: number; automatic?: boolean }[] }
  messages?: ToldMessage[]
  continue_url?: string
  expires_at?: string
}

/** A line of a request. */
export interface SentLine {
  item: { id: string }
  quantity: number
}

/** @returns lines of a request from texts such as `101×2` */
export function linesOf(...lines: string[]): SentLine[] {
  return lines.map(line => {
    const [id = '', quantity] = line.split('×')
    return { item: { id }, quantity: Number(quantity) }
  })
}

/** Calls of one agent over REST, each sent until it is served. Those that return a cart assert that the answer keeps to the protocol. */
export function createAgent(service: Pick<Callable, 'call'>, profile: string) {
  type More = Omit<Question, 'id' | 'body' | 'profile'>
  const asCart = (told: Told, status: number): ToldCart => {
    assert.equal(told.status, status, JSON.stringify(told.json))
    assertConforms('cart', told.json)
    assertAddsUp(told.json as unknown as ToldCart)
    keepSecret(told.json as unknown as ToldCart)
    return told.json as unknown as ToldCart
  }
  const send = (operation: OperationName, question: Question) =>
    untilServed(() => ask(service, 'REST', operation, { profile, ...question }))
  const create = (body: unknown, more: More = {}) => send('create_cart', { body, ...more })
  const update = (id: string, body: unknown, more: More = {}) => send('update_cart', { id, body, ...more })
  const read = (id: string) => send('get_cart', { id })
  const cancel = (id: string, more: More & { body?: unknown } = {}) => send('cancel_cart', { id, ...more })
  return {
    ...{ create, update, read, cancel },
    /** @returns the cart of a create that has made one */
    created: async (body: unknown, more?: More) => asCart(await create(body, more), 201),
    updated: async (id: string, body: unknown, more?: More) => asCart(await update(id, body, more), 200),
    found: async (id: string) => asCart(await read(id), 200),
    cancelled: async (id: string, more?: More) => asCart(await cancel(id, more), 200),
  }
}

/** An agent of a test. */
export type Agent = ReturnType<typeof createAgent>

/** No log may contain the id of a cart, or the code of its link. */
function keepSecret({ id, continue_url: link }: ToldCart): void {
  recordSecret(id)
  if (link !== undefined) recordSecret(new URL(link).searchParams.get('c') ?? id)
}

/** Asserts that the entries but `total` add up to it, in the cart and in each line, and that the lines' subtotals are the cart's. */
function assertAddsUp({ line_items: lines, totals }: ToldCart): void {
  for (const entries of [totals, ...lines.map(line => line.totals)]) {
    const others = entries.filter(({ type }) => type !== 'total').reduce((sum, { amount }) => sum + amount, 0)
    assert.equal(others, amountOf(entries, 'total'))
  }
  const subtotals = lines.reduce((sum, line) => sum + (amountOf(line.totals, 'subtotal') ?? 0), 0)
  assert.equal(amountOf(totals, 'subtotal'), subtotals)
}

/** @returns the amount of an entry; undefined where there is none */
export function amountOf(totals: { type: string; amount: number }[], type: string): number | undefined {
  return totals.find(each => each.type === type)?.amount
}

/** @returns the entries of totals as texts such as `subtotal 100` */
export function entriesOf(totals: { type: string; amount: number }[]): string[] {
  return totals.map(({ type, amount }) => `${type} ${amount}`)
}

/** @returns the messages of an answer as texts such as `error out_of_stock $.line_items[0].item.id` */
export function messagesOf(json: unknown): string[] {
  const { messages = [] } = json as { messages?: ToldMessage[] }
  return messages.map(({ type, code, path = '' }) => `${type} ${code} ${path}`.trim())
}

/** Asserts an answer with status `error` and these messages, all `unrecoverable`. */
export function assertFailed(told: Told, messages: string[]): void {
  assert.equal(told.status, 200, JSON.stringify(told.json))
  assertConforms('error', told.json)
  assert.deepEqual(messagesOf(told.json), messages)
  const { messages: sent = [], continue_url: url } = told.json as { messages?: ToldMessage[]; continue_url?: string }
  assert.ok(sent.every(({ severity }) => severity === 'unrecoverable'))
  assert.match(url ?? '', /\/sepet$/)
}
