/** Generates requests to every operation of the API description, with unusual methods, paths, queries and headers. */

import { METHODS } from 'node:http'
import fc from 'fast-check'
import { CAMPAIGNS, COUPONS, IMPORTS, PRODUCTS, WEBHOOKS } from '../../../../src/api-paths.ts'
import type { ApiDescription, Operation } from '../../docs/openapi.ts'
import { ids } from '../../import/shop-file.ts'
import { type Body, bodyFor, type Known } from './bodies.ts'
import { type Bearer, bearers, fuzzedWebhook, HELD_TOTAL, people } from './fixture.ts'
import { unusualText } from './unusual-values.ts'

/** A request before its `{{names}}` are replaced. */
export interface FuzzRequest {
  method: string
  path: string
  bearer: Bearer
  headers: Record<string, string>
  body: Body | null
}

const decimals = fc.constantFrom('10', '5', '0.5', '100.25')
const instants = fc.constantFrom('2026-01-01T00:00:00Z', '2026-06-01T12:00:00.5+03:00', null)

/** Fields of coupons and campaigns. */
const promotions: Known = {
  value: decimals,
  maximum: decimals,
  minimumTotal: decimals,
  startsAt: instants,
  endsAt: fc.constantFrom('2027-01-01T00:00:00+03:00', '9999-12-31T23:59:59-12:00', null),
  dailyFrom: mostly(fc.constant(null), fc.constant('22:30'), 6),
  dailyTo: mostly(fc.constant(null), fc.constant('02:00'), 6),
  reward: fc.constantFrom(
    { type: 'free_shipping' },
    { type: 'percent', value: '10', maximum: '5' },
    { type: 'fixed', value: '5' },
    { type: 'buy_x_pay_y', buy: 3, pay: 2 },
    { type: 'percent' },
  ),
  weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  code: fc.constantFrom('YAZ10', 'yaz10', 'KUPON.2'),
}
/** Products of imports, which no other request uses. */
const importedProduct = fc.record({
  id: fc.integer({ min: 800_000_000, max: 800_000_020 }),
  name: mostly(fc.constantFrom('Çay', '👍', ' '), unusualText, 9),
  price: mostly(fc.constantFrom('1', '10.50', '0'), fc.constantFrom('x', '1e3'), 9),
})

