/** Tests of the first places of keys. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { FirstPlaces } from './first-places.ts'

test('the first place of a key is returned as it was given', () => {
  const part = fc.constantFrom(
    'line ',
    '/products/',
    '/coupons/',
    '7',
    '007',
    '99999999999',
    '\u0000',
    'null',
    '/id',
    ' /email',
    '',
  )
  const place = fc.record({
    file: fc.constantFrom('a.json', 'b1.csv'),
    at: fc.array(part).map(parts => parts.join('')),
  })
  fc.assert(
    fc.property(fc.array(place, { maxLength: 20 }), given => {
      const places = new FirstPlaces()
      for (const [key, each] of given.entries()) assert.equal(places.add(key, each), undefined)
      for (const [key, each] of given.entries()) assert.deepEqual(places.add(key, { file: '', at: '' }), { ...each })
    }),
  )
})

test('a place that ends in the word null is not mistaken for one without a number', () => {
  const places = new FirstPlaces()
  const [numbered, whole] = [
    { file: 'a', at: '7null' },
    { file: 'a', at: '' },
  ]
  places.add('first', numbered)
  places.add('second', whole)
  assert.deepEqual([places.add('first', whole), places.add('second', numbered)], [numbered, whole])
})

test('a number and a text are different keys', () => {
  const places = new FirstPlaces()
  assert.equal(places.add(1, { file: 'a', at: 'line 1' }), undefined)
  assert.equal(places.add('1', { file: 'a', at: 'line 2' }), undefined)
})
