/** The coupons of a customer: which are listed, to whom, in which order, and what the list never tells. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { CUSTOMERS } from '../../src/api-paths.ts'
import { addItem, refusalsOf } from '../support/cart/cart.ts'
import { boundCampaign, couponRecord, entered } from '../support/cart/coupons.ts'
import { askCoupons, codesOf, couponsIn } from '../support/cart/own-coupons.ts'
import { order } from '../support/checkouts/limits-per-customer.ts'
import { complete, release } from '../support/checkouts/orders.ts'
import { requireHold } from '../support/checkouts/usage-limits.ts'
import { engines } from '../support/database/engines.ts'
import { recordStatements } from '../support/database/statements.ts'
import { customer, ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { actFor, logIn, cookieOf, signIn } from '../support/web-checkout/checkout.ts'

const OTHER_GROUP = 8
const HOUR = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
const mine = { customerIds: [ids.member] }

for (const engine of engines) {
  describe(`the coupons of a customer on ${engine}`, () => {
    let service: TestService
    let peer: TestService
    let member: string
    let other: string
    let dealer: string
    let number = 0
    const next = () => `${engine}-${++number}`
    before(async () => {
      service = await startService(engine, { COUPON_RATE_LIMIT: '0' })
      peer = await service.startPeer()
      await service.importShop({
        customerGroups: [{ id: OTHER_GROUP, name: 'Başka' }],
        customers: [customer(ids.otherMember, { customerGroupId: OTHER_GROUP })],
      })
      member = await service.token('member', { id: String(ids.member) })
      other = await service.token('member', { id: String(ids.otherMember) })
      dealer = await service.token('member', { id: String(ids.dealer) })
    })
    after(async () => {
      await peer.stop()
      await service.stop()
    })
    beforeEach(async () => {
      const { kysely } = service.database
      for (const table of ['coupons', 'coupon_audiences', 'checkouts', 'promotion_uses', 'promotion_counts'] as const) {
        await kysely.deleteFrom(table).execute()
      }
      await service.call('DELETE', '/cart', { token: member })
      await service.importShop({ shop: { settings: { campaignEngine: true } } })
    })
    const define = (code: string, fields: object = {}) =>
      service.importShop({ coupons: [couponRecord(code, { audience: mine, ...fields })] })
    const listed = async (token = member) => {
      const [one, another] = [await codesOf(service, token), await codesOf(peer, token)]
      assert.deepEqual(one, another)
      return one
    }

    describe('are for nobody else:', () => {
      // Proves: others-coupons
      it('a guest is refused for the scope, and an application and an administrator for the kind of token', async () => {
        await define('BENİM', { audience: { visitors: true, ...mine } })
        for (const scope of ['storefront:cart', 'storefront:cart storefront:account']) {
          const answer = await askCoupons(service, await service.token('guest', { scope }))
          assert.deepEqual(refusalsOf(answer), ['403 insufficient_scope'])
          assert.match(answer.headers.get('www-authenticate') ?? '', /scope="storefront:account"/)
        }
        const scopeless = await service.token('member', { id: String(ids.member), scope: 'storefront:cart' })
        assert.deepEqual(refusalsOf(await askCoupons(service, scopeless)), ['403 insufficient_scope'])
        for (const kind of ['app', 'admin'] as const) {
          const token = await service.token(kind, { scope: 'storefront:account promotions:read' })
          assert.deepEqual(refusalsOf(await askCoupons(service, token)), ['401 wrong_token_kind'])
        }
        assert.deepEqual(refusalsOf(await service.call('GET', '/coupons')), ['401 token_missing'])
      })

      // Proves: others-coupons
      it('only the customers and the members of the groups that an audience names see its coupon', async () => {
        await define('TEK')
        await define('GRUP', { audience: { customerGroupIds: [ids.group] } })
        await define('İKİSİ', {
          audience: { customerIds: [ids.otherMember], customerGroupIds: [ids.group, OTHER_GROUP] },
        })
        await define('BAŞKA', { audience: { customerGroupIds: [99], customerIds: [ids.inactive, 11, 51] } })
        assert.deepEqual(await listed(member), ['TEK'])
        assert.deepEqual(await listed(dealer), ['GRUP', 'İKİSİ'])
        assert.deepEqual(await listed(other), ['İKİSİ'])
        const group = { customers: [customer(ids.otherMember, { customerGroupId: ids.group })] }
        await service.importShop(group)
        assert.deepEqual(await listed(other), ['GRUP', 'İKİSİ'])
        await service.importShop({ customers: [customer(ids.otherMember, { customerGroupId: OTHER_GROUP })] })
        assert.deepEqual(await listed(other), ['İKİSİ'])
      })

      // Proves: others-coupons
      it('coupons for all members, dealers or everybody are not listed, nor those of which a campaign alone names the customer', async () => {
        await service.importShop({ campaigns: [boundCampaign(31, { audience: mine })] })
        const bound = { campaignId: 31, value: null, audience: null }
        const audiences = [
          null,
          { members: true },
          { dealers: true },
          { exclude: { customerIds: [3] } },
          { firstOrder: true },
        ]
        for (const [n, audience] of audiences.entries()) await define(`HERKES${n}`, { audience })
        await define('KAMPANYA', bound)
        assert.deepEqual([await listed(member), await listed(dealer)], [[], []])
      })

      // Proves: others-coupons
      it('the document of a coupon decides where the index of audiences says something else', async () => {
        await define('TEK')
        await service.database.kysely.updateTable('coupon_audiences').set({ id: ids.otherMember }).execute()
        assert.deepEqual([await listed(other), await listed(member)], [[], []])
        await define('TEK')
        assert.deepEqual([await listed(other), await listed(member)], [[], ['TEK']])
      })

      // Proves: banned-owner
      it('an inactive, banned or deleted customer is refused, and sees them again once active', async () => {
        await define('BENİM', { audience: { customerIds: [ids.otherMember] } })
        const groups = { customerGroupId: OTHER_GROUP }
        for (const status of ['inactive', 'banned']) {
          await service.importShop({ customers: [customer(ids.otherMember, { status, ...groups })] })
          assert.deepEqual(refusalsOf(await askCoupons(peer, other)), ['401 customer_not_active'])
        }
        await service.importShop({ customers: [customer(ids.otherMember, { status: 'active', ...groups })] })
        assert.deepEqual(await listed(other), ['BENİM'])
        const { json } = await service.call('POST', CUSTOMERS, { token: await service.token('admin'), body: {} })
        const { id } = (json as { data: { id: number } }).data
        await define('SİLİNEN', { audience: { customerIds: [id] } })
        const token = await service.token('member', { id: String(id) })
        assert.deepEqual(await listed(token), ['SİLİNEN'])
        await service.call('DELETE', `${CUSTOMERS}/${id}`, { token: await service.token('admin') })
        assert.deepEqual(refusalsOf(await askCoupons(peer, token)), ['401 customer_not_active'])
      })

      // Proves: others-coupons
      it('a token that acts for a web session shows those of its member, a guest’s none, and an ended session’s none', async () => {
        await define('BENİM')
        const cookie = await signIn(service, member)
        const acting = await actFor(service, cookie)
        assert.deepEqual(await listed(acting), ['BENİM'])
        const guests = await actFor(service, await signIn(service, await service.token('guest')))
        assert.deepEqual(refusalsOf(await askCoupons(service, guests)), ['403 insufficient_scope'])
        const loggedIn = cookieOf(await logIn(service, { customerId: ids.otherMember }, cookie)) ?? ''
        assert.deepEqual(refusalsOf(await askCoupons(peer, acting)), ['401 token_invalid'])
        assert.deepEqual(await listed(await actFor(service, loggedIn)), [])
      })
    })

    describe('are those that can still be used:', () => {
      const campaign = (fields: object) => ({ campaigns: [boundCampaign(30, { usageCount: 0, ...fields })] })
      const bound = { campaignId: 30, value: null }

      /** Fields of a coupon of the member that keep it from being used in any cart, and those that do not. */
      const unusable: Record<string, object> = {
        'switched off': { active: false },
        'not begun': { startsAt: inHours(1) },
        ended: { endsAt: inHours(-1) },
        'used up elsewhere': { usageLimit: 5, usageCount: 5 },
        'without a use for each customer': { usageLimitPerCustomer: 0 },
        'leaving the customer out': { audience: { ...mine, exclude: { customerIds: [ids.member] } } },
        'leaving members out': { audience: { ...mine, exclude: { members: true } } },
      }
      for (const [name, fields] of Object.entries(unusable)) {
        it(`not one that is ${name}`, async () => {
          await define('YAZ', fields)
          assert.deepEqual(await listed(), [])
          await define('YAZ')
          assert.deepEqual(await listed(), ['YAZ'])
        })
      }

      /** Fields of the campaign that keep its coupons from being used in any cart. */
      const ofCampaign: Record<string, object> = {
        'switched off': { active: false },
        'not begun': { startsAt: inHours(1) },
        ended: { endsAt: inHours(-1) },
        'used up elsewhere': { usageLimit: 5, usageCount: 5 },
        'without a use for each customer': { usageLimitPerCustomer: 0 },
        'for others': { audience: { dealers: true } },
        'leaving the customer out': { audience: { members: true, exclude: { customerIds: [ids.member] } } },
      }
      for (const [name, fields] of Object.entries(ofCampaign)) {
        it(`not one whose campaign is ${name}`, async () => {
          await service.importShop(campaign(fields))
          await define('YAZ', bound)
          assert.deepEqual(await listed(), [])
          await service.importShop(campaign({}))
          assert.deepEqual(await listed(), ['YAZ'])
        })
      }

      it('not one that is bound to a campaign while the campaign engine is off', async () => {
        await service.importShop(campaign({}))
        await define('BAĞLI', bound)
        await define('YALIN')
        await service.importShop({ shop: { settings: { campaignEngine: false } } })
        assert.deepEqual(await listed(), ['YALIN'])
      })

      it('not asked are the cart, the hour and the channel', async () => {
        const conditions = { minimumTotal: '9999', minimumQuantity: 99, productIds: [ids.offSale] }
        await service.importShop({
          campaigns: [
            boundCampaign(30, {
              conditions,
              weekdays: [new Date(Date.now() + 48 * HOUR).getUTCDay() || 7],
              dailyFrom: '00:00',
              dailyTo: '00:01',
            }),
          ],
        })
        await define('AĞIR', { conditions, audience: { ...mine, channels: ['agent'] } })
        await define('BAĞLI', bound)
        assert.deepEqual(await listed(), ['AĞIR', 'BAĞLI'])
      })

      it('those of first orders until the customer has one, here or elsewhere', async () => {
        await service.importShop(campaign({ audience: { firstOrder: true } }))
        await define('BAĞLI', bound)
        await define('İLK', { audience: { ...mine, firstOrder: true } })
        await define('HER')
        assert.deepEqual(await listed(), ['BAĞLI', 'HER', 'İLK'])
        await service.importShop({ customers: [customer(ids.member, { orderCount: 1 })] })
        assert.deepEqual(await listed(), ['HER'])
        await service.importShop({ customers: [customer(ids.member, { orderCount: 0 })] })
        await addItem(service, member, ids.plain)
        const reference = next()
        await order(service, member, reference)
        assert.deepEqual(await listed(), ['HER'])
        await release(service, reference)
        assert.deepEqual(await listed(), ['BAĞLI', 'HER', 'İLK'])
      })

      for (const [name, limits] of Object.entries({
        'use of all': { usageLimit: 1 },
        'use of each customer': { usageLimitPerCustomer: 1 },
      })) {
        for (const kind of ['coupon', 'campaign'] as const) {
          it(`one is gone with the last ${name} of the ${kind}, stays during the customer’s own hold, and comes back with the order`, async () => {
            await service.importShop(campaign(kind === 'campaign' ? { ...limits } : {}))
            await define('YAZ', kind === 'campaign' ? bound : limits)
            await addItem(service, member, ids.plain)
            assert.equal(await entered(service, member, 'YAZ'), 'applied YAZ')
            const reference = next()
            await requireHold(service, reference, member)
            assert.deepEqual(await listed(), ['YAZ'])
            await complete(peer, reference)
            assert.deepEqual(await listed(), [])
            await release(service, reference)
            assert.deepEqual(await listed(), ['YAZ'])
          })
        }
      }

      it('one is gone while another customer holds its last use', async () => {
        const audience = { customerIds: [ids.member, ids.otherMember] }
        await define('YAZ', { audience, usageLimit: 1 })
        await service.call('DELETE', '/cart', { token: other })
        await addItem(service, other, ids.plain)
        await entered(service, other, 'YAZ')
        const reference = next()
        await requireHold(service, reference, other)
        assert.deepEqual([await listed(), await listed(other)], [[], ['YAZ']])
        await release(service, reference)
        assert.deepEqual(await listed(), ['YAZ'])
      })

      it('one is gone with the use of another code of its campaign', async () => {
        await service.importShop(campaign({ usageLimitPerCustomer: 1 }))
        await define('BİR', bound)
        await define('İKİ', bound)
        await addItem(service, member, ids.plain)
        await entered(service, member, 'BİR')
        await order(service, member, next())
        assert.deepEqual(await listed(), [])
      })
    })

    describe('are listed', () => {
      it('with description, kind and end: those of its campaign, whichever ends sooner', async () => {
        const [sooner, later] = [inHours(5), inHours(9)]
        const reward = { type: 'free_shipping' }
        await service.importShop({
          campaigns: [boundCampaign(30, { reward, endsAt: sooner }), boundCampaign(31, { reward, endsAt: later })],
        })
        await define('A', { campaignId: 30, value: null, endsAt: later, description: 'Kargo "bizden"' })
        await define('B', { campaignId: 31, value: null, endsAt: sooner })
        await define('C', { discountType: 'fixed', value: '5' })
        const attributes = (description: string, discountType: string, endsAt: string | null) => ({
          type: 'coupons',
          attributes: { description, discountType, endsAt },
        })
        assert.deepEqual(couponsIn(await askCoupons(service, member)), [
          { id: 'A', ...attributes('Kargo "bizden"', 'free_shipping', sooner) },
          { id: 'B', ...attributes('', 'free_shipping', sooner) },
          { id: 'C', ...attributes('', 'fixed', null) },
        ])
      })

      it('those that end soonest first, then by code, at most 100', async () => {
        const codes = Array.from({ length: 130 }, (_, n) => `K${String(n).padStart(3, '0')}`)
        const endOf = (n: number) => (n % 3 === 0 ? null : inHours(1000 - (n >> 1)))
        const ends = codes.map((_, n) => endOf(n))
        await service.importShop({
          coupons: codes.map((code, n) => couponRecord(code, { audience: mine, endsAt: ends[n] })),
        })
        const expected = codes
          .map((code, n) => ({ code, end: ends[n] ?? '9' }))
          .sort((a, b) => (a.end === b.end ? (a.code < b.code ? -1 : 1) : a.end < b.end ? -1 : 1))
        assert.deepEqual(
          await listed(),
          expected.slice(0, 100).map(({ code }) => code),
        )
      })

      it('of 1,000 that are examined, those of the customer before those of the group, in two statements', async () => {
        const ofGroup = { customerGroupIds: [ids.group] }
        const records = Array.from({ length: 1_200 }, (_, n) => {
          const isLast = n >= 1_100
          const code = `${isLast ? 'Z' : 'A'}${String(n).padStart(4, '0')}`
          const audience = isLast ? { customerIds: [ids.dealer] } : ofGroup
          return couponRecord(code, { audience, usageLimit: 3, endsAt: n < 1_050 ? inHours(-1) : null })
        })
        await service.importShop({ coupons: records })
        const taken = recordStatements(service)
        const codes = await codesOf(service, dealer)
        assert.equal(taken().filter(text => text.includes('coupon') || text.includes('promotion')).length, 2)
        assert.deepEqual(
          codes.toSorted(),
          records.slice(1_100).map(each => (each as { code: string }).code),
        )
      })

      it('of long audiences, as many as have four megabytes together', async () => {
        const many = Array.from({ length: 10_000 }, (_, n) => 1_000_000_000 + n)
        const audience = { customerIds: [ids.member, ...many.slice(1)] }
        const codes = Array.from({ length: 50 }, (_, n) => `U${String(n).padStart(2, '0')}`)
        await service.importShop({ coupons: codes.map(code => couponRecord(code, { audience })) })
        const shown = await listed()
        assert.ok(shown.length >= 30 && shown.length < 40, String(shown.length))
        assert.deepEqual(shown, codes.slice(0, shown.length))
      })
    })

    describe('are read as carts are:', () => {
      it('with a tag, and 304 for a client that has the list; HEAD has no body', async () => {
        await define('YAZ')
        const whole = await askCoupons(service, member)
        const tag = whole.headers.get('etag') ?? assert.fail('no tag')
        assert.equal(whole.headers.get('cache-control'), 'no-store')
        const known = await askCoupons(peer, member, { 'If-None-Match': tag })
        assert.deepEqual([known.status, known.text], [304, ''])
        await define('KIŞ')
        assert.equal((await askCoupons(peer, member, { 'If-None-Match': tag })).status, 200)
        const head = await service.call('HEAD', '/coupons', { token: member })
        assert.deepEqual([head.status, head.text], [200, ''])
      })

      it('406 for a media type with parameters, and 405 for other methods', async () => {
        const Accept = 'application/vnd.api+json; ext="x"'
        assert.deepEqual(refusalsOf(await askCoupons(service, member, { Accept })), ['406 not_acceptable'])
        for (const accept of ['application/json', '*/*', 'application/vnd.api+json']) {
          assert.equal((await askCoupons(service, member, { Accept: accept })).status, 200)
        }
        assert.equal((await service.call('POST', '/coupons', { token: member, body: {} })).status, 405)
      })

      // Proves: others-coupons
      it('within the limit of the carts of their owner', async () => {
        const limited = await service.startPeer({ CART_RATE_LIMIT: '3' })
        try {
          for (const path of ['/coupons', '/cart', '/coupons']) {
            assert.equal((await limited.call('GET', path, { token: member })).status, 200)
          }
          for (const path of ['/coupons', '/cart']) {
            assert.deepEqual(refusalsOf(await limited.call('GET', path, { token: member })), ['429 rate_limited'])
          }
          assert.equal((await limited.call('GET', '/coupons', { token: other })).status, 200)
        } finally {
          await limited.stop()
        }
      })

      it('and write nothing: neither a cart nor a use', async () => {
        await define('YAZ')
        const { kysely } = service.database
        await sql`delete from carts where id = ${`member:${ids.member}`}`.execute(kysely)
        assert.deepEqual(await listed(), ['YAZ'])
        const carts = await kysely.selectFrom('carts').select('id').where('id', '=', `member:${ids.member}`).execute()
        assert.deepEqual(carts, [])
      })
    })
  })
}
