/** The office in a browser: a refusal of the form of a promotion is gone once what it is about is corrected, in the language of the page. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { openOffice } from '../../support/browser/office-page.ts'
import { startPlayground } from '../../support/browser/playground.ts'
import type { TestService } from '../../support/service/service.ts'

const t = {
  ...{ code: 'Kupon kodu', value: 'İndirim', starts: 'Başlangıç', ends: 'Bitiş', create: 'Oluştur', summary: 'Özet' },
  ...{
    audience: 'Kimler kullanabilir',
    chosen: 'Yalnızca seçilenler',
    members: 'Bütün üyeler',
    first: 'Yalnızca ilk siparişte',
  },
  ...{ number: 'Bir sayı yazın, örneğin 22,50.', period: 'Bitiş başlangıçtan sonra olmalı.' },
  nobody: 'Kimler için olduğunu seçin; hiçbiri seçilmezse sınırlara uyan herkes yararlanır.',
}

describe('refusals in the form of a coupon', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  before(async () => {
    service = await startPlayground('sqlite')
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  it('are gone when the field, the one that it is compared with, or one of its group is corrected', async () => {
    const { page, browserErrors, open } = await openOffice(browser, service, { role: 'marketing', locale: 'tr' })
    await open('/office/coupons/new')
    const value = page.getByLabel(t.value, { exact: true })
    const create = page.getByRole('button', { name: t.create, exact: true })
    const gone = (text: string) => page.getByText(text).waitFor({ state: 'detached' })
    await page.getByLabel(t.code, { exact: true }).fill('YENİ')
    await value.fill('abc')
    await page.getByLabel(t.starts, { exact: true }).fill('2030-05-02T10:00')
    await page.getByLabel(t.ends, { exact: true }).fill('2030-05-01T10:00')
    const summary = page.getByRole('region', { name: t.summary })
    await summary.getByText(/2030/).waitFor()
    assert.doesNotMatch(await summary.innerText(), /abc/)
    await create.press('Enter')
    await page.getByText(t.number).waitFor()
    await page.getByText(t.period).waitFor()
    await value.fill('10')
    await gone(t.number)
    await page.getByLabel(t.starts, { exact: true }).fill('2030-04-02T10:00')
    await gone(t.period)
    await page.getByLabel(t.audience, { exact: true }).selectOption({ label: t.chosen })
    await page.getByLabel(t.first, { exact: true }).check()
    await create.press('Enter')
    await page.getByText(t.nobody).waitFor()
    await page.getByLabel(t.members, { exact: true }).check()
    await gone(t.nobody)
    await create.press('Enter')
    await page.waitForURL('**/office/coupons/YEN%C4%B0')
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })
})
