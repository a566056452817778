/** Coupons and campaigns that are written one by one, compared with an import of the same records, on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Database } from '../../src/db/database.ts'
import { openShop, skipReason, type TestShop } from '../support/import/imports.ts'
import {
  type CallPromotions,
  campaign,
  campaignPath,
  coupon,
  couponPath,
  promotionCaller,
} from '../support/promotions/promotions.ts'
import { startService, type TestService } from '../support/service/service.ts'

type Section = 'coupons' | 'campaigns'

/** A campaign that coupons may be bound to, in both shops. */
const BOUND = 70

const period = { startsAt: '2026-06-01T00:00:00+03:00', endsAt: '2026-07-01T12:30:00.125Z' }
const everyone = { visitors: true, members: true, dealers: true, customerGroupIds: [7, 8], customerIds: [1] }
const conditions = { minimumTotal: '0100.50', minimumQuantity: 2, productIds: [101, 102] }
const exclude = { productIds: [101], brands: ['Ev'], tags: [] }
const covered = { variantIds: [5], brands: ['ÇARŞI'], categories: ['Giyim > Gömlek'], tags: [' yaz '] }
const prices = { priceFrom: '010.50', priceTo: '10.5', excludeDiscounted: true }
const byTotal = {
  by: 'total',
  tiers: [
    { value: '5', from: '0' },
    { from: '0500.50', value: '15.0' },
  ],
}
const byQuantity = {
  by: 'quantity',
  tiers: [
    { from: 2, value: '50' },
    { from: 9, value: '20' },
  ],
}
const gift = { type: 'buy_x_get_y', buy: 2, get: 1 }
const target = { productIds: [101], brands: [' Ev '], tags: [] }
const limited = { firstOrder: true, channels: ['web', 'app'], exclude: { dealers: true, customerIds: [1] } }

/** Records that are stored. */
const sound: [Section, object][] = [
  ['coupons', coupon()],
  [
    'coupons',
    coupon({ code: ' Yaz10 ', description: 'İ "x" \\ 🛒', discountType: 'percent', value: '10.50', ...period }),
  ],
  [
    'coupons',
    coupon({ discountType: 'free_shipping', value: '5', usageLimit: 0, usageCount: 7, usageLimitPerCustomer: 1 }),
  ],
  ['coupons', coupon({ value: null, campaignId: BOUND, active: false, audience: everyone, conditions })],
  ['coupons', coupon({ audience: {}, conditions: {}, startsAt: null, endsAt: '9999-12-31T23:59:59-23:59' })],
  ['coupons', coupon({ usageCount: Number.MAX_SAFE_INTEGER, colour: 'red', conditions: { x: 1 } })],
  ['campaigns', campaign()],
  ['campaigns', campaign({ reward: { type: 'percent', value: '5', maximum: '100' }, weekdays: [7, 1, 3], ...period })],
  [
    'campaigns',
    campaign({ reward: { type: 'fixed', value: '5', maximum: '1' }, dailyFrom: '22:00', dailyTo: '02:00' }),
  ],
  ['campaigns', campaign({ reward: { type: 'buy_x_pay_y', buy: 3, pay: 0, value: '1' }, audience: null, conditions })],
  ['campaigns', campaign({ logicalGroup: 5, priority: -3, couponBound: true, usageLimit: 9, audience: everyone })],
  [
    'coupons',
    coupon({ combinesWithCampaigns: false, audience: limited, conditions: { ...covered, ...prices, exclude } }),
  ],
  ['coupons', coupon({ combinesWithCampaigns: true, audience: { exclude: {}, channels: [], firstOrder: false } })],
  [
    'coupons',
    coupon({ conditions: { priceFrom: null, priceTo: null, excludeDiscounted: false, exclude: {}, tags: [] } }),
  ],
  ['campaigns', campaign({ automatic: true, combinesWithCoupons: false, audience: limited, conditions: covered })],
  ['campaigns', campaign({ automatic: true, combinesWithCoupons: false, couponBound: true })],
  ['campaigns', campaign({ usageLimitPerCustomer: 2, audience: { visitors: true } })],
  ['campaigns', campaign({ usageLimitPerCustomer: null, couponBound: true })],
  ['campaigns', campaign({ audience: { members: true, customerIds: [1], exclude: { members: true } } })],
  ['campaigns', campaign({ audience: { visitors: true, firstOrder: true } })],
  ['campaigns', campaign({ conditions: { categories: ['a > b'], exclude: { categories: ['A'] } } })],
  ['campaigns', campaign({ reward: { type: 'free_shipping', value: '1', buy: 2, pay: 1, maximum: '3' } })],
  ['campaigns', campaign({ description: 'a'.repeat(10_000), usageCount: 3, active: false })],
  ['coupons', coupon({ discountType: 'percent', value: null, maximum: '0100.0', ...byTotal })],
  ['coupons', coupon({ value: '7', maximum: '9', ...byQuantity })],
  ['coupons', coupon({ campaignId: BOUND, by: 'total', maximum: '9' })],
  ['coupons', coupon({ discountType: 'free_shipping', value: null, by: null, tiers: [], maximum: null })],
  ['campaigns', campaign({ reward: { type: 'percent', maximum: '9', value: null, ...byTotal } })],
  ['campaigns', campaign({ reward: { type: 'fixed', value: '1', ...byQuantity, target } })],
  ['campaigns', campaign({ reward: { type: 'fixed', value: '1', by: 'quantity', tiers: [] } })],
  ['campaigns', campaign({ reward: { ...gift, percent: '50.0', times: 3, target, value: '1', pay: 1 } })],
  ['campaigns', campaign({ reward: { ...gift, target: { productIds: [] }, tiers: [], by: null, x: 1 } })],
]

