/** The office in a browser: what takes something away asks before, says what follows in numbers, and is undone where it can be. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { assertAccessible, openOffice } from '../../support/browser/office-page.ts'
import { startPlayground } from '../../support/browser/playground.ts'
import { addItem } from '../../support/cart/cart.ts'
import { complete, hold } from '../../support/checkouts/orders.ts'
import { customer, ids, shopFile } from '../../support/import/shop-file.ts'
import type { TestService } from '../../support/service/service.ts'

/** A campaign that applies by a coupon. */
const BOUND = 6
const shop = shopFile({
  customers: [customer(ids.member, { name: 'Elif', surname: 'Demir' })],
  campaigns: [{ id: BOUND, name: 'Yaz', reward: { type: 'percent', value: '10' }, couponBound: true }],
  coupons: ['tr', 'en'].map(code => ({ code, discountType: 'percent', value: '5' })),
})

const languages = {
  tr: {
    off: 'Kapat',
    on: 'Aç',
    undo: 'Geri al',
    codes: 'Bu kampanyanın 25 kodu da artık geçerli olmaz.',
    late: 'Yapılamadı. Kayıt bu arada başkası tarafından değiştirildi',
    save: 'Kaydet',
    offSale: '1 satır satıştan kaldırılır',
    undone: 'Önceki değerler',
    cancel: 'Siparişi iptal et',
    pieces: 'İade edilmemiş 2 adetten',
  },
  en: {
    off: 'Switch off',
    on: 'Switch on',
    undo: 'Undo',
    codes: 'Its 25 codes do not apply any more.',
    late: 'It could not be done. Somebody else has changed the record',
    save: 'Save',
    offSale: 'One row goes off sale',
    undone: 'The former values',
    cancel: 'Cancel the order',
    pieces: '2 pieces were not returned',
  },
}

describe('questions of the office', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  before(async () => {
    service = await startPlayground('sqlite')
    await service.importShop(shop)
    const token = await service.token('admin', { scope: 'promotions:write' })
    const body = { count: 25, batch: 'mail' }
    const made = await service.call('POST', `/api/v3/admin/campaigns/${BOUND}/codes`, { token, body })
    assert.equal(made.status, 201)
    const member = await service.token('member', { id: String(ids.member) })
    await addItem(service, member, ids.plain, 2)
    assert.equal((await hold(service, 'S-1', member)).status, 201)
    await complete(service, 'S-1')
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  for (const [locale, t] of Object.entries(languages)) {
    it(`are asked before a campaign is switched off, which is undone by the keyboard, in ${locale}`, async () => {
      const office = await openOffice(browser, service, { role: 'owner', locale })
      const { page, browserErrors, open } = office
      await open(`/office/campaigns/${BOUND}`)
      const off = page.getByRole('button', { name: t.off, exact: true })
      const dialog = page.getByRole('dialog')
      await off.press('Enter')
      await dialog.getByText(t.codes).waitFor()
      await assertAccessible(office, 'the question')
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await off.press('Enter')
      await dialog.getByRole('button', { name: t.off }).press('Enter')
      await page.getByRole('button', { name: t.on, exact: true }).waitFor()
      await page.getByRole('button', { name: t.undo }).press('Enter')
      await off.waitFor()
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })

    it(`are asked before a product goes off sale and an order is cancelled, in ${locale}`, async () => {
      const { page, browserErrors, open } = await openOffice(browser, service, { role: 'owner', locale })
      await open('/office/products')
      const box = page.locator(`#p${ids.plain}-sale`)
      await box.press(' ')
      await page.getByRole('button', { name: t.save, exact: true }).press('Enter')
      const dialog = page.getByRole('dialog')
      await dialog.getByText(t.offSale).waitFor()
      assert.equal(await page.getByRole('button', { name: t.undo }).count(), 0)
      await dialog.getByRole('button', { name: t.save }).press('Enter')
      await page.getByRole('button', { name: t.undo }).press('Enter')
      await page.getByText(t.undone).waitFor()
      await open('/office/checkouts/S-1')
      await page.getByRole('button', { name: t.cancel }).press('Enter')
      await dialog.getByText(t.pieces).waitFor()
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })

    it(`are followed by an undo that says when it comes too late, in ${locale}`, async () => {
      const { page, open } = await openOffice(browser, service, { role: 'owner', locale })
      await open(`/office/coupons/${locale}`)
      await page.getByRole('button', { name: t.off, exact: true }).press('Enter')
      await page.getByRole('dialog').getByRole('button', { name: t.off }).press('Enter')
      await page.getByRole('button', { name: t.undo }).waitFor()
      const token = await service.token('admin', { scope: 'promotions:write' })
      const body = { discountType: 'percent', value: '5', description: `By another, ${locale}` }
      const { status } = await service.call('PUT', `/api/v3/admin/coupons/${locale}`, { token, body })
      assert.equal(status, 200)
      await page.getByRole('button', { name: t.undo }).press('Enter')
      await page.locator('.notice').getByText(t.late).waitFor()
      await page.context().close()
    })
  }
})
