/** The keyboard in the office after a question, an undo, and a list that ends: the focus is never nowhere, whatever leaves the page. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { pressOn, tabTo, typeInto } from '../../support/browser/keyboard.ts'
import { openOffice } from '../../support/browser/office-page.ts'
import { startPlayground } from '../../support/browser/playground.ts'
import { addItem } from '../../support/cart/cart.ts'
import { complete, hold, stateOf } from '../../support/checkouts/orders.ts'
import { customer, ids, product, shopFile } from '../../support/import/shop-file.ts'
import type { TestService } from '../../support/service/service.ts'
import { QUICK, saveWebhook } from '../../support/webhooks/webhooks.ts'

const TOWEL = 120
const { products } = shopFile() as { products: object[] }
const shop = shopFile({
  customers: [customer(ids.member, { name: 'Elif', surname: 'Kırbıyık' })],
  products: [...products, product({ id: TOWEL, name: 'Havlu', sku: 'HAVLU-70', price: '100', stock: 50 })],
})

const languages = {
  tr: {
    ...{ create: 'Oluştur', off: 'Kapat', on: 'Aç', undo: 'Geri al', history: 'Değişiklik geçmişi', save: 'Kaydet' },
    ...{ returnItems: 'İade al', showRefund: 'İade tutarını göster', cancel: 'Siparişi iptal et', delete: 'Sil' },
    ...{ cancelled: 'İptal edildi', undone: 'Önceki değerler' },
  },
  en: {
    ...{
      create: 'Create',
      off: 'Switch off',
      on: 'Switch on',
      undo: 'Undo',
      history: 'History of changes',
      save: 'Save',
    },
    ...{ returnItems: 'Return items', showRefund: 'Show the refund', cancel: 'Cancel the order', delete: 'Delete' },
    ...{ cancelled: 'Cancelled', undone: 'The former values' },
  },
}

describe('the focus in the office', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  before(async () => {
    service = await startPlayground('sqlite', QUICK)
    await service.importShop(shop)
    for (const locale of Object.keys(languages)) {
      for (const reference of [`GERI-${locale}`, `IPTAL-${locale}`]) {
        const token = await service.token('member', { id: String(ids.member) })
        await addItem(service, token, TOWEL, 2)
        assert.equal((await hold(service, reference, token)).status, 201)
        await complete(service, reference)
      }
      await saveWebhook(service, `erp-${locale}`, { url: 'https://erp.example.com/', types: ['customer.*'] })
    }
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true }).first()
  /** What the control that has the focus says. */
  const focused = async (page: Page) => {
    const control = page.locator(':focus')
    assert.equal(await control.count(), 1, 'nothing has the focus')
    return (await control.innerText()).replaceAll(/[\u2066-\u2069]/gu, '').trim()
  }
  const answer = async (page: Page, action: string) => {
    await pressOn(page, button(page.getByRole('dialog'), action))
    await page.locator('dialog').waitFor({ state: 'detached' })
  }

  for (const [locale, t] of Object.entries(languages)) {
    it(`stays with marketing, who makes a campaign for a product, switches it off and on, and reads its history, in ${locale}`, async () => {
      const { page, browserErrors, open } = await openOffice(browser, service, { role: 'marketing', locale })
      const name = `Havlu ${locale}`
      await open('/office/campaigns/new')
      await typeInto(page, page.locator('[name="name"]'), name)
      await typeInto(page, page.locator('[name="reward/value"]'), '10')
      await typeInto(page, page.locator('[data-picker="conditions/productIds"]'), 'havlu')
      await page.locator('.offers').getByText('HAVLU-70').waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.locator('.picked').getByText('Havlu').waitFor()
      await pressOn(page, button(page, t.create))
      await page.getByRole('heading', { name, level: 1 }).waitFor()
      await pressOn(page, button(page, t.off))
      await answer(page, t.off)
      await button(page, t.on).waitFor()
      assert.equal(await focused(page), t.on)
      await pressOn(page, button(page, t.undo))
      await button(page, t.off).waitFor()
      await focused(page)
      await pressOn(page, page.locator('.change-history summary'))
      await page.locator('.change-history li').first().waitFor()
      assert.equal(await focused(page), t.history)
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })

    it(`stays with the warehouse, which finds a product by its SKU, takes a stock back, and returns items, in ${locale}`, async () => {
      const { page, browserErrors, open } = await openOffice(browser, service, { role: 'warehouse', locale })
      await page.keyboard.press('/')
      await page.keyboard.type('HAVLU-70')
      await page.keyboard.press('Enter')
      await page.waitForURL(/products/)
      const stock = page.locator(`#p${TOWEL}-stock`)
      await open('/office/products?q=HAVLU-70')
      const before = await stock.inputValue()
      await typeInto(page, stock, '77')
      await pressOn(page, button(page, t.save))
      await pressOn(page, button(page.locator('.notice.good'), t.undo))
      await page.getByText(t.undone).waitFor()
      await focused(page)
      assert.equal(await stock.inputValue(), before)
      await open(`/office/checkouts/GERI-${locale}`)
      await typeInto(page, page.locator('[name="pieces-0"]'), '1')
      await pressOn(page, button(page, t.showRefund))
      await answer(page, t.returnItems)
      await page.locator('.notice.good').waitFor()
      await focused(page)
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })

    it(`stays with the owner, who cancels an order and deletes a webhook, in ${locale}`, async () => {
      const { page, browserErrors, open } = await openOffice(browser, service, { role: 'owner', locale })
      const reference = `IPTAL-${locale}`
      await open(`/office/checkouts/${reference}`)
      await pressOn(page, button(page, t.cancel))
      await page.keyboard.press('Escape')
      await page.locator('dialog').waitFor({ state: 'detached' })
      assert.equal(await focused(page), t.cancel)
      await page.keyboard.press('Enter')
      await typeInto(page, page.locator('#confirm-word'), reference)
      await answer(page, t.cancel)
      await page.locator('h1').getByText(t.cancelled).waitFor()
      assert.equal(await stateOf(service, reference), 'cancelled')
      await focused(page)
      await open(`/office/webhooks/erp-${locale}`)
      await pressOn(page, button(page, t.delete))
      await typeInto(page, page.locator('#confirm-word'), `erp-${locale}`)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/office/webhooks')
      await tabTo(page, page.locator('main a, main button').first())
      assert.deepEqual(browserErrors, [])
      await page.context().close()
    })
  }
})
