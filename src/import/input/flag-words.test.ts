import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFlag } from './flag-words.ts'

test('a flag is a word of eight languages, yes or no, or a digit, in any letter case', () => {
  for (const word of [
    'TRUE',
    'Doğru',
    'DOĞRU',
    'WAHR',
    'VRAI',
    'VERDADERO',
    'VERO',
    'WAAR',
    'VERDADEIRO',
    'yes',
    'EVET',
    ' 1 ',
    'Sí',
  ])
    assert.equal(readFlag(word), true, word)
  for (const word of [
    'false',
    'YANLIŞ',
    'Yanlış',
    'FALSCH',
    'FAUX',
    'FALSO',
    'ONWAAR',
    'No',
    'HAYIR',
    'hayır',
    '0',
    'não',
  ])
    assert.equal(readFlag(word), false, word)
})

test('any other text is no flag', () => {
  for (const word of ['', 'x', '2', '-1', 'true!', 'dogru', 'oui non']) assert.equal(readFlag(word), null, word)
})
