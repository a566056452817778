/** Unit tests of the order in which the search lists what it finds. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Entry } from './entries.ts'
import { createSearch } from './find.ts'

const entry = (kind: Entry['kind'], name: string, about = ''): Entry => ({
  kind,
  name,
  about,
  place: '',
  address: name,
})
const find = createSearch([
  entry('Field', 'data.cart'),
  entry('Field', 'note', 'what the cart says'),
  entry('Field', 'cartId'),
  entry('Operation', 'Read the cart'),
  entry('Schema', 'Cart'),
  entry('Error', 'cart_full'),
])

describe('createSearch', () => {
  it('lists the whole name first, then words of names, parts of names and other text', () => {
    assert.deepEqual(
      find('cart').results.map(({ name }) => name),
      ['Cart', 'Read the cart', 'cart_full', 'data.cart', 'cartId', 'note'],
    )
  })

  it('finds entries that contain every word, in any order and case', () => {
    assert.deepEqual(
      find('CART read').results.map(({ name }) => name),
      ['Read the cart'],
    )
    assert.deepEqual(find('cart nothing'), { total: 0, results: [] })
  })

  it('finds by Turkish words what they are in English, with any ending, case and accents', () => {
    for (const query of ['sepet', 'SEPETLER', 'sepetin'])
      assert.equal(find(query).results[0]?.name, 'Read the cart', query)
    assert.deepEqual(
      find('sepeti oku').results.map(({ name }) => name),
      ['Read the cart'],
    )
    const many = createSearch([entry('Operation', 'Delete a customer'), entry('Operation', 'List orders')])
    for (const query of ['müşteri sil', 'MUSTERI SİL', 'sil müşteriyi']) {
      assert.deepEqual(
        many(query).results.map(({ name }) => name),
        ['Delete a customer'],
        query,
      )
    }
    assert.equal(many('SİPARİŞLERİ').results[0]?.name, 'List orders')
    assert.equal(many('kargo').total, 0)
  })

  it('finds nothing for an empty query, and at most 50 entries', () => {
    assert.deepEqual(find(' \n'), { total: 0, results: [] })
    const many = createSearch(Array.from({ length: 60 }, (_, index) => entry('Field', `field${index}`)))('field')
    assert.deepEqual([many.total, many.results.length], [60, 50])
  })
})
