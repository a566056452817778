/** Signing in by the printed link of the office in a browser: its key stays in the tab, and in no address. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Request } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { assertAccessible, newOfficePage } from '../../support/browser/office-page.ts'
import { startPlayground } from '../../support/browser/playground.ts'
import { officeKeyOf } from '../../support/office/office.ts'
import type { TestService } from '../../support/service/service.ts'

const languages = {
  tr: {
    owner: /^Mağaza sahibi/,
    signOut: 'Çıkış',
    signedOut: 'Oturumunuz kapatıldı.',
    noPage: 'Bu adreste bir sayfa yok.',
    howTo: /terminale yazdığı bağlantıyı açın/,
  },
  en: {
    owner: /^Owner/,
    signOut: 'Sign out',
    signedOut: 'You are signed out.',
    noPage: 'There is no page at this address.',
    howTo: /^Open the link that Sepet prints in the terminal/,
  },
}

describe('the link of the office in a browser', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  let key: string
  before(async () => {
    service = await startPlayground('sqlite')
    key = officeKeyOf(service)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  for (const [locale, { owner, signOut, howTo }] of Object.entries(languages)) {
    // Proves: role-without-key
    it(`signs in once it is opened, also again in its tab, and without it the page says where it is, in ${locale}`, async () => {
      const { page, open, settled, browserErrors } = await newOfficePage(browser, service, { locale })
      const requests: Request[] = []
      page.on('request', request => requests.push(request))
      const role = page.getByRole('button', { name: owner })
      await open('/office/products')
      await page.getByText(howTo).waitFor()
      assert.equal(await role.count(), 0)
      await assertAccessible({ page }, 'sign-in without the key')
      await page.setViewportSize({ width: 1280, height: 800 })
      await open(`/office/products#key=${key}`)
      await role.click()
      await page.waitForURL(`${service.config.PUBLIC_URL}/office/products`)
      await page.reload()
      await page.locator('.frame').waitFor()
      await page.getByRole('button', { name: signOut }).click()
      await role.waitFor()
      await page.reload()
      await role.waitFor()
      await settled()
      const sent = requests.map(request => `${request.url()} ${request.headers().referer}`)
      assert.deepEqual(
        sent.filter(text => text.includes(key)),
        [],
      )
      assert.ok(!page.url().includes('#'))
      const other = await page.context().newPage()
      await other.goto(`${service.config.PUBLIC_URL}/office`)
      await other.getByText(howTo).waitFor()
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })
  }

  for (const [locale, { owner, signOut, signedOut, noPage }] of Object.entries(languages)) {
    it(`leads back to the office from the page of the sign-in, and has a page for a cut address, in ${locale}`, async () => {
      const { page, open, settled, browserErrors } = await newOfficePage(browser, service, { locale })
      const role = page.getByRole('button', { name: owner })
      await open(`/office#key=${key}`)
      await role.click()
      await page.getByRole('button', { name: signOut }).click()
      await page.getByText(signedOut).waitFor()
      await role.click()
      await page.locator('.frame').waitFor()
      await settled()
      await page.goBack()
      await page.locator('.frame').waitFor()
      await page.waitForURL(`${service.config.PUBLIC_URL}/office`)
      assert.equal(await page.getByText(signedOut).count(), 0)
      for (const path of ['/office/coupons/%FF', '/office/customers/%FF']) {
        await open(path)
        await page.getByText(noPage).waitFor()
      }
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })
  }

  it('counts on the page of the sign-in itself, and in place of an older key', async () => {
    const { page, open } = await newOfficePage(browser, service, { locale: 'en' })
    const { owner, howTo } = languages.en
    await open(`/office/sign-in#key=${'k'.repeat(43)}`)
    await page.getByText(howTo).waitFor()
    await page.getByText('This key is not that of this server.').waitFor()
    await page.evaluate(`location.hash = 'key=${key}'`)
    await page.getByRole('button', { name: owner }).waitFor()
    await page.evaluate(`sessionStorage.setItem('sepet-office-key', 'replaced')`)
    await page.getByRole('button', { name: owner }).click()
    await page.getByText(howTo).waitFor()
    await page.context().close()
  })
})
