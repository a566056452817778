/** Tests of the rendered pages: session user, lines, totals, messages, languages and escaping. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  campaignWith,
  cartWith,
  couponWith,
  lineWith,
  shopWith,
  snapshotWith,
} from '../../../test/support/cart/pricing.ts'
import { type CartDocument, presentCart } from '../../cart/pricing/cart.document.ts'
import { priceCart } from '../../cart/pricing/price-cart.ts'
import type { ShopSettings } from '../../shop/shop.ts'
import { LINK_FAILURES } from '../link-failure.ts'
import type { SessionUser } from '../session/session-user.ts'
import { renderPage, renderRefusal } from './page.ts'
import type { CartAttributes, Item, Line, PageName } from './page-model.ts'
import { textsIn } from './texts/texts.ts'

type CartVat = NonNullable<CartDocument['data']['meta']>['vat']
type LineVat = NonNullable<Item['meta']>['vat']

const pages: PageName[] = ['cart', 'checkout', 'orders']
const lira = (amount: string) => ({ amount, currencyCode: 'TRY', decimalPlaces: 2 })

const shirt: Line = {
  ...{ productId: 1, variantId: null, quantity: 2, productName: 'Keten gömlek', image: 'https://cdn.example/1.png' },
  ...{ availableForSale: true, unitPrice: lira('809.91'), lineTotal: lira('1619.83'), vatRate: 10 },
  ...{ orderNote: null, giftNote: null, giftPackage: false, stock: 9, stockUnit: 'adet', stockIncrement: 1 },
}

const nothing = lira('0.00')
const shirtVat: LineVat = {
  ...{ unitPriceWithVat: lira('890.90'), lineTotalWithVat: lira('1781.81'), vatAmount: lira('161.98') },
  ...{ discount: { coupon: nothing, campaign: nothing, total: nothing }, payable: lira('1781.81') },
}
const row = (vatRate: number, net: string, vat: string, total: string) => ({
  vatRate,
  ...{ net: lira(net), vat: lira(vat), total: lira(total) },
})

function cartOf(
  lines: Partial<Line>[],
  attributes: Partial<CartAttributes> = {},
  vat: Partial<CartVat> = {},
): CartDocument {
  const included = lines.map((line, index) => ({
    type: 'cart-items' as const,
    id: String(index),
    attributes: { ...shirt, ...line },
    meta: { vat: shirtVat },
  }))
  const totals = { totalQuantity: 2, subtotal: lira('1619.83'), grandTotal: lira('1781.81'), ...attributes }
  const breakdown = [row(10, '1619.83', '161.98', '1781.81')]
  const meta = { vat: { subtotalWithVat: lira('1781.81'), vatTotal: lira('161.98'), breakdown, ...vat } }
  const relationships = { items: { data: included.map(({ type, id }) => ({ type, id })) } }
  const data = { type: 'carts' as const, id: 'me' as const, attributes: totals, relationships }
  return { data: lines.length === 0 ? data : { ...data, meta }, included }
}

const { tr, en } = textsIn
const render = (name: PageName, user: SessionUser, t = tr) => renderPage(name, { shopName: 'Ihlamur Avlusu', user }, t)

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** Returns the visible text of a page: without markup, with single spaces. */
function read(page: string): string {
  const text = page.replace(/<head>.*<\/head>/s, '').replace(/<[^>]*>/g, ' ')
  return text.replace(/&([^;]+);/g, (_, name) => entities[name] ?? '?').replace(/\s+/g, ' ')
}

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
    priceCart(cartWith(lines, { campaignId: 1, coupon: couponWith() }), snapshot, now),
    snapshot.shop,
    'http://x',
  )
  const grandTotal = BigInt(cart.data.attributes.grandTotal?.amount.replace('.', '') ?? '')
  return { text: see('cart', cart), grandTotal }
}

