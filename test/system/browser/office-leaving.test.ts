/** The office in a browser: nothing that was typed into a form is lost without a question. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { assertAccessible, openOffice } from '../../support/browser/office-page.ts'
import { startPlayground } from '../../support/browser/playground.ts'
import { customer, ids, shopFile } from '../../support/import/shop-file.ts'
import type { TestService } from '../../support/service/service.ts'
import { QUICK } from '../../support/webhooks/webhooks.ts'

const languages = {
  tr: {
    question: 'Kaydetmeden çıkılsın mı?',
    stay: 'Sayfada kal',
    leave: 'Kaydetmeden çık',
    edit: 'Düzenle',
    firstName: 'Ad',
    lost: 'Müşteri 1: Ad',
    home: 'Başlangıç',
    search: 'Ara',
    signOut: 'Çıkış',
  },
  en: {
    question: 'Leave without saving?',
    stay: 'Stay on the page',
    leave: 'Leave without saving',
    edit: 'Edit',
    firstName: 'First name',
    lost: 'Customer 1: First name',
    home: 'Home',
    search: 'Search',
    signOut: 'Sign out',
  },
}

describe('leaving a form of the office', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  before(async () => {
    service = await startPlayground('sqlite', QUICK)
    await service.importShop(shopFile({ customers: [customer(ids.member, { name: 'Elif', surname: 'Demir' })] }))
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  for (const [locale, t] of Object.entries(languages)) {
    it(`asks for every way out, keeps what was typed, and leaves after all, in ${locale}`, async () => {
      const office = await openOffice(browser, service, { role: 'owner', locale })
      const { page, browserErrors, open, settled } = office
      const dialog = page.getByRole('dialog', { name: t.question })
      const name = page.getByRole('textbox', { name: t.firstName, exact: true })
      /** Asserts that a way out asks, and stays by the keyboard alone. */
      const stays = async (way: string, go: () => Promise<unknown>) => {
        await go()
        await dialog.getByText(t.lost).waitFor()
        assert.equal(await page.evaluate('document.activeElement.textContent'), t.stay, way)
        await page.keyboard.press('Enter')
        await dialog.waitFor({ state: 'detached' })
        assert.equal(new URL(page.url()).pathname, `/office/customers/${ids.member}`, way)
        assert.equal(await name.inputValue(), 'Typed', way)
      }
      await open('/office/customers')
      await page.getByRole('link', { name: 'Elif' }).first().click()
      await page.waitForURL(`**/office/customers/${ids.member}`)
      await settled()
      await page.getByRole('button', { name: t.edit, exact: true }).click()
      await name.fill('Typed')
      const home = page.getByRole('navigation').getByRole('link', { name: t.home })
      await stays('link', () => home.press('Enter'))
      await stays('back', () => page.evaluate('history.back()'))
      await stays('search', async () => {
        await page.getByRole('searchbox').first().fill('kazak')
        await page.keyboard.press('Enter')
      })
      await stays('language', () => page.getByRole('button', { name: locale === 'tr' ? 'English' : 'Türkçe' }).click())
      await stays('sign-out', () => page.getByRole('button', { name: t.signOut }).click())
      await stays('escape', async () => {
        await home.press('Enter')
        await dialog.waitFor()
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
        await home.press('Enter')
      })
      await home.press('Enter')
      await dialog.waitFor()
      await assertAccessible(office, 'the question')
      await page.setViewportSize({ width: 1280, height: 800 })
      await dialog.getByRole('button', { name: t.stay }).click()
      await page.evaluate('history.back()')
      await dialog.getByRole('button', { name: t.leave }).press('Enter')
      await page.waitForURL('**/office/customers')
      await page.evaluate('history.forward()')
      await page.waitForURL(`**/office/customers/${ids.member}`)
      await page.getByRole('button', { name: t.edit, exact: true }).click()
      assert.equal(await name.inputValue(), 'Elif')
      await home.press('Enter')
      await page.waitForURL('**/office')
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })
  }
})
