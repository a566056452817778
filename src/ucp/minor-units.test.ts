/** Unit test of minor units. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decimal } from '../money/money.ts'
import { unitPriceInMinorUnits } from './minor-units.ts'

test('a unit price in minor units is rounded half up at the decimals of the shop, then at those of the currency', () => {
  const cases: [price: string, currencyCode: string, decimalPlaces: number, expected: number][] = [
    ['199.905', 'TRY', 2, 19991],
    ['199.905', 'TRY', 0, 20000],
    ['0', 'TRY', 4, 0],
    ['1.2349', 'TRY', 4, 123],
    ['1.235', 'TRY', 3, 124],
    ['100.4', 'JPY', 0, 100],
    ['99.5', 'JPY', 2, 100],
    ['1.2345', 'KWD', 3, 1235],
    ['1.2', 'KWD', 2, 1200],
    ['999999999999', 'TRY', 2, 99999999999900],
  ]
  for (const [price, currencyCode, decimalPlaces, expected] of cases) {
    assert.equal(
      unitPriceInMinorUnits(decimal(price), { currencyCode, decimalPlaces }),
      expected,
      `${price} ${currencyCode}`,
    )
  }
})
