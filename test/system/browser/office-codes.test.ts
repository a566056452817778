/** Codes of a campaign in the office in a browser: made once, found, downloaded and switched off. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { assertAccessible, openOffice } from '../../support/browser/office-page.ts'
import { startPlayground } from '../../support/browser/playground.ts'
import { shopFile } from '../../support/import/shop-file.ts'
import type { TestService } from '../../support/service/service.ts'

/** A name with markup, an override of the direction of text, and what names of files cannot have. */
const HOSTILE = '<img src=x onerror=alert(1)>/\u202Etxt:"?'
const reward = { type: 'percent', value: '10' }
const shop = shopFile({
  campaigns: [
    { id: 6, name: 'Bülten', reward, couponBound: true },
    { id: 7, name: 'Bahar', reward },
    { id: 8, name: 'Yedek', reward, couponBound: true },
  ],
  coupons: [{ code: 'ELLE', discountType: 'percent', campaignId: 6, usageCount: 1, usageLimit: 5 }],
})

const languages = {
  tr: {
    create: 'Kod oluştur',
    make: 'Kodları oluştur',
    count: 'Kaç kod',
    prefix: 'Kodların ön eki',
    batch: 'Paketin adı',
    length: 'Rastgele karakter sayısı',
    wrong: '6 ile 20 arasında bir tam sayı yazın.',
    will: '2.500 kod oluşturulacak, şu biçimde: YAZ-••••••••.',
    made: (batch: string) => `${batch} paketinde 2.500 kod oluşturuldu.`,
    row: /2\.500\s+0\s+2\.500/,
  },
  en: {
    create: 'Make codes',
    make: 'Make the codes',
    count: 'How many codes',
    prefix: 'Codes begin with',
    batch: 'Name of the batch',
    length: 'Random characters',
    wrong: 'Write a whole number from 6 to 20.',
    will: 'This makes 2,500 codes like this: YAZ-••••••••.',
    made: (batch: string) => `2,500 codes were made in the batch ${batch}.`,
    row: /2,500\s+0\s+2,500/,
  },
}

const lists = {
  tr: {
    ...{ title: 'Kuponlar', coupons: 'Kuponlar', too: 'Toplu kodlar da' },
    batch: (name: string) => `Paket: ${name}`,
  },
  en: {
    ...{ title: 'Coupons', coupons: 'Coupons', too: 'Codes of batches, too' },
    batch: (name: string) => `Batch: ${name}`,
  },
}

interface Batch {
  batch: string
  count: number
  active: number
}

