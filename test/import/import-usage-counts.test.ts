/** Imports of coupons and campaigns with and without `usageCount`, on both engines. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Campaign, Coupon } from '../../src/model/campaign.ts'
import { onEachEngine } from '../support/import/imports.ts'

const coupon = (code: string, fields: object = {}) => ({ code, discountType: 'fixed', value: '5', ...fields })
const campaign = (id: number, fields: object = {}) => ({
  id,
  name: `K${id}`,
  reward: { type: 'free_shipping' },
  ...fields,
})

onEachEngine('importing usage counts', shop => {
  const stored = async <T>(table: 'coupons' | 'campaigns') =>
    (await shop.rows(table)).map(({ document }) => JSON.parse(String(document)) as T)
  const ofCoupons = async () =>
    Object.fromEntries((await stored<Coupon>('coupons')).map(({ code, usageCount }) => [code, usageCount]))
  const ofCampaigns = async () =>
    Object.fromEntries((await stored<Campaign>('campaigns')).map(({ id, usageCount }) => [id, usageCount]))

  test('a record that leaves usageCount out keeps the stored one, and replaces every other field', async () => {
    await shop.import({
      coupons: [coupon('YAZ', { usageCount: 37, usageLimit: 100 }), coupon('KIŞ', { usageCount: 5 })],
      campaigns: [campaign(1, { usageCount: 212, usageLimit: 500 }), campaign(2)],
    })
    await shop.import({
      coupons: [coupon('yaz', { value: '9', description: '},"usageCount":1,"x":{' })],
      campaigns: [campaign(1, { name: 'Son "fırsat"' })],
    })
    assert.deepEqual(await ofCoupons(), { yaz: 37, KIŞ: 5 })
    assert.deepEqual(await ofCampaigns(), { 1: 212, 2: 0 })
    const changed = (await stored<Coupon>('coupons')).find(({ code }) => code === 'yaz')
    assert.deepEqual([changed?.usageLimit, changed?.value, changed?.description], [null, '9', '},"usageCount":1,"x":{'])
    assert.equal((await stored<Campaign>('campaigns')).find(({ id }) => id === 1)?.name, 'Son "fırsat"')
  })

  test('a new record that leaves usageCount out begins with 0', async () => {
    await shop.import({ coupons: [coupon('YAZ')], campaigns: [campaign(1)] })
    assert.deepEqual([await ofCoupons(), await ofCampaigns()], [{ YAZ: 0 }, { 1: 0 }])
  })

  test('a stated usageCount replaces the stored one, also with 0', async () => {
    await shop.import({ coupons: [coupon('YAZ', { usageCount: 37 })], campaigns: [campaign(1, { usageCount: 212 })] })
    await shop.import({ coupons: [coupon('YAZ', { usageCount: 0 })], campaigns: [campaign(1, { usageCount: 300 })] })
    assert.deepEqual([await ofCoupons(), await ofCampaigns()], [{ YAZ: 0 }, { 1: 300 }])
  })

  test('the greatest usageCount is kept exactly', async () => {
    await shop.import({ coupons: [coupon('YAZ', { usageCount: Number.MAX_SAFE_INTEGER })] })
    await shop.import({ coupons: [coupon('YAZ')] })
    assert.deepEqual(await ofCoupons(), { YAZ: Number.MAX_SAFE_INTEGER })
  })

  test('the same file changes no document, whether it states usageCount or not', async () => {
    await shop.import({ coupons: [coupon('YAZ', { usageCount: 37 })], campaigns: [campaign(1, { usageCount: 1 })] })
    const before = [await shop.rows('coupons'), await shop.rows('campaigns')]
    await shop.import({ coupons: [coupon('YAZ')], campaigns: [campaign(1)] })
    assert.deepEqual([await shop.rows('coupons'), await shop.rows('campaigns')], before)
  })

  test('5,000 coupons keep their counts', async () => {
    const codes = Array.from({ length: 5_000 }, (_, n) => `K${n}`)
    await shop.import({ coupons: codes.map((code, n) => coupon(code, { usageCount: n })) })
    await shop.import({ coupons: codes.map(code => coupon(code)) })
    const counts = await ofCoupons()
    assert.deepEqual(
      codes.filter((code, n) => counts[code] !== n),
      [],
    )
  })

  test('null and texts are refused', async () => {
    const problems = await shop.refusal({
      coupons: [coupon('YAZ', { usageCount: null })],
      campaigns: [campaign(1, { usageCount: '3' })],
    })
    assert.deepEqual(problems, [
      'shop.json /coupons/0/usageCount: must be an integer of at least 0',
      'shop.json /campaigns/0/usageCount: must be an integer of at least 0',
    ])
  })
})
