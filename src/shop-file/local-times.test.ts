/** Tests of dates in the time zone of the shop. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createLocalTimes, isTimeZone } from './local-times.ts'

const utc = (text: string) => Date.parse(text)
const istanbul = createLocalTimes('Europe/Istanbul')
const berlin = createLocalTimes('Europe/Berlin')

test('startOf returns midnight in the time zone for a date', () => {
  assert.equal(istanbul.startOf('2026-06-07'), utc('2026-06-06T21:00:00Z'))
  assert.equal(createLocalTimes('America/New_York').startOf('2026-06-07'), utc('2026-06-07T04:00:00Z'))
})

test('endOf returns the next midnight for a date', () => {
  assert.equal(istanbul.endOf('2026-06-07'), utc('2026-06-07T21:00:00Z'))
})

test('endOf returns the next second for a date-time: WooCommerce writes 23:59:59 for the end of a day', () => {
  assert.equal(istanbul.endOf('2026-06-07 23:59:59'), utc('2026-06-07T21:00:00Z'))
})

test('a day with a clock change has 23 or 25 hours', () => {
  const length = (day: string) => ((berlin.endOf(day) ?? 0) - (berlin.startOf(day) ?? 0)) / 3_600_000
  assert.deepEqual(['2026-03-29', '2026-10-25', '2026-06-01'].map(length), [23, 25, 24])
})

test('a time skipped by a clock change gets the offset from before the change', () => {
  assert.equal(berlin.startOf('2026-03-29 02:30'), utc('2026-03-29T01:30:00Z'))
})

test('a time repeated by a clock change is the earlier one', () => {
  assert.equal(berlin.startOf('2026-10-25 02:30'), utc('2026-10-25T00:30:00Z'))
})

test('Europe/Istanbul has a fixed offset since 2016 and clock changes before', () => {
  assert.equal(istanbul.startOf('2026-01-15'), utc('2026-01-14T21:00:00Z'))
  assert.equal(istanbul.startOf('2015-01-15'), utc('2015-01-14T22:00:00Z'))
})

test('startOf returns an instant that has the given local time, in every time zone', () => {
  const zones = [
    'Europe/Istanbul',
    'Europe/Berlin',
    'America/St_Johns',
    'Asia/Kolkata',
    'Pacific/Apia',
    'Australia/Lord_Howe',
  ]
  const times = new Map(zones.map(zone => [zone, createLocalTimes(zone)]))
  const instants = fc.integer({ min: utc('1990-01-01T00:00:00Z') / 1000, max: utc('2040-01-01T00:00:00Z') / 1000 })
  fc.assert(
    fc.property(fc.constantFrom(...zones), instants, (zone, seconds) => {
      const shown = new Date(seconds * 1000).toLocaleString('sv-SE', { timeZone: zone })
      const found = times.get(zone)?.startOf(shown) ?? Number.NaN
      assert.equal(new Date(found).toLocaleString('sv-SE', { timeZone: zone }), shown)
      assert.ok(found <= seconds * 1000, 'of a repeated time the earlier')
    }),
  )
})

test('startOf and endOf return null for a text that is not a date', () => {
  for (const text of ['', '07/06/2013', '2026-02-30', '2026-06-07 25:00', '2026-6-7', '2026-06-07T10:00:00+03:00']) {
    assert.equal(istanbul.startOf(text), null, text)
    assert.equal(istanbul.endOf(text), null, text)
  }
})

test('isTimeZone accepts IANA names only', () => {
  for (const name of ['Europe/Istanbul', 'UTC', 'America/Argentina/Ushuaia']) assert.equal(isTimeZone(name), true, name)
  for (const name of ['', 'Mars/Base', '+03:00', 'Europe/İstanbul', '03:00'])
    assert.equal(isTimeZone(name), false, name)
})
