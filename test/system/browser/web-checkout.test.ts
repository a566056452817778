/** The handoff in a real browser: an app fills a cart and issues a handoff, and the browser shows the checkout. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { addItem, cartOf } from '../../support/cart/cart.ts'
import { customer, ids } from '../../support/import/shop-file.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { freePort } from '../../support/service/test-server.ts'
import { issueHandoff } from '../../support/web-checkout/checkout.ts'

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: 'tr-TR' }

describe('the web checkout in a browser', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  let member: string
  const browserErrors: string[] = []
  before(async () => {
    const port = String(await freePort())
    const env = { PORT: port, PUBLIC_URL: `http://localhost:${port}`, HANDOFF_TOKEN_TTL_SECONDS: '3600' }
    service = await startService('sqlite', env)
    await service.importShop({ shop: { name: 'Defne & Oğlu' }, customers: [customer(42)] })
    member = await service.token('member', { id: '42' })
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  async function openPage(context?: BrowserContext): Promise<Page> {
    const page = await (context ?? (await browser.newContext(PHONE))).newPage()
    page.on('console', message => message.type() === 'error' && browserErrors.push(message.text()))
    page.on('pageerror', error => browserErrors.push(String(error)))
    return page
  }
  const pathOf = (page: Page) => new URL(page.url()).pathname
  const textOf = (page: Page) => page.innerText('body')

  it('shows the payment page to a member, once per handoff', async () => {
    const itemId = await addItem(service, member, ids.soldOut, 2)
    await addItem(service, member, ids.soldOut, 1)
    await service.call('PATCH', `/cart-items/${itemId}/notes`, { token: member, body: { orderNote: '<b>Kapıya</b>' } })
    const { url } = await issueHandoff(service, member, { returnPath: '/odeme' })

    const page = await openPage()
    await page.goto(url)
    assert.equal(pathOf(page), '/odeme')
    const checkout = await textOf(page)
    assert.match(checkout, /Defne & Oğlu/)
    assert.match(checkout, /Müşteri no\. 42/)
    assert.match(checkout, new RegExp(`Ürün ${ids.soldOut}`))
    const { grandTotal } = cartOf(await service.call('GET', '/cart', { token: member })).data.attributes
    assert.equal(grandTotal?.amount, '36.00')
    assert.match(checkout, /₺36,00/)

    await page.goto(url)
    assert.equal(pathOf(page), '/sepet')
    assert.match(await textOf(page), /Müşteri no\. 42/)
    assert.match(await textOf(page), /<b>Kapıya<\/b>/)
    await page.reload()
    assert.match(await textOf(page), /Müşteri no\. 42/)
    await page.goBack()
    assert.match(await textOf(page), /Müşteri no\. 42/)

    const otherPage = await openPage()
    await otherPage.goto(url)
    assert.equal(pathOf(otherPage), '/sepet')
    assert.match(await textOf(otherPage), /Oturum yok/)
    assert.doesNotMatch(await textOf(otherPage), /42|Kapıya/)
  })

  it('shows the items that the app has added after a reload', async () => {
    const guest = await service.token('guest')
    const page = await openPage()
    await page.goto((await issueHandoff(service, guest)).url)
    assert.match(await textOf(page), /Sepetiniz boş/)
    await addItem(service, guest, ids.soldOut, 7)
    await page.reload()
    assert.match(await textOf(page), /Misafir/)
    assert.match(await textOf(page), /7 ×/)
    await page.getByRole('link', { name: 'Ödemeye geç' }).click()
    await page.waitForURL('**/odeme')
  })

  it('has a page at every return path and its subpaths', async () => {
    const context = await browser.newContext(PHONE)
    const page = await openPage(context)
    await page.goto((await issueHandoff(service, member)).url)
    for (const [path, text] of [
      ['/sepet/', /Sepetim/],
      ['/odeme/adim-2', /Ödeme/],
      ['/checkout', /Ödeme/],
      ['/order/%C3%B6zet', /Ödeme/],
      ['/uye-siparisleri', /Siparişlerim/],
      ['/uye-siparisleri/12', /Siparişlerim/],
    ] as const) {
      const response = await page.goto(`${service.url}${path}`.replace('127.0.0.1', 'localhost'))
      assert.equal(response?.status(), 200)
      assert.match(await textOf(page), text)
      assert.match(await textOf(page), /Müşteri no\. 42/)
    }
  })

  it('hides the session cookie from scripts', async () => {
    const page = await openPage()
    await page.goto((await issueHandoff(service, member)).url)
    assert.equal(await page.evaluate('document.cookie'), '')
  })

  it('loads every image, and nothing that its policy forbids', async () => {
    const page = await openPage()
    await page.goto((await issueHandoff(service, member)).url)
    assert.equal(await page.locator('img').count(), 1)
    // Pictures are loaded after the page.
    await page.evaluate('Promise.all([...document.images].map(image => image.decode()))')
    assert.ok(await page.evaluate('[...document.images].every(image => image.naturalWidth > 0)'))
    await page.waitForLoadState('networkidle')
    assert.equal(await page.evaluate('getComputedStyle(document.body).margin'), '0px')
    assert.deepEqual(browserErrors, [])
  })

  it('has no horizontal overflow on a phone and on a desktop', async () => {
    const viewports = [PHONE.viewport, { width: 320, height: 568 }, { width: 1280, height: 900 }]
    for (const [n, viewport] of [...viewports, ...viewports].entries()) {
      const page = await openPage(
        await browser.newContext({ viewport, locale: n < viewports.length ? 'tr-TR' : 'en-GB' }),
      )
      await page.goto((await issueHandoff(service, member)).url)
      for (const path of ['/sepet', '/odeme', '/uye-siparisleri']) {
        await page.goto(new URL(path, page.url()).href)
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
        assert.equal(overflow, 0, `${path} at ${viewport.width}`)
      }
    }
  })
})
