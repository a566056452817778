/** Links to carts that the shop makes: what they contain, who may open them, how often, and until when. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { CART_LINK, CUSTOMERS } from '../../src/api-paths.ts'
import type { CartDocument } from '../../src/cart/pricing/cart.document.ts'
import { prune } from '../../src/jobs/prune.ts'
import { DAY_MS } from '../../src/units.ts'
import { addItem, cartOf, linesOf, refusalsOf } from '../support/cart/cart.ts'
import { askForLink, assertDead, assertLeadsTo, makeLink, open, openAsNewGuest } from '../support/cart-links/links.ts'
import { engines } from '../support/database/engines.ts'
import { eventsAfter } from '../support/events/events.ts'
import { customer, ids, product } from '../support/import/shop-file.ts'
import { samples } from '../support/ops/metrics.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { actFor, cookieOf, logIn, sessionOf, signIn } from '../support/web-checkout/checkout.ts'

const openGate = { SatinAlmaSureciUyeliksizBasla: 1, UyelikOlmadanDevamEtGoster: 1 }
const two = { lines: [{ productId: ids.plain, quantity: 2 }] }

for (const engine of engines) {
  describe(`links to carts that the shop makes on ${engine}`, () => {
    let service: TestService
    let member: string
    let people = 100
    before(async () => {
      service = await startService(engine, { UCP_ENABLED: 'false' })
    })
    after(() => service.stop())
    beforeEach(async () => {
      await service.importShop({ customers: [customer(++people)] })
      member = await service.token('member', { id: String(people) })
    })
    const cartIn = async (cookie?: string) => (await sessionOf(service, cookie)).cart as CartDocument
    const linesIn = async (cookie?: string) => linesOf(await cartIn(cookie))
    const couponIn = async (cookie?: string) => (await cartIn(cookie)).data.attributes.appliedCoupon?.code
    const refusedFor = async (body: object) => refusalsOf(await askForLink(service, body))
    const later = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

    it('bring their lines to a new guest, in their order, for seven days', async () => {
      const { status, json } = await askForLink(service, {
        lines: [
          { productId: ids.variants, variantId: ids.smallBlue, quantity: 1 },
          { productId: ids.plain, variantId: null, quantity: 2 },
        ],
      })
      assert.equal(status, 201)
      const { url, expiresAt, ...rest } = (json as { data: { url: string; expiresAt: string } }).data
      assert.deepEqual(rest, {})
      assert.match(url, /^http:\/\/shop\.test\/api\/v3\/storefront\/checkout\/cart-link\?c=[\w-]{32}$/)
      assert.ok(Math.abs(Date.parse(expiresAt) - Date.now() - 7 * DAY_MS) < DAY_MS / 2)
      const cookie = await openAsNewGuest(service, url.slice('http://shop.test'.length))
      assert.equal((await sessionOf(service, cookie)).identity, 'guest')
      assert.deepEqual(await linesIn(cookie), [`${ids.variants}-${ids.smallBlue}×1`, `${ids.plain}×2`])
    })

    it('are made from the lines of a cart as it is then, without notes, owner and coupon', async () => {
      await service.importShop({ coupons: [{ code: 'YAZ10', discountType: 'percent', value: '10' }] })
      const itemId = await addItem(service, member, ids.plain, 3)
      await service.call('PATCH', `/cart-items/${itemId}`, { token: member, body: { orderNote: 'Kapıya bırakın' } })
      await service.call('POST', '/cart/coupon', { token: member, body: { couponCode: 'YAZ10' } })
      const link = await makeLink(service, { subject: `member:${people}` })
      await addItem(service, member, ids.taxFree, 1)
      const cookie = await openAsNewGuest(service, link)
      const cart = await cartIn(cookie)
      assert.deepEqual([linesOf(cart), await couponIn(cookie)], [[`${ids.plain}×3`], undefined])
      assert.ok(!JSON.stringify(cart).includes('Kapıya'))
      const admin = await service.token('admin')
      assert.equal((await service.call('DELETE', `${CUSTOMERS}/${people}`, { token: admin })).status, 204)
      const other = await open(service, link)
      assertLeadsTo(other, '/sepet')
      assert.deepEqual(await linesIn(cookieOf(other)), [`${ids.plain}×3`])
      const stored = await service.database.kysely.selectFrom('cart_links').selectAll().execute()
      for (const secret of [`member:${people}`, link.split('c=')[1] ?? ''])
        assert.ok(!JSON.stringify(stored).includes(secret))
    })

    it('are made from the cart of a guest, and leave out products that are deleted', async () => {
      await service.importShop({ products: [product({ id: 9_001 })] })
      const guest = await service.token('guest')
      await addItem(service, guest, ids.plain, 1)
      await addItem(service, guest, 9_001, 1)
      const { sub } = JSON.parse(Buffer.from(guest.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }
      const link = await makeLink(service, { subject: sub.toUpperCase().replace('GUEST', 'guest') })
      await service.importShop({ products: [product({ id: 9_001, onSale: false })] })
      assert.deepEqual(await linesIn(await openAsNewGuest(service, link)), [`${ids.plain}×1`])
    })

    it('add to the cart of a member once, also to one that was emptied, and record no event', async () => {
      await addItem(service, member, ids.plain, 3)
      const cookie = await signIn(service, member)
      const link = await makeLink(service, two)
      const last = (await eventsAfter(service)).at(-1)?.id ?? 0
      const opened = await open(service, link, cookie)
      assertLeadsTo(opened, '/sepet')
      assert.equal(opened.headers.get('set-cookie'), null)
      assertLeadsTo(await open(service, link, cookie), '/sepet')
      assert.deepEqual(await linesIn(cookie), [`${ids.plain}×5`])
      cartOf(await service.call('DELETE', '/cart', { token: await actFor(service, cookie) }))
      await open(service, link, cookie)
      assert.deepEqual(await linesIn(cookie), [])
      assert.deepEqual(
        (await eventsAfter(service, last)).filter(({ type }) => type.startsWith('ucp')),
        [],
      )
    })

    it('give a coupon to a cart that has none, also one that is for the visitor alone', async () => {
      const coupons = [
        { code: 'ÖZEL', discountType: 'percent', value: '10', audience: { customerIds: [people] } },
        { code: 'KIŞ', discountType: 'percent', value: '5' },
        { code: 'BİTTİ', discountType: 'percent', value: '5', endsAt: '2020-01-01T00:00:00Z' },
      ]
      await service.importShop({ coupons })
      const cookie = await signIn(service, member)
      await open(service, await makeLink(service, { ...two, couponCode: 'bitti' }), cookie)
      assert.equal(await couponIn(cookie), undefined)
      await open(service, await makeLink(service, { ...two, couponCode: 'özel' }), cookie)
      assert.equal(await couponIn(cookie), 'ÖZEL')
      await open(service, await makeLink(service, { ...two, couponCode: 'KIŞ' }), cookie)
      assert.equal(await couponIn(cookie), 'ÖZEL')
    })

    it('bring something to as many visitors as they have uses; those may open them again', async () => {
      const link = await makeLink(service, { ...two, uses: 2 })
      const [first, second] = [await openAsNewGuest(service, link), await openAsNewGuest(service, link)]
      assertDead(await open(service, link))
      const cookie = await signIn(service, member)
      assertDead(await open(service, link, cookie))
      assert.deepEqual(await linesIn(cookie), [])
      for (const had of [first, second]) assertLeadsTo(await open(service, link, had), '/sepet')
      const answer = await logIn(service, { customerId: people }, first)
      assert.equal(answer.status, 200, answer.text)
      assertLeadsTo(await open(service, link, cookieOf(answer)), '/sepet')
      assert.deepEqual(await linesIn(cookieOf(answer)), [`${ids.plain}×2`])
    })

    // Proves: spent-cart-link
    it('spend the last use on one of many visitors at once, over two instances', async () => {
      const peer = await service.startPeer({ UCP_ENABLED: 'false' })
      const link = await makeLink(service, { ...two, uses: 3 })
      const opened = await Promise.all(Array.from({ length: 20 }, (_, n) => open(n % 2 === 0 ? service : peer, link)))
      const cookies = opened.flatMap(answer => cookieOf(answer) ?? [])
      assert.equal(cookies.length, 3)
      for (const cookie of cookies) assert.deepEqual(await linesIn(cookie), [`${ids.plain}×2`])
      for (const answer of opened) if (!cookieOf(answer)) assertDead(answer)
      await peer.stop()
    })

    it('spend no use on a visitor who gets nothing', async () => {
      await service.importShop({ products: [product({ id: 9_002, onSale: false })] })
      const link = await makeLink(service, { lines: [{ productId: 9_002, quantity: 1 }], uses: 1 })
      assert.deepEqual(await linesIn(await openAsNewGuest(service, link)), [])
      await service.importShop({ products: [product({ id: 9_002 })] })
      assert.deepEqual(await linesIn(await openAsNewGuest(service, link)), ['9002×1'])
      assertDead(await open(service, link))
    })

    it('are dead once they have expired, for those who had them too, and are deleted then', async () => {
      const link = await makeLink(service, { ...two, expiresAt: later(1) })
      const cookie = await openAsNewGuest(service, link)
      const [{ id, expires_at: end } = assert.fail()] = await service.database.kysely
        .selectFrom('cart_links')
        .select(['id', 'expires_at'])
        .orderBy('created_at', 'desc')
        .limit(1)
        .execute()
      for (const [ms, isOpen] of [
        [-1, true],
        [0, false],
      ] as const) {
        const peer = await service.startPeer({}, () => end + ms)
        if (isOpen) assertLeadsTo(await open(peer, link), '/sepet')
        else for (const each of [cookie, undefined]) assertDead(await open(peer, link, each))
        await peer.stop()
      }
      const { kysely } = service.database
      const countAll = async () => [
        (await kysely.selectFrom('cart_links').select('id').where('expires_at', '<=', end).execute()).length,
        (await kysely.selectFrom('ucp_brought').select('cart_id').where('ucp_cart_id', '=', `link:${id}`).execute())
          .length,
      ]
      assert.deepEqual(await countAll(), [1, 2])
      await prune(service.database, end + 61_000, { guestCartTtlDays: 0, eventRetentionDays: 90 })
      assert.deepEqual(await countAll(), [0, 0])
    })

    it('are dead for anything that is no code', async () => {
      const code = (await makeLink(service, two)).split('c=')[1] ?? ''
      const queries = ['', '?', '?c', '?c=', '?c=x', `?c=${'x'.repeat(32)}`, `?c=${'x'.repeat(8_000)}`, `?c=${code}A`]
      for (const query of [...queries, `?c=${code}&c=${code}`, `?C=${code}`, '?c=%zz', `?c=${code}%00`]) {
        assertDead(await service.call('GET', `${CART_LINK}${query}`))
      }
    })

    // Proves: prefetched-link, unasked-cart-link
    it('do nothing for HEAD, prefetches, content, and requests of pages', async () => {
      const link = await makeLink(service, { ...two, uses: 1 })
      const headers = ['Sec-Purpose: prefetch', 'Purpose: prefetch', 'X-Moz: prefetch', 'Sec-Fetch-Dest: image']
      const more = ['Sec-Fetch-Dest: iframe', 'Sec-Fetch-Dest: empty', 'X-Purpose: preview']
      const answers = [await service.call('HEAD', link)]
      for (const header of [...headers, ...more]) {
        answers.push(await open(service, link, undefined, Object.fromEntries([header.split(': ')])))
      }
      for (const answer of answers) {
        assertLeadsTo(answer, '/sepet')
        assert.equal(answer.headers.get('set-cookie'), null)
      }
      const cookie = cookieOf(await open(service, link, undefined, { 'Sec-Fetch-Dest': 'document' }))
      assert.deepEqual(await linesIn(cookie), [`${ids.plain}×2`])
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
        const { status, headers: given } = await service.call(method, link)
        assert.deepEqual([status, given.get('allow')], [405, 'GET, HEAD'])
      }
    })

    it('need the guest gate for a browser without a session', async () => {
      const link = await makeLink(service, { ...two, uses: 1 })
      await service.importShop({ shop: { settings: { ...openGate, UyelikOlmadanDevamEtGoster: 0 } } })
      assertDead(await open(service, link), 'closed')
      const cookie = await signIn(service, member)
      assertLeadsTo(await open(service, link, cookie), '/sepet')
      assert.deepEqual(await linesIn(cookie), [`${ids.plain}×2`])
      await service.importShop({ shop: { settings: openGate } })
    })

    it('are refused with every reason, by pointer', async () => {
      const line = { productId: ids.plain, quantity: 1 }
      const now = new Date().toISOString()
      const cases: [object, string[]][] = [
        [{}, ['422 field_required /lines']],
        [{ ...two, subject: `member:${people}` }, ['422 field_invalid /subject']],
        [{ lines: [] }, ['422 field_invalid /lines']],
        [{ lines: null }, ['422 field_invalid /lines']],
        [{ lines: [{ productId: 77_777, quantity: 1 }] }, ['422 product_unknown /lines/0/productId']],
        [{ lines: [line, { productId: ids.variants, quantity: 1 }] }, ['422 variant_required /lines/1/variantId']],
        [{ lines: [{ ...line, variantId: 5 }] }, ['422 variant_unknown /lines/0/variantId']],
        [{ lines: [line, { ...line, variantId: null }] }, ['422 field_invalid /lines/1/productId']],
        [{ lines: [{ ...line, quantity: 0 }] }, ['422 field_invalid /lines/0/quantity']],
        [{ lines: [{ ...line, quantity: 100_001 }] }, ['422 field_invalid /lines/0/quantity']],
        [{ lines: [{ quantity: 1 }] }, ['422 field_required /lines/0/productId']],
        [{ subject: `member:${people}` }, ['422 cart_empty /subject']],
        [{ subject: 'member:424242' }, ['422 cart_empty /subject']],
        [{ subject: 'ucp:6d1f0c9e-2b7a-8c3d-8e4f-5a6b7c8d9e0f' }, ['422 field_invalid /subject']],
        [{ ...two, couponCode: 'YOKTUR' }, ['422 field_invalid /couponCode']],
        [{ ...two, couponCode: ' ' }, ['422 field_invalid /couponCode']],
        [{ ...two, expiresAt: now }, ['422 field_invalid /expiresAt']],
        [{ ...two, expiresAt: later(365.01) }, ['422 field_invalid /expiresAt']],
        [{ ...two, expiresAt: '2030' }, ['422 field_invalid /expiresAt']],
        [{ ...two, uses: 0 }, ['422 field_invalid /uses']],
        [{ ...two, uses: 1.5, expiresAt: now }, ['422 field_invalid /uses', '422 field_invalid /expiresAt']],
      ]
      const count = async () => (await service.database.kysely.selectFrom('cart_links').select('id').execute()).length
      const earlier = await count()
      for (const [body, expected] of cases) assert.deepEqual(await refusedFor(body), expected, JSON.stringify(body))
      const many = Array.from({ length: 501 }, (_, index) => ({ productId: index + 1, quantity: 1 }))
      assert.deepEqual(await refusedFor({ lines: many }), ['422 cart_full /lines'])
      assert.equal(await count(), earlier)
      const [empty, long] = [
        await askForLink(service, []),
        await askForLink(service, { ...two, expiresAt: later(364.9), uses: null, couponCode: null }),
      ]
      assert.deepEqual([empty.status, long.status], [422, 201])
      const token = await service.token('admin', { scope: 'carts:read' })
      assert.equal((await service.call('POST', '/api/v3/admin/cart-links', { token, body: two })).status, 403)
    })

    it('tell their code to no log, event and metric, and are counted by outcome', async () => {
      const of = await samples(service)
      const countOf = (read: typeof of, outcome: string) =>
        read(`sepet_cart_links_total{kind="link",outcome="${outcome}"}`) ?? 0
      const link = await makeLink(service, two)
      const cookie = await openAsNewGuest(service, link)
      await open(service, link, cookie)
      await open(service, `${CART_LINK}?c=x`)
      const after = await samples(service)
      const grown = ['continued', 'repeated', 'gone'].map(name => countOf(after, name) - countOf(of, name))
      assert.deepEqual(grown, [1, 1, 1])
      const seen = JSON.stringify([
        service.log,
        await eventsAfter(service),
        (await service.call('GET', '/metrics')).text,
      ])
      assert.ok(!seen.includes(link.split('c=')[1] ?? ''))
    })
  })
}
