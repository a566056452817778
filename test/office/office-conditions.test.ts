/** What the office says about conditions of promotions, and what a cart lacks. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadOffice as load } from '../support/browser/office-modules.ts'

const { conditionText } = await load('pages/carts/condition-text')
const { missingText } = await load('pages/carts/missing')
const { textsIn } = await load('texts/texts')

const shop = { currencyCode: 'TRY', decimalPlaces: 2 }
const [tr, en] = [textsIn('tr'), textsIn('en')]

describe('conditions', () => {
  const say = (name: string, detail: string, holds = false) =>
    [tr, en].map(t => conditionText({ name, holds, detail }, t, shop))

  it('are said in both languages', () => {
    assert.deepEqual(say('minimumTotal', '120 of 500'), [
      'Gereken ₺500,00, sepette ₺120,00 var.',
      '₺500.00 are needed, the cart has ₺120.00.',
    ])
    assert.deepEqual(say('minimumQuantity', '1 of 3'), ['Gereken 3, sepette 1 var.', '3 are needed, the cart has 1.'])
    assert.deepEqual(say('weekday', 'weekday 2 in 6, 7'), [
      'Bugün Salı; geçerli günler: Cumartesi, Pazar.',
      'Today is Tuesday; it is valid on Saturday, Sunday.',
    ])
    assert.deepEqual(
      say('audience', 'a member of group 2, dealer, for campaign 6')[1],
      'The cart is a member’s of group 2. The customer is a dealer. Campaign 6 is not for this customer.',
    )
    assert.deepEqual(say('audience', 'a guest, for everyone', true)[1], 'For everyone.')
    assert.deepEqual(say('customerUsage', 'a guest; members only')[0], 'Misafirler kullanamaz; müşteri giriş yapmalı.')
    assert.deepEqual(
      say('coupon', 'YAZ is chosen, and does not apply')[1],
      'YAZ is entered, but its own conditions do not hold.',
    )
    assert.deepEqual(
      say('campaign', 'campaign 6 does not apply: minimumTotal (165 of 300)')[1],
      'Campaign 6 does not apply to this cart; see why below.',
    )
    assert.match(
      say('dates', '2026-11-24T13:20:00.000Z in 2020-02-29T21:00:00.000Z – 2020-03-31T20:59:59.000Z')[1] ?? '',
      /^It ended on 31 Mar 2020/,
    )
    assert.match(
      say('dates', '2026-11-24T13:20:00.000Z in 2027-01-01T12:00:00.000Z – …')[1] ?? '',
      /^It starts on 1 Jan 2027/,
    )
    assert.deepEqual(say('dates', '2026-11-24T13:20:00.000Z in … – …', true)[1], 'No dates.')
  })

  it('name what none of is in the cart', () => {
    assert.equal(say('products', '0 lines of 2 products')[1], 'None of the 2 products that count is in the cart.')
    assert.equal(say('products', '1 lines of all products', true)[0], 'Sepette 1 satır var; her ürün uygundur.')
    assert.equal(say('audience', 'a guest')[0], 'Bu sepetin sahibi için değil. Sepet bir misafirin.')
  })

  it('are left in the words of the API where they are new', () => {
    assert.deepEqual(say('moon', 'waxing of full'), ['waxing of full', 'waxing of full'])
    assert.deepEqual(say('minimumTotal', 'much of more'), ['much of more', 'much of more'])
  })

  it('say what is missing, where only minimums do not hold', () => {
    const total = { name: 'minimumTotal', holds: false, detail: '326.337 of 400' }
    const quantity = { name: 'minimumQuantity', holds: false, detail: '1 of 3' }
    const active = { name: 'active', holds: false, detail: 'switched off' }
    const bound = { name: 'campaign', holds: false, detail: 'campaign 6 does not apply: minimumTotal (165 of 300)' }
    const needed = { name: 'coupon', holds: false, detail: 'needs a coupon that is bound to it' }
    assert.equal(missingText([total], [], tr, shop), '₺73,67 daha eklenirse geçerli olur.')
    assert.equal(missingText([quantity, total], [], en, shop), '2 items and in total ₺73.67 more and it applies.')
    assert.equal(missingText([total, active], [], en, shop), null)
    assert.equal(
      missingText([bound], [{ id: 6, conditions: [total, needed] }], en, shop),
      '₺73.67 more and it applies.',
    )
    assert.equal(missingText([bound], [{ id: 6, conditions: [total, active] }], en, shop), null)
    assert.equal(missingText([{ ...total, holds: true }], [], en, shop), null)
  })
})
