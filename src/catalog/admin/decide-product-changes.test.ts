import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decideProductChanges } from './decide-product-changes.ts'
import { readProductChanges } from './read-product-changes.ts'
import { resolveProductChanges, type StoredItem } from './resolve-product-changes.ts'

const product: StoredItem = {
  productId: 1,
  variantId: 0,
  sku: 'P',
  price: '10.00',
  stock: '5',
  onSale: true,
  backorder: false,
  backorderOfProduct: false,
  discount: null,
  tierPrices: [],
  brand: null,
  categories: [],
  tags: [],
}
const red: StoredItem = { ...product, variantId: 1, sku: 'RED', price: null, backorder: null }
const blue: StoredItem = { ...product, variantId: 2, sku: 'SAME' }
const green: StoredItem = { ...product, variantId: 3, sku: 'SAME' }
const other: StoredItem = { ...product, productId: 2, sku: 'OTHER' }
const items = [product, red, blue, green, other]

const groups = new Set([7])

function resolve(...body: object[]) {
  return resolveProductChanges(readProductChanges(body).changes, items)
}

function decide(...body: object[]) {
  return decideProductChanges(resolve(...body), { sellsAtNegativeStock: false, groups })
}

/** The stock after a change of the stock that is stored, or its refusal. */
function changeStock(stock: string, stockChange: string, sellsAtNegativeStock = false): string {
  const { changes } = readProductChanges([{ id: 1, stockChange }])
  const resolved = resolveProductChanges(changes, [{ ...product, stock }])
  const { changed, violations, unchanged } = decideProductChanges(resolved, { sellsAtNegativeStock, groups })
  const [refused] = violations
  if (refused) return `${refused.code} ${refused.pointer} ${refused.detail}`
  return changed[0]?.stock ?? `${unchanged} unchanged`
}

function details(...body: object[]): string[] {
  return decide(...body).violations.map(({ code, pointer, detail }) => `${code} ${pointer} ${detail}`)
}

describe('resolveProductChanges', () => {
  it('finds a product by its id or its SKU, and a variant by its SKU alone', () => {
    const found = resolve({ id: 1 }, { sku: 'OTHER' }, { sku: 'RED' }).map(({ kind, item }) => ({ kind, item }))
    assert.deepEqual(found, [
      { kind: 'product', item: product },
      { kind: 'product', item: other },
      { kind: 'variant', item: red },
    ])
  })

  it('finds variants within their product', () => {
    const [ofOne, ofTwo] = [1, 2].map(id => resolve({ id, variants: [{ id: 1 }, { sku: 'RED' }, { sku: 'P' }] })[0])
    assert.deepEqual(
      ofOne?.variants.map(({ item }) => item),
      [red, red, 'unknown'],
    )
    assert.deepEqual(
      ofTwo?.variants.map(({ item }) => item),
      ['unknown', 'unknown', 'unknown'],
    )
  })

  it('finds no item without a SKU by the SKU `null`', () => {
    const unnamed: StoredItem = { ...product, variantId: 4, sku: null }
    const named: StoredItem = { ...product, variantId: 5, sku: 'null' }
    const { changes } = readProductChanges([{ id: 1, variants: [{ id: 4 }, { sku: 'null' }] }])
    const found = (stored: StoredItem[]) => resolveProductChanges(changes, stored)[0]?.variants.map(({ item }) => item)
    assert.deepEqual(found([product, unnamed, named]), [unnamed, named])
    assert.deepEqual(found([product, unnamed]), [unnamed, 'unknown'])
  })

  it('names the reason where there is no item', () => {
    const reasons = resolve({ id: 9 }, { sku: 'SAME' }, { id: 'x' }).map(({ kind, item }) => [kind, item])
    assert.deepEqual(reasons, [
      ['product', 'unknown'],
      ['product', 'ambiguous'],
      ['product', 'unnamed'],
    ])
  })
})

