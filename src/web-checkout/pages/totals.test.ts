/** Tests of the totals of a cart on the pages: amounts, VAT, shipping, discounts and the minimum order. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  campaignWith,
  cartWith,
  couponWith,
  lineWith,
  shopWith,
  snapshotWith,
} from '../../../test/support/cart/pricing.ts'
import { cartOf, en, lira, nothing, pages, row, see } from '../../../test/support/web-checkout/read-page.ts'
import { presentCart } from '../../cart/pricing/cart.document.ts'
import { priceCart } from '../../cart/pricing/price-cart.ts'
import type { ShopSettings } from '../../shop/shop.ts'

/** Shows the cart page of a priced cart with a coupon, a campaign and shipping, and returns its grand total in minor units. */
function seePriced(settings: Partial<ShopSettings>): { text: string; grandTotal: bigint } {
  const shippingCompanies = [
    { id: 1, name: 'Kargo', default: true, freeLimit: null, rates: [{ from: '0', price: '39.90' }] },
  ]
  const priced = { shop: shopWith(settings), campaigns: [campaignWith()], shippingCompanies }
  const lines = [
    lineWith({ price: '99.90', quantity: 3, vatRate: 20 }),
    lineWith({ price: '7.35', quantity: 7, vatRate: 8.5 }),
    lineWith({ price: '1.11', quantity: 1, vatRate: 1 }),
  ]
  const snapshot = snapshotWith(priced)
  const now = Date.parse('2026-06-01T12:00:00+03:00')
  const cart = presentCart(
    priceCart(cartWith(lines, { campaignId: 1, coupon: couponWith() }), snapshot, { now, channel: 'app' }),
    snapshot.shop,
    'http://x',
  )
  const grandTotal = BigInt(cart.data.attributes.grandTotal?.amount.replace('.', '') ?? '')
  return { text: see('cart', cart), grandTotal }
}

