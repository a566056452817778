/** Tests of the lines of a cart on the pages: quantities, prices, notes and stock. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cartOf, en, lira, render, see, shirtMeta, shirtVat } from '../../../test/support/web-checkout/read-page.ts'
import type { Line } from './page-model.ts'

describe('the lines of a cart', () => {
  it('show quantity, unit price with VAT, total with VAT, and the VAT rate', () => {
    assert.match(see('cart', cartOf([{}])), /Keten gömlek .*2 adet × ₺890,90 .*₺1\.781,81 %10 KDV dahil/)
    assert.match(see('cart', cartOf([{ stockUnit: '', quantity: 1000, stock: 5000 }])), /1\.000 × ₺890,90/)
  })

  it('show the list price struck through, with words for screen readers, where a discount lowers it', () => {
    const cart = cartOf([{}])
    const included = cart.included.map(item => ({
      ...item,
      meta: { ...shirtMeta, vat: { ...shirtVat, listPriceWithVat: lira('989.90') } },
    }))
    const reduced = { ...cart, included }
    for (const page of ['cart', 'checkout'] as const) {
      assert.match(see(page, reduced), /2 adet × Eski fiyat: ₺989,90 Yeni fiyat: ₺890,90/)
      assert.match(see(page, reduced, en), /2 adet × Was: ₺989\.90 Now: ₺890\.90/)
      assert.match(render(page, { identity: 'guest', cart: reduced }), /<del [^>]*>.*989,90<\/del>/)
    }
    assert.doesNotMatch(see('cart', cart), /Eski fiyat/)
  })

  it('show notes and gift package on the cart page only', () => {
    const cart = cartOf([{ orderNote: 'Zili çalmayın', giftNote: 'Nice yıllara', giftPackage: true }])
    const text = see('cart', cart)
    assert.match(text, /Hediye paketi yapılacak Sipariş notu Zili çalmayın Hediye notu Nice yıllara/)
    assert.doesNotMatch(see('checkout', cart), /Zili çalmayın/)
    assert.doesNotMatch(see('cart', cartOf([{}])), /Hediye|notu/)
  })

  it('show which items are not available', () => {
    for (const page of ['cart', 'checkout'] as const) {
      const text = see(page, cartOf([{ availableForSale: false, stock: 0 }, {}]))
      assert.match(text, /Stokta yok.*Sepetinizdeki 1 ürün şu anda satın alınamıyor/)
    }
    assert.match(see('cart', cartOf([{ availableForSale: false, stock: 3 }])), /Şu anda satışta değil/)
    assert.doesNotMatch(see('cart', cartOf([{}])), /Stokta|satışta/)
  })

  it('show the stock when it is below the quantity', () => {
    assert.match(see('cart', cartOf([{ quantity: 3, stock: 1.5, stockUnit: 'metre' }])), /Stokta 1,5 metre kaldı/)
    assert.doesNotMatch(see('cart', cartOf([{ quantity: 3, stock: -2 }])), /Stokta/)
  })

  it('show what other carts have left of it, where the shop reserves stock', () => {
    const seeLeft = (line: Partial<Line>, available: number) => {
      const cart = cartOf([{ stock: 9, ...line }])
      const included = cart.included.map(item => ({ ...item, meta: { ...shirtMeta, available } }))
      return see('cart', { ...cart, included })
    }
    assert.match(seeLeft({ availableForSale: false }, 0), /Stokta yok/)
    assert.match(seeLeft({ availableForSale: false }, -3), /Stokta yok/)
    assert.match(seeLeft({ quantity: 3 }, 2.5), /Stokta 2,5 adet kaldı/)
    assert.match(seeLeft({ availableForSale: false }, 2), /Şu anda satışta değil/)
    assert.doesNotMatch(seeLeft({ quantity: 3 }, 3), /Stokta/)
  })
})
