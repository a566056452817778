/** What a JSON document that is no shop file looks like. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeForeignDocument } from './resembled-part.ts'

const NONE = 'has none of the sections of a shop file: '

test('a document that has the members of a record or of a section is named after it', () => {
  const documents: [names: string[], resemblance: string][] = [
    [['id', 'name', 'price', 'stock'], 'it looks like one record of products: write {"products": [{…}]}'],
    [['code', 'discountType', 'value'], 'it looks like one record of coupons: write {"coupons": [{…}]}'],
    [['id', 'email', 'name'], 'it looks like one record of customers: write {"customers": [{…}]}'],
    [['name', 'currencyCode', 'settings'], 'it looks like the section shop: write {"shop": {…}}'],
    [
      ['data', 'meta'],
      'it looks like an answer of the API, whose records are in data: write them as a list into their section',
    ],
  ]
  for (const [names, resemblance] of documents) assert.equal(describeForeignDocument(names), NONE + resemblance)
})

test('of any other document the first five members are named', () => {
  assert.match(
    describeForeignDocument(['name', 'version', 'a', 'b', 'c', 'd']),
    /its members are "name", "version", "a", "b", "c" and others; a shop file has sections such as products/,
  )
  assert.match(describeForeignDocument(['constructor']), /its members are "constructor"; /)
})
