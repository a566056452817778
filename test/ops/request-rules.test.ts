/** The rules of `npm run architecture` on the parts of a request: each refuses an example of its breach. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { requestBreachesOf } from '../../tools/request-rules.ts'

const ROUTES = 'src/cart/lines/cart-items.routes.ts'
const STORE = 'src/cart/storage/cart.store.ts'

const breachesOf = (code: string, path = ROUTES) => requestBreachesOf(path, code)

describe('the rules on the parts of a request', () => {
  const refused: [name: string, code: string, path?: string][] = [
    ['a body that is spread into an item', 'post(async ({ owner, body }) => add(owner, { ...body, variantId: null }))'],
    ['a body that is spread as a member of the request', 'const item = { ...request.body }'],
    ['a body that the handler validates', 'const item = { now: 0, ...given }', STORE],
    ['a body that the handler validates, as a member', 'const item = { now: 0, ...request.given.body }'],
    ['path parameters', 'const key = { ...params, now: 0 }'],
    ['a query in a route', 'const filters = { ...query }'],
    ['headers', 'const sent = { ...request.headers }', 'src/http/logging.ts'],
    ['a body behind an assertion', 'const item = { ...(request.body as Item) }'],
    ['a body behind a default', 'const item = { ...(request.body ?? {}) }'],
    ['a body behind an exclamation mark', 'const item = { ...request.body! }'],
    ['a body by its name as a text', "const item = { ...request['body'] }"],
    ['a member of a body', 'const hold = { ...request.body.expected }'],
    ['a body that is assigned', 'Object.assign(item, body)'],
    ['a body that is copied', 'const item = structuredClone(request.body)'],
    ['the rest of a body', 'const { productId, ...others } = body'],
    ['the rest of a request’s body', 'const { productId, ...others } = request.body'],
    ['the rest of a body in a handler’s parameters', 'post(async ({ body: { productId, ...others } }) => others)'],
    ['a header outside http/', 'const id = request.headers["x-user-id"]'],
    ['a header of the raw request', 'const id = request.raw.headers["x-user-id"]', STORE],
    ['headers in a handler’s parameters', 'post(async ({ owner, headers }) => headers)'],
    ['headers of the raw request in a handler’s parameters', 'post(async ({ raw: { headers } }) => headers)'],
    ['headers by their name as a text', "const sent = request['headers']"],
    ['headers of a variable', 'const { headers } = request.raw'],
    ['an owner that is made from a request', "import { memberWithId } from '../auth/identity.ts'"],
    ['a subject that is read from a request', "import { parseSubject as subject } from '../auth/identity.ts'"],
    ['an agent’s cart that is made from a request', "import { ucpOwnerWithUuid } from '../auth/identity.ts'"],
    ['a subject of a cart that is read from a request', "import { parseCartSubject } from '../auth/identity.ts'"],
    ['an owner that is asserted', 'store.load({ kind: "member", customerId: body.customerId } as Owner)'],
    ['an owner’s key that is asserted', 'const key = { cartId: body.cartId } as OwnerKey', STORE],
    ['a member that is asserted by way of unknown', 'merge(body.member as unknown as Member)'],
  ]
  for (const [name, code, path] of refused) {
    it(`refuse ${name}`, () => assert.equal(breachesOf(code, path).length, 1, breachesOf(code, path).join('\n')))
  }

  const accepted: [name: string, code: string, path?: string][] = [
    ['members that are named', 'const { productId, variantId = null, quantity } = body'],
    ['members of a body in an object', 'const item = { productId: body.productId, now: 0 }'],
    ['headers that the route names', 'idempotencyKeyOf(request.namedHeaders)'],
    ['headers of a response', 'reply.headers({ ...refusal.headers })'],
    ['a parsed query outside routes', 'const link = { ...query, page: 2 }', 'src/customers/customer-page.document.ts'],
    ['an owner in auth/', 'return { kind: "guest", guestId } as Guest', 'src/auth/identity.ts'],
    ['what a client’s code spreads', 'send({ ...body })', 'packages/client/src/calls.ts'],
  ]
  for (const [name, code, path] of accepted) {
    it(`accept ${name}`, () => assert.deepEqual(breachesOf(code, path), []))
  }
})
