/** Accessibility of the reference pages: in both languages, on a phone and a desktop, in light and dark. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { violationsOf } from '../../support/browser/axe.ts'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { SIZES } from '../../support/browser/playground-page.ts'
import { addItem } from '../../support/cart/cart.ts'
import { ids, shopFile } from '../../support/import/shop-file.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { freePort } from '../../support/service/test-server.ts'
import { signIn } from '../../support/web-checkout/checkout.ts'

const PAGES = ['/sepet', '/odeme', '/uye-siparisleri']
/** Texts of the pages in each language. */
const texts = {
  tr: { skip: 'İçeriğe geç', noSession: 'Sizi tanıyamadık', limited: 'Kısa sürede çok fazla istek geldi' },
  en: {
    skip: 'Skip to the content',
    noSession: 'We do not recognise you',
    limited: 'Too many requests came within a short time',
  },
}

const coupon = { code: 'YAZ', description: 'Yaz indirimi', discountType: 'percent', value: '5' }
const shop = shopFile({
  shippingCompanies: [
    { id: 1, name: 'Kargo', default: true, freeLimit: '9999', rates: [{ from: '0', price: '49.90' }] },
  ],
  paymentMethods: [{ id: 1, name: 'Kart', active: true, minimumOrderAmount: '5000' }],
  coupons: [coupon],
})

describe('the reference pages', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  let limited: TestService
  /** Session cookies of a member with a full cart, and of a guest with an empty one. */
  const cookies: string[] = []
  before(async () => {
    const port = String(await freePort())
    service = await startService('sqlite', { PORT: port, PUBLIC_URL: `http://localhost:${port}` })
    limited = await service.startPeer({ PORT: '0', SESSION_RATE_LIMIT: '1' })
    await service.importShop(shop)
    const member = await service.token('member', { id: String(ids.member) })
    for (const id of [ids.plain, ids.soldOut, ids.taxFree]) await addItem(service, member, id, 3)
    const itemId = await addItem(service, member, ids.plain, 3)
    const body = { orderNote: 'Kapıya', giftNote: 'Nice yıllara', giftPackage: true }
    await service.call('PATCH', `/cart-items/${itemId}/notes`, { token: member, body })
    await service.call('POST', '/cart/coupon', { token: member, body: { couponCode: coupon.code } })
    cookies.push(await signIn(service, member), await signIn(service, await service.token('guest')))
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await limited.stop()
    await service.stop()
  })

  const variants: [language: 'tr' | 'en', size: keyof typeof SIZES, colorScheme: 'light' | 'dark'][] = [
    ['tr', 'a phone', 'dark'],
    ['en', 'a desktop', 'light'],
  ]
  for (const [language, size, colorScheme] of variants) {
    it(`have no axe violations in ${language} on ${size}, ${colorScheme}`, async () => {
      const context = await browser.newContext({ ...SIZES[size], colorScheme, locale: language })
      const page = await context.newPage()
      const checkPage = async (url: string) => {
        await page.goto(url)
        await checkShown(url)
      }
      const checkShown = async (url: string) => {
        assert.equal(await page.getAttribute('html', 'lang'), language)
        assert.equal(await page.innerText('.skip'), texts[language].skip)
        assert.deepEqual(await violationsOf(page), [], url)
      }
      for (const [name = '', value = ''] of cookies.map(each => each.split('='))) {
        await context.addCookies([{ name, value, url: service.url }])
        for (const path of PAGES) await checkPage(`${service.url}${path}`)
      }
      await context.clearCookies()
      await checkPage(`${service.url}/uye-siparisleri`)
      assert.equal(await page.innerText('h1'), texts[language].noSession)
      const url = `${limited.url}/sepet`
      // Again where a minute has passed since the page before.
      do await page.goto(url)
      while ((await page.innerText('h1')) !== texts[language].limited)
      await checkShown(url)
      await context.close()
    })
  }
})
