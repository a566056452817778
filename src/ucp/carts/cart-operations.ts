/** The operations on agents' carts: create, read, update and cancel. */

import { isObject } from '../../schema/is-object.ts'
import { retryOnImport } from '../../shop/retry-on-import.ts'
import type { Answer, Asked, Operation, Platform } from '../operation.ts'
import { CAPABILITIES } from '../versions.ts'
import {
  answerNotFound,
  answerNothingTaken,
  type CartOperationSources,
  contentOf,
  presentPriced,
  priceForm,
} from './answer-cart.ts'
import { readCreate, readUpdate } from './cart-form.ts'
import type { KeyedRequest } from './idempotency.sql.ts'
import { isLiving } from './ucp-cart.ts'
import type { WriteResult } from './ucp-carts.store.ts'

/** Creates the operations. They throw a `UcpRefusal` for a body of another form, for a key that was sent with other parameters, and for
 * codes above the limit. */
export function createCartOperations(sources: CartOperationSources): Operation[] {
  const capability = CAPABILITIES.cart
  return [
    { name: 'create_cart', capability, run: (asked, platform, key) => createCart(sources, asked, platform, key) },
    { name: 'get_cart', capability, run: ({ id = '' }, platform) => getCart(sources, id, platform) },
    { name: 'update_cart', capability, run: (asked, platform, key) => updateCart(sources, asked, platform, key) },
    { name: 'cancel_cart', capability, run: (asked, platform, key) => cancelCart(sources, asked, platform, key) },
  ]
}

async function getCart(sources: CartOperationSources, id: string, platform: Platform): Promise<Answer> {
  if (!sources.names.isCartId(id)) return answerNotFound(sources, platform)
  const priced = await sources.price(sources.names.ownerOfCart(id))
  if (!isLiving(priced.record, priced.at)) return answerNotFound(sources, platform)
  const { expiresAt } = priced.record
  return { status: 200, body: await presentPriced(sources, id, priced, { platform, expiresAt }) }
}

async function createCart(
  sources: CartOperationSources,
  { body }: Asked,
  platform: Platform,
  key: string | undefined,
): Promise<Answer> {
  const { names, store } = sources
  const form = readCreate(body, platform)
  const request =
    key === undefined ? undefined : requestOf(platform, key, sources.hashOf('create_cart', undefined, body))
  return answerOnce(sources, request, async () => {
    const id = names.newCartId()
    const priced = await priceForm(sources, id, form, platform)
    const nothing = answerNothingTaken(priced, sources, platform)
    if (nothing) return nothing
    const content = contentOf(priced, sources)
    const body = await presentPriced(sources, id, priced, { platform, expiresAt: content.expiresAt })
    return store.create(names.ownerOfCart(id), content, { answer: { status: 201, body }, request })
  })
}

async function updateCart(
  sources: CartOperationSources,
  { id = '', body }: Asked,
  platform: Platform,
  key: string | undefined,
): Promise<Answer> {
  const { names, store, runInTurn } = sources
  const form = readUpdate(body, platform, id)
  if (!names.isCartId(id)) return answerNotFound(sources, platform)
  const request =
    key === undefined ? undefined : requestOf(platform, key, sources.hashOf('update_cart', id, withoutId(body)))
  const update = async () => {
    const priced = await priceForm(sources, id, form, platform)
    if (!isLiving(priced.record, priced.at)) return answerNotFound(sources, platform)
    const nothing = answerNothingTaken(priced, sources, platform)
    if (nothing) return nothing
    const content = contentOf(priced, sources)
    const body = await presentPriced(sources, id, priced, { platform, expiresAt: content.expiresAt })
    return store.replace(names.ownerOfCart(id), content, { answer: { status: 200, body }, request })
  }
  return runInTurn(id, () => answerOnce(sources, request, update))
}

/** The answer is the cart as it was: where it has changed since it was read, it is read again. */
async function cancelCart(
  sources: CartOperationSources,
  { id = '', body: sent = {} }: Asked,
  platform: Platform,
  key: string | undefined,
): Promise<Answer> {
  const { names, store, runInTurn, price } = sources
  if (!names.isCartId(id)) return answerNotFound(sources, platform)
  const request = key === undefined ? undefined : requestOf(platform, key, sources.hashOf('cancel_cart', id, sent))
  const owner = names.ownerOfCart(id)
  const cancel = async () => {
    const priced = await price(owner)
    if (!isLiving(priced.record, priced.at)) return answerNotFound(sources, platform)
    const { revision } = priced.record
    const body = await presentPriced(sources, id, priced, { platform, expiresAt: undefined })
    return store.cancel(owner, { revision, now: priced.at }, { answer: { status: 200, body }, request })
  }
  return runInTurn(id, () => answerOnce(sources, request, cancel))
}

function requestOf({ key: platform }: Platform, key: string, hash: string): KeyedRequest {
  return { platform, key, hash }
}

/**
 * Answers a repeated request as before. Another is tried until it has written, or has found that there is nothing to write.
 * @throws Refusal 503 `database_busy` after twenty attempts
 */
async function answerOnce(
  { findAnswer, now }: CartOperationSources,
  request: KeyedRequest | undefined,
  attempt: () => Promise<WriteResult>,
): Promise<Answer> {
  const findEarlier = async () => request && (await findAnswer(request, now()))
  const earlier = await findEarlier()
  if (earlier) return earlier
  const answer = await retryOnImport(async () => {
    const result = await attempt()
    return result === 'missed' ? undefined : result
  })
  // The same request on another instance may have ended the cart in between.
  return (answer.body.ucp.status === 'error' && (await findEarlier())) || answer
}

/** An update over MCP has the cart's id beside the cart alone. */
function withoutId(value: unknown): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => name !== 'id')) : value
}
