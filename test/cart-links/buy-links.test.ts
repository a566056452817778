/** Links to carts that anybody writes: `/buy/101:1,102-1021:2?coupon=YAZ10&continue_to=/yaz`. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { CartDocument } from '../../src/cart/pricing/cart.document.ts'
import { prune } from '../../src/jobs/prune.ts'
import { DAY_MS } from '../../src/units.ts'
import { addItem, cartOf, linesOf } from '../support/cart/cart.ts'
import { assertDead, assertLeadsTo, open, openAsNewGuest } from '../support/cart-links/links.ts'
import { engines } from '../support/database/engines.ts'
import { sendBytes } from '../support/http/raw-http.ts'
import { customer, ids, product } from '../support/import/shop-file.ts'
import { samples } from '../support/ops/metrics.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { actFor, cookieOf, sessionOf, signIn } from '../support/web-checkout/checkout.ts'

/** The origin of the service's `PUBLIC_URL`. */
const SHOP = 'http://shop.test'

const encoded = (id: string) => `~${Buffer.from(id).toString('base64url')}`
const blue = `${ids.variants}-${ids.smallBlue}`

for (const engine of engines) {
  describe(`links that name items on ${engine}`, () => {
    let service: TestService
    let member: string
    let people = 100
    before(async () => {
      service = await startService(engine, { UCP_ENABLED: 'false' })
      const coupons = [
        { code: 'YAZ10', discountType: 'percent', value: '10' },
        { code: 'GÜZ20', discountType: 'percent', value: '20' },
      ]
      await service.importShop({ coupons })
    })
    after(() => service.stop())
    beforeEach(async () => {
      await service.importShop({ customers: [customer(++people)] })
      member = await service.token('member', { id: String(people) })
    })
    const cartIn = async (cookie?: string) => (await sessionOf(service, cookie)).cart as CartDocument
    const linesIn = async (cookie?: string) => linesOf(await cartIn(cookie))
    const couponIn = async (cookie?: string) => (await cartIn(cookie)).data.attributes.appliedCoupon?.code
    const linesOfNew = async (link: string) => linesIn(await openAsNewGuest(service, link))

    it('bring the items with their quantities, in their order, by 303', async () => {
      const opened = await open(service, `/buy/${blue}:1,${ids.plain}:2`)
      assert.equal(opened.status, 303)
      assertLeadsTo(opened, '/sepet')
      assert.deepEqual(await linesIn(cookieOf(opened)), [`${blue}×1`, `${ids.plain}×2`])
    })

    it('redirect to the default path when the request cannot be read', async () => {
      const target = `/buy/${ids.plain}:1`
      const unread = [
        `GET ${target} HTTP/1.1\r\nHost: shop\r\nX-A: ${'x'.repeat(20_000)}\r\n\r\n`,
        `GET ${target} HTTP/1.1\r\nHost: shop\r\nnonsense\r\n\r\n`,
        `FOO ${target} HTTP/1.1\r\nHost: shop\r\n\r\n`,
      ]
      for (const request of unread) {
        const { status, headers, body } = await sendBytes(service.url, Buffer.from(request))
        assert.deepEqual([status, headers.location, body], [302, '/sepet?continue=gone', ''])
      }
    })

    it('sum an item that they name twice, and take at most 100,000 of one', async () => {
      assert.deepEqual(await linesOfNew(`/buy/${ids.plain}:2,${ids.taxFree}:1,${ids.plain}:3`), [
        `${ids.plain}×5`,
        `${ids.taxFree}×1`,
      ])
      assert.deepEqual(await linesOfNew(`/buy/${ids.plain}:${'9'.repeat(400)}`), [`${ids.plain}×100000`])
    })

    it('leave out what cannot be had: unknown, off sale, out of stock, without the variant', async () => {
      const wrong = [
        77_777,
        ids.offSale,
        ids.soldOut,
        ids.variants,
        `${ids.plain}-1`,
        `${ids.variants}-${ids.largeBlue}`,
      ]
      const link = `/buy/${[...wrong, 'x', encoded('~ ş'), '0', '01'].map(id => `${id}:1`).join()},${ids.plain}:1`
      assert.deepEqual(await linesOfNew(link), [`${ids.plain}×1`])
      assert.deepEqual(await linesOfNew('/buy/77777:1'), [])
    })

    it('bring each piece once for each cart, however they are written; after a week, or an order of everything, anew', async () => {
      await addItem(service, member, ids.plain, 1)
      const cookie = await signIn(service, member)
      const same = [`/buy/${ids.plain}:2,${blue}:1?coupon=`, `/buy/${blue}:1,${ids.plain}:1,${ids.plain}:1`]
      const more = [`/buy/${encoded(String(ids.plain))}:2,${blue}:1`, `/buy/${ids.plain}%3A2%2C${blue}%3A1?x=1`]
      for (const link of [...same, ...more]) assertLeadsTo(await open(service, link, cookie), '/sepet')
      assert.deepEqual(await linesIn(cookie), [`${ids.plain}×3`, `${blue}×1`])
      cartOf(await service.call('DELETE', '/cart', { token: await actFor(service, cookie) }))
      await open(service, same[0] ?? '', cookie)
      assert.deepEqual(await linesIn(cookie), [])
      const later = Date.now() + 7 * DAY_MS + 60_000
      await prune(service.database, later, { guestCartTtlDays: 0, eventRetentionDays: 90 })
      const again = await signIn(service, member)
      await open(service, same[0] ?? '', again)
      assert.deepEqual(await linesIn(again), [`${ids.plain}×2`, `${blue}×1`])
    })

    it('bring once when they are opened many times at once, over two instances', async () => {
      const peer = await service.startPeer({ UCP_ENABLED: 'false' })
      const cookie = await signIn(service, member)
      const link = `/buy/${ids.plain}:2`
      await Promise.all(Array.from({ length: 20 }, (_, n) => open(n % 2 === 0 ? service : peer, link, cookie)))
      assert.deepEqual(await linesIn(cookie), [`${ids.plain}×2`])
      await peer.stop()
    })

    it('give their coupon to a cart that has none, and open without one that is unknown', async () => {
      const link = `/buy/${ids.plain}:1`
      const withCoupon = async (query: string) => couponIn(await openAsNewGuest(service, `${link}?${query}`))
      assert.equal(await withCoupon('coupon=yaz10'), 'YAZ10')
      assert.equal(await withCoupon('discounts/codes/0=g%C3%BCz20'), 'GÜZ20')
      assert.equal(await withCoupon('/discounts/codes/0=YAZ10&buyer/email=a@example.com'), 'YAZ10')
      assert.equal(await withCoupon('coupon=YAZ10&discounts/codes/0=G%C3%9CZ20'), 'YAZ10')
      for (const none of ['coupon=YOKTUR', 'coupon=', 'coupon=%20', `coupon=${'x'.repeat(300)}`, 'coupon=%00']) {
        assert.equal(await withCoupon(none), undefined)
      }
      const cookie = await openAsNewGuest(service, `${link}?coupon=YAZ10`)
      await open(service, `/buy/${ids.taxFree}:1?coupon=G%C3%9CZ20`, cookie)
      assert.equal(await couponIn(cookie), 'YAZ10')
    })

    it('without items bring their coupon alone, and lead where they say', async () => {
      const opened = await open(service, '/buy/?discounts/codes/0=YAZ10&context/postal_code=34000&continue_to=/yaz')
      assert.equal(opened.status, 303)
      assertLeadsTo(opened, '/yaz')
      assert.deepEqual(await linesIn(cookieOf(opened)), [])
      await open(service, `/buy/${ids.plain}:1`, cookieOf(opened))
      assert.equal(await couponIn(cookieOf(opened)), 'YAZ10')
      assertLeadsTo(await open(service, '/buy/?continue_to=//evil.example'), '/sepet')
      for (const none of ['/buy/', '/buy/?', '/buy/?context/postal_code=34000', '/buy/?utm_source=mail']) {
        assertDead(await open(service, none))
      }
    })

    it('of 2048 octets are taken, and other fields of the protocol are ignored, however often they are written', async () => {
      const fields =
        'buyer/email=a%40example.com&buyer/email=b&/buyer/email=c&line_items/0/quantity=9&discounts/codes/1=GUZ20'
      const link = `/buy/${ids.plain}:1?${fields}&totals/0/amount=0&`
      const opened = await open(service, `${link}x=${'x'.repeat(2_048 - SHOP.length - link.length - 2)}`)
      assertLeadsTo(opened, '/sepet')
      assert.deepEqual(await linesIn(cookieOf(opened)), [`${ids.plain}×1`])
      assert.equal(await couponIn(cookieOf(opened)), undefined)
    })

    // Proves: foreign-buy-link
    it('lead to a path of the same site, and to no other', async () => {
      const destination = async (to: string) =>
        (await open(service, `/buy/${ids.plain}:1?continue_to=${to}`)).headers.get('location')
      assert.equal(await destination('/koleksiyon/yaz'), '/koleksiyon/yaz')
      assert.equal(
        await destination('%2Fyaz%3Fsayfa%3D2%23alt&utm_source=mail&gclid=x'),
        '/yaz?sayfa=2&utm_source=mail#alt',
      )
      assert.equal(await destination('/a/../b/%25C3%25A7'), '/b/%C3%A7')
      assert.equal(await destination(`${SHOP}/yaz?x=1`), '/yaz?x=1')
      for (const rest of ['', '@evil.example/', '.evil.example/', '//evil.example', '/\\\\evil.example']) {
        assert.equal(await destination(encodeURIComponent(SHOP + rest)), '/sepet', rest)
      }
      const elsewhere = ['//evil.example', 'https://evil.example', '/%5Cevil.example', '/%09/evil.example', 'evil', '']
      const disguised = ['/.//evil.example', '/%252e//evil.example', '/a/..//evil.example', '/%0d%0aSet-Cookie:x=1']
      const schemes = [
        'javascript:alert(1)',
        '/x?u=https://evil.example',
        `/${'x'.repeat(2_100)}`,
        '%5C%5Cevil.example',
      ]
      for (const to of [...elsewhere, ...disguised, ...schemes]) assert.equal(await destination(to), '/sepet', to)
    })

    it('are dead where they are malformed, and change nothing', async () => {
      const cookie = await signIn(service, member)
      const id = ids.plain
      const items = [
        '',
        'x',
        `${id}`,
        `${id}:`,
        `${id}:0`,
        `${id}:01`,
        `${id}:-1`,
        `${id}:1.5`,
        `${id}:1,`,
        `,${id}:1`,
        `${id}:1:1`,
      ]
      const tokens = [
        '~:1',
        '~a:1',
        '~YQ==:1',
        `~${Buffer.from([0xff]).toString('base64url')}:1`,
        '~AA:1',
        'a%20b:1',
        'ş:1',
        '%zz',
        '%ff:1',
      ]
      const queries = ['coupon=A&coupon=B', 'continue_to=/a&continue_to=/b', 'discounts/codes/0=A&/discounts/codes/0=B']
      const links = [...items, ...tokens, `${id}:1/`, `${id}:1/x`].map(
        each => `/buy/${encodeURI(each).replaceAll('%25', '%')}`,
      )
      for (const link of [...links, ...queries.map(query => `/buy/${id}:1?${query}`)]) {
        const answer = await open(service, link, cookie)
        if (!link.endsWith('/x') && !link.endsWith('1/')) assertDead(answer)
        assert.ok(answer.status < 500)
      }
      assert.deepEqual(await linesIn(cookie), [])
    })

    // Proves: unasked-cart-link
    it('do nothing for HEAD, prefetches and requests of pages, and take no other method', async () => {
      const link = `/buy/${ids.plain}:1`
      const cookie = await signIn(service, member)
      const marks = ['Sec-Purpose: prefetch', 'X-Purpose: preview', 'Sec-Fetch-Dest: image', 'Sec-Fetch-Dest: iframe']
      const answers = [await service.call('HEAD', link, { headers: { Cookie: cookie } })]
      for (const mark of marks) answers.push(await open(service, link, cookie, Object.fromEntries([mark.split(': ')])))
      for (const answer of answers) assertLeadsTo(answer, '/sepet')
      assert.deepEqual(await linesIn(cookie), [])
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
        assert.equal((await service.call(method, link)).status, 405)
    })

    it('need the guest gate for a browser without a session', async () => {
      const settings = { SatinAlmaSureciUyeliksizBasla: 1, UyelikOlmadanDevamEtGoster: 1 }
      await service.importShop({ shop: { settings: { ...settings, SatinAlmaSureciUyeliksizBasla: 0 } } })
      const link = `/buy/${ids.plain}:1`
      assertDead(await open(service, link), 'closed')
      const cookie = await signIn(service, member)
      assertLeadsTo(await open(service, link, cookie), '/sepet')
      assert.deepEqual(await linesIn(cookie), [`${ids.plain}×1`])
      await service.importShop({ shop: { settings } })
    })

    it('name items by their SKUs where UCP_ITEM_ID says so', async () => {
      await service.importShop({
        products: [
          product({ id: 9_001, sku: 'A/B, ş' }),
          product({ id: 9_002, sku: 'TWICE' }),
          product({ id: 9_003, sku: 'TWICE' }),
        ],
      })
      const peer = await service.startPeer({ UCP_ITEM_ID: 'sku' })
      const opened = await open(peer, `/buy/${encoded('A/B, ş')}:2,TAX-FREE:1,TWICE:1,${ids.plain}:1,OFF:1`)
      assert.deepEqual(await linesIn(cookieOf(opened)), ['9001×2', `${ids.taxFree}×1`])
      await peer.stop()
    })

    it('are counted by what became of them', async () => {
      const countsOf = async () => {
        const of = await samples(service)
        return ['continued', 'repeated', 'gone'].map(
          name => of(`sepet_cart_links_total{kind="buy",outcome="${name}"}`) ?? 0,
        )
      }
      const earlier = await countsOf()
      const cookie = await openAsNewGuest(service, `/buy/${ids.plain}:1`)
      await open(service, `/buy/${ids.plain}:1`, cookie)
      await open(service, '/buy/x')
      assert.deepEqual(
        (await countsOf()).map((count, index) => count - (earlier[index] ?? 0)),
        [1, 1, 1],
      )
    })
  })
}

