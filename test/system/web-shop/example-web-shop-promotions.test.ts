/** Promotions of examples/web-shop over HTTP: list prices, campaigns that apply by themselves, offers, and a coupon that stays in the app. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { couponRecord } from '../../support/cart/coupons.ts'
import { ids } from '../../support/import/shop-file.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import type { ExampleShop } from '../../support/web-checkout/example-shop.ts'
import { read } from '../../support/web-checkout/read-page.ts'
import { createShopper, importPrice, type Shopper, startShopOf } from '../../support/web-checkout/shopper.ts'

const EVIL = '<img src=x onerror=alert(1)>'
const percent = (value: string) => ({ type: 'percent', value })

describe('promotions in the example web shop', () => {
  let service: TestService
  let shop: ExampleShop
  let shopper: Shopper
  before(async () => {
    service = await startService('sqlite', { COUPON_RATE_LIMIT: '0' })
    shop = await startShopOf(service)
    await importPrice(service, '10.00', {
      shop: { settings: { showOffers: true } },
      campaigns: [
        { id: 5, name: EVIL, automatic: true, conditions: { productIds: [ids.plain] }, reward: percent('10') },
        { id: 6, name: 'Az', automatic: true, reward: percent('5') },
        { id: 7, name: `Çok ${EVIL}`, conditions: { minimumTotal: '100' }, reward: percent('20') },
        { id: 8, name: 'Dört parça', conditions: { minimumQuantity: 4 }, reward: percent('1') },
      ],
      coupons: [couponRecord('UYGULAMA', { audience: { channels: ['app'] } })],
    })
  })
  after(async () => {
    await shop.stop()
    await service.stop()
  })
  beforeEach(async () => {
    shopper = await createShopper(service, shop)
  })

  const pageAt = async (path: string, language: string) => {
    const headers = { Cookie: shopper.cookie, 'Accept-Language': language }
    return (await fetch(shop.url + path, { headers })).text()
  }
  const sectionOf = (page: string, id: string) =>
    new RegExp(`<section aria-labelledby="${id}">([\\s\\S]*?)</section>`).exec(page)?.[1] ?? ''

  it('say which campaign applies by itself and what it takes, and never become markup', async () => {
    for (const path of ['/sepet', '/odeme']) {
      const [tr, en] = [await pageAt(path, 'tr'), await pageAt(path, 'en')]
      assert.match(read(sectionOf(tr, 'campaigns')), /.img src=x .*\). Kendiliğinden uygulandı Vazgeç/)
      assert.match(read(sectionOf(en, 'campaigns')), /.img src=x .*\). Applies by itself Drop .* Az .*Choose/)
      assert.match(read(sectionOf(en, 'totals')), /.img src=x .*\). Applies by itself -₺3\.60/)
      for (const page of [tr, en]) assert.doesNotMatch(page, /<img src=x/)
    }
  })

  it('can be switched off, and another one chosen', async () => {
    assert.equal((await shopper.send({ do: 'drop-campaign 5' }, '/sepet')).status, 303)
    const off = await pageAt('/sepet', 'en')
    assert.doesNotMatch(off, /Applies by itself|value="drop-campaign"/)
    assert.doesNotMatch(read(sectionOf(off, 'totals')), /-₺/)
    await shopper.send({ do: 'choose-campaign 6' }, '/sepet')
    const chosen = read(sectionOf(await pageAt('/sepet', 'en'), 'totals'))
    assert.match(chosen, /Az -₺1\.80/)
    assert.doesNotMatch(chosen, /itself/)
  })

  it('name what the cart lacks of others', async () => {
    const offers = async (language: string) => read(sectionOf(await pageAt('/sepet', language), 'offers'))
    assert.match(
      await offers('en'),
      /Almost there Add ₺64\.00 more of its products for Çok .img src=x .*\). Add 1 more of its products for Dört parça/,
    )
    assert.match(
      await offers('tr'),
      /Az kaldı Çok .img src=x .*\). için ürünlerinden ₺64,00 tutarında daha ekleyin Dört parça için ürünlerinden 1 adet daha ekleyin/,
    )
  })

  it('show a list price struck through, with words for screen readers, before and after the hold', async () => {
    await service.importShop({
      products: [
        {
          id: ids.plain,
          name: 'Keten gömlek',
          price: '10.00',
          vatRate: 20,
          stock: 10,
          discount: { type: 'percent', value: '10' },
        },
      ],
    })
    const [tr, en] = [await pageAt('/sepet', 'tr'), await pageAt('/sepet', 'en')]
    assert.match(en, /<del><span class="visually-hidden">Was: <\/span>₺12\.00<\/del>/)
    assert.match(read(en), /Was: ₺12\.00 Now: ₺10\.80/)
    assert.match(read(tr), /Eski fiyat: ₺12,00 Yeni fiyat: ₺10,80/)
    const reference = await shopper.pay()
    assert.match(read(await pageAt(`/odeme/${reference}`, 'en')), /Was: ₺12\.00 Now: ₺10\.80/)
  })

  it('say why the coupon of the app has left the total', async () => {
    const { token } = shopper
    const applied = await service.call('POST', '/cart/coupon', { token, body: { couponCode: 'uygulama' } })
    assert.match(applied.text, /"appliedCoupon"/)
    for (const [language, sentence] of [
      ['en', 'This coupon does not apply on the website.'],
      ['tr', 'Bu kupon web sitesinde geçerli değil.'],
    ] as const) {
      const section = sectionOf(await pageAt('/odeme', language), 'coupon')
      assert.match(section, /<strong dir="auto">UYGULAMA<\/strong>/)
      assert.equal(/role="status">([^<]*)</.exec(section)?.[1], sentence)
    }
    const { location } = await shopper.send({ do: 'take-coupon', code: 'uygulama' }, '/sepet')
    assert.equal(location, '/sepet?message=coupon-channel#coupon')
  })
})
