/** The main job of each role in a browser, with the keyboard alone, from the first page to what a shopper's cart shows over HTTP, in both languages. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { pressOn, tabTo, typeInto } from '../../support/browser/keyboard.ts'
import { openOffice } from '../../support/browser/office-page.ts'
import { startPlayground } from '../../support/browser/playground.ts'
import { addItem, cartOf, type ShownCart } from '../../support/cart/cart.ts'
import { hold, readCart, stateOf } from '../../support/checkouts/orders.ts'
import { customer, ids, product, shopFile } from '../../support/import/shop-file.ts'
import type { TestService } from '../../support/service/service.ts'

const TOWEL = 120
const NAPKIN = 121
const percent = { description: 'Kupon', discountType: 'percent', value: '20', conditions: { minimumTotal: '500' } }
const { products } = shopFile() as { products: object[] }
const shop = shopFile({
  customers: [
    ...[2, 4, 5, 6, 7, 8].map(id => customer(id)),
    customer(1, { name: 'Elif', surname: 'Kırbıyık' }),
    customer(3, { name: 'Gül', surname: 'Çavuş' }),
  ],
  products: [
    ...products,
    product({ id: TOWEL, name: 'Havlu', price: '100', stock: 5 }),
    product({ id: NAPKIN, name: 'Peçete', price: '20', stock: 5 }),
  ],
  coupons: [
    { code: 'YAZ-TR', ...percent },
    { code: 'YAZ-EN', ...percent },
  ],
})

/** What is pressed and read in each language, and the customers of its stories. */
const languages = {
  tr: {
    ...{ save: 'Kaydet', create: 'Oluştur', edit: 'Düzenle', complete: 'Tamamla', completed: 'Tamamlandı' },
    ...{ start: 'İçe aktar', imported: 'Dosya içe aktarıldı.', more: '+2,5', code: 'tr' },
    members: [1, 2, 6],
    caller: 'elif kirbi',
  },
  en: {
    ...{ save: 'Save', create: 'Create', edit: 'Edit', complete: 'Complete', completed: 'Completed' },
    ...{ start: 'Import', imported: 'The file is imported.', more: '+2.5', code: 'en' },
    members: [3, 5, 7],
    caller: 'cavus',
  },
} as const

