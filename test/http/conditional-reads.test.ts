/** Conditional reads of carts and sessions: the tag of a body, and 304 for a client that has the body. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { SESSION, STOREFRONT } from '../../src/api-paths.ts'
import { addItem, cartOf, refusalsOf } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { sendBytes, sendRaw } from '../support/http/raw-http.ts'
import { ids, product } from '../support/import/shop-file.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'
import { sessionOf, signIn } from '../support/web-checkout/checkout.ts'

const ORIGIN = 'https://shop.example.com'
/** Headers that only a response with a body has. */
const OF_BODIES = ['content-type', 'content-length', 'transfer-encoding']

/** A read of a cart or a session, with the credential that it needs. */
interface Read {
  path: string
  headers: Record<string, string>
}

const tagOf = ({ headers }: Answer): string => headers.get('etag') ?? ''
/** The headers besides those that differ between any two responses. */
const stableHeaders = ({ headers }: Answer) => [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name))

for (const engine of engines) {
  describe(`a conditional read on ${engine}`, () => {
    let service: TestService
    let guest: string
    let reads: Record<'cart' | 'session', Read>
    before(async () => {
      service = await startService(engine, { CORS_ORIGINS: ORIGIN })
      guest = await service.token('guest')
      await addItem(service, guest, ids.plain, 2)
      reads = {
        cart: { path: '/cart', headers: { Authorization: `Bearer ${guest}` } },
        session: { path: SESSION, headers: { Cookie: await signIn(service, guest) } },
      }
    })
    after(() => service.stop())

    const ask = ({ path, headers }: Read, noneMatch?: string, method = 'GET', { call } = service) =>
      call(method, path, { headers: { ...headers, ...(noneMatch !== undefined && { 'If-None-Match': noneMatch }) } })
    const assertKnown = ({ status, text }: Answer, what = '') => assert.deepEqual([status, text, what], [304, '', what])

    for (const resource of ['cart', 'session'] as const) {
      it(`of the ${resource} is answered with 304 and the other headers of the 200, without a body`, async () => {
        const whole = await ask(reads[resource])
        assert.equal(whole.status, 200)
        assert.match(tagOf(whole), /^"[0-9a-f]{16}"$/)
        const known = await ask(reads[resource], tagOf(whole))
        assertKnown(known)
        assert.deepEqual(
          stableHeaders(known),
          stableHeaders(whole).filter(([name]) => !OF_BODIES.includes(name)),
        )
        assert.equal(known.headers.get('cache-control'), 'no-store')
      })

      it(`of the ${resource} takes a list, weak tags and any tag`, async () => {
        const tag = tagOf(await ask(reads[resource]))
        for (const header of [`"a", ${tag}`, `W/${tag}`, `"a,b" , W/${tag},`, '*']) {
          assertKnown(await ask(reads[resource], header), header)
        }
      })

      it(`of the ${resource} is answered in full for other tags and for malformed headers of any size`, async () => {
        const whole = await ask(reads[resource])
        const tag = tagOf(whole)
        const garbage = ['"', '"",', ',', 'W/', '\\"', '*,'].map(each => each.repeat(12_000 / each.length))
        for (const header of [
          '"a"',
          tag.slice(1, -1),
          `${tag}, *`,
          `${tag} x`,
          '',
          ...garbage,
          `${garbage[1]}${tag}x`,
        ]) {
          const answer = await ask(reads[resource], header)
          assert.deepEqual([answer.status, answer.text, tagOf(answer)], [200, whole.text, tag], header.slice(0, 50))
        }
      })

      it(`of the ${resource} by HEAD has the status and the tag of GET`, async () => {
        const tag = tagOf(await ask(reads[resource]))
        const whole = await ask(reads[resource], undefined, 'HEAD')
        assert.deepEqual([whole.status, whole.text, tagOf(whole)], [200, '', tag])
        const known = await ask(reads[resource], tag, 'HEAD')
        assertKnown(known)
        assert.deepEqual([tagOf(known), known.headers.get('content-type')], [tag, null])
      })

      it(`of the ${resource} leaves the connection usable for the next response`, async () => {
        const { path, headers } = reads[resource]
        const target = path === SESSION ? path : `${STOREFRONT}${path}`
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
        const request = (method: string, more: string) =>
          `${method} ${target} HTTP/1.1\r\nHost: x\r\n${lines.join('')}${more}\r\n`
        const requests = [
          request('GET', 'If-None-Match: *\r\n'),
          request('HEAD', 'If-None-Match: *\r\n'),
          request('GET', 'If-None-Match: *\r\nConnection: close\r\n'),
        ]
        const { status, body } = await sendBytes(service.url, Buffer.from(requests.join('')))
        assert.equal(status, 304)
        const heads = body.split('\r\n\r\n').filter(text => text !== '')
        assert.deepEqual(
          heads.map(head => head.split('\r\n')[0]),
          Array(2).fill('HTTP/1.1 304 Not Modified'),
        )
      })
    }

    it('takes the tags of several If-None-Match headers', async () => {
      const tag = tagOf(await ask(reads.cart))
      const headers = { ...reads.cart.headers, 'If-None-Match': '"a"', 'if-none-match': tag }
      const { status } = await sendRaw(service.url, { method: 'GET', path: `${STOREFRONT}/cart`, headers })
      assert.equal(status, 304)
    })

    it('is answered in full as soon as the cart, its price or its stock has changed', async () => {
      const token = await service.token('guest')
      const read: Read = { path: '/cart', headers: { Authorization: `Bearer ${token}` } }
      const shop = (changes: object) =>
        service.importShop({ products: [product({ id: 301, price: '10.00', stock: 5, ...changes })] })
      await shop({})
      const tags = [tagOf(await ask(read))]
      const item = await addItem(service, token, 301)
      const steps: (() => Promise<unknown>)[] = [
        async () => {},
        () => service.call('PATCH', `/cart-items/${item}`, { token, body: { quantity: 2 } }),
        () => service.call('PATCH', `/cart-items/${item}/notes`, { token, body: { giftPackage: true } }),
        () => shop({ price: '10.01' }),
        () => shop({ price: '10.01', stock: 4 }),
      ]
      for (const step of steps) {
        await step()
        const whole = await ask(read, tags.join(', '))
        assert.equal(whole.status, 200)
        assertKnown(await ask(read, tagOf(whole)))
        tags.push(tagOf(whole))
      }
      assert.equal(new Set(tags).size, tags.length)
      await service.call('DELETE', '/cart', { token })
      assertKnown(await ask(read, tags[0]))
    })

    it('of a session is answered in full when the session has ended', async () => {
      const cookie = await signIn(service, await service.token('guest'))
      const read: Read = { path: SESSION, headers: { Cookie: cookie } }
      const tag = tagOf(await ask(read))
      await service.call('DELETE', SESSION, { headers: { Cookie: cookie } })
      const ended = await ask(read, tag)
      assert.deepEqual([ended.status, ended.json], [200, { identity: 'none' }])
      assert.deepEqual(await sessionOf(service, cookie), { identity: 'none' })
    })

    it('is refused like a read without a condition', async () => {
      const [merged, member] = [await service.token('guest'), await service.token('member', { id: String(ids.member) })]
      await addItem(service, merged, ids.plain)
      const read: Read = { path: '/cart', headers: { Authorization: `Bearer ${merged}` } }
      const tag = tagOf(await ask(read))
      cartOf(await service.call('POST', '/cart/merge', { token: member, body: { guestToken: merged } }))
      for (const header of [tag, '*']) {
        const refused = await ask(read, header)
        assert.deepEqual(refusalsOf(refused), ['401 guest_cancelled'])
        assert.equal(tagOf(refused), '')
        assert.deepEqual(refusalsOf(await service.call('GET', '/cart', { headers: { 'If-None-Match': header } })), [
          '401 token_missing',
        ])
      }
    })

    it('is no condition of a write to a cart: If-None-Match is refused there, and nothing is written', async () => {
      const token = await service.token('guest')
      const body = { productId: ids.plain, quantity: 1 }
      for (const value of ['*', '"aaaaaaaaaaaaaaaa"']) {
        const headers = { 'If-None-Match': value }
        const added = await service.call('POST', '/cart-items', { token, headers, body })
        const emptied = await service.call('DELETE', '/cart', { token, headers })
        assert.deepEqual([added.status, emptied.status], [400, 400])
      }
      assert.equal(cartOf(await service.call('GET', '/cart', { token })).data.attributes.totalQuantity, 0)
    })

    it('is refused where it cannot be honoured: If-Match of reads, and * of reads without tags', async () => {
      const token = await service.token('admin', { scope: 'customers:read' })
      const status = async (headers: Record<string, string>) =>
        (await service.call('GET', '/api/v3/admin/customers', { token, headers })).status
      assert.equal(await status({ 'If-Match': '*' }), 400)
      assert.equal(await status({ 'If-None-Match': '*' }), 400)
      assert.equal(await status({ 'If-None-Match': '"aaaaaaaaaaaaaaaa"' }), 200)
      assert.equal(await status({ 'If-Modified-Since': new Date().toUTCString() }), 200)
    })

    it('is possible for pages of a configured origin', async () => {
      const preflight = await service.call('OPTIONS', '/cart', {
        headers: {
          Origin: ORIGIN,
          'Access-Control-Request-Method': 'GET',
          'Access-Control-Request-Headers': 'authorization, if-none-match',
        },
      })
      assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /if-none-match/i)
      const known = await ask({ ...reads.cart, headers: { ...reads.cart.headers, Origin: ORIGIN } }, '*')
      assertKnown(known)
      assert.equal(known.headers.get('access-control-allow-origin'), ORIGIN)
      assert.match(known.headers.get('access-control-expose-headers') ?? '', /\bETag\b/)
    })

    it('counts against the limits of carts and of sessions', async () => {
      const limited = await service.startPeer({ CART_RATE_LIMIT: '3', SESSION_RATE_LIMIT: '3' })
      for (const read of [reads.cart, reads.session]) {
        const statuses: number[] = []
        for (let n = 0; n < 4; n++) statuses.push((await ask(read, '*', 'GET', limited)).status)
        assert.deepEqual(statuses, [304, 304, 304, 429])
      }
      await limited.stop()
    })
  })
}