/** Records that are refused. */
const wrong: [Section, unknown][] = [
  ['coupons', null],
  ['coupons', [coupon()]],
  ['coupons', 'YAZ'],
  ['coupons', {}],
  [
    'coupons',
    { code: 5, discountType: 'half', value: 5, campaignId: '7', active: 1, usageLimit: -1, usageCount: null },
  ],
  ['coupons', coupon({ value: null })],
  ['coupons', coupon({ discountType: 'percent', value: '100.1', endsAt: '2026-01-01', startsAt: 5 })],
  ['coupons', coupon({ campaignId: 999, ...period, endsAt: period.startsAt })],
  ['coupons', coupon({ campaignId: BOUND + 1, usageLimit: 0.5, audience: { members: 'yes', customerIds: [0, '1'] } })],
  ['coupons', coupon({ code: '\u0000', description: '\ud800', conditions: { minimumTotal: -1, productIds: 5 } })],
  ['coupons', coupon({ audience: [], conditions: null, usageLimitPerCustomer: 2 ** 53 })],
  ['coupons', coupon({ conditions: { priceFrom: '10.50', priceTo: '10.5', brands: [' '], tags: ['\u200b', 5, ''] } })],
  ['coupons', coupon({ conditions: { priceFrom: '10.51', priceTo: '10.5' } })],
  ['coupons', coupon({ conditions: { categories: Array(10_001).fill('a'), exclude: { tags: ['x'.repeat(256)] } } })],
  [
    'coupons',
    coupon({ conditions: { exclude: [], excludeDiscounted: 'no', variantIds: [0] }, combinesWithCampaigns: 1 }),
  ],
  ['coupons', coupon({ audience: { firstOrder: null, channels: ['app', 'app'], exclude: { members: 1 } } })],
  [
    'campaigns',
    campaign({ automatic: null, combinesWithCoupons: 'no', audience: { channels: ['phone'], exclude: null } }),
  ],
  ['campaigns', {}],
  ['campaigns', { id: '7', name: '', reward: null }],
  ['campaigns', campaign({ reward: {}, usageLimitPerCustomer: -1 })],
  ['campaigns', campaign({ reward: { type: 'percent' } })],
  ['campaigns', campaign({ reward: { type: 'percent', value: '101', maximum: 5 } })],
  ['campaigns', campaign({ reward: { type: 'buy_x_pay_y', buy: 2, pay: 2 } })],
  ['campaigns', campaign({ reward: { type: 'buy_x_pay_y', buy: 0, pay: 1.5 }, weekdays: [1, 1] })],
  ['campaigns', campaign({ reward: { type: 'fixed' }, dailyFrom: '9:00', dailyTo: '09:60', weekdays: [] })],
  ['campaigns', campaign({ dailyFrom: '22:00', ...period, endsAt: '2026-02-30T00:00:00Z', logicalGroup: -1 })],
  ['campaigns', campaign({ conditions: { productIds: Array(10_001).fill(1) }, name: 'x'.repeat(256) })],
  ['coupons', coupon({ value: null, tiers: byTotal.tiers })],
  ['coupons', coupon({ value: null, by: 'total' })],
  ['coupons', coupon({ discountType: 'percent', value: null, by: 'total', tiers: byQuantity.tiers, maximum: 5 })],
  ['coupons', coupon({ value: null, by: 'quantity', tiers: byTotal.tiers })],
  [
    'coupons',
    coupon({
      value: null,
      by: 'total',
      tiers: [
        { from: '2', value: '101' },
        { from: '2.0', value: '1' },
      ],
    }),
  ],
  ['coupons', coupon({ value: null, by: 'both', tiers: [{}, null, { from: 1.5, value: 1 }] })],
  [
    'campaigns',
    campaign({ reward: { type: 'percent', by: 'total', tiers: Array(21).fill({ from: '1', value: '1' }) } }),
  ],
  ['campaigns', campaign({ reward: { type: 'fixed', tiers: [{ from: 1, value: '1' }] } })],
  ['campaigns', campaign({ reward: { type: 'buy_x_get_y', percent: '0' } })],
  [
    'campaigns',
    campaign({ reward: { ...gift, percent: '100.5', times: 0, target: { brands: [' '], productIds: [0] } } }),
  ],
]

