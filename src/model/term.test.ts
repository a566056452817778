/** Tests of the terms of products as they are compared. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distinctTerms, foldCategory, foldTerm, foldTerms, isTerm, termEntries } from './term.ts'

test('a term is a text of 1 to 255 characters that is seen, and not much longer as it is compared', () => {
  for (const text of ['', ' ', '\u200b\u00ad', 'x'.repeat(256), '🙂'.repeat(256), 'ﷺ'.repeat(34), 'ﷺ'.repeat(255)])
    assert.equal(isTerm(text), false, text)
  for (const text of ['x', 'x'.repeat(255), '🙂'.repeat(255), 'ﷺ'.repeat(33), '½'.repeat(200)])
    assert.equal(isTerm(text), true, text)
})

test('terms are compared as coupon codes are, categories with one form of their separator', () => {
  for (const text of ['İNDİRİM', 'indirim', ' Indirim ', 'ındırım', 'Ｉndi\u200brim'])
    assert.equal(foldTerm(text), 'indirim')
  for (const path of ['Giyim > Gömlek', ' GİYİM  >\tgömlek ', 'giyim\u200b > gömlek', 'Giyim ＞ Gömlek'])
    assert.equal(foldCategory(path), 'giyim > gömlek')
  assert.equal(foldCategory('Giyim>Gömlek'), 'giyim>gömlek')
})

test('of several spellings the first is kept, without the blanks around it', () => {
  assert.deepEqual(distinctTerms('tag', [' Yaz ', 'YAZ', 'kış']), ['Yaz', 'kış'])
  assert.deepEqual(distinctTerms('category', ['A  >  B', 'a > b', 'A']), ['A  >  B', 'A'])
})

test('a product is found by its categories and those above them, each in its spelling', () => {
  assert.deepEqual(termEntries('category', ['Giyim > Üst  >  Gömlek', 'GİYİM > Alt']), [
    { folded: 'giyim', term: 'Giyim' },
    { folded: 'giyim > üst', term: 'Giyim > Üst' },
    { folded: 'giyim > üst > gömlek', term: 'Giyim > Üst > Gömlek' },
    { folded: 'giyim > alt', term: 'GİYİM > Alt' },
  ])
  assert.deepEqual(termEntries('category', ['A ＞ B']), [
    { folded: 'a', term: 'a' },
    { folded: 'a > b', term: 'a > b' },
  ])
  assert.deepEqual(termEntries('tag', ['A > B']), [{ folded: 'a > b', term: 'A > B' }])
})

test('the terms of a product without any are null', () => {
  assert.equal(foldTerms({ brand: null, categories: [], tags: [] }), null)
  assert.deepEqual(foldTerms({ brand: ' Kuzey', categories: ['A > B', 'a'], tags: ['Yaz', 'YAZ'] }), {
    brand: 'kuzey',
    categories: ['a', 'a > b'],
    tags: ['yaz'],
  })
})
