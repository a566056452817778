/** The results of promotions of the office in a browser: periods, tables, what was deleted, empty ones, and who sees them. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { DAY_MS } from '../../../src/units.ts'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { assertAccessible, openOffice } from '../../support/browser/office-page.ts'
import { startPlayground } from '../../support/browser/playground.ts'
import { shopFile } from '../../support/import/shop-file.ts'
import { storeCodes, storeOrders } from '../../support/promotions/results.ts'
import type { TestService } from '../../support/service/service.ts'

/** Markup, an override of the direction of text, and emoji. */
const HOSTILE = '<img src=x onerror=alert(1)>"\u202Etxt\u{1F469}/?#%'
const percent = { discountType: 'percent', value: '20' }
const shop = shopFile({
  campaigns: [
    { id: 1, name: 'Bahar', reward: { type: 'percent', value: '15' } },
    { id: 7, name: 'Bülten', reward: { type: 'percent', value: '15' }, couponBound: true },
    { id: 8, name: HOSTILE, reward: { type: 'percent', value: '15' } },
  ],
  coupons: [
    { code: 'BAHAR20', ...percent, description: 'Bahar indirimi' },
    { code: HOSTILE, ...percent, description: HOSTILE },
  ],
})

const languages = {
  tr: {
    ...{ title: 'Sonuçlar', campaigns: 'Kampanyalar', coupons: 'Kuponlar', batches: 'Kod paketleri' },
    ...{ deletedCoupon: 'Silinmiş kupon', deletedCampaign: 'Silinmiş kampanya (99)', days: 'Son 7 gün' },
    turnover: ['₺1.500,50', '₺300,00', '₺100,00', '₺20,00'],
  },
  en: {
    ...{ title: 'Results', campaigns: 'Campaigns', coupons: 'Coupons', batches: 'Batches of codes' },
    ...{ deletedCoupon: 'Deleted coupon', deletedCampaign: 'Deleted campaign (99)', days: 'Last 7 days' },
    turnover: ['₺1,500.50', '₺300.00', '₺100.00', '₺20.00'],
  },
}

