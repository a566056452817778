/** The coupon code that was refused last: staff see it with the cart for a day, the shopper in the answer to the request alone. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CARTS } from '../../src/api-paths.ts'
import type { OwnerCart } from '../../src/cart/admin/carts.document.ts'
import { prune } from '../../src/jobs/prune.ts'
import { addItem, cartOf } from '../support/cart/cart.ts'
import { readOwnerCart } from '../support/cart/cart-list.ts'
import { assertLeadsTo, makeLink, open } from '../support/cart-links/links.ts'
import { boundCampaign, couponRecord, enter, entered, shown } from '../support/cart/coupons.ts'
import { subjectOf } from '../support/checkouts/orders.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { actFor, signIn } from '../support/web-checkout/checkout.ts'

const DAY_MS = 86_400_000
const members = { members: true }
const tomorrow = new Date(Date.now() + DAY_MS).toISOString()

/** Coupons that a guest cannot use, with the reasons that staff see. */
const refusals = {
  Kapalı: { reason: 'inactive', fields: { active: false } },
  YARIN: { reason: 'not_started', fields: { startsAt: tomorrow } },
  DÜN: { reason: 'expired', fields: { endsAt: '2020-01-01T00:00:00Z' } },
  BİTTİ: { reason: 'used_up', fields: { usageLimit: 1, usageCount: 1 } },
  WEBDE: { reason: 'channel', fields: { audience: { channels: ['web'] } } },
  ÜYEYE: { reason: 'audience', fields: { audience: members } },
  BAĞLI: { reason: 'audience', fields: { campaignId: 8 } },
} as const

