/** Codes that are made and switched off beside other writes, on two instances and both engines. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createCodeMaker } from '../../src/promotions/admin/codes/make-codes.store.ts'
import type { CodeOrder } from '../../src/promotions/admin/codes/code-order.ts'
import { createBatchSwitch } from '../../src/promotions/admin/codes/switch-off-batch.store.ts'
import { createShopWriter, type WriteShop } from '../../src/shop/write-shop.sql.ts'
import { addItem, refusalsOf, whenFree } from '../support/cart/cart.ts'
import { hold } from '../support/checkouts/orders.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { type Code, codesPath, createBindable, madeOf, makeCodes, readCodes } from '../support/promotions/codes.ts'
import {
  type CallPromotions,
  campaign,
  campaignPath,
  couponPath,
  promotionCaller,
  recordOf,
} from '../support/promotions/promotions.ts'
import { startService, type TestService } from '../support/service/service.ts'

const ROUNDS = 6
const MANY = 3_000

/** Creates the function that calls the endpoints of a service, again while a write is refused after five seconds of other writes. */
async function patientCaller(service: TestService): Promise<CallPromotions> {
  const call = await promotionCaller(service)
  return (...sent) => whenFree(() => call(...sent))
}

for (const engine of engines) {
  describe(`codes beside other writes on ${engine}`, () => {
    let service: TestService
    let peer: TestService
    let call: CallPromotions
    let callPeer: CallPromotions
    let number = 4_000
    before(async () => {
      service = await startService(engine)
      peer = await service.startPeer()
      call = await patientCaller(service)
      callPeer = await patientCaller({ ...peer, token: service.token })
    })
    after(async () => {
      await peer.stop()
      await service.stop()
    })
    const freshCampaign = async () => {
      const id = ++number
      await createBindable(call, id)
      return id
    }
    const boundTo = async (id: number) => {
      const query = service.database.kysely.selectFrom('coupons').select('folded_code').where('campaign_id', '=', id)
      return (await query.execute()).length
    }

    it('are made once by equal requests with one key, and every one is answered alike', async () => {
      const id = await freshCampaign()
      const key = { 'Idempotency-Key': 'once' }
      const requests = Array.from({ length: 8 }, (_, n) =>
        (n % 2 ? callPeer : call)('POST', codesPath(id), { count: 500 }, key),
      )
      const answers = await Promise.all(requests)
      const [first, ...others] = answers.map(madeOf)
      for (const other of others) assert.deepEqual(other, first)
      assert.equal(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null).length, 1)
      assert.equal(await boundTo(id), 500)
    })

    it('are all made by different requests at once', async () => {
      const [id, other] = [await freshCampaign(), await freshCampaign()]
      const requests = Array.from({ length: 8 }, (_, n) =>
        makeCodes(n % 2 ? callPeer : call, n % 4 < 2 ? id : other, { count: 400, prefix: 'A' }),
      )
      const made = await Promise.all(requests)
      assert.equal(new Set(made.map(({ batch }) => batch)).size, 8)
      assert.deepEqual([await boundTo(id), await boundTo(other)], [1_600, 1_600])
    })

    it('are never bound to a campaign that is deleted or takes no coupons any more', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const id = await freshCampaign()
        const make = call('POST', codesPath(id), { count: MANY })
        const end = [
          () => callPeer('DELETE', campaignPath(id)),
          () => callPeer('PUT', campaignPath(id), campaign()),
          () => peer.importShop({ campaigns: [{ id, ...campaign() }] }).then(() => undefined, String),
        ][round % 3]
        const [made, ended] = await Promise.all([make, end?.()])
        const hasEnded = typeof ended === 'object' ? [200, 204].includes(ended.status) : ended === undefined
        assert.equal(await boundTo(id), hasEnded ? 0 : MANY)
        if (!hasEnded) madeOf(made)
        else assert.ok(['404 campaign_not_found', '409 campaign_not_bindable'].includes(refusalsOf(made).join()))
      }
    })

    it('that are switched off stay off beside writes for what was read before', async () => {
      const id = await freshCampaign()
      await makeCodes(call, id, { count: MANY, batch: 'b' })
      const some = (await readCodes(call, id)).filter((_, n) => n % 150 === 0)
      const writes = some.map(async ({ code }, n) => {
        const read = await call('GET', couponPath(code))
        const body = { ...recordOf(read), description: 'yeni' }
        return () =>
          (n % 2 ? callPeer : call)('PUT', couponPath(code), body, { 'If-Match': read.headers.get('etag') ?? '' })
      })
      const ready = await Promise.all(writes)
      const [off, ...saved] = await Promise.all([
        callPeer('DELETE', codesPath(id, { 'filter[batch]': 'b' })),
        ...ready.map(write => write()),
      ])
      assert.deepEqual(recordOf(off), { batch: 'b', count: MANY })
      for (const { status } of saved) assert.ok([200, 412].includes(status), String(status))
      const codes = await readCodes(call, id)
      assert.deepEqual([...new Set(codes.map(({ active }) => active))], [false])
      const described = codes.filter(({ description }) => description === 'yeni').length
      assert.equal(described, saved.filter(({ status }) => status === 200).length)
    })

    it('that are switched off are in no hold that begins afterwards, and stay in those from before', async () => {
      const id = await freshCampaign()
      await makeCodes(call, id, { count: MANY, batch: 'b' })
      const codes = (await readCodes(call, id)).slice(0, 12)
      const carts = await Promise.all(codes.map(each => cartWith(each)))
      const holds = carts.map((token, n) => hold(n % 2 ? peer : service, `off-${id}-${n}`, token))
      const [off, ...held] = await Promise.all([call('DELETE', codesPath(id, { 'filter[batch]': 'b' })), ...holds])
      assert.equal(recordOf(off).count, MANY)
      for (const answer of held) assert.ok([201, 409].includes(answer.status), answer.text)
      const uses = await readCodes(call, id)
      const inHolds = held.filter(each => each.status === 201 && each.text.includes('appliedCoupon')).length
      assert.equal(
        uses.reduce((sum, each) => sum + each.uses.held, 0),
        inHolds,
      )
      const late = await hold(service, `late-${id}`, await cartWith(codes[0] as Code))
      assert.equal(late.status, 201)
      assert.ok(!late.text.includes('appliedCoupon'))
    })

    /** The cart of a guest that has chosen a code. */
    const cartWith = async ({ code }: Code) => {
      const token = await service.token('guest')
      await addItem(service, token, ids.plain, 3)
      await service.call('POST', '/cart/coupon', { token, body: { couponCode: code } })
      return token
    }

    describe('as the store makes them', () => {
      const order: CodeOrder = {
        ...{ count: 1, prefix: '', length: 6, batch: null },
        ...{ usageLimit: 1, usageLimitPerCustomer: null, startsAt: null, endsAt: null },
      }
      const author = { actor: 'admin:test', actorName: null, via: 'api', at: Date.UTC(2026, 0, 1) } as const
      /** The same character again and again: there is one code. */
      const constant = (size: number) => new Uint8Array(size)

      it('are refused where most codes of the form are taken, and nothing is made', async () => {
        const id = await freshCampaign()
        const make = createCodeMaker(service.database, { random: constant, maxCodes: 100 })
        const request = (fields: object) => ({ campaignId: id, order: { ...order, ...fields }, idempotencyKey: 'k' })
        assert.deepEqual((await make(request({ prefix: 'TEK' }), author)).made, { batch: '2026-01-01-2222', count: 1 })
        for (const more of [{ prefix: 'TEK' }, { prefix: 'tek', count: 3 }, { count: 2 }]) {
          const again = make({ ...request(more), idempotencyKey: undefined }, author)
          await assert.rejects(again, { name: 'Refusal', message: 'codes_exhausted' })
        }
        assert.equal(await boundTo(id), 1)
        const other = make({ ...request({ length: 7 }), idempotencyKey: undefined }, author)
        assert.deepEqual((await other).made, { batch: '2026-01-01-22222', count: 1 })
      })

      it('are none that ever had uses', async () => {
        const id = await freshCampaign()
        const make = createCodeMaker(service.database, { random: constant, maxCodes: 100 })
        const { kysely } = service.database
        const used = `coupon:used${'2'.repeat(6)}`
        await kysely.insertInto('promotion_counts').values({ promotion: used, completed: 0, over_limit: 0 }).execute()
        const use = {
          promotion: 'coupon:held222222',
          reference: 'x',
          customer_id: null,
          expires_at: 1,
          over_limit: 0,
        } as const
        await kysely.insertInto('promotion_uses').values(use).execute()
        for (const prefix of ['USED', 'HELD']) {
          const made = make({ campaignId: id, order: { ...order, prefix }, idempotencyKey: undefined }, author)
          await assert.rejects(made, { message: 'codes_exhausted' })
        }
        assert.equal(await boundTo(id), 0)
      })

      it('are switched off in several transactions, between which others write, and of which each has an event', async () => {
        const id = await freshCampaign()
        const { batch } = await makeCodes(call, id, { count: 1_700 })
        const { database } = service
        const write = createShopWriter(database)
        const perTransaction = { postgres: 500, sqlite: 500 }
        const events = async () => {
          const query = database.kysely.selectFrom('events').select('data').where('subject', '=', `campaign:${id}`)
          const rows = await query.where('type', '=', 'campaign.codes_switched_off').orderBy('position').execute()
          return rows.map(({ data }) => (JSON.parse(data) as { count: number }).count)
        }
        let transactions = 0
        const deleting: WriteShop = async work => {
          // The codes that are left may be gone by then.
          if (++transactions === 3) await database.kysely.deleteFrom('coupons').where('batch', '=', batch).execute()
          return await write(work)
        }
        const key = { campaignId: id, batch }
        assert.equal(await createBatchSwitch(deleting, perTransaction)(key, author), 1_000)
        assert.deepEqual(await events(), [500, 500])
        await assert.rejects(createBatchSwitch(write, perTransaction)(key, author), { message: 'batch_not_found' })
        await makeCodes(call, id, { count: 1_200, batch })
        assert.equal(await createBatchSwitch(write, perTransaction)(key, author), 1_200)
        assert.deepEqual(await events(), [500, 500, 500, 500, 200])
        assert.ok((await readCodes(call, id)).every(({ active }) => !active))
      })

      it('are as many as a campaign may have', async () => {
        const id = await freshCampaign()
        await makeCodes(call, id, { count: 8 })
        const make = createCodeMaker(service.database, { random: randomBytes, maxCodes: 10 })
        const request = (count: number) => ({ campaignId: id, order: { ...order, count }, idempotencyKey: undefined })
        await assert.rejects(make(request(3), author), { message: 'codes_full' })
        await assert.rejects(make(request(11), author), { message: 'codes_full' })
        assert.equal((await make(request(2), author)).made.count, 2)
        await assert.rejects(make(request(1), author), { message: 'codes_full' })
        assert.equal(await boundTo(id), 10)
      })
    })
  })
}
