/** Amounts of the office in a browser: none breaks inside its number, and the price before a discount stands beside what is paid now. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { openOffice } from '../../support/browser/office-page.ts'
import { startPlayground } from '../../support/browser/playground.ts'
import { addItem } from '../../support/cart/cart.ts'
import { complete, hold } from '../../support/checkouts/orders.ts'
import { customer, product, shopFile } from '../../support/import/shop-file.ts'
import type { TestService } from '../../support/service/service.ts'

const DISCOUNTED = 301
const COSTLY = 303
const discount = { type: 'percent', value: '20', startsAt: null, endsAt: null }
const shop = shopFile({
  customers: [customer(1), customer(2), customer(3)],
  products: [
    product({ id: DISCOUNTED, name: 'Keten gömlek', price: '154321.90', stock: 90, discount }),
    product({ id: COSTLY, name: 'Elmas', price: '11999999999999.90', vatRate: 0, stock: 900, discount: null }),
    product({ id: 302, name: 'Yün kazak', variants: [{ id: 1, name: 'S', stock: 3 }] }),
  ],
  coupons: [{ code: 'KARGOBENDEN', discountType: 'percent', value: '5' }],
})
const PAGES = [
  '',
  '/carts',
  '/carts/member:2',
  '/checkouts',
  '/checkouts/siparis',
  '/customers/1',
  '/results',
  '/products',
]

async function fillShop(service: TestService): Promise<void> {
  await service.importShop(shop)
  const [first, second] = await Promise.all(['1', '2'].map(id => service.token('member', { id })))
  await addItem(service, String(first), DISCOUNTED, 7)
  await hold(service, 'siparis', String(first))
  await complete(service, 'siparis')
  await addItem(service, String(second), DISCOUNTED, 3)
}

/** Runs in the page: the number of its amounts, and those that stand on more than one line. */
const FIND_AMOUNTS = String.raw`(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const broken = []
  let found = 0
  while (walker.nextNode()) {
    const node = walker.currentNode
    for (const { 0: amount, index } of node.textContent.matchAll(/-?₺[\d.,]*\d/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + amount.length)
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (tops.size > 0) found += 1
      if (tops.size > 1) broken.push(amount)
    }
  }
  return { found, broken }
})()`

/** Runs in the page: the choices of which an option is wider than the place for it, and the names of rows that stand on more than one line. */
const FIND_CUT = String.raw`(() => {
  const canvas = document.createElement('canvas').getContext('2d')
  const isCut = select => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select)
    canvas.font = font
    const widest = Math.max(...[...select.options].map(({ text }) => canvas.measureText(text).width))
    return widest > select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
  }
  const selects = [...document.querySelectorAll('main select')].filter(({ clientWidth }) => clientWidth > 0)
  const codes = [...document.querySelectorAll('main tbody th a .user-text')].filter(each => !/\s/.test(each.textContent))
  const isBroken = code => {
    const range = document.createRange()
    range.selectNodeContents(code)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1
  }
  return {
    found: selects.length + codes.length,
    cut: [
      ...selects.filter(isCut).map(({ id }) => id),
      ...codes.filter(isBroken).map(({ textContent }) => textContent),
    ],
  }
})()`

/** Runs in the page: how many pixels the page is wider than the window. */
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

const amountsOf = (page: Page) => page.evaluate<{ found: number; broken: string[] }>(FIND_AMOUNTS)

describe('amounts in the office', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  before(async () => {
    service = await startPlayground('sqlite')
    await fillShop(service)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  it('stand on one line each, on a phone, a tablet and a desk', async () => {
    const { page, open } = await openOffice(browser, service, { role: 'owner', locale: 'tr' })
    for (const path of PAGES) {
      await open(`/office${path}`)
      for (const width of [320, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        const { found, broken } = await amountsOf(page)
        assert.ok(found > 0, `${path} at ${width}`)
        assert.deepEqual(broken, [], `${path} at ${width}`)
      }
    }
    await page.context().close()
  })

  it('of sixteen digits stand on one line each in a narrow window, which does not scroll sideways, in both languages', async () => {
    const costly = await service.token('member', { id: '3' })
    await addItem(service, costly, COSTLY, 100)
    await hold(service, 'pahali', costly)
    await complete(service, 'pahali')
    await addItem(service, costly, COSTLY, 100)
    for (const locale of ['tr', 'en']) {
      const { page, open } = await openOffice(browser, service, { role: 'owner', locale })
      for (const path of ['/checkouts', '/checkouts/pahali', '/customers/3', '/carts', '/carts/member:3']) {
        await open(`/office${path}`)
        for (const fold of await page.locator('main details > summary').all()) await fold.click()
        for (const width of [320, 360, 768]) {
          await page.setViewportSize({ width, height: 800 })
          assert.equal(await page.evaluate(OVERFLOW), 0, `${path} at ${width} in ${locale}`)
          const { found, broken } = await amountsOf(page)
          assert.ok(found > 0, `${path} at ${width}`)
          assert.deepEqual(broken, [], `${path} at ${width} in ${locale}`)
        }
      }
      await page.context().close()
    }
  })

  it('stand beside choices and codes that are not cut, in both languages', async () => {
    for (const locale of ['tr', 'en']) {
      const { page, open } = await openOffice(browser, service, { role: 'owner', locale })
      for (const path of ['/products', '/customers', '/coupons']) {
        await open(`/office${path}`)
        for (const fold of await page.locator('.product .fold').all()) await fold.click()
        for (const width of [320, 768, 1024, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          const { found, cut } = await page.evaluate<{ found: number; cut: string[] }>(FIND_CUT)
          assert.ok(found > 0, `${path} at ${width}`)
          assert.deepEqual(cut, [], `${path} at ${width} in ${locale}`)
        }
      }
      await page.context().close()
    }
  })

  it('are told to have VAT, and of a product with a discount before and with it', async () => {
    const { page, open } = await openOffice(browser, service, { role: 'owner', locale: 'en' })
    await open('/office/products')
    const row = page.getByRole('row', { name: /Keten gömlek/ })
    await row.getByText('Before the discount: ₺154,321.90').waitFor()
    await row.getByText('With the discount: ₺123,457.52').waitFor()
    await open('/office/carts/member:2')
    await page.getByText(/Amounts include VAT, TRY\./).waitFor()
    await page.context().close()
  })
})
