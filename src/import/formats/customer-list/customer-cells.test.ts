import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCell } from './customer-cells.ts'

test('ids and groups are digits; anything else stays text', () => {
  assert.equal(readCell('id', ' 42 '), 42)
  assert.equal(readCell('customerGroupId', '0042'), 42)
  for (const cell of ['1e3', '0x10', '5.0', '+5', '1,000', '١', 'Infinity']) assert.equal(readCell('id', cell), cell)
})

test('flags are words for true and false in any case; anything else stays text', () => {
  assert.deepEqual(
    ['true', 'TRUE', '1', 'False', ' 0 '].map(cell => readCell('dealer', cell)),
    [true, true, true, false, false],
  )
  assert.deepEqual(
    ['yes', 'evet', '2', 'on', '-1'].map(cell => readCell('dealer', cell)),
    [true, true, '2', 'on', '-1'],
  )
})

test('an empty cell is null where null can be, and says nothing elsewhere', () => {
  const read = (cell: string) => [
    readCell('email', cell),
    readCell('customerGroupId', cell),
    readCell('id', cell),
    readCell('status', cell),
    readCell('freeCargo', cell),
  ]
  for (const cell of ['', '  ']) assert.deepEqual(read(cell), [null, null, undefined, undefined, undefined])
  assert.equal(readCell('name', ''), null)
})

test('texts keep their blanks and lose the apostrophe before a formula', () => {
  assert.equal(readCell('name', ' A '), ' A ')
  assert.equal(readCell('mobilePhone', "'+90"), '+90')
  assert.equal(readCell('name', "'tis"), "'tis")
})
