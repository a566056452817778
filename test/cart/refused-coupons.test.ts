/** Coupon codes that are refused when they are entered: which are stored, which never apply later, and what the response says. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { guestWithId } from '../../src/auth/identity.ts'
import { createChoicesStore } from '../../src/cart/choices/choices.store.ts'
import { createCartWriter } from '../../src/cart/storage/write-cart.sql.ts'
import { addItem, refusalsOf } from '../support/cart/cart.ts'
import { boundCampaign, couponRecord, enter, entered, shown } from '../support/cart/coupons.ts'
import { complete, release, subjectOf } from '../support/checkouts/orders.ts'
import { requireHold } from '../support/checkouts/usage-limits.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { couponPath, promotionCaller, recordOf } from '../support/promotions/promotions.ts'
import { rounds } from '../support/runner/rounds.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'

const HOUR = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
const members = { members: true }

/** Fields of a coupon that refuse it, and those that do not. A guest with one piece of product 101 enters it. */
interface Case {
  reason: string
  refused: object
  /** A change of the shop after which the coupon would apply. */
  cured: object
}

const incurable: Record<string, Case> = {
  'switched off': { reason: 'inactive', refused: { active: false }, cured: {} },
  'not valid yet': { reason: 'not_started', refused: { startsAt: inHours(1) }, cured: {} },
  expired: { reason: 'expired', refused: { endsAt: inHours(-1) }, cured: {} },
  'used up': { reason: 'used_up', refused: { usageLimit: 2, usageCount: 2 }, cured: { usageLimit: 3 } },
  'for members': { reason: 'unknown', refused: { audience: members }, cured: {} },
  'bound to a campaign for members': { reason: 'unknown', refused: { campaignId: 8 }, cured: {} },
}

const curable: Record<string, Case> = {
  'limited per customer': { reason: 'audience', refused: { usageLimitPerCustomer: 1 }, cured: {} },
  'bound to a campaign that is switched off': { reason: 'campaign', refused: { campaignId: 9 }, cured: {} },
  'for another product': { reason: 'products', refused: { conditions: { productIds: [ids.taxFree] } }, cured: {} },
  'for two pieces': { reason: 'minimum_quantity', refused: { conditions: { minimumQuantity: 2 } }, cured: {} },
  'for a higher total': { reason: 'minimum_total', refused: { conditions: { minimumTotal: '240' } }, cured: {} },
}

