import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readNumber, readWholeNumber } from './cell-numbers.ts'

test('a number has a dot or a comma as decimal sign, and may be negative', () => {
  const values = Object.entries({ '19,90': '19.9', '19.90': '19.9', '-3': '-3', '007': '7', '-0,0': '0', '12': '12' })
  for (const [text, value] of values) assert.deepEqual(readNumber(text), { value, asThousands: null }, text)
})

test('three digits behind the only sign may be thousands', () => {
  assert.deepEqual(readNumber('1.299'), { value: '1.299', asThousands: '1299' })
  assert.deepEqual(readNumber('-12,500'), { value: '-12.5', asThousands: '-12500' })
  for (const text of ['0.299', '1299.500', '1.29', '1.2990']) assert.equal(readNumber(text)?.asThousands, null, text)
})

test('divided thousands, exponents and other texts are no numbers', () => {
  for (const text of ['', '1.299,00', '1,299.00', '1 299', '1e3', '+5', '.5', '5.', '١', '₺5', '1'.repeat(16)])
    assert.equal(readNumber(text), null, text)
})

test('a whole number may divide thousands and end in zeros', () => {
  for (const [text, value] of [
    ['0', 0],
    ['1,234', 1234],
    ['1.234.567', 1234567],
    ['1,234.00', 1234],
    ['7.0', 7],
    ['7,00', 7],
    ['1\u00a0234', 1234],
  ] as const)
    assert.equal(readWholeNumber(text), value, text)
  for (const text of ['', '-3', '1.5', '12,34', '1,234.567', '1e3', '9007199254740992', '99999999999999999999', 'a'])
    assert.equal(readWholeNumber(text), null, text)
})