const keyed = (section: Section, record: unknown) =>
  typeof record === 'object' && record !== null && !Array.isArray(record)
    ? { ...(section === 'coupons' ? { code: 'YAZ10' } : { id: 7 }), ...record }
    : record

for (const engine of ['sqlite', 'postgres'] as const) {
  describe(`a coupon or campaign that is written by itself on ${engine}`, { skip: skipReason(engine) }, () => {
    let service: TestService
    let shop: TestShop
    let call: CallPromotions
    const named = {
      customerGroups: [7, 8].map(id => ({ id, name: 'G' })),
      customers: [{ id: 1, email: 'a@example.com' }],
      products: [101, 102].map(id => ({ id, name: 'Ü', price: '1' })),
    }
    const bindable = { ...named, campaigns: [campaign({ id: BOUND, couponBound: true }), campaign({ id: BOUND + 1 })] }
    before(async () => {
      service = await startService(engine)
      shop = await openShop(engine)
      call = await promotionCaller(service)
      await service.importShop(bindable)
      await shop.import(bindable)
    })
    after(async () => {
      await shop.drop()
      await service.stop()
    })
    const put = (section: Section, record: unknown) =>
      call('PUT', section === 'coupons' ? couponPath('YAZ10') : campaignPath(7), JSON.stringify(record))

    it('is stored as an import stores it, character by character', async () => {
      for (const [section, record] of sound) {
        const answer = await put(section, record)
        assert.ok([200, 201].includes(answer.status), answer.text)
        await shop.import({ [section]: [keyed(section, record)] })
        assert.deepEqual(await documents(service.database, section), await documents(shop.database, section))
      }
    })

    it('has the warnings of an import', async () => {
      for (const [section, record] of sound) {
        await put(section, record)
        const { warnings } = await shop.import({ [section]: [keyed(section, record)] })
        const { meta } = (await put(section, record)).json as {
          meta: { warnings: { pointer: string; detail: string }[] }
        }
        // A write also says where the terms in use are listed.
        assert.deepEqual(
          meta.warnings.map(({ pointer, detail }) => `${pointer}: ${detail.replace(/: "[^"]*"; GET .*\.$/, '.')}`),
          warnings.map(({ at, message }) => {
            const pointer = at.replace(`/${section}/0`, '')
            return `${pointer}: ${pointer.slice(1)} ${message}.`
          }),
        )
      }
    })

    it('has the problems of an import, all at once, and changes nothing', async () => {
      const before = await documents(service.database, 'coupons')
      for (const [section, record] of wrong) {
        const answer = await put(section, record)
        assert.equal(answer.status, 422, answer.text)
        const { errors } = answer.json as { errors: { detail: string; source: { pointer: string } }[] }
        const found = errors.map(({ source }) => source.pointer)
        const problems = await shop.refusal({ [section]: [keyed(section, record)] })
        const expected = problems.map(each => /^shop\.json \/\w+\/0([^:]*): /.exec(each)?.[1])
        assert.deepEqual(found, expected, JSON.stringify(record).slice(0, 200))
        for (const [index, { detail }] of errors.entries()) assert.ok(detail.length < 300 && index < 100, detail)
      }
      assert.deepEqual(await documents(service.database, 'coupons'), before)
    })
  })
}

async function documents({ kysely }: Database, section: Section): Promise<string[]> {
  const rows = await kysely.selectFrom(section).select('document').orderBy('document').execute()
  return rows.map(({ document }) => document)
}
