/** Replacing a cart for its owner: what stays, what is refused, and what happens beside the owner's own writes, on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CARTS } from '../../src/api-paths.ts'
import { addItem, cartOf, linesOf, refusalsOf, whenFree } from '../support/cart/cart.ts'
import { readOwnerCart } from '../support/cart/cart-list.ts'
import { dataOf, hold, readCart, callCheckout, subjectOf } from '../support/checkouts/orders.ts'
import { engines } from '../support/database/engines.ts'
import { customer, ids } from '../support/import/shop-file.ts'
import { times } from '../support/service/instances.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'

const NEW_GUEST = 'guest:0d3c7a52-9f0e-4f5e-8f0c-1b6f3a1d2c4e'
const INACTIVE = 900
const MAX_LINES = 4

const coupons = [
  { code: 'YAZ10', discountType: 'percent', value: '10' },
  { code: 'KIŞ10', discountType: 'percent', value: '10', active: false },
  { code: 'ÇOK', discountType: 'percent', value: '10', conditions: { minimumTotal: '100000' } },
]

for (const engine of engines) {
  describe(`a replaced cart on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine, { CART_MAX_LINES: String(MAX_LINES) })
      await service.importShop({ coupons, customers: [customer(INACTIVE, { status: 'inactive' })] })
    })
    after(() => service.stop())

    const replace = async (subject: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
      const token = await service.token('admin', { id: 'telephone', scope: 'carts:write' })
      return service.call('PUT', `${CARTS}/${subject}`, { token, body, headers })
    }
    const line = (productId: number, quantity = 1, others: object = {}) => ({ productId, quantity, ...others })
    const replaced = async (subject: string, body: unknown, headers?: Record<string, string>) => {
      const answer = await replace(subject, body, headers)
      assert.equal(answer.status, 200, answer.text)
      return answer
    }
    const guestWith = async (...items: number[]) => {
      const token = await service.token('guest')
      for (const item of items) await addItem(service, token, item)
      return { token, subject: subjectOf(token) }
    }
    const itemsOf = (document: Awaited<ReturnType<typeof readCart>>) =>
      document.included.map(({ id, attributes }) => ({ id, ...(attributes as { orderNote: string | null }) }))

    it('has the lines of the request in their order, and the ids and notes of items that were there', async () => {
      const { token, subject } = await guestWith(ids.plain, ids.soldOut)
      const before = itemsOf(await readCart(service, token))
      await service.call('PATCH', `/cart-items/${before[1]?.id}/notes`, {
        token,
        body: { orderNote: 'Kapıya bırakın' },
      })
      await replaced(subject, {
        lines: [
          line(ids.variants, 2, { variantId: ids.smallBlue, giftNote: 'İyi ki doğdun', giftPackage: true }),
          line(ids.soldOut, 3),
        ],
      })
      const cart = await readCart(service, token)
      assert.deepEqual(linesOf(cart), [`${ids.variants}-${ids.smallBlue}×2`, `${ids.soldOut}×3`])
      const [added, kept] = itemsOf(cart)
      assert.deepEqual([kept?.id, kept?.orderNote], [before[1]?.id, 'Kapıya bırakın'])
      assert.notEqual(added?.id, before[0]?.id)
      await replaced(subject, { lines: [line(ids.soldOut, 1, { orderNote: '' })] })
      assert.equal(itemsOf(await readCart(service, token))[0]?.orderNote, null)
      await replaced(subject, { lines: [] })
      assert.deepEqual(linesOf(await readCart(service, token)), [])
    })

    it('is answered as it is read, for members and for guests whom nobody has seen', async () => {
      for (const subject of [`member:${ids.member}`, NEW_GUEST]) {
        const { json, headers } = await replaced(subject, { lines: [line(ids.plain, 2)] })
        assert.deepEqual(json, await readOwnerCart(service, subject).then(data => ('data' in data ? data : { data })))
        assert.match(headers.get('etag') ?? '', /^"/)
      }
    })

    it('gets a coupon and notes by the settings of a shop that has just changed', async () => {
      const { subject } = await guestWith(ids.plain)
      await service.importShop({ coupons: [{ code: 'YENİ5', discountType: 'percent', value: '5' }] })
      await replaced(subject, { lines: [line(ids.plain)], couponCode: 'yeni5' })
      await service.importShop({ shop: { settings: { orderNoteMaxLength: 240 } } })
      await replaced(subject, { lines: [line(ids.plain, 1, { orderNote: 'Zili çalmayın' })] })
    })

    it('keeps its coupon, gets another one, or has none', async () => {
      const { token, subject } = await guestWith(ids.plain)
      const codeOf = async () =>
        ((await readOwnerCart(service, subject)) as { coupon?: { code: string } | null }).coupon?.code ?? null
      const lines = [line(ids.plain)]
      await replaced(subject, { lines, couponCode: 'yaz10' })
      assert.equal(await codeOf(), 'YAZ10')
      await replaced(subject, { lines })
      assert.equal(await codeOf(), 'YAZ10')
      await replaced(subject, { lines, couponCode: 'ÇOK' })
      assert.equal(await codeOf(), 'ÇOK')
      await replaced(subject, { lines, couponCode: null })
      assert.equal(await codeOf(), null)
      assert.equal((await readCart(service, token)).included.length, 1)
    })

    // Proves: half-valid-carts
    it('is refused whole, with every line that cannot be bought, and stays as it was', async () => {
      const { token, subject } = await guestWith(ids.plain)
      const before = await service.call('GET', '/cart', { token })
      const refused = async (...lines: object[]) => refusalsOf(await replace(subject, { lines, couponCode: null }))
      assert.deepEqual(
        await refused(
          line(999_999),
          line(ids.offSale),
          line(ids.variants),
          line(ids.variants, 1, { variantId: 999_999 }),
        ),
        [
          '422 product_not_on_sale /lines/0/productId',
          '422 product_not_on_sale /lines/1/productId',
          '422 variant_required /lines/2/variantId',
          '422 variant_invalid /lines/3/variantId',
        ],
      )
      assert.deepEqual(await refused(line(ids.soldOut), line(ids.plain, 1, { variantId: 5 })), [
        '422 variant_invalid /lines/1/variantId',
      ])
      assert.deepEqual(await refused(line(ids.soldOut), line(ids.plain), line(ids.soldOut, 2)), [
        '422 field_invalid /lines/2/productId',
      ])
      for (const quantity of [0, 1.5, 100_001, '2'])
        assert.deepEqual(await refused(line(ids.soldOut, quantity as number)), ['422 field_invalid /lines/0/quantity'])
      assert.deepEqual(await refused(...Array.from({ length: MAX_LINES + 1 }, (_, n) => line(n + 1))), [
        '422 cart_full /lines',
      ])
      assert.deepEqual(await refused(line(ids.soldOut, 1, { orderNote: 'x'.repeat(100_000) })), [
        '422 note_too_long /lines/0/orderNote',
      ])
      assert.deepEqual(refusalsOf(await replace(subject, {})), ['422 field_required /lines'])
      for (const [couponCode, reason] of [
        ['YOK', 'unknown'],
        ['KIŞ10', 'inactive'],
      ] as const) {
        const answer = await replace(subject, { lines: [line(ids.soldOut)], couponCode })
        assert.deepEqual(refusalsOf(answer), ['422 field_invalid /couponCode'])
        const [error] = (answer.json as { errors: { meta?: { reason: string } }[] }).errors
        assert.equal(error?.meta?.reason, reason)
      }
      assert.equal((await service.call('GET', '/cart', { token })).text, before.text)
    })

    it('needs an owner who may have one', async () => {
      const lines = [line(ids.plain)]
      assert.deepEqual(refusalsOf(await replace('member:999999', { lines })), ['404 customer_not_found'])
      assert.deepEqual(refusalsOf(await replace(`member:${INACTIVE}`, { lines })), ['422 customer_not_eligible'])
      const { token, subject } = await guestWith(ids.plain)
      const member = await service.token('member', { id: String(ids.otherMember) })
      await service.call('POST', '/cart/merge', { token: member, body: { guestToken: token } })
      for (const headers of [{}, { 'If-Match': '"x"' }] as Record<string, string>[])
        assert.deepEqual(refusalsOf(await replace(subject, { lines }, headers)), ['422 customer_not_eligible'])
      for (const wrong of ['ucp:0d3c7a52-9f0e-4f5e-8f0c-1b6f3a1d2c4e', 'member:0', 'x'])
        assert.deepEqual(refusalsOf(await replace(wrong, { lines })), ['400 parameter_invalid'])
    })

    it('with If-Match is replaced only while it has the tag, and of two with one tag one wins', async () => {
      const { token, subject } = await guestWith(ids.plain)
      const tag = async () => (await service.call('GET', '/cart', { token })).headers.get('etag') ?? ''
      const old = await tag()
      const staff = await service.token('admin', { scope: 'carts:read' })
      const shown = await service.call('GET', `${CARTS}/${subject}`, { token: staff })
      assert.equal(shown.headers.get('etag'), old)
      const answers = await times(4, n =>
        whenFree(() => replace(subject, { lines: [line(ids.soldOut, n + 1)] }, { 'If-Match': old })),
      )
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412, 412, 412])
      const won = answers.find(({ status }) => status === 200)
      assert.equal(won?.headers.get('etag'), await tag())
      assert.equal((await replace(subject, { lines: [] }, { 'If-Match': old })).status, 412)
      assert.equal((await replace(subject, { lines: [] }, { 'If-Match': '*' })).status, 200)
    })

    it('keeps the hold of its owner', async () => {
      const { token, subject } = await guestWith(ids.plain)
      const reference = `${engine}-held`
      assert.equal((await hold(service, reference, token)).status, 201)
      await replaced(subject, { lines: [line(ids.soldOut)] })
      assert.equal(dataOf(await callCheckout(service, 'GET', reference)).state, 'held')
    })

    it('loses nothing of adds at the same time: each is before it or after it', async () => {
      const { token, subject } = await guestWith(ids.plain)
      const writes = await times(12, n =>
        whenFree(() =>
          n % 3 === 0
            ? replace(subject, { lines: [line(ids.plain, 1)] })
            : service.call('POST', '/cart-items', { token, body: { productId: ids.soldOut, quantity: 1 } }),
        ),
      )
      assert.deepEqual([...new Set(writes.map(({ status }) => status))].sort(), [200, 201])
      const cart = cartOf(await service.call('GET', '/cart', { token }))
      assert.equal(linesOf(cart)[0], `${ids.plain}×1`)
    })
  })
}
