/** Unit tests of the comparison of names with the words of a search. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { gramsOf } from '../../schema/grams.ts'
import { foldName, wordsOf } from './folded-name.ts'

const contains = (name: string, query: string) => wordsOf(query).every(word => foldName(name).includes(word))

describe('a name', () => {
  it('contains words in any order, also within its words, whatever their case and their letter i', () => {
    const found: [name: string, query: string][] = [
      ['Keten gömlek', 'GÖMLEK keten'],
      ['IŞIKLI KILIF', 'ışıklı kılıf'],
      ['ışıklı kılıf', 'ISIKLI'.replace('S', 'Ş')],
      ['İPEK EŞARP', 'ipek'],
      ['I\u0307pek', 'İpek'],
      ['Kazaklar', 'kazak'],
      ['Winterjacke', 'jacke'],
      ['T-shirt (M)', 't-shirt (m)'],
      ['Straße', 'STRASSE'],
      ['ΟΔΟΣ ΑΘΗΝΑΣ', 'οδός'.normalize('NFD').replace('\u0301', '')],
      ['Ünlü\u00a0\n çanta', 'ünlü  ÇANTA'],
      ['Keten gömlek', 'gomlek'],
      ['Keten gomlek', 'GÖMLEK'],
      ['Smørrebrød, Łódź', 'smorrebrod lodz'],
      ['Œuvre Ærø', 'oeuvre AERO'],
    ]
    for (const [name, query] of found) assert.ok(contains(name, query), `${name} contains ${query}`)
  })

  it('does not contain a word that differs in a letter or its order of letters', () => {
    const missed: [name: string, query: string][] = [
      ['Keten gömlek', 'keten pantolon'],
      ['Keten gömlek', 'nekgöm'],
      ['Keten gömlek', 'ketengömlek'],
    ]
    for (const [name, query] of missed) assert.ok(!contains(name, query), `${name} does not contain ${query}`)
  })
})

describe('the words of a query', () => {
  it('are none for blanks, and each once', () => {
    assert.deepEqual(wordsOf(' \t\u00a0 '), [])
    assert.deepEqual(wordsOf('mavi  MAVİ kazak '), ['mavi', 'kazak'])
  })
})

describe('grams', () => {
  it('are the three characters from each place of a word, and none of shorter words', () => {
    assert.deepEqual(gramsOf(['xl', 'kazak', 'ü']), ['kaz', 'aza', 'zak'])
    assert.deepEqual(gramsOf(['👕👖👗👘']), ['👕👖👗', '👖👗👘'])
    assert.deepEqual(gramsOf(['xl']), [])
  })

  it('are at most 32, all of them parts of the words', () => {
    const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 200 }), { maxLength: 5 })
    fc.assert(
      fc.property(texts, words => {
        const grams = gramsOf(words)
        assert.ok(grams.length <= 32 && grams.every(gram => words.some(word => word.includes(gram))))
      }),
    )
  })
})