describe('decideProductChanges', () => {
  it('returns the items with new values, and counts the changes of the list', () => {
    const decision = decide(
      { id: 1, price: '10', variants: [{ id: 1, stock: 7 }, { id: 2 }] },
      { id: 2, price: '10.000', stock: '5.0' },
    )
    assert.deepEqual(decision, { violations: [], changed: [{ ...red, stock: '7' }], updated: 1, unchanged: 1 })
  })

  it('leaves the resolved changes as they are', () => {
    const resolved = resolve({ id: 1, stock: 6 }, { id: 1, stock: 7 }, { sku: 'RED', variants: [] })
    const before = structuredClone(resolved)
    decideProductChanges(resolved, { sellsAtNegativeStock: false, groups })
    assert.deepEqual(resolved, before)
  })

  it('explains what is not found by the kind that the place in the list has', () => {
    assert.deepEqual(details({ id: 9 }, { sku: 'NONE' }, { sku: 'SAME' }), [
      'product_unknown /0/id There is no product with this id.',
      'product_unknown /1/sku There is no product with this sku.',
      'sku_ambiguous /2/sku Several products or variants have this SKU: name one by its id.',
    ])
    assert.deepEqual(details({ id: 1, variants: [{ id: 9 }, { sku: 'NONE' }, { sku: 'SAME' }] }), [
      'variant_unknown /0/variants/0/id The product has no variant with this id.',
      'variant_unknown /0/variants/1/sku The product has no variant with this sku.',
      'sku_ambiguous /0/variants/2/sku Several variants of the product have this SKU: name one by its id.',
    ])
  })

  it('refuses an item that is named twice, and a SKU that is that of another item', () => {
    assert.deepEqual(details({ id: 1, sku: 'OTHER' }, { sku: 'P' }, { id: 1, variants: [{ id: 1 }] }, { sku: 'RED' }), [
      'field_invalid /0/sku 0/sku is not the SKU of this id.',
      'field_invalid /2/id 2/id is repeated: 1 names the same.',
      'field_invalid /3/sku 3/sku is repeated: 2/variants/0 names the same.',
    ])
  })

  it('refuses a product without a price, and variants of a variant', () => {
    const rule = 'must be a decimal number as text, such as "199.90", or null for a variant.'
    assert.deepEqual(details({ id: 1, price: null }, { id: 9, price: null }, { sku: 'NONE', price: null }), [
      `field_invalid /0/price 0/price ${rule}`,
      `field_invalid /1/price 1/price ${rule}`,
      'product_unknown /1/id There is no product with this id.',
      'product_unknown /2/sku There is no product with this sku.',
    ])
    assert.deepEqual(details({ sku: 'RED', price: null, variants: [] }), [
      'field_invalid /0/variants 0/variants must be left out: the sku is that of a variant.',
    ])
  })

  it('refuses a change that brings a stock below zero, unless it was below, or the shop sells at negative stock', () => {
    const refused = (stock: string) =>
      `insufficient_stock /0/stockChange 0/stockChange must leave a stock of 0 or more: the stock is ${stock}.`
    assert.equal(changeStock('5', '-5.01'), refused('5'))
    assert.equal(changeStock('0', '-0.000000000001'), refused('0'))
    assert.equal(changeStock('5', '-5.01', true), '-0.01')
    assert.equal(changeStock('5', '-5'), '0')
    assert.equal(changeStock('-1', '-2'), '-3')
    assert.equal(changeStock('-3', '+1'), '-2')
    assert.deepEqual(details({ sku: 'RED', stockChange: '-6' }, { id: 1, variants: [{ id: 2, stockChange: '-9' }] }), [
      'insufficient_stock /0/stockChange 0/stockChange must leave a stock of 0 or more: the stock is 5.',
      'insufficient_stock /1/variants/0/stockChange 1/variants/0/stockChange must leave a stock of 0 or more: the stock is 5.',
    ])
  })

  it('lets a change take the stock of an item with backorder below zero, as it is after the request', () => {
    const sold: StoredItem[] = [
      { ...product, backorder: true, backorderOfProduct: true },
      { ...red, backorderOfProduct: true },
      { ...blue, backorder: false, backorderOfProduct: true },
    ]
    const stocksOf = (...body: object[]) => {
      const resolved = resolveProductChanges(readProductChanges(body).changes, sold)
      const { changed, violations } = decideProductChanges(resolved, { sellsAtNegativeStock: false, groups })
      return violations.length > 0 ? violations.map(each => each.pointer) : changed.map(({ stock }) => stock)
    }
    const take = (sku: string, more: object = {}) => ({ sku, stockChange: '-6', ...more })
    assert.deepEqual(stocksOf(take('P'), take('RED')), ['-1', '-1'])
    assert.deepEqual(stocksOf(take('SAME')), ['/0/stockChange'])
    assert.deepEqual(stocksOf(take('SAME', { backorder: true })), ['-1'])
    assert.deepEqual(stocksOf(take('SAME', { backorder: null })), ['-1'])
    assert.deepEqual(stocksOf(take('RED', { backorder: false })), ['/0/stockChange'])
    assert.deepEqual(stocksOf(take('RED'), { id: 1, backorder: false }), ['/0/stockChange'])
  })

  it('refuses a backorder that is no boolean, and of a product also null', () => {
    const rule = 'must be true or false, or null for a variant.'
    assert.deepEqual(details({ id: 1, backorder: null }, { sku: 'RED', backorder: null }), [
      `field_invalid /0/backorder 0/backorder ${rule}`,
    ])
    const { violations } = readProductChanges([{ id: 1, backorder: 1, variants: [{ id: 1, backorder: 'evet' }] }])
    assert.deepEqual(
      violations.map(({ pointer }) => pointer),
      ['/0/backorder', '/0/variants/0/backorder'],
    )
  })

  it('refuses a change after which the stock could not be imported', () => {
    const refused =
      'field_invalid /0/stockChange 0/stockChange must leave a stock of at most 15 digits, and 12 decimal places.'
    assert.equal(changeStock('999999999999999', '+1'), refused)
    assert.equal(changeStock('-999999999999999.5', '-0.5'), refused)
    assert.equal(changeStock('0.0000000000001', '1'), refused)
    assert.equal(changeStock('999999999999998.000000000001', '1'), '999999999999999.000000000001')
  })

  it('adds exactly, and stores the shortest form', () => {
    assert.equal(changeStock('0.1', '+0.2'), '0.3')
    assert.equal(changeStock('37.50', '0.5'), '38')
    assert.equal(changeStock('5', '-004.50'), '0.5')
    assert.equal(changeStock('900719925474099.1', '0.000000000001'), '900719925474099.100000000001')
  })

  it('counts a change by nothing as unchanged, whatever the stock is', () => {
    for (const nothing of ['0', '+0', '-0', '-0.0', '0.000']) {
      for (const stock of ['5', '5.00', '0', '-4', '0.0000000000001']) {
        assert.equal(changeStock(stock, nothing), '1 unchanged', `${stock} ${nothing}`)
      }
    }
  })

  it('says nothing about the stock of an item that is named twice', () => {
    assert.deepEqual(details({ id: 1, stockChange: '-5' }, { id: 1, stockChange: '-6' }), [
      'field_invalid /1/id 1/id is repeated: 0 names the same.',
    ])
  })
})