for (const engine of engines) {
  describe(`a coupon code that is refused when it is entered, on ${engine}`, () => {
    let service: TestService
    let codes = 0
    before(async () => {
      service = await startService(engine, { COUPON_RATE_LIMIT: '0' })
      await service.importShop({
        coupons: [couponRecord('GEÇERLİ')],
        campaigns: [boundCampaign(8, { audience: members }), boundCampaign(9, { active: false }), boundCampaign(10)],
      })
    })
    after(() => service.stop())

    const newCode = () => `Kupon-${++codes}`
    const define = (code: string, fields: object = {}) => service.importShop({ coupons: [couponRecord(code, fields)] })
    const guestWith = async (pieces = 1) => {
      const token = await service.token('guest')
      await addItem(service, token, ids.plain, pieces)
      return token
    }
    const member = async (id: number = ids.member) => {
      const token = await service.token('member', { id: String(id) })
      await service.call('DELETE', '/cart', { token })
      await addItem(service, token, ids.plain)
      return token
    }

    for (const [name, { reason, refused, cured }] of Object.entries(incurable)) {
      it(`is not stored when the coupon is ${name}: ${reason} in that response alone, and it never applies later`, async () => {
        const [code, token] = [newCode(), await guestWith()]
        await define(code, refused)
        const sent = code.toUpperCase()
        assert.equal(await entered(service, token, sent), `${reason === 'unknown' ? sent : code} ${reason}`)
        assert.equal(await shown(service, token), undefined)
        await define(code, cured)
        assert.equal(await shown(service, token), undefined)
        assert.equal(await entered(service, token, sent), `applied ${code}`)
      })
    }

    for (const [name, { reason, refused, cured }] of Object.entries(curable)) {
      it(`is stored when the coupon is ${name}: ${reason} in every response, and it applies once it can`, async () => {
        const [code, token] = [newCode(), await guestWith()]
        await define(code, refused)
        assert.equal(await entered(service, token, code.toUpperCase()), `${code} ${reason}`)
        assert.equal(await shown(service, token), `${code} ${reason}`)
        await define(code, cured)
        assert.equal(await shown(service, token), `applied ${code}`)
      })
    }

    it('names the first reason of several', async () => {
      const [code, token] = [newCode(), await guestWith()]
      const all = { active: false, startsAt: inHours(1), endsAt: inHours(2), usageLimit: 0, usageLimitPerCustomer: 1 }
      const conditions = { productIds: [ids.taxFree], minimumQuantity: 9, minimumTotal: '999' }
      const reasons: (string | undefined)[] = []
      for (const fields of [
        { ...all, audience: members, conditions },
        { ...all, conditions },
        { ...all, active: true, conditions },
        { usageLimit: 0, usageLimitPerCustomer: 1, conditions },
        { usageLimitPerCustomer: 1, conditions },
        { conditions },
        { conditions: { ...conditions, productIds: [] } },
        { conditions: { minimumTotal: '999' } },
      ]) {
        await define(code, fields)
        reasons.push((await entered(service, token, code))?.replace(`${code} `, ''))
      }
      const first = ['unknown', 'inactive', 'not_started', 'used_up', 'audience', 'products']
      assert.deepEqual(reasons, [...first, 'minimum_quantity', 'minimum_total'])
    })

    it('is stored with the campaign engine off when it is bound to a campaign, and applies once the engine is on', async () => {
      const [code, token] = [newCode(), await guestWith()]
      await define(code, { campaignId: 10 })
      const engineIs = (campaignEngine: boolean) => service.importShop({ shop: { settings: { campaignEngine } } })
      await engineIs(false)
      assert.equal(await entered(service, token, code), `${code} campaign`)
      await engineIs(true)
      assert.equal(await shown(service, token), `applied ${code}`)
    })

    it('is not stored when holds of others have the last use; a hold of the cart itself does not count', async () => {
      const code = newCode()
      await define(code, { usageLimit: 1 })
      const [holder, other] = [await guestWith(), await guestWith()]
      assert.equal(await entered(service, holder, code), `applied ${code}`)
      await requireHold(service, `${engine}-last`, holder)
      assert.equal(await entered(service, other, code), `${code} used_up`)
      assert.equal(await entered(service, holder, code), `applied ${code}`)
      await release(service, `${engine}-last`)
      assert.equal(await shown(service, other), undefined)
    })

    it('is not stored for a member whose order has used the last use of the customer', async () => {
      const code = newCode()
      await define(code, { usageLimitPerCustomer: 1 })
      const [token, other] = [await member(), await member(ids.otherMember)]
      assert.equal(await entered(service, token, code), `applied ${code}`)
      await requireHold(service, `${engine}-own`, token)
      await complete(service, `${engine}-own`)
      await addItem(service, token, ids.plain)
      assert.equal(await entered(service, token, code), `${code} used_by_customer`)
      assert.equal(await shown(service, token), undefined)
      assert.equal(await entered(service, other, code), `applied ${code}`)
    })

    it('removes the coupon that was applied before', async () => {
      const [code, token] = [newCode(), await guestWith()]
      await define(code, { active: false })
      for (const refused of [code, 'YOK']) {
        assert.equal(await entered(service, token, 'geçerli'), 'applied GEÇERLİ')
        await enter(service, token, refused)
        assert.equal(await shown(service, token), undefined)
      }
    })

    // Proves: guessed-coupons
    it('cannot be told from an unknown one when the coupon is hidden, except by the code that was sent', async () => {
      const [coupon, bound, token] = [newCode(), newCode(), await guestWith()]
      const [cart, unknown] = [await guestWith(), `${coupon}x`]
      const conditions = { minimumTotal: '9999', productIds: [ids.plain] }
      await define(coupon, { audience: { customerIds: [ids.member] }, active: false, conditions })
      await define(bound, { campaignId: 8, usageLimit: 1, usageCount: 1 })
      const answerTo = async (code: string, to: string) => told(await enter(service, to, code), code)
      const expected = await answerTo(unknown, token)
      for (const code of [coupon, coupon.toUpperCase(), bound]) assert.deepEqual(await answerTo(code, token), expected)
      assert.deepEqual(await answerTo(` ${bound}\t`, token), expected)
      assert.notDeepEqual(await answerTo(unknown, cart), await answerTo('GEÇERLİ', cart))
    })

    it('is returned as it was sent when it is unknown, with any characters', async () => {
      const token = await guestWith()
      for (const code of [
        '  Yok\t',
        'I\u0307',
        '😀'.repeat(100),
        '"\\</script>',
        '\u0001',
        '\u200bYok\u200b',
        'e\u0301',
      ]) {
        assert.equal(await entered(service, token, code), `${code} unknown`)
      }
    })

    it('is refused with 422 when it has only white space of any kind and invisible characters, and the coupon stays', async () => {
      const token = await guestWith()
      await enter(service, token, 'GEÇERLİ')
      const blanks = Array.from({ length: 0xffff }, (_, unit) => String.fromCharCode(unit)).filter(c => c.trim() === '')
      assert.ok(blanks.length >= 25, `${blanks.length} kinds of white space`)
      for (const couponCode of ['', '\u200b', ' \u2060\ufeff', ...blanks, blanks.join(''), ' '.repeat(100)]) {
        assert.deepEqual(refusalsOf(await enter(service, token, couponCode)), ['422 field_invalid /couponCode'])
      }
      assert.equal(await shown(service, token), 'applied GEÇERLİ')
    })

    it('is refused with 401 for a member who is not active', async () => {
      const token = await service.token('member', { id: String(ids.banned) })
      assert.deepEqual(refusalsOf(await enter(service, token, 'YOK')), ['401 customer_not_active'])
    })

    it('is written only for the revision of the shop that it was decided for', async () => {
      const [code, token] = [newCode(), await guestWith()]
      await define(code)
      const guestId = subjectOf(token).replace('guest:', '')
      const owner = guestWithId(guestId)
      const choices = createChoicesStore(createCartWriter(service.database), Date.now)
      const { revision } = await service.database.kysely.selectFrom('shop').select('revision').executeTakeFirstOrThrow()
      const chosen = { foldedCode: code.toLowerCase(), enteredCode: code }
      assert.equal(await choices.saveCoupon(owner, chosen, revision - 1), false)
      assert.equal(await choices.saveCoupon(owner, chosen, revision + 1), false)
      assert.equal(await shown(service, token), undefined)
      assert.equal(await choices.saveCoupon(owner, chosen, revision), true)
      assert.equal(await choices.saveCoupon(owner, null, revision - 1), false)
      assert.equal(await shown(service, token), `applied ${code}`)
    })

    it('is stored or refused as a whole while the coupon is switched off and on', async () => {
      const [code, put] = [newCode(), await promotionCaller(service)]
      const path = couponPath(code)
      const save = async (active: boolean) => {
        const answer = await put('PUT', path, { discountType: 'percent', value: '10', active })
        recordOf(answer, answer.status)
      }
      await save(true)
      const tokens = await Promise.all(Array.from({ length: 5 }, () => guestWith()))
      for (let round = 0; round < rounds({ short: 4, long: 100 }); round++) {
        for (const token of tokens) await service.call('DELETE', '/cart/coupon', { token })
        const attempts = Promise.all(tokens.map(token => entered(service, token, code)))
        await save(false)
        const [during, late] = [await attempts, await Promise.all(tokens.map(token => shown(service, token)))]
        await save(true)
        const later = await Promise.all(tokens.map(token => shown(service, token)))
        // Stored before the change, or never; the response may show the change in both cases.
        const allowed = [
          ['applied', 'inactive', 'applied'],
          ['inactive', 'inactive', 'applied'],
          ['inactive', 'none', 'none'],
        ].map(String)
        const seen = tokens.map((_, n) => [during[n], late[n], later[n]].map(each => stateOf(each, code)).join())
        for (const each of seen) assert.ok(allowed.includes(each), each)
      }
    })
  })
}

/** What a response says about the coupon, without its code. */
function stateOf(told: string | undefined, code: string): string {
  return told?.replace(code, '').trim() ?? 'none'
}

/** A response without what differs between two requests: its id and its time, and the code that was sent. */
function told({ status, headers, text }: Answer, code: string): unknown {
  const { 'x-request-id': _, date: __, 'content-length': ___, ...others } = Object.fromEntries(headers)
  return [status, others, text.replaceAll(JSON.stringify(code), '"code"')]
}