const known: Known = {
  ...promotions,
  productId: fc.constantFrom(ids.plain, ids.taxFree, ids.soldOut, ids.plain, ids.variants, ids.variants, ids.offSale),
  variantId: fc.constantFrom(ids.smallBlue, ids.largeBlue),
  quantity: fc.constantFrom(1, 1, 1, 2, 2, 2, 3, 20, 20, 100_000),
  campaignId: fc.constantFrom(7, 7, 7, 8),
  couponCode: fc.constantFrom('YAZ10', 'yaz10 ', 'KIŞ'),
  guestToken: fc.constantFrom('{{freshGuest}}', '{{freshGuest}}', '{{freshGuest}}', '{{member}}'),
  returnPath: fc.constantFrom('/odeme', '/sepet/a', '/sepetx', '//evil.example', '/order/%2e%2e'),
  email: mostly(
    fc.uuid().map(id => `${id}@example.com`),
    fc.constantFrom('a@b.co', 'İ@example.com', ''),
    5,
  ),
  customerGroupId: fc.constantFrom(ids.group, ids.group, null, null, null, 8),
  // A customer has it once a request has saved it.
  externalId: mostly(fc.uuid(), fc.constantFrom('u1', 'u2', 'u3'), 1),
  customerId: fc.constant(people.actor),
  subject: mostly(fc.constant('{{subject}}'), fc.constantFrom('member:700000001', 'guest:x', 'admin:x'), 4),
  grandTotal: mostly(fc.constant(HELD_TOTAL), fc.constantFrom('0', '012', '12.000', '9'.repeat(30)), 6),
  cargoPrice: fc.constantFrom('49.90', '49.9', '0'),
  reference: mostly(fc.constant('{{reference}}'), fc.uuid(), 1),
  itemId: fc.constant('{{item}}'),
  id: fc.constant('{{customer}}'),
  file: fc.constantFrom('keten-gomlek.png', 'placeholder.png', 'x'),
  path: fc.constantFrom('', 'adim-2', 'a/b', '%C5%9F'),
  t: fc.constant('{{handoff}}'),
  // A page of the reference, and a page of customers.
  page: fc.constantFrom('1', '2', '90071992547409', 'cart', 'errors'),
  sheet: fc.constantFrom('base.css', 'x'),
  hours: fc.constantFrom('1', '24', '744'),
  limit: fc.constantFrom('1', '25', '100'),
  after: fc.constantFrom(
    ...['0', '1', '40', '9007199254740991'],
    ...[
      [0, ''],
      [-1, 'guest:'],
      [2 ** 53, 'x'],
      ['x', 1],
    ].map(cursorOf),
  ),
  include: fc.constant('group'),
  sort: fc.constantFrom('id', '-name,email', 'createdAt,-updatedAt', 'surname', 'stock'),
  // Sections of imports, which leave the cart of the witness alone.
  products: fc.uniqueArray(importedProduct, { maxLength: 3, selector: ({ id }) => id }),
  customerGroups: fc.array(fc.record({ id: fc.integer({ min: 900, max: 999 }), name: fc.string({ minLength: 1 }) }), {
    maxLength: 1,
  }),
  customers: fc.constant([]),
  shippingCompanies: fc.constant([]),
  paymentMethods: fc.constant([]),
  campaigns: fc.constant([]),
  coupons: fc.constant([]),
  shop: fc.constantFrom({}, { settings: {} }),
  vatRate: fc.constantFrom('0', '20', '20.5'),
  withdrawMissing: fc.constantFrom('variants', 'customers'),
  allowCurrencyChange: fc.constantFrom('true', 'false'),
  'filter[id]': fc.constantFrom('1', '1,2', '700000001'),
  'filter[email]': fc.constantFrom('a@b.co', 'a@b.co,B@C.CO', 'ş'),
  'filter[externalId]': fc.constantFrom('u1', 'u1,u2'),
  'filter[sku]': fc.constantFrom('TAX-FREE', 'OFF', 'x'),
  'filter[name]': fc.constantFrom('a', 'Keten', '%'),
  'filter[onSale]': fc.constantFrom('true', 'false'),
  'filter[stockAtMost]': fc.constantFrom('0', '2.5', '-1'),
  'filter[changedAfter]': fc.constantFrom('2020-01-01T00:00:00Z', '2026-01-01T12:00+03:00', '0001-01-01T00:00:00Z'),
  'filter[changedBefore]': fc.constantFrom('2099-01-01T00:00:00Z', '9999-12-31T23:59:59.999-12:00'),
  'filter[kind]': fc.constantFrom('member', 'guest'),
  'filter[state]': fc.constantFrom('held', 'held,completed', 'released,expired,cancelled', 'paid'),
  'filter[subject]': fc.constantFrom('{{subject}}', 'member:1', 'app:x'),
  'filter[customerId]': fc.constantFrom('1', '700000001'),
  'filter[heldAfter]': fc.constantFrom('2020-01-01T00:00:00Z', '2026-01-01T12:00+03:00'),
  'filter[heldBefore]': fc.constantFrom('2099-01-01T00:00:00Z', '9999-12-31T23:59:59.999-12:00'),
  'filter[customerGroupId]': fc.constantFrom('7', '7,8'),
}

