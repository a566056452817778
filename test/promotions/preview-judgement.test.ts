/** Previews at another time and for another customer: refusals, scopes, and what they answer. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { CARTS } from '../../src/api-paths.ts'
import type { PromotionPreview } from '../../src/cart/admin/preview.document.ts'
import { addItem, refusalsOf } from '../support/cart/cart.ts'
import { complete, hold, subjectOf } from '../support/checkouts/orders.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'

const SCOPE = 'carts:read promotions:read'
const ten = { discountType: 'percent', value: '10' }
const coupon = { code: 'YENİ', ...ten }
const NOBODY = { visitors: false, members: false, dealers: false, customerGroupIds: [], customerIds: [] }
const ofGroup = { ...coupon, audience: { ...NOBODY, customerGroupIds: [ids.group] } }

for (const engine of engines) {
  describe(`the judgement of a preview on ${engine}`, () => {
    let service: TestService
    let admin: string
    let guest: string
    before(async () => {
      service = await startService(engine)
      admin = await service.token('admin', { scope: `${SCOPE} customers:read` })
    })
    after(() => service.stop())
    beforeEach(async () => {
      const { kysely } = service.database
      for (const table of [
        'carts',
        'checkouts',
        'promotion_uses',
        'promotion_counts',
        'coupons',
        'campaigns',
      ] as const) {
        await kysely.deleteFrom(table).execute()
      }
      guest = await service.token('guest')
      await addItem(service, guest, ids.plain, 3)
    })

    const ask = (body: unknown, subject = subjectOf(guest), token = admin) =>
      service.call('POST', `${CARTS}/${subject}/preview`, { token, body })
    const preview = async (body: unknown, subject?: string): Promise<PromotionPreview> => {
      const answer = await ask(body, subject)
      assert.equal(answer.status, 200, answer.text)
      return answer.json as PromotionPreview
    }
    const failed = async (body: unknown, subject?: string) => {
      const { conditions = [] } = (await preview(body, subject)).data.coupon ?? {}
      return conditions.filter(({ holds }) => !holds).map(({ name }) => name)
    }
    const errorsOf = ({ json }: Answer) =>
      (json as { errors: { code: string; detail: string; source?: { pointer?: string } }[] }).errors.map(
        ({ code, source }) => `${code} ${source?.pointer}`,
      )

    it('judges promotions and prices at the time that it names, and says which', async () => {
      const future = { ...coupon, startsAt: '2090-01-01T00:00:00Z', endsAt: '2090-02-01T00:00:00Z' }
      assert.deepEqual(await failed({ coupon: future }), ['dates'])
      const at = '2090-01-15T12:00:00+03:00'
      const { data, meta } = await preview({ coupon: future, at })
      assert.deepEqual([data.coupon?.applies, meta.preview.at], [true, '2090-01-15T09:00:00.000Z'])
      assert.deepEqual(await failed({ coupon: future, at: '2090-02-01T00:00:00Z' }), ['dates'])
    })

    it('judges at times that UTC writes with a year before 0 or after 9999', async () => {
      const later = { ...coupon, startsAt: '2026-01-01T00:00:00Z' }
      for (const [at, conditions] of [
        ['0000-01-01T00:00:00+23:59', ['dates']],
        ['9999-12-31T23:59:59-23:59', []],
      ] as const) {
        assert.deepEqual(await failed({ coupon: later, at }), conditions, at)
        const { meta } = await preview({ coupon: later, at })
        assert.equal(Date.parse(meta.preview.at), Date.parse(at))
      }
    })

    it('judges for the customer that it names, with the group and the prices of that customer', async () => {
      assert.deepEqual(await failed({ coupon: ofGroup }), ['audience'])
      const { data, meta } = await preview({ coupon: ofGroup, customerId: ids.dealer })
      const { grandTotalWithout, customerId } = meta.preview
      assert.deepEqual([data.coupon?.applies, customerId, grandTotalWithout.amount], [true, ids.dealer, '540.00'])
      assert.deepEqual([data.subject, data.customerId], [subjectOf(guest), null])
      assert.deepEqual(await failed({ coupon: ofGroup, customerId: ids.member }), ['audience'])
    })

    it('judges for the customer with an email, and for a guest where nobody has it', async () => {
      const byEmail = async (email: string) => (await preview({ coupon: ofGroup, email })).meta.preview.customerId
      assert.equal(await byEmail(` Musteri${ids.dealer}@Example.com `), ids.dealer)
      assert.equal(await byEmail('niemand@example.com'), null)
    })

    it('judges the cart of a member as a guest’s, and as another member’s', async () => {
      const member = await service.token('member', { id: String(ids.member) })
      await addItem(service, member, ids.plain, 1)
      const subject = `member:${ids.member}`
      const ofMembers = { ...coupon, audience: { ...NOBODY, members: true } }
      assert.deepEqual(await failed({ coupon: ofMembers }, subject), [])
      assert.deepEqual(await failed({ coupon: ofMembers, customerId: null }, subject), ['audience'])
      const { data } = await preview({ coupon: ofMembers, customerId: ids.otherMember }, subject)
      assert.deepEqual([data.coupon?.applies, data.customerId], [true, ids.member])
    })

    it('counts the orders and the uses of the customer that it names', async () => {
      const member = await service.token('member', { id: String(ids.member) })
      await service.importShop({ coupons: [{ ...coupon, usageLimitPerCustomer: 1 }] })
      await addItem(service, member, ids.plain, 1)
      await service.call('POST', '/cart/coupon', { token: member, body: { couponCode: 'YENİ' } })
      await hold(service, 'own', member)
      await complete(service, 'own')
      const once = { ...coupon, usageLimitPerCustomer: 1 }
      const first = { ...coupon, code: 'İLK', audience: { ...NOBODY, members: true, firstOrder: true } }
      assert.deepEqual(await failed({ coupon: once, customerId: ids.member }), ['customerUsage'])
      assert.deepEqual(await failed({ coupon: once, customerId: ids.otherMember }), [])
      assert.deepEqual(await failed({ coupon: first, customerId: ids.member }), ['firstOrder'])
      assert.deepEqual(await failed({ coupon: first, customerId: ids.otherMember }), [])
    })

    it('names what is wrong with time, customer and email, beside what is wrong with the record', async () => {
      const cases: [object, string[]][] = [
        [{ at: 'tomorrow' }, ['field_invalid /at']],
        [{ at: null }, ['field_invalid /at']],
        [{ customerId: 0 }, ['field_invalid /customerId']],
        [{ customerId: '2' }, ['field_invalid /customerId']],
        [{ customerId: 999 }, ['field_invalid /customerId']],
        [{ email: 'ayse' }, ['field_invalid /email']],
        [{ customerId: ids.dealer, email: 'ayse@example.com' }, ['field_invalid /email']],
      ]
      for (const [members, errors] of cases) {
        const answer = await ask({ coupon, ...members })
        assert.deepEqual([answer.status, errorsOf(answer)], [422, errors], JSON.stringify(members))
      }
      const both = await ask({ coupon: { ...coupon, value: '200' }, at: 1 })
      assert.deepEqual(errorsOf(both).sort(), ['field_invalid /at', 'field_invalid /coupon/value'])
    })

    // Proves: exceeded-scope
    it('tells nothing about a customer to a token without customers:read', async () => {
      const token = await service.token('admin', { scope: SCOPE })
      const refused = (members: object) => ask({ coupon, ...members }, subjectOf(guest), token)
      const bodies = [
        { customerId: ids.dealer },
        { customerId: 999 },
        { email: 'musteri2@example.com' },
        { email: 'x' },
      ]
      const answers = await Promise.all(bodies.map(refused))
      assert.deepEqual(
        answers.map(answer => refusalsOf(answer)),
        bodies.map(() => ['403 insufficient_scope']),
      )
      assert.deepEqual(
        new Set(answers.map(({ json }) => (json as { errors: { detail: string }[] }).errors[0]?.detail)).size,
        1,
      )
      assert.equal((await refused({ customerId: null, at: '2030-01-01T00:00:00Z' })).status, 200)
    })

    it('leaves the cart as it is', async () => {
      const rows = () => service.database.kysely.selectFrom('carts').selectAll().execute()
      const before = await rows()
      await preview({ coupon: ofGroup, customerId: ids.dealer, at: '2090-01-01T00:00:00Z' })
      assert.deepEqual(await rows(), before)
    })
  })
}
