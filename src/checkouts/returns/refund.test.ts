/** Refunds: worked amounts, and sums over all orders of returns of any cart. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { anyCart } from '../../../test/support/promotions/reference/random-carts.ts'
import { priceText } from '../../../test/support/promotions/reference/to-cart.ts'
import { rounds } from '../../../test/support/runner/rounds.ts'
import { seed } from '../../../test/support/runner/seed.ts'
import type { CartDocument } from '../../cart/pricing/cart.document.ts'
import type { Money } from '../../money/money.ts'
import { addUp, paidLines, type Refund, refundOf } from './refund.ts'

const money = (amount: string): Money => {
  return { amount, currencyCode: 'TRY', decimalPlaces: amount.split('.')[1]?.length ?? 0 }
}
const amounts = (payable: string, net: string, pieces: { held: number; before: number; returned: number }) => {
  const { refund, net: refunded, vat } = refundOf({ payable: money(payable), net: money(net) }, pieces)
  return [refund.amount, refunded.amount, vat.amount]
}
const units = ({ amount }: Money) => BigInt(amount.replace('.', ''))

describe('the refund of a line', () => {
  it('is the paid amount in whole minor units, piece by piece', () => {
    const of = (before: number) => amounts('10.00', '8.33', { held: 3, before, returned: 1 })
    assert.deepEqual(
      [of(0), of(1), of(2)],
      [
        ['3.33', '2.77', '0.56'],
        ['3.33', '2.77', '0.56'],
        ['3.34', '2.79', '0.55'],
      ],
    )
    assert.deepEqual(amounts('10.00', '8.33', { held: 3, before: 0, returned: 3 }), ['10.00', '8.33', '1.67'])
  })

  it('has the decimals of the shop', () => {
    assert.deepEqual(amounts('100', '83', { held: 3, before: 1, returned: 1 }), ['33', '27', '6'])
    assert.deepEqual(amounts('1.250', '1.042', { held: 2, before: 0, returned: 1 }), ['0.625', '0.521', '0.104'])
  })

  it('is zero where nothing was paid', () => {
    assert.deepEqual(amounts('0.00', '0.00', { held: 2, before: 0, returned: 1 }), ['0.00', '0.00', '0.00'])
  })

  it('is exact for amounts beyond safe integers', () => {
    assert.deepEqual(amounts('99999999999999999.99', '99999999999999999.99', { held: 1, before: 0, returned: 1 }), [
      '99999999999999999.99',
      '99999999999999999.99',
      '0.00',
    ])
  })
})

describe('a sum of refunds', () => {
  it('is unknown where one of them is, and without any', () => {
    assert.equal(addUp([money('1.00'), null]), null)
    assert.equal(addUp([]), null)
    assert.deepEqual(addUp([money('1.00'), money('2.50')]), money('3.50'))
  })
})

/** Returns all pieces of a line in parts. @returns the refunds */
function returnAll(paid: Parameters<typeof refundOf>[0], held: number, parts: readonly number[]) {
  const refunds: Refund[] = []
  let before = 0
  for (const part of [...parts, held]) {
    const returned = Math.min(part, held - before)
    if (returned > 0) refunds.push(refundOf(paid, { held, before, returned }))
    before += returned
  }
  return refunds
}

const sumOf = (all: readonly Money[]) => all.reduce((sum, each) => sum + units(each), 0n)

function requireParts({ refund, net, vat }: Refund): void {
  assert.equal(units(refund), units(net) + units(vat))
  for (const { amount } of [refund, net, vat]) assert.doesNotMatch(amount, /^-/)
}

/** Fails unless the refunds of each line are what was paid for it, and those of each rate have its net amount. */
function requireSums({ data, included }: CartDocument, refunds: readonly Refund[][]): void {
  const paid = included.map(({ meta }) => meta && units(meta.vat.payable))
  assert.deepEqual(
    refunds.map(all => sumOf(all.map(({ refund }) => refund))),
    paid,
  )
  for (const { vatRate, net } of data.meta?.vat.breakdown ?? []) {
    const ofRate = refunds.filter((_, index) => included[index]?.attributes.vatRate === vatRate)
    assert.equal(sumOf(ofRate.flat().map(each => each.net)), units(net))
  }
}

describe('the refunds of any cart, in any parts', () => {
  it('add up to what was paid for each line and to the net amount and the VAT of each rate, and none is negative', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 8 })
    const property = fc.property(anyCart, parts, (plain, inParts) => {
      const document = JSON.parse(priceText(plain)) as CartDocument
      const paid = paidLines(document)
      const refunds = document.included.map(({ id, attributes }) =>
        returnAll(paid.get(id) ?? assert.fail(id), attributes.quantity, inParts),
      )
      refunds.flat().forEach(requireParts)
      requireSums(document, refunds)
    })
    fc.assert(property, { numRuns: rounds({ short: 500, long: 200_000 }), seed })
  })
})
