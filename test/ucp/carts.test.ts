/** Carts of shopping agents: what a request may say, which lines are taken, and what answers show. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { byHmac, forge } from '../support/auth/forge.ts'
import { addItem, refusalsOf } from '../support/cart/cart.ts'
import { hold } from '../support/checkouts/orders.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { type Agent, assertFailed, createAgent, entriesOf, linesOf, messagesOf } from '../support/ucp/carts.ts'
import { type AgentPlatform, listing, profileText, startPlatform } from '../support/ucp/platform.ts'

const UNKNOWN = 'A'.repeat(32)

for (const engine of engines) {
  describe(`an agent’s cart on ${engine}`, () => {
    let service: TestService
    let platform: AgentPlatform
    /** Has no discounts. */
    let plain: AgentPlatform
    let agent: Agent
    before(async () => {
      platform = await startPlatform()
      plain = await startPlatform(profileText(['dev.ucp.shopping.cart']))
      service = await startService(engine, { ...listing(platform, plain), CART_MAX_LINES: '3' })
      agent = createAgent(service, platform.profile)
    })
    after(async () => {
      await service.stop()
      for (const each of [platform, plain]) await each.stop()
    })

    it('is refused for every body of another form, with the place of the first problem', async () => {
      const line = { item: { id: '101' }, quantity: 1 }
      const withLine = (change: object) => ({ line_items: [line, { ...line, ...change }] })
      const refused: [body: unknown, place: string][] = [
        [{}, '$.line_items'],
        [[], '$'],
        ['"text"', '$'],
        [null, '$'],
        [{ line_items: null }, '$.line_items'],
        [{ line_items: {} }, '$.line_items'],
        [{ line_items: ['101'] }, '$.line_items[0]'],
        [withLine({ item: '101' }), '$.line_items[1].item'],
        [withLine({ item: {} }), '$.line_items[1].item.id'],
        [withLine({ item: { id: 101 } }), '$.line_items[1].item.id'],
        [withLine({ item: { id: '' } }), '$.line_items[1].item.id'],
        [withLine({ item: { id: 'x'.repeat(256) } }), '$.line_items[1].item.id'],
        [withLine({ item: { id: 'a\u0000' } }), '$.line_items[1].item.id'],
        [withLine({ item: { id: '\ud800' } }), '$.line_items[1].item.id'],
        ...['1', 1.5, true, null].map(
          quantity => [withLine({ quantity }), '$.line_items[1].quantity'] as [unknown, string],
        ),
        [{ line_items: [{ item: { id: '101' } }] }, '$.line_items[0].quantity'],
        [{ line_items: [], discounts: [] }, '$.discounts'],
        [{ line_items: [], discounts: { codes: 'YAZ' } }, '$.discounts.codes'],
        [{ line_items: [], discounts: { codes: [''] } }, '$.discounts.codes[0]'],
        [{ line_items: [], discounts: { codes: [1] } }, '$.discounts.codes[0]'],
        [{ line_items: [], discounts: { codes: ['x'.repeat(101)] } }, '$.discounts.codes[0]'],
        [{ line_items: [], discounts: { codes: Array.from({ length: 11 }, String) } }, '$.discounts.codes'],
        ...['buyer', 'context', 'signals', 'attribution'].flatMap(name =>
          ['text', null, [], 1].map(value => [{ line_items: [], [name]: value }, `$.${name}`] as [unknown, string]),
        ),
      ]
      for (const [body, place] of refused) {
        const told = await agent.create(body)
        assert.deepEqual([told.status, told.code], [400, 'invalid_request'], JSON.stringify(body))
        const [named] = String(told.json.content).split(' ')
        assert.equal(named, place, JSON.stringify(body))
      }
      const { rows } = await carts()
      assert.deepEqual(rows, [])
    })

    it('ignores what a request cannot set, such as members of an earlier answer and a buyer', async () => {
      const cart = await agent.created({
        ...{
          id: UNKNOWN,
          ucp: {},
          totals: [{ type: 'total', amount: 1 }],
          currency: 'XXX',
          messages: 1,
          expires_at: 'x',
        },
        ...{
          buyer: { email: 'a@example.com' },
          context: { currency: 'USD' },
          signals: {},
          attribution: { campaign: 'x' },
        },
        line_items: [
          { id: 'li', item: { id: '101', title: 'Cheap', price: 1 }, quantity: 1.0, totals: [], parent_id: 'x' },
        ],
      })
      assert.notEqual(cart.id, UNKNOWN)
      assert.deepEqual([cart.line_items[0]?.item.title, cart.line_items[0]?.item.price], ['Keten gömlek', 19991])
      assert.deepEqual(Object.keys(cart).sort(), [
        'continue_url',
        'currency',
        'expires_at',
        'id',
        'line_items',
        'totals',
        'ucp',
      ])
      assert.equal(JSON.stringify(await everyRow()).includes('a@example.com'), false)
    })

    it('takes the lines one by one, and names what it does not take, first reason first', async () => {
      const cart = await agent.created({
        line_items: linesOf(
          ...['101×0', '999×0', '101×100000', '999×1', '101-3×1', '102×1', '102-999×1', '103×1', '104×1'],
          ...[
            '102-1022×1',
            ' 101×1',
            '0101×1',
            '9007199254740993×1',
            '101×99999',
            '101×1',
            '105×3',
            '102-1021×1',
            '106×1',
          ],
        ),
      })
      assert.deepEqual(
        cart.line_items.map(({ item, quantity }) => `${item.id}×${quantity}`),
        ['101×99999', '105×3', '102-1021×1'],
      )
      assert.deepEqual(messagesOf(cart), [
        'error quantity_invalid_minimum_not_met $.line_items[0].quantity',
        'error quantity_invalid_minimum_not_met $.line_items[1].quantity',
        'error quantity_invalid_limit_exceeded $.line_items[2].quantity',
        ...[3, 4, 5, 6, 7].map(index => `error item_unavailable $.line_items[${index}].item.id`),
        ...[8, 9].map(index => `error out_of_stock $.line_items[${index}].item.id`),
        ...[10, 11, 12].map(index => `error item_unavailable $.line_items[${index}].item.id`),
        'error quantity_invalid_limit_exceeded $.line_items[14].quantity',
        'error item_unavailable $.line_items[17].item.id',
        'warning insufficient_stock $.line_items[0].quantity',
      ])
      assert.ok(cart.messages?.every(({ type, severity }) => (type === 'error') === (severity === 'recoverable')))
      const full = await agent.created({ line_items: linesOf('101×1', '105×1', '102-1021×1', '101×1', '104×1') })
      assert.deepEqual(messagesOf(full), ['error out_of_stock $.line_items[4].item.id'])
      await service.importShop({ products: [{ id: 106, name: 'Dördüncü', price: '1', stock: 5 }] })
      const beyond = await agent.created({ line_items: linesOf('101×1', '105×1', '102-1021×1', '106×1', '101×2') })
      assert.deepEqual(messagesOf(beyond), ['error quantity_invalid_limit_exceeded $.line_items[3]'])
      assert.equal(beyond.line_items[0]?.quantity, 3)
    })

    it('is not made, and not changed, where no line can be taken', async () => {
      const before = (await carts()).rows.length
      assertFailed(await agent.create({ line_items: linesOf('104×1', '999×1', '101×0') }), [
        'error out_of_stock $.line_items[0].item.id',
        'error item_unavailable $.line_items[1].item.id',
        'error quantity_invalid_minimum_not_met $.line_items[2].quantity',
      ])
      assert.equal((await carts()).rows.length, before)
      const cart = await agent.created({ line_items: linesOf('101×2') })
      assertFailed(await agent.update(cart.id, { line_items: linesOf('104×1') }), [
        'error out_of_stock $.line_items[0].item.id',
      ])
      assert.deepEqual(await agent.found(cart.id), cart)
    })

    it('shows lines, totals, a link and an end; an empty one has neither prices nor messages', async () => {
      const started = Date.now()
      const cart = await agent.created({ line_items: linesOf('102-1021×2', '101×3', '102-1021×1') })
      assert.match(cart.id, /^[A-Za-z0-9_-]{32}$/)
      assert.deepEqual(
        cart.line_items.map(({ item, quantity, totals }) => [item, quantity, entriesOf(totals)]),
        [
          [
            {
              id: '102-1021',
              title: 'Yün kazak (Mavi / S)',
              price: 10000,
              image_url: 'https://cdn.example.com/shop/p/1.jpg',
            },
            3,
            ['subtotal 30000', 'total 30000'],
          ],
          [
            { id: '101', title: 'Keten gömlek', price: 19991, image_url: 'https://cdn.example.com/shop/p/1.jpg' },
            3,
            ['subtotal 59972', 'total 59972'],
          ],
        ],
      )
      assert.deepEqual(entriesOf(cart.totals), ['subtotal 89972', 'tax 14994', 'total 104966'])
      assert.equal(cart.currency, 'TRY')
      assert.equal('discounts' in cart, false)
      assert.match(
        cart.continue_url ?? '',
        /^http:\/\/shop\.test\/api\/v3\/storefront\/checkout\/continue\?c=[\w-]{22,}$/,
      )
      assert.ok(!cart.continue_url?.includes(cart.id))
      const life = Date.parse(cart.expires_at ?? '') - started
      assert.ok(life >= 7 * 86_400_000 && life < 7 * 86_400_000 + 60_000, String(life))
      assert.deepEqual(await agent.found(cart.id), cart)

      const empty = await agent.updated(cart.id, { line_items: [] })
      assert.deepEqual(
        [empty.line_items, entriesOf(empty.totals), messagesOf(empty)],
        [[], ['subtotal 0', 'total 0'], []],
      )
      assert.equal(empty.continue_url, cart.continue_url)
      assert.deepEqual(entriesOf((await agent.created({ line_items: [] })).totals), ['subtotal 0', 'total 0'])
    })

    it('is replaced by an update: lines and codes that are left out are gone, and an item keeps its line id', async () => {
      const cart = await agent.created({ line_items: linesOf('101×1', '105×2'), discounts: { codes: ['YOK'] } })
      const [plain, taxFree] = cart.line_items
      const next = await agent.updated(cart.id, { id: cart.id, line_items: linesOf('102-1021×1', '105×1') })
      assert.deepEqual(
        next.line_items.map(({ item, quantity }) => [item.id, quantity]),
        [
          ['102-1021', 1],
          ['105', 1],
        ],
      )
      assert.equal(next.line_items[1]?.id, taxFree?.id)
      assert.notEqual(next.line_items[0]?.id, plain?.id)
      assert.equal('discounts' in next, false)
      assert.deepEqual(await agent.found(cart.id), next)
      const other = await agent.created({ line_items: linesOf('105×2') })
      assert.notEqual(other.line_items[0]?.id, taxFree?.id)
      for (const id of [UNKNOWN, 'x', 1]) {
        const told = await agent.update(cart.id, { id, line_items: [] })
        assert.deepEqual(
          [told.status, told.code, String(told.json.content).split(' ')[0]],
          [400, 'invalid_request', '$.id'],
        )
      }
      assert.deepEqual(await agent.found(cart.id), next)
    })

    it('is not found when its id is unknown or malformed, and once it is cancelled or expired', async () => {
      const cart = await agent.created({ line_items: linesOf('101×1') })
      const { continue_url: _link, expires_at: _end, ...rest } = cart
      assert.deepEqual(await agent.cancelled(cart.id), rest)
      const expired = await agent.created({ line_items: linesOf('101×1') })
      await service.database.kysely
        .updateTable('ucp_carts')
        .set({ expires_at: Date.now() - 1 })
        .where('codes', '=', '[]')
        .where('cancelled_at', 'is', null)
        .execute()
      const malformed = ['x', 'guest:1', 'ş', `${UNKNOWN}A`, `${UNKNOWN.slice(1)}%00`, '..%2f..', 'x'.repeat(10_000)]
      for (const id of [cart.id, expired.id, UNKNOWN, ...malformed.map(each => encodeURI(each))]) {
        assertFailed(await agent.read(id), ['error not_found'])
        assertFailed(await agent.update(id, { line_items: linesOf('101×1') }), ['error not_found'])
        assertFailed(await agent.cancel(id), ['error not_found'])
      }
      const told = await agent.update(cart.id, { line_items: 1 })
      assert.deepEqual([told.status, told.code], [400, 'invalid_request'])
    })

    it('lives from its last update that saved', async () => {
      let ahead = 0
      const peer = await service.startPeer({ UCP_CART_TTL_DAYS: '0.5000003' }, () => Date.now() + ahead)
      const later = createAgent(peer, platform.profile)
      const cart = await later.created({ line_items: linesOf('101×1') })
      ahead = 0.4 * 86_400_000
      assertFailed(await later.update(cart.id, { line_items: linesOf('104×1') }), [
        'error out_of_stock $.line_items[0].item.id',
      ])
      assert.equal((await later.found(cart.id)).expires_at, cart.expires_at)
      const updated = await later.updated(cart.id, { line_items: linesOf('101×2') })
      assert.ok(Date.parse(updated.expires_at ?? '') - Date.parse(cart.expires_at ?? '') >= ahead)
      ahead = 0.8 * 86_400_000
      assert.equal((await later.found(cart.id)).line_items[0]?.quantity, 2)
      ahead = 0.95 * 86_400_000
      assertFailed(await later.read(cart.id), ['error not_found'])
      await peer.stop()
    })

    it('keeps lines that become unavailable, priced and with a warning', async () => {
      await service.importShop({ products: [{ id: 110, name: 'Geçici', price: '10', stock: 2 }] })
      const cart = await agent.created({ line_items: linesOf('110×3', '101×1') })
      assert.deepEqual(messagesOf(cart), ['warning insufficient_stock $.line_items[0].quantity'])
      await service.importShop({ products: [{ id: 110, name: 'Geçici', price: '20', stock: 0 }] })
      const soldOut = await agent.found(cart.id)
      assert.deepEqual(messagesOf(soldOut), ['warning out_of_stock $.line_items[0]'])
      assert.equal(soldOut.line_items[0]?.item.price, 2000)
      await service.importShop({ products: [{ id: 110, name: 'Geçici', price: '20', stock: 9, onSale: false }] })
      const withdrawn = await agent.found(cart.id)
      assert.deepEqual(messagesOf(withdrawn), ['warning item_unavailable $.line_items[0]'])
      assert.deepEqual(entriesOf(withdrawn.line_items[0]?.totals ?? []), ['subtotal 6000', 'total 6000'])
    })

    it('takes an item with backorder in any quantity, without a warning', async () => {
      const item = { id: 111, name: 'Siparişle', price: '10', stock: -1 }
      await service.importShop({ products: [{ ...item, backorder: true }] })
      const cart = await agent.created({ line_items: linesOf('111×7') })
      assert.deepEqual(messagesOf(cart), [])
      await service.importShop({ products: [item] })
      assert.deepEqual(messagesOf(await agent.found(cart.id)), ['warning out_of_stock $.line_items[0]'])
    })

    it('warns of a minimum order amount that the cart is below', async () => {
      await service.importShop({ paymentMethods: [{ id: 1, name: 'Kart', active: true, minimumOrderAmount: '500' }] })
      const cart = await agent.created({ line_items: linesOf('101×1') })
      assert.deepEqual(messagesOf(cart), ['warning minimum_order_not_met $.totals'])
      assert.deepEqual(messagesOf(await agent.updated(cart.id, { line_items: linesOf('101×3') })), [])
      await service.importShop({ paymentMethods: [{ id: 1, name: 'Kart', active: true }] })
    })

    it('sends and reads no discounts of a platform that has none', async () => {
      const without = createAgent(service, plain.profile)
      await service.importShop({ coupons: [{ code: 'ON', discountType: 'percent', value: '10' }] })
      const cart = await without.created({ line_items: linesOf('101×1'), discounts: 'not read' })
      assert.deepEqual(Object.keys(cart.ucp.capabilities), ['dev.ucp.shopping.cart'])
      assert.equal('discounts' in cart, false)
      const withCode = await agent.created({ line_items: linesOf('101×1'), discounts: { codes: ['ON', 'YOK'] } })
      const { discounts: _discounts, messages: _messages, ucp: _ucp, ...rest } = withCode
      const { ucp: _other, ...seen } = await without.found(withCode.id)
      assert.deepEqual(seen, rest)
      await without.updated(withCode.id, { line_items: linesOf('101×1') })
      assert.equal('discounts' in (await agent.found(withCode.id)), false)
    })

    it('is no guest’s cart: no token and no checkout reaches it', async () => {
      const cart = await agent.created({ line_items: linesOf('101×1') })
      const subjects = (await carts()).rows.map(({ id }) => id)
      const subject = subjects.find(each => each.startsWith('ucp:')) ?? ''
      assert.match(subject, /^ucp:[0-9a-f-]{36}$/)
      assert.ok(!cart.id.includes(subject.slice(4)))
      const sameUuid = await service.token('guest', { id: subject.slice(4) })
      const own = await service.call('GET', '/cart', { token: sameUuid })
      assert.equal((own.json as { included: unknown[] }).included.length, 0)
      const { ACCESS_TOKEN_SECRET: secret = '' } = service.config
      const claims = { sub: subject, scope: 'storefront:cart storefront:account', exp: Date.now() / 1000 + 60 }
      const forged = forge({ alg: 'HS256', typ: 'JWT' }, claims, byHmac(secret))
      assert.deepEqual(refusalsOf(await service.call('GET', '/cart', { token: forged })), ['401 token_invalid'])
      const member = await service.token('member', { id: String(ids.member) })
      const merge = await service.call('POST', '/cart/merge', { token: member, body: { guestToken: forged } })
      assert.deepEqual(refusalsOf(merge), ['422 guest_token_invalid /guestToken'])
      const token = await service.token('admin', { scope: 'checkouts:write' })
      const body = { subject, expected: { grandTotal: '239.89' } }
      const held = await service.call('PUT', '/api/v3/admin/checkouts/order-1', { token, body })
      const { errors } = held.json as { errors: { code: string; source: object }[] }
      assert.deepEqual(
        [held.status, errors[0]?.code, errors[0]?.source],
        [422, 'field_invalid', { pointer: '/subject' }],
      )
    })

    it('counts stock as a guest’s cart does: without what others have reserved, and not at all where the shop sells at negative stock', async () => {
      const settings = (changed: object) => service.importShop({ shop: { settings: changed } })
      await settings({ stockGuard: true })
      const token = await service.token('guest')
      await addItem(service, token, ids.variants, 2, ids.smallBlue)
      const cart = await agent.created({ line_items: linesOf('102-1021×2') })
      assert.deepEqual(messagesOf(cart), [])
      await hold(service, 'takes-two', token)
      assert.deepEqual(messagesOf(await agent.found(cart.id)), ['warning insufficient_stock $.line_items[0].quantity'])
      await settings({ stockGuard: false, sellAtNegativeStock: true })
      const negative = await agent.updated(cart.id, { line_items: linesOf('104×7', '103×1', '102-1021×9') })
      assert.deepEqual(messagesOf(negative), ['error item_unavailable $.line_items[1].item.id'])
      await settings({ sellAtNegativeStock: false })
      assert.deepEqual(messagesOf(await agent.found(cart.id)), [
        'warning out_of_stock $.line_items[0]',
        'warning insufficient_stock $.line_items[1].quantity',
      ])
    })

    it('takes and shows SKUs where the shop says so; one that several items bear, or none, names nothing', async () => {
      await service.importShop({
        products: [
          { id: 120, sku: 'ŞAL-1', name: 'Şal', price: '1', stock: 9 },
          { id: 121, sku: 'TWICE', name: 'Bir', price: '1', stock: 9 },
          {
            ...{ id: 122, sku: 'PARENT', name: 'Çanta', price: '1' },
            variants: [
              { id: 1, sku: 'RED', name: 'Kırmızı', stock: 9 },
              { id: 2, sku: 'TWICE', name: 'Mavi', stock: 9 },
            ],
          },
        ],
      })
      const peer = await service.startPeer({ UCP_ITEM_ID: 'sku' })
      const bySku = createAgent(peer, platform.profile)
      const sent = linesOf('RED×1', 'ŞAL-1×2', 'TWICE×1', 'PARENT×1', '120×1', 'red×1', '122-1×1', 'RED×1')
      const cart = await bySku.created({ line_items: sent })
      assert.deepEqual(
        cart.line_items.map(({ item, quantity }) => [item.id, item.title, quantity]),
        [
          ['RED', 'Çanta (Kırmızı)', 2],
          ['ŞAL-1', 'Şal', 2],
        ],
      )
      assert.deepEqual(
        messagesOf(cart),
        [2, 3, 4, 5, 6].map(index => `error item_unavailable $.line_items[${index}].item.id`),
      )
      assert.deepEqual(
        (await agent.found(cart.id)).line_items.map(({ item }) => item.id),
        ['122-1', '120'],
      )
      await peer.stop()
    })

    /** The ids of all carts. */
    async function carts(): Promise<{ rows: { id: string }[] }> {
      return { rows: await service.database.kysely.selectFrom('carts').select('id').execute() }
    }

    async function everyRow(): Promise<unknown[]> {
      const { kysely } = service.database
      return Promise.all([
        kysely.selectFrom('carts').selectAll().execute(),
        kysely.selectFrom('ucp_carts').selectAll().execute(),
        kysely.selectFrom('cart_lines').selectAll().execute(),
        kysely.selectFrom('ucp_idempotency_keys').selectAll().execute(),
      ])
    }
  })
}