describe('the totals of a cart', () => {
  it('are the values of the API, with every digit', () => {
    const grandTotal = lira('99079191802150924.18')
    const text = see('cart', cartOf([{}], { grandTotal }, { subtotalWithVat: lira('99079191802150924.19') }))
    assert.match(text, /Ara toplam KDV dahil ₺99\.079\.191\.802\.150\.924,19/)
    assert.match(text, /Genel toplam KDV dahil ₺99\.079\.191\.802\.150\.924,18 Ödemeye geç/)
  })

  it('mention VAT only when a line has a VAT rate above zero', () => {
    assert.doesNotMatch(see('cart', cartOf([{ vatRate: 0 }])), /KDV/)
  })

  it('show the VAT in the grand total, a row per rate', () => {
    const breakdown = [row(1, '100.00', '1.00', '101.00'), row(8.5, '92.17', '7.83', '100.00')]
    const cart = cartOf([{}], { grandTotal: lira('201.00') }, { breakdown })
    for (const page of pages) {
      assert.match(see(page, cart), /Genel toplam KDV dahil ₺201,00 KDV %1 \(dahil\) ₺1,00 KDV %8,5 \(dahil\) ₺7,83/)
      assert.match(see(page, cart, en), /Grand total with VAT ₺201\.00 incl\. 1% VAT ₺1\.00 incl\. 8\.5% VAT ₺7\.83/)
    }
  })

  it('show shipping above the grand total that includes it, with its VAT below', () => {
    const paid = { cargoPrice: lira('39.90'), freeCargoThreshold: lira('500.00'), grandTotal: lira('1821.71') }
    const cargo = { vatRate: 20, net: lira('33.25'), vat: lira('6.65') }
    const text = see('cart', cartOf([{}], paid, { cargo }))
    assert.match(text, /Kargo ₺39,90 ₺500,00 ve üzerinde kargo ücretsiz Genel toplam KDV dahil ₺1\.821,71/)
    assert.match(text, /KDV %10 \(dahil\) ₺161,98 Kargo KDV’si %20 \(dahil\) ₺6,65/)
    assert.doesNotMatch(text, /dahil değildir/)
    assert.doesNotMatch(see('cart', cartOf([{}], paid)), /Kargo KDV/)
  })

  it('show shipping below a grand total that excludes it, and say so', () => {
    const apart = { cargoPrice: lira('39.90'), freeCargoThreshold: lira('500.00') }
    const cargo = { vatRate: 20, net: lira('33.25'), vat: lira('6.65') }
    const shipping =
      /₺161,98 Kargo ₺39,90 Genel toplama dahil değildir\. ₺500,00 ve üzerinde kargo ücretsiz Kargo KDV’si %20 \(dahil\) ₺6,65/
    const text = see('cart', cartOf([{}], apart, { cargo }))
    assert.match(text, shipping)
    assert.equal(text.match(/Kargo ₺/g)?.length, 1)
    assert.match(see('checkout', cartOf([{}], apart), en), /Shipping ₺39\.90 Not included in the grand total\./)
  })

  it('show free shipping without VAT', () => {
    const cargo = { vatRate: 20, net: nothing, vat: nothing }
    const text = see('cart', cartOf([{}], { cargoPrice: nothing, freeCargoThreshold: lira('500.00') }, { cargo }))
    assert.match(text, /Kargo Ücretsiz/)
    assert.doesNotMatch(text, /üzeri|değildir|Kargo KDV/)
    assert.doesNotMatch(see('cart', cartOf([{}])), /[Kk]argo/)
  })

  it('show coupon and campaign', () => {
    const appliedCampaign = { id: 7, name: '3 al 2 öde', description: '', discountAmount: lira('124.30') }
    const coupon = { code: 'İNDİRİM', description: 'Yüzde beş', discountType: 'percent' }
    const discountTotal = lira('175.35')
    const both = { appliedCoupon: { ...coupon, discountAmount: lira('51.05') }, appliedCampaign, discountTotal }
    const text = see('cart', cartOf([{}], both))
    assert.match(text, /Kupon İNDİRİM -₺51,05 Yüzde beş Kampanya 3 al 2 öde -₺124,30/)
    const free = { ...both, appliedCoupon: { ...coupon, discountAmount: nothing } }
    assert.match(see('cart', cartOf([{}], free)), /Kupon İNDİRİM Uygulandı/)
  })

  it('add up to the grand total, whatever the prices include', () => {
    for (const pricesIncludeVat of [false, true]) {
      for (const grandTotalIncludesCargo of [false, true]) {
        const { text, grandTotal } = seePriced({ pricesIncludeVat, grandTotalIncludesCargo })
        const [above = ''] = text.split('Genel toplam')
        const amounts = above.slice(above.indexOf('Ara toplam')).matchAll(/(-?)₺([\d.]+),(\d\d)/g)
        const units = [...amounts].map(([, sign, whole = '', part]) =>
          BigInt(`${sign}${whole.replaceAll('.', '')}${part}`),
        )
        assert.equal(units.length, grandTotalIncludesCargo ? 4 : 3)
        assert.equal(
          units.reduce((sum, each) => sum + each),
          grandTotal,
        )
      }
    }
  })

  it('show the shelf price of a shop whose prices include VAT', () => {
    const { text } = seePriced({ pricesIncludeVat: true })
    assert.match(text, /3 × ₺99,90 .*Tutar: ₺299,70 %20 KDV dahil/)
    assert.match(seePriced({ pricesIncludeVat: false }).text, /3 × ₺119,88 .*Tutar: ₺359,64 %20 KDV dahil/)
  })

  it('have a warning only below the minimum order', () => {
    const minimum = { minimumOrderAmount: lira('250.00'), belowMinimumOrder: true }
    for (const page of ['cart', 'checkout'] as const) {
      assert.match(see(page, cartOf([{}], minimum)), /En düşük sipariş tutarı ₺250,00; sepetiniz bunun altında/)
    }
    assert.doesNotMatch(see('cart', cartOf([{}], { ...minimum, belowMinimumOrder: false })), /minimum/)
  })
})
