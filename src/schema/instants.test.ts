/** Tests of ISO 8601 times. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatInstant, parseInstant } from './instants.ts'

test('parseInstant reads every text of Date.toISOString', () => {
  const date = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59Z'),
    noInvalidDate: true,
  })
  fc.assert(fc.property(date, value => assert.equal(parseInstant(value.toISOString()), value.getTime())))
})

test('parseInstant subtracts the offset', () => {
  const noon = Date.UTC(2026, 0, 31, 12)
  for (const text of [
    '2026-01-31T12:00Z',
    '2026-01-31T15:00:00+03:00',
    '2026-01-31T15:00:00.000+0300',
    '2026-01-31t06:30:00-05:30',
  ]) {
    assert.equal(parseInstant(text), noon, text)
  }
})

test('formatInstant writes every time that parseInstant reads', () => {
  for (const text of [
    '2026-01-31T12:00:00.000Z',
    '0000-01-01T00:00:00.000+23:59',
    '0000-01-01T00:00:00.000+00:01',
    '9999-12-31T23:59:59.999-23:59',
    '9999-12-31T23:59:59.999-00:01',
  ]) {
    const instant = parseInstant(text) ?? Number.NaN
    assert.equal(parseInstant(formatInstant(instant)), instant, text)
  }
  assert.equal(formatInstant(Date.UTC(2026, 0, 31, 12)), '2026-01-31T12:00:00.000Z')
})

test('parseInstant returns null for a text that is not a time with an offset', () => {
  const wrong = [
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T12:60:00Z',
    '2026-01-31T12:00:60Z',
    '2026-01-31T12:00:00+24:00',
    '2026-01-31T12:00:00',
    '2026-01-31',
    '31.01.2026',
    '1767182400000',
    '',
  ]
  for (const text of wrong) assert.equal(parseInstant(text), null, text)
})