describe('limits of links to carts', () => {
  it('are thirty openings a minute per address, of each kind by itself', async () => {
    const service = await startService('sqlite', { CART_LINK_RATE_LIMIT: '', TRUST_PROXY: '1' })
    const call = (path: string, ip: string) => service.call('GET', path, { headers: { 'X-Forwarded-For': ip } })
    for (const path of ['/buy/x', '/api/v3/storefront/checkout/cart-link?c=x']) {
      for (let i = 0; i < 30; i++) assertDead(await call(path, '192.0.2.1'))
      const { status, text, headers } = await call(path, '192.0.2.1')
      assert.deepEqual([status, text, headers.get('location')], [429, '', null])
      assert.match(headers.get('retry-after') ?? '', /^([1-9]|[1-5]\d|60)$/)
      assertDead(await call(path, '192.0.2.2'))
    }
    await service.stop()
  })

  // Proves: guessed-coupon-link
  it('are those of unknown coupon codes, too: further ones bring nothing, known ones count nothing', async () => {
    const service = await startService('sqlite', { COUPON_IP_RATE_LIMIT: '2' })
    await service.importShop({ coupons: [{ code: 'YAZ10', discountType: 'percent', value: '10' }] })
    const statusOf = async (code: string) => (await service.call('GET', `/buy/${ids.plain}:1?coupon=${code}`)).status
    const codes = ['YAZ10', 'YAZ10', 'YAZ10', 'A', 'B', 'C', 'D']
    const statuses: number[] = []
    for (const code of codes) statuses.push(await statusOf(code))
    assert.deepEqual(statuses, [303, 303, 303, 303, 303, 429, 429])
    assert.equal((await service.call('GET', `/buy/${ids.plain}:1`)).status, 303)
    await service.stop()
  })
})
