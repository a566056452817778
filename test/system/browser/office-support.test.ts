/** The office in a browser: how support finds out why a coupon does not apply, hostile names, and accessibility. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { assertAccessible, openOffice } from '../../support/browser/office-page.ts'
import { startPlayground } from '../../support/browser/playground.ts'
import { addItem } from '../../support/cart/cart.ts'
import { subjectOf } from '../../support/checkouts/orders.ts'
import { customer, ids, product, shopFile } from '../../support/import/shop-file.ts'
import { officeKeyOf } from '../../support/office/office.ts'
import type { TestService } from '../../support/service/service.ts'

/** Markup, an override of the direction of text, 255 letters, and emoji. */
const hostile = {
  name: '<img src=x onerror=alert(1)>"\'&amp;',
  surname: '\u202Etxt.exe \u{1F469}‍\u{1F469}‍\u{1F467} ضيف',
  company: 'W'.repeat(255),
  address: '</script><script>alert(2)</script>',
}
const HOSTILE = 9
const email = 'musteri1@example.com'
/** Customers for a second page of the list. */
const more = Array.from({ length: 60 }, (_, at) => customer(100 + at))
const shop = shopFile({
  customers: [customer(ids.member, { name: 'Elif', surname: 'Demir' }), customer(HOSTILE, hostile), ...more],
  products: [product({ id: ids.plain, name: `<b>${'Ö'.repeat(200)}</b>\u202E`, price: '100', vatRate: 20 })],
  coupons: [
    { code: 'BAHAR20', discountType: 'percent', value: '20', endsAt: '2026-05-31T21:00:00Z' },
    { code: 'YAZ', description: 'Yaz', discountType: 'percent', value: '5', conditions: { minimumTotal: '500' } },
    {
      code: '<i>ŞIK</i>/?#%',
      description: '<b>x</b>',
      discountType: 'percent',
      value: '5',
      conditions: { minimumTotal: '900' },
    },
  ],
})

