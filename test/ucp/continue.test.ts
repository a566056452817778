/** The link of an agent's cart: whose cart gets its items, how often, and which links do not open. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { CONTINUE, SESSION } from '../../src/api-paths.ts'
import type { CartDocument } from '../../src/cart/pricing/cart.document.ts'
import { addItem, cartOf, linesOf, type ShownCart } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { type EventData, eventsAfter } from '../support/events/events.ts'
import { customer, ids, product } from '../support/import/shop-file.ts'
import { samples } from '../support/ops/metrics.ts'
import { startService, type TestService } from '../support/service/service.ts'
import {
  type AgentCart,
  assertNotOpened,
  assertOpened,
  createAgentCart,
  openAsNewGuest,
  openLink,
} from '../support/ucp/links.ts'
import { type AgentPlatform, listing, startPlatform } from '../support/ucp/platform.ts'
import { actFor, cookieOf, sessionOf, signIn } from '../support/web-checkout/checkout.ts'

const open = { SatinAlmaSureciUyeliksizBasla: 1, UyelikOlmadanDevamEtGoster: 1 }
const shirt = (overrides: object = {}) =>
  product({ id: ids.plain, name: 'Keten gömlek', price: '199.905', ...overrides })
const coupon = (code: string, overrides: object = {}) => ({ code, discountType: 'percent', value: '10', ...overrides })

for (const engine of engines) {
  describe(`the link of an agent’s cart on ${engine}`, () => {
    let service: TestService
    let platform: AgentPlatform
    let member: string
    let people = 100
    before(async () => {
      platform = await startPlatform()
      service = await startService(engine, listing(platform))
    })
    after(async () => {
      await service.stop()
      await platform.stop()
    })
    beforeEach(async () => {
      const id = ++people
      await service.importShop({ customers: [customer(id)] })
      member = await service.token('member', { id: String(id) })
    })
    const fill = (lines: string[], codes?: string[]) => createAgentCart(service, platform, lines, codes)
    const cartIn = async (cookie?: string) => (await sessionOf(service, cookie)).cart as CartDocument
    const linesIn = async (cookie?: string) => linesOf(await cartIn(cookie))
    const lastId = async () => (await eventsAfter(service)).at(-1)?.id ?? 0
    const eventsOf = async (after: number): Promise<EventData[]> => eventsAfter(service, after)
    const change = async (cookie: string, method: string, path: string, body?: object) =>
      cartOf(await service.call(method, path, { token: await actFor(service, cookie), ...(body && { body }) }))

    it('begins a guest’s session with the items, in their order', async () => {
      const cart = await fill([`${ids.variants}-${ids.smallBlue}×1`, `${ids.plain}×2`])
      const opened = await openLink(service, cart)
      assertOpened(opened)
      assert.match(opened.headers.get('set-cookie') ?? '', /^sepet_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
      const { identity, cart: theirs } = await sessionOf(service, cookieOf(opened))
      assert.equal(identity, 'guest')
      assert.deepEqual(linesOf(theirs as CartDocument), [`${ids.variants}-${ids.smallBlue}×1`, `${ids.plain}×2`])
    })

    it('gives each browser without a session a guest of its own', async () => {
      const cart = await fill([`${ids.plain}×2`])
      const [first, second] = [await openAsNewGuest(service, cart), await openAsNewGuest(service, cart)]
      assert.notEqual(first, second)
      await change(first, 'DELETE', '/cart')
      assert.deepEqual([await linesIn(first), await linesIn(second)], [[], [`${ids.plain}×2`]])
    })

    it('adds to the cart of a member’s session as a merge does, and sets no cookie', async () => {
      await addItem(service, member, ids.plain, 3)
      const cookie = await signIn(service, member)
      const cart = await fill([`${ids.taxFree}×4`, `${ids.plain}×2`])
      const opened = await openLink(service, cart, cookie)
      assertOpened(opened)
      assert.equal(opened.headers.get('set-cookie'), null)
      assert.deepEqual(await linesIn(cookie), [`${ids.plain}×5`, `${ids.taxFree}×4`])
      const cartOfApp = cartOf(await service.call('GET', '/cart', { token: member }))
      assert.deepEqual(linesOf(cartOfApp), [`${ids.plain}×5`, `${ids.taxFree}×4`])
    })

    it('adds to the cart of a guest’s session', async () => {
      const guest = await service.token('guest')
      await addItem(service, guest, ids.plain, 1)
      const cookie = await signIn(service, guest)
      await openLink(service, await fill([`${ids.plain}×2`]), cookie)
      assert.deepEqual(linesOf(cartOf(await service.call('GET', '/cart', { token: guest }))), [`${ids.plain}×3`])
    })

    // Proves: repeated-cart-link
    it('adds nothing a second time, whatever the visitor has done with the cart', async () => {
      const cart = await fill([`${ids.plain}×2`, `${ids.taxFree}×1`])
      const cookie = await openAsNewGuest(service, cart)
      for (const act of [
        async () => {},
        async () => {
          const [line] = (await cartIn(cookie)).included
          await change(cookie, 'DELETE', `/cart-items/${line?.id}`)
        },
        () => change(cookie, 'DELETE', '/cart'),
      ]) {
        await act()
        const seen = await linesIn(cookie)
        const again = await openLink(service, cart, cookie)
        assertOpened(again)
        assert.equal(again.headers.get('set-cookie'), null)
        assert.deepEqual(await linesIn(cookie), seen)
      }
    })

    it('adds of a later revision what exceeds the most that was brought, and takes nothing away', async () => {
      const cart = await fill([`${ids.plain}×3`, `${ids.taxFree}×5`])
      const cookie = await openAsNewGuest(service, cart)
      await cart.update([`${ids.plain}×1`, `${ids.taxFree}×7`, `${ids.variants}-${ids.smallBlue}×1`])
      assertOpened(await openLink(service, cart, cookie))
      const expected = [`${ids.plain}×3`, `${ids.taxFree}×7`, `${ids.variants}-${ids.smallBlue}×1`]
      assert.deepEqual(await linesIn(cookie), expected)
      await change(cookie, 'DELETE', '/cart')
      // Less than once before: nothing. More than ever: the difference alone.
      await cart.update([`${ids.plain}×4`, `${ids.taxFree}×6`])
      await openLink(service, cart, cookie)
      assert.deepEqual(await linesIn(cookie), [`${ids.plain}×1`])
      await cart.update([])
      await openLink(service, cart, cookie)
      assert.deepEqual(await linesIn(cookie), [`${ids.plain}×1`])
    })

    it('never changes the agent’s cart, nor its expiry', async () => {
      const cart = await fill([`${ids.plain}×2`], ['X'])
      const earlier = (await cart.read()).text
      const cookie = await openAsNewGuest(service, cart)
      await openLink(service, cart, cookie)
      await change(cookie, 'DELETE', '/cart')
      assert.equal((await cart.read()).text, earlier)
    })

    it('leaves out what is no longer on sale, and brings it with a later revision', async () => {
      const [gone, stays] = [product({ id: 9_001 }), product({ id: 9_002 })]
      await service.importShop({ products: [gone, stays] })
      const cart = await fill(['9001×1', '9002×1'])
      await service.importShop({ products: [product({ id: 9_001, onSale: false })] })
      const cookie = await openAsNewGuest(service, cart)
      assert.deepEqual(await linesIn(cookie), ['9002×1'])
      await service.importShop({ products: [gone] })
      await openLink(service, cart, cookie)
      assert.deepEqual(await linesIn(cookie), ['9002×1'])
      await cart.update(['9001×1', '9002×1'])
      await openLink(service, cart, cookie)
      assert.deepEqual(await linesIn(cookie), ['9002×1', '9001×1'])
    })

    it('leaves out a product that has got variants, and a variant that was withdrawn', async () => {
      const variants = (...numbers: number[]) => numbers.map(id => ({ id, name: `V${id}`, stock: 5 }))
      await service.importShop({ products: [product({ id: 9_011 }), product({ id: 9_012, variants: variants(1, 2) })] })
      const cart = await fill(['9011×1', '9012-1×1', '9012-2×1'])
      const products = [product({ id: 9_011, variants: variants(1) }), product({ id: 9_012, variants: variants(2) })]
      await service.importShop({ products })
      assert.deepEqual(await linesIn(await openAsNewGuest(service, cart)), ['9012-2×1'])
    })

    it('begins a session, and records no event, where nothing is left to bring', async () => {
      await service.importShop({ products: [product({ id: 9_021 })] })
      const cart = await fill(['9021×1'])
      await service.importShop({ products: [product({ id: 9_021, onSale: false })] })
      const after = await lastId()
      const cookie = await openAsNewGuest(service, cart)
      assert.equal((await sessionOf(service, cookie)).identity, 'guest')
      assert.deepEqual([await linesIn(cookie), await eventsOf(after)], [[], []])
    })

    it('fills a line up to 100,000', async () => {
      await addItem(service, member, ids.plain, 99_999)
      const cookie = await signIn(service, member)
      const cart = await fill([`${ids.plain}×50`])
      await openLink(service, cart, cookie)
      assert.deepEqual(await linesIn(cookie), [`${ids.plain}×100000`])
      await cart.update([`${ids.plain}×51`])
      assertOpened(await openLink(service, cart, cookie))
      assert.deepEqual(await linesIn(cookie), [`${ids.plain}×100000`])
    })

    it('makes the first code that applies the coupon of a cart that has none, once', async () => {
      const coupons = [coupon('BITTI', { endsAt: '2020-01-01T00:00:00Z' }), coupon('YAZ10'), coupon('GÜZ20')]
      await service.importShop({ coupons })
      const appliedIn = async (cookie: string) => (await cartIn(cookie)).data.attributes.appliedCoupon?.code
      const cart = await fill([`${ids.plain}×1`], ['YOK', 'bitti', 'yaz10', 'GÜZ20'])
      const cookie = await openAsNewGuest(service, cart)
      assert.equal(await appliedIn(cookie), 'YAZ10')
      await change(cookie, 'DELETE', '/cart/coupon')
      await cart.update([`${ids.plain}×2`], ['yaz10'])
      await openLink(service, cart, cookie)
      assert.deepEqual([await linesIn(cookie), await appliedIn(cookie)], [[`${ids.plain}×2`], undefined])
      await cart.update([`${ids.plain}×2`], ['güz20'])
      await openLink(service, cart, cookie)
      assert.equal(await appliedIn(cookie), 'GÜZ20')
    })

    it('keeps the coupon that the visitor’s cart has, valid or not', async () => {
      await service.importShop({
        coupons: [coupon('YAZ10'), coupon('KIS15', { conditions: { minimumTotal: '99999' } })],
      })
      await service.call('POST', '/cart/coupon', { token: member, body: { couponCode: 'KIS15' } })
      const cookie = await signIn(service, member)
      await openLink(service, await fill([`${ids.plain}×1`], ['YAZ10']), cookie)
      assert.equal((await cartIn(cookie)).data.attributes.appliedCoupon, undefined)
      const { json } = await service.call('GET', '/cart', { token: member })
      assert.equal((json as ShownCart).data.meta?.coupon?.code, 'KIS15')
    })

    it('records one event for what was brought, about the owner of the visitor’s cart', async () => {
      const cart = await fill([`${ids.plain}×1`, `${ids.taxFree}×1`])
      await cart.update([`${ids.plain}×2`, `${ids.taxFree}×1`])
      const cookie = await signIn(service, member)
      const after = await lastId()
      await openLink(service, cart, cookie)
      await openLink(service, cart, cookie)
      const [event, ...others] = await eventsOf(after)
      assert.deepEqual(others, [])
      const { type, actor, subject, data } = event as EventData
      const owner = `member:${people}`
      assert.deepEqual([type, actor, subject, data], ['ucp_cart.continued', owner, owner, { lines: 2, revision: 2 }])
    })

    it('counts openings by what became of them', async () => {
      const names = ['continued', 'repeated', 'gone', 'closed', 'unavailable']
      const countsOf = async () => {
        const of = await samples(service)
        return names.map(name => of(`sepet_ucp_requests_total{operation="continue",outcome="${name}"}`) ?? 0)
      }
      const earlier = await countsOf()
      const cart = await fill([`${ids.plain}×1`])
      const cookie = await openAsNewGuest(service, cart)
      await openLink(service, cart, cookie)
      await openLink(service, cart, cookie)
      await openLink(service, { link: `${CONTINUE}?c=x` })
      const counted = (await countsOf()).map((count, index) => count - (earlier[index] ?? 0))
      assert.deepEqual(counted, [1, 2, 1, 0, 0])
    })

    it('is dead once the cart is cancelled, with a session and without one', async () => {
      const cart = await fill([`${ids.plain}×1`])
      const cookie = await openAsNewGuest(service, cart)
      await change(cookie, 'DELETE', '/cart')
      await cart.cancel()
      assertNotOpened(await openLink(service, cart, cookie), 'gone')
      assertNotOpened(await openLink(service, cart), 'gone')
      assert.deepEqual(await linesIn(cookie), [])
      assert.equal((await sessionOf(service, cookie)).identity, 'guest')
    })

    it('is dead once the cart has expired, whatever was opened before', async () => {
      const cart = await fill([`${ids.plain}×1`])
      const cookie = await openAsNewGuest(service, cart)
      const { expires_at } = (await cart.read()).json as { expires_at: string }
      for (const [ms, isOpen] of [
        [-1, true],
        [0, false],
      ] as const) {
        const peer = await service.startPeer({}, () => Date.parse(expires_at) + ms)
        // The session has expired long before the cart.
        const opened = await openLink(peer, cart, cookie)
        if (isOpen) assertOpened(opened)
        else assertNotOpened(opened, 'gone')
        await peer.stop()
      }
    })

    // Proves: repeated-parameter
    it('is dead for anything that is no code of a living cart', async () => {
      const { id, link } = await fill([`${ids.plain}×1`])
      const code = link.split('c=')[1] ?? ''
      const queries = ['', '?', '?c', '?c=', '?c=x', `?c=${'x'.repeat(32)}`, `?c=${'x'.repeat(8_000)}`, `?c=${id}`]
      const altered = [`?c=${code}A`, `?c=${code.slice(1)}`, `?c=${code}%00`, `?c=%20${code}`, `?c=${code}&c=${code}`]
      const forms = [`?c[]=${code}`, `?c[c]=${code}`, `?C=${code}`, `?t=${code}`, '?c=%zz', '?c=%ff', `?c=ucp:${code}`]
      for (const query of [...queries, ...altered, ...forms]) {
        assertNotOpened(await service.call('GET', `${CONTINUE}${query}`), 'gone')
      }
      for (const path of [`/ucp/v1/carts/${code}`]) {
        const { json } = await service.call('GET', path, { headers: { 'UCP-Agent': platform.agent } })
        assert.equal((json as { ucp: { status: string } }).ucp.status, 'error')
      }
    })

    it('needs the guest gate for a browser without a session, and not for one with a session', async () => {
      const cart = await fill([`${ids.plain}×1`])
      const guest = await openAsNewGuest(service, await fill([`${ids.taxFree}×1`]))
      for (const closed of ['SatinAlmaSureciUyeliksizBasla', 'UyelikOlmadanDevamEtGoster']) {
        await service.importShop({ shop: { settings: { ...open, [closed]: 0 } } })
        assertNotOpened(await openLink(service, cart), 'closed')
        assertNotOpened(await openLink(service, cart, 'sepet_session=x'), 'closed')
        assertNotOpened(await openLink(service, { link: `${CONTINUE}?c=x` }), 'gone')
      }
      const cookie = await signIn(service, member)
      assertOpened(await openLink(service, cart, cookie))
      assertOpened(await openLink(service, cart, guest))
      assert.deepEqual(
        [await linesIn(cookie), await linesIn(guest)],
        [[`${ids.plain}×1`], [`${ids.taxFree}×1`, `${ids.plain}×1`]],
      )
      await service.importShop({ shop: { settings: open } })
      await openAsNewGuest(service, cart)
    })

    it('takes the session of a customer who was banned, or of a guest who was merged, for none', async () => {
      const cart = await fill([`${ids.plain}×1`])
      const banned = await signIn(service, member)
      await service.importShop({ customers: [customer(people, { status: 'banned' })] })
      const guest = await service.token('guest')
      const merged = await signIn(service, guest)
      const other = await service.token('member', { id: String(ids.otherMember) })
      cartOf(await service.call('POST', '/cart/merge', { token: other, body: { guestToken: guest } }))
      for (const cookie of [banned, merged]) {
        const opened = await openLink(service, cart, cookie)
        assertOpened(opened)
        assert.notEqual(cookieOf(opened), cookie)
        assert.equal((await sessionOf(service, cookieOf(opened))).identity, 'guest')
        assert.deepEqual(await linesIn(cookieOf(opened)), [`${ids.plain}×1`])
      }
      assert.deepEqual(linesOf(cartOf(await service.call('GET', '/cart', { token: other }))), [])
    })

    // Proves: prefetched-link
    it('does nothing at HEAD, at a prefetch, or with content', async () => {
      const cart = await fill([`${ids.plain}×1`])
      const cookie = await signIn(service, member)
      const marks = ['Sec-Purpose: prefetch;prerender', 'Purpose: prefetch', 'X-Purpose: preview', 'X-Moz: prefetch']
      const headers = marks.map(mark => Object.fromEntries([mark.split(': ')]) as Record<string, string>)
      const answers = [
        await service.call('HEAD', cart.link, { headers: { Cookie: cookie } }),
        await service.call('HEAD', cart.link),
        ...(await Promise.all(
          headers.flatMap(each => [openLink(service, cart, cookie, each), openLink(service, cart, undefined, each)]),
        )),
      ]
      for (const answer of answers) {
        assertOpened(answer)
        assert.equal(answer.headers.get('set-cookie'), null)
      }
      assert.deepEqual(await linesIn(cookie), [])
      const { sessions } = await service.database.kysely
        .selectFrom('ucp_brought')
        .select(({ fn }) => fn.countAll<number>().as('sessions'))
        .where('cart_id', '=', `member:${people}`)
        .executeTakeFirstOrThrow()
      assert.equal(Number(sessions), 0)
    })

    it('answers other methods with 405 and no body', async () => {
      const { link } = await fill([`${ids.plain}×1`])
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
        const { status, headers, text } = await service.call(method, link)
        assert.deepEqual([status, headers.get('allow'), text], [405, 'GET, HEAD', ''], method)
      }
    })

    // Proves: agents-cart-names
    it('is in no log, event or list, and nobody gets the cart’s id from it', async () => {
      const cart: AgentCart = await fill([`${ids.plain}×1`])
      const code = cart.link.split('c=')[1] ?? ''
      const cookie = await openAsNewGuest(service, cart)
      await cart.cancel()
      await openLink(service, cart, cookie)
      const refused = service.log
        .map(line => JSON.parse(line) as Record<string, unknown>)
        .filter(({ msg }) => msg === 'cart link refused')
      assert.deepEqual([refused.at(-1)?.reason, refused.at(-1)?.ip], ['gone', '127.0.0.1'])
      const lists = JSON.stringify([await eventsAfter(service), service.log, await service.call('GET', '/metrics')])
      for (const secret of [code, cart.id]) assert.ok(!lists.includes(secret))
      assert.ok(!code.includes(cart.id.slice(0, 12)))
    })

    it('shows the products on the page it leads to', async () => {
      await service.importShop({ products: [shirt()] })
      const cookie = await openAsNewGuest(service, await fill([`${ids.plain}×2`]))
      const { text } = await service.call('GET', '/sepet', { headers: { Cookie: cookie } })
      assert.match(text, /Misafir olarak[\s\S]*Keten gömlek/)
      const session = await service.call('GET', SESSION, { headers: { Cookie: cookie } })
      assert.equal(session.status, 200)
    })
  })
}

describe('links of agents’ carts', () => {
  it('can be opened thirty times a minute per address, counted apart from handoffs; then 429 has a Retry-After', async () => {
    const service = await startService('sqlite', { HANDOFF_RATE_LIMIT: '', TRUST_PROXY: '1' })
    const call = (path: string, ip: string) => service.call('GET', path, { headers: { 'X-Forwarded-For': ip } })
    for (let i = 0; i < 30; i++) await call('/api/v3/storefront/checkout/handoff?t=x', '192.0.2.1')
    for (let i = 0; i < 30; i++) assertNotOpened(await call(`${CONTINUE}?c=x`, '192.0.2.1'), 'gone')
    const { status, text, headers } = await call(`${CONTINUE}?c=x`, '192.0.2.1')
    assert.deepEqual([status, text, headers.get('location'), headers.get('set-cookie')], [429, '', null, null])
    assert.match(headers.get('retry-after') ?? '', /^([1-9]|[1-5]\d|60)$/)
    assert.deepEqual([headers.get('cache-control'), headers.get('referrer-policy')], ['no-store', 'no-referrer'])
    assertNotOpened(await call(`${CONTINUE}?c=x`, '192.0.2.2'), 'gone')
    await service.stop()
  })

  it('bring up to CART_MAX_LINES lines, and equal lines beyond', async () => {
    const platform = await startPlatform()
    const service = await startService('sqlite', listing(platform))
    const small = await service.startPeer({ CART_MAX_LINES: '2' })
    const cart = await createAgentCart(service, platform, [
      `${ids.plain}×1`,
      `${ids.taxFree}×1`,
      `${ids.variants}-${ids.smallBlue}×1`,
    ])
    const linesIn = async (cookie: string) => linesOf((await sessionOf(service, cookie)).cart as CartDocument)
    assert.deepEqual(await linesIn(await openAsNewGuest(small, cart)), [`${ids.plain}×1`, `${ids.taxFree}×1`])
    const member = await service.token('member', { id: String(ids.member) })
    for (const [id, variant] of [[ids.soldOut], [ids.variants, ids.smallBlue]] as const)
      await addItem(service, member, id, 1, variant)
    const cookie = await signIn(service, member)
    assertOpened(await openLink(small, cart, cookie))
    assert.deepEqual(await linesIn(cookie), [`${ids.soldOut}×1`, `${ids.variants}-${ids.smallBlue}×2`])
    await small.stop()
    await service.stop()
    await platform.stop()
  })

  it('are 404 while the agents’ door is closed', async () => {
    const service = await startService('sqlite', { UCP_ENABLED: 'false' })
    assert.equal((await service.call('GET', `${CONTINUE}?c=${'x'.repeat(32)}`)).status, 404)
    await service.stop()
  })
})