describe('codes of a campaign in the office in a browser', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  before(async () => {
    service = await startPlayground('sqlite')
    await service.importShop(shop)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  async function batchesOf(campaign: number): Promise<Batch[]> {
    const token = await service.token('admin', { scope: 'promotions:read' })
    const { json } = await service.call('GET', `/api/v3/admin/campaigns/${campaign}/batches`, { token })
    return (json as { data: Batch[] }).data
  }
  async function make(campaign: number, body: object): Promise<void> {
    const token = await service.token('admin', { scope: 'promotions:write' })
    const { status } = await service.call('POST', `/api/v3/admin/campaigns/${campaign}/codes`, { token, body })
    assert.equal(status, 201)
  }
  const card = (page: Page) => page.locator('.codes')
  const field = (page: Page, label: string) => card(page).getByLabel(label, { exact: true })

  for (const [locale, t] of Object.entries(languages)) {
    it(`are made once of a form that says what it does, in ${locale}`, async () => {
      const office = await openOffice(browser, service, { role: 'marketing', locale })
      const { page, browserErrors, open } = office
      const batch = `bülten-${locale}`
      await open('/office/campaigns/6')
      await card(page).getByText(t.create, { exact: true }).click()
      await field(page, t.count).fill('2500')
      await field(page, t.prefix).fill('YAZ-')
      await field(page, t.batch).fill(batch)
      await field(page, t.length).fill('5')
      const submit = card(page).getByRole('button', { name: t.make })
      await submit.click()
      await page.getByText(t.wrong).waitFor()
      await field(page, t.length).and(page.locator(':focus')).waitFor()
      await assertAccessible(office, 'the form of codes')
      await field(page, t.length).fill('8')
      await page.locator('#codes-will').getByText(t.will).waitFor()
      const requests: string[] = []
      page.on('request', request => {
        if (request.method() === 'POST' && request.url().endsWith('/codes'))
          requests.push(request.headers()['idempotency-key'] ?? '')
      })
      await submit.dblclick()
      await page.getByText(t.made(batch)).waitFor()
      assert.equal(requests.length, 1)
      assert.match(await page.getByRole('row').filter({ hasText: batch }).innerText(), t.row)
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })
  }

  it('are made once, too, where the answer is lost and the request repeated', async () => {
    const { page, browserErrors, open } = await openOffice(browser, service, { role: 'marketing', locale: 'en' })
    await open('/office/campaigns/8')
    await card(page).getByText('There is no batch of codes yet').waitFor()
    await card(page).getByText('Make codes', { exact: true }).click()
    await field(page, 'How many codes').fill('3')
    await field(page, 'Name of the batch').fill('einmal')
    let lost = 0
    await page.route('**/codes', async route => {
      if (lost++ > 0) return route.continue()
      await route.fetch()
      await route.abort()
    })
    const submit = card(page).getByRole('button', { name: 'Make the codes' })
    await submit.click()
    await page.getByText('The server cannot be reached.').waitFor()
    assert.equal(await field(page, 'How many codes').inputValue(), '3')
    await submit.click()
    await page.getByText('3 codes were made in the batch einmal.').waitFor()
    assert.deepEqual(
      (await batchesOf(8)).map(({ batch, count }) => [batch, count]),
      [['einmal', 3]],
    )
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })

  it('are found by their beginning, their use and their batch, and lead to their coupon', async () => {
    await make(6, { count: 25, prefix: 'KIS-', batch: 'kış' })
    const office = await openOffice(browser, service, { role: 'marketing', locale: 'en' })
    const { page, browserErrors, open } = office
    await open('/office/campaigns/6')
    const rows = page.getByRole('table', { name: 'Codes', exact: true }).getByRole('row')
    await card(page).getByRole('button', { name: 'Show the codes of kış' }).click()
    await card(page).getByRole('heading', { name: 'Find codes' }).and(page.locator(':focus')).waitFor()
    await card(page).getByText('20 records').waitFor()
    assert.equal(await field(page, 'Batch').inputValue(), 'kış')
    assert.match(await rows.nth(1).innerText(), /^KIS-\w{8}\s+kış\s+0 of 1\s+No end\s+Active$/)
    await assertAccessible(office, 'the codes')
    await field(page, 'Batch').fill('')
    await field(page, 'A code begins with').fill('el')
    await field(page, 'Uses').selectOption('true')
    await card(page).getByRole('button', { name: 'Find', exact: true }).click()
    await card(page).getByText('1 record').waitFor()
    assert.match(await rows.nth(1).innerText(), /^ELLE\s+—\s+1 of 5/)
    await rows.nth(1).getByRole('link', { name: 'ELLE' }).click()
    await page.waitForURL('**/office/coupons/ELLE')
    await page.locator('main a[href="/office/campaigns/6"]').first().waitFor()
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })

  for (const [locale, t] of Object.entries(lists)) {
    it(`stand between the coupons of the shop where they are asked for alone, in ${locale}`, async () => {
      const batch = `liste-${locale}`
      await make(8, { count: 60, prefix: `A-${locale}-`, batch })
      const office = await openOffice(browser, service, { role: 'marketing', locale })
      const { page, browserErrors, open } = office
      await open('/office/coupons')
      const rows = page.getByRole('table', { name: t.title, exact: true }).locator('tbody tr')
      await rows.filter({ hasText: 'ELLE' }).waitFor()
      assert.equal(await rows.filter({ hasText: t.batch('') }).count(), 0)
      await assertAccessible(office, 'the coupons of the shop')
      await page.getByRole('link', { name: t.too, exact: true }).click()
      await page.waitForURL('**/office/coupons?batches=shown')
      await rows
        .filter({ hasText: `A-${locale.toUpperCase()}-` })
        .first()
        .getByText(t.batch(batch))
        .waitFor()
      assert.equal(await rows.filter({ hasText: 'ELLE' }).count(), 0)
      await page.getByRole('link', { name: t.coupons, exact: true }).and(page.locator('.tabs a')).click()
      await rows.filter({ hasText: 'ELLE' }).waitFor()
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })
  }

  it('of a batch are downloaded as a table, after they were made, too', async () => {
    await make(8, { count: 2, batch: 'tablo/1' })
    const { page, browserErrors, open } = await openOffice(browser, service, { role: 'marketing', locale: 'tr' })
    await open('/office/campaigns/8')
    const saved = async (click: Promise<void>) => {
      const [download] = await Promise.all([page.waitForEvent('download'), click])
      return {
        name: download.suggestedFilename(),
        lines: readFileSync(await download.path(), 'utf8')
          .trim()
          .split('\n'),
      }
    }
    const button = page.getByRole('button', { name: 'CSV olarak indir: tablo/1' })
    const { name, lines } = await saved(button.click())
    assert.equal(name, 'kuponlar-8-tablo-1.csv')
    assert.equal(lines.length, 3)
    assert.ok(lines.slice(1).every(each => each.includes('tablo/1')))
    await card(page).getByText('Kod oluştur', { exact: true }).click()
    await field(page, 'Kaç kod').fill('4')
    await field(page, 'Kaç kod').press('Enter')
    await page.locator('.notice').getByText('4 kod oluşturuldu').waitFor()
    const made = await saved(page.locator('.notice').getByRole('button', { name: 'CSV olarak indir' }).click())
    assert.equal(made.lines.length, 5)
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })

  it('of a batch are switched off after a question that names it, whatever its name is', async () => {
    await make(8, { count: 4, batch: HOSTILE })
    const office = await openOffice(browser, service, { role: 'marketing', locale: 'en' })
    const { page, browserErrors, open } = office
    await open('/office/campaigns/8')
    const row = page.getByRole('row').filter({ hasText: HOSTILE })
    await row.getByRole('button', { name: /^Switch off/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(HOSTILE).waitFor()
    await dialog.getByText('4 codes are on, and apply to no cart from now on.').waitFor()
    await dialog.getByText('This cannot be undone for the batch').waitFor()
    await assertAccessible(office, 'the question')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    assert.equal((await batchesOf(8)).find(({ batch }) => batch === HOSTILE)?.active, 4)
    await row.getByRole('button', { name: /^Switch off/ }).click()
    await dialog.getByRole('button', { name: 'Switch off' }).click()
    await page.locator('.notice').getByText('4 codes of the batch').waitFor()
    await row.getByRole('button', { name: /^Switch off/ }).waitFor({ state: 'detached' })
    assert.equal((await batchesOf(8)).find(({ batch }) => batch === HOSTILE)?.active, 0)
    assert.equal(await page.locator('main img[src="x"]').count(), 0)
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })

  it('are no part of a campaign that needs no coupon, and nobody makes them without the scope', async () => {
    const { page, open } = await openOffice(browser, service, { role: 'marketing', locale: 'en' })
    await open('/office/campaigns/7')
    assert.equal(await card(page).count(), 0)
    await page.route('**/office/session', async route => {
      const response = await route.fetch()
      const session = await response.json()
      await route.fulfill({ response, json: { ...session, scopes: ['promotions:read'] } })
    })
    await open('/office/campaigns/6')
    await card(page)
      .getByRole('button', { name: /^Show the codes/ })
      .first()
      .waitFor()
    assert.equal(await card(page).getByText('Make codes', { exact: true }).count(), 0)
    assert.equal(
      await card(page)
        .getByRole('button', { name: /^Switch off/ })
        .count(),
      0,
    )
    await page.context().close()
  })
})
