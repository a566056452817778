/** Unit and property tests of money and quantity formatting. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isZero, moneyText, numberText, reductionText } from './money-text.ts'

const lira = (amount: string) => ({ amount, currencyCode: 'TRY', decimalPlaces: 2 })
const TR = 'tr-TR'
const EN = 'en'

describe('moneyText', () => {
  it('formats money in the Turkish locale', () => {
    assert.equal(moneyText(lira('0.00'), TR), '₺0,00')
    assert.equal(moneyText(lira('1234.50'), TR), '₺1.234,50')
    assert.equal(moneyText({ amount: '1235', currencyCode: 'TRY', decimalPlaces: 0 }, TR), '₺1.235')
    assert.equal(reductionText(lira('51.05'), TR), '-₺51,05')
  })

  it('formats money in the English locale', () => {
    assert.equal(moneyText(lira('1234.50'), EN), '₺1,234.50')
    assert.equal(moneyText({ amount: '1235', currencyCode: 'EUR', decimalPlaces: 0 }, EN), '€1,235')
    assert.equal(reductionText(lira('51.05'), EN), '-₺51.05')
  })

  it('keeps digits beyond the precision of a float', () => {
    assert.equal(moneyText(lira('99999999999999999.99'), TR), '₺99.999.999.999.999.999,99')
    assert.equal(moneyText(lira('99999999999999999.99'), EN), '₺99,999,999,999,999,999.99')
    const many = { amount: `0.${'1'.repeat(40)}`, currencyCode: 'TRY', decimalPlaces: 40 }
    assert.equal(moneyText(many, TR), `₺0,${'1'.repeat(40)}`)
  })

  it('keeps every digit of any amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 1, max: 30 }), (whole, decimalPlaces) => {
        const amount = `${whole}.${'7'.repeat(decimalPlaces)}`
        const money = { amount, currencyCode: 'EUR', decimalPlaces }
        assert.equal(moneyText(money, TR).replace(/[^\d,]/g, ''), amount.replace('.', ','))
        assert.equal(moneyText(money, EN).replace(/[^\d.]/g, ''), amount)
      }),
    )
  })

  it('formats plain text when Intl does not support the currency or the number of decimals', () => {
    const points = { amount: '12.50', currencyCode: 'PUAN', decimalPlaces: 2 }
    assert.equal(moneyText(points, TR), '12,50 PUAN')
    assert.equal(moneyText(points, EN), '12.50 PUAN')
    assert.equal(reductionText({ amount: '12.50', currencyCode: '', decimalPlaces: 2 }, TR).trim(), '-12,50')
    const tiny = { amount: `0.${'3'.repeat(101)}`, currencyCode: 'TRY', decimalPlaces: 101 }
    assert.equal(moneyText(tiny, TR), `0,${'3'.repeat(101)} TRY`)
  })

  it('has isZero true only for amounts of zero', () => {
    for (const amount of ['0', '0.00', '0.0000']) assert.ok(isZero(lira(amount)), amount)
    for (const amount of ['0.01', '10', '100.00', '-0.01', '']) assert.ok(!isZero(lira(amount)), amount)
  })
})

describe('numberText', () => {
  it('formats a quantity with its fraction in the Turkish locale', () => {
    assert.equal(numberText(100_000, TR), '100.000')
    assert.equal(numberText(24.75, TR), '24,75')
    assert.equal(numberText(0.0001, TR), '0,0001')
  })

  it('formats a quantity in the English locale', () => {
    assert.equal(numberText(100_000, EN), '100,000')
    assert.equal(numberText(24.75, EN), '24.75')
  })
})
