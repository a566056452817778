/** Tests of lists of texts in one cell. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { joinTexts, splitTexts } from './text-lists.ts'

test('a cell is read as people write it', () => {
  const cases: [string, string[]][] = [
    ['', []],
    [' ; ;', []],
    ['Ev; Bahçe ;  Giyim > Gömlek', ['Ev', 'Bahçe', 'Giyim > Gömlek']],
    ['A\\;B;C\\\\;D\\', ['A;B', 'C\\', 'D\\']],
    ['\\ a\\ ; b', [' a ', 'b']],
  ]
  for (const [cell, texts] of cases) assert.deepEqual(splitTexts(cell), texts, cell)
})

test('texts that are not empty are read as they were written', () => {
  const texts = fc.array(fc.string({ minLength: 1, unit: fc.constantFrom('a', ';', '\\', ' ', '\n', 'ş', '\u00a0') }))
  fc.assert(fc.property(texts, list => assert.deepEqual(splitTexts(joinTexts(list)), list)))
})
