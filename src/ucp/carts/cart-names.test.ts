/** Names of agents' carts. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CART_ID, newCartId } from './cart-names.crypto.ts'

describe('the id of a new cart', () => {
  it('has the form of an id, and does not begin with the sign of an option', () => {
    const ids = Array.from({ length: 5_000 }, newCartId)
    assert.equal(new Set(ids).size, ids.length)
    assert.deepEqual(
      ids.filter(id => !CART_ID.test(id) || id.startsWith('-')),
      [],
    )
  })
})