/** The same for bodies, where ids are those of products that no cart of another customer contains. */
const knownInBodies: Known = {
  ...known,
  id: fc.constantFrom(ids.taxFree, ids.taxFree, ids.taxFree, ids.offSale),
  sku: fc.constantFrom('TAX-FREE', 'TAX-FREE', 'TAX-FREE', 'OFF'),
  price: fc.constantFrom('9.90', '0.005'),
  stock: fc.constantFrom(5, 2.5, -1),
  stockChange: fc.constantFrom('0', '+1', '-0.5', '1e3', 1),
  discount: fc.constantFrom(null, null, { type: 'percent', value: '10' }, { type: 'price', value: 'x' }),
  coupon: mostly(
    fc.record({ code: fc.constantFrom('YAZ10', 'YENİ'), discountType: fc.constant('percent'), value: decimals }),
    fc.constantFrom(null, [], {}, { code: ' ' }, { code: 'X', discountType: 'fixed', campaignId: 404 }),
    4,
  ),
  campaign: mostly(
    fc.record({
      id: fc.constantFrom(7, 8),
      name: fc.constant('K'),
      reward: fc.constant({ type: 'fixed', value: '5' }),
    }),
    fc.constantFrom(null, [], {}, { id: 0 }, { id: 8, name: 'K', reward: { type: 'percent' } }),
    4,
  ),
  variants: fc.constantFrom([], [], [], [{ id: 1, stock: 2 }], [{ sku: 'OFF', price: null }], [null], 'x'),
}

/** The keys of campaigns, without the one that carts choose. */
const campaigns: Known = { id: fc.constant(8), after: fc.constant(cursorOf([8])) }
const campaignInPath = fc.constantFrom('{{campaign}}', '{{campaign}}', 8)

const couponInPath = fc.constantFrom('{{coupon}}', '{{coupon}}', 'YAZ10')
const coupons: Known = { after: fc.constant(cursorOf(['kupon'])) }
const products: Known = { after: fc.constant(cursorOf([101])) }
/** No host exists: messages reach nobody. */
const webhooks: Known = {
  name: fc.constant('{{webhook}}'),
  after: fc.constantFrom(cursorOf(['erp']), 0),
  url: fc.constantFrom('http://erp.invalid/a', 'https://erp.invalid:1/', 'http://10.0.0.1/', 'ftp://x', 'x'),
  types: fc.constantFrom(['*'], ['checkout.*'], ['order.paid'], [], ['x']),
  secret: fc.constantFrom(`whsec_${'A'.repeat(44)}`, 'whsec_', 'x'),
}

/** Values that an operation has instead of the general ones. */
function ownOf(template: string): Known {
  if (template.startsWith(COUPONS)) return coupons
  if (template.startsWith(PRODUCTS)) return products
  if (template.startsWith(WEBHOOKS)) return webhooks
  return template.startsWith(CAMPAIGNS) ? campaigns : {}
}

/** Bodies that are accepted, of operations that accept few others. */
const accepted: Record<string, unknown> = {
  changeProducts: [{ id: ids.taxFree, stock: 5 }],
  importShop: { customerGroups: [{ id: 900, name: 'Bayi' }] },
  holdCheckout: { subject: '{{subject}}', expected: { grandTotal: HELD_TOTAL } },
  saveCoupon: { discountType: 'percent', value: '5' },
  previewPromotion: { coupon: { code: 'YENİ', discountType: 'percent', value: '5', usageLimit: 3 } },
  saveWebhook: fuzzedWebhook,
  replayWebhook: { after: 0 },
  rotateWebhookSecret: {},
  saveCustomerByExternalId: { name: 'Ayşe', status: 'active' },
}

/** The cursor of a keyset list. */
function cursorOf(key: unknown[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/**
 * Generates requests to all operations; operations with a token are three times as frequent as the others, which are
 * mostly pages, and those with a body six times, because few bodies are accepted.
 */
export function anyRequest(api: ApiDescription): fc.Arbitrary<FuzzRequest> {
  const operations = Object.entries(api.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      // An import starts a process of its own, which takes half a second.
      weight: template === IMPORTS ? 4 : weightOf(operation),
      arbitrary: requestTo(api, template, method.toUpperCase(), operation),
    })),
  )
  return fc.oneof(...operations)
}

function weightOf({ security, requestBody }: Operation): number {
  if (!security.some(({ accessToken }) => accessToken)) return 1
  return requestBody ? 6 : 3
}

/** Generates requests to one operation. */
function requestTo(api: ApiDescription, template: string, method: string, operation: Operation) {
  return fc.record({
    method: mostly(fc.constant(method), fc.constantFrom(...METHODS), 12),
    path: pathTo(template, operation),
    bearer: mostly(fc.constantFrom(...bearersOf(operation)), fc.constantFrom(...bearers), 5),
    headers: headersOf(operation),
    body: bodyOf(api, operation, { ...knownInBodies, ...ownOf(template) }),
  })
}

