/** Prices by quantity in the office without a browser: as they are typed, sent, refused and undone. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadOfficeModule } from '../support/office/browser-modules.ts'
import { loadStock } from '../support/browser/office-stock-modules.ts'

type PriceRow = { from: string; price: string; group: string }

const { priceRowsOf, sentPlaceOf, isStored } = await loadOfficeModule<{
  priceRowsOf: (prices: object[], language: string) => PriceRow[]
  sentPlaceOf: (rows: PriceRow[], at: number) => number | null
  isStored: (rows: PriceRow[], stored: object[], language: string) => boolean
}>('pages/products/tier-price-values')
const { changesOf, divideByItem, undoOf } = await loadStock('pages/products/product-edits')

const stored = [
  { from: 10, price: '89.90' },
  { from: 10, price: '85', customerGroupId: 2 },
]
const blank = { from: '', price: '', group: '' }

describe('prices by quantity', () => {
  it('are sent as they are typed, without rows in which nothing is', () => {
    const rows = [...priceRowsOf(stored, 'tr'), blank, { from: '50', price: '1.079,5', group: ' ' }]
    assert.deepEqual(rows[0], { from: '10', price: '89,90', group: '' })
    const sent = [...stored, { from: 50, price: '1079.5' }]
    assert.deepEqual(changesOf({ 7: { 0: { tierPrices: rows }, 8: { tierPrices: [blank] } } }, 'tr'), [
      { id: 7, tierPrices: sent, variants: [{ id: 8, tierPrices: [] }] },
    ])
    const wrong = [{ from: 'ten', price: 'x', group: 'y' }]
    assert.deepEqual(changesOf({ 7: { 0: { tierPrices: wrong } } }, 'en'), [
      { id: 7, tierPrices: [{ from: 'ten', price: 'x', customerGroupId: 'y' }] },
    ])
    assert.deepEqual([sentPlaceOf(rows, 1), sentPlaceOf(rows, 2), sentPlaceOf(rows, 3)], [1, null, 2])
  })

  it('are no change where they are what is stored', () => {
    assert.equal(isStored(priceRowsOf(stored, 'tr'), stored, 'tr'), true)
    assert.equal(isStored(priceRowsOf(stored, 'tr').slice(1), stored, 'tr'), false)
  })

  it('have their errors at the item, and are undone', () => {
    const changes = [{ id: 7, variants: [{ id: 8, tierPrices: [] }] }]
    const error = (pointer: string) => ({ code: 'field_invalid', detail: 'wrong', source: { pointer } })
    const pointers = ['/0/variants/0/tierPrices/1/customerGroupId', '/0/variants/0/tierPrices', '/0/tierPrices/0']
    const { fields, others } = divideByItem(pointers.map(error), changes)
    const [group, list, row] = pointers.map(error)
    assert.deepEqual(fields, { 7: { 0: { tierPrices: [row] }, 8: { tierPrices: [group, list] } } })
    assert.deepEqual(others, [])
    const item = { id: 8, price: null, stock: 1, tierPrices: stored }
    assert.deepEqual(undoOf(changes, [{ ...item, id: 7, variants: [item] }]), [
      { id: 7, variants: [{ id: 8, tierPrices: stored }] },
    ])
  })
})
