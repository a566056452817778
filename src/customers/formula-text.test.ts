import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { escapeFormula, unescapeFormula } from './formula-text.ts'

test('what a spreadsheet might run gets an apostrophe', () => {
  for (const text of ['=1+1', '+90 555', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1', "'+90", "''=1"]) {
    assert.equal(escapeFormula(text), `'${text}`)
  }
})

test('so does what it might run behind a separator, at which it may split the text', () => {
  const escaped = {
    'Ali;=1+1;': "Ali;'=1+1;",
    'Ali";=1+1': 'Ali";\'=1+1',
    'Ali;"=1+1"': 'Ali;"\'=1+1"',
    'Ali,=1': "Ali,'=1",
    'Ali;; +1': "Ali;; '+1",
    'Ali\t@A1\n-1\r\n＝1': "Ali\t'@A1\n'-1\r\n'＝1",
    'Ali\u2028=1\u0085=1\v=1': "Ali\u2028'=1\u0085'=1\v'=1",
    "Ali;'=1;''=1": "Ali;''=1;'''=1",
    '\t=1': "'\t'=1",
    ' =1': " '=1",
    '"=1': '"\'=1',
  }
  for (const [text, expected] of Object.entries(escaped)) {
    assert.equal(escapeFormula(text), expected)
    assert.equal(unescapeFormula(expected), text)
  }
})

test('other texts stay as they are, in either direction', () => {
  const others = [
    '',
    'Ayşe',
    '5-3',
    '5 - 3',
    "'",
    "'tis",
    "d'Arc",
    "''x",
    'a; b, c',
    "rock;'n'roll",
    "x;' =1",
    'a@b.co',
  ]
  for (const text of others) {
    assert.equal(escapeFormula(text), text)
    assert.equal(unescapeFormula(text), text)
  }
})

test('one apostrophe is taken away again, and only before what it guards', () => {
  assert.equal(unescapeFormula("'+90 555"), '+90 555')
  assert.equal(unescapeFormula("''+90 555"), "'+90 555")
  assert.equal(unescapeFormula('+90 555'), '+90 555')
  assert.equal(unescapeFormula('a;=1'), 'a;=1')
})

const hostile = fc.array(fc.constantFrom(...'\'=+-@＝;,"\t\r\n\v\u0085\u2028 \u00a0a')).map(each => each.join(''))
const texts = fc.oneof(hostile, fc.string({ unit: 'grapheme' }))

test('every text comes back from being escaped', () => {
  fc.assert(fc.property(texts, text => unescapeFormula(escapeFormula(text)) === text))
})

test('no piece of an escaped text begins like a formula, wherever it is split', () => {
  const separators = fc.uniqueArray(fc.constantFrom(...',;\t\r\n\v\f\u0085\u2028\u2029'), { minLength: 1 })
  fc.assert(
    fc.property(texts, separators, (text, splits) => {
      const pieces = escapeFormula(text).split(new RegExp(`[${splits.join('')}]`))
      return pieces.every(piece => !/^[\s"\u0085]*[=+\-@＝＋－＠]/.test(piece))
    }),
  )
})

test('a cell of megabytes is read in linear time', () => {
  const megabytes = ['\t'.repeat(2_000_000), "'".repeat(2_000_000), ";'".repeat(1_000_000), `${' '.repeat(2_000_000)}x`]
  for (const text of megabytes) assert.equal(unescapeFormula(text), text)
})
