/** Redirects: no call of the clients follows one, and the error is that of a response which is not from Sepet. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createClient, createShopperClient, isNetworkError, type Send, SepetError } from 'sepet-client'
import { createAdminClient } from 'sepet-client/admin'
import { callsWith, errorOf } from '../support/cart/client-calls.ts'
import { type Redirector, startRedirector } from '../support/http/redirector.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService } from '../support/service/service.ts'

const TOKEN = 'eyJ.eyJzdWIiOiJndWVzdDoxIn0.c2ln'

describe('a redirect', () => {
  let redirector: Redirector
  before(async () => {
    redirector = await startRedirector()
  })
  after(() => redirector.stop())
  beforeEach(() => {
    redirector.use({})
    for (const list of [redirector.asked, redirector.leaked]) list.length = 0
  })

  /** The error of a call, which has sent one request and nothing to the other address. */
  const redirectOf = async (call: () => Promise<unknown>, name = ''): Promise<SepetError> => {
    redirector.asked.length = 0
    const error = await errorOf(call())
    assert.ok(error instanceof SepetError, `${name}: ${error}`)
    assert.equal(isNetworkError(error), false, name)
    assert.deepEqual([redirector.asked.length, redirector.leaked], [1, []], `${name}: ${redirector.asked}`)
    return error
  }
  const cartOf = (options: { fetch?: Send } = {}) =>
    createClient({ baseUrl: redirector.url, token: TOKEN, ...options }).cart

  // Proves: redirected-client
  it('is followed by no call of any client, and ends each at once', async () => {
    const calls = callsWith({ baseUrl: redirector.url, token: TOKEN, retry: {} })
    for (const [name, call] of Object.entries(calls)) {
      const { status, codes } = await redirectOf(call, name)
      assert.deepEqual([status, codes], [307, []], name)
    }
  })

  it('is followed by no call through an own `fetch` that passes the request on', async () => {
    const fetch: Send = request => globalThis.fetch(request)
    const calls = callsWith({ baseUrl: redirector.url, token: TOKEN, retry: {}, fetch })
    for (const [name, call] of Object.entries(calls)) assert.equal((await redirectOf(call, name)).status, 307, name)
  })

  // Proves: redirected-client
  it('is followed by no call of `api`, also if the app asks for it', async () => {
    const options = { baseUrl: redirector.url, token: TOKEN }
    const clients = [createClient(options), createShopperClient(options), createAdminClient(options)]
    for (const { api } of clients) {
      const path = '/api/v3/storefront/2026-01/cart'
      await redirectOf(() => api.GET(path, { redirect: 'follow' }))
      await redirectOf(() => api.POST('/api/v3/storefront/2026-01/cart/coupon', { body: { couponCode: 'X' } }))
    }
  })

  it('does not get the guest’s token at its renewal', async () => {
    const stored = { accessToken: TOKEN, expiresAt: '2020-01-01T00:00:00.000Z', receivedAt: 0 }
    const storage = { read: () => JSON.stringify(stored), write: () => {} }
    const { cart } = createShopperClient({ baseUrl: redirector.url, storage })
    await redirectOf(() => cart.read())
    assert.deepEqual(redirector.asked, ['POST /api/v3/storefront/2026-01/guest-tokens'])
  })

  it('is an error with each status, and to the same origin, to no address, and to one that is none', async () => {
    const cart = cartOf()
    for (const status of [301, 302, 303, 307, 308]) {
      for (const location of [`${redirector.target}/x`, '/login', '', 'http://', 'javascript:alert(1)']) {
        redirector.use({ status, location })
        assert.equal((await redirectOf(() => cart.addItem({ productId: 1, quantity: 1 }), location)).status, status)
      }
    }
  })

  it('names the origin of the other address in its error, and neither the rest of it nor the token', async () => {
    const cart = cartOf()
    const location = `${redirector.target}/secret-path?secret=query#secret`
    redirector.use({ location })
    const { message } = await redirectOf(() => cart.read())
    assert.equal(message, `Not a response of Sepet: a redirect to ${redirector.target}, which is not followed`)
    redirector.use({ location: 'HTTPS://user:secret@WWW.shop.example.com:443/x' })
    const named = 'Not a response of Sepet: a redirect to https://www.shop.example.com, which is not followed'
    assert.equal((await redirectOf(() => cart.read())).message, named)
    redirector.use({ location: '/login' })
    const plain = 'Not a response of Sepet: a redirect, which is not followed'
    assert.equal((await redirectOf(() => cart.read())).message, plain)
  })

  it('ends a call although its body never ends', async () => {
    redirector.use({ isEndless: true })
    await redirectOf(() => cartOf().read())
    await redirectOf(() => createAdminClient({ baseUrl: redirector.url, token: TOKEN }).imports.csv('sku'))
  })

  it('leaves the last cart to screens, like a service that cannot be reached', async t => {
    const service = await startService('sqlite')
    t.after(() => service.stop())
    const token = await service.token('guest')
    let address = service.url
    const fetch: Send = request =>
      globalThis.fetch(new Request(address + request.url.slice(service.url.length), request))
    const { cart } = createClient({ baseUrl: service.url, token, fetch })
    await cart.addItem({ productId: ids.plain, quantity: 2 })
    address = redirector.url
    const { isStale, cart: shown } = await cart.readLatest()
    assert.deepEqual([isStale, shown.totalQuantity, redirector.leaked], [true, 2, []])
  })

  it('that an own `fetch` has followed all the same is an error too', async () => {
    const fetch: Send = ({ url, method }) => globalThis.fetch(url, { method })
    const error = await errorOf(cartOf({ fetch }).read())
    assert.ok(error instanceof SepetError && !isNetworkError(error))
    assert.match(error.message, RegExp(`a redirect to ${redirector.target},`))
  })
})

describe('a platform that follows redirects whatever the request says, as React Native does', () => {
  /** Answers as if the request had been redirected to a URL. */
  const platformAt = (url: string) => async () => {
    const response = new Response('{"data":{}}', { headers: { 'Content-Type': 'application/json' } })
    return Object.defineProperties(response, { url: { value: url }, redirected: { value: undefined } })
  }
  const BASE = 'https://shop.example.com'
  const messageAt = async (url: string, baseUrl = BASE) => {
    const { fetch } = globalThis
    globalThis.fetch = platformAt(url)
    try {
      const error = await errorOf(createClient({ baseUrl, token: TOKEN }).cart.read())
      assert.ok(error instanceof SepetError && !isNetworkError(error))
      return error.message
    } finally {
      globalThis.fetch = fetch
    }
  }

  // Proves: redirected-client
  it('gives a response of another origin, which is an error', async () => {
    for (const url of [
      'https://evil.example/api',
      'http://shop.example.com/api',
      'https://shop.example.com:444/api',
      'https://shop.example.com.evil.example/api',
      'https://shop.example.com@evil.example/api',
    ]) {
      assert.match(await messageAt(url), /: a redirect to https?:\/\/[\w.:]+, which is not followed$/, url)
    }
  })

  it('gives a response of the same origin in any spelling, or of none, which is read', async () => {
    for (const [url, baseUrl] of [
      [`${BASE}/api/v3/storefront/2026-01/cart`, BASE],
      ['HTTPS://SHOP.EXAMPLE.COM:443/x', BASE],
      [`${BASE}?x=https://evil.example`, BASE],
      ['http://localhost/x', 'http://localhost:80'],
      ['', BASE],
      ['file:///x', BASE],
    ] as const) {
      assert.equal(await messageAt(url, baseUrl), 'Not a response of Sepet: HTTP status 200', url)
    }
  })
})
