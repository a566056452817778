/** Codes in bulk: their creation, list, batches and switching off, on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { prune } from '../../src/jobs/prune.ts'
import { addItem, cartOf, refusalsOf } from '../support/cart/cart.ts'
import { callCheckout, complete, readCart } from '../support/checkouts/orders.ts'
import { requireHold } from '../support/checkouts/usage-limits.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import {
  codesPath,
  createBindable,
  type Code,
  madeOf,
  makeCodes,
  readCodes,
  readPage,
} from '../support/promotions/codes.ts'
import {
  type CallPromotions,
  campaign,
  campaignPath,
  coupon,
  couponPath,
  promotionCaller,
  recordOf,
  warningsOf,
} from '../support/promotions/promotions.ts'
import { startService, type TestService } from '../support/service/service.ts'

const ALPHABET = /^[ACDEFGHJKMNPQRTVWXY2345789]+$/

for (const engine of engines) {
  describe(`codes in bulk on ${engine}`, () => {
    let service: TestService
    let call: CallPromotions
    let number = 3_000
    before(async () => {
      service = await startService(engine)
      call = await promotionCaller(service)
    })
    after(() => service.stop())
    const freshCampaign = async (fields: object = {}) => {
      const id = ++number
      await createBindable(call, id, fields)
      return id
    }
    const eventsOf = async (id: number) => {
      const query = service.database.kysely.selectFrom('events').selectAll().where('subject', '=', `campaign:${id}`)
      const rows = await query.orderBy('position').execute()
      return rows.map(({ type, actor, data }) => [type, actor, JSON.parse(data)])
    }
    const shopRevision = async () =>
      (await service.database.kysely.selectFrom('shop').select('revision').executeTakeFirstOrThrow()).revision
    const choose = async (token: string, couponCode: string) =>
      cartOf(await service.call('POST', '/cart/coupon', { token, body: { couponCode } }))
    const batchesOf = async (id: number, query = '') => {
      const answer = await call('GET', `${campaignPath(id)}/batches${query}`)
      assert.equal(answer.status, 200, answer.text)
      return answer.json as { data: object[]; links: { next: string | null } }
    }

    it('are refused with a pointer to each wrong field, and nothing is made', async () => {
      const id = await freshCampaign()
      const cases: [unknown, string[]][] = [
        [undefined, ['422 field_required /count']],
        [[], ['422 field_invalid ']],
        [{}, ['422 field_required /count']],
        [{ count: 0 }, ['422 field_invalid /count']],
        [{ count: 100_001 }, ['422 field_invalid /count']],
        [{ count: '5' }, ['422 field_invalid /count']],
        [{ count: 1.5 }, ['422 field_invalid /count']],
        [{ count: 1, length: 5 }, ['422 field_invalid /length']],
        [{ count: 1, length: 21 }, ['422 field_invalid /length']],
        [{ count: 1, prefix: 7 }, ['422 field_invalid /prefix']],
        [{ count: 1, prefix: 'A\u0000' }, ['422 field_invalid /prefix']],
        [{ count: 1, prefix: '\u200b' }, ['422 field_invalid /prefix']],
        [{ count: 1, prefix: 'x'.repeat(93) }, ['422 field_invalid /prefix']],
        [{ count: 1, length: 20, prefix: 'x'.repeat(81) }, ['422 field_invalid /prefix']],
        [{ count: 1, usageLimit: 0 }, ['422 field_invalid /usageLimit']],
        [{ count: 1, usageLimitPerCustomer: -1 }, ['422 field_invalid /usageLimitPerCustomer']],
        [{ count: 1, startsAt: '2026-01-01' }, ['422 field_invalid /startsAt']],
        [{ count: 1, startsAt: '2026-01-02T00:00:00Z', endsAt: '2026-01-01T00:00:00Z' }, ['422 field_invalid /endsAt']],
        [{ count: 1, batch: '' }, ['422 field_invalid /batch']],
        [{ count: 1, batch: ' ' }, ['422 field_invalid /batch']],
        [{ count: 1, batch: '\u200d\u00ad' }, ['422 field_invalid /batch']],
        [{ count: 1, batch: 'x'.repeat(101) }, ['422 field_invalid /batch']],
        [{ batch: 1, count: 'x', length: 1 }, ['/count', '/length', '/batch'].map(each => `422 field_invalid ${each}`)],
      ]
      for (const [body, expected] of cases) {
        const answer = await call('POST', codesPath(id), body)
        assert.deepEqual(refusalsOf(answer).sort(), expected.sort(), JSON.stringify(body))
      }
      assert.deepEqual(await readCodes(call, id), [])
    })

    it('need a campaign that takes coupons', async () => {
      assert.deepEqual(refusalsOf(await call('POST', codesPath(999_999), { count: 1 })), ['404 campaign_not_found'])
      assert.deepEqual(refusalsOf(await call('POST', `${campaignPath('x')}/codes`, { count: 1 })), [
        '404 campaign_not_found',
      ])
      const id = ++number
      await call('PUT', campaignPath(id), campaign())
      assert.deepEqual(refusalsOf(await call('POST', codesPath(id), { count: 1 })), ['409 campaign_not_bindable'])
      for (const path of [codesPath(999_999), `${campaignPath(999_999)}/batches`]) {
        assert.deepEqual(refusalsOf(await call('GET', path)), ['404 campaign_not_found'])
      }
    })

    it('are coupons that are bound to the campaign, in a batch with a name of its own', async () => {
      const id = await freshCampaign({ reward: { type: 'fixed', value: '5' } })
      const revision = await shopRevision()
      const answer = await call('POST', codesPath(id), { count: 3, prefix: ' Yaz-İ ', usageLimt: 5 })
      const made = madeOf(answer)
      assert.match(made.batch, /^\d{4}-\d\d-\d\d-[A-Z2-9]{4}$/)
      assert.deepEqual(warningsOf(answer), ['/usageLimt: usageLimt is not a known field: ignored.'])
      const codes = await readCodes(call, id)
      assert.equal(codes.length, 3)
      for (const { code, uses, ...fields } of codes) {
        assert.equal(code.slice(0, 5), 'Yaz-İ')
        assert.match(code.slice(5), ALPHABET)
        assert.equal(code.length, 13)
        const bound = { discountType: 'fixed', value: null, campaignId: id, batch: made.batch }
        const limits = { usageLimit: 1, usageLimitPerCustomer: null, startsAt: null, endsAt: null, usageCount: 0 }
        const { conditions: _, ...shown } = fields
        const others = {
          maximum: null,
          by: null,
          tiers: [],
          combinesWithCampaigns: true,
          description: '',
          audience: null,
        }
        assert.deepEqual(shown, { ...bound, ...limits, ...others, active: true })
        assert.deepEqual(uses, { completed: 0, held: 0 })
        assert.deepEqual(recordOf(await call('GET', couponPath(code))), { ...fields, code })
      }
      assert.equal(await shopRevision(), revision)
      assert.deepEqual((await eventsOf(id)).slice(1), [['campaign.codes_created', 'admin:back-office', made]])
    })

    it('have the limits, the period, the length and the batch of the request, and a batch takes more of them', async () => {
      const id = await freshCampaign({ reward: { type: 'free_shipping' } })
      const order = {
        ...{ count: 2, length: 12, usageLimit: null, usageLimitPerCustomer: 3, batch: ' bülten ' },
        ...{ startsAt: '2026-01-01T00:00:00+03:00', endsAt: '2030-01-01T00:00:00Z' },
      }
      assert.deepEqual(await makeCodes(call, id, order), { batch: 'bülten', count: 2 })
      assert.deepEqual(await makeCodes(call, id, { count: 1, batch: 'bülten' }), { batch: 'bülten', count: 1 })
      const codes = await readCodes(call, id, { 'filter[batch]': 'bülten' })
      const shown = codes.map(({ code, ...each }) => [
        code.length,
        each.usageLimit,
        each.usageLimitPerCustomer,
        each.startsAt,
        each.endsAt,
      ])
      assert.deepEqual(
        shown.sort(),
        [
          [12, null, 3, '2025-12-31T21:00:00.000Z', '2030-01-01T00:00:00.000Z'],
          [12, null, 3, '2025-12-31T21:00:00.000Z', '2030-01-01T00:00:00.000Z'],
          [8, 1, null, null, null],
        ].sort(),
      )
      assert.deepEqual([...new Set(codes.map(({ discountType }) => discountType))], ['free_shipping'])
      assert.deepEqual((await batchesOf(id)).data, [{ batch: 'bülten', count: 3, used: 0, active: 3 }])
    })

    it('apply in any spelling, once each, and count as used when the order is completed', async () => {
      const id = await freshCampaign()
      await makeCodes(call, id, { count: 2, batch: 'b', prefix: 'İLK' })
      const [first, second] = await readCodes(call, id)
      assert.ok(first && second)
      const token = await service.token('guest')
      await addItem(service, token, ids.plain, 3)
      const cart = await choose(token, first.code.toLowerCase().replace('i̇', 'ı'))
      assert.equal(cart.data.attributes.appliedCoupon?.code, first.code)
      await requireHold(service, `codes-${id}`, token)
      const usesOf = async () => (await readCodes(call, id)).find(({ code }) => code === first.code)?.uses
      assert.deepEqual(await usesOf(), { completed: 0, held: 1 })
      const other = await service.token('guest')
      await addItem(service, other, ids.plain, 3)
      assert.equal((await choose(other, first.code)).data.attributes.appliedCoupon, undefined)
      const used = async (value: string) =>
        (await readCodes(call, id, { 'filter[used]': value })).map(({ code }) => code)
      assert.deepEqual(await used('true'), [])
      await complete(service, `codes-${id}`)
      assert.deepEqual(await usesOf(), { completed: 1, held: 0 })
      assert.deepEqual([await used('true'), await used('false')], [[first.code], [second.code]])
      assert.deepEqual((await batchesOf(id)).data, [{ batch: 'b', count: 2, used: 1, active: 2 }])
      await callCheckout(service, 'DELETE', `codes-${id}`)
      assert.deepEqual(await used('true'), [])
      // Uses elsewhere count, too.
      const record = recordOf(await call('GET', couponPath(second.code)))
      await call('PUT', couponPath(second.code), { ...record, usageCount: 1 })
      assert.deepEqual([await used('true'), await used('false')], [[second.code], [first.code]])
      assert.deepEqual((await batchesOf(id)).data, [{ batch: 'b', count: 2, used: 1, active: 2 }])
    })

    it('are listed completely under every filter, whatever the size of a page', async () => {
      const [id, other] = [await freshCampaign(), await freshCampaign()]
      await makeCodes(call, id, { count: 60, batch: 'a', prefix: 'AB-' })
      await makeCodes(call, id, { count: 40, batch: 'ab', prefix: 'ABC' })
      await makeCodes(call, other, { count: 5, batch: 'a', prefix: 'AB-' })
      await call('PUT', couponPath(`TEK${id}`), coupon({ campaignId: id, value: null }))
      const all = await readCodes(call, id)
      assert.equal(new Set(all.map(({ code }) => code)).size, 101)
      const folded = all.map(({ code }) => code.toLowerCase())
      assert.deepEqual(folded, folded.toSorted())
      for (const size of [1, 7, 60, 100, 101]) {
        assert.deepEqual(await readCodes(call, id, { limit: size }), all)
        assert.deepEqual(
          await readCodes(call, id, { limit: size, 'filter[batch]': 'a' }),
          all.filter(({ batch }) => batch === 'a'),
        )
        assert.deepEqual(
          await readCodes(call, id, { limit: size, 'filter[code]': 'ABC' }),
          all.filter(({ code }) => code.startsWith('ABC')),
        )
        const begun = { 'filter[code]': 'ab', 'filter[used]': 'false', 'filter[batch]': 'ab' }
        assert.deepEqual(
          await readCodes(call, id, { limit: size, ...begun }),
          all.filter(({ batch }) => batch === 'ab'),
        )
      }
      assert.deepEqual(await readCodes(call, id, { 'filter[batch]': 'A' }), [])
      assert.deepEqual(await readCodes(call, id, { 'filter[code]': 'ABD' }), [])
      assert.deepEqual(await readCodes(call, id, { 'filter[used]': 'true' }), [])
      const { batch, code } = all[0] as Code
      assert.deepEqual(await readCodes(call, id, { 'filter[code]': `  ${code.toLowerCase()}` }), [all[0]])
      assert.ok(batch)
      const first = await readPage(call, codesPath(id, { limit: 2, 'filter[batch]': 'ab' }))
      assert.match(String(first.links.next), /filter%5Bbatch%5D=ab/)
      const names = await batchesOf(id, '?limit=1')
      assert.deepEqual(names.data, [{ batch: 'a', count: 60, used: 0, active: 60 }])
      const next = names.links.next?.split('?')[1]
      assert.deepEqual(await batchesOf(id, `?${next}`), {
        ...names,
        data: [{ batch: 'ab', count: 40, used: 0, active: 40 }],
        links: { next: null },
      })
    })

    it('are found among thousands of others that were used: a page may be short, and none is left out', async () => {
      const id = await freshCampaign()
      await makeCodes(call, id, { count: 4_500, batch: 'many' })
      const all = await readCodes(call, id)
      const { kysely } = service.database
      const [unused, used] = [all.filter((_, n) => n % 1_500 === 1_499), all.filter((_, n) => n % 1_500 !== 1_499)]
      const counts = used.map(({ code }) => ({
        ...{ promotion: `coupon:${code.toLowerCase()}`, completed: 1, over_limit: 0 },
      }))
      for (let at = 0; at < counts.length; at += 1_000)
        await kysely
          .insertInto('promotion_counts')
          .values(counts.slice(at, at + 1_000))
          .execute()
      const codesOf = (codes: Code[]) => codes.map(({ code }) => code)
      const found = await readCodes(call, id, { 'filter[used]': 'false' })
      assert.deepEqual(codesOf(found), codesOf(unused))
      assert.deepEqual(codesOf(await readCodes(call, id, { 'filter[used]': 'true', limit: 150 })), codesOf(used))
      const short = await readPage(call, codesPath(id, { 'filter[used]': 'false', limit: 50 }))
      assert.equal(short.data.length, 1)
      assert.ok(short.links.next)
      assert.deepEqual((await batchesOf(id)).data, [{ batch: 'many', count: 4_500, used: used.length, active: 4_500 }])
    })

    it('of a batch are switched off, which changes no other code', async () => {
      const id = await freshCampaign()
      await makeCodes(call, id, { count: 1_200, batch: 'off' })
      await makeCodes(call, id, { count: 2, batch: 'on' })
      const [one] = await readCodes(call, id, { 'filter[batch]': 'off', limit: 1 })
      assert.ok(one)
      const token = await service.token('guest')
      await addItem(service, token, ids.plain, 3)
      assert.ok((await choose(token, one.code)).data.attributes.appliedCoupon)
      await requireHold(service, `off-${id}`, token)
      const off = () => call('DELETE', codesPath(id, { 'filter[batch]': 'off' }))
      assert.deepEqual(recordOf(await off()), { batch: 'off', count: 1_200 })
      assert.equal((await readCart(service, token)).data.attributes.appliedCoupon, undefined)
      const codes = await readCodes(call, id)
      assert.ok(codes.every(({ batch, active }) => active === (batch === 'on')))
      assert.deepEqual(recordOf(await off()), { batch: 'off', count: 0 })
      await call('PUT', couponPath(one.code), { ...recordOf(await call('GET', couponPath(one.code))), active: true })
      assert.deepEqual((await batchesOf(id)).data, [
        { batch: 'off', count: 1_200, used: 0, active: 1 },
        { batch: 'on', count: 2, used: 0, active: 2 },
      ])
      assert.deepEqual(recordOf(await off()), { batch: 'off', count: 1 })
      const written = (await eventsOf(id)).filter(([type]) => type === 'campaign.codes_switched_off')
      assert.deepEqual(
        written.map(([, , data]) => data),
        [1_200, 1].map(count => ({ batch: 'off', count })),
      )
      // The hold was made before: its order is completed within the limit.
      assert.equal((await complete(service, `off-${id}`)).status, 200)
    })

    it('of no batch are switched off', async () => {
      const id = await freshCampaign()
      assert.deepEqual(refusalsOf(await call('DELETE', codesPath(id))), ['400 parameter_invalid'])
      assert.deepEqual(refusalsOf(await call('DELETE', codesPath(id, { 'filter[batch]': 'x' }))), [
        '404 batch_not_found',
      ])
      assert.deepEqual(refusalsOf(await call('DELETE', codesPath(999_999, { 'filter[batch]': 'x' }))), [
        '404 campaign_not_found',
      ])
      for (const query of [
        'limit=0',
        'filter[used]=yes',
        'filter[code]=',
        'filter[code]=%E2%80%8B',
        'x=1',
        'after=x',
      ]) {
        const answer = await call('GET', `${codesPath(id)}?${query}`)
        assert.deepEqual(refusalsOf(answer), ['400 parameter_invalid'], query)
      }
    })

    it('keep the campaign from being deleted, until they are deleted themselves', async () => {
      const id = await freshCampaign()
      await makeCodes(call, id, { count: 5, batch: 'b' })
      const refused = await call('DELETE', campaignPath(id))
      assert.deepEqual(refusalsOf(refused), ['409 campaign_in_use'])
      assert.deepEqual(refusalsOf(await call('PUT', campaignPath(id), campaign())), [
        '409 campaign_in_use /couponBound',
      ])
      for (const { code } of await readCodes(call, id)) await call('DELETE', couponPath(code))
      assert.equal((await call('DELETE', campaignPath(id))).status, 204)
    })

    it('answer a repeated request with what the first one has made', async () => {
      const id = await freshCampaign()
      const key = { 'Idempotency-Key': `key-${id}` }
      const first = await call('POST', codesPath(id), { count: 4 }, key)
      const again = await call('POST', codesPath(id), { length: 8, count: 4 }, key)
      assert.deepEqual(madeOf(again), madeOf(first))
      assert.deepEqual(
        [first, again].map(({ headers }) => headers.get('idempotency-replayed')),
        [null, 'true'],
      )
      const other = await call('POST', codesPath(id), { count: 5 }, key)
      assert.deepEqual(refusalsOf(other), ['422 idempotency_key_reused'])
      assert.deepEqual(refusalsOf(await call('POST', codesPath(id), { count: 1 }, { 'Idempotency-Key': 'a b' })), [
        '400 parameter_invalid',
      ])
      assert.equal((await readCodes(call, id)).length, 4)
      assert.equal((await eventsOf(id)).length, 2)
      // The same key of another campaign is another key.
      const elsewhere = await freshCampaign()
      await call('POST', codesPath(elsewhere), { count: 1 }, key)
      assert.equal((await readCodes(call, elsewhere)).length, 1)
      // A refused request spends no key.
      const refused = await call('POST', codesPath(id), { count: 0 }, { 'Idempotency-Key': `later-${id}` })
      assert.equal(refused.status, 422)
      madeOf(await call('POST', codesPath(id), { count: 1 }, { 'Idempotency-Key': `later-${id}` }))
    })

    it('are made again by a key of the day before', async () => {
      const id = await freshCampaign()
      const key = { 'Idempotency-Key': 'old' }
      await call('POST', codesPath(id), { count: 1 }, key)
      const { kysely } = service.database
      await kysely
        .updateTable('code_requests')
        .set({ created_at: Date.now() - 86_400_000 })
        .where('campaign_id', '=', id)
        .execute()
      const again = await call('POST', codesPath(id), { count: 2 }, key)
      assert.deepEqual([madeOf(again).count, again.headers.get('idempotency-replayed')], [2, null])
      assert.equal((await readCodes(call, id)).length, 3)
    })

    it('leave keys that are deleted after a day', async () => {
      const id = await freshCampaign()
      for (const key of ['a', 'b']) await call('POST', codesPath(id), { count: 1 }, { 'Idempotency-Key': key })
      const { kysely } = service.database
      const old = kysely.updateTable('code_requests').set({ created_at: Date.now() - 86_400_000 })
      await old.where('campaign_id', '=', id).where('idempotency_key', '=', 'a').execute()
      await prune(service.database, Date.now(), { guestCartTtlDays: 0, eventRetentionDays: 30 })
      const kept = kysely.selectFrom('code_requests').select('idempotency_key').where('campaign_id', '=', id)
      assert.deepEqual(
        (await kept.execute()).map(row => row.idempotency_key),
        ['b'],
      )
    })

    it('are forgotten with the campaign: one with the same id has no keys', async () => {
      const id = await freshCampaign()
      const key = { 'Idempotency-Key': 'of-campaign' }
      await call('POST', codesPath(id), { count: 1 }, key)
      for (const { code } of await readCodes(call, id)) await call('DELETE', couponPath(code))
      await call('DELETE', campaignPath(id))
      await createBindable(call, id)
      const again = await call('POST', codesPath(id), { count: 1 }, key)
      assert.equal(again.headers.get('idempotency-replayed'), null)
      assert.equal((await readCodes(call, id)).length, 1)
    })
  })
}
