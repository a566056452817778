/** The search of the office in a browser, with the keyboard alone: its keys, what it finds, what it says where nothing is found, and accessibility. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { pressOn, typeInto } from '../../support/browser/keyboard.ts'
import { assertAccessible, openOffice } from '../../support/browser/office-page.ts'
import { startPlayground } from '../../support/browser/playground.ts'
import { addItem } from '../../support/cart/cart.ts'
import { hold } from '../../support/checkouts/orders.ts'
import { customer, ids, product, shopFile } from '../../support/import/shop-file.ts'
import type { TestService } from '../../support/service/service.ts'

const sizes = [
  { id: 71, name: 'S', sku: 'hrk-s', stock: 14 },
  { id: 72, name: 'M', sku: 'HRK-M', stock: 6 },
]
const shop = shopFile({
  customers: [
    customer(ids.member, { name: 'Elif', surname: 'Kırbıyık' }),
    customer(2, { name: 'Can', surname: 'Kırbıyık', mobilePhone: '+90 532 111 22 33' }),
  ],
  products: [
    product({ id: ids.plain, name: 'Keten gömlek', price: '100', sku: 'GML-1', brand: 'Çınar' }),
    product({ id: 7002, name: 'Pantolon', price: '200', sku: 'PNT-1', brand: 'Çınar' }),
    product({ id: 7003, name: 'Hırka', price: '300', stock: 75, variants: sizes }),
  ],
  coupons: [
    { code: 'YAZ', discountType: 'percent', value: '5' },
    { code: 'YAZ20', discountType: 'percent', value: '20', active: false },
  ],
})

const languages = {
  tr: {
    label: /^Ara:/,
    gives: ['%5 indirim', 'Geçerli'],
    nothing: /^“yokböyle” şunlarda arandı: .*Müşteriler/,
    hidden: /Şunları görme yetkiniz yok: .*Müşteriler/,
    lowest: /en az kalan: M, stok 6$/,
    shortGuest: 'Misafirin kısa adı aranamaz',
    edit: 'Düzenle',
    firstName: 'Ad',
  },
  en: {
    label: /^Search:/,
    gives: ['5% off', 'Active'],
    nothing: /^“yokböyle” was searched for in: Customers/,
    hidden: /You may not read: .*Customers/,
    lowest: /lowest: M, stock 6$/,
    shortGuest: 'The short name of a guest cannot',
    edit: 'Edit',
    firstName: 'First name',
  },
}

describe('the search of the office in a browser', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  before(async () => {
    service = await startPlayground('sqlite')
    await service.importShop(shop)
    const guest = await service.token('guest')
    await addItem(service, guest, ids.plain)
    assert.equal((await hold(service, 'WEB-10417', guest)).status, 201)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent')
  /** Searches by the keys, from wherever the focus is. */
  const search = async (page: Page, text: string) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }

  for (const [locale, t] of Object.entries(languages)) {
    it(`leads from any page to a customer by a part of the surname, and by a phone number, in ${locale}`, async () => {
      const { page, browserErrors, open, settled } = await openOffice(browser, service, { role: 'support', locale })
      const field = page.getByRole('searchbox', { name: t.label }).first()
      const isFocused = () => field.and(page.locator(':focus')).waitFor()
      await open('/office/products')
      await page.keyboard.press('/')
      await isFocused()
      assert.equal(await field.inputValue(), '')
      await page.keyboard.press('Escape')
      assert.equal(await field.and(page.locator(':focus')).count(), 0)
      const filter = page.getByRole('main').getByRole('searchbox')
      await typeInto(page, filter, 'a/b')
      assert.equal(await filter.inputValue(), 'a/b')
      await page.keyboard.press('Control+k')
      await isFocused()
      await page.keyboard.type('KIRBI')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/office/search?q=KIRBI')
      await page.getByRole('link', { name: /Elif Kırbıyık/ }).waitFor()
      await settled()
      await page.keyboard.press('/')
      await isFocused()
      await page.keyboard.press('ArrowDown')
      const first = await focused(page)
      await page.keyboard.press('ArrowDown')
      const names = [first, await focused(page)].map(text => /Elif|Can/.exec(text)?.[0])
      assert.deepEqual(names.toSorted(), ['Can', 'Elif'])
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowUp')
      await isFocused()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: `${names[0]} Kırbıyık`, level: 1 }).waitFor()
      await search(page, '0532 111 22 33')
      await page.waitForURL('**/office/customers/2')
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })

    it(`finds an order by its end, coupons by the beginning, whole codes first, and products of a brand, in ${locale}`, async () => {
      const office = await openOffice(browser, service, { role: 'owner', locale })
      const { page, browserErrors } = office
      const refused: string[] = []
      page.on('response', answer => answer.status() >= 400 && refused.push(new URL(answer.url()).pathname))
      await search(page, '0417')
      await page.waitForURL('**/office/checkouts/WEB-10417')
      await search(page, 'yaz')
      const hits = page.locator('.hits a')
      await hits.nth(1).waitFor()
      assert.deepEqual(await hits.locator('b').allTextContents(), ['YAZ', 'YAZ20'])
      assert.equal(await hits.first().locator('small').innerText(), t.gives.join(' · '))
      await assertAccessible(office, 'the results')
      await page.setViewportSize({ width: 1280, height: 800 })
      await search(page, 'cinar')
      await page.waitForURL('**/office/search?q=cinar')
      await page.getByRole('link', { name: /Keten gömlek/ }).waitFor()
      await page.getByRole('link', { name: /Pantolon/ }).waitFor()
      assert.deepEqual(refused, [])
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })

    it(`tells the stock of a product by its variants, and shows the variant whose SKU was searched for, in ${locale}`, async () => {
      const { page, browserErrors } = await openOffice(browser, service, { role: 'warehouse', locale })
      await search(page, 'a')
      const cardigan = page.locator('.hits a').filter({ hasText: 'Hırka' })
      assert.match((await cardigan.locator('small').innerText()).replaceAll(/[\u2066-\u2069]/gu, ''), t.lowest)
      await page.goto(`${service.config.PUBLIC_URL}/office/products?q=HRK-S`)
      await page.locator('#p7003-v71-stock').waitFor()
      await search(page, 'be7967fa')
      await page.getByText(t.shortGuest).first().waitFor()
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })

    it(`says where nothing was found, and what the role may not read, in ${locale}`, async () => {
      const office = await openOffice(browser, service, { role: 'support', locale })
      await search(office.page, 'yokböyle')
      await office.page.getByText(t.nothing).waitFor()
      assert.equal(await office.page.getByText(t.hidden).count(), 0)
      await assertAccessible(office, 'nothing found')
      await office.page.context().close()
      const { page } = await openOffice(browser, service, { role: 'warehouse', locale })
      await search(page, 'kırbıyık')
      await page.getByText(t.hidden).waitFor()
      assert.equal(await page.locator('.hits').count(), 0)
      await page.context().close()
    })

    it(`asks before it leaves a form with something typed, in ${locale}`, async () => {
      const { page, open } = await openOffice(browser, service, { role: 'owner', locale })
      await open('/office/customers/2')
      await pressOn(page, page.getByRole('button', { name: t.edit, exact: true }))
      const name = page.getByRole('textbox', { name: t.firstName, exact: true })
      await typeInto(page, name, 'Typed')
      await search(page, 'cinar')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      assert.equal(await name.inputValue(), 'Typed')
      assert.equal(new URL(page.url()).pathname, '/office/customers/2')
      await page.context().close()
    })
  }
})