/** @returns the bearers whose tokens the operation accepts; `none` when it needs no token */
function bearersOf({ security }: Operation): Bearer[] {
  const scopes = security.flatMap(({ accessToken = [] }) => accessToken)
  if (scopes.length === 0 || security.some(isPublic)) return ['none']
  const owners: Record<string, Bearer> = { 'storefront:account': 'member', 'storefront:cart': 'guest' }
  return scopes.map(scope => owners[scope] ?? 'admin')
}

/** Whether a security requirement of an operation is met without a credential. */
export function isPublic(requirement: Operation['security'][number]): boolean {
  return Object.keys(requirement).length === 0
}

/** Generates bodies, and rarely omits a required one or sends an unexpected one. */
function bodyOf(api: ApiDescription, { operationId, requestBody }: Operation, known: Known): fc.Arbitrary<Body | null> {
  const schema = requestBody?.content['application/json']?.schema
  if (!schema) return mostly(fc.constant(null), bodyFor({}, api, known), 8)
  const body = bodyFor(schema, api, known)
  const text = JSON.stringify(accepted[operationId])
  const similar = text === undefined ? body : mostly(body, fc.constant({ text, encoding: 'utf8' as const }), 2)
  return mostly(similar, fc.constant(null), 15)
}

const oddSegment = fc.oneof(
  fc.constantFrom('%00', '%2F', '%2e%2e', '..', '%ff', '%', '%zz', '0', '-1', '1e3', '1.0', '9007199254740993', ';a=1'),
  unusualText.map(text => encodeURIComponent(text.toWellFormed()).slice(0, 6_000)),
)

/** Generates paths with their queries. */
function pathTo(template: string, { parameters }: Operation): fc.Arbitrary<string> {
  const inPath = parameters.filter(each => each.in === 'path')
  const inPaths: Known = { code: couponInPath, ...(template.startsWith(CAMPAIGNS) && { id: campaignInPath }) }
  const values: Known = { ...known, ...ownOf(template), ...inPaths }
  const segments = fc.tuple(...inPath.map(({ name }) => mostly(values[name] ?? fc.constant('x'), oddSegment, 4)))
  const path = segments.map(values =>
    inPath.reduce((filled, { name }, index) => filled.replace(`{${name}}`, () => String(values[index])), template),
  )
  return fc
    .tuple(
      mostly(path, path.chain(oddPath), 15),
      queryOf(
        parameters.filter(each => each.in === 'query'),
        values,
      ),
    )
    .map(([filled, query]) => filled + query)
}

function oddPath(path: string): fc.Arbitrary<string> {
  return fc.constantFrom(
    `${path}/`,
    `/${path}`,
    `${path}/..`,
    path.toUpperCase(),
    path.replace('2026-01', '2025-01'),
    `${path}%`,
    `http://other.example${path}`,
    path.replaceAll('/', '\\'),
    path.replace('a', '%61'),
    '*',
  )
}

const oddQuery = fc.oneof(
  fc.constantFrom(
    '?',
    '?&&=',
    '?a=1&a=2',
    '?page=1&page=2',
    '?__proto__[x]=1',
    '?constructor=1',
    '?%',
    '?t=%ff',
    '?include=group',
  ),
  fc.constantFrom(
    '?page=0',
    '?page=1e9',
    '?limit=101',
    '?filter[id][x]=1',
    '?filter=1',
    '?sort=%00',
    '#a',
    '?page=9007199254740993',
  ),
  fc
    .tuple(unusualText, unusualText)
    .map(pair => `?${pair.map(text => encodeURIComponent(text.toWellFormed()).slice(0, 9_000)).join('=')}`),
)

