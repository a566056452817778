/** Tests of the rendered pages: session user, messages, languages and escaping. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { cartOf, en, lira, pages, read, render, see, tr } from '../../../test/support/web-checkout/read-page.ts'
import { CONTINUE_FAILURES } from '../continue-failure.ts'
import type { SessionUser } from '../session/session-user.ts'
import { renderPage, renderRefusal } from './page.ts'

describe('every page', () => {
  const cart = cartOf([{}])

  it('shows the session user', () => {
    for (const page of pages) {
      const member = read(render(page, { identity: 'member', customerId: 42, cart }))
      assert.match(member, /Üye olarak alışveriş yapıyorsunuz · Müşteri no\. 42/)
      assert.match(see(page, cart), /Misafir olarak/)
      assert.match(read(render(page, { identity: 'none' })), /Oturum yok/)
    }
  })

  it('explains how to get a session when there is none, and shows no links to other pages', () => {
    for (const page of pages) {
      const text = read(render(page, { identity: 'none' }))
      assert.match(text, /daha önce kullanılmış ya da süresi dolmuş olabilir.*Uygulamaya dönüp yeniden deneyin/)
      assert.doesNotMatch(text, /Ödemeye geç|Sepete dön/)
    }
  })

  it('explains why the link of an agent’s cart did not open, above the cart of a session and without one', () => {
    for (const page of pages) {
      for (const failure of CONTINUE_FAILURES) {
        for (const t of [tr, en]) {
          const { title, paragraphs } = t.linkFailures[failure]
          const seen = (user: SessionUser) => read(renderPage(page, { shopName: 'Ihlamur Avlusu', user, failure }, t))
          const without = seen({ identity: 'none' })
          for (const sentence of [title, ...paragraphs]) assert.ok(without.includes(sentence), without)
          assert.ok(!without.includes(t.unknownUser.title))
          const text = seen({ identity: 'member', customerId: 42, cart })
          assert.ok(text.includes(`${title}. ${paragraphs.join(' ')}`), text)
          assert.ok(text.endsWith(read(render(page, { identity: 'member', customerId: 42, cart }, t)).slice(-80)))
        }
      }
    }
  })

  it('has the shop name in its title', () => {
    assert.match(render('cart', { identity: 'none' }), /<title>Sepetim · Ihlamur Avlusu<\/title>/)
  })

  it('has no script, no inline style and no form', () => {
    const lines = [{ giftPackage: true, giftNote: 'Nice yıllara', availableForSale: false }]
    for (const page of pages) {
      assert.doesNotMatch(
        render(page, { identity: 'guest', cart: cartOf(lines) }),
        /<script|<style|<form|\sstyle=|\son\w+=/,
      )
    }
  })
})

describe('text from users', () => {
  const benign = hostile('Ad')

  function hostile(text: string): string {
    const promotion = { description: text, discountAmount: lira('5.00') }
    const cart = cartOf([{ productName: text, orderNote: text, giftNote: text, stockUnit: text }], {
      appliedCoupon: { ...promotion, code: text, discountType: text },
      appliedCampaign: { ...promotion, id: 1, name: text },
    })
    return renderPage('cart', { shopName: text, user: { identity: 'guest', cart } }, tr)
  }

  // Proves: escaped-markup
  it('is shown unchanged and never becomes markup', () => {
    const typed = fc.oneof(
      fc.string(),
      fc.constantFrom('<script>alert(1)</script>', '"><img src=x onerror=y>', "'&lt;"),
    )
    fc.assert(
      fc.property(
        typed.filter(text => text.trim() !== ''),
        text => {
          const page = hostile(text)
          assert.equal(page.split('<').length, benign.split('<').length)
          assert.equal(page.split('"').length, benign.split('"').length)
          assert.ok(read(page).includes(text.replace(/\s+/g, ' ').trim()))
        },
      ),
    )
  })

  // Proves: picture-scheme
  it('becomes a picture only when it is an http or https address', () => {
    for (const image of ['javascript:alert(1)', 'data:image/svg+xml,x', '//evil.example/x', '', 'x" onerror="y']) {
      assert.doesNotMatch(render('cart', { identity: 'guest', cart: cartOf([{ image }]) }), /<img/)
    }
    const quoted = render('cart', { identity: 'guest', cart: cartOf([{ image: 'https://a.example/"><b>' }]) })
    assert.match(quoted, /src="https:\/\/a\.example\/%22%3E%3Cb%3E"/)
  })
})

describe('an empty cart', () => {
  it('shows a message, and neither totals nor a link to payment', () => {
    const empty = cartOf([])
    for (const page of ['cart', 'checkout'] as const) {
      assert.match(see(page, empty), /Sepetiniz boş/)
      assert.doesNotMatch(see(page, empty), /Ödemeye geç|toplam/)
    }
  })
})

describe('the checkout page', () => {
  it('shows the customer, and that it takes no payment', () => {
    const text = read(render('checkout', { identity: 'member', customerId: 42, cart: cartOf([{}]) }))
    assert.match(text, /Siparişi veren Üye · Müşteri no\. 42 .*Bu siz değilseniz devam etmeyin/)
    assert.match(text, /mağazanın kendi web sitesinde tamamlanır.*burada ödeme alınmaz/)
    assert.match(see('checkout', cartOf([{}])), /Siparişi veren Misafir/)
  })
})

describe('the orders page', () => {
  it('shows a note about orders to members, and that it is for members to others', () => {
    const cart = cartOf([{}])
    assert.match(see('orders', cart), /Bu sayfa üyeler içindir/)
    assert.match(read(render('orders', { identity: 'none' })), /Bu sayfa üyeler içindir/)
    const member = read(render('orders', { identity: 'member', customerId: 42, cart: cartOf([]) }))
    assert.match(member, /Siparişlerinizi burada mağazanın kendi sayfaları gösterir/)
  })

  it('shows the cart of a member and of a guest, including an empty cart', () => {
    const minimum = { minimumOrderAmount: lira('2500.00'), belowMinimumOrder: true }
    const cart = cartOf([{ availableForSale: false }], minimum)
    const summary =
      /Sepetiniz Keten gömlek .*2 adet × ₺890,90 .*₺1\.781,81 .*Ara toplam .*satın alınamıyor.*En düşük sipariş tutarı.*₺1\.781,81 KDV %10 \(dahil\) ₺161,98 Sepete dön/
    assert.match(see('orders', cart), summary)
    assert.match(read(render('orders', { identity: 'member', customerId: 42, cart })), summary)
    assert.match(see('orders', cartOf([])), /Sepetiniz Sepetiniz boş\. Sepete dön/)
  })
})

describe('renderRefusal', () => {
  it('shows what the user can do, without session data', () => {
    const unavailable = read(renderRefusal(tr.unavailable, tr))
    assert.match(unavailable, /Şu anda hizmet veremiyoruz Lütfen biraz sonra yeniden deneyin/)
    assert.match(read(renderRefusal(tr.limited, tr)), /çok fazla istek geldi Lütfen bir dakika sonra yeniden deneyin/)
    assert.match(read(renderRefusal(en.unavailable, en)), /We cannot serve you right now Please try again shortly/)
    assert.match(read(renderRefusal(en.limited, en)), /Too many requests .* Please try again in a minute/)
    assert.doesNotMatch(unavailable, /Oturum|Misafir|Üye/)
  })
})

describe('a page in English', () => {
  const promotion = { description: '', discountAmount: lira('1051.05') }
  const rich = cartOf(
    [
      { quantity: 1000, stock: 1.5, stockUnit: '', orderNote: 'Zil', giftNote: 'Nice', giftPackage: true },
      { availableForSale: false, stock: 0 },
      { availableForSale: false, stock: 3 },
    ],
    {
      ...{ cargoPrice: lira('39.90'), freeCargoThreshold: lira('500.00') },
      ...{ minimumOrderAmount: lira('2500.00'), belowMinimumOrder: true, discountTotal: lira('2102.10') },
      appliedCoupon: { ...promotion, code: 'YAZ', discountType: 'percent' },
      appliedCampaign: { ...promotion, id: 1, name: 'Üç al' },
    },
  )

  it('declares its language, and formats numbers and money in the English locale', () => {
    assert.match(render('cart', { identity: 'guest', cart: rich }, en), /^<!doctype html>\n<html lang="en">/)
    assert.match(render('cart', { identity: 'guest', cart: rich }, tr), /^<!doctype html>\n<html lang="tr">/)
    const text = see('cart', rich, en)
    assert.match(text, /My cart 3 items .*1,000 × ₺890\.90 Only 1\.5 left in stock .*₺1,781\.81 incl\. 10% VAT/)
    assert.match(text, /Will be wrapped as a gift Order note Zil Gift note Nice/)
    assert.match(text, /Out of stock .*Not on sale right now/)
    assert.match(text, /Coupon YAZ -₺1,051\.05 Campaign Üç al -₺1,051\.05/)
    assert.match(text, /Shipping ₺39\.90 Not included in the grand total\. Free shipping from ₺500\.00/)
    assert.match(text, /2 items in your cart cannot be bought .*below the minimum order of ₺2,500\.00/)
    assert.match(text, /Grand total with VAT ₺1,781\.81 Go to payment/)
    assert.match(see('cart', cartOf([{}]), en), /My cart 1 item /)
  })

  it('contains no Turkish page texts for any session user', () => {
    const users: SessionUser[] = [
      { identity: 'none' },
      { identity: 'guest', cart: rich },
      { identity: 'guest', cart: cartOf([]) },
      { identity: 'member', customerId: 42, cart: rich },
    ]
    for (const page of pages) {
      for (const user of users) {
        const text = read(render(page, user, en)).replace(/Ihlamur Avlusu|Keten gömlek|Üç al/g, '')
        assert.doesNotMatch(text, /[çğıöşüİ]/i, `${page} of ${user.identity}`)
      }
    }
  })
})