for (const engine of engines) {
  describe(`the coupon code that a cart has refused last, on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine, { COUPON_RATE_LIMIT: '0' })
      const coupons = Object.entries(refusals).map(([code, { fields }]) => couponRecord(code, fields))
      await service.importShop({
        coupons: [...coupons, couponRecord('GEÇERLİ'), couponRecord('ÇOK', { conditions: { minimumQuantity: 9 } })],
        campaigns: [boundCampaign(8, { audience: members })],
      })
    })
    after(() => service.stop())

    const guestWith = async (pieces = 1) => {
      const token = await service.token('guest')
      if (pieces > 0) await addItem(service, token, ids.plain, pieces)
      return token
    }
    /** What staff see: `code reason`; null without a refused code. */
    const kept = async (subject: string) => {
      const { refusedCoupon, coupon } = await readOwnerCart(service, subject)
      if (!refusedCoupon) return null
      assert.ok(Math.abs(Date.parse(refusedCoupon.at) - Date.now()) < 600_000)
      if (refusedCoupon.code === 'DÜN') assert.equal(coupon, null)
      return `${refusedCoupon.code} ${refusedCoupon.reason}`
    }
    const keptOf = (token: string) => kept(subjectOf(token))
    const age = (token: string, ms: number) =>
      service.database.kysely
        .updateTable('carts')
        .set({ refused_at: Date.now() - ms })
        .where('id', '=', subjectOf(token))
        .execute()
    const columnsOf = async (token: string) => {
      const found = service.database.kysely.selectFrom('carts').selectAll().where('id', '=', subjectOf(token))
      const { refused_code, refused_reason, refused_at } = await found.executeTakeFirstOrThrow()
      return [refused_code, refused_reason, refused_at]
    }

    // Proves: guessed-coupons
    it('is not kept when no coupon has it, and leaves the one before', async () => {
      const token = await guestWith()
      for (const code of ['YOK', 'GEÇERLI0', ' yok\t', '"\\</script>', '\u0001']) {
        assert.equal(await entered(service, token, code), `${code} unknown`)
        assert.equal(await keptOf(token), null)
      }
      assert.deepEqual(await columnsOf(token), [null, null, null])
      await enter(service, token, 'DÜN')
      await enter(service, token, 'YOK')
      assert.equal(await keptOf(token), 'DÜN expired')
    })

    it('is shown as the shop wrote it with the true reason, which the shopper is not told of a hidden coupon', async () => {
      const token = await guestWith()
      for (const [code, { reason }] of Object.entries(refusals)) {
        const sent = code.toLocaleLowerCase('tr')
        const told = reason === 'audience' ? `${sent} unknown` : `${code} ${reason}`
        assert.equal(await entered(service, token, sent), told)
        assert.equal(await keptOf(token), `${code} ${reason}`)
        assert.equal(await shown(service, token), undefined)
      }
    })

    it('changes no document of the shopper, nor its tag', async () => {
      const [one, other] = [await guestWith(), await guestWith()]
      await enter(service, one, 'YOK')
      await enter(service, other, 'DÜN')
      const [plain, refused] = await Promise.all(
        [one, other].map(async token => cartOf(await service.call('GET', '/cart', { token }))),
      )
      assert.deepEqual(plain?.data.attributes, refused?.data.attributes)
      assert.equal(JSON.stringify(refused).includes('DÜN'), false)
      const tagOf = async () => (await service.call('GET', '/cart', { token: other })).headers.get('etag')
      const before = await tagOf()
      await enter(service, other, 'Kapalı')
      assert.equal(await tagOf(), before)
    })

    it('is kept of a cart that is empty, and of a member', async () => {
      const empty = await guestWith(0)
      await enter(service, empty, 'DÜN')
      assert.equal(await keptOf(empty), 'DÜN expired')
      const member = await service.token('member', { id: String(ids.member) })
      await enter(service, member, 'Kapalı')
      assert.equal(await kept(`member:${ids.member}`), 'Kapalı inactive')
      assert.equal(await kept(`member:${ids.otherMember}`), null)
    })

    it('is kept when a web shop sends it for a session', async () => {
      const token = await guestWith()
      const acting = await actFor(service, await signIn(service, token))
      assert.equal(await entered(service, acting, 'dün'), 'DÜN expired')
      assert.equal(await keptOf(token), 'DÜN expired')
    })

    it('goes when a coupon is chosen, also one that does not apply yet, and when the cart is emptied', async () => {
      const token = await guestWith()
      for (const [code, told] of [
        ['GEÇERLİ', 'applied GEÇERLİ'],
        ['ÇOK', 'ÇOK minimum_quantity'],
      ] as const) {
        await enter(service, token, 'DÜN')
        assert.equal(await entered(service, token, code), told)
        assert.equal(await keptOf(token), null)
      }
      await enter(service, token, 'DÜN')
      await service.call('DELETE', '/cart', { token })
      assert.equal(await keptOf(token), null)
    })

    it('goes when a program or a link gives the cart a coupon, and stays when they give it none', async () => {
      const token = await guestWith()
      const lines = [{ productId: ids.plain, quantity: 2 }]
      const replace = async (content: object) => {
        const writer = await service.token('admin', { scope: 'carts:write' })
        const path = `${CARTS}/${encodeURIComponent(subjectOf(token))}`
        const { status, text } = await service.call('PUT', path, { token: writer, body: { lines, ...content } })
        assert.equal(status, 200, text)
      }
      await enter(service, token, 'DÜN')
      for (const content of [{}, { couponCode: null }]) {
        await replace(content)
        assert.equal(await keptOf(token), 'DÜN expired')
      }
      await replace({ couponCode: 'GEÇERLİ' })
      assert.equal(await keptOf(token), null)
      await enter(service, token, 'DÜN')
      const cookie = await signIn(service, token)
      const openLink = async (content: object) => open(service, await makeLink(service, { lines, ...content }), cookie)
      assertLeadsTo(await openLink({}), '/sepet')
      assert.equal(await keptOf(token), 'DÜN expired')
      assertLeadsTo(await openLink({ couponCode: 'GEÇERLİ' }), '/sepet')
      assert.equal(await keptOf(token), null)
      assert.equal(await shown(service, token), 'applied GEÇERLİ')
    })

    it('stays when the coupon is removed, and when a campaign is chosen or removed', async () => {
      const token = await guestWith()
      await enter(service, token, 'DÜN')
      for (const path of ['/cart/coupon', '/cart/campaign']) {
        cartOf(await service.call('DELETE', path, { token }))
        assert.equal(await keptOf(token), 'DÜN expired')
      }
    })

    it('is not shown after a day, and deleted by pruning, which leaves the cart', async () => {
      const [old, young] = [await guestWith(), await guestWith()]
      for (const token of [old, young]) await enter(service, token, 'DÜN')
      await age(young, DAY_MS - 60_000)
      assert.equal((await readOwnerCart(service, subjectOf(young))).refusedCoupon?.code, 'DÜN')
      await age(old, DAY_MS)
      assert.equal(await keptOf(old), null)
      const changedAt = (await readOwnerCart(service, subjectOf(old))).changedAt
      await prune(service.database, Date.now(), { guestCartTtlDays: 30, eventRetentionDays: 30 })
      assert.deepEqual(await columnsOf(old), [null, null, null])
      assert.equal((await columnsOf(young))[0], 'DÜN')
      const left = await readOwnerCart(service, subjectOf(old))
      assert.deepEqual([left.changedAt, left.cart.included.length], [changedAt, 1])
    })

    it('of a guest who logs in becomes the member’s, where it is the later one', async () => {
      const token = await service.token('member', { id: String(ids.otherMember) })
      const merge = async (guestToken: string) =>
        cartOf(await service.call('POST', '/cart/merge', { token, body: { guestToken } }))
      const subject = `member:${ids.otherMember}`
      const guest = await guestWith(0)
      await enter(service, guest, 'DÜN')
      await merge(guest)
      assert.equal(await kept(subject), 'DÜN expired')
      assert.equal(await keptOf(guest), null)
      const [earlier, later] = [await guestWith(0), await guestWith()]
      await enter(service, earlier, 'DÜN')
      await age(earlier, 60_000)
      await enter(service, token, 'Kapalı')
      await merge(earlier)
      assert.equal(await kept(subject), 'Kapalı inactive')
      await enter(service, later, 'BİTTİ')
      await merge(later)
      assert.equal(await kept(subject), 'BİTTİ used_up')
      await merge(await guestWith())
      assert.equal(await kept(subject), 'BİTTİ used_up')
    })

    it('is part of a preview of a promotion in the cart', async () => {
      const token = await guestWith()
      await enter(service, token, 'DÜN')
      const admin = await service.token('admin', { scope: 'carts:read promotions:read' })
      const body = { coupon: { code: 'YENİ', discountType: 'percent', value: '10' } }
      const path = `${CARTS}/${subjectOf(token)}/preview`
      const answer = await service.call('POST', path, { token: admin, body })
      assert.equal(answer.status, 200, answer.text)
      assert.partialDeepStrictEqual((answer.json as OwnerCart).data, {
        coupon: { code: 'YENİ', applies: true },
        refusedCoupon: { code: 'DÜN', reason: 'expired' },
      })
    })
  })
}
