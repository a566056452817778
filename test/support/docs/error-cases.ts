/** Requests that break one rule each: one for every error code. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  CAMPAIGNS,
  CART_LINKS,
  CARTS,
  CHECKOUTS,
  COUPONS,
  CUSTOMERS_BY_EXTERNAL_ID,
  HISTORY,
  IMPORTS,
  PRODUCTS,
  STOREFRONT,
  WEBHOOKS,
} from '../../../src/api-paths.ts'
import type { RefusalCode } from '../../../src/errors.ts'
import { createLeaseHolder } from '../../../src/import/lease-holder.ts'
import { guestToken } from '../auth/guest-token.ts'
import { fillCart } from '../cart/cart.ts'
import { complete, dataOf, hold, subjectOf } from '../checkouts/orders.ts'
import { from } from '../http/networks.ts'
import { type RawAnswer, sendRaw } from '../http/raw-http.ts'
import { ids, product } from '../import/shop-file.ts'
import { startService, type TestService } from '../service/service.ts'
import { actFor, signIn } from '../web-checkout/checkout.ts'
import { bodiesOfLastUse, bodyOfHold, bodyOfLimited } from './hold-bodies.ts'
import { type Operation, requiredScopes } from './openapi.ts'

/** An operation, and the services that refuse it. */
export interface Target {
  /** A service without limits; its metrics need `METRICS_TOKEN`. */
  service: TestService
  /** A service on which every limit is one request per minute. */
  limited: TestService
  /** A service for whose tokens the subject is the external id of a customer. */
  external: TestService
  operation: Operation
  method: string
  /** The path with parameters that do not exist. */
  path: string
}

/** Sends a request that breaks one rule. @returns the response */
export type Provoke = (target: Target) => Promise<RawAnswer>

/** The replaced parts of a request. */
interface Parts {
  service?: TestService
  path?: string
  token?: string | undefined
  body?: unknown
  headers?: Record<string, string>
}

/** Paths of records with a parameter that no record can have, by the paths of those that do not exist. */
const invalidRecords: Readonly<Record<string, string>> = {
  [`${COUPONS}/x`]: `${COUPONS}/%00`,
  [`${CAMPAIGNS}/9999`]: `${CAMPAIGNS}/x`,
}

/** Sends a request with an invalid parameter to an endpoint of the cart: the one of its documented example. */
function breakCartParameter(target: Target): Promise<RawAnswer> {
  return target.path === `${STOREFRONT}/cart-items`
    ? ask(target, { headers: { 'Idempotency-Key': 'a b' } })
    : ask(target, { path: `${target.path}?sort=x` })
}

