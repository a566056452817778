/** The office in a browser: what becomes of an import whose page, or whose window, is left. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { openOffice } from '../../support/browser/office-page.ts'
import { startPlayground } from '../../support/browser/playground.ts'
import { importOver } from '../../support/import/http-imports.ts'
import type { TestService } from '../../support/service/service.ts'
import { until } from '../../support/until.ts'

const importing = {
  tr: {
    question: 'İçe aktarma sürerken çıkılsın mı?',
    goesOn:
      /^shop\.json içe aktarılıyor\. Ofisin başka bir sayfasına geçerseniz içe aktarma sürer .* içe aktarma kesilir/,
    stay: 'Sayfada kal',
    leave: 'Sayfadan çık',
    home: 'Başlangıç',
    imports: 'İçe aktarma',
    signOut: 'Çıkış',
    tried: 'Henüz hiçbir şey değişmedi.',
    start: 'İçe aktar',
    still: 'shop.json hâlâ içe aktarılıyor; bitince bir mesaj sonucu bildirir.',
    ended: 'shop.json içe aktarıldı.',
  },
  en: {
    question: 'Leave during the import?',
    goesOn:
      /^shop\.json is being imported\. On another page of the office the import goes on, .* it is cut off: nothing changes/,
    stay: 'Stay on the page',
    leave: 'Leave the page',
    home: 'Home',
    imports: 'Imports',
    signOut: 'Sign out',
    tried: 'Nothing has changed yet.',
    start: 'Import',
    still: 'shop.json is still being imported; a message says how it has ended.',
    ended: 'shop.json is imported.',
  },
}

describe('leaving an import of the office', { skip: withoutBrowser }, () => {
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

  for (const [locale, t] of Object.entries(importing)) {
    it(`says before an import is left what becomes of it, and how it has ended, in ${locale}`, async () => {
      const { page, browserErrors, open } = await openOffice(browser, service, { role: 'owner', locale })
      const dialog = page.getByRole('dialog', { name: t.question })
      const home = page.getByRole('navigation').getByRole('link', { name: t.home })
      const imports = page.getByRole('navigation').getByRole('link', { name: t.imports })
      let release = () => {}
      /** Holds back the answer of the import, which is done by then, until it is released. */
      const start = async (file: object, name: string) => {
        await open('/office/imports')
        const buffer = Buffer.from(JSON.stringify(file))
        await page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'application/json', buffer })
        await page.getByText(t.tried).waitFor()
        const held = new Promise<void>(resolve => {
          release = resolve
        })
        await page.route('**/admin/imports', async route => {
          const response = await route.fetch()
          await held
          await route.fulfill({ response })
        })
        await page.getByRole('button', { name: t.start, exact: true }).press('Enter')
        await page.getByRole('progressbar').waitFor()
      }
      await start({ products: [{ id: 701, name: 'Peçete', price: '10', vatRate: 10 }] }, 'shop.json')
      await home.press('Enter')
      await dialog.getByText(t.goesOn).waitFor()
      assert.equal(await page.evaluate('document.activeElement.textContent'), t.stay)
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('progressbar').waitFor()
      await home.press('Enter')
      await dialog.getByRole('button', { name: t.leave, exact: true }).press('Enter')
      await page.waitForURL('**/office')
      await page.getByRole('button', { name: t.signOut }).press('Enter')
      await dialog.getByText(t.goesOn).waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await imports.press('Enter')
      await page.getByText(t.still).waitFor()
      await home.press('Enter')
      await page.waitForURL('**/office')
      release()
      await page.getByText(t.ended).waitFor()
      await imports.press('Enter')
      await page.getByText(t.still).waitFor({ state: 'detached' })
      await page.unroute('**/admin/imports')
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })
  }

  it('says that it is not known whether a file was imported for which a proxy has answered', async () => {
    for (const [locale, sentence] of [
      ['tr', 'dosya içe aktarılmış da olabilir'],
      ['en', 'the file may be imported all the same'],
    ] as const) {
      const { page, open } = await openOffice(browser, service, { role: 'owner', locale })
      await open('/office/imports')
      const buffer = Buffer.from(JSON.stringify({ products: [{ id: 702, name: 'Örtü', price: '10', vatRate: 10 }] }))
      await page.locator('input[type="file"]').setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer })
      await page.getByText(importing[locale].tried).waitFor()
      await page.route('**/admin/imports', route => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }))
      await page.getByRole('button', { name: importing[locale].start, exact: true }).press('Enter')
      await page.getByRole('alert').getByText(sentence).waitFor()
      await page.context().close()
    }
  })

  it('cuts off an import whose window is closed, and asks before', async () => {
    const { page, open } = await openOffice(browser, service, { role: 'owner', locale: 'en' })
    await open('/office/imports')
    const products = Array.from({ length: 20_000 }, (_, at) => ({
      id: 9_000 + at,
      name: 'X',
      price: '10',
      vatRate: 10,
    }))
    const buffer = Buffer.from(JSON.stringify({ products }))
    await page.locator('input[type="file"]').setInputFiles({ name: 'shop.json', mimeType: 'application/json', buffer })
    await page.getByText('Nothing has changed yet.').waitFor()
    await page.getByRole('button', { name: 'Import', exact: true }).press('Enter')
    await page.getByText('The server is working on the file…').waitFor()
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    assert.equal((await asked).type(), 'beforeunload')
    await page.waitForEvent('close')
    // The next import begins once the former one is over.
    const next = { products: [{ id: 702, name: 'Y', price: '10', vatRate: 10 }] }
    await until(async () => (await importOver(service, next)).status === 200)
    const token = await service.token('admin', { scope: 'catalogue:read' })
    assert.equal((await service.call('GET', '/v3/admin/products/9000', { token })).status, 404)
    await page.context().close()
  })
})
