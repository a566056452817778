/** The index of coupons by whom they name: after random writes of every kind, also at once, and after a version that knows no index. */

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { importFiles } from '../../src/import/import-files.ts'
import { engines } from '../support/database/engines.ts'
import { onEachEngine } from '../support/import/imports.ts'
import { audiencesBy, checkAudiences } from '../support/promotions/coupon-audiences.ts'
import { type CallPromotions, coupon, couponPath, promotionCaller } from '../support/promotions/promotions.ts'
import { rounds } from '../support/runner/rounds.ts'
import { seed, seededRandom } from '../support/runner/seed.ts'
import { type Instances, startInstances, times } from '../support/service/instances.ts'

const ROUNDS = rounds({ short: 12, long: 300 })
const random = seededRandom(seed)
const audience = audiencesBy(random)
const CODES = ['YAZ', 'KIŞ', 'İlkbahar', 'ILIK', 'Güz "1"', 'a,b', '%_']
const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
const some = () => CODES.filter(() => random() < 0.5)
const record = (code: string) => ({ code, ...coupon({ audience: audience() }) })

for (const engine of engines) {
  describe(`the index of audiences on ${engine}`, () => {
    let instances: Instances
    let call: CallPromotions
    before(async () => {
      instances = await startInstances(engine)
      call = await promotionCaller(instances.at(0))
    })
    afterEach(() => checkAudiences(instances.at(0).database))
    after(() => instances.stop())
    const put = async (n: number, code: string, fields: object) => {
      const answer = await (await promotionCaller(instances.at(n)))('PUT', couponPath(code), coupon(fields))
      assert.ok(answer.status < 300, answer.text)
    }

    /** One write of any kind. */
    const writes: ((n: number) => Promise<unknown>)[] = [
      n => put(n, one(CODES).toLowerCase(), { audience: audience() }),
      () => call('DELETE', couponPath(one(CODES))),
      n => instances.at(n).importShop({ coupons: some().map(record) }),
    ]

    it('is that of the documents after random imports, writes and deletions', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        await one(writes)(round)
        await checkAudiences(instances.at(0).database)
      }
    })

    it('is that of the documents after imports, writes and deletions at once', async () => {
      for (let round = 0; round < ROUNDS / 4; round++) {
        await times(6, n => (writes[n % writes.length] ?? one(writes))(n))
        await checkAudiences(instances.at(0).database)
      }
    })

    it('is healed by a write or an import of a coupon that another version has saved without it', async () => {
      const { kysely } = instances.at(0).database
      const fields = { audience: { customerIds: [1, 2], exclude: { customerIds: [3] } } }
      const heals = {
        write: () => put(1, 'ESKİ', fields),
        import: () => instances.at(1).importShop({ coupons: [{ code: 'ESKİ', ...coupon(fields) }] }),
      }
      for (const heal of Object.values(heals)) {
        await heal()
        await kysely.deleteFrom('coupon_audiences').where('kind', '=', 'excluded').execute()
        await kysely
          .updateTable('coupon_audiences')
          .set({ id: 9 })
          .where('kind', '=', 'customer')
          .where('id', '=', 2)
          .execute()
        await assert.rejects(checkAudiences(instances.at(0).database))
        await instances.at(0).importShop({ coupons: CODES.map(code => ({ code, ...coupon() })) })
        await heal()
        await checkAudiences(instances.at(0).database)
      }
    })
  })
}

onEachEngine('the index of audiences', shop => {
  const rowsOf = async () => {
    await checkAudiences(shop.database)
    return (await shop.rows('coupon_audiences')).map(({ kind, id }) => `${kind} ${id}`)
  }

  it('follows a table of coupons, which keeps the exclusions that it does not say', async () => {
    const audience = { customerIds: [1], customerGroupIds: [7], exclude: { customerIds: [3] } }
    await shop.import({ coupons: [{ code: 'YAZ', ...coupon({ audience }) }] })
    const kinds = ['Visitors', 'Members', 'Dealers', 'CustomerGroupIds', 'CustomerIds'].map(kind => `audience${kind}`)
    const columns = `code,discountType,value,campaignId,audience,${kinds.join()}`
    await shop.import(['a.csv', `${columns}\nYAZ,fixed,6,,listed,,,,,4;5\nKIŞ,fixed,6,,everyone,,,,,\n`])
    assert.deepEqual(await rowsOf(), ['customer 4', 'customer 5', 'excluded 3'])
    await shop.import(['a.csv', `${columns}\nYAZ,fixed,6,,everyone,,,,,\n`])
    assert.deepEqual(await rowsOf(), ['excluded 3'])
    await shop.import({ coupons: [{ code: 'YAZ', ...coupon({ audience: null }) }] })
    assert.deepEqual(await rowsOf(), [])
  })

  it('is not changed by an import that is only tried, or refused', async () => {
    await shop.import({ coupons: [{ code: 'YAZ', ...coupon({ audience: { customerIds: [1] } }) }] })
    const other = { code: 'YAZ', ...coupon({ audience: { customerIds: [2] } }) }
    await importFiles(shop.database, shop.write({ coupons: [other] }), { now: 0, randomId: () => 'r', dryRun: true })
    await shop.refusal({ coupons: [other, { code: 'KIŞ' }] })
    assert.deepEqual(await rowsOf(), ['customer 1'])
  })
})
