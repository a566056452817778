/** The office in a browser: nothing that was typed into a form is lost without a question. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { assertAccessible, openOffice } from '../../support/browser/office-page.ts'
import { startPlayground } from '../../support/browser/playground.ts'
import { addItem } from '../../support/cart/cart.ts'
import { complete, hold } from '../../support/checkouts/orders.ts'
import { customer, ids, shopFile } from '../../support/import/shop-file.ts'
import type { TestService } from '../../support/service/service.ts'
import { QUICK, saveWebhook } from '../../support/webhooks/webhooks.ts'

/** A campaign that applies by a coupon. */
const BOUND = 6
const reward = { type: 'percent', value: '10' }
const shop = shopFile({
  customers: [customer(ids.member, { name: 'Elif', surname: 'Demir' }), customer(ids.otherMember)],
  campaigns: [{ id: BOUND, name: 'Yaz', reward, couponBound: true }],
  coupons: [{ code: 'YAZ', discountType: 'percent', value: '5' }],
})

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
    await service.importShop(shop)
    const token = await service.token('member', { id: String(ids.member) })
    await addItem(service, token, ids.plain, 2)
    assert.equal((await hold(service, 'S-1', token)).status, 201)
    await complete(service, 'S-1')
    await addItem(service, token, ids.plain, 2)
    await saveWebhook(service, 'crm', { url: 'https://crm.example.com/', types: ['customer.*'], active: false })
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

  /** A form: its page, what is done to have its field, the field, what is typed, and what leaving would lose. */
  interface Form {
    path: string
    open?: (page: Page) => Promise<unknown>
    field: (page: Page) => Locator
    typed: string
    loss: string | RegExp
  }
  const named = (label: string) => (page: Page) => page.getByRole('textbox', { name: label, exact: true })
  const forms: Record<string, Form> = {
    'a new coupon': {
      path: '/office/coupons/new',
      field: named('Coupon code'),
      typed: 'NEW',
      loss: /^New coupon: Coupon code$/,
    },
    'a coupon': {
      path: '/office/coupons/YAZ',
      field: named('Description'),
      typed: 'Summer',
      loss: /^Coupon YAZ: Description$/,
    },
    'a new campaign': {
      path: '/office/campaigns/new',
      field: named('Number of the campaign'),
      typed: '77',
      loss: /^New campaign: Number of the campaign$/,
    },
    'codes of a campaign': {
      path: `/office/campaigns/${BOUND}`,
      open: page => page.getByText('Make codes', { exact: true }).click(),
      field: named('How many codes'),
      typed: '5',
      loss: 'Make codes: How many codes',
    },
    'a row of products': {
      path: '/office/products',
      field: page => page.locator(`#p${ids.plain}-stock`),
      typed: '+5',
      loss: /^Keten gömlek: stock$/,
    },
    'a row of a variant': {
      path: '/office/products',
      open: page => page.getByRole('button', { name: 'Variants of Yün kazak' }).click(),
      field: page => page.locator(`#p${ids.variants}-v${ids.largeBlue}-price`),
      typed: '99',
      loss: /^Yün kazak, Mavi \/ L: price$/,
    },
    'a new webhook': { path: '/office/webhooks?new=1', field: named('Name'), typed: 'erp', loss: 'New webhook: Name' },
    'a webhook’s place': {
      path: '/office/webhooks/crm',
      field: named('Events after number'),
      typed: '0',
      loss: 'Send again: Events after number',
    },
    'a return': {
      path: '/office/checkouts/S-1',
      field: page => page.getByRole('form', { name: 'Return items' }).getByRole('textbox').first(),
      typed: '1',
      loss: /^Return items: /,
    },
    'a link to a cart': {
      path: `/office/carts/member:${ids.member}`,
      open: page => page.getByText('Make a link', { exact: true }).click(),
      field: named('Coupon code (optional)'),
      typed: 'YAZ',
      loss: /: Coupon code \(optional\)$/,
    },
  }

  it('asks of every form that has something typed, and of none that has nothing', async () => {
    const { page, browserErrors, open, settled } = await openOffice(browser, service, { role: 'owner', locale: 'en' })
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    const home = page.getByRole('navigation').getByRole('link', { name: 'Home' })
    for (const [name, form] of Object.entries(forms)) {
      await open(form.path)
      await home.press('Enter')
      await page.waitForURL('**/office')
      await open(form.path)
      await form.open?.(page)
      const field = form.field(page)
      const before = await field.inputValue()
      await field.fill(form.typed)
      await field.fill(before)
      await home.press('Enter')
      await page.waitForURL('**/office')
      await open(form.path)
      await form.open?.(page)
      await field.fill(form.typed)
      await home.press('Enter')
      await dialog.getByText(form.loss).waitFor()
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      assert.equal(await field.inputValue(), form.typed, name)
      await home.press('Enter')
      await dialog.getByRole('button', { name: 'Leave without saving' }).press('Enter')
      await page.waitForURL('**/office')
      await settled()
    }
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })

  it('asks before a chosen file is given up, and the browser asks before the window is closed', async () => {
    const { page, open } = await openOffice(browser, service, { role: 'owner', locale: 'en' })
    await open('/office/imports')
    const content = JSON.stringify({ products: [{ id: 700, name: 'Peçete', price: '10', vatRate: 10 }] })
    const file = { name: 'shop.json', mimeType: 'application/json', buffer: Buffer.from(content) }
    await page.locator('input[type="file"]').setInputFiles(file)
    await page.getByText('Nothing has changed yet.').waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Home' }).press('Enter')
    await page.getByRole('dialog').getByText('File that is not imported: shop.json').waitFor()
    await page.keyboard.press('Escape')
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    assert.equal((await asked).type(), 'beforeunload')
    await page.context().close()
  })

  it('asks nothing after a save, and keeps what was typed after one that was refused', async () => {
    const { page, open, settled } = await openOffice(browser, service, { role: 'owner', locale: 'tr' })
    await open(`/office/customers/${ids.otherMember}`)
    await page.getByRole('button', { name: 'Düzenle', exact: true }).click()
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    await field('E-posta').fill('wrong')
    await page.getByLabel(/^Başka sistem/).fill('çok')
    await page.getByRole('button', { name: 'Kaydet' }).press('Enter')
    const alert = page.locator('main').getByRole('alert')
    await alert.getByText('Düzeltilecek alan: 2.').waitFor()
    await field('E-posta').and(page.locator(':focus')).waitFor()
    await page.getByText('Bir e-posta adresi yazın').waitFor()
    await page.getByText('Sıfır veya daha büyük bir tam sayı yazın.').waitFor()
    assert.equal(
      await page
        .locator('main')
        .getByText(/must be|There is no/)
        .count(),
      0,
    )
    await page.keyboard.type('@example.com')
    await page.getByText('Bir e-posta adresi yazın').waitFor({ state: 'detached' })
    assert.equal(await field('E-posta').getAttribute('aria-invalid'), null)
    await alert.getByText('Düzeltilecek alan: 1.').waitFor()
    await page.getByLabel(/^Başka sistem/).fill('0')
    await alert.waitFor({ state: 'hidden' })
    await page.getByRole('navigation').getByRole('link', { name: 'Başlangıç' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Sayfada kal' }).press('Enter')
    assert.equal(await field('E-posta').inputValue(), 'wrong@example.com')
    await page.getByRole('button', { name: 'Kaydet' }).press('Enter')
    await page.getByRole('button', { name: 'Geri al' }).waitFor()
    await settled()
    await page.getByRole('button', { name: 'Çıkış' }).press('Enter')
    await page.waitForURL('**/office/sign-in**')
    await page.context().close()
  })
})