/** Sends a valid request in which the given parts are replaced. */
async function ask(target: Target, parts: Parts = {}): Promise<RawAnswer> {
  const { service = target.service, path = target.path, headers = {} } = parts
  const token = 'token' in parts ? parts.token : await tokenFor(target)
  const bytes = bytesOf('body' in parts ? parts.body : bodyExample(target))
  return sendRaw(service.url, {
    method: target.method,
    path,
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(bytes && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(bytes && { body: bytes }),
  })
}

function bytesOf(body: unknown): Buffer | undefined {
  if (body === undefined || Buffer.isBuffer(body)) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

/** @returns the first documented example of the body */
function bodyExample({ operation: { requestBody } }: Target): unknown {
  return Object.values(requestBody?.content['application/json']?.examples ?? {})[0]?.value
}

/** @returns the first scope that the operation requires; undefined when it requires none */
function scopeOf({ operation }: Target): string | undefined {
  return requiredScopes(operation)[0]
}

/** @returns a token that the operation accepts, with another scope when one is given */
async function tokenFor(target: Target, scope = scopeOf(target)): Promise<string | undefined> {
  const asked = scopeOf(target)
  if (asked === undefined || scope === undefined) return undefined
  if (asked === 'storefront:cart') return target.service.token('guest', { scope })
  if (asked === 'storefront:account') return target.service.token('member', { id: String(ids.otherMember), scope })
  return target.service.token('admin', { scope })
}

const member = (service: TestService, id: number) => service.token('member', { id: String(id) })

/** @returns the token of a guest whose cart was merged */
async function mergedGuest(service: TestService): Promise<string> {
  const token = await guestToken(service)
  await service.call('POST', '/cart/merge', {
    token: await member(service, ids.member),
    body: { guestToken: token },
  })
  return token
}

/** @returns the token of a guest whose cart is full */
async function fullGuest(service: TestService): Promise<string> {
  const token = await service.token('guest')
  const products = Array.from({ length: 500 }, (_, n) => product({ id: 7_000 + n }))
  await service.importShop({ products })
  await fillCart(
    service,
    token,
    products.map((_, n) => 7_000 + n),
  )
  return token
}

/** @returns the token of a member who has merged a guest's cart */
async function memberMergedWith(service: TestService, guestToken: string): Promise<string> {
  const token = await member(service, ids.otherMember)
  await service.call('DELETE', '/cart', { token })
  await service.call('POST', '/cart/merge', { token, body: { guestToken } })
  return token
}

/** @returns the token by which a web shop acts for a guest's session */
async function actingToken(service: TestService): Promise<string> {
  const cookie = await signIn(service, await service.token('guest'))
  return actFor(service, cookie)
}

/** Logs a guest with one item in, as a customer whose cart is full. */
async function logInToFullCart(target: Target): Promise<RawAnswer> {
  const { service } = target
  await memberMergedWith(service, await fullGuest(service))
  const { token } = await guestWithItem(service, 1)
  const headers = { Cookie: await signIn(service, token) }
  return ask(target, { headers, body: { customerId: ids.otherMember } })
}

/** Adds an item for a new guest. @returns the guest's token and the id of the line */
async function guestWithItem(service: TestService, quantity: number): Promise<{ token: string; id: string }> {
  const token = await service.token('guest')
  const { json } = await service.call('POST', '/cart-items', { token, body: { productId: ids.plain, quantity } })
  return { token, id: (json as { meta: { affectedItemId: string } }).meta.affectedItemId }
}

/** Sends a line: in a list where the operation takes one, to the cart of a new guest where it replaces carts. */
async function askWithLine(target: Target, line: object): Promise<RawAnswer> {
  if (target.path === CART_LINKS) return ask(target, { body: { lines: [line] } })
  if (!target.path.startsWith(CARTS)) return ask(target, { body: line })
  return ask(target, { path: await pathOfNewCart(target), body: { lines: [line] } })
}

/** @returns the path of a cart that nobody has seen */
async function pathOfNewCart({ service }: Target): Promise<string> {
  return `${CARTS}/${subjectOf(await service.token('guest'))}`
}

/** Completes an order of three pieces. @returns the path of its returns, and the body that returns some of them */
async function orderToReturn({ service }: Target, reference: string) {
  await hold(service, reference, (await guestWithItem(service, 3)).token)
  const itemId = dataOf(await complete(service, reference)).cart.included[0]?.id
  const bodyOf = (quantity: number) => ({ lines: [{ itemId, quantity }] })
  return { path: `${CHECKOUTS}/${reference}/returns`, bodyOf }
}

/**
 * Holds carts with the last use of a promotion at the same time: all are priced while another process writes, and then wait for each other.
 * Repeats it until one is refused with the code.
 */
async function holdTogether(target: Target, code: 'coupon_used_up' | 'campaign_used_up'): Promise<RawAnswer> {
  const { service, path } = target
  for (let round = 0; ; round++) {
    const bodies = await bodiesOfLastUse(service, code === 'coupon_used_up' ? 'coupon' : 'campaign')
    const other = new DatabaseSync(join(service.config.DATA_DIR, 'sepet.sqlite'))
    other.exec('begin immediate')
    const asked = bodies.map((body, n) => ask(target, { path: `${path}-${code}-${round}-${n}`, body }))
    // These take more turns than connecting and pricing do.
    for (let n = 0; n < 20; n++) await fetch(`${service.url}/health/live`)
    other.exec('rollback')
    other.close()
    const answers = await Promise.all(asked)
    const refused = answers.find(({ body }) => body.includes(`"${code}"`))
    if (refused) return refused
    assert.ok(round < 100, answers.map(({ body }) => body).join())
  }
}

/** Sends the request while the shop does not allow guest checkout. */
async function whileClosedToGuests(target: Target): Promise<RawAnswer> {
  const close = (value: number) =>
    target.service.importShop({ shop: { settings: { UyelikOlmadanDevamEtGoster: value } } })
  await close(0)
  const answer = await ask(target)
  await close(1)
  return answer
}

/** Holds a product that has gone off sale. */
async function withdrawn(target: Target): Promise<RawAnswer> {
  const { service, path } = target
  await service.importShop({ products: [product({ id: 8_005 })] })
  const body = await bodyOfHold(service, undefined, 8_005)
  await service.importShop({ products: [product({ id: 8_005, onSale: false })] })
  return ask(target, { path: `${path}-withdrawn`, body })
}

/** Subtracts more than a stock, or holds more than is left while the stock guard counts. */
async function beyondStock(target: Target): Promise<RawAnswer> {
  const { service, path } = target
  await service.importShop({ products: [product({ id: 8_003, stock: 2 })] })
  if (path === PRODUCTS) return ask(target, { body: [{ id: 8_003, stockChange: '-3' }] })
  const guard = (stockGuard: boolean) => service.importShop({ shop: { settings: { stockGuard } } })
  await guard(true)
  const answer = await ask(target, { path: `${path}-short`, body: await bodyOfHold(service, undefined, 8_003) })
  await guard(false)
  return answer
}

/** Sends the request while another import holds the lease. */
async function whileImporting(target: Target): Promise<RawAnswer> {
  const hold = createLeaseHolder(target.service.database, { newId: randomUUID, now: Date.now })
  const lease = await hold()
  const answer = await ask(target)
  await lease?.release()
  return answer
}

/** Sends the request while a test of the same webhook runs. */
async function whileTesting(target: Target): Promise<RawAnswer> {
  const { kysely } = target.service.database
  const row = { url: '', types: '[]', active: 0, cursor: 0, lost: 0, attempts: 0, secrets: '[]' } as const
  const times = { generation: 1, created_at: 0, updated_at: 0, test_ends_at: Date.now() + 60_000 }
  await kysely
    .insertInto('webhooks')
    .values({ name: 'tested', ...row, ...times })
    .execute()
  const answer = await ask(target, { path: `${WEBHOOKS}/tested/test` })
  await kysely.deleteFrom('webhooks').where('name', '=', 'tested').execute()
  return answer
}

/** Sends the request to a shop whose next customer id exceeds the largest safe integer. */
async function withoutIds(target: Target): Promise<RawAnswer> {
  const service = await startService('sqlite')
  try {
    await service.importShop({ customers: [{ id: Number.MAX_SAFE_INTEGER, email: 'son@example.com' }] })
    return await ask(target, { service, token: await service.token('admin'), body: {} })
  } finally {
    await service.stop()
  }
}

/** @returns a body in which the field at the documented pointer has a wrong type */
function wrongMember({ operation }: Target): object {
  const examples = operation.responses[422]?.content ?? {}
  const shown = Object.values(examples)[0]?.examples?.field_invalid?.value
  const { errors } = shown as { errors: { source: { pointer: string } }[] }
  return { [String(errors[0]?.source.pointer).slice(1)]: {} }
}

/** Sends a precondition that does not hold: the tag of another cart, or the creation of a record that exists. */
async function failPrecondition(target: Target): Promise<RawAnswer> {
  const { operation, path, service } = target
  const createsOnly = operation.parameters.some(({ name }) => name === 'If-None-Match') && target.method === 'PUT'
  if (createsOnly) {
    // One of those that `webhooks_full` makes: no other can be created after it.
    const created = path.startsWith(WEBHOOKS) ? `${WEBHOOKS}/full-0` : `${path}1`
    await ask(target, { path: created })
    return ask(target, { path: created, headers: { 'If-None-Match': '*' } })
  }
  const headers = { 'If-Match': '"x"' }
  if (path.startsWith(CARTS)) return ask(target, { path: await pathOfNewCart(target), headers })
  if (!path.endsWith('/merge')) return ask(target, { headers })
  return ask(target, { headers, body: { guestToken: await service.token('guest') } })
}

/** @returns the path of an unknown campaign; a batch is switched off by its name */
function withBatch({ path, method }: Target): string {
  return method === 'DELETE' && path.endsWith('/codes') ? `${path}?filter[batch]=x` : path
}

/** @returns the path of the codes of a campaign that takes them, or of one that does not */
async function codesOf({ service }: Target, couponBound: boolean): Promise<string> {
  const id = couponBound ? 9996 : 9997
  await service.importShop({ campaigns: [{ id, name: 'K', couponBound, reward: { type: 'free_shipping' } }] })
  return `${CAMPAIGNS}/${id}/codes`
}

const item = (productId: number, more: object = {}) => ({ productId, quantity: 1, ...more })

/** Requests that provoke each error code. */
export const errorCases: Partial<Record<RefusalCode, Provoke>> = {
  malformed_request: target => ask(target, { headers: { 'Bad Header': 'x' } }),
  headers_too_large: target => ask(target, { headers: { 'X-Big': 'x'.repeat(20_000) } }),
  malformed_json: target => ask(target, { body: '{' }),
  invalid_encoding: target =>
    target.method === 'GET' || target.path === IMPORTS
      ? ask(target, { path: `${target.path}?sort=%ff` })
      : ask(target, { body: Buffer.from([0x22, 0xff, 0x22]) }),
  payload_too_large: target => ask(target, { body: `"${'x'.repeat(4_300_000)}"` }),
  unsupported_media_type: target => ask(target, { body: 'x', headers: { 'Content-Type': 'text/plain' } }),
  parameter_invalid: target => {
    if (target.path.startsWith(`${STOREFRONT}/cart`)) return breakCartParameter(target)
    if (target.path === `${CAMPAIGNS}/9999/codes` && target.method === 'POST')
      return ask(target, { headers: { 'Idempotency-Key': 'a b' } })
    if (target.path === IMPORTS) return ask(target, { path: `${target.path}?withdrawMissing=x` })
    if (target.path === PRODUCTS && target.method === 'PATCH') return ask(target, { path: `${target.path}?unknown=x` })
    if (target.path === HISTORY) return ask(target, { path: `${target.path}?filter[target]=x` })
    if (target.path.startsWith(`${CHECKOUTS}/`)) return ask(target, { path: target.path.replace('/x', '/-x') })
    if (target.path.startsWith(`${WEBHOOKS}/x`)) {
      return ask(target, { path: target.path.replace(`${WEBHOOKS}/x`, `${WEBHOOKS}/X`) })
    }
    const record = target.method === 'GET' ? undefined : invalidRecords[target.path]
    if (record) return ask(target, { path: record })
    if (target.method !== 'GET') return ask(target, { path: target.path.replace(/x$/, '%00') })
    const isInQuery = (name: string) => target.operation.parameters.some(each => each.name === name)
    if (isInQuery('from'))
      return ask(target, { path: `${target.path}?from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z` })
    if (isInQuery('hours')) return ask(target, { path: `${target.path}?hours=0` })
    return ask(target, { path: `${target.path}?${isInQuery('include') ? 'include=x' : 'limit=0'}` })
  },
  token_missing: target => ask(target, { token: undefined, headers: { Authorization: 'Basic eDp5' } }),
  token_invalid: target =>
    scopeOf(target) === undefined
      ? ask(target, { headers: { Authorization: 'Bearer a b' } })
      : ask(target, { token: 'eyJ.eyJ.x' }),
  wrong_token_kind: async target =>
    ask(target, {
      token: target.path.endsWith('/guest-tokens')
        ? await actingToken(target.service)
        : await target.service.token('app', { scope: scopeOf(target) ?? '' }),
    }),
  customer_unknown: async target => ask(target, { service: target.external, token: await member(target.service, 1) }),
  customer_not_active: async target => ask(target, { token: await member(target.service, ids.inactive) }),
  guest_cancelled: async target => ask(target, { token: await mergedGuest(target.service) }),
  insufficient_scope: async target => ask(target, { token: await tokenFor(target, 'another:scope') }),
  guest_checkout_closed: whileClosedToGuests,
  not_found: target => ask(target, { path: target.path.replace(/keten|base|errors/, 'yok') }),
  item_not_found: ask,
  customer_not_found: target =>
    ask(target, target.path.startsWith(CARTS) ? { path: target.path.replace(/x(?=$|\/preview$)/, 'member:9999') } : {}),
  cart_not_found: target =>
    ask(target, { path: target.path.replace(/x(?=$|\/preview$)/, 'ucp:00000000-0000-4000-8000-000000000000') }),
  checkout_not_found: ask,
  coupon_not_found: ask,
  campaign_not_found: target => ask(target, { path: withBatch(target) }),
  webhook_not_found: ask,
  webhooks_full: async target => {
    const body = { url: 'http://203.0.114.1/', types: ['*'], active: false }
    for (let n = 0; n < 20; n++) await ask(target, { path: `${WEBHOOKS}/full-${n}`, body })
    return ask(target, { body })
  },
  test_running: whileTesting,
  address_not_allowed: target => ask(target, { body: { url: 'https://10.0.0.1/', types: ['*'] } }),
  campaign_in_use: async target => {
    const campaign = { id: 9998, name: 'K', reward: { type: 'free_shipping' } }
    await target.service.importShop({
      campaigns: [{ ...campaign, couponBound: true }],
      coupons: [{ code: 'HOŞGELDİN', discountType: 'fixed', campaignId: 9998 }],
    })
    if (target.path.startsWith(CARTS)) {
      const path = `${CARTS}/${subjectOf(await target.service.token('guest'))}/preview`
      return ask(target, { path, body: { campaign } })
    }
    return ask(target, { path: `${CAMPAIGNS}/9998`, ...(target.method === 'PUT' && { body: campaign }) })
  },
  cart_changed: async target => ask(target, { body: await bodyOfHold(target.service, { grandTotal: '0' }) }),
  cart_empty: async target => {
    const subject = subjectOf(await target.service.token('guest'))
    const expected = { grandTotal: '0' }
    return ask(target, { body: target.path === CART_LINKS ? { subject } : { subject, expected } })
  },
  import_running: whileImporting,
  reference_taken: async target => {
    await hold(target.service, 'taken', (await guestWithItem(target.service, 1)).token)
    return ask(target, { path: `${CHECKOUTS}/taken`, body: await bodyOfHold(target.service) })
  },
  coupon_used_up: target => holdTogether(target, 'coupon_used_up'),
  campaign_used_up: target => holdTogether(target, 'campaign_used_up'),
  items_unavailable: withdrawn,
  insufficient_stock: beyondStock,
  hold_limit_reached: async target => {
    const body = await bodyOfLimited(target.service)
    for (let n = 0; n < 4; n++) await ask(target, { path: `${CHECKOUTS}/unpaid-${n}`, body })
    return ask(target, { path: `${CHECKOUTS}/unpaid`, body })
  },
  session_not_found: ask,
  customer_not_eligible: target =>
    target.path.startsWith(CARTS)
      ? ask(target, { path: `${CARTS}/member:${ids.inactive}` })
      : ask(target, { body: { customerId: 9999 } }),
  not_acceptable: target => ask(target, { headers: { Accept: 'application/vnd.api+json; ext="x"' } }),
  precondition_failed: failPrecondition,
  precondition_unsupported: target =>
    ask(target, {
      headers:
        target.method === 'GET' ? { 'If-Match': '"x"' } : { 'If-Unmodified-Since': 'Sat, 21 Nov 2026 09:00:00 GMT' },
    }),
  field_required: target => ask(target, { body: target.path.endsWith('/preview') ? {} : undefined }),
  field_invalid: target =>
    ask(target, { body: target.path.endsWith('/preview') ? { coupon: [] } : wrongMember(target) }),
  product_not_on_sale: target => askWithLine(target, item(ids.offSale)),
  variant_required: target => askWithLine(target, item(ids.variants)),
  variant_invalid: target => askWithLine(target, item(ids.variants, { variantId: 99 })),
  quantity_too_large: async target => {
    const { token } = await guestWithItem(target.service, 60_000)
    return ask(target, { token, body: item(ids.plain, { quantity: 60_000 }) })
  },
  batch_not_found: async target => ask(target, { path: `${await codesOf(target, true)}?filter[batch]=x` }),
  campaign_not_bindable: async target => ask(target, { path: await codesOf(target, false) }),
  checkout_not_completed: async target => {
    await hold(target.service, 'not-completed', (await guestWithItem(target.service, 1)).token)
    return ask(target, { path: `${CHECKOUTS}/not-completed/returns` })
  },
  item_unknown: async target => ask(target, { path: (await orderToReturn(target, 'unknown')).path }),
  return_exceeds: async target => {
    const { path, bodyOf } = await orderToReturn(target, 'exceeds')
    await ask(target, { path, body: bodyOf(1) })
    return ask(target, { path, body: bodyOf(3) })
  },
  idempotency_key_reused: async target => {
    if (target.path.endsWith('/returns')) {
      const { path, bodyOf } = await orderToReturn(target, 'reused')
      const headers = { 'Idempotency-Key': 'reused' }
      await ask(target, { path, headers, body: bodyOf(1) })
      return ask(target, { path, headers, body: bodyOf(2) })
    }
    if (target.path === PRODUCTS) {
      const headers = { 'Idempotency-Key': 'reused' }
      await ask(target, { headers, body: [{ id: ids.plain, stock: 1_000_000 }] })
      return ask(target, { headers, body: [{ id: ids.plain, stock: 1_000_001 }] })
    }
    if (target.path.endsWith('/codes')) {
      const repeated = { path: await codesOf(target, true), headers: { 'Idempotency-Key': 'reused' } }
      await ask(target, { ...repeated, body: { count: 1 } })
      return ask(target, { ...repeated, body: { count: 2 } })
    }
    const token = await target.service.token('guest')
    const headers = { 'Idempotency-Key': 'reused' }
    await ask(target, { token, headers, body: item(ids.plain, { quantity: 1 }) })
    return ask(target, { token, headers, body: item(ids.plain, { quantity: 2 }) })
  },
  cart_full: async target => {
    const lines = Array.from({ length: 501 }, (_, n) => item(ids.plain, { orderNote: String(n) }))
    if (target.path === CART_LINKS) return ask(target, { body: { lines } })
    if (target.path.startsWith(CARTS)) {
      return ask(target, { path: await pathOfNewCart(target), body: { lines } })
    }
    if (target.path.endsWith('/login')) return logInToFullCart(target)
    const token = await fullGuest(target.service)
    if (!target.path.endsWith('/merge')) return ask(target, { token, body: item(ids.plain, { quantity: 1 }) })
    const other = await target.service.token('guest')
    await target.service.call('POST', '/cart-items', { token: other, body: item(ids.plain, { quantity: 1 }) })
    return ask(target, { token: await memberMergedWith(target.service, token), body: { guestToken: other } })
  },
  note_too_long: async target => {
    if (target.path.startsWith(CARTS)) return askWithLine(target, item(ids.plain, { orderNote: 'x'.repeat(251) }))
    const { token, id } = await guestWithItem(target.service, 1)
    return ask(target, { token, path: target.path.replace('/x/', `/${id}/`), body: { orderNote: 'x'.repeat(251) } })
  },
  campaign_not_available: target => ask(target, { body: { campaignId: 1 } }),
  guest_token_invalid: target => ask(target, { body: { guestToken: 'x' } }),
  guest_merged_elsewhere: async target => ask(target, { body: { guestToken: await mergedGuest(target.service) } }),
  product_unknown: target => {
    if (target.path === CART_LINKS) return askWithLine(target, item(9999))
    return ask(target, { body: [{ id: 9999 }] })
  },
  variant_unknown: target => {
    if (target.path === CART_LINKS) return askWithLine(target, item(ids.variants, { variantId: 99 }))
    return ask(target, { body: [{ id: ids.variants, variants: [{ id: 9999 }] }] })
  },
  sku_ambiguous: async target => {
    const products = [product({ id: 8_001, sku: 'TWICE' }), product({ id: 8_002, sku: 'TWICE' })]
    await target.service.importShop({ products })
    return ask(target, { body: [{ sku: 'TWICE' }] })
  },
  prices_relabelled: target => ask(target, { body: { shop: { currencyCode: 'EUR' } } }),
  bulk_size_invalid: target => ask(target, { body: [] }),
  email_taken: target =>
    ask(target, { path: target.path.replace('9999', String(ids.member)), body: { email: 'musteri2@example.com' } }),
  external_id_taken: async target => {
    const token = await target.service.token('admin')
    await target.service.call('PUT', `${CUSTOMERS_BY_EXTERNAL_ID}/taken`, { token, body: {} })
    return ask(target, { path: target.path.replace('9999', String(ids.member)), body: { externalId: 'taken' } })
  },
  customer_group_not_found: target => {
    if (target.path === PRODUCTS) {
      const tierPrices = [{ from: 10, price: '1', customerGroupId: 99 }]
      return ask(target, { body: [{ id: ids.plain, tierPrices }] })
    }
    return ask(target, { path: target.path.replace('9999', String(ids.member)), body: { customerGroupId: 99 } })
  },
  ids_exhausted: withoutIds,
  rate_limited: async target => {
    if (target.path.startsWith(CHECKOUTS)) {
      const body = await bodyOfHold(target.service)
      await ask(target, { service: target.limited, path: `${CHECKOUTS}/limited`, body })
      return ask(target, { service: target.limited, body })
    }
    const token = await tokenFor(target)
    const headers = from()
    await ask(target, { service: target.limited, token, headers })
    return ask(target, { service: target.limited, token, headers })
  },
}
