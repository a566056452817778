/** Previews of coupons and campaigns that are not saved: refusals, effects, uses, and what they leave as it is. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { CAMPAIGNS, CARTS, COUPONS } from '../../src/api-paths.ts'
import type { PromotionPreview } from '../../src/cart/admin/preview.document.ts'
import { addItem, refusalsOf } from '../support/cart/cart.ts'
import { readOwnerCart } from '../support/cart/cart-list.ts'
import { complete, hold, subjectOf } from '../support/checkouts/orders.ts'
import { engines } from '../support/database/engines.ts'
import { recordStatements } from '../support/database/statements.ts'
import { ids } from '../support/import/shop-file.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'

const SCOPE = 'carts:read promotions:read'
const TABLES = ['carts', 'cart_lines', 'coupons', 'campaigns', 'shop', 'checkouts', 'promotion_uses', 'events'] as const

const ten = { discountType: 'percent', value: '10' }
const reward = { type: 'percent', value: '10' }
const YENI = { coupon: { code: 'YENİ', ...ten } }

for (const engine of engines) {
  describe(`the preview of a promotion on ${engine}`, () => {
    let service: TestService
    let admin: string
    let guest: string
    before(async () => {
      service = await startService(engine)
      admin = await service.token('admin', { scope: SCOPE })
    })
    after(() => service.stop())
    beforeEach(async () => {
      const { kysely } = service.database
      for (const table of ['carts', 'checkouts', 'promotion_uses', 'promotion_counts', 'events'] as const) {
        await kysely.deleteFrom(table).execute()
      }
      for (const table of ['coupons', 'campaigns'] as const) await kysely.deleteFrom(table).execute()
      guest = await service.token('guest')
      await addItem(service, guest, ids.plain, 3)
    })

    const ask = (body: unknown, subject = subjectOf(guest), token = admin) =>
      service.call('POST', `${CARTS}/${subject}/preview`, { token, ...(body !== undefined && { body }) })
    const preview = async (body: unknown, subject?: string): Promise<PromotionPreview> => {
      const answer = await ask(body, subject)
      assert.equal(answer.status, 200, answer.text)
      return answer.json as PromotionPreview
    }
    const effectOf = async (body: unknown, subject?: string) => {
      const { preview: effect } = (await preview(body, subject)).meta
      return [effect.grandTotalWithout.amount, effect.difference.amount, effect.grandTotal.amount]
    }
    const pointersOf = ({ json }: Answer) =>
      (json as { errors: { code: string; source?: { pointer?: string } }[] }).errors.map(
        ({ code, source }) => `${code} ${source?.pointer}`,
      )
    const failed = ({ conditions }: { conditions: { name: string; holds: boolean; detail: string }[] }) =>
      conditions.filter(({ holds }) => !holds).map(({ name, detail }) => `${name}: ${detail}`)
    const choose = (path: string, body: object, token = guest) => service.call('POST', path, { token, body })
    const stored = async () => {
      const rows: Record<string, unknown> = {}
      for (const table of TABLES) rows[table] = await service.database.kysely.selectFrom(table).selectAll().execute()
      return rows
    }

    // Proves: exceeded-scope
    it('needs both scopes: either alone would tell what the other shows', async () => {
      for (const scope of ['carts:read', 'promotions:read', 'promotions:write carts:read']) {
        const token = await service.token('admin', { scope })
        assert.deepEqual(refusalsOf(await ask(YENI, subjectOf(guest), token)), ['403 insufficient_scope'], scope)
      }
      assert.deepEqual(refusalsOf(await ask(YENI, subjectOf(guest), guest)), ['401 wrong_token_kind'])
    })

    it('is refused without a record, with two, and for a body that is no object', async () => {
      const { coupon } = YENI
      const bodies: [unknown, string][] = [
        [{}, 'field_required /coupon'],
        [undefined, 'field_required '],
        [[YENI], 'field_invalid '],
        ['"YENİ"', 'field_invalid '],
        [{ coupon, campaign: { id: 1, name: 'K', reward } }, 'field_invalid /campaign'],
        [{ coupon: null }, 'field_invalid /coupon'],
        [{ campaign: [] }, 'field_invalid /campaign'],
      ]
      for (const [body, refusal] of bodies) {
        const answer = await ask(body)
        assert.deepEqual([answer.status, pointersOf(answer)], [422, [refusal]], JSON.stringify(body))
      }
    })

    it('names the fields that saving would refuse, below the record', async () => {
      const refusalsOfBody = async (body: unknown) => pointersOf(await ask(body)).sort()
      assert.deepEqual(await refusalsOfBody({ coupon: { discountType: 'percent', value: '200' } }), [
        'field_invalid /coupon/value',
        'field_required /coupon/code',
      ])
      assert.deepEqual(await refusalsOfBody({ coupon: { code: 'B', discountType: 'fixed', campaignId: 404 } }), [
        'field_invalid /coupon/campaignId',
      ])
      assert.deepEqual(await refusalsOfBody({ campaign: { id: 0, name: 'K', reward: { type: 'percent' } } }), [
        'field_invalid /campaign/id',
        'field_required /campaign/reward/value',
      ])
      const { warnings } = (await preview({ coupon: { ...YENI.coupon, percent: 10 }, subject: 'member:1' })).meta
      assert.deepEqual(warnings.map(({ pointer }) => pointer).sort(), ['/coupon/percent', '/subject'])
    })

    it('says of a record what its PUT says of it', async () => {
      const records = [{}, { discountType: 'x' }, { ...ten, value: 'x' }, { ...ten, startsAt: 'x', usageLimit: -1 }]
      const token = await service.token('admin', { scope: 'promotions:write' })
      for (const record of records) {
        const saved = await service.call('PUT', `${COUPONS}/YENI`, { token, body: record })
        const previewed = await ask({ coupon: { code: 'YENI', ...record } })
        assert.deepEqual(
          pointersOf(previewed).map(text => text.replace('/coupon/', '/')),
          pointersOf(saved),
        )
      }
    })

    it('says the effect of tiers, of a maximum and of further pieces, and what is wrong with them', async () => {
      const tiers = [
        { from: 2, value: '10' },
        { from: 4, value: '20' },
      ]
      const coupon = { code: 'KADEME', discountType: 'percent', by: 'quantity', tiers }
      assert.deepEqual(await effectOf({ coupon }), ['719.66', '-71.97', '647.69'])
      assert.equal((await effectOf({ coupon: { ...coupon, maximum: '1' } }))[1], '-1.00')
      assert.equal((await effectOf({ coupon: { ...coupon, tiers: [{ from: 4, value: '20' }] } }))[1], '0.00')
      const gift = { type: 'buy_x_get_y', buy: 2, get: 1, percent: '50' }
      const campaign = (reward: object) => ({ campaign: { id: 9, name: 'K', automatic: true, reward } })
      assert.equal((await effectOf(campaign(gift)))[1], '-119.94')
      assert.equal((await effectOf(campaign({ ...gift, buy: 3 })))[1], '0.00')
      assert.equal((await effectOf(campaign({ ...gift, target: { productIds: [ids.taxFree] } })))[1], '0.00')

      const { warnings } = (await preview(campaign({ ...gift, target: {}, value: '5' }))).meta
      assert.deepEqual(
        warnings.map(({ pointer }) => pointer),
        ['/campaign/reward/value', '/campaign/reward/target'],
      )
      const wrong = await ask({ coupon: { ...coupon, by: 'total' } })
      assert.deepEqual(
        pointersOf(wrong),
        [0, 1].map(index => `field_invalid /coupon/tiers/${index}/from`),
      )
    })

    it('is 400 for a subject that owns no cart, and 404 for a customer that does not exist', async () => {
      for (const subject of ['member:0', 'guest:1', 'admin:x', '42']) {
        assert.deepEqual(refusalsOf(await ask(YENI, subject)), ['400 parameter_invalid'], subject)
      }
      assert.deepEqual(refusalsOf(await ask(YENI, 'member:999')), ['404 customer_not_found'])
      const agent = 'ucp:00000000-0000-4000-8000-000000000000'
      assert.deepEqual(refusalsOf(await ask(YENI, agent)), ['404 cart_not_found'])
    })

    it('refuses a campaign that would leave its coupons without one, as saving does', async () => {
      const bound = { id: 4, name: 'Bağlı', reward, couponBound: true }
      await service.importShop({ campaigns: [bound], coupons: [{ code: 'BAĞLI', ...ten, campaignId: 4 }] })
      const answer = await ask({ campaign: { ...bound, couponBound: false } })
      assert.deepEqual([answer.status, pointersOf(answer)], [409, ['campaign_in_use /campaign/couponBound']])
      assert.equal((await ask({ campaign: bound })).status, 200)
    })

    it('tells the effect of a coupon as if it were entered, to the last digit', async () => {
      const { data, meta } = await preview(YENI)
      const { grandTotal, appliedCoupon } = data.cart.data.attributes
      assert.deepEqual(meta.preview.grandTotal, grandTotal)
      assert.equal(meta.preview.difference.amount, `-${appliedCoupon?.discountAmount.amount}`)
      assert.deepEqual([data.coupon?.code, data.coupon?.applies], ['YENİ', true])
      await service.importShop({ coupons: [YENI.coupon] })
      await choose('/cart/coupon', { couponCode: 'yeni' })
      assert.deepEqual((await readOwnerCart(service, subjectOf(guest))).cart, data.cart)
    })

    it('tells the effect of a campaign as if it were chosen', async () => {
      const campaign = { id: 9, name: 'Yeni', reward: { type: 'fixed', value: '22.5' } }
      await service.importShop({ campaigns: [{ id: 8, name: 'Eski', reward }] })
      const [before, difference] = await effectOf({ campaign })
      assert.equal(difference, '-22.50')
      const { data } = await preview({ campaign })
      assert.deepEqual(
        data.campaigns.map(({ id, applies }) => [id, applies]),
        [
          [8, true],
          [9, true],
        ],
      )
      assert.equal(before, (await readOwnerCart(service, subjectOf(guest))).cart.data.attributes.grandTotal?.amount)
      await service.importShop({ campaigns: [campaign] })
      await choose('/cart/campaign', { campaignId: 9 })
      assert.deepEqual((await readOwnerCart(service, subjectOf(guest))).cart, data.cart)
    })

    it('compares an edited record with the cart without it, and names what it replaces', async () => {
      await service.importShop({ coupons: [YENI.coupon, { code: 'DİĞER', ...ten, value: '20' }] })
      const plain = await effectOf({ coupon: { code: 'BAŞKA', ...ten } })
      await choose('/cart/coupon', { couponCode: 'YENİ' })
      assert.deepEqual(await effectOf(YENI), plain)
      assert.deepEqual(await effectOf({ coupon: { ...YENI.coupon, code: 'yenı' } }), plain)
      await choose('/cart/coupon', { couponCode: 'DİĞER' })
      const { preview: effect } = (await preview(YENI)).meta
      assert.equal(effect.replacedCoupon, 'DİĞER')
      assert.match(effect.difference.amount, /^\d/)
      const campaign = { id: 2, name: 'Yeni', reward }
      await service.importShop({ campaigns: [{ id: 1, name: 'Eski', reward }, campaign] })
      await choose('/cart/campaign', { campaignId: 1 })
      assert.equal((await preview({ campaign })).meta.preview.replacedCampaign, 1)
      assert.equal((await preview({ campaign: { ...campaign, id: 1 } })).meta.preview.replacedCampaign, null)
    })

    it('counts a coupon-bound campaign through the coupon that is entered', async () => {
      const campaign = { id: 4, name: 'Bağlı', reward, couponBound: true }
      assert.deepEqual((await effectOf({ campaign }))[1], '0.00')
      await service.importShop({ campaigns: [campaign], coupons: [{ code: 'BAĞLI', ...ten, campaignId: 4 }] })
      await choose('/cart/coupon', { couponCode: 'BAĞLI' })
      const half = { ...campaign, reward: { type: 'fixed', value: '3.33' } }
      assert.deepEqual((await effectOf({ campaign: half }))[1], '-3.33')
    })

    it('says why a record does not apply, and has no effect then', async () => {
      const { data, meta } = await preview({ coupon: { ...YENI.coupon, conditions: { minimumTotal: '99999' } } })
      assert.ok(data.coupon && /minimumTotal/.test(failed(data.coupon).join()))
      assert.equal(meta.preview.difference.amount, '0.00')
      const ended = { id: 3, name: 'Bitti', reward, endsAt: '2020-01-01T00:00:00Z' }
      const campaign = (await preview({ campaign: ended })).data.campaigns.find(({ id }) => id === 3)
      assert.equal(campaign?.applies, false)
    })

    it('has no effect in an empty cart, and creates none', async () => {
      const nobody = 'guest:00000000-0000-4000-8000-000000000000'
      assert.deepEqual(await effectOf(YENI, nobody), ['0.00', '0.00', '0.00'])
      assert.equal((await preview(YENI, nobody)).data.changedAt, null)
    })

    it('counts the uses of the code by orders and by holds of others, whether it is stored or not', async () => {
      const limited = { ...YENI.coupon, usageLimit: 2 }
      await service.importShop({ coupons: [limited] })
      const [paid, held] = [await service.token('guest'), await service.token('guest')]
      for (const [reference, token] of Object.entries({ paid, held })) {
        await addItem(service, token, ids.plain, 1)
        await choose('/cart/coupon', { couponCode: 'YENİ' }, token)
        await hold(service, reference, token)
      }
      await complete(service, 'paid')
      const usage = async (coupon: object, subject?: string) => {
        const { data } = await preview({ coupon }, subject)
        return data.coupon && failed(data.coupon)
      }
      assert.deepEqual(await usage(limited), ['usage: 2 of 2 used'])
      assert.deepEqual(await usage({ ...limited, usageLimit: 3 }), [])
      assert.deepEqual(await usage(limited, subjectOf(held)), [])
      await service.database.kysely.deleteFrom('coupons').execute()
      assert.deepEqual(await usage({ ...limited, code: 'yenı' }), ['usage: 2 of 2 used'])
    })

    it('counts the uses of a campaign, and keeps the count that is stored', async () => {
      const campaign = { id: 6, name: 'Sınırlı', reward, usageCount: 4 }
      await service.importShop({ campaigns: [campaign], coupons: [{ ...YENI.coupon, usageCount: 7 }] })
      const holder = await service.token('guest')
      await addItem(service, holder, ids.plain, 1)
      await service.importShop({ campaigns: [{ ...campaign, usageLimit: 99 }] })
      await choose('/cart/campaign', { campaignId: 6 }, holder)
      await hold(service, 'campaign-held', holder)
      const { usageCount: _, ...sent } = campaign
      const explained = (await preview({ campaign: { ...sent, usageLimit: 5 } })).data.campaigns[0]
      assert.deepEqual(explained && failed(explained), ['usage: 5 of 5 used'])
      const { data } = await preview({ coupon: { ...YENI.coupon, usageLimit: 7 } })
      assert.deepEqual(data.coupon && failed(data.coupon), ['usage: 7 of 7 used'])
    })

    it('counts the customer’s own uses, and never passes a limit per customer for a guest', async () => {
      const coupon = { ...YENI.coupon, usageLimitPerCustomer: 1 }
      const member = await service.token('member', { id: String(ids.member) })
      await addItem(service, member, ids.plain, 1)
      await service.importShop({ coupons: [coupon] })
      await choose('/cart/coupon', { couponCode: 'YENİ' }, member)
      await hold(service, 'own', member)
      await complete(service, 'own')
      await addItem(service, member, ids.plain, 1)
      const { data } = await preview({ coupon }, `member:${ids.member}`)
      assert.deepEqual(data.coupon && failed(data.coupon), ['customerUsage: 1 of 1 used'])
      assert.deepEqual((await effectOf({ coupon }))[1], '0.00')
    })

    it('counts the customer’s own uses of a campaign, whatever limit is stored', async () => {
      const campaign = { id: 6, name: 'Bir kez', reward }
      const member = await service.token('member', { id: String(ids.member) })
      await addItem(service, member, ids.plain, 1)
      await service.importShop({ campaigns: [campaign] })
      await choose('/cart/campaign', { campaignId: 6 }, member)
      await hold(service, 'own-campaign', member)
      await complete(service, 'own-campaign')
      await addItem(service, member, ids.plain, 1)
      const once = { campaign: { ...campaign, usageLimitPerCustomer: 1 } }
      const failures = async (subject?: string) => {
        const [explained] = (await preview(once, subject)).data.campaigns
        return explained && failed(explained)
      }
      assert.deepEqual(await failures(`member:${ids.member}`), ['customerUsage: 1 of 1 used'])
      assert.deepEqual(await failures(`member:${ids.otherMember}`), ['products: 0 lines of all products'])
      assert.deepEqual(await failures(), ['customerUsage: a guest; members only'])
    })

    it('leaves every row, the next reads and the audit as they were', async () => {
      const campaign = { id: 1, name: 'Eski', reward }
      await service.importShop({ campaigns: [campaign], coupons: [YENI.coupon] })
      await choose('/cart/coupon', { couponCode: 'YENİ' })
      const [rows, { cart }] = [await stored(), await readOwnerCart(service, subjectOf(guest))]
      const lines = service.log.length
      for (const body of [
        { coupon: { ...YENI.coupon, value: '50', usageLimit: 1 } },
        { coupon: { code: 'X', ...ten } },
        { campaign: { ...campaign, name: 'Yeni', usageLimit: 1, reward: { type: 'fixed', value: '5' } } },
        { campaign: { ...campaign, id: 2 } },
      ]) {
        await preview(body)
      }
      assert.deepEqual(await stored(), rows)
      assert.deepEqual((await readOwnerCart(service, subjectOf(guest))).cart, cart)
      assert.ok(!service.log.slice(lines).some(line => line.includes('"audit"')))
      assert.equal((await service.call('GET', `${CAMPAIGNS}/2`, { token: admin })).status, 404)
    })

    it('reads no campaign again: one statement for the cart, one for its refused code, one for the products that are named, and one for the uses of a record with a limit', async () => {
      const productIds = Array.from({ length: 10_000 }, (_, n) => n + 1)
      const campaigns = Array.from({ length: 5 }, (_, n) => ({
        id: n + 1,
        name: 'K',
        reward,
        conditions: { productIds },
      }))
      await service.importShop({ campaigns })
      const campaign = { ...campaigns[0], id: 9 }
      await preview({ campaign })
      const statements = recordStatements(service)
      for (const [body, count] of [
        [{ campaign }, 3],
        [{ campaign: { ...campaign, usageLimit: 1 } }, 4],
        [{ coupon: { ...YENI.coupon, usageLimit: 1 } }, 3],
      ] as const) {
        await preview(body)
        const texts = statements()
        assert.equal(texts.length, count, texts.join('\n'))
        assert.ok(!texts.some(text => /from campaigns/.test(text)))
      }
    })
  })
}