describe('readProductChanges', () => {
  const refusals = (change: object) =>
    readProductChanges([change]).violations.map(({ code, pointer, detail }) => `${code} ${pointer} ${detail}`)

  it('refuses a change of stock that is no decimal as text', () => {
    const rule = 'must be a decimal number as text, with or without a sign, such as "-2" or "+3.5".'
    for (const stockChange of [
      ...[5, -2, null, true, [], {}, ['1'], '', ' ', '+', '-', '.', '+-1', '--1', '−1', '1e3', '-1E-2', 'NaN'],
      ...['Infinity', '0x10', '1_000', '1,5', ' 1', '1 ', '1\n', '+ 1', '.5', '5.', '1.2.3', '१', '\u0000'],
      ...['1234567890123456', '123456789012345678901234567890', '0.1234567890123'],
    ]) {
      const field = 'stockChange'
      assert.deepEqual(
        [refusals({ id: 1, stockChange }), refusals({ id: 1, variants: [{ id: 1, stockChange }] })],
        [
          [`field_invalid /0/${field} 0/${field} ${rule}`],
          [`field_invalid /0/variants/0/${field} 0/variants/0/${field} ${rule}`],
        ],
        JSON.stringify(stockChange),
      )
    }
  })

  it('refuses a stock beside a change of it, also one that is not valid', () => {
    const both = 'field_invalid /0/stockChange 0/stockChange must be left out: 0/stock replaces the stock.'
    const noNumber = 'field_invalid /0/stock 0/stock must be a number (not text), such as 12 or 2.5.'
    assert.deepEqual(refusals({ id: 1, stock: 5, stockChange: '1' }), [both])
    assert.deepEqual(refusals({ id: 1, stock: null, stockChange: '+0' }), [noNumber, both])
    assert.deepEqual(readProductChanges([{ id: 1, stock: 5, stockChange: '1' }]).changes[0]?.values, { stock: '5' })
  })
})
