/** Tests of the promotions on the pages: campaigns that apply by themselves, several at once, offers, and coupons that stay in the app. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cartOf, en, lira, nothing, render, see, tr } from '../../../test/support/web-checkout/read-page.ts'
import type { ShownCart } from './page-model.ts'

const EVIL = '<img src=x onerror=alert(1)>'
const appliedCoupon = { code: 'YAZ5', description: 'Yaz', discountType: 'percent', discountAmount: lira('89.09') }
const appliedCampaign = { id: 7, name: EVIL, description: 'Oturma odasında', discountAmount: lira('178.18') }
const coupon = { kind: 'coupon', code: 'YAZ5', name: 'Yaz', discountAmount: lira('89.09') }
const campaign = { kind: 'campaign', id: 7, name: EVIL, discountAmount: lira('178.18') }
const further = { kind: 'campaign', id: 9, name: 'Kargo bizden', discountAmount: nothing }

/** A cart with members beside its VAT. */
function cartWithMeta(
  attributes: Parameters<typeof cartOf>[1],
  meta: NonNullable<ShownCart['data']['meta']>,
): ShownCart {
  const cart = cartOf([{}], attributes)
  return { ...cart, data: { ...cart.data, meta: { ...cart.data.meta, ...meta } } }
}

const seen = (cart: ShownCart, t = tr) => see('cart', cart, t)

describe('the promotions of a cart', () => {
  it('say that a campaign applies by itself', () => {
    const cart = cartWithMeta({ appliedCoupon, appliedCampaign }, { promotions: [coupon, campaign] })
    assert.match(
      seen(cart),
      /Kupon YAZ5 -₺89,09 Yaz Kampanya <img .*> -₺178,18 Oturma odasında Kendiliğinden uygulandı\./,
    )
    assert.match(seen(cart, en), /Campaign <img .*> -₺178\.18 Oturma odasında Applies by itself\./)
    const chosen = cartWithMeta({ appliedCoupon, appliedCampaign }, {})
    assert.doesNotMatch(seen(chosen), /Kendiliğinden/)
  })

  it('are all listed where several campaigns apply, without a word on which was chosen', () => {
    const cart = cartWithMeta({ appliedCoupon, appliedCampaign }, { promotions: [coupon, campaign, further] })
    const text = seen(cart)
    assert.match(text, /Kupon YAZ5 -₺89,09 .*Kampanya <img .*> -₺178,18 .*Kampanya Kargo bizden Uygulandı/)
    assert.doesNotMatch(text, /Kendiliğinden/)
  })

  it('name what the cart lacks of others, in money or pieces, on every page with totals', () => {
    const offers = [
      { campaignId: 2, name: EVIL, missing: { total: lira('50.00') } },
      { campaignId: 3, name: '3 al 2 öde', missing: { quantity: 2 } },
    ]
    const cart = cartWithMeta({}, { offers })
    for (const page of ['cart', 'checkout'] as const) {
      assert.match(see(page, cart), /<img .*> için ₺50,00 daha ekleyin\. 3 al 2 öde için 2 adet daha ekleyin\./)
      assert.match(see(page, cart, en), /Add ₺50\.00 more for <img .*> \. Add 2 more items for 3 al 2 öde \./)
      assert.doesNotMatch(render(page, { identity: 'guest', cart }), /<img src=x/)
    }
    assert.doesNotMatch(seen(cartOf([{}])), /daha ekleyin/)
  })

  it('say which coupon stays in the app, and which does not apply', () => {
    const refused = (reason: string) => cartWithMeta({}, { coupon: { code: EVIL, applied: false, reason, detail: '' } })
    assert.match(seen(refused('channel')), /<img .*> kuponu web sitesinde geçerli değil; indirimi bu toplamda yok\./)
    assert.match(seen(refused('channel'), en), /The coupon <img .*> does not apply on the website, so its discount/)
    assert.match(seen(refused('minimum_total')), /<img .*> kuponu bu sepette geçerli değil; indirimi bu toplamda yok\./)
    assert.doesNotMatch(render('cart', { identity: 'guest', cart: refused('channel') }), /<img src=x/)
  })
})
