/** Unit and property tests of money: rounding, sums and percentages. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { decimal, percent, round, sum, toMoney } from './money.ts'

const lira = { currencyCode: 'TRY', decimalPlaces: 2 }
const yen = { currencyCode: 'JPY', decimalPlaces: 0 }
const minor = (units: bigint) => `${units / 100n}.${String(units % 100n).padStart(2, '0')}`

describe('money', () => {
  it('has the number of decimals of its currency', () => {
    assert.deepEqual(toMoney(decimal('0'), lira), { amount: '0.00', currencyCode: 'TRY', decimalPlaces: 2 })
    assert.equal(toMoney(decimal('0'), yen).amount, '0')
    assert.equal(toMoney(decimal('1234.5'), yen).amount, '1235')
  })

  it('is rounded half up from the exact value', () => {
    assert.equal(toMoney(decimal('0.005'), lira).amount, '0.01')
    assert.equal(toMoney(decimal('0.00499999999999999'), lira).amount, '0.00')
    assert.equal(toMoney(decimal('2.675'), lira).amount, '2.68')
  })

  it('is never formatted with an exponent', () => {
    assert.equal(toMoney(decimal('999999999999999.99').times(100_000), lira).amount, '99999999999999999000.00')
    assert.equal(round(decimal('0.000000001'), lira).toFixed(), '0')
  })

  it('is not created from text that is not a decimal', () => {
    for (const text of ['', 'x', '1,5', '1e', 'NaN', 'Infinity', ' 1']) assert.throws(() => decimal(text), text)
  })

  it('is summed exactly, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 10n ** 17n })), units => {
        const expected = minor(units.reduce((total, each) => total + each, 0n))
        assert.equal(sum(units.map(each => decimal(minor(each)))).toFixed(2), expected)
        assert.equal(sum(units.toReversed().map(each => decimal(minor(each)))).toFixed(2), expected)
      }),
    )
  })

  it('is multiplied by percentages exactly', () => {
    assert.equal(decimal('100').times(percent('8.5')).toFixed(), '8.5')
    assert.equal(percent('0.1').times(3).toFixed(), '0.003')
  })
})
