/** GET /openapi.json against the service that serves it: what it lists is there and is all there is, and asks for what it says. */

import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { type ApiDescription, type Operation, readDescription } from './support/openapi.ts'
import { sendRaw } from './support/raw-http.ts'
import { startService, type TestService } from './support/service.ts'

const STOREFRONT = '/api/v3/storefront/2026-01'

/** The endpoints that apps and administrators are promised. */
const promised = [
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
  `post ${STOREFRONT}/checkout-session`,
  `post ${STOREFRONT}/checkout-guest-session`,
  'get /api/v3/storefront/checkout/handoff',
  'get /api/v3/storefront/checkout/session',
  'get /api/v3/admin/customers',
  'post /api/v3/admin/customers',
  'get /api/v3/admin/customers/{id}',
  'put /api/v3/admin/customers/{id}',
  'delete /api/v3/admin/customers/{id}',
]

interface Described {
  name: string
  method: string
  path: string
  operation: Operation
}

describe('the API description', () => {
  let service: TestService
  let limited: TestService
  let api: ApiDescription
  let operations: Described[]
  before(async () => {
    const everything = { CART_RATE_LIMIT: '1', COUPON_RATE_LIMIT: '1', ISSUE_RATE_LIMIT: '1', HANDOFF_RATE_LIMIT: '1' }
    service = await startService('sqlite')
    limited = await service.startPeer(everything)
    api = await readDescription(service.url)
    operations = operationsOf(api)
  })
  after(async () => {
    await limited.stop()
    await service.stop()
  })

  it('is an OpenAPI 3.1 document', async () => {
    const result = await new Validator().validate({ ...api })
    assert.deepEqual(result, { valid: true })
  })

  it('names every operation once', () => {
    const names = operations.map(({ operation }) => operation.operationId)
    assert.deepEqual([...new Set(names)], names)
  })

  it('lists every promised endpoint', () => {
    const listed = operations.map(({ name }) => name)
    assert.deepEqual(
      promised.filter(each => !listed.includes(each)),
      [],
    )
  })

  it('lists exactly the methods that each path takes; HEAD goes with GET', async () => {
    for (const [template, methods] of Object.entries(api.paths)) {
      const taken = []
      for (const method of METHODS.filter(each => each !== 'CONNECT')) {
        const { status } = await sendRaw(service.url, { method, path: fill(template), headers: {} })
        assert.notEqual(status, 404, `${method} ${template}`)
        if (status !== 405) taken.push(method.toLowerCase())
      }
      const listed = Object.keys(methods)
      assert.deepEqual(taken.sort(), [...listed, ...(listed.includes('get') ? ['head'] : [])].sort(), template)
    }
  })

  it('asks for a token where the service does, and for the scope that opens the door', async () => {
    for (const { name, method, path, operation } of operations) {
      const anonymous = await service.call(method, path)
      const scopes = operation.security.flatMap(({ accessToken = [] }) => accessToken)
      assert.equal(anonymous.status === 401, scopes.length > 0, name)
      for (const scope of scopes) {
        const { status } = await service.call(method, path, { token: await tokenWith(scope) })
        assert.ok(![401, 403].includes(status), `${name} with ${scope}: ${status}`)
        const other = await service.call(method, path, { token: await tokenWith(scope, 'another:scope') })
        assert.equal(other.status, 403, `${name} without ${scope}`)
      }
    }
  })

  it('says 429 exactly where requests are limited', async () => {
    for (const { name, method, path, operation } of operations) {
      const [scope] = operation.security.flatMap(({ accessToken = [] }) => accessToken)
      const token = scope === undefined ? {} : { token: await tokenWith(scope) }
      await limited.call(method, path, token)
      const { status } = await limited.call(method, path, token)
      assert.equal(status === 429, '429' in operation.responses, name)
    }
  })

  it('says of a body that it is required exactly where a request without one is refused', async () => {
    for (const { name, method, path, operation } of operations.filter(each => each.operation.requestBody)) {
      const [scope = ''] = operation.security.flatMap(({ accessToken = [] }) => accessToken)
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

function operationsOf(api: ApiDescription): Described[] {
  return Object.entries(api.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method} ${template}`,
      method: method.toUpperCase(),
      path: fill(template),
      operation,
    })),
  )
}

function fill(template: string): string {
  return template
    .replace('{file}', 'keten-gomlek.png')
    .replace('{id}', '9999')
    .replace(/\{\w+\}/, 'x')
}
