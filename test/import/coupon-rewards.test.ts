/** What coupons give in tables of an export: a value or tiers, in readable cells, and what files leave to stored coupons. */

import assert from 'node:assert/strict'
import { basename } from 'node:path'
import { test } from 'node:test'
import { writeExport } from '../../src/exports/write-export.ts'
import type { Coupon } from '../../src/model/campaign.ts'
import { describeFinding } from '../../src/shop-file/findings.ts'
import { NOW, onEachEngine } from '../support/import/imports.ts'

const PLAIN = 'code,discountType,value,campaignId'
const WITH_TIERS = `${PLAIN},maximum,by,tiers`
const SHOP = { campaigns: [{ id: 2, name: 'K', couponBound: true, reward: { type: 'free_shipping' } }] }

const total = {
  by: 'total',
  tiers: [
    { from: '500', value: '50' },
    { from: '1000.5', value: '120' },
  ],
}
const pieces = {
  by: 'quantity',
  tiers: [
    { from: 2, value: '5' },
    { from: 10, value: '7.5' },
  ],
}

onEachEngine('what a coupon gives in a table', shop => {
  const couponOf = async (code: string): Promise<Coupon> => {
    const found = (await shop.rows('coupons')).find(({ folded_code }) => folded_code === code)
    return JSON.parse(String(found?.document))
  }
  const givenBy = async (code: string) => {
    const { discountType, value, maximum, by, tiers } = await couponOf(code)
    return { discountType, value, maximum, by, tiers }
  }
  const csv = (...rows: string[]): [string, string] => ['table.csv', `${rows.join('\n')}\n`]
  const warningsOf = async (...file: [string, string]) =>
    (await shop.import(file)).warnings.map(each => describeFinding({ ...each, file: basename(each.file) }))
  const refusalsOf = async (...rows: string[]) =>
    (await shop.refusal(csv(...rows))).map(problem => problem.replace('table.csv ', ''))

  test('is refused with the line and the column of each cell that is wrong', async () => {
    await shop.import(SHOP)
    const list = 'must be a list of at most 20 tiers, such as 500=50;1000=120'
    assert.deepEqual(
      await refusalsOf(
        WITH_TIERS,
        'A,fixed,,,,total,500',
        'B,fixed,,,,total,500:50:00',
        'C,fixed,,,,total,500=50;',
        `D,fixed,,,,total,${Array.from({ length: 21 }, (_, n) => `${n}=1`).join(';')}`,
      ),
      [`line 2 /tiers: ${list} (and 3 more like it: line 3 /tiers, line 4 /tiers, …)`],
    )
    assert.deepEqual(
      await refusalsOf(
        WITH_TIERS,
        'A,fixed,,,,quantity,1.5=5',
        'B,fixed,,,,total,x=5',
        'C,percent,,,,total,5=101',
        'D,fixed,,,,total,5=1;5=2',
        'E,fixed,,,,,5=1',
        'F,fixed,,,,total,',
        'G,fixed,,,,pieces,5=1',
        'H,fixed,,,,,',
        'I,percent,5,,x,,',
      ),
      [
        'line 2 /tiers: must be an integer of at least 1',
        'line 3 /tiers: must be a decimal number as text, such as "199.90", or an integer of at least 1',
        'line 4 /tiers: must be at most 100, being a percentage',
        'line 5 /tiers: must be more than that of the tier before',
        'line 6 /by: is missing: tiers are given',
        'line 7 /tiers: is missing: by is given',
        'line 8 /by: must be null or one of "total", "quantity"',
        'line 9 /value: is missing: "fixed" needs it, unless campaignId or tiers are given',
        'line 10 /maximum: must be null or a decimal number as text, such as "199.90"',
      ],
    )
    assert.deepEqual(await shop.rows('coupons'), [])
  })

  test('is a value or tiers, with decimal commas, and pieces as integers', async () => {
    await shop.import(SHOP)
    const warnings = await warningsOf(
      ...csv(
        WITH_TIERS,
        'A,fixed,,,,total,"500=50; 1000,5 = 120"',
        'B,percent,,,"99,5",quantity,2:5;10:7.5',
        'C,percent,10,,100,,',
        'D,fixed,5,,9,total,5=1',
        'E,percent,,2,9,total,5=1',
      ),
    )
    assert.deepEqual(warnings, [
      'table.csv line 5 /maximum: is ignored: "fixed" has none',
      'table.csv line 5 /value: has no effect: that of the tiers counts',
      'table.csv line 6 /by: has no effect: that of the campaign counts',
      'table.csv line 6 /tiers: has no effect: that of the campaign counts',
      'table.csv line 6 /maximum: has no effect: that of the campaign counts',
    ])
    const none = { maximum: undefined, by: undefined, tiers: undefined }
    assert.deepEqual(await givenBy('a'), { ...none, discountType: 'fixed', value: null, ...total })
    assert.deepEqual(await givenBy('b'), { discountType: 'percent', value: null, maximum: '99.5', ...pieces })
    assert.deepEqual(await givenBy('c'), { ...none, discountType: 'percent', value: '10', maximum: '100' })
    const exported = (await Array.fromAsync(writeExport(shop.database, { what: 'coupons' }, NOW))).join('')
    assert.match(exported, /\nA,,fixed,,,total,500=50;1000\.5=120,/)
    assert.match(exported, /\nB,,percent,,99\.5,quantity,2=5;10=7\.5,/)
    const before = await shop.revision()
    await shop.import(['export.csv', exported])
    assert.equal(await shop.revision(), before)
  })

  test('stays where the file has no column for it, character by character', async () => {
    const coupons = [
      { code: 'A', discountType: 'fixed', ...total, usageLimit: 3 },
      { code: 'B', discountType: 'percent', maximum: '50', ...pieces, combinesWithCampaigns: false },
      { code: 'C', discountType: 'percent', value: '10', maximum: '50' },
      { code: 'D', discountType: 'fixed', campaignId: 2, ...pieces },
      { code: 'E', discountType: 'percent', campaignId: 2, value: '5', maximum: '50' },
    ]
    await shop.import({ ...SHOP, coupons })
    const before = await shop.rows('coupons')
    const revision = await shop.revision()
    await shop.import(csv(PLAIN, 'A,fixed,,', 'B,percent,,', 'C,percent,10,', 'D,fixed,,2', 'E,percent,5,2'))
    assert.deepEqual([await shop.rows('coupons'), await shop.revision()], [before, revision])
    await shop.import(csv('code,campaignId', 'D,2', 'E,2'))
    assert.deepEqual([await shop.rows('coupons'), await shop.revision()], [before, revision])
  })

  test('changes with the value and the type of a row: what they do not leave is gone', async () => {
    const tiered = { discountType: 'percent', maximum: '50', ...pieces }
    const codes = ['A', 'B', 'C', 'D', 'E']
    await shop.import({ ...SHOP, coupons: codes.map(code => ({ code, ...tiered })) })
    await shop.import(csv(PLAIN, 'A,percent,15,', 'B,fixed,15,', 'C,free_shipping,,', 'D,fixed,,2'))
    const none = { maximum: undefined, by: undefined, tiers: undefined }
    assert.deepEqual(await givenBy('a'), { ...none, discountType: 'percent', value: '15', maximum: '50' })
    assert.deepEqual(await givenBy('b'), { ...none, discountType: 'fixed', value: '15' })
    assert.deepEqual(await givenBy('c'), { ...none, discountType: 'free_shipping', value: null })
    assert.deepEqual(await givenBy('d'), { ...none, discountType: 'fixed', value: null })
    await shop.import(csv(WITH_TIERS, 'E,percent,10,,,,'))
    assert.deepEqual(await givenBy('e'), { ...none, discountType: 'percent', value: '10' })
  })

  test('is missing where neither the row nor the stored coupon has it', async () => {
    const coupons = [
      { code: 'A', discountType: 'percent', value: '10' },
      { code: 'B', discountType: 'percent', ...pieces },
    ]
    await shop.import({ ...SHOP, coupons })
    const before = await shop.rows('coupons')
    const missing = (type: string) => `is missing: "${type}" needs it, unless campaignId or tiers are given`
    assert.deepEqual(await refusalsOf(PLAIN, 'A,percent,,', 'B,fixed,,', 'NEU,fixed,,'), [
      `line 2 /value: ${missing('percent')}`,
      `line 3 /value: ${missing('fixed')} (and 1 more like it: line 4 /value)`,
    ])
    assert.deepEqual(await shop.rows('coupons'), before)
  })

  test('is not read from one of both columns of tiers, which is told', async () => {
    await shop.import({ coupons: [{ code: 'A', discountType: 'fixed', ...total }] })
    const before = await shop.rows('coupons')
    assert.deepEqual(await warningsOf(...csv(`${PLAIN},tiers`, 'A,fixed,,,5=1')), [
      'table.csv line 1: has no column by: the list of tiers is not read',
    ])
    assert.deepEqual(await shop.rows('coupons'), before)
  })
})
