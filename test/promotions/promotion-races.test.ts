/** Simultaneous writes of coupons and campaigns on two instances, and writes during an import, on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { refusalsOf, whenFree } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { untilOneWaits } from '../support/database/locks.ts'
import {
  type CallPromotions,
  campaign,
  campaignPath,
  coupon,
  couponPath,
  promotionCaller,
  recordOf,
} from '../support/promotions/promotions.ts'
import { startService, type TestService } from '../support/service/service.ts'

const ROUNDS = 8

/** Creates the function that calls the endpoints of a service, again while a write is refused after five seconds of other writes. */
async function patientCaller(service: TestService): Promise<CallPromotions> {
  const call = await promotionCaller(service)
  return (...sent) => whenFree(() => call(...sent))
}

for (const engine of engines) {
  describe(`simultaneous writes of coupons and campaigns on ${engine}`, () => {
    let service: TestService
    let peer: TestService
    let call: CallPromotions
    let callPeer: CallPromotions
    let number = 0
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
    const fresh = () => ({ code: `YARIŞ${++number}`, id: 2_000 + number })
    const countEvents = async () =>
      (await service.database.kysely.selectFrom('events').select('position').execute()).length

    it('create one record: exactly one is answered with 201, and the last one stays', async () => {
      const { code, id } = fresh()
      for (const [path, body] of [
        [couponPath(code), (n: number) => coupon({ value: `${n}` })],
        [campaignPath(id), (n: number) => campaign({ name: `${n}` })],
      ] as const) {
        const before = await countEvents()
        const writes = Array.from({ length: 20 }, (_, n) => (n % 2 ? callPeer : call)('PUT', path, body(n + 1)))
        const answers = await Promise.all(writes)
        assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(19).fill(200), 201])
        assert.equal(await countEvents(), before + 20)
        const stored = recordOf(await call('GET', path))
        assert.ok(answers.some(answer => JSON.stringify(recordOf(answer, answer.status)) === JSON.stringify(stored)))
        const deleted = await Promise.all([call, callPeer, call].map(each => each('DELETE', path)))
        assert.deepEqual(deleted.map(({ status }) => status).sort(), [204, 404, 404])
        assert.equal(await countEvents(), before + 21)
      }
    })

    it('under one tag save once: the others are refused, and the record of the first stays', async () => {
      const { code, id } = fresh()
      for (const [path, body] of [
        [couponPath(code), (n: number) => coupon({ value: `${n}` })],
        [campaignPath(id), (n: number) => campaign({ name: `${n}` })],
      ] as const) {
        await call('PUT', path, body(1))
        const tag = (await callPeer('GET', path)).headers.get('etag') ?? ''
        const headers = { 'If-Match': tag }
        const writes = Array.from({ length: 20 }, (_, n) =>
          (n % 2 ? callPeer : call)('PUT', path, body(n + 2), headers),
        )
        const answers = await Promise.all(writes)
        assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(19).fill(412)])
        const [saved, ...refused] = answers.toSorted((a, b) => a.status - b.status)
        assert.ok(saved)
        assert.deepEqual([...new Set(refused.flatMap(refusalsOf))], ['412 precondition_failed'])
        assert.deepEqual(recordOf(await call('GET', path)), recordOf(saved))
      }
    })

    it('never leave a coupon that is bound to no campaign', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { code, id } = fresh()
        await call('PUT', campaignPath(id), campaign({ couponBound: true }))
        const writes = Array.from({ length: 4 }, (_, n) =>
          callPeer('PUT', couponPath(`${code}-${n}`), coupon({ campaignId: id, value: null })),
        )
        const end = round % 2 ? call('DELETE', campaignPath(id)) : call('PUT', campaignPath(id), campaign())
        const [ended, ...bound] = await Promise.all([end, ...writes])
        const statuses = new Set(bound.map(({ status }) => status))
        if (ended.status === 409) assert.ok(statuses.has(201) && statuses.isSubsetOf(new Set([201, 422])))
        else assert.deepEqual([ended.status, ...statuses], [round % 2 ? 204 : 200, 422], ended.text)
      }
    })

    it('and imports follow each other: a coupon of a file is never bound to a campaign that is deleted', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { code, id } = fresh()
        await call('PUT', campaignPath(id), campaign({ couponBound: true }))
        const [imported, deleted] = await Promise.all([
          service.importShop({ coupons: [coupon({ code, campaignId: id })] }).then(
            () => true,
            () => false,
          ),
          callPeer('DELETE', campaignPath(id)),
        ])
        assert.equal(deleted.status, imported ? 409 : 204, deleted.text)
        assert.equal((await call('GET', couponPath(code))).status, imported ? 200 : 404)
      }
    })
  })
}

const skip = engines.includes('postgres') ? false : 'no PostgreSQL'
describe('a write of a coupon while an import locks the shop', { skip }, () => {
  let service: TestService
  before(async () => {
    service = await startService('postgres')
  })
  after(() => service.stop())

  it('waits its turn, with one connection for all writes, while carts are served', async () => {
    const call = await patientCaller(service)
    const token = await service.token('guest')
    const { kysely, connections } = service.database
    const writes = await kysely.transaction().execute(async within => {
      await sql`update shop set revision = revision + 1`.execute(within)
      const started = Array.from({ length: 15 }, (_, n) => call('PUT', couponPath(`SIRA${n}`), coupon()))
      await untilOneWaits({ kysely })
      assert.equal((await service.call('GET', '/cart', { token })).status, 200)
      // The lock and one write; writes that wait with connections of their own would be refused after five seconds.
      while ((connections?.().busy ?? 0) > 2) await sleep(5)
      return started
    })
    for (const answer of await Promise.all(writes)) assert.equal(answer.status, 201, answer.text)
  })

  it('is refused with 503 database_busy after five seconds, and has written nothing', async () => {
    const call = await promotionCaller(service)
    const { kysely } = service.database
    await kysely.transaction().execute(async within => {
      await sql`update shop set revision = revision + 1`.execute(within)
      const answers = await Promise.all([1, 2].map(n => call('PUT', couponPath(`GEÇ${n}`), coupon())))
      for (const answer of answers) {
        assert.deepEqual(refusalsOf(answer), ['503 database_busy'])
        assert.equal(answer.headers.get('retry-after'), '1')
      }
    })
    for (const n of [1, 2])
      assert.deepEqual(refusalsOf(await call('GET', couponPath(`GEÇ${n}`))), ['404 coupon_not_found'])
  })
})
