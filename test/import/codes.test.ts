/** Tables of codes, of other systems and of Sepet: what becomes of them, and what is told. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeExport } from '../../src/exports/write-export.ts'
import { importFiles } from '../../src/import/import-files.ts'
import type { ImportOptions } from '../../src/import/staging/stage-files.ts'
import type { Coupon } from '../../src/model/campaign.ts'
import { describeFinding, ImportProblems } from '../../src/shop-file/findings.ts'
import { NOW, onEachEngine, type TestFile } from '../support/import/imports.ts'

const CAMPAIGNS = {
  shop: { timeZone: 'Europe/Istanbul', settings: { pricesIncludeVat: true } },
  campaigns: [
    { id: 9, name: 'Bülten', couponBound: true, reward: { type: 'fixed', value: '50' } },
    { id: 10, name: 'Yalnız', reward: { type: 'free_shipping' } },
  ],
}
const NEWSLETTER = { codes: { campaignId: 9, batch: 'newsletter' } }
const UNLIMITED =
  'line 1: has no column of usage limits: new codes can be used any number of times; add a column usageLimit, with 1 for codes of one use'

onEachEngine('a table of codes', shop => {
  const load = async (options: Partial<ImportOptions>, ...files: TestFile[]) => {
    const common = { now: NOW, randomId: () => 'x' }
    const report = await importFiles(shop.database, shop.write(...files), { ...common, ...options })
    const told = [...report.files.flatMap(({ skipped }) => skipped), ...report.warnings]
    return {
      sections: report.files.flatMap(({ sections }) => sections),
      told: told.map(finding => describeFinding({ ...finding, file: '' }).replace(/^[ :]+/, '')),
    }
  }
  const refusal = async (options: Partial<ImportOptions>, ...files: TestFile[]): Promise<string[]> => {
    try {
      await load(options, ...files)
    } catch (error) {
      if (error instanceof ImportProblems)
        return error.problems.map(each => describeFinding({ ...each, file: '' }).replace(/^[ :]+/, ''))
      throw error
    }
    return []
  }
  const csv = (...rows: string[]): TestFile => ['codes.csv', rows.join('\n')]
  const coupons = async (): Promise<Coupon[]> =>
    (await shop.rows('coupons')).map(({ document }) => JSON.parse(String(document)))
  const said = ({ code, batch, usageCount, usageLimit, usageLimitPerCustomer, active, startsAt, endsAt }: Coupon) => ({
    ...{ code, batch, usageCount, usageLimit, usageLimitPerCustomer, active },
    startsAt: startsAt && new Date(startsAt).toISOString(),
    endsAt: endsAt && new Date(endsAt).toISOString(),
  })
  const fresh = {
    usageCount: 0,
    usageLimit: null,
    usageLimitPerCustomer: null,
    active: true,
    startsAt: null,
    endsAt: null,
  }

  test('with codes alone makes bound coupons of a batch, and tells that they have no limit', async () => {
    await shop.import(CAMPAIGNS)
    const { told, sections } = await load(NEWSLETTER, csv('Code', 'AB-1', '', ' ab-2 ', ',', "'=C"))
    assert.deepEqual(told, [UNLIMITED])
    assert.deepEqual(sections, [{ section: 'coupons', created: 3, updated: 0, unchanged: 0 }])
    const stored = await coupons()
    assert.deepEqual(
      stored.map(said),
      ['=C', 'AB-1', 'ab-2'].map(code => ({ ...fresh, code, batch: 'newsletter' })),
    )
    assert.ok(
      stored.every(({ campaignId, value, audience }) => campaignId === 9 && value === null && audience === null),
    )
    const again = await load(NEWSLETTER, csv('kupon kodu', 'AB-1', 'AB-2', '=C'))
    // The spelling of the file is that of the codes.
    assert.deepEqual(again.sections, [{ section: 'coupons', created: 0, updated: 1, unchanged: 2 }])
  })

  test('of Shopify’s discounts has its codes, uses, limits and times', async () => {
    await shop.import(CAMPAIGNS)
    const header =
      'Name,Value,Value Type,Type,Discount Class,Minimum Purchase Requirements,Combines with Order Discounts,Customer Selection,Times Used In Total,Applies Once Per Customer,Usage Limit Per Code,Status,Start,End'
    const { told } = await load(
      NEWSLETTER,
      csv(
        header,
        'YAZ10,-10.0,percentage,Amount Off,order,,false,everyone,7,true,100,Active,2025-12-08 11:28:18 -0600,',
        'ESKI,-10.0,percentage,Amount Off,order,,false,everyone,0,false,,Expired,2025-01-01 00:00:00 +0300,2025-02-01 00:00:00 +0300',
      ),
    )
    assert.equal(told.length, 1)
    assert.match(told[0] ?? '', /^line 1: has 7 columns that are not read/)
    assert.deepEqual((await coupons()).map(said), [
      {
        ...{ ...fresh, code: 'ESKI', batch: 'newsletter', active: false },
        ...{ startsAt: '2024-12-31T21:00:00.000Z', endsAt: '2025-01-31T21:00:00.000Z' },
      },
      {
        ...{ ...fresh, code: 'YAZ10', batch: 'newsletter', usageCount: 7, usageLimit: 100, usageLimitPerCustomer: 1 },
        startsAt: '2025-12-08T17:28:18.000Z',
      },
    ])
  })

  test('of a plugin of WooCommerce has its codes, uses, limits and the day from which they are not valid', async () => {
    await shop.import(CAMPAIGNS)
    await load(
      NEWSLETTER,
      csv(
        'post_title,post_status,discount_type,coupon_amount,usage_count,usage_limit,usage_limit_per_user,expiry_date',
        'k1,publish,percent,10,1,1,1,2026-03-01',
        'k2,draft,percent,10,,,,',
        'k3,publish,percent,10,0,2,,1772312400',
      ),
    )
    assert.deepEqual((await coupons()).map(said), [
      {
        ...{ ...fresh, code: 'k1', batch: 'newsletter', usageCount: 1, usageLimit: 1, usageLimitPerCustomer: 1 },
        endsAt: '2026-02-28T21:00:00.000Z',
      },
      { ...fresh, code: 'k2', batch: 'newsletter', active: false },
      { ...fresh, code: 'k3', batch: 'newsletter', usageLimit: 2, endsAt: '2026-02-28T21:00:00.000Z' },
    ])
  })

  test('of a spreadsheet has Turkish headings, and ends with the day that it names', async () => {
    await shop.import(CAMPAIGNS)
    const rows = [
      'Kupon Kodu;Kullanım Sınırı;Son Kullanma Tarihi;Durum',
      'a;1;31.12.2026;Aktif',
      ';1;;Aktif',
      'b;;;Pasif',
    ]
    const { told } = await load({ codes: { campaignId: 9 } }, csv(...rows))
    assert.deepEqual(told, ['line 3: has no code: left out'])
    assert.deepEqual((await coupons()).map(said), [
      { ...fresh, code: 'a', batch: undefined, usageLimit: 1, endsAt: '2026-12-31T21:00:00.000Z' },
      { ...fresh, code: 'b', batch: undefined, active: false },
    ])
  })

  test('changes of a stored code only what it says', async () => {
    await shop.import({
      ...CAMPAIGNS,
      coupons: [
        {
          ...{
            code: 'YAZ',
            discountType: 'free_shipping',
            campaignId: 9,
            description: 'Yaz',
            usageLimit: 5,
            usageCount: 3,
          },
          ...{ usageLimitPerCustomer: 2, batch: 'eski', combinesWithCampaigns: false, active: false },
          ...{ startsAt: '2026-01-01T00:00:00Z', endsAt: '2026-02-01T00:00:00Z', audience: { members: true } },
        },
      ],
    })
    const before = await coupons()
    const alone = { codes: { campaignId: 9 } }
    const { sections } = await load(alone, csv('code', 'YAZ'))
    assert.deepEqual(sections, [{ section: 'coupons', created: 0, updated: 0, unchanged: 1 }])
    await load(NEWSLETTER, csv('code,usageCount,usageLimit', 'yaz,4,'))
    const [{ conditions: _, ...first } = {} as Coupon] = before
    const [{ conditions: __, ...now } = {} as Coupon] = await coupons()
    assert.deepEqual(now, { ...first, code: 'yaz', batch: 'newsletter', usageCount: 4, usageLimit: null })
  })

  test('leaves the value, the tiers and the maximum of a stored code, which count again when it is bound no more', async () => {
    const tiers = [{ from: 2, value: '5' }]
    const stored = [
      { code: 'AB-1', discountType: 'fixed', value: '5' },
      { code: 'AB-2', discountType: 'percent', by: 'quantity', tiers, maximum: '9' },
    ]
    await shop.import({ ...CAMPAIGNS, coupons: stored })
    const before = await coupons()
    await load({ codes: { campaignId: 9 } }, csv('code,usageLimit', 'AB-1,', 'AB-2,'))
    assert.deepEqual(
      await coupons(),
      before.map(coupon => ({ ...coupon, campaignId: 9 })),
    )
  })

  test('needs a campaign that takes coupons, and a column of codes', async () => {
    await shop.import(CAMPAIGNS)
    const to = (campaignId: number) => ({ codes: { campaignId } })
    assert.deepEqual(await refusal(to(10), csv('code,usageLimit', 'a,1', 'b,1')), [
      'line 2 /campaignId: is no couponBound campaign of the shop: "10" (and 1 more like it: line 3 /campaignId)',
    ])
    assert.equal((await refusal(to(11), csv('code,usageLimit', 'a,1'))).length, 1)
    assert.match((await refusal({}, csv('code,usageLimit', 'a,1')))[0] ?? '', /^is a table of codes: name the campaign/)
    assert.match((await refusal({}, csv('Kod;Tutar;Durum', 'GM-1;60;evet')))[0] ?? '', /^has no headings of a table/)
    assert.match((await refusal({}, csv('Name,Value,Times Used In Total', 'a,1,1')))[0] ?? '', /^is a table of codes/)
    assert.match((await refusal(to(9), csv('sku,price', 'a,1')))[0] ?? '', /^has no column of codes/)
    assert.match((await refusal(to(9), csv('x', 'a')))[0] ?? '', /^has no column of codes/)
    assert.deepEqual(await coupons(), [])
    const mapped = { ...to(9), columns: { 'Kupon No': 'code', Sınır: 'usageLimit' } }
    await load(mapped, csv('Kupon No,Sınır', 'a,1'))
    assert.deepEqual(
      (await coupons()).map(({ code, usageLimit }) => [code, usageLimit]),
      [['a', 1]],
    )
    const { told } = await load(to(9), CAMPAIGNS)
    assert.deepEqual(told, ['is no table of codes: the campaign that is named has no effect on it'])
    const both = await load(
      to(11),
      { campaigns: [{ ...CAMPAIGNS.campaigns[0], id: 11 }] },
      csv('code,usageLimit', 'c,1'),
    )
    assert.deepEqual(both.told, [])
  })

  test('is refused with the place of each wrong cell, and nothing is imported', async () => {
    await shop.import(CAMPAIGNS)
    const rows = [
      'code,usageLimit,usageCount,usageLimitPerCustomer,endsAt,status',
      'a,x,,,,',
      'b,1,-1,,,',
      'c,1,,many,,',
      'd,1,,,soon,',
      'e,1,,,,perhaps',
      'f,1,,,,',
      'F,1,,,,',
      `${'g'.repeat(101)},1,,,,`,
    ]
    const problems = await refusal(NEWSLETTER, csv(...rows))
    assert.deepEqual(
      problems.map(problem => problem.split(':')[0]),
      [
        ...['line 2 /usageLimit', 'line 3 /usageCount', 'line 4 /usageLimitPerCustomer', 'line 5 /endsAt'],
        ...['line 6 /active', 'line 8 /code', 'line 9 /code'],
      ],
    )
    assert.deepEqual(await coupons(), [])
  })

  test('of an export of a batch changes nothing, and makes another shop equal', async () => {
    const bound = { discountType: 'percent', campaignId: 9, usageLimit: 1 }
    const batch = (name: string, count: number) =>
      Array.from({ length: count }, (_, n) => ({ ...bound, code: `${name}-${n}`, batch: name, usageCount: n % 2 }))
    const own = { code: 'TEK', discountType: 'percent', value: '5' }
    await shop.import({
      ...CAMPAIGNS,
      coupons: [...batch('a', 420), ...batch('b;"c"', 3), { ...bound, code: 'BOŞ' }, own],
    })
    const exported = async (of?: { campaignId: number; batch?: string }) =>
      (await Array.fromAsync(writeExport(shop.database, { what: 'coupons', of }, NOW))).join('')
    const rowsIn = (text: string) => text.trimEnd().split(/\r?\n/).length - 1
    const [all, ofCampaign, ofBatch] = [
      await exported(),
      await exported({ campaignId: 9 }),
      await exported({ campaignId: 9, batch: 'a' }),
    ]
    assert.deepEqual([all, ofCampaign, ofBatch].map(rowsIn), [425, 424, 420])
    assert.deepEqual(
      [await exported({ campaignId: 10 }), await exported({ campaignId: 9, batch: 'A' })].map(rowsIn),
      [0, 0],
    )
    const before = await shop.rows('coupons')
    const { sections } = await load({}, ['codes.csv', ofCampaign])
    assert.deepEqual(sections, [{ section: 'coupons', created: 0, updated: 0, unchanged: 424 }])
    const { kysely } = shop.database
    await kysely.deleteFrom('coupons').execute()
    await load({}, ['codes.csv', all])
    assert.deepEqual(await shop.rows('coupons'), before)
  })

  test('of bound coupons needs no discount: code and campaignId are enough', async () => {
    await shop.import(CAMPAIGNS)
    const { told } = await load({}, csv('code,campaignId,batch', 'a,9,x', 'b,9,'))
    assert.deepEqual(told, [])
    const stored = (await coupons()).map(({ code, campaignId, batch, discountType, value }) => [
      code,
      campaignId,
      batch,
      discountType,
      value,
    ])
    assert.deepEqual(stored, [
      ['a', 9, 'x', 'percent', null],
      ['b', 9, undefined, 'percent', null],
    ])
    const { sections } = await load({}, csv('code,campaignId', 'a,9'))
    assert.deepEqual(sections, [{ section: 'coupons', created: 0, updated: 0, unchanged: 1 }])
    const problems = await refusal({}, csv('code,campaignId', 'a,9', 'c,'))
    assert.deepEqual(
      problems.map(problem => problem.split(':')[0]),
      ['line 3 /discountType'],
    )
    assert.match((await refusal({}, csv('code,campaignId,discountType', 'a,9,percent')))[0] ?? '', /without value/)
  })
})