describe('the office in a browser', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  before(async () => {
    service = await startPlayground('sqlite')
    await service.importShop(shop)
    for (const [id, couponCode] of [
      [ids.member, 'YAZ'],
      [HOSTILE, '<i>ŞIK</i>/?#%'],
    ] as const) {
      const token = await service.token('member', { id: String(id) })
      await addItem(service, token, ids.plain, 2)
      await service.call('POST', '/cart/coupon', { token, body: { couponCode } })
    }
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  const languages = {
    tr: {
      search: 'Ara:',
      cart: 'Sepeti aç',
      title: 'Sepet · Elif Demir',
      verdict: 'YAZ kuponu geçerli değil₺260,00 daha eklenirse geçerli olur.',
      condition: 'Sağlanmıyor: En az tutar',
      detail: 'Gereken ₺500,00, sepette ₺240,00 var.',
      remedy: 'Kuponu aç',
    },
    en: {
      search: 'Search:',
      cart: 'Open the cart',
      title: 'Cart of Elif Demir',
      verdict: 'The coupon YAZ does not apply₺260.00 more and it applies.',
      condition: 'Does not hold: Minimum total',
      detail: '₺500.00 are needed, the cart has ₺240.00.',
      remedy: 'Open the coupon',
    },
  }
  for (const [locale, texts] of Object.entries(languages)) {
    it(`tells support why a coupon does not apply, from the customer’s email, with the keyboard alone, in ${locale}`, async () => {
      const { page, browserErrors, settled } = await openOffice(browser, service, { role: 'support', locale })
      await page.getByRole('searchbox', { name: texts.search }).first().focus()
      await page.keyboard.type(email)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/office/customers/1')
      await page.getByRole('heading', { name: 'Elif Demir' }).and(page.locator(':focus')).waitFor()
      await settled()
      assert.equal(await page.title(), 'Elif Demir · Deneme')
      await page.getByRole('link', { name: texts.cart }).focus()
      await page.keyboard.press('Enter')
      await page.waitForURL('**/office/carts/member:1')
      await page.getByRole('heading', { name: texts.title }).and(page.locator(':focus')).waitFor()
      await settled()
      assert.equal(
        await page
          .locator('.verdict')
          .innerText()
          .then(text => text.replaceAll('\n', '')),
        texts.verdict,
      )
      const failed = page.locator('.fails').first()
      assert.equal(await failed.locator('b').textContent(), texts.condition)
      assert.equal(await failed.locator('p').first().innerText(), texts.detail)
      assert.equal(await failed.getByRole('link', { name: texts.remedy }).getAttribute('href'), '/office/coupons/YAZ')
      await page.goBack()
      await page.getByRole('heading', { name: 'Elif Demir' }).and(page.locator(':focus')).waitFor()
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })
  }

  it('tells support that a code was entered and refused, and what to tell the customer; the cart has no coupon', async () => {
    const guest = await service.token('guest')
    await addItem(service, guest, ids.plain)
    await service.call('POST', '/cart/coupon', { token: guest, body: { couponCode: 'bahar20' } })
    for (const [locale, texts] of [
      ['tr', ['BAHAR20 kodu girildi, kabul edilmedi', 'Kuponun süresi doldu.', 'Sepette kupon yok', 'Kuponu aç']],
      [
        'en',
        [
          'The code BAHAR20 was entered and refused',
          'The coupon has expired.',
          'No coupon is in the cart',
          'Open the coupon',
        ],
      ],
    ] as const) {
      const { page, browserErrors, open } = await openOffice(browser, service, { role: 'support', locale })
      const [title, tell, none, link] = texts
      await open(`/office/carts/${subjectOf(guest)}`)
      const notice = page.locator('.refused-coupon')
      assert.equal(await notice.locator('b').innerText(), title)
      assert.equal(await notice.locator('q').textContent(), tell)
      assert.equal(await notice.getByRole('link', { name: link }).getAttribute('href'), '/office/coupons/BAHAR20')
      await page.getByText(none, { exact: true }).waitFor()
      await assertAccessible({ page }, 'a cart with a refused code')
      await open(`/office/carts/member:${ids.member}`)
      assert.equal(await notice.count(), 0)
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    }
  })

  it('shows hostile texts as they are, and links to what they name', async () => {
    const { page, browserErrors, open } = await openOffice(browser, service, { role: 'owner', locale: 'en' })
    await page.setViewportSize({ width: 320, height: 700 })
    for (const path of ['/office/customers', `/office/customers/${HOSTILE}`, `/office/carts/member:${HOSTILE}`]) {
      await open(path)
      assert.ok((await page.locator('main').innerText()).includes(hostile.name), path)
      assert.equal(await page.locator('main :is(script, img[src="x"], i)').count(), 0)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, path)
    }
    const link = page.locator('.fails').getByRole('link', { name: 'Open the coupon' })
    assert.equal(await link.getAttribute('href'), '/office/coupons/%3Ci%3E%C5%9EIK%3C%2Fi%3E%2F%3F%23%25')
    await open(`/office/search?q=${encodeURIComponent('<script>alert(3)</script>')}`)
    assert.equal(await page.locator('h1').innerText(), 'Results for “<script>alert(3)</script>”')
    assert.deepEqual(browserErrors, [])
    await page.context().close()
  })

  it('opens the only result of a search, and shows all others when a part of it fails', async () => {
    const { page, open } = await openOffice(browser, service, { role: 'support', locale: 'en' })
    await page.getByRole('searchbox').first().fill('YAZ')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/office/coupons/YAZ')
    await page.goBack()
    await page.getByRole('heading', { name: 'What are you looking for?' }).waitFor()
    await page.route('**/office/api/v3/admin/coupons?*', route => route.abort())
    await open('/office/search?q=1')
    assert.equal(await page.getByRole('alert').innerText(), 'Coupons: the search failed')
    await page.getByRole('link', { name: /^Elif Demir/ }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/office/search')
    await page.context().close()
  })

  it('leads to the sign-in when the session has ended', async () => {
    const { page } = await openOffice(browser, service, { role: 'support', locale: 'en' })
    await page.context().clearCookies()
    await page.getByRole('link', { name: 'Customers' }).first().click()
    await page.waitForURL(/\/office\/sign-in\?to=%2Foffice%2Fcustomers&ended=session$/)
    await page.getByText('Your session had ended. Sign in again, and you are back at the same page.').waitFor()
    await page.context().close()
  })

  it('loads a list by pages', async () => {
    const { page, open } = await openOffice(browser, service, { role: 'support', locale: 'en' })
    await open('/office/customers')
    assert.equal(await page.locator('tbody tr').count(), 50)
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.getByRole('status').filter({ hasText: '66 records shown' }).waitFor()
    assert.equal(await page.locator('tbody tr').count(), 66)
    assert.equal(await page.getByRole('button', { name: 'Show more' }).count(), 0)
    await page.context().close()
  })

  it('changes a customer, shows refusals at the fields, and takes a change back', async () => {
    const { page, open } = await openOffice(browser, service, { role: 'support', locale: 'en' })
    await open('/office/customers/1')
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('First name').fill('Nil')
    await page.getByLabel('Email', { exact: true }).fill(`musteri${HOSTILE}@example.com`)
    await page.getByRole('button', { name: 'Save' }).click()
    const field = page.getByLabel('Email', { exact: true })
    await field.and(page.locator('[aria-invalid="true"]:focus')).waitFor()
    assert.equal(await page.locator('#field-email-error').innerText(), 'Another customer has this email.')
    await field.fill(email)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Nil Demir' }).and(page.locator(':focus')).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { name: 'Elif Demir' }).waitFor()
    await page.context().close()
  })

  it('deletes a customer after the number was typed', async () => {
    const { page, open } = await openOffice(browser, service, { role: 'owner', locale: 'en' })
    const token = await service.token('admin')
    const { json } = await service.call('POST', '/api/v3/admin/customers', { token, body: { name: 'Can' } })
    const { id } = (json as { data: { id: number } }).data
    await open(`/office/customers/${id}`)
    await page.getByRole('button', { name: 'Delete the customer' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('To confirm, type').fill(`${id}0`)
    await page.keyboard.press('Enter')
    await dialog.getByText(`What you typed is not ${id}.`).waitFor()
    await dialog.getByLabel('To confirm, type').fill(String(id))
    await page.keyboard.press('Enter')
    await page.getByText(`Customer ${id} is deleted.`).waitFor()
    const after = await service.call('GET', `/api/v3/admin/customers/${id}`, { token })
    assert.equal(after.status, 404)
    await page.context().close()
  })

  it('shows only what the role allows, and leads through the sign-in to the page that was asked for', async () => {
    const { page, open } = await openOffice(browser, service, { role: 'warehouse', locale: 'en' })
    assert.deepEqual(
      await page
        .getByRole('navigation')
        .getByRole('link', { name: /Customers|Carts/ })
        .count(),
      0,
    )
    await open('/office/customers/1')
    await page.getByText('This page needs the permission customers:read').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are signed out.').waitFor()
    await page.goto(`${service.config.PUBLIC_URL}/office/carts/member:1`)
    await page.getByRole('button', { name: /^Support/ }).click()
    await page.getByRole('heading', { name: 'Cart of Elif Demir' }).waitFor()
    await page.waitForURL('**/office/carts/member:1')
    await page.context().close()
  })

  it('has no axe violations and no horizontal overflow, narrow and wide, light and dark', async () => {
    const context = await browser.newContext({ locale: 'tr' })
    const page = await context.newPage()
    await page.goto(`${service.config.PUBLIC_URL}/office/sign-in?problem=expired#key=${officeKeyOf(service)}`)
    await page.getByRole('button', { name: /^Destek/ }).waitFor()
    await assertAccessible({ page }, 'sign-in')
    await context.close()
    const office = await openOffice(browser, service, { role: 'owner', locale: 'tr' })
    const pages = [
      ...['/office', '/office/customers', '/office/customers/1', `/office/customers/${HOSTILE}`, '/office/carts'],
      ...[
        '/office/carts/member:1',
        `/office/carts/member:${HOSTILE}`,
        '/office/search?q=yok',
        '/office/search',
        '/office/none',
      ],
    ]
    for (const path of pages) {
      await office.open(path)
      await assertAccessible(office, path)
    }
    await office.open('/office/customers/1')
    await office.page.getByRole('button', { name: 'Düzenle' }).click()
    await office.page.locator('main form').waitFor()
    await assertAccessible(office, 'the form')
    await office.page.getByRole('button', { name: 'Müşteriyi sil' }).click()
    await office.page.getByRole('dialog').waitFor()
    await assertAccessible(office, 'the dialog')
    assert.deepEqual(office.browserErrors, [])
    await office.page.context().close()
  })

  it('has no layout shifts while a page loads', async () => {
    const { page, open } = await openOffice(browser, service, {
      role: 'support',
      locale: 'en',
      viewport: { width: 1280, height: 800 },
    })
    await page.addInitScript(`
      window.shifted = []
      new PerformanceObserver(list => {
        for (const { sources } of list.getEntries()) shifted.push(...sources.map(({ node }) => node?.outerHTML ?? String(node)))
      }).observe({ type: 'layout-shift', buffered: true })`)
    await page.route('**/office/api/**', async route => {
      // The placeholders are painted first.
      await new Promise(resolve => setTimeout(resolve, 200))
      await route.continue()
    })
    for (const path of ['/office/customers', '/office/customers/1', '/office/carts', '/office/carts/member:1']) {
      await open(path)
      await page.waitForLoadState('networkidle')
      assert.deepEqual(await page.evaluate('shifted'), [], path)
    }
    await page.context().close()
  })
})
