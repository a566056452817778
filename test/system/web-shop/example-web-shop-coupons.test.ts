/** Coupons of examples/web-shop over HTTP: those that are for a member, why a coupon does not apply and what is missing, in Turkish and English. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { addItem, cartOf } from '../../support/cart/cart.ts'
import { couponRecord } from '../../support/cart/coupons.ts'
import { hold } from '../../support/checkouts/orders.ts'
import { ids } from '../../support/import/shop-file.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { signIn } from '../../support/web-checkout/checkout.ts'
import type { ExampleShop } from '../../support/web-checkout/example-shop.ts'
import { createShopper, importPrice, type Shopper, shopperOf, startShopOf } from '../../support/web-checkout/shopper.ts'

const TOO_MUCH = { conditions: { minimumTotal: '100' } }
const campaign = { id: 5, name: 'K', couponBound: true, reward: { type: 'percent', value: '10' } }

/** Fields of a coupon, and the sentences about it on the page of a guest with three pieces for 36.00 with VAT. */
const stored: [fields: object, tr: string, en: string][] = [
  [TOO_MUCH, '₺64,00 daha ekleyin, kupon uygulanır.', '₺64.00 more and the coupon applies.'],
  [
    { conditions: { minimumTotal: '36.001', productIds: [ids.plain] } },
    'Kuponun geçerli olduğu ürünlerden ₺0,01 daha ekleyin, kupon uygulanır.',
    '₺0.01 more of the products that it is for, and the coupon applies.',
  ],
  [
    { conditions: { minimumQuantity: 4, minimumTotal: '100' } },
    '1 adet ve toplam ₺64,00 daha ekleyin, kupon uygulanır.',
    '1 item and in total ₺64.00 more and the coupon applies.',
  ],
  [{ campaignId: 5 }, '2 adet daha ekleyin, kupon uygulanır.', '2 items more and the coupon applies.'],
  [
    { campaignId: 6 },
    'Bu kuponun kampanyası şu anda sepetinizde geçerli değil.',
    'The campaign of this coupon does not apply to your cart right now.',
  ],
  [
    { conditions: { productIds: [ids.taxFree] } },
    'Sepetinizde bu kuponun geçerli olduğu bir ürün yok.',
    'This coupon is for products that are not in your cart.',
  ],
  [
    { usageLimitPerCustomer: 1 },
    'Bu kupon üyeler içindir: giriş yapınca uygulanır.',
    'This coupon is for members: it applies after you log in.',
  ],
]
const refused: [fields: object, tr: string, en: string][] = [
  [{ active: false }, 'Bu kupon şu anda kullanılmıyor.', 'This coupon is not in use right now.'],
  [{ startsAt: '2999-01-01T00:00:00Z' }, 'Bu kuponun süresi henüz başlamadı.', 'This coupon is not valid yet.'],
  [{ endsAt: '2020-01-01T00:00:00Z' }, 'Bu kuponun süresi doldu.', 'This coupon has expired.'],
  [{ usageLimit: 0 }, 'Bu kuponun kullanım hakkı bitti.', 'This coupon has been used up.'],
  [{ audience: { members: true } }, 'Bu kupon kodu geçerli değil.', 'This coupon code is not valid.'],
]

