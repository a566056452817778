/** Times in the office: those of the shop's clock, wherever the browser is. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { openOffice } from '../../support/browser/office-page.ts'
import { sampleShop, startPlayground } from '../../support/browser/playground.ts'
import { addItem } from '../../support/cart/cart.ts'
import { hold } from '../../support/checkouts/orders.ts'
import type { TestService } from '../../support/service/service.ts'

describe('the clock of the office', { skip: withoutBrowser }, () => {
  let service: TestService
  let browser: Browser
  before(async () => {
    service = await startPlayground('sqlite', { LOG_LEVEL: 'silent' })
    await service.importShop(sampleShop())
    const token = await service.token('member', { id: '1' })
    await addItem(service, token, 109)
    await hold(service, 'order-1', token)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service?.stop()
  })

  it('is the shop’s on every page, in a browser of another time zone', async () => {
    const { page, open } = await openOffice(browser, service, {
      role: 'owner',
      locale: 'en-GB',
      timezoneId: 'America/New_York',
    })
    const shops = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/Istanbul' })
    for (const path of ['customers', 'customers/1', 'carts/member:1', 'checkouts', 'checkouts/order-1', 'events']) {
      await open(`/office/${path}`)
      const times = page.locator('main time')
      await times.first().waitFor()
      for (const time of await times.all()) {
        const at = new Date((await time.getAttribute('datetime')) ?? '')
        const text = await time.innerText()
        assert.ok(text.endsWith(shops.format(at)), `${path}: ${text} is not ${shops.format(at)}`)
      }
    }
    await page.context().close()
  })
})
