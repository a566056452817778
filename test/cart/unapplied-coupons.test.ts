/** Stored coupons that do not apply: `data.meta.coupon` in every cart response, and in no other document. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CARTS, SESSION } from '../../src/api-paths.ts'
import { addItem, cartOf } from '../support/cart/cart.ts'
import { cartFor } from '../support/cart/client.ts'
import { boundCampaign, couponOf, couponRecord, enter, entered, shown } from '../support/cart/coupons.ts'
import { callCheckout, complete, hold, release, subjectOf } from '../support/checkouts/orders.ts'
import { requireHold } from '../support/checkouts/usage-limits.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { couponPath, promotionCaller, recordOf } from '../support/promotions/promotions.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { logIn, signIn } from '../support/web-checkout/checkout.ts'

const HOUR = 3_600_000
const YESTERDAY = new Date(Date.now() - 24 * HOUR).toISOString()

for (const engine of engines) {
  describe(`a stored coupon that does not apply, on ${engine}`, () => {
    let service: TestService
    let codes = 0
    before(async () => {
      service = await startService(engine, { COUPON_RATE_LIMIT: '0' })
      await service.importShop({
        campaigns: [
          { ...boundCampaign(1), couponBound: false },
          boundCampaign(2),
          boundCampaign(3, { conditions: { minimumTotal: '9999' } }),
        ],
      })
    })
    after(() => service.stop())

    const define = (code: string, fields: object = {}) => service.importShop({ coupons: [couponRecord(code, fields)] })
    const newCoupon = async (fields: object = {}) => {
      const code = `Kupon-${++codes}`
      await define(code, fields)
      return code
    }
    const guestWith = async (pieces = 1) => {
      const token = await service.token('guest')
      await addItem(service, token, ids.plain, pieces)
      return token
    }
    const member = async () => {
      const token = await service.token('member', { id: String(ids.member) })
      await service.call('DELETE', '/cart', { token })
      return token
    }

    it('is in the response of every request to the cart, until it applies or is removed', async () => {
      const [code, token] = [await newCoupon({ conditions: { minimumQuantity: 9 } }), await service.token('guest')]
      const reason = `${code} minimum_quantity`
      assert.equal(await entered(service, token, code), `${code} products`)
      const added = cartOf(
        await service.call('POST', '/cart-items', { token, body: { productId: ids.plain, quantity: 2 } }),
        201,
      )
      const line = `/cart-items/${added.meta?.affectedItemId}`
      assert.deepEqual([couponOf(added), added.included[0]?.id], [reason, added.meta?.affectedItemId])
      const requests: [method: string, path: string, body?: object][] = [
        ['PATCH', line, { quantity: 3 }],
        ['PATCH', `${line}/notes`, { orderNote: 'Not' }],
        ['POST', '/cart/campaign', { campaignId: 1 }],
        ['DELETE', '/cart/campaign'],
        ['GET', '/cart'],
      ]
      for (const [method, path, body] of requests) {
        const answer = await service.call(method, path, { token, ...(body && { body }) })
        assert.equal(couponOf(cartOf(answer)), reason, `${method} ${path}`)
      }
      const enough = await service.call('PATCH', line, { token, body: { quantity: 9 } })
      assert.deepEqual(
        [couponOf(cartOf(enough)), Object.keys(cartOf(enough).data.meta ?? {})],
        [`applied ${code}`, ['vat']],
      )
      assert.equal(couponOf(cartOf(await service.call('DELETE', line, { token }))), `${code} products`)
      assert.equal(cartOf(await service.call('DELETE', '/cart/coupon', { token })).data.meta, undefined)
      assert.equal(await entered(service, token, code), `${code} products`)
      assert.equal(cartOf(await service.call('DELETE', '/cart', { token })).data.meta, undefined)
      assert.equal(await shown(service, token), undefined)
    })

    it('names the missing quantity and the missing amount with VAT, rounded up to the next minor unit', async () => {
      const conditions = { minimumQuantity: 3, minimumTotal: '1000', productIds: [ids.plain] }
      const [code, token] = [await newCoupon({ conditions }), await guestWith(2)]
      const read = async () => cartOf(await service.call('GET', '/cart', { token })).data.meta?.coupon
      await addItem(service, token, ids.taxFree, 5)
      const answered = cartOf(await enter(service, token, code)).data.meta?.coupon
      assert.deepEqual(answered, {
        code,
        applied: false,
        reason: 'minimum_quantity',
        detail: 'The quantity of the covered lines is too small: 2 of 3.',
        missingAmount: { amount: '520.23', currencyCode: 'TRY', decimalPlaces: 2 },
        missingQuantity: 1,
        limitedToProducts: true,
      })
      assert.deepEqual(await read(), answered)
      await addItem(service, token, ids.plain)
      const tooLittle = {
        code,
        applied: false,
        reason: 'minimum_total',
        detail: 'The total of the covered lines with VAT is too small: 719.664 of 1000.',
        missingAmount: { amount: '280.34', currencyCode: 'TRY', decimalPlaces: 2 },
        limitedToProducts: true,
      }
      assert.deepEqual(await read(), tooLittle)
      await define(code, { conditions: { minimumTotal: '5000' } })
      assert.deepEqual((await read())?.limitedToProducts, false)
      await define(code, { campaignId: 3 })
      assert.deepEqual(await read(), {
        code,
        applied: false,
        reason: 'campaign',
        detail: 'The campaign of the coupon does not apply to this cart now.',
        missingAmount: { amount: '9279.31', currencyCode: 'TRY', decimalPlaces: 2 },
        limitedToProducts: false,
      })
    })

    it('is beside the item of an add, and of an add that is repeated', async () => {
      const [code, token] = [await newCoupon({ conditions: { minimumQuantity: 99 } }), await guestWith()]
      await enter(service, token, code)
      const headers = { 'Idempotency-Key': 'anahtar' }
      const body = { productId: ids.taxFree, quantity: 1 }
      const first = await service.call('POST', '/cart-items', { token, body, headers })
      const second = await service.call('POST', '/cart-items', { token, body, headers })
      assert.equal(second.headers.get('idempotency-replayed'), 'true')
      assert.equal(first.text, second.text)
      assert.equal(couponOf(cartOf(second, 201)), `${code} minimum_quantity`)
      assert.equal(cartOf(second, 201).meta?.affectedItemId, cartOf(second, 201).included[1]?.id)
    })

    it('stays stored when it was valid as it was entered: ended, switched off, used up, or without its campaign', async () => {
      const [code, token] = [await newCoupon(), await guestWith()]
      await enter(service, token, code.toLowerCase())
      const changes: [fields: object, expected: string][] = [
        [{ endsAt: YESTERDAY }, `${code} expired`],
        [{ active: false }, `${code} inactive`],
        [{ usageLimit: 1, usageCount: 1 }, `${code} used_up`],
        [{ usageLimitPerCustomer: 1 }, `${code} audience`],
        [{ campaignId: 2 }, `applied ${code}`],
        [{}, `applied ${code}`],
      ]
      for (const [fields, expected] of changes) {
        await define(code, fields)
        assert.equal(await shown(service, token), expected)
      }
    })

    it('ends and begins with holds of others, but not with the hold of the cart itself', async () => {
      const code = await newCoupon({ usageLimit: 1 })
      const [token, other] = [await guestWith(), await guestWith()]
      for (const each of [token, other]) assert.equal(await entered(service, each, code), `applied ${code}`)
      await requireHold(service, `${engine}-a`, other)
      assert.deepEqual(
        [await shown(service, token), await shown(service, other)],
        [`${code} used_up`, `applied ${code}`],
      )
      await release(service, `${engine}-a`)
      assert.equal(await shown(service, token), `applied ${code}`)
    })

    it('is unknown, by the code that was sent, when it is deleted or hidden; the two cannot be told apart', async () => {
      const [code, token, call] = [await newCoupon(), await guestWith(), await promotionCaller(service)]
      const sent = ` ${code.toUpperCase()} `
      assert.equal(await entered(service, token, sent), `applied ${code}`)
      const read = async () => (await service.call('GET', '/cart', { token })).text
      const applied = await read()
      await define(code, { audience: { members: true }, conditions: { minimumTotal: '9999' } })
      const hidden = await read()
      assert.equal((await call('DELETE', couponPath(code))).status, 204)
      const deleted = await read()
      assert.equal(await shown(service, token), `${sent} unknown`)
      assert.equal(hidden, deleted)
      await define(code)
      assert.equal(await read(), applied)
    })

    it('is shown by its folded code while it is unknown, when an earlier version has stored it', async () => {
      const [code, token, call] = [await newCoupon(), await guestWith(), await promotionCaller(service)]
      await enter(service, token, code)
      const { kysely } = service.database
      for (const entered_code of [null, 'Başka']) {
        await kysely.updateTable('carts').set({ entered_code }).where('id', '=', subjectOf(token)).execute()
        recordOf(await call('PUT', couponPath(code), couponRecord(code)), 200)
        assert.equal(await shown(service, token), `applied ${code}`)
        await define(code, { audience: { members: true } })
        assert.equal(await shown(service, token), `${code.toLowerCase()} unknown`)
        await define(code)
      }
    })

    it('changes the tag of the cart with its reason, and is part of a conditional read', async () => {
      const [code, token] = [await newCoupon({ conditions: { minimumQuantity: 5 } }), await guestWith()]
      const tagOf = async () => (await service.call('GET', '/cart', { token })).headers.get('etag') ?? ''
      const without = await tagOf()
      await enter(service, token, code)
      const tag = await tagOf()
      assert.notEqual(tag, without)
      const unchanged = await service.call('GET', '/cart', { token, headers: { 'If-None-Match': tag } })
      assert.deepEqual([unchanged.status, unchanged.text], [304, ''])
      await define(code, { conditions: { minimumTotal: '9999' } })
      const changed = await service.call('GET', '/cart', { token, headers: { 'If-None-Match': tag } })
      assert.equal(couponOf(cartOf(changed)), `${code} minimum_total`)
    })

    it('is not in the current cart of a refused conditional write, whose tag is that of the next read', async () => {
      const [code, token] = [await newCoupon({ conditions: { minimumTotal: '9999' } }), await guestWith()]
      await enter(service, token, code)
      const current = await service.call('GET', '/cart', { token })
      const refused = await service.call('DELETE', '/cart', { token, headers: { 'If-Match': '"0"' } })
      const { errors } = refused.json as { errors: { meta?: { cart?: unknown } }[] }
      assert.deepEqual([refused.status, refused.headers.get('etag')], [412, current.headers.get('etag')])
      const { data, included } = cartOf(current)
      assert.deepEqual(errors[0]?.meta?.cart, { data: { ...data, meta: { vat: data.meta?.vat } }, included })
      assert.ok(data.meta?.coupon?.missingAmount)
    })

    it('is taken along by a merge, with its reason for the member', async () => {
      const cases: [fields: object, then: object, expected: (code: string) => string][] = [
        [{ usageLimitPerCustomer: 1 }, { usageLimitPerCustomer: 1 }, code => `applied ${code}`],
        [
          { conditions: { minimumQuantity: 5 } },
          { conditions: { minimumQuantity: 5 } },
          code => `${code} minimum_quantity`,
        ],
        [{}, { audience: { visitors: true } }, code => `${code.toUpperCase()} unknown`],
        [{}, { active: false }, code => `${code} inactive`],
      ]
      for (const [fields, then, expected] of cases) {
        const [code, guest, token] = [await newCoupon(fields), await guestWith(), await member()]
        await enter(service, guest, code.toUpperCase())
        await define(code, then)
        const merged = cartOf(await service.call('POST', '/cart/merge', { token, body: { guestToken: guest } }))
        assert.equal(couponOf(merged), expected(code))
        assert.equal(await shown(service, token), expected(code))
      }
    })

    it('of a guest is not taken along when the member has one, whatever the reason', async () => {
      const own = await newCoupon({ conditions: { minimumTotal: '9999' } })
      const [other, guest, token] = [await newCoupon(), await guestWith(), await member()]
      await enter(service, token, own.toUpperCase())
      await enter(service, guest, other)
      await service.call('POST', '/cart/merge', { token, body: { guestToken: guest } })
      await define(own, { audience: { dealers: true } })
      assert.equal(await shown(service, token), `${own.toUpperCase()} unknown`)
    })

    it('goes with the order that has used it', async () => {
      const [code, token] = [await newCoupon(), await guestWith()]
      await enter(service, token, code)
      await requireHold(service, `${engine}-order`, token)
      await complete(service, `${engine}-order`)
      assert.equal(await shown(service, token), undefined)
      const [row] = await service.database.kysely
        .selectFrom('carts')
        .select(['coupon_code', 'entered_code'])
        .where('id', '=', subjectOf(token))
        .execute()
      assert.deepEqual({ ...row }, { coupon_code: null, entered_code: null })
    })

    it('is not in checkouts, in the cart of a refused hold, in sessions, and in the cart that staff see', async () => {
      const [code, token] = [await newCoupon({ conditions: { minimumTotal: '9999' } }), await member()]
      await addItem(service, token, ids.plain)
      await enter(service, token, code)
      assert.equal(await shown(service, token), `${code} minimum_total`)
      const staff = await service.token('admin', { scope: 'carts:read' })
      const cookie = await signIn(service, token)
      const answers = [
        await hold(service, `${engine}-held`, token, { grandTotal: '1' }),
        await hold(service, `${engine}-held`, token),
        await callCheckout(service, 'GET', `${engine}-held`),
        await service.call('GET', SESSION, { headers: { Cookie: cookie } }),
        await logIn(service, { customerId: ids.member }, cookie),
        await service.call('GET', `${CARTS}/member:${ids.member}`, { token: staff }),
      ]
      assert.deepEqual(
        answers.map(({ status }) => status),
        [409, 201, 200, 200, 200, 200],
      )
      for (const { text } of answers) {
        assert.ok(text.includes('"included":[{'), text)
        assert.doesNotMatch(text, /minimum_total|"applied"/)
      }
    })

    it('is in the cart of the client as unappliedCoupon', async () => {
      const [code, token] = [await newCoupon({ conditions: { minimumQuantity: 2 } }), await guestWith()]
      const cart = cartFor(service, token)
      const { appliedCoupon, unappliedCoupon } = await cart.applyCoupon(code)
      assert.deepEqual(
        [appliedCoupon, unappliedCoupon?.code, unappliedCoupon?.reason],
        [undefined, code, 'minimum_quantity'],
      )
      assert.equal((await cart.read()).unappliedCoupon?.applied, false)
      const more = await cart.addItem({ productId: ids.plain, quantity: 1 })
      assert.deepEqual([more.appliedCoupon?.code, 'unappliedCoupon' in more], [code, false])
      assert.equal((await cart.applyCoupon('YOK')).unappliedCoupon?.reason, 'unknown')
      assert.equal('unappliedCoupon' in (await cart.read()), false)
    })
  })
}