describe('a coupon that does not apply in the example web shop', () => {
  let service: TestService
  let shop: ExampleShop
  let shopper: Shopper
  before(async () => {
    service = await startService('sqlite', { COUPON_RATE_LIMIT: '0' })
    shop = await startShopOf(service)
    await importPrice(service, '10.00', {
      campaigns: [
        { ...campaign, conditions: { minimumQuantity: 5 } },
        { ...campaign, id: 6, active: false },
      ],
    })
  })
  after(async () => {
    await shop.stop()
    await service.stop()
  })
  beforeEach(async () => {
    shopper = await createShopper(service, shop)
  })

  const define = (fields: object) => service.importShop({ coupons: [couponRecord('Kupon', fields)] })
  /** The section of the coupon on the page of a location. */
  const sectionAt = async (location: string, language: string) => {
    const headers = { Cookie: shopper.cookie, 'Accept-Language': language }
    const page = await (await fetch(shop.url + location, { headers })).text()
    return /<section aria-labelledby="coupon">([\s\S]*?)<\/section>/.exec(page)?.[1] ?? assert.fail(page)
  }

  it('is named with what is missing on every page, until it applies or is removed', async () => {
    for (const [fields, ...sentences] of stored) {
      await define(fields)
      const { status, location } = await shopper.send({ do: 'take-coupon', code: 'KUPON' }, '/sepet')
      assert.deepEqual([status, location], [303, '/sepet#coupon'])
      for (const path of ['/sepet', '/odeme']) {
        for (const [index, language] of ['tr', 'en'].entries()) {
          const section = await sectionAt(path, language)
          assert.match(section, /<strong dir="auto">Kupon<\/strong>/)
          assert.match(section, /name="code"/)
          assert.equal(/role="status">([^<]*)</.exec(section)?.[1], sentences[index])
        }
      }
    }
    await define(TOO_MUCH)
    const { included } = cartOf(await service.call('GET', '/cart', { token: shopper.token }))
    await shopper.send({ do: 'change', [`${included[0]?.id}/3`]: '9' }, '/odeme')
    const applied = await sectionAt('/odeme', 'en')
    assert.doesNotMatch(applied, /role=|name="code"/)
    await shopper.send({ do: 'change', [`${included[0]?.id}/3`]: '8' }, '/odeme')
    assert.match(await sectionAt('/odeme', 'en'), /₺4\.00 more and the coupon applies\./)
    await shopper.send({ do: 'remove-coupon' }, '/odeme')
    assert.doesNotMatch(await sectionAt('/odeme', 'en'), /Kupon|role=/)
  })

  it('is named once when its code is not stored, beside the form for another code', async () => {
    for (const [fields, ...sentences] of refused) {
      await define(fields)
      const { location } = await shopper.send({ do: 'take-coupon', code: 'kupon' })
      assert.match(location ?? '', /^\/odeme\?message=coupon-\w+#coupon$/)
      for (const [index, language] of ['tr', 'en'].entries()) {
        const section = await sectionAt(location ?? '', language)
        assert.equal(/role="alert">([^<]*)</.exec(section)?.[1], sentences[index])
        assert.match(section, /name="code"/)
      }
      assert.doesNotMatch(await sectionAt('/odeme', 'en'), /role=|<strong/)
    }
  })

  it('is told once its last use is held by another', async () => {
    await define({ usageLimit: 1 })
    const other = await createShopper(service, shop)
    for (const each of [shopper, other]) await each.send({ do: 'take-coupon', code: 'kupon' })
    assert.equal((await hold(service, 'last', other.token)).status, 201)
    assert.match(await sectionAt('/odeme', 'en'), /role="status">This coupon has been used up\./)
  })
})

describe('the coupons that are for a member in the example web shop', () => {
  const EVIL = '<img src=x onerror=alert(1)>'
  let service: TestService
  let shop: ExampleShop
  before(async () => {
    service = await startService('sqlite', { COUPON_RATE_LIMIT: '0' })
    shop = await startShopOf(service)
    await importPrice(service, '10.00', {
      coupons: [
        couponRecord('SENİN', { description: EVIL, audience: { customerIds: [ids.member] } }),
        couponRecord('HERKESİN'),
      ],
    })
  })
  after(async () => {
    await shop.stop()
    await service.stop()
  })

  const sectionOf = (page: string) => /<section aria-labelledby="coupon">([\s\S]*?)<\/section>/.exec(page)?.[1] ?? ''

  it('are listed, as text, and applied by a button', async () => {
    const token = await service.token('member', { id: String(ids.member) })
    await addItem(service, token, ids.plain, 3)
    const member = shopperOf(shop, token, await signIn(service, token))
    for (const path of ['/sepet', '/odeme']) {
      const section = sectionOf((await member.open(path)).page)
      assert.match(section, /<p class="note" id="my-coupons">My coupons<\/p>[\s\S]*<strong dir="auto">SENİN<\/strong>/)
      assert.doesNotMatch(section, /HERKES|<img src=x/)
      assert.equal([...section.matchAll(/value="take-coupon[^"]*"/g)].length, 2)
    }
    await member.send({ do: 'take-coupon', code: 'SENİN' }, '/sepet')
    const applied = sectionOf((await member.open('/sepet')).page)
    assert.match(applied, /SENİN[\s\S]*value="remove-coupon"/)
    assert.doesNotMatch(applied, /my-coupons/)
  })

  it('are not shown to a guest', async () => {
    const guest = await createShopper(service, shop)
    const section = sectionOf((await guest.open('/sepet')).page)
    assert.match(section, /name="code"/)
    assert.doesNotMatch(section, /my-coupons|SENİN/)
  })
})