describe('the main job of each role of the office in a browser', { skip: withoutBrowser }, () => {
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

  const shopper = (id: number) => service.token('member', { id: String(id) })
  const discountOf = ({ data }: ShownCart) => data.attributes.appliedCoupon?.discountAmount.amount
  const firstLine = async (token: string) => {
    const [line] = (await readCart(service, token)).included
    return line?.attributes ?? assert.fail('an empty cart')
  }
  const press = (page: Page, name: string) => pressOn(page, page.getByRole('button', { name, exact: true }).first())
  const pressInDialog = (page: Page, name: string) =>
    pressOn(page, page.getByRole('dialog').getByRole('button', { name, exact: true }))
  const follow = async (page: Page, place: string, href: string) => {
    await pressOn(page, page.locator(`${place} a[href="${href}"]`).first())
    await page.waitForURL(`**${href}`)
  }

  for (const [locale, texts] of Object.entries(languages)) {
    const [first, second, third] = texts.members

    it(`support finds by a part of the caller’s name why a coupon does not apply, and mends it, in ${locale}`, async () => {
      const token = await shopper(first)
      const code = `YAZ-${texts.code.toUpperCase()}`
      await addItem(service, token, TOWEL, 2)
      await service.call('POST', '/cart/coupon', { token, body: { couponCode: code } })
      assert.equal(discountOf(await readCart(service, token)), undefined)
      const { page, browserErrors } = await openOffice(browser, service, { role: 'support', locale })
      await page.keyboard.press('/')
      await page.keyboard.type(texts.caller)
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/office/customers/${first}`)
      await follow(page, 'main', `/office/carts/member:${first}`)
      await follow(page, '.fails', `/office/coupons/${code}`)
      await typeInto(page, page.locator('[name="conditions/minimumTotal"]'), '150')
      await page.locator('.preview-result .alert.good').getByText('48').waitFor()
      await press(page, texts.save)
      await page.locator('.notice.good').getByText(code).waitFor()
      assert.equal(discountOf(await readCart(service, token)), '48.00')
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })

    it(`marketing makes a coupon that a shopper enters, in ${locale}`, async () => {
      const code = `YENI-${texts.code.toUpperCase()}`
      const { page, browserErrors } = await openOffice(browser, service, { role: 'marketing', locale })
      await follow(page, '.quick', '/office/coupons/new')
      await typeInto(page, page.locator('[name="code"]'), code)
      await typeInto(page, page.locator('[name="value"]'), '10')
      await press(page, texts.create)
      await page.getByRole('heading', { name: code, level: 1 }).waitFor()
      const token = await service.token('guest')
      await addItem(service, token, TOWEL, 1)
      const cart = cartOf(await service.call('POST', '/cart/coupon', { token, body: { couponCode: code } }))
      assert.equal(discountOf(cart), '12.00')
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })

    it(`the warehouse adds to a stock, imports a price, and completes an order, in ${locale}`, async () => {
      const token = await shopper(second)
      const reference = `DEPO-${texts.code}`
      await addItem(service, token, NAPKIN, 1)
      const before = (await firstLine(token)).stock
      const { page, browserErrors, open, settled } = await openOffice(browser, service, { role: 'warehouse', locale })
      await open('/office/products')
      await typeInto(page, page.getByRole('searchbox').last(), 'Peçete')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/office/products?q=*')
      await settled()
      await typeInto(page, page.locator(`#p${NAPKIN}-stock`), texts.more)
      await press(page, texts.save)
      await page.locator('.notice.good').waitFor()
      assert.equal((await firstLine(token)).stock, before + 2.5)
      await open('/office/imports')
      const price = String(40 * first)
      const file = { products: [{ id: NAPKIN, name: 'Peçete', price, vatRate: 20, stock: 9 }] }
      const buffer = Buffer.from(JSON.stringify(file))
      const asked = page.waitForEvent('filechooser')
      await pressOn(page, page.locator('input[type="file"]'))
      await (await asked).setFiles({ name: 'a.json', mimeType: 'application/json', buffer })
      await press(page, texts.start)
      // The price changes by more than a half.
      await pressInDialog(page, texts.start)
      await page.getByText(texts.imported).waitFor()
      const { stock, unitPrice } = await firstLine(token)
      assert.deepEqual([stock, unitPrice.amount], [9, `${price}.00`])
      assert.equal((await hold(service, reference, token)).status, 201)
      await open('/office/checkouts?state=held')
      await follow(page, 'main', `/office/checkouts/${reference}`)
      await press(page, texts.complete)
      await pressInDialog(page, texts.complete)
      await page.locator('h1').getByText(texts.completed).waitFor()
      assert.equal(await stateOf(service, reference), 'completed')
      assert.deepEqual((await readCart(service, token)).included, [])
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })

    it(`the owner puts a customer into a group, whose price the cart has then, in ${locale}`, async () => {
      const token = await shopper(third)
      await addItem(service, token, ids.plain, 1)
      const { page, browserErrors, open, settled } = await openOffice(browser, service, { role: 'owner', locale })
      await open('/office/customers')
      await follow(page, 'main', `/office/customers/${third}`)
      await settled()
      const before = (await firstLine(token)).unitPrice.amount
      await press(page, texts.edit)
      await tabTo(page, page.locator('[name="customerGroupId"]'))
      await page.keyboard.type('Bayi')
      await press(page, texts.save)
      // The form has the word, too.
      await page.locator('[name="customerGroupId"]').waitFor({ state: 'detached' })
      await page.getByText('Bayi').first().waitFor()
      const now = (await firstLine(token)).unitPrice.amount
      assert.deepEqual([before, now], ['199.91', '150.00'])
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })
  }
})
