import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { escapeFormula, unescapeFormula } from './formula-text.ts'

test('what a spreadsheet might run gets an apostrophe', () => {
  for (const text of ['=1+1', '+90 555', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1', "'+90", "''=1"]) {
    assert.equal(escapeFormula(text), `'${text}`)
  }
})

test('other texts stay as they are, in either direction', () => {
  for (const text of ['', 'Ayşe', '5-3', "'", "'tis", "d'Arc", "''x"]) {
    assert.equal(escapeFormula(text), text)
    assert.equal(unescapeFormula(text), text)
  }
})

test('one apostrophe is taken away again, and only before what it guards', () => {
  assert.equal(unescapeFormula("'+90 555"), '+90 555')
  assert.equal(unescapeFormula("''+90 555"), "'+90 555")
  assert.equal(unescapeFormula('+90 555'), '+90 555')
})

test('every text comes back from being escaped', () => {
  const hostile = fc
    .array(fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '＝', 'a', ' '))
    .map(each => each.join(''))
  fc.assert(
    fc.property(
      fc.oneof(hostile, fc.string({ unit: 'grapheme' })),
      text => unescapeFormula(escapeFormula(text)) === text,
    ),
  )
})
