/** GET /openapi.json, compared with the service: paths, methods, tokens, scopes, limits and required bodies. */

import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { STOREFRONT } from '../../src/api-paths.ts'
import { bodyOfHold } from '../support/docs/hold-bodies.ts'
import {
  type ApiDescription,
  addressOf,
  type DescribedOperation,
  operationsOf,
  readDescription,
  requiredScopes,
} from '../support/docs/openapi.ts'
import { from } from '../support/http/networks.ts'
import { sendRaw } from '../support/http/raw-http.ts'
import { startService, type TestService } from '../support/service/service.ts'

/** Endpoints for apps and administrators that the description must contain. */
const required = [
  `get ${STOREFRONT}/cart`,
  `delete ${STOREFRONT}/cart`,
  `post ${STOREFRONT}/cart-items`,
  `patch ${STOREFRONT}/cart-items/{itemId}`,
  `patch ${STOREFRONT}/cart-items/{itemId}/notes`,
  `delete ${STOREFRONT}/cart-items/{itemId}`,
  `post ${STOREFRONT}/cart/coupon`,
  `delete ${STOREFRONT}/cart/coupon`,
  `post ${STOREFRONT}/cart/campaign`,
  `delete ${STOREFRONT}/cart/campaign`,
  `post ${STOREFRONT}/cart/merge`,
  `post ${STOREFRONT}/guest-tokens`,
  `post ${STOREFRONT}/checkout-session`,
  `post ${STOREFRONT}/checkout-guest-session`,
  'get /api/v3/storefront/checkout/handoff',
  'get /api/v3/storefront/checkout/session',
  'delete /api/v3/storefront/checkout/session',
  'post /api/v3/storefront/checkout/session/token',
  'post /api/v3/storefront/checkout/session/login',
  'get /api/v3/admin/customers',
  'post /api/v3/admin/customers',
  'get /api/v3/admin/customers/{id}',
  'put /api/v3/admin/customers/{id}',
  'delete /api/v3/admin/customers/{id}',
  'get /api/v3/admin/customers/by-external-id/{externalId}',
  'put /api/v3/admin/customers/by-external-id/{externalId}',
  'put /api/v3/admin/checkouts/{reference}',
  'get /api/v3/admin/checkouts/{reference}',
  'post /api/v3/admin/checkouts/{reference}/complete',
  'delete /api/v3/admin/checkouts/{reference}',
  'get /api/v3/admin/coupons',
  'get /api/v3/admin/coupons/{code}',
  'put /api/v3/admin/coupons/{code}',
  'delete /api/v3/admin/coupons/{code}',
  'get /api/v3/admin/campaigns',
  'get /api/v3/admin/campaigns/{id}',
  'put /api/v3/admin/campaigns/{id}',
  'delete /api/v3/admin/campaigns/{id}',
]

describe('the API description', () => {
  let service: TestService
  let limited: TestService
  let api: ApiDescription
  let operations: DescribedOperation[]
  before(async () => {
    service = await startService('sqlite')
    limited = await service.startPeer({ TRUST_PROXY: '1', NETWORK_RATE_LIMIT: '1', HOLD_RATE_LIMIT: '1' })
    api = await readDescription(service.url)
    operations = operationsOf(api)
  })
  after(async () => {
    await limited.stop()
    await service.stop()
  })

  it('has a unique operationId for every operation', () => {
    const names = operations.map(({ operation }) => operation.operationId)
    assert.deepEqual([...new Set(names)], names)
  })

  it('has the events in a section of their own', () => {
    const inEvents = operations.filter(({ operation }) => operation.tags.includes('Events'))
    assert.deepEqual(
      inEvents.map(({ operation }) => operation.operationId),
      ['countEvents', 'listEvents', 'listHistory'],
    )
  })

  it('lists every endpoint for apps and administrators', () => {
    const listed = operations.map(({ name }) => name)
    assert.deepEqual(
      required.filter(each => !listed.includes(each)),
      [],
    )
  })

  it('lists exactly the methods of each path; HEAD follows from GET', async () => {
    for (const [template, methods] of Object.entries(api.paths)) {
      const taken = []
      for (const method of METHODS.filter(each => each !== 'CONNECT')) {
        const { status } = await sendRaw(service.url, { method, path: addressOf(template), headers: {} })
        assert.notEqual(status, 404, `${method} ${template}`)
        if (status !== 405) taken.push(method.toLowerCase())
      }
      const listed = Object.keys(methods)
      assert.deepEqual(taken.sort(), [...listed, ...(listed.includes('get') ? ['head'] : [])].sort(), template)
    }
  })

  it('requires a token and a scope exactly where the service requires them', async () => {
    for (const { name, method, path, operation } of operations) {
      const anonymous = await service.call(method, path)
      const scopes = requiredScopes(operation)
      assert.equal(anonymous.status === 401, scopes.length > 0, name)
      for (const scope of scopes) {
        const { status } = await service.call(method, path, { token: await tokenWith(scope) })
        assert.ok(![401, 403].includes(status), `${name} with ${scope}: ${status}`)
        const other = await service.call(method, path, { token: await tokenWith(scope, 'another:scope') })
        assert.equal(other.status, 403, `${name} without ${scope}`)
      }
    }
  })

  it('documents 429 exactly where requests are limited', async () => {
    for (const { name, method, path, operation } of operations) {
      const [scope] = requiredScopes(operation)
      const token = scope === undefined ? {} : { token: await tokenWith(scope) }
      // Only holds that are stored count: a second one is under another reference.
      const isHold = operation.operationId === 'holdCheckout'
      const call = { ...token, headers: from(), ...(isHold && { body: await bodyOfHold(service) }) }
      await limited.call(method, isHold ? `${path}-first` : path, call)
      const { status } = await limited.call(method, path, call)
      assert.equal(status === 429, '429' in operation.responses, name)
    }
  })

  it('marks a body as required exactly where a request without one is refused', async () => {
    for (const { name, method, path, operation } of operations.filter(each => each.operation.requestBody)) {
      const [scope = ''] = requiredScopes(operation)
      const { status } = await service.call(method, path, { token: await tokenWith(scope) })
      assert.equal(status === 422, operation.requestBody?.required, name)
    }
  })

  function tokenWith(scope: string, instead = scope): Promise<string> {
    if (scope === 'storefront:cart') return service.token('guest', { scope: instead })
    if (scope === 'storefront:account') return service.token('member', { id: '5', scope: instead })
    return service.token('admin', { scope: instead })
  }
})
