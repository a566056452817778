/** What the office says about conditions of promotions, and what a cart lacks. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PromotionCondition as Condition } from '../../src/promotions/condition.document.ts'
import { loadOffice as load } from '../support/browser/office-modules.ts'

const { conditionText } = await load('pages/carts/condition-text')
const { contestText } = await load('pages/carts/contest-text')
const { missingText } = await load('pages/carts/missing')
const { textsIn } = await load('texts/texts')

const [tr, en] = [textsIn('tr'), textsIn('en')]
const shop = { timeZone: 'Europe/Istanbul' }
const lira = (amount: string) => ({ amount, currencyCode: 'TRY', decimalPlaces: 2 })

describe('conditions', () => {
  const say = (values: Condition['values'], holds = false) =>
    [tr, en].map(t => conditionText({ name: values.name, holds, detail: 'new', values }, t, shop))
  const everyone = { name: 'audience', campaignId: null, audience: null, dealer: false } as const
  const guest = { customerId: null, customerGroupId: null }
  const dealers = { visitors: false, members: false, dealers: true, customerGroupIds: [], customers: 0 }
  const total = { name: 'minimumTotal', campaignId: null, needed: lira('500.00'), has: lira('120.00') } as const
  const quantity = { name: 'minimumQuantity', campaignId: null, needed: 3, has: 1, missing: 2 } as const
  const now = '2026-11-24T13:20:00.000Z'

  it('are said in both languages', () => {
    assert.deepEqual(say({ ...total, missing: lira('380.00') }), [
      'Gereken ₺500,00, sepette ₺120,00 var.',
      '₺500.00 are needed, the cart has ₺120.00.',
    ])
    assert.deepEqual(say(quantity), ['Gereken 3, sepette 1 var.', '3 are needed, the cart has 1.'])
    assert.deepEqual(say({ name: 'weekday', weekdays: [6, 7], now: 2 }), [
      'Bugün Salı; geçerli günler: Cumartesi, Pazar.',
      'Today is Tuesday; it is valid on Saturday, Sunday.',
    ])
    const dealer = { customerId: 42, customerGroupId: 2, dealer: true }
    assert.deepEqual(
      say({ ...everyone, ...dealer, audience: { ...dealers, dealers: false }, campaignId: 6 })[1],
      'The cart is a member’s of group 2. The customer is a dealer. Campaign 6 is not for this customer.',
    )
    assert.deepEqual(say({ ...everyone, ...guest }, true)[1], 'For everyone.')
    assert.deepEqual(
      say({ name: 'customerUsage', limit: 1, used: null })[0],
      'Misafirler kullanamaz; müşteri giriş yapmalı.',
    )
    assert.deepEqual(say({ name: 'customerUsage', limit: 1, used: 1, campaignId: 6 }), [
      '1 / 1 kullanıldı. Bağlı olduğu kampanyanın koşulu geçerli.',
      '1 of 1 uses are taken. That of its campaign counts.',
    ])
    assert.deepEqual(
      say({ name: 'coupon', couponBound: true, code: 'YAZ', applies: false })[1],
      'YAZ is entered, but its own conditions do not hold.',
    )
    assert.deepEqual(
      say({ name: 'campaign', campaignId: 6, exists: true, failed: ['minimumTotal'] })[1],
      'Campaign 6 does not apply to this cart; see why below.',
    )
    const ended = { from: '2020-02-29T21:00:00.000Z', to: '2020-03-31T20:59:59.000Z' }
    assert.match(say({ name: 'dates', now, ...ended })[1] ?? '', /^It ended on 31 Mar 2020/)
    const begins = { from: '2027-01-01T12:00:00.000Z', to: null }
    assert.match(say({ name: 'dates', now, ...begins })[1] ?? '', /^It starts on 1 Jan 2027/)
    assert.deepEqual(say({ name: 'dates', now, from: null, to: null }, true)[1], 'No dates.')
  })

  it('name what none of is in the cart', () => {
    const products = { name: 'products', campaignId: null } as const
    assert.equal(say({ ...products, lines: 0, products: 2 })[1], 'None of the 2 products that count is in the cart.')
    assert.equal(say({ ...products, lines: 1, products: null }, true)[0], 'Sepette 1 satır var; her ürün uygundur.')
    assert.equal(
      say({ ...everyone, ...guest, audience: dealers })[0],
      'Bu sepetin sahibi için değil. Sepet bir misafire ait.',
    )
  })

  it('name what limits the products beside their list', () => {
    const products = { name: 'products', campaignId: null, lines: 2, products: null } as const
    assert.deepEqual(say({ ...products, limitedBy: ['brands', 'exclude', 'moon'] }, true), [
      'Sepette koşula uyan 2 satır var. Ürünleri sınırlayan: markalar, hariç tutulan ürünler, moon.',
      'Lines in the cart that count: 2. The products are limited by: brands, products that are left out, moon.',
    ])
    assert.equal(
      say({ ...products, lines: 0, products: 3, limitedBy: ['priceTo'] })[0],
      'Sepette koşula uyan ürün yok. Ürünleri sınırlayan: seçilen 3 ürün, en yüksek fiyat.',
    )
  })

  it('say that a kind of customers is left out, and where and with what a campaign does not apply', () => {
    const none = { ...dealers, dealers: false }
    const exclude = { ...none, customerGroupIds: [7] }
    const member = { customerId: 42, customerGroupId: 7 }
    const owner = (customerGroupId: number) =>
      say({ ...everyone, ...member, customerGroupId, audience: { ...none, exclude } })[1]
    assert.match(owner(7) ?? '', /The owner of this cart is among those who are left out\.$/)
    assert.doesNotMatch(owner(8) ?? '', /left out/)
    assert.deepEqual(say({ name: 'channel', campaignId: null, channels: ['app', 'agent'], now: 'web' }), [
      'Alışverişin yapıldığı yer: web mağazası. Geçerli olduğu yer: uygulama, alışveriş asistanları.',
      'Where the customer shops: the web shop. Where it applies: the app, shopping agents.',
    ])
    const combination = { name: 'combination', code: 'YAZ', combinesWithCoupons: false } as const
    assert.equal(
      say({ ...combination, combinesWithCampaigns: true })[0],
      'Sepette YAZ kuponu geçerli ve bu kampanya kuponla birlikte uygulanmaz.',
    )
  })

  it('are left in the words of the API where they are new', () => {
    const moon = { name: 'moon', phase: 'waxing' } as unknown as Condition['values']
    assert.deepEqual(say(moon), ['new', 'new'])
  })

  it('say what is missing, where only minimums do not hold', () => {
    const failed = (values: Condition['values']) => ({ name: values.name, holds: false, detail: '', values })
    const lacks = failed({ ...total, missing: lira('73.67') })
    const active = failed({ name: 'active', on: false })
    const bound = failed({ name: 'campaign', campaignId: 6, exists: true, failed: ['minimumTotal'] })
    const needed = failed({ name: 'coupon', couponBound: true, code: null, applies: false })
    assert.equal(missingText([lacks], [], tr), '₺73,67 daha eklenirse geçerli olur.')
    assert.equal(missingText([failed(quantity), lacks], [], en), '2 items and in total ₺73.67 more and it applies.')
    assert.equal(missingText([lacks, active], [], en), null)
    assert.equal(missingText([bound], [{ id: 6, conditions: [lacks, needed] }], en), '₺73.67 more and it applies.')
    assert.equal(missingText([bound], [{ id: 6, conditions: [lacks, active] }], en), null)
    assert.equal(missingText([{ ...lacks, holds: true }], [], en), null)
  })
})

describe('an automatic campaign', () => {
  const contest = (winnerId: number | null, isChosen: boolean, saving: string | null) => ({
    ...{ winnerId, isChosen, saving: saving === null ? null : lira(saving), heldTooOften: false },
  })
  /** What is said about each campaign of a cart. */
  const sayEach = (campaigns: Parameters<typeof contestText>[1], texts = en) =>
    campaigns.map(each => contestText(each, campaigns, texts))
  const cart = (winnerId: number | null, isChosen: boolean, savings: (string | null)[]) =>
    savings.map((saving, at) => ({ id: at + 1, name: `K${at + 1}`, contest: contest(winnerId, isChosen, saving) }))

  it('says what it saves, and what the others would', () => {
    assert.deepEqual(sayEach(cart(2, false, ['10.00', '25.00', '25.00'])), [
      '“K2” saves more: ₺25.00. This campaign would save ₺10.00.',
      'It applies by itself: it saves most in this cart (₺25.00).',
      '“K2” applies, because the shop’s order prefers it. Both save ₺25.00.',
    ])
    assert.deepEqual(sayEach(cart(1, false, ['10.00', '5.00']), tr), [
      'Kendiliğinden uygulandı: bu sepette en çok bu kazandırıyor (₺10,00).',
      '“K1” daha çok kazandırıyor: ₺10,00. Bu kampanya ₺5,00 kazandırırdı.',
    ])
  })

  it('says that the list, the customer, or nobody decides', () => {
    assert.deepEqual(sayEach(cart(1, false, [null, null])), [
      'It applies by itself: the shop’s order prefers it over “K2”.',
      '“K1” applies, because the shop’s order prefers it.',
    ])
    assert.equal(
      sayEach(cart(1, false, Array(6).fill(null)), tr)[0],
      'Kendiliğinden uygulandı: mağazanın sıralamasında şunlardan önce geliyor: “K2”, “K3”, “K4” +2.',
    )
    assert.deepEqual(sayEach(cart(1, false, [null])), [
      'It applies by itself: no other automatic campaign fits this cart.',
    ])
    const chosen = [...cart(1, true, ['9.00', '8.00']), { id: 9, name: 'Manual' }]
    assert.deepEqual(sayEach(chosen), ['The customer has chosen this campaign.', 'The customer has chosen “K1”.', null])
    assert.match(sayEach(cart(null, false, [null]))[0] ?? '', /^The customer has switched off/)
  })

  it('says that it was held too often, beside the one in its place', () => {
    const held = { id: 7, name: 'Held', contest: { ...contest(1, false, null), heldTooOften: true } }
    const [first, second] = sayEach([...cart(1, false, [null]), held])
    assert.equal(first, 'It applies by itself: no other automatic campaign fits this cart.')
    assert.match(second ?? '', /^The customer has begun too many payments/)
    assert.match(sayEach([{ ...held, contest: { ...held.contest, winnerId: null } }])[0] ?? '', /too many payments/)
    const chosen = { ...held, contest: { ...held.contest, winnerId: 7, isChosen: true } }
    assert.deepEqual(sayEach([chosen]), ['The customer has chosen this campaign.'])
  })
})
