/** The office in a browser: who changed a record, on the pages of product, coupon, customer, order and settings. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { COUPONS, CUSTOMERS, PRODUCTS } from '../../../src/api-paths.ts'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { assertAccessible, openOffice } from '../../support/browser/office-page.ts'
import { startPlayground } from '../../support/browser/playground.ts'
import { addItem } from '../../support/cart/cart.ts'
import { complete, hold } from '../../support/checkouts/orders.ts'
import { ids, shopFile } from '../../support/import/shop-file.ts'
import type { TestService } from '../../support/service/service.ts'

const HOSTILE = '<img src=x onerror=alert(1)>\u202Etxt.exe'
const languages = {
  tr: {
    title: 'Değişiklik geçmişi',
    price: 'Fiyat: ₺199,905 → ₺210,00',
    by: /Nazan \(Mağaza sahibi\) .*· ofisten/,
    older: 'Daha eski değişiklikler',
    variant: `Mavi / L (#${ids.largeBlue}), Fiyat: ₺120,00 → ₺130,00`,
    state: 'Durum: Ödeme bekliyor → Tamamlandı',
    made: ['İndirim türü: Yüzde indirim', /Varyantlar: .*, Mavi \/ L/],
    settings: [
      'Mağaza ayarlarının değişiklik geçmişi',
      'Sepette az kalan kampanyalar: Evet',
      'Kargonun KDV oranı: %20',
      'Kargo firması 1, Ücretsiz kargo sınırı: ₺750,00',
      'Ödeme yöntemi 1, En az sipariş tutarı: ₺50,00',
    ],
    none: 'Kayıtlı bir değişiklik yok.',
  },
  en: {
    title: 'History of changes',
    price: 'Price: ₺199.905 → ₺210.00',
    by: /Nazan \(Owner\) .*· in the office/,
    older: 'Older changes',
    variant: `Mavi / L (#${ids.largeBlue}), Price: ₺120.00 → ₺130.00`,
    state: 'State: Awaits payment → Completed',
    made: ['Kind of discount: Percentage', /Variants: .*, Mavi \/ L/],
    settings: [
      'History of the shop’s settings',
      'Campaigns within reach in the cart: Yes',
      'VAT rate of shipping: 20%',
      'Shipping company 1, Total from which shipping is free: ₺750.00',
      'Payment method 1, Minimum order amount: ₺50.00',
    ],
    none: 'No change is recorded.',
  },
}

describe('the history in the office', { skip: withoutBrowser }, () => {
  let browser: Browser
  let service: TestService
  before(async () => {
    service = await startPlayground('sqlite')
    await service.importShop(shopFile())
    await service.importShop({
      shop: { settings: { showOffers: true, cargoVatRate: 20 } },
      shippingCompanies: [
        { id: 1, name: 'Kargo', default: true, freeLimit: '750', rates: [{ from: '0', price: '10' }] },
      ],
      paymentMethods: [{ id: 1, name: 'Kart', minimumOrderAmount: '50' }],
    })
    const token = await service.token('admin', { scope: 'catalogue:write promotions:write customers:write' })
    const variants = [{ id: ids.largeBlue, price: '130' }]
    for (const [method, path, body] of [
      ['PATCH', PRODUCTS, [{ id: ids.variants, variants }]],
      ['PUT', `${COUPONS}/YAZ10`, { description: HOSTILE, discountType: 'percent', value: '10' }],
      [
        'PUT',
        `${COUPONS}/ILK10`,
        { discountType: 'percent', value: '10', conditions: { variantIds: [ids.largeBlue] } },
      ],
      ['PUT', `${CUSTOMERS}/${ids.member}`, { name: HOSTILE }],
      ...Array.from({ length: 21 }, (_, n) => ['PATCH', PRODUCTS, [{ id: ids.offSale, price: `${n + 20}` }]] as const),
    ] as const) {
      const { status, text } = await service.call(method, path, { token, body })
      assert.ok(status < 300, text)
    }
    const guest = await service.token('guest')
    await addItem(service, guest, ids.plain)
    await hold(service, 'W-1', guest)
    await complete(service, 'W-1')
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  for (const locale of ['tr', 'en'] as const) {
    it(`is read when it is opened, and says in ${locale} who changed what`, async () => {
      const t = languages[locale]
      const office = await openOffice(browser, service, { role: 'owner', locale })
      const { page, open, settled, browserErrors } = office
      const history = page.locator('.change-history')
      const unfold = async (path: string) => {
        await open(path)
        await history.locator('summary').click()
        await settled()
        return (await history.innerText()).replaceAll(/[\u2066-\u2069\u00a0]/gu, '')
      }
      await open(`/office/products/${ids.plain}`)
      assert.equal(await history.locator('li').count(), 0)
      const changed = await page.evaluate(
        async body =>
          (
            await fetch('/office/api/v3/admin/products', {
              method: 'PATCH',
              body,
              headers: { 'Content-Type': 'application/json' },
            })
          ).status,
        JSON.stringify([{ id: ids.plain, price: locale === 'tr' ? '210' : '199.905' }]),
      )
      assert.equal(changed, 200)
      const ofProduct = await unfold(`/office/products/${ids.plain}`)
      assert.match(ofProduct, t.by)
      assert.ok(ofProduct.includes(t.price), ofProduct)
      await assertAccessible(office, 'history of a product')
      const ofVariant = await unfold(`/office/products/${ids.variants}`)
      assert.ok(ofVariant.includes(t.variant), ofVariant)
      await unfold(`/office/products/${ids.offSale}`)
      assert.equal(await history.locator('ol > li').count(), 20)
      await page.getByRole('button', { name: t.older }).click()
      await settled()
      assert.equal(await history.locator('ol > li').count(), 21)
      assert.ok((await unfold('/office/coupons/YAZ10')).includes('10'))
      const made = await unfold('/office/coupons/ILK10')
      for (const text of t.made) assert.match(made, new RegExp(text))
      assert.doesNotMatch(made, /→|percent/)
      assert.doesNotMatch(await unfold(`/office/customers/${ids.member}`), /onerror/)
      const ofOrder = await unfold('/office/checkouts/W-1')
      assert.ok(ofOrder.includes(t.state), ofOrder)
      const ofSettings = await unfold('/office/imports')
      for (const text of t.settings) assert.ok(ofSettings.includes(text), `${text} in ${ofSettings}`)
      assert.doesNotMatch(ofSettings, /settings\.|shippingCompanies|paymentMethods/)
      assert.ok((await unfold(`/office/customers/${ids.banned}`)).includes(t.none))
      assert.deepEqual(browserErrors, [])
    })
  }
})
