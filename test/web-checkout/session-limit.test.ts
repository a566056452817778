/** Rate limit of the session endpoint and the reference pages: per session if there is one, else per client network. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { SESSION, STOREFRONT } from '../../src/api-paths.ts'
import { readConfig } from '../../src/config/config.ts'
import { refusalsOf } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { sendBytes } from '../support/http/raw-http.ts'
import { ids } from '../support/import/shop-file.ts'
import { sample } from '../support/ops/metrics.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'
import { signIn } from '../support/web-checkout/checkout.ts'

const LIMIT = 5
const PAGES = ['/sepet', '/odeme', '/checkout/adim-2', '/order', '/uye-siparisleri']

/** A random cookie in the format of a session cookie. */
const unknownCookie = () => `sepet_session=${randomBytes(32).toString('base64url')}`

function assertLimited({ status, headers }: Answer): void {
  assert.equal(status, 429)
  assert.match(headers.get('retry-after') ?? '', /^([1-9]|[1-5]\d|60)$/)
  assert.equal(headers.get('cache-control'), 'no-store')
}

for (const engine of engines) {
  describe(`the rate limit of web sessions on ${engine}`, () => {
    let service: TestService
    let addresses = 0
    before(async () => {
      service = await startService(engine, { SESSION_RATE_LIMIT: String(LIMIT), TRUST_PROXY: '1' })
    })
    after(() => service.stop())

    const newAddress = () => `192.0.2.${++addresses}`
    const signInMember = async () => signIn(service, await service.token('member', { id: String(ids.member) }))
    const ask = (address: string, Cookie?: string, path = SESSION, method = 'GET') =>
      service.call(method, path, { headers: { 'X-Forwarded-For': address, ...(Cookie !== undefined && { Cookie }) } })
    const useUp = async (request: (n: number) => Promise<Answer>) => {
      for (let n = 0; n < LIMIT; n++) assert.equal((await request(n)).status, 200)
      assertLimited(await request(LIMIT))
    }

    // Proves: unknown-sessions
    it('counts unknown cookies per address, and does not limit a session from that address', async () => {
      const [address, cookie] = [newAddress(), await signInMember()]
      const cookies = ['', 'sepet_session=', 'sepet_session=%00', `sepet_session=${'x'.repeat(4000)}`]
      await useUp(n => ask(address, cookies[n] ?? unknownCookie()))
      for (let n = 0; n < 3; n++) assertLimited(await ask(address, unknownCookie()))
      assertLimited(await ask(address))
      assert.equal((await ask(newAddress(), unknownCookie())).status, 200)
      const shopper = await ask(address, cookie)
      assert.deepEqual([shopper.status, (shopper.json as { identity: string }).identity], [200, 'member'])
    })

    // Proves: unknown-sessions
    it('counts a session over all addresses, for the endpoint and the pages together', async () => {
      const [one, other] = [await signInMember(), await signInMember()]
      const address = newAddress()
      await useUp(n => ask(newAddress(), one, [SESSION, ...PAGES][n]))
      assertLimited(await ask(address, one))
      for (const path of PAGES) assertLimited(await ask(address, one, path))
      assert.equal((await ask(address, other)).status, 200)
      assert.equal((await ask(address)).status, 200)
    })

    it('counts an ended session per address', async () => {
      const guest = await service.token('guest')
      const [address, cookie] = [newAddress(), await signIn(service, guest)]
      await useUp(() => ask(newAddress(), cookie))
      await service.database.kysely.deleteFrom('web_sessions').execute()
      await useUp(() => ask(address, cookie))
    })

    it('counts an IPv6 network as one client', async () => {
      const neighbours = ['2001:db8::1', '2001:DB8:0:0::1', '2001:db8:0:0:ffff::', '2001:db8::8:7']
      await useUp(n => ask(neighbours[n % 4] ?? '', unknownCookie()))
      assert.equal((await ask('2001:db8:0:1::1', unknownCookie())).status, 200)
    })

    it('counts HEAD requests, and requests that are refused for another reason', async () => {
      const address = newAddress()
      const withoutHost = `GET ${SESSION} HTTP/1.1\r\nX-Forwarded-For: ${address}\r\nConnection: close\r\n\r\n`
      for (let n = 0; n < LIMIT - 1; n++) {
        assert.equal((await sendBytes(service.url, Buffer.from(withoutHost))).status, 400)
      }
      assert.equal((await ask(address, unknownCookie(), '/sepet', 'HEAD')).status, 200)
      assertLimited(await ask(address, undefined, '/sepet', 'HEAD'))
      assert.equal((await sendBytes(service.url, Buffer.from(withoutHost))).status, 429)
    })

    it('answers 429 with an error document at the endpoint, and with a page at the pages', async () => {
      const address = newAddress()
      await useUp(() => ask(address))
      const session = await ask(address)
      assert.deepEqual(refusalsOf(session), ['429 rate_limited'])
      assert.equal(session.headers.get('content-type'), 'application/json')
      for (const path of PAGES) {
        const { headers, text } = await ask(address, undefined, path)
        assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
        assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'self'/)
        assert.match(text, /<h1>Kısa sürede çok fazla istek geldi<\/h1>/)
        assert.doesNotMatch(text, /Müşteri|Oturum/)
        const english = { 'X-Forwarded-For': address, 'Accept-Language': 'en-US,en;q=0.5' }
        const page = await service.call('GET', path, { headers: english })
        assertLimited(page)
        assert.equal(page.headers.get('content-language'), 'en')
        assert.equal(page.headers.get('vary'), 'Cookie, Accept-Language')
        assert.match(page.text, /<html lang="en">[\s\S]*<h1>Too many requests came within a short time<\/h1>/)
      }
    })

    it('does not limit the stylesheet, images, health checks and requests with access tokens', async () => {
      const address = newAddress()
      await useUp(() => ask(address))
      for (const path of ['/assets/sepet.css', '/images/placeholder.png', '/health/live']) {
        for (let n = 0; n < LIMIT + 1; n++) assert.equal((await ask(address, undefined, path)).status, 200)
      }
      const token = await service.token('guest')
      const headers = { 'X-Forwarded-For': address }
      assert.equal((await service.call('GET', `${STOREFRONT}/cart`, { token, headers })).status, 200)
    })

    it('increments its metric for each refusal', async () => {
      const count = async () => (await sample(service, 'sepet_rate_limited_total{limit="session"}')) ?? 0
      const [address, earlier] = [newAddress(), await count()]
      await useUp(() => ask(address))
      assertLimited(await ask(address, undefined, '/sepet'))
      assert.equal(await count(), earlier + 2)
    })
  })
}

it('the rate limit of web sessions is 600 a minute by default, and off at 0', async () => {
  assert.equal(readConfig({}).SESSION_RATE_LIMIT, 600)
  const service = await startService('sqlite', { SESSION_RATE_LIMIT: '0' })
  for (let n = 0; n < 2 * LIMIT; n++) assert.equal((await service.call('GET', SESSION)).status, 200)
  await service.stop()
})
