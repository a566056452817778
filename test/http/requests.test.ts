/** The HTTP interface: paths, methods, bodies and protocol errors. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { STOREFRONT } from '../../src/api-paths.ts'
import { refusalsOf } from '../support/cart/cart.ts'
import { sendBytes, sendRaw } from '../support/http/raw-http.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

describe('the HTTP interface', () => {
  let service: TestService
  let token: string
  before(async () => {
    service = await startService('sqlite', { CORS_ORIGINS: 'https://shop.example.com' })
    token = await service.token('guest')
  })
  after(() => service.stop())

  it('answers 404 with an error document for an unknown path or version', async () => {
    for (const path of ['/', '/cart/', '/nope', '/api/v3/storefront/2025-01/cart', '/api/v3/storefront/2026-01/CART']) {
      const answer = await service.call('GET', path, { token })
      assert.deepEqual(refusalsOf(answer), ['404 not_found'])
      assert.equal(answer.headers.get('content-type'), 'application/json')
    }
  })

  // Proves: other-methods
  it('answers 405 with Allow for a method that the path does not support, with any token and any body', async () => {
    const allowed = {
      '/cart': 'GET, HEAD, DELETE',
      '/cart-items': 'POST',
      '/cart-items/1': 'PATCH, DELETE',
      '/cart/merge': 'POST',
    }
    for (const [path, allow] of Object.entries(allowed)) {
      const answer = await service.call('PUT', path, { body: '{broken', headers: { 'Content-Type': 'text/plain' } })
      assert.deepEqual(refusalsOf(answer), ['405 method_not_allowed'])
      assert.equal(answer.headers.get('allow'), allow)
      assert.equal(answer.headers.get('content-type'), 'application/vnd.api+json')
    }
    for (const method of ['PROPFIND', 'TRACE', 'LINK', 'PURGE', 'QUERY']) {
      const { status, headers } = await sendRaw(service.url, { method, path: `${STOREFRONT}/cart`, headers: {} })
      assert.deepEqual([status, headers.allow], [405, 'GET, HEAD, DELETE'], method)
    }
  })

  it('answers HEAD like GET, without a body', async () => {
    const answer = await service.call('HEAD', '/cart', { token })
    assert.deepEqual([answer.status, answer.text], [200, ''])
  })

  // Proves: no-caching
  it('forbids caching and content sniffing in every response', async () => {
    for (const path of ['/cart', '/nope', '/health/live']) {
      const { headers } = await service.call('GET', path, { token })
      assert.deepEqual([headers.get('cache-control'), headers.get('x-content-type-options')], ['no-store', 'nosniff'])
    }
  })

  it('allows browsers to call the storefront from configured origins only', async () => {
    const preflight = (Origin: string) =>
      service.call('OPTIONS', '/cart', {
        headers: {
          Origin,
          'Access-Control-Request-Method': 'DELETE',
          'Access-Control-Request-Headers': 'authorization',
        },
      })
    const answer = await preflight('https://shop.example.com')
    assert.equal(answer.status, 204)
    assert.equal(answer.headers.get('access-control-allow-origin'), 'https://shop.example.com')
    assert.match(answer.headers.get('access-control-allow-methods') ?? '', /DELETE/)
    const foreign = (await preflight('https://evil.example')).headers.get('access-control-allow-origin')
    assert.ok(foreign !== 'https://evil.example' && foreign !== '*')
    const refused = await service.call('GET', '/cart', { headers: { Origin: 'https://shop.example.com' } })
    assert.equal(refused.status, 401)
    assert.equal(refused.headers.get('access-control-allow-origin'), 'https://shop.example.com')
  })

  it('answers 415 for a body with an unsupported media type, coding or charset', async () => {
    for (const headers of [
      { 'Content-Type': 'application/xml' },
      { 'Content-Type': 'application/json; charset=iso-8859-9' },
      { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
    ]) {
      const answer = await service.call('POST', '/cart-items', { token, body: '{}', headers })
      assert.deepEqual(refusalsOf(answer), ['415 unsupported_media_type'])
    }
  })

  it('treats an empty body as no body, with any media type', async () => {
    for (const headers of [
      { 'Content-Type': 'text/plain' },
      { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': '0' },
      { 'Content-Type': 'application/json' },
      { 'Content-Type': 'text/plain; charset=iso-8859-1', 'Content-Encoding': 'gzip' },
      { 'Content-Type': 'application/json; charset=iso-8859-9' },
    ]) {
      assert.equal((await service.call('DELETE', '/cart', { token, headers })).status, 200)
    }
  })

  it('answers 404 for an unknown item id of any length', async () => {
    for (const length of [100, 101, 5_000]) {
      const path = `/cart-items/${'a'.repeat(length)}`
      assert.deepEqual(refusalsOf(await service.call('DELETE', path, { token })), ['404 item_not_found'])
      assert.deepEqual(refusalsOf(await service.call('DELETE', path)), ['401 token_missing'])
    }
  })

  // Proves: unreadable-bytes
  it('reads a body of 64 KiB, and answers 413 for one byte more', async () => {
    const body = (bytes: number) =>
      `{"productId":${ids.plain},"quantity":1,"x":"${'x'.repeat(bytes - 40)}"}`.padEnd(bytes)
    assert.equal((await service.call('POST', '/cart-items', { token, body: body(65_536) })).status, 201)
    const answer = await service.call('POST', '/cart-items', { token, body: body(65_537) })
    assert.deepEqual(refusalsOf(answer), ['413 payload_too_large'])
  })

  // Proves: unreadable-bytes
  it('answers bytes that are not HTTP with an error document, and closes the connection', async () => {
    const broken = await sendRaw(service.url, { method: 'GE T', path: '/', headers: {} })
    assert.deepEqual([broken.status, JSON.parse(broken.body).errors[0].code], [400, 'malformed_request'])
    const tls = await sendBytes(service.url, Buffer.from('\x16\x03\x01\x02\x00', 'latin1'))
    assert.deepEqual([tls.status, JSON.parse(tls.body).errors[0].code], [400, 'malformed_request'])
    const big = await sendRaw(service.url, { method: 'GET', path: '/', headers: { 'X-Big': 'x'.repeat(20_000) } })
    assert.deepEqual([big.status, JSON.parse(big.body).errors[0].code], [431, 'headers_too_large'])
  })

  it('answers 400 for a path that is not percent-encoded UTF-8', async () => {
    const answer = await sendRaw(service.url, { method: 'GET', path: `${STOREFRONT}/cart-items/%C0%AF`, headers: {} })
    assert.deepEqual([answer.status, JSON.parse(answer.body).errors[0].code], [400, 'malformed_request'])
  })
})
