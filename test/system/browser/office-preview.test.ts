/** The preview beside the forms of coupons and campaigns in a browser: it follows what is typed, and nothing is saved. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { assertAccessible, openOffice } from '../../support/browser/office-page.ts'
import { startPlayground } from '../../support/browser/playground.ts'
import { addItem } from '../../support/cart/cart.ts'
import { ids, shopFile } from '../../support/import/shop-file.ts'
import type { TestService } from '../../support/service/service.ts'

const shop = shopFile({
  campaigns: [{ id: 1, name: 'Bahar', reward: { type: 'percent', value: '15' } }],
  coupons: [{ code: 'SEPETTE', discountType: 'percent', value: '10' }],
})

describe('the preview of an unsaved coupon or campaign in a browser', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  before(async () => {
    service = await startPlayground('sqlite')
    await service.importShop(shop)
    await addItem(service, await service.token('member', { id: String(ids.otherMember) }), ids.plain, 3)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  const statusOf = (page: Page) => page.locator('.preview-result [role="status"]')
  const says = (page: Page, text: string | RegExp) => statusOf(page).filter({ hasText: text }).waitFor()
  const foundIn = async (path: string) => {
    const token = await service.token('admin', { scope: 'promotions:read' })
    return (await service.call('GET', `/api/v3/admin/${path}`, { token })).status
  }

  const languages = {
    tr: {
      cart: 'Sepet',
      show: 'Göster',
      code: 'Kupon kodu',
      value: 'İndirim',
      kind: 'fixed',
      amount: '22,5',
      lacks: /şu alanlar düzeltilince görünür: .*Kupon kodu/,
      effect: 'Toplamdaki değişiklik: -₺22,50.',
      changed: 'Toplamdaki değişiklik: -₺30,00.',
    },
    en: {
      cart: 'Cart',
      show: 'Show',
      code: 'Coupon code',
      value: 'Discount',
      kind: 'fixed',
      amount: '22.5',
      lacks: /once these fields are right: .*Coupon code/,
      effect: 'The total changes by -₺22.50.',
      changed: 'The total changes by -₺30.00.',
    },
  }
  for (const [locale, t] of Object.entries(languages)) {
    it(`follows the form of a new coupon, and saves nothing, in ${locale}`, async () => {
      const { page, browserErrors, open } = await openOffice(browser, service, { role: 'marketing', locale })
      await open('/office/coupons/new')
      await page.getByLabel(t.cart, { exact: true }).fill(String(ids.otherMember))
      await page.getByRole('button', { name: t.show }).click()
      await says(page, t.lacks)
      await page.getByLabel(t.code).fill('DENEME')
      await page.locator('select[name="discountType"]').selectOption(t.kind)
      await page.getByLabel(t.value, { exact: true }).fill(t.amount)
      await says(page, t.effect)
      await page.getByLabel(t.value, { exact: true }).fill('30')
      await says(page, t.changed)
      assert.equal(await foundIn('coupons/DENEME'), 404)
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })
  }

  it('follows the form of a campaign, names the field that is wrong, and is accessible', async () => {
    const office = await openOffice(browser, service, { role: 'support', locale: 'en' })
    const { page, open } = office
    await open('/office/campaigns/1')
    await page.getByLabel('Cart', { exact: true }).fill(`member:${ids.otherMember}`)
    await page.getByRole('button', { name: 'Show' }).click()
    await says(page, /The total changes by -₺/)
    await page.locator('select[name="reward/type"]').selectOption('fixed')
    await page.locator('[name="reward/value"]').fill('12.34')
    await says(page, 'The total changes by -₺12.34.')
    const height = () => page.locator('.preview-result').evaluate(each => each.getBoundingClientRect().height)
    const before = await height()
    await page.locator('[name="reward/value"]').fill('x')
    await says(page, /once these fields are right/)
    assert.ok((await height()) >= before - 1, 'the result gives up its place')
    await page.locator('[name="reward/value"]').fill('5')
    await page.locator('[name="conditions/minimumTotal"]').fill('99999')
    await says(page, 'It does not apply to this cart.')
    await page.getByText('Smallest total').or(page.locator('.preview-details .fails')).first().waitFor()
    await assertAccessible(office, 'the preview')
    await page.context().close()
  })

  it('finds the cart of a customer by email, and says when there is none', async () => {
    const { page, open } = await openOffice(browser, service, { role: 'support', locale: 'en' })
    const token = await service.token('admin', { scope: 'customers:read customers:write' })
    const path = `/api/v3/admin/customers/${ids.otherMember}`
    await service.call('PUT', path, { token, body: { email: 'ada@example.com' } })
    await open('/office/coupons/SEPETTE')
    const show = async (text: string) => {
      await page.getByLabel('Cart', { exact: true }).fill(text)
      await page.getByRole('button', { name: 'Show' }).click()
    }
    await show('nobody@example.com')
    await says(page, /./)
    assert.equal(await page.locator('.preview-details').count(), 0)
    await show('ada@example.com')
    await says(page, /The total changes by -₺/)
    await page
      .locator('.preview-details a')
      .and(page.locator(`[href$="${ids.otherMember}"]`))
      .waitFor()
    await page.context().close()
  })

  it('drops an answer that arrives after a later one', async () => {
    const { page, open } = await openOffice(browser, service, { role: 'marketing', locale: 'en' })
    await open('/office/coupons/SEPETTE')
    await page.getByLabel('Cart', { exact: true }).fill(String(ids.otherMember))
    await page.getByRole('button', { name: 'Show' }).click()
    await says(page, /The total changes by/)
    await page.locator('select[name="discountType"]').selectOption('fixed')
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    let isAsked = () => {}
    const asked = new Promise<void>(resolve => {
      isAsked = resolve
    })
    await page.route('**/preview', async route => {
      if (route.request().postDataJSON().coupon.value !== '11') return route.continue()
      isAsked()
      await held
      await route.continue()
    })
    const value = page.getByLabel('Discount', { exact: true })
    await value.fill('11')
    await asked
    await value.fill('22')
    await says(page, 'The total changes by -₺22.00.')
    const late = page.waitForResponse(each => each.request().postDataJSON()?.coupon?.value === '11')
    release()
    await (await late).finished()
    await page.evaluate('new Promise(resolve => setTimeout(resolve))')
    assert.match(await statusOf(page).innerText(), /-₺22\.00/)
    await page.context().close()
  })

  it('is not shown without the scope of carts', async () => {
    const { page, open } = await openOffice(browser, service, { role: 'marketing', locale: 'en' })
    await page.route('**/office/session', async route => {
      const response = await route.fetch()
      const session = await response.json()
      await route.fulfill({ response, json: { ...session, scopes: ['promotions:read', 'promotions:write'] } })
    })
    await open('/office/coupons/SEPETTE')
    await page.getByRole('button', { name: 'Save' }).waitFor()
    assert.equal(await page.locator('.preview-result').count(), 0)
    await page.context().close()
  })
})
