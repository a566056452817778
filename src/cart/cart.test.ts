/** Unit tests of the rules for adding items and saving notes. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultShop } from '../../test/support/cart/pricing.ts'
import { explainLongNotes, explainRefusedItem, type ItemFacts } from './cart.ts'

const facts = (overrides: Partial<ItemFacts> = {}): ItemFacts => ({
  customerStatus: null,
  mergedInto: null,
  productOnSale: true,
  hasVariants: false,
  variantOnSale: false,
  quantity: 0,
  lines: 0,
  ...overrides,
})
const MAX_LINES = 3
const item = (overrides = {}) => ({ productId: 1, variantId: null, quantity: 1, ...overrides })
const reasons = (wanted: object, known: Partial<ItemFacts>) =>
  explainRefusedItem(item(wanted), facts(known), MAX_LINES).map(({ code, pointer }) => `${code} ${pointer}`)

describe('explainRefusedItem', () => {
  it('accepts an item on sale, with a valid variant, up to the maximum quantity', () => {
    assert.deepEqual(reasons({}, {}), [])
    assert.deepEqual(reasons({ variantId: 5 }, { hasVariants: true, variantOnSale: true }), [])
    assert.deepEqual(reasons({ quantity: 40_000 }, { quantity: 60_000 }), [])
  })

  it('reports cart_full for a new line beyond the maximum, and accepts an item that already has a line', () => {
    assert.deepEqual(reasons({}, { lines: MAX_LINES - 1 }), [])
    assert.deepEqual(reasons({}, { lines: MAX_LINES }), ['cart_full /productId'])
    assert.deepEqual(reasons({}, { lines: MAX_LINES + 1, quantity: 1 }), [])
  })

  it('reports only product_not_on_sale for a product that is not on sale', () => {
    const wanted = { variantId: 5, quantity: 100_000 }
    assert.deepEqual(reasons(wanted, { productOnSale: false, quantity: 1 }), ['product_not_on_sale /productId'])
  })

  it('reports all violations of variant and quantity together', () => {
    const known = { hasVariants: true, quantity: 1 }
    assert.deepEqual(reasons({ variantId: 5, quantity: 100_000 }, known), [
      'variant_invalid /variantId',
      'quantity_too_large /quantity',
    ])
    assert.deepEqual(reasons({}, known), ['variant_required /variantId'])
    assert.deepEqual(reasons({ variantId: 5 }, {}), ['variant_invalid /variantId'])
  })
})

describe('explainLongNotes', () => {
  it('counts the length of notes in Unicode code points', () => {
    const settings = { ...defaultShop.settings, orderNoteMaxLength: 2, giftNoteMaxLength: 0 }
    assert.deepEqual(explainLongNotes({ orderNote: '\u{1F6D2}ş', giftNote: '' }, settings), [])
    assert.deepEqual(
      explainLongNotes({ orderNote: 'abc', giftNote: 'x' }, settings).map(({ pointer }) => pointer),
      ['/orderNote', '/giftNote'],
    )
    assert.deepEqual(explainLongNotes({ orderNote: null }, settings), [])
  })
})
