/** The administrators' client with a real service: each call with its result and a refusal, and iterators over several pages. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createClient } from 'sepet-client'
import { type AdminClient, changedCartOf, createAdminClient, SepetError } from 'sepet-client/admin'
import { addItem, quantityOf } from '../support/cart/cart.ts'
import { refusalsIn } from '../support/cart/client.ts'
import { subjectOf, totalsOf } from '../support/checkouts/orders.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { sessionOf, signIn } from '../support/web-checkout/checkout.ts'

/** The parts of the API description that the last test reads. */
interface Description {
  paths: Record<string, Record<string, { security: { accessToken?: string[] }[] }>>
}

for (const engine of engines) {
  describe(`the client of administrators on ${engine}`, () => {
    let service: TestService
    let admin: AdminClient
    const sent: { method: string; path: string }[] = []
    before(async () => {
      service = await startService(engine)
      const recordingFetch = (request: Request) => {
        sent.push({ method: request.method, path: new URL(request.url).pathname })
        return fetch(request)
      }
      const scope = [
        'customers:read customers:write customers:delete sessions:act checkouts:read checkouts:write',
        'catalogue:read catalogue:write promotions:read promotions:write carts:read carts:write events:read',
        'webhooks:read webhooks:write',
      ].join(' ')
      admin = createAdminClient({
        baseUrl: service.url,
        token: await service.token('admin', { scope }),
        fetch: recordingFetch,
      })
    })
    after(() => service.stop())

    const guestWith = async (quantity: number) => {
      const token = await service.token('guest')
      await addItem(service, token, ids.plain, quantity)
      return { token, subject: subjectOf(token) }
    }
    const rowsOf = async <Row>(rows: AsyncIterable<Row>): Promise<Row[]> => {
      const all: Row[] = []
      for await (const row of rows) all.push(row)
      return all
    }
    const pagesSince = (count: number) => sent.length - count

    it('holds, reads, completes and cancels a checkout', async () => {
      const { checkouts } = admin
      const { token, subject } = await guestWith(2)
      const hold = { subject, expected: await totalsOf(service, token) }
      const first = await checkouts.hold('A-1', hold)
      assert.deepEqual(
        [first.created, first.checkout.state, first.checkout.cart?.items[0]?.quantity],
        [true, 'held', 2],
      )
      assert.deepEqual(await checkouts.hold('A-1', hold), { ...first, created: false })
      assert.deepEqual(await checkouts.read('A-1'), first.checkout)
      const completed = await checkouts.complete('A-1')
      assert.deepEqual([completed.state, completed.overLimit], ['completed', false])
      assert.equal(await quantityOf(service, token), 0)
      const items = { lines: [{ itemId: completed.cart?.items[0]?.id ?? '', quantity: 1 }] }
      const planned = await checkouts.planReturn('A-1', items)
      const returned = await checkouts.returnItems('A-1', items, { idempotencyKey: 'return-1' })
      assert.deepEqual(await checkouts.returnItems('A-1', items, { idempotencyKey: 'return-1' }), returned)
      assert.deepEqual([returned.refund, returned.lines], [planned.refund, planned.lines])
      assert.deepEqual((await checkouts.read('A-1')).returns, [returned])
      await checkouts.returnItems('A-1', items)
      assert.deepEqual(await refusalsIn(checkouts.returnItems('A-1', items)), ['422 return_exceeds /lines/0/quantity'])
      assert.equal(await checkouts.release('A-1'), undefined)
      assert.equal((await checkouts.read('A-1')).state, 'cancelled')
    })

    it('refuses checkouts with their codes, and tells the cart that has changed', async () => {
      const { checkouts } = admin
      const { subject } = await guestWith(3)
      const hold = { subject, expected: { grandTotal: '1.00' } }
      const error = await checkouts.hold('B-1', hold).catch((reason: unknown) => reason)
      assert.ok(error instanceof SepetError && error.has('cart_changed'))
      const cart = changedCartOf(error)
      assert.deepEqual([cart?.grandTotal?.amount, cart?.items[0]?.quantity], ['719.66', 3])
      assert.equal(changedCartOf(new Error('cart_changed')), undefined)
      assert.deepEqual(await refusalsIn(checkouts.hold('-', hold)), ['400 parameter_invalid'])
      for (const call of [checkouts.read, checkouts.complete, checkouts.release]) {
        assert.deepEqual(await refusalsIn(call('unknown')), ['404 checkout_not_found'])
      }
    })

    it('acts for a web session, and logs its customer in', async () => {
      const { sessions } = admin
      const { token, subject } = await guestWith(1)
      const cookie = (await signIn(service, token)) ?? ''
      const acting = await sessions.createToken(cookie)
      assert.equal(acting.subject, subject)
      const { cart } = createClient({ baseUrl: service.url, token: acting.accessToken })
      assert.equal((await cart.addItem({ productId: ids.plain, quantity: 1 })).totalQuantity, 2)
      const { session, merged, setCookie } = await sessions.logIn(cookie, { customerId: ids.otherMember })
      assert.deepEqual(
        [session.identity, session.customerId, session.cart?.totalQuantity, merged],
        ['member', ids.otherMember, 2, 1],
      )
      assert.deepEqual(Object.keys(session).sort(), ['cart', 'customerId', 'identity'])
      assert.equal(setCookie.length, 1)
      const after = await sessionOf(service, setCookie[0]?.split(';')[0])
      assert.equal(after.customerId, ids.otherMember)
      assert.equal((await sessions.logIn(undefined, { customerId: ids.dealer })).session.customerId, ids.dealer)
      assert.deepEqual(await refusalsIn(sessions.createToken(cookie)), ['404 session_not_found'])
      const banned = sessions.logIn(cookie, { customerId: ids.banned })
      assert.deepEqual(await refusalsIn(banned), ['422 customer_not_eligible /customerId'])
    })

    it('leaves the cart of a guest behind at a login without a merge', async () => {
      for (const [merge, quantity, expected] of [
        [false, 1, 0],
        [true, 0, 1],
        [undefined, 0, 1],
      ] as const) {
        const { token } = await guestWith(1)
        const cookie = await signIn(service, token)
        const { merged } = await admin.sessions.logIn(cookie, { customerId: ids.dealer }, { merge })
        assert.equal(merged, expected)
        const guest = createClient({ baseUrl: service.url, token }).cart
        if (quantity > 0) assert.equal((await guest.read()).totalQuantity, quantity)
        else assert.deepEqual(await refusalsIn(guest.read()), ['401 guest_cancelled'])
      }
    })

    it('sends no cookie that is no header, and names it in no error', async () => {
      const before = sent.length
      await assert.rejects(admin.sessions.createToken('sepet_session=secret\r\nX: 1'), ({ name, message }: Error) => {
        return name === 'TypeError' && !message.includes('secret')
      })
      assert.equal(sent.length, before)
    })

    it('lists products over several pages, one page at a time, and filters them', async () => {
      const { products } = admin
      const first = await products.list({ limit: 2 })
      assert.deepEqual(
        first.data.map(({ id }) => id),
        [ids.plain, ids.variants],
      )
      const second = await products.list({ limit: 2, after: first.next ?? '' })
      assert.equal(second.data[0]?.id, ids.offSale)
      const before = sent.length
      const all = await rowsOf(products.all({ limit: 2 }))
      assert.deepEqual(
        all.map(({ id }) => id),
        [ids.plain, ids.variants, ids.offSale, ids.soldOut, ids.taxFree],
      )
      assert.equal(pagesSince(before), 3)
      for await (const { id } of products.all({ limit: 2 })) if (id === ids.variants) break
      assert.equal(pagesSince(before), 4)
      assert.equal((await rowsOf(products.all({ filter: { sku: 'OFF' } })))[0]?.id, ids.offSale)
      const lowest = await products.list({ sort: 'stock', filter: { onSale: true, stockAtMost: 0 } })
      assert.deepEqual(
        lowest.data.map(({ id }) => id),
        [ids.variants, ids.soldOut],
      )
      const several = await products.list({ filter: { id: [ids.plain, ids.soldOut] } })
      assert.deepEqual([several.data.length, several.next], [2, null])
      assert.deepEqual(await refusalsIn(products.list({ limit: 201 })), ['400 parameter_invalid'])
    })

    it('lists the terms of products, and filters products by them', async () => {
      const { products } = admin
      await products.change([{ id: ids.plain, brand: 'Kuzey', categories: ['Giyim > Gömlek'], tags: ['Yaz'] }])
      const terms = async (kind: 'brand' | 'category' | 'tag', q?: string) =>
        (await products.terms({ kind, ...(q && { q }) })).data
      assert.deepEqual(await terms('brand'), [{ term: 'Kuzey', count: 1 }])
      assert.deepEqual(await terms('category', 'göm'), [{ term: 'Giyim > Gömlek', count: 1 }])
      const first = await products.terms({ kind: 'category', limit: 1 })
      const second = await products.terms({ kind: 'category', limit: 1, after: first.next ?? '' })
      assert.deepEqual([first.data[0]?.term, second.data[0]?.term, second.next], ['Giyim', 'Giyim > Gömlek', null])
      const filter = { brand: 'KUZEY', category: 'giyim', tag: 'yaz' }
      assert.deepEqual(
        (await products.list({ filter })).data.map(({ id }) => id),
        [ids.plain],
      )
      await products.change([{ id: ids.plain, brand: null, categories: [], tags: [] }])
      assert.deepEqual(await terms('tag'), [])
    })

    it('changes products, all of them or none', async () => {
      const { products } = admin
      const changes = [
        { id: ids.soldOut, stock: 7 },
        { sku: 'OFF', price: '12.50' },
      ]
      const known = { warnings: [], warningsTotal: 0 }
      assert.deepEqual(await products.change(changes), { updated: 2, unchanged: 0, ...known })
      assert.deepEqual(await products.change(changes), { updated: 0, unchanged: 2, ...known })
      const misspelt = { sku: 'OFF', stok: 3 }
      const { warnings, warningsTotal } = await products.change([misspelt])
      assert.deepEqual([warnings.map(({ pointer }) => pointer), warningsTotal], [['/0/stok'], 1])
      const [changed] = (await products.list({ filter: { sku: 'OFF' } })).data
      assert.deepEqual([changed?.price, changed?.onSale], ['12.50', false])
      const unknown = products.change([{ id: ids.soldOut, stock: 8 }, { sku: 'NONE' }])
      assert.deepEqual(await refusalsIn(unknown), ['422 product_unknown /1/sku'])
      const tooMuch = products.change([
        { sku: 'OFF', stock: 8 },
        { id: ids.soldOut, stockChange: '-8' },
      ])
      assert.deepEqual(await refusalsIn(tooMuch), ['422 insufficient_stock /1/stockChange'])
      for (let n = 0; n < 2; n++) await products.change([{ id: ids.soldOut, stockChange: '-2.5' }])
      const [soldOut] = (await products.list({ filter: { id: ids.soldOut } })).data
      assert.deepEqual([soldOut?.stock, soldOut?.reserved], [2, 0])
    })

    it('saves, reads, lists and deletes coupons, whatever characters their codes have', async () => {
      const { coupons } = admin
      const codes = ['İNDİRİM', 'a/b?c#d', '100%', 'YAZ 10']
      for (const code of codes) {
        const saved = await coupons.save(code, { discountType: 'fixed', value: '5', usageLimit: 3 })
        assert.deepEqual([saved.created, saved.record.code, saved.warnings], [true, code, []])
        assert.deepEqual(await coupons.read(code), saved.record)
      }
      const again = await coupons.save('yaz 10', { discountType: 'free_shipping' })
      assert.equal(again.created, false)
      assert.ok(again.warnings.some(({ pointer }) => pointer === '/usageLimit'))
      const before = sent.length
      const all = await rowsOf(coupons.all({ limit: 2 }))
      assert.deepEqual([all.length, new Set(all.map(({ code }) => code)).size, pagesSince(before)], [4, 4, 2])
      assert.deepEqual((await coupons.list({ limit: 4 })).next, null)
      for (const { code } of all) assert.equal(await coupons.delete(code), undefined)
      assert.deepEqual(await refusalsIn(coupons.read('a/b?c#d')), ['404 coupon_not_found'])
      assert.deepEqual(await refusalsIn(coupons.delete('a/b?c#d')), ['404 coupon_not_found'])
      assert.deepEqual(await refusalsIn(coupons.save(' ', { discountType: 'fixed' })), ['400 parameter_invalid'])
      const incomplete = coupons.save('X', { discountType: 'fixed' })
      assert.deepEqual(await refusalsIn(incomplete), ['422 field_required /value'])
    })

    it('saves, reads, lists and deletes campaigns', async () => {
      const { campaigns, coupons } = admin
      const reward = { type: 'free_shipping' } as const
      for (const id of [31, 32, 33]) {
        const saved = await campaigns.save(id, { name: `K${id}`, couponBound: true, reward })
        assert.deepEqual([saved.created, saved.record.id, saved.warnings], [true, id, []])
      }
      assert.equal((await campaigns.save(31, { name: 'K', couponBound: true, reward })).created, false)
      assert.equal((await campaigns.read(31)).name, 'K')
      assert.deepEqual(
        (await rowsOf(campaigns.all({ limit: 1 }))).map(({ id }) => id),
        [31, 32, 33],
      )
      assert.notEqual((await campaigns.list({ limit: 1 })).next, null)
      await coupons.save('BOUND', { discountType: 'free_shipping', campaignId: 31 })
      assert.deepEqual(await refusalsIn(campaigns.delete(31)), ['409 campaign_in_use'])
      await coupons.delete('BOUND')
      for (const id of [31, 32, 33]) await campaigns.delete(id)
      assert.deepEqual(await refusalsIn(campaigns.read(31)), ['404 campaign_not_found'])
      assert.deepEqual(await refusalsIn(campaigns.save(0, { name: 'K', reward })), ['400 parameter_invalid'])
    })

    it('reads a cart with the reasons of its promotions, and lists carts by their last change', async () => {
      const { carts, campaigns } = admin
      const { subject } = await guestWith(2)
      const reward = { type: 'percent', value: '10' } as const
      await campaigns.save(41, { name: 'Üç al', conditions: { minimumQuantity: 3 }, reward })
      const { cart, coupon, campaigns: explained } = await carts.read(subject)
      assert.deepEqual([cart.items[0]?.quantity, coupon], [2, null])
      const unmet = explained[0]?.conditions.filter(({ holds }) => !holds).map(({ name }) => name)
      assert.deepEqual([explained[0]?.applies, unmet], [false, ['minimumQuantity']])
      await campaigns.delete(41)
      const others = [await guestWith(1), await guestWith(1)]
      const changedBefore = new Date(Date.now() + 60_000)
      const listed = await rowsOf(carts.all({ limit: 1, filter: { changedBefore, kind: 'guest' } }))
      const subjects = listed.map(each => each.subject)
      for (const each of [subject, ...others.map(other => other.subject)]) assert.ok(subjects.includes(each))
      assert.equal(new Set(subjects).size, subjects.length)
      assert.deepEqual((await carts.list({ filter: { changedAfter: changedBefore.toISOString() } })).data, [])
      assert.deepEqual(await refusalsIn(carts.read('member:4711')), ['404 customer_not_found'])
      assert.deepEqual(await refusalsIn(carts.list({ filter: { changedAfter: 'today' } })), ['400 parameter_invalid'])
    })

    it('makes a link to a cart, and names the field that is refused', async () => {
      const { carts } = admin
      const { subject } = await guestWith(2)
      const { url, expiresAt } = await carts.createLink({ subject, uses: 1 })
      assert.match(url, /\/api\/v3\/storefront\/checkout\/cart-link\?c=[\w-]{32}$/)
      assert.ok(Date.parse(expiresAt) > Date.now())
      assert.deepEqual(await refusalsIn(carts.createLink({ lines: [{ productId: 9_999_999, quantity: 1 }] })), [
        '422 product_unknown /lines/0/productId',
      ])
    })

    it('previews a coupon that is not saved, and names the field that saving would refuse', async () => {
      const { carts, coupons } = admin
      const { subject } = await guestWith(2)
      const coupon = { code: 'DENEME', discountType: 'fixed', value: '22.5', percent: 1 } as const
      const { cart, preview, warnings } = await carts.preview(subject, { coupon })
      assert.equal(preview.difference.amount, '-22.50')
      assert.deepEqual(cart.appliedCoupon?.code, 'DENEME')
      assert.deepEqual(cart.grandTotal, preview.grandTotal)
      assert.deepEqual(
        warnings.map(({ pointer }) => pointer),
        ['/coupon/percent'],
      )
      assert.deepEqual(await refusalsIn(coupons.read('DENEME')), ['404 coupon_not_found'])
      const campaign = { id: 1, name: 'K', reward: { type: 'fixed' } } as const
      assert.deepEqual(await refusalsIn(carts.preview(subject, { campaign })), [
        '422 field_required /campaign/reward/value',
      ])
    })

    it('lists checkouts by state, owner and time, the last held first', async () => {
      const { checkouts } = admin
      const heldAfter = new Date()
      const owners = [await guestWith(1), await guestWith(2)]
      const held: string[] = []
      for (const [n, { subject }] of owners.entries()) {
        const { cart } = await admin.carts.read(subject)
        held.push(`list-${n}`)
        await checkouts.hold(`list-${n}`, { subject, expected: { grandTotal: cart.grandTotal?.amount ?? '' } })
      }
      await checkouts.complete('list-0')
      const listed = await rowsOf(checkouts.all({ limit: 1, filter: { heldAfter, state: ['held', 'completed'] } }))
      assert.deepEqual(new Set(listed.map(({ reference }) => reference)), new Set(held))
      const { cart } = await checkouts.read('list-1')
      const { data, next } = await checkouts.list({ filter: { state: 'held', subject: owners[1]?.subject ?? '' } })
      assert.deepEqual([data.map(({ reference }) => reference), next], [['list-1'], null])
      assert.deepEqual(data[0]?.grandTotal, cart?.grandTotal)
      assert.deepEqual((await checkouts.list({ filter: { heldBefore: heldAfter.toISOString(), heldAfter } })).data, [])
      assert.deepEqual((await checkouts.list({ filter: { customerId: 4711 } })).data, [])
      assert.deepEqual(await refusalsIn(checkouts.list({ filter: { subject: 'x' } })), ['400 parameter_invalid'])
    })

    it('reads events page by page', async () => {
      const { events, customers } = admin
      const { data } = await events.list({ limit: 200 })
      const after = data.at(-1)?.id ?? 0
      await customers.createMany([{ name: 'Can' }, { name: 'Deniz' }, { name: 'Ece' }])
      const first = await events.list({ after, limit: 2 })
      assert.deepEqual(
        [first.data.map(({ type }) => type), first.hasMore],
        [['customer.created', 'customer.created'], true],
      )
      const rest = await events.list({ after: first.data[1]?.id ?? 0, limit: 2 })
      assert.deepEqual([rest.data.length, rest.hasMore], [1, false])
      assert.deepEqual(await refusalsIn(events.list({ after: -1 })), ['400 parameter_invalid'])
    })

    it('exports files as streams, which an import takes back', async () => {
      const { exports, imports } = admin
      const textOf = async (file: Promise<ReadableStream<Uint8Array>>) => new Response(await file).text()
      const shop = await textOf(exports.shop({ products: true }))
      assert.deepEqual((await imports.shopFile(shop)).warnings, [])
      assert.equal('products' in JSON.parse(await textOf(exports.shop())), false)
      for (const [name, file] of Object.entries({
        'id,variantId': exports.products(),
        'id,email': exports.customers(),
        'code,description': exports.coupons(),
        'reference,state': exports.orders({ from: new Date(0), to: '2026-01-01T00:00:00Z' }),
      })) {
        assert.ok((await textOf(file)).startsWith(name), name)
      }
      assert.deepEqual(await refusalsIn(exports.orders({ from: 'x' })), ['400 parameter_invalid'])
    })

    it('calls every endpoint of administrators', async () => {
      const { campaigns, customers, events, imports, webhooks } = admin
      await events.count({ hours: 24 })
      assert.equal((await admin.history('coupon:YOK', { limit: 1 })).next, null)
      const { id } = await customers.create({})
      await customers.list()
      await customers.groups()
      await customers.read(id)
      await customers.update(id, { name: 'Ada' })
      await customers.export(id)
      await customers.delete(id)
      await customers.saveByExternalId('x', {})
      await customers.readByExternalId('x')
      await imports.shopFile({})
      await campaigns.save(90, { name: 'K', couponBound: true, reward: { type: 'percent', value: '10' } })
      await campaigns.createCodes(90, { count: 1, batch: 'b' })
      await campaigns.codes(90)
      await campaigns.batches(90)
      assert.deepEqual((await admin.promotionResults({ campaignId: 90 })).data.batches, [])
      assert.equal((await admin.turnover()).data[0]?.turnover.currencyCode, 'TRY')
      assert.ok((await admin.carts.list({ include: 'value' })).data.every(row => 'value' in row))
      await campaigns.switchOffCodes(90, 'b')
      await webhooks.save('erp', { url: 'http://erp.invalid/', types: ['*'], active: false })
      await webhooks.read('erp')
      await webhooks.list()
      await webhooks.rotateSecret('erp')
      await webhooks.replay('erp', 0)
      await webhooks.test('erp')
      await webhooks.delete('erp')
      await admin.carts.replace('guest:2f0c1a52-6f6e-4c38-9d6a-0b7e3a3f6b10', { lines: [] })
      const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as Description
      const endpoints = Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods)
          .filter(([, { security }]) => security.some(isForAdministrators))
          .map(([method]) => ({ name: `${method.toUpperCase()} ${path}`, method: method.toUpperCase(), path })),
      )
      assert.ok(endpoints.length > 20)
      const uncalled = endpoints.filter(({ method, path }) => {
        const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
        return !sent.some(each => each.method === method && pattern.test(each.path))
      })
      assert.deepEqual(
        uncalled.map(({ name }) => name),
        [],
      )
    })
  })
}

function isForAdministrators({ accessToken = [] }: { accessToken?: string[] }): boolean {
  return accessToken.some(scope => !scope.startsWith('storefront:'))
}
