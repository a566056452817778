/** Answers about carts, recorded before promotions got more to say: byte for byte what they were. */

import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { engines } from '../support/database/engines.ts'
import { withoutListPrices, withoutNamesOfItems, withoutPayable } from '../support/replay/names.ts'
import type { Played } from '../support/replay/player.ts'
import { playOn, readRecorded } from '../support/replay/replay.ts'
import { hasActiveDiscount, VARIANT_NAMES } from '../support/replay/shop.ts'

const recorded = readRecorded()
const chapters = [...new Set(recorded.map(({ chapter }) => chapter))]

/** The SKU, which no item of the shop has, and the name of the variant. */
function namesOf(_productId: number, variantId: number | null): string {
  return JSON.stringify({ sku: null, variantName: variantId === null ? null : VARIANT_NAMES[variantId] })
}

/** An answer without what may be new: the list price of a line with a discount, what names the item of a line, and what a checkout's customer pays. */
function comparable(answer: Played): Played {
  const isDiscounted = (productId: number, variantId: number | null) =>
    hasActiveDiscount(productId, variantId, answer.at)
  return { ...answer, body: withoutNamesOfItems(withoutListPrices(withoutPayable(answer.body), isDiscounted), namesOf) }
}

describe('the record', () => {
  it('has hundreds of answers, with coupons that apply and that do not, campaigns, orders and carts of agents', () => {
    assert.ok(recorded.length >= 600, `${recorded.length} answers`)
    const bodies = recorded.map(({ body }) => body).join('\n')
    const refusals = ['inactive', 'not_started', 'expired', 'used_up', 'used_by_customer', 'audience', 'campaign']
    for (const reason of [...refusals, 'products', 'minimum_quantity', 'minimum_total', 'unknown']) {
      assert.ok(bodies.includes(`"reason":"${reason}"`), reason)
    }
    for (const type of ['percent', 'fixed', 'buy_x_pay_y', 'free_shipping']) {
      assert.ok(bodies.includes(`"discountType":"${type}"`), type)
    }
    for (const part of ['"appliedCampaign":{', '"state":"completed"', '"code":"cart_changed"', '"messages":[']) {
      assert.ok(bodies.includes(part), part)
    }
    assert.ok(!bodies.includes('listPriceWithVat'))
  })
})

describe('an answer that is compared', () => {
  it('may have a list price on the lines of discounted items, and nowhere else', () => {
    const line = (id: number, more: string) =>
      `{"productId":${id},"variantId":null,"meta":{"vat":{${more}"payable":1}}}`
    const price = '"listPriceWithVat":{"amount":"1.00","currencyCode":"TRY","decimalPlaces":2},'
    const only2 = (id: number) => id === 2
    const [of1, of2] = [line(1, price), line(2, price)]
    assert.equal(withoutListPrices(`[${of2},${line(1, '')}]`, only2), `[${line(2, '')},${line(1, '')}]`)
    assert.equal(withoutListPrices(`[${of2},${of1}]`, only2), `[${line(2, '')},${of1}]`)
  })

  it('may have what is paid on a checkout, and not elsewhere', () => {
    const payable = ',"payable":{"amount":"1.00","currencyCode":"TRY","decimalPlaces":2}'
    assert.equal(withoutPayable(`{"overStock":false${payable},"cart":{}}`), '{"overStock":false,"cart":{}}')
    assert.equal(withoutPayable(`{"total":1${payable}}`), `{"total":1${payable}}`)
  })

  it('may have SKU and variant of its item on a line, and no others', () => {
    const line = (variantId: number, more: string) =>
      `{"productId":1,"variantId":${variantId},"meta":{${more}"vat":{}}}`
    const names = (_: number, variantId: number | null) => JSON.stringify({ sku: null, variantName: `${variantId}, a` })
    const of7 = '"sku":null,"variantName":"7, a",'
    assert.equal(withoutNamesOfItems(`[${line(7, of7)},${line(8, of7)}]`, names), `[${line(7, '')},${line(8, of7)}]`)
  })
})

for (const engine of engines) {
  describe(`answers about carts on ${engine}`, () => {
    let played: Played[]
    before(async () => {
      played = await playOn(engine)
    })

    for (const chapter of chapters) {
      it(`are what they were: ${chapter}`, () => {
        const of = (answers: Played[]) => answers.filter(each => each.chapter === chapter)
        const [now, then] = [of(played), of(recorded)]
        for (const [index, answer] of then.entries()) {
          const found = now[index]
          assert.deepEqual(found && comparable(found), answer, answer.title)
        }
        assert.equal(now.length, then.length)
      })
    }
  })
}
