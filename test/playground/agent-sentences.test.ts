/** Unit tests of the matcher that stands in for a model on the playground. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'

interface Wish {
  quantity: number
  words: string[]
  isByMetre: boolean
  isRemoval: boolean
}

interface Matcher {
  readSentence: (sentence: string, language: 'tr' | 'en') => { isCancellation: boolean; wishes: Wish[] }
  queriesOf: (wish: Pick<Wish, 'words' | 'isByMetre'>) => string[]
  isNamedBy: (name: string, wish: Wish, language: 'tr' | 'en') => boolean
}

// The page is JavaScript, whose types another configuration of `tsc` checks.
const file = new URL('../../web/playground/agent/read-sentence.js', import.meta.url).href
const { readSentence, queriesOf, isNamedBy } = (await import(file)) as Matcher

/** A wish as `2 linen`, with `-` before what is to leave the cart, and `m` behind what is sold by the metre. */
const shown = (sentence: string, language: 'tr' | 'en' = 'en') =>
  readSentence(sentence, language).wishes.map(
    ({ quantity, words, isByMetre, isRemoval }) =>
      `${isRemoval ? '-' : ''}${quantity} ${words.join(' ')}${isByMetre ? ' m' : ''}`,
  )
const queries = (words: string, isByMetre = false) => queriesOf({ words: words.split(' '), isByMetre })

describe('readSentence', () => {
  it('reads quantities and names of both languages', () => {
    assert.deepEqual(shown('two metres of linen and the cutting board'), ['2 linen m', '1 cutting board'])
    assert.deepEqual(shown('iki metre keten ve kesme tahtası', 'tr'), ['2 keten m', '1 kesme tahtası'])
    assert.deepEqual(shown('I would like 3 mugs, a hat & an olive oil + twelve soaps please'), [
      '3 mugs',
      '1 hat',
      '1 olive oil',
      '12 soaps',
    ])
    assert.deepEqual(shown('Bana 3 adet kupa, bir de havlu lütfen', 'tr'), ['3 kupa', '1 havlu'])
  })

  it('reads number words from one to twelve', () => {
    const english = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
    const turkish = ['bir', 'iki', 'üç', 'dört', 'beş', 'altı', 'yedi', 'sekiz', 'dokuz', 'on', 'on bir', 'on iki']
    for (const [index, word] of english.entries()) assert.deepEqual(shown(`${word} mug`), [`${index + 1} mug`])
    for (const [index, word] of turkish.entries()) assert.deepEqual(shown(`${word} kupa`, 'tr'), [`${index + 1} kupa`])
    assert.deepEqual(shown('a dozen mugs, another two hats'), ['12 mugs', '2 hats'])
  })

  it('reads a quantity behind its name, and begins a new wish at a further quantity', () => {
    assert.deepEqual(shown('keten 2 metre, havlu 3 adet', 'tr'), ['2 keten m', '3 havlu'])
    assert.deepEqual(shown('2 mugs 3 hats'), ['2 mugs', '3 hats'])
    assert.deepEqual(shown('2x mug and mug x 3'), ['2 mug', '3 mug'])
  })

  it('rounds fractions up, as a line has whole quantities', () => {
    assert.deepEqual(shown('1.5 metres of linen, 2,5 m linen'), ['2 linen m', '3 linen m'])
  })

  it('lowers letters by the rules of the language', () => {
    assert.deepEqual(shown('İKİ METRE ISLAK KIRLENT', 'tr'), ['2 ıslak kırlent m'])
    assert.deepEqual(shown('TWO LINEN İNCİR'), ['2 linen incir'])
  })

  it('reads what is not wanted any more', () => {
    assert.deepEqual(shown('without the board and one towel more'), ['-1 board', '1 towel'])
    assert.deepEqual(shown('kesme tahtası olmadan', 'tr'), ['-1 kesme tahtası'])
  })

  it('tells the end of a cart from the wish for something', () => {
    for (const sentence of ['cancel', 'Cancel the cart, please', 'sepeti iptal et', 'vazgeçtim']) {
      assert.deepEqual(readSentence(sentence, 'tr'), { isCancellation: true, wishes: [] }, sentence)
    }
    assert.equal(readSentence('cancel two mugs', 'en').isCancellation, false)
  })

  it('reads no wish where nothing is named', () => {
    for (const sentence of ['', '   ', '?!', 'and, and', 'two please', 'iki metre']) {
      assert.deepEqual(readSentence(sentence, 'en'), { isCancellation: false, wishes: [] }, sentence)
    }
  })

  it('takes names of members of every object as words, and any text at all', () => {
    assert.deepEqual(shown('constructor and __proto__ toString'), ['1 constructor', '1 proto tostring'])
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.constantFrom('tr' as const, 'en' as const),
        (text, language) => {
          for (const wish of readSentence(text, language).wishes) {
            assert.ok(Number.isInteger(wish.quantity) && wish.quantity >= 0 && wish.words.length > 0)
            const found = queriesOf(wish)
            assert.ok(found.length >= 1 && found.length <= 4 && found.every(each => each.trim() !== ''))
          }
        },
      ),
    )
  })
})

describe('queriesOf', () => {
  it('tries the words first, then their translation, with the word for fabric where metres were named', () => {
    assert.deepEqual(queries('s'), ['s'])
    assert.deepEqual(queries('linen', true), ['linen', 'keten kumaş', 'keten'])
    assert.deepEqual(queries('cutting board'), ['cutting board', 'kesme tahta', 'cutti board', 'kesme'])
    assert.deepEqual(queries('keten', true), ['keten kumaş', 'keten'])
  })

  it('knows plurals, and cuts endings off', () => {
    assert.deepEqual(queries('mugs'), ['mugs', 'kupa', 'mug'])
    assert.deepEqual(queries('glasses'), ['glasses', 'barda', 'glass'])
    assert.deepEqual(queries('kesme tahtasını'), ['kesme tahtasını', 'kesme tahta', 'tahta'])
    assert.deepEqual(queries('lamps'), ['lamps', 'lamp'])
  })

  it('ends with the longest word alone', () => {
    assert.deepEqual(queries('tea towel'), ['tea towel', 'çay havlu', 'havlu'])
  })
})

describe('isNamedBy', () => {
  it('is true for a name with all words of a query', () => {
    const [board] = readSentence('the cutting board', 'en').wishes
    assert.ok(board)
    assert.equal(isNamedBy('Zeytin ağacı kesme tahtası', board, 'tr'), true)
    assert.equal(isNamedBy('Ham keten kumaş', board, 'tr'), false)
  })
})