/** Generates queries from the documented parameters. */
function queryOf(parameters: Operation['parameters'], known: Known): fc.Arbitrary<string> {
  const values = parameters.map(({ name }) => {
    return [name, mostly(known[name] ?? unusualText, unusualText, 15)] as const
  })
  const required = parameters.filter(each => each.required).map(({ name }) => name)
  const query = fc.record(Object.fromEntries(values), { requiredKeys: required }).map(given => {
    const pairs = Object.entries(given).map(([name, value]) => `${encode(name)}=${encode(String(value))}`)
    return pairs.length > 0 ? `?${pairs.join('&')}` : ''
  })
  return mostly(query, oddQuery, 9)
}

/** Keeps `{{names}}`, which are replaced later. */
function encode(text: string): string {
  return /^\{\{\w+\}\}$/.test(text) ? text : encodeURIComponent(text.toWellFormed()).slice(0, 3_000)
}

const contentType = fc.constantFrom(
  'application/json',
  'application/vnd.api+json',
  'application/json; charset=utf-8',
  'APPLICATION/JSON',
  'text/plain',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  '',
  ';',
  'application/',
  'application/json;charset="',
  'json',
  '*/*',
  'application/json, text/plain',
  'text/csv',
)

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>>(
  ...['*/*', '', 'text/html', 'application/vnd.api+json; ext="x"', 'application/vnd.api+json;q=0', ',;=', '"'].map(
    Accept => ({ Accept }),
  ),
  ...['gzip', 'br, identity', 'identity', ''].map(coding => ({ 'Content-Encoding': coding })),
  ...['{{session}}', 'sepet_session=', 'sepet_session=%ff', '=;=;', 'a'.repeat(9_000)].map(Cookie => ({ Cookie })),
  ...['100-continue', 'nonsense'].map(Expect => ({ Expect })),
  ...['chunked', 'gzip', 'chunked, chunked'].map(coding => ({ 'Transfer-Encoding': coding })),
  ...['bytes=0-1', 'bytes=9-1', 'bytes=-', 'x=1'].map(Range => ({ Range })),
  ...['other.example', '', 'a b', '[::1', 'x:99999'].map(Host => ({ Host })),
  ...['0', '-1', 'x', '1, 1'].map(length => ({ 'Content-Length': length, 'Content-Type': 'application/json' })),
  ...['*', '"x", W/"y"', '"', 'W/', '"ş"', '"",'.repeat(3_000)].map(tags => ({ 'If-None-Match': tags })),
  { 'If-Match': '"x"' },
  { 'If-Modified-Since': 'yesterday' },
  { 'X-Forwarded-For': '1.2.3.4, x', 'X-Forwarded-Host': 'evil.example' },
  { 'X-HTTP-Method-Override': 'DELETE' },
  { Origin: 'null', 'Access-Control-Request-Method': 'DELETE' },
  { Connection: 'Upgrade, close', Upgrade: 'websocket' },
  { Purpose: 'prefetch' },
  { 'X-Long': 'a'.repeat(20_000) },
  { 'X-Odd': 'ş\u0001' },
  { 'Bad Name': '1' },
  { authorization: 'Bearer x' },
  { __proto__x: '1', constructor: '1' },
)

/** Few keys, so that requests repeat and contradict each other, and some that are refused. */
const idempotencyKey = fc
  .constantFrom('a', 'a', 'b', '~!"', 'x'.repeat(255), 'x'.repeat(256), '', 'a b')
  .map((key): Record<string, string> => ({ 'Idempotency-Key': key }))

/** Generates headers; an operation for administrators may act for the web session of a browser's cookie. */
function headersOf({ security, parameters }: Operation): fc.Arbitrary<Record<string, string>> {
  const isActing = security.some(({ accessToken = [] }) => accessToken.includes('sessions:act'))
  const acting = fc.constant(isActing ? { Cookie: '{{session}}' } : {})
  const isRepeatable = parameters.some(({ name }) => name === 'Idempotency-Key')
  const usual = isRepeatable ? fc.oneof(acting, idempotencyKey) : acting
  return fc
    .tuple(mostly(fc.constant('application/json'), contentType, 6), mostly(usual, oddHeaders, 3))
    .map(([type, odd]) => ({ 'Content-Type': type, ...odd }))
}

/** Generates usual values `weight` times as often as unusual ones. */
function mostly<T, U>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<U>, weight: number): fc.Arbitrary<T | U> {
  return fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: odd })
}
