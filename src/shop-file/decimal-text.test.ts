/** Tests of decimal numbers as text. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  compareDecimals,
  decimalText,
  isGreater,
  parsePrice,
  parseStock,
  parseVatRate,
  shortestDecimal,
} from './decimal-text.ts'

test('decimalText writes small, large and negative numbers without an exponent', () => {
  assert.equal(decimalText(1e-7), '0.0000001')
  assert.equal(decimalText(1e15), '1000000000000000')
  assert.equal(decimalText(-2.5), '-2.5')
  assert.equal(decimalText(-0), '0')
})

test('decimalText keeps the exact value of every number', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e15, max: 1e15, noNaN: true }), value => {
      const text = decimalText(value)
      assert.match(text, /^-?\d+(\.\d+)?$/)
      assert.equal(Number(text), value === 0 ? 0 : value)
    }),
  )
})

test('shortestDecimal returns the same text for equal decimals', () => {
  assert.deepEqual(['0', '0.00', '010.50', '10.5'].map(shortestDecimal), ['0', '0', '10.5', '10.5'])
})

test('parsePrice accepts a dot or a comma as decimal separator and returns null for any other text', () => {
  assert.equal(parsePrice('19.90'), '19.90')
  assert.equal(parsePrice('19,90'), '19.90')
  for (const text of ['', '-1', '1.299,00', '1e3', '.5', '5.', '5 TL', ' 5', '9'.repeat(16)]) {
    assert.equal(parsePrice(text), null, text)
  }
})

test('parseStock accepts negative and fractional numbers', () => {
  assert.equal(parseStock('-3'), '-3')
  assert.equal(parseStock('2,50'), '2.5')
  assert.equal(parseStock('-0'), '0')
  for (const text of ['', '--3', '3-', 'parent', '1e3']) assert.equal(parseStock(text), null, text)
})

test('parseVatRate accepts numbers from 0 to 100', () => {
  assert.equal(parseVatRate('20'), '20')
  assert.equal(parseVatRate('0.50'), '0.5')
  for (const text of ['', '101', '-1', '20%']) assert.equal(parseVatRate(text), null, text)
})

test('isGreater and compareDecimals compare decimals by value', () => {
  assert.equal(isGreater('10', '9.99'), true)
  assert.equal(isGreater('10.00', '10'), false)
  assert.deepEqual(['500', '1000', '0.5'].sort(compareDecimals), ['0.5', '500', '1000'])
})
