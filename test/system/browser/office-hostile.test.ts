/** Hostile texts on every page of the office in a browser: markup, overrides of the direction of text, and the greatest lengths. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { type OfficePage, openOffice } from '../../support/browser/office-page.ts'
import { startPlayground } from '../../support/browser/playground.ts'
import { addItem } from '../../support/cart/cart.ts'
import { complete, hold } from '../../support/checkouts/orders.ts'
import { customer, product, shopFile } from '../../support/import/shop-file.ts'
import type { TestService } from '../../support/service/service.ts'
import { QUICK, saveWebhook } from '../../support/webhooks/webhooks.ts'

/** Markup, an override of the direction that is not ended, and letters that are read from the right. */
const EVIL = '<img src=x onerror=alert(1)>\u202Egnp.ضيف'
/** The greatest length of a name, without a place to break it. */
const LONG = `${EVIL}${'W'.repeat(255 - EVIL.length)}`
const CODE = '<i>\u202EK</i>/?#%'
const REFERENCE = 'R'.repeat(128)
const HOOK = 'w'.repeat(64)
const coupon = { description: LONG, discountType: 'percent', value: '5' }
const shop = shopFile({
  shop: { name: EVIL },
  customerGroups: [{ id: 7, name: LONG }],
  customers: [
    customer(9, { name: EVIL, surname: LONG, company: LONG, address: EVIL, customerGroupId: 7, externalId: LONG }),
  ],
  products: [
    product({
      ...{
        id: 900,
        sku: CODE,
        name: LONG,
        stock: 9,
        brand: LONG,
        categories: [EVIL, `A > ${LONG.slice(0, 200)}`],
        tags: [EVIL],
      },
      variants: [{ id: 9001, name: LONG, sku: LONG, stock: 3 }],
    }),
  ],
  campaigns: [
    {
      ...{ id: 1, name: LONG, description: EVIL, automatic: true, reward: { type: 'percent', value: '15' } },
      conditions: { brands: [LONG], tags: [EVIL], exclude: { categories: [`B > ${EVIL}`] } },
    },
  ],
  coupons: [{ code: CODE, ...coupon }],
})

/** Pages, and whether they show a hostile text of the shop. */
const PAGES = {
  '/office': false,
  '/office/customers': true,
  '/office/customers/9': true,
  '/office/carts': false,
  '/office/carts/member:9': true,
  '/office/carts/member:9?channel=web': true,
  [`/office/products?tag=${encodeURIComponent(EVIL)}`]: true,
  '/office/products': true,
  '/office/products/900': true,
  '/office/coupons': true,
  [`/office/coupons/${encodeURIComponent(CODE)}`]: true,
  '/office/coupons/new': false,
  '/office/campaigns': true,
  '/office/campaigns/1': true,
  '/office/checkouts': false,
  [`/office/checkouts/${REFERENCE}`]: true,
  '/office/events': false,
  '/office/webhooks': false,
  [`/office/webhooks/${HOOK}`]: false,
  [`/office/search?q=${encodeURIComponent(EVIL)}`]: true,
  [`/office/events?type=${encodeURIComponent(EVIL)}`]: false,
  [`/office/checkouts?subject=${encodeURIComponent(EVIL)}`]: false,
}

/** Visible texts with an override that are not isolated from what is around them: neither by an element nor by characters. */
const UNISOLATED = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const isIsolated = node.parentElement.closest('bdi, [dir="auto"], textarea, option, .visually-hidden') || /\\u2068.*\\u202E.*\\u2069/s.test(node.data)
    if (node.data.includes('\\u202E') && !isIsolated) found.push(node.parentElement.outerHTML)
  }
  return found
})()`

describe('hostile texts in the office in a browser', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  before(async () => {
    service = await startPlayground('sqlite', QUICK)
    await service.importShop(shop)
    const token = await service.token('member', { id: '9' })
    for (const isHeld of [true, false]) {
      await addItem(service, token, 900, 1, 9001)
      await service.call('POST', '/cart/coupon', { token, body: { couponCode: CODE } })
      if (!isHeld) break
      assert.equal((await hold(service, REFERENCE, token)).status, 201)
      assert.equal((await complete(service, REFERENCE)).status, 200)
    }
    const url = `https://8.8.8.8/${'%3Cb%3E'.repeat(60)}?q=${encodeURIComponent(EVIL)}`
    await saveWebhook(service, HOOK, { url, active: false })
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  /** Asserts that texts have become no elements, touch no other text, and fit into a narrow window. */
  async function assertHarmless(page: Page, name: string): Promise<void> {
    const injected = page.locator(':is(img[src="x"], script:not([src]), [onerror], #page i:not(.loading i), #page b b)')
    assert.equal(await injected.count(), 0, name)
    assert.deepEqual(await page.evaluate(UNISOLATED), [], name)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, name)
  }
  const openNarrow = (locale: string): Promise<OfficePage> =>
    openOffice(browser, service, { role: 'owner', locale, viewport: { width: 320, height: 700 } })

  for (const locale of ['tr', 'en']) {
    it(`are texts on every page, in ${locale}`, async () => {
      const { page, browserErrors, open, settled } = await openNarrow(locale)
      for (const [path, isShown] of Object.entries(PAGES)) {
        await open(path)
        await settled()
        // The code of a coupon is folded to capital letters in places.
        const shown = (await page.locator('main').innerText()).toLowerCase()
        const isThere = shown.includes(EVIL.toLowerCase()) || shown.includes('<i>\u202Ek</i>')
        if (isShown) assert.ok(isThere, path)
        await assertHarmless(page, path)
      }
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })
  }

  it('are texts among the problems of an imported file, and in its name', async () => {
    const { page, browserErrors, open, settled } = await openNarrow('en')
    const file = { products: [{ id: 1, name: EVIL, price: LONG, vatRate: EVIL, [EVIL]: 1 }], coupons: [{ code: EVIL }] }
    const handle = `Handle,Title,Variant Price,${EVIL}\n${EVIL},${EVIL},${EVIL},x\n`
    for (const [name, content] of [
      [`${EVIL.replaceAll('/', '')}.json`, JSON.stringify(file)],
      ['a.json', `{"products": [${EVIL}]}`],
      ['a.csv', handle],
    ] as const) {
      await open('/office/imports')
      const mimeType = name.endsWith('.csv') ? 'text/csv' : 'application/json'
      await page.locator('input[type="file"]').setInputFiles({ name, mimeType, buffer: Buffer.from(content) })
      await page.locator('.problem-message').first().waitFor()
      await settled()
      await assertHarmless(page, name)
    }
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })
})