function see(name: PageName, cart: CartDocument, t = tr): string {
  return read(render(name, { identity: 'guest', cart }, t))
}

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
      assert.match(text, /daha önce kullanılmış ya da süresi dolmuş olabilir.*Uygulamaya dönüp tekrar deneyin/)
      assert.doesNotMatch(text, /Ödemeye geç|Sepete dön/)
    }
  })

  it('explains why the link of an agent’s cart did not open, above the cart of a session and without one', () => {
    for (const page of pages) {
      for (const failure of LINK_FAILURES) {
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

  // Proves: markup
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

describe('the lines of a cart', () => {
  it('show quantity, unit price with VAT, total with VAT, and the VAT rate', () => {
    assert.match(see('cart', cartOf([{}])), /Keten gömlek .*2 adet × ₺890,90 .*₺1\.781,81 %10 KDV dahil/)
    assert.match(see('cart', cartOf([{ stockUnit: '', quantity: 1000, stock: 5000 }])), /1\.000 × ₺890,90/)
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
      const included = cart.included.map(item => ({ ...item, meta: { vat: shirtVat, available } }))
      return see('cart', { ...cart, included })
    }
    assert.match(seeLeft({ availableForSale: false }, 0), /Stokta yok/)
    assert.match(seeLeft({ availableForSale: false }, -3), /Stokta yok/)
    assert.match(seeLeft({ quantity: 3 }, 2.5), /Stokta 2,5 adet kaldı/)
    assert.match(seeLeft({ availableForSale: false }, 2), /Şu anda satışta değil/)
    assert.doesNotMatch(seeLeft({ quantity: 3 }, 3), /Stokta/)
  })
})

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
    assert.match(text, /Kargo ₺39,90 ₺500,00 üzeri kargo ücretsiz Genel toplam KDV dahil ₺1\.821,71/)
    assert.match(text, /KDV %10 \(dahil\) ₺161,98 Kargo KDV’si %20 \(dahil\) ₺6,65/)
    assert.doesNotMatch(text, /dahil değildir/)
    assert.doesNotMatch(see('cart', cartOf([{}], paid)), /Kargo KDV/)
  })

  it('show shipping below a grand total that excludes it, and say so', () => {
    const apart = { cargoPrice: lira('39.90'), freeCargoThreshold: lira('500.00') }
    const cargo = { vatRate: 20, net: lira('33.25'), vat: lira('6.65') }
    const shipping =
      /₺161,98 Kargo ₺39,90 Genel toplama dahil değildir\. ₺500,00 üzeri kargo ücretsiz Kargo KDV’si %20 \(dahil\) ₺6,65/
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
      assert.match(see(page, cartOf([{}], minimum)), /₺250,00 olan minimum sipariş tutarının altında/)
    }
    assert.doesNotMatch(see('cart', cartOf([{}], { ...minimum, belowMinimumOrder: false })), /minimum/)
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
      /Sepetiniz Keten gömlek .*2 adet × ₺890,90 .*₺1\.781,81 .*Ara toplam .*satın alınamıyor.*minimum sipariş.*₺1\.781,81 KDV %10 \(dahil\) ₺161,98 Sepete dön/
    assert.match(see('orders', cart), summary)
    assert.match(read(render('orders', { identity: 'member', customerId: 42, cart })), summary)
    assert.match(see('orders', cartOf([])), /Sepetiniz Sepetiniz boş\. Sepete dön/)
  })
})

describe('renderRefusal', () => {
  it('shows what the user can do, without session data', () => {
    const unavailable = read(renderRefusal(tr.unavailable, tr))
    assert.match(unavailable, /Şu anda hizmet veremiyoruz, lütfen birazdan tekrar deneyin/)
    assert.match(read(renderRefusal(tr.limited, tr)), /çok fazla istek geldi\. Lütfen bir dakika sonra tekrar deneyin/)
    assert.match(read(renderRefusal(en.unavailable, en)), /We cannot serve you right now; please try again shortly/)
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
