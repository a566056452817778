/** 415: bodies in a media type, coding or charset that an endpoint does not take. The response names what it takes. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { COUPONS, PRODUCTS } from '../../src/api-paths.ts'
import { SCOPES } from '../../src/auth/access.ts'
import { refusalsOf } from '../support/cart/cart.ts'
import { operationsOf, readDescription, requiredScopes } from '../support/docs/openapi.ts'
import { importOver } from '../support/import/http-imports.ts'
import { ids } from '../support/import/shop-file.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'

const JSON_TYPES = 'application/json, application/vnd.api+json'
const names = ['accept', 'accept-post', 'accept-patch', 'accept-encoding']

describe('a body that an endpoint does not take', () => {
  let service: TestService
  let guest: string
  let admin: string
  before(async () => {
    service = await startService('sqlite')
    guest = await service.token('guest')
    admin = await service.token('admin', { scope: SCOPES.join(' ') })
  })
  after(() => service.stop())

  const body = `{"productId":${ids.plain},"quantity":1}`
  const add = (headers: Record<string, string>) => service.call('POST', '/cart-items', { token: guest, body, headers })
  /** The headers of a 415 that name what the endpoint takes. */
  function takenBy(answer: Answer): Record<string, string> {
    assert.deepEqual(refusalsOf(answer), ['415 unsupported_media_type'])
    return Object.fromEntries([...answer.headers].filter(([name]) => names.includes(name)))
  }

  it('is one in another media type, and the response to POST names the media types in Accept-Post', async () => {
    for (const type of [
      'application/xml',
      'text/plain',
      'application/json-patch+json',
      'application/jsonx',
      ';',
      'json',
    ]) {
      assert.deepEqual(takenBy(await add({ 'Content-Type': type })), { 'accept-post': JSON_TYPES }, type)
    }
  })

  it('is JSON:API with any parameter but profile (JSON:API 1.1); an empty parameter is none', async () => {
    const parameters = [
      'charset=utf-8',
      'ext="https://jsonapi.org/ext/atomic"',
      'profile="https://example.com/p"; ext="https://jsonapi.org/ext/atomic"',
      'profile="a"; charset=utf-8',
      'profile',
      'profile=',
      'profile="a',
      'profile=a"; x="b',
      'profiles="a"',
      'x="profile=a"',
      'q=1',
      ' x=y',
      ';x=y',
      'x="a;b"',
    ]
    for (const parameter of parameters) {
      const type = `application/vnd.api+json;${parameter}`
      assert.deepEqual(takenBy(await add({ 'Content-Type': type })), { 'accept-post': JSON_TYPES }, type)
      const upper = `Application/Vnd.API+JSON ;${parameter}`
      assert.deepEqual(takenBy(await add({ 'Content-Type': upper })), { 'accept-post': JSON_TYPES }, upper)
    }
    const taken = [
      ...['', ';', ' ; ;', ';profile="https://example.com/p"', '; PROFILE="a b";', '; profile=a', ';profile=""'],
      ...[
        '; profile="https://example.com/a;ext=1; charset=utf-16"',
        '; profile="a\\"; ext=b"',
        ';profile="a";profile="b"',
      ],
    ]
    for (const parameters of taken) {
      const type = `application/vnd.api+json${parameters}`
      assert.equal((await add({ 'Content-Type': type })).status, 201, type)
    }
    for (const type of ['application/json; charset=utf-8', 'application/json; x=y', 'application/json;']) {
      assert.equal((await add({ 'Content-Type': type })).status, 201, type)
    }
  })

  it('is one with a content coding, and the response names identity in Accept-Encoding (RFC 9110 section 15.5.16)', async () => {
    for (const coding of ['gzip', 'br', 'deflate', 'identity, gzip', 'gzip, identity', 'x']) {
      const answer = await add({ 'Content-Type': 'application/json', 'Content-Encoding': coding })
      assert.deepEqual(takenBy(answer), { 'accept-post': JSON_TYPES, 'accept-encoding': 'identity' }, coding)
    }
    for (const coding of ['identity', ' Identity ', '']) {
      const answer = await add({ 'Content-Type': 'application/json', 'Content-Encoding': coding })
      assert.equal(answer.status, 201, coding)
    }
  })

  it('is one in another charset than UTF-8', async () => {
    const answer = await add({ 'Content-Type': 'application/json; charset=iso-8859-9' })
    assert.deepEqual(takenBy(answer), { 'accept-post': JSON_TYPES })
  })

  it('of PATCH gets Accept-Patch, and of PUT and DELETE Accept', async () => {
    const headers = { 'Content-Type': 'text/plain' }
    const patched = await service.call('PATCH', PRODUCTS, { token: admin, body: '[]', headers })
    assert.deepEqual(takenBy(patched), { 'accept-patch': JSON_TYPES })
    const notes = await service.call('PATCH', '/cart-items/1/notes', { token: guest, body: '{}', headers })
    assert.deepEqual(takenBy(notes), { 'accept-patch': JSON_TYPES })
    const put = await service.call('PUT', `${COUPONS}/X`, { token: admin, body: '{}', headers })
    assert.deepEqual(takenBy(put), { accept: JSON_TYPES })
    const deleted = await service.call('DELETE', '/cart', { token: guest, body: '{}', headers })
    assert.deepEqual(takenBy(deleted), { accept: JSON_TYPES })
  })

  it('of an import is one in another type than JSON, CSV and a workbook', async () => {
    const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    const taken = { 'accept-post': `${JSON_TYPES}, text/csv, ${workbook}` }
    const types = ['text/plain', ';', 'text/csv; charset=utf-16', 'application/vnd.api+json; x=y', 'application/xml']
    for (const type of types) {
      const answer = await importOver(service, '{}', { headers: { 'Content-Type': type } })
      assert.deepEqual(takenBy(answer), taken, type)
    }
    const coded = await importOver(service, '{}', { headers: { 'Content-Encoding': 'gzip' } })
    assert.deepEqual(takenBy(coded), { ...taken, 'accept-encoding': 'identity' })
    for (const type of ['application/vnd.api+json', 'application/json; charset=utf-8', 'application/vnd.api+json;']) {
      assert.equal((await importOver(service, {}, { headers: { 'Content-Type': type } })).status, 200, type)
    }
  })

  it('gets the media types that the API description lists for its operation, and that of JSON:API', async () => {
    const operations = operationsOf(await readDescription(service.url)).filter(
      ({ method, operation }) => /^(POST|PATCH)$/.test(method) && operation.requestBody,
    )
    assert.ok(operations.length > 10)
    for (const { method, path, operation } of operations) {
      const [scope] = requiredScopes(operation)
      const token =
        { 'storefront:cart': guest, 'storefront:account': await service.token('member') }[scope ?? ''] ?? admin
      const headers = { 'Content-Type': 'text/plain', Authorization: scope === undefined ? '' : `Bearer ${token}` }
      const answer = await fetch(service.url + path, { method, body: 'x', headers })
      assert.equal(answer.status, 415, `${method} ${path}`)
      const [json, ...others] = Object.keys(operation.requestBody?.content ?? {})
      assert.equal(json, 'application/json', `${method} ${path}`)
      const taken = [json, 'application/vnd.api+json', ...others].join(', ')
      assert.equal(answer.headers.get(`accept-${method.toLowerCase()}`), taken, `${method} ${path}`)
      const documented = Object.keys(operation.responses[415]?.headers ?? {})
      assert.deepEqual(documented.filter(name => /^accept/i.test(name)).sort(), [
        'Accept-Encoding',
        method === 'POST' ? 'Accept-Post' : 'Accept-Patch',
      ])
    }
  })

  it('is not named by the responses to other errors', async () => {
    const answer = await service.call('POST', '/cart-items', { token: guest, body: '{' })
    assert.deepEqual(refusalsOf(answer), ['400 malformed_json'])
    for (const name of names) assert.equal(answer.headers.get(name), null)
  })

  it('is not looked at when it is empty', async () => {
    const headers = { 'Content-Type': 'application/vnd.api+json; charset=utf-8', 'Content-Encoding': 'gzip' }
    assert.equal((await service.call('DELETE', '/cart', { token: guest, headers })).status, 200)
  })
})