describe('the results of promotions of the office in a browser', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  before(async () => {
    service = await startPlayground('sqlite')
    await service.importShop(shop)
    await storeCodes(service.database, { campaignId: 7, batch: 'kasım', codes: ['K7MQ', 'K8NR'] })
    const recent = { completedAt: Date.now() - DAY_MS }
    const hostile = HOSTILE.toLowerCase()
    await storeOrders(service.database, [
      { ...recent, amount: '1500.50', coupon: 'k7mq', bound: 7 },
      { ...recent, amount: '300.00', campaigns: [1] },
      { ...recent, amount: '100.00', campaigns: [99], coupon: 'gone' },
      { completedAt: Date.now() - 20 * DAY_MS, amount: '20.00', coupon: 'bahar20' },
      { completedAt: Date.now() - 60 * DAY_MS, amount: '7.00', campaigns: [8], coupon: hostile },
      { completedAt: Date.now() - 60 * DAY_MS, amount: '9.500', currencyCode: 'KWD', decimalPlaces: 3, campaigns: [1] },
      { completedAt: Date.UTC(2020, 0, 10), amount: '5.00' },
    ])
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  /** The rows of a table, as the texts of their cells. */
  const rowsOf = async (page: Page, name: string) => {
    const rows = await page.getByRole('table', { name }).locator('tbody tr').all()
    return Promise.all(rows.map(async row => row.locator('th, td').allInnerTexts()))
  }

  for (const [locale, t] of Object.entries(languages)) {
    it(`show what each promotion has sold in the last 30 days, in ${locale}`, async () => {
      const { page, browserErrors, open, settled } = await openOffice(browser, service, { role: 'owner', locale })
      await page.getByRole('navigation').getByRole('link', { name: t.title }).click()
      await settled()
      const [most, second, third, least] = t.turnover
      const rows = await rowsOf(page, t.campaigns)
      assert.deepEqual(
        rows.map(([name = '', id, ...sold]) => [name.split('\n')[0], id, ...sold]),
        [
          ['Bülten', '7', '1', most],
          ['Bahar', '1', '1', second],
          [t.deletedCampaign, '99', '1', third],
        ],
      )
      assert.deepEqual(await rowsOf(page, t.coupons), [
        ['K7MQ', '—', '1', most],
        ['gone', t.deletedCoupon, '1', third],
        ['BAHAR20', 'Bahar indirimi', '1', least],
      ])
      assert.deepEqual(await rowsOf(page, t.batches), [['kasım', 'Bülten', '1', most]])
      await page.getByRole('link', { name: t.days }).click()
      await page.waitForURL('**/office/results?days=7')
      await settled()
      assert.equal((await rowsOf(page, t.coupons)).length, 2)
      await page.getByRole('link', { name: 'Bahar', exact: true }).click()
      await page.waitForURL('**/office/campaigns/1')
      await page.goBack()
      await settled()
      await open('/office/results')
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })
  }

  it('keep the period in the URL, and show the codes of one campaign in it', async () => {
    const { page, open, settled } = await openOffice(browser, service, { role: 'owner', locale: 'en' })
    await open('/office/results')
    await page.getByLabel('From').fill('2020-01-01T00:00')
    await page.getByLabel('Before').fill('2020-06-01T00:00')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.waitForURL('**/office/results?from=2020-01-01T00%3A00&to=2020-06-01T00%3A00')
    await page.getByText('None of this period’s orders (1) has a campaign or a coupon').waitFor()
    await open('/office/results?days=90')
    await page.getByRole('link', { name: 'Results of its codes' }).click()
    await page.waitForURL('**/office/results?days=90&campaign=7')
    await settled()
    await page.getByText('Only the campaign “Bülten” and the coupons bound to it are shown.').waitFor()
    assert.deepEqual(
      (await rowsOf(page, 'Coupons')).map(([code]) => code),
      ['K7MQ'],
    )
    await page.getByRole('link', { name: 'Show all' }).click()
    await page.waitForURL('**/office/results?days=90')
    await settled()
    // Two currencies stand in rows of their own.
    assert.deepEqual((await rowsOf(page, 'Campaigns')).at(-1)?.slice(1), ['1', '1', 'KWD\u00a09.500'])
    await page.context().close()
  })

  it('say what to do where there is nothing to show, and why two times are no period', async () => {
    const { page, open } = await openOffice(browser, service, { role: 'owner', locale: 'en' })
    await open('/office/results?from=2019-01-01T00:00&to=2019-02-01T00:00')
    await page.getByText('No order was completed in this period').waitFor()
    await page.getByRole('link', { name: 'Show the last 365 days' }).click()
    await page.waitForURL('**/office/results?days=365')
    await open('/office/results?campaign=555')
    await page.getByText('This campaign has brought no order in this period').waitFor()
    for (const [query, problem] of [
      ['from=2026-01-02T00:00&to=2026-01-01T00:00', 'The period has to end after its beginning.'],
      ['from=2020-01-01T00:00&to=2026-01-01T00:00', 'A period can have 366 days at most.'],
      ['from=gestern', 'The time cannot be read. Choose day and time again.'],
    ]) {
      await open(`/office/results?${query}`)
      await page.getByText(problem ?? '').waitFor()
    }
    await page.context().close()
  })

  it('are hidden from staff without the right to see promotions', async () => {
    const { page, open } = await openOffice(browser, service, { role: 'warehouse', locale: 'en' })
    assert.equal(await page.getByRole('navigation').getByRole('link', { name: 'Results' }).count(), 0)
    await open('/office/results')
    await page.getByText('promotions:read checkouts:read').waitFor()
    await page.context().close()
  })

  it('are accessible, with hostile names, narrow and wide', async () => {
    const office = await openOffice(browser, service, { role: 'owner', locale: 'tr' })
    await office.open('/office/results?days=90')
    await assertAccessible(office, 'results')
    await office.open('/office/results?from=2019-01-01T00:00&to=2019-02-01T00:00')
    await assertAccessible(office, 'empty results')
    assert.deepEqual(office.browserErrors, [])
    await office.page.context().close()
  })
})
