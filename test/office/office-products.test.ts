/** What the office's pages of products and imports compute, without a browser. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadStock } from '../support/browser/office-stock-modules.ts'

const { negated, readTyped, sumOf, typedNumber } = await loadStock('format/typed-number')
const { changesOf, divideByItem, readStock, stockAfter, undoOf, withEdit } =
  await loadStock('pages/products/product-edits')
const { queriesFor } = await loadStock('pages/products/find-products')
const { groupProblems } = await loadStock('pages/imports/import-problems')
const { columnsQuery } = await loadStock('pages/imports/columns-query')
const { textsIn } = await loadStock('texts/texts')
const [tr, en] = [textsIn('tr'), textsIn('en')]

describe('typed numbers', () => {
  it('have the marks for decimals and thousands of the language, as in every form, and leave other texts to the API', () => {
    assert.deepEqual(
      ['199,90', ' +3,5 ', '−2', '1.234,50', '1.000', '+2.500', '=-1.000', '1.000.000', '1,000', 'x', '+'].map(each =>
        readTyped(each, 'tr'),
      ),
      ['199.90', '+3.5', '-2', '1234.50', '1000', '+2500', '=-1000', '1000000', '1.000', 'x', '+'],
    )
    assert.deepEqual(
      ['1,234', '1.5', '-1,000.25', '1.000', '12,34,5'].map(each => readTyped(each, 'en')),
      ['1234', '1.5', '-1000.25', '1.000', '12,34,5'],
    )
    assert.deepEqual([typedNumber('199.90', 'tr'), typedNumber(2.5, 'en')], ['199,90', '2.5'])
  })

  it('are added exactly', () => {
    assert.equal(sumOf('0.1', '0.2'), '0.3')
    assert.equal(sumOf('999999999999999.000000000001', '+0.5'), '999999999999999.500000000001')
    assert.equal(sumOf('1', '-3.25'), '-2.25')
    assert.equal(sumOf('2.5', '-2.5'), '0')
    assert.equal(sumOf('100', '0'), '100')
    assert.equal(sumOf('1e3', '1'), null)
    assert.deepEqual(['+3.5', '-2', '4'].map(negated), ['-3.5', '2', '-4'])
  })
})

describe('a search for products', () => {
  it('asks for those with all chosen terms, whatever they contain', () => {
    const terms = { brand: 'A&B', category: 'Giyim > Gömlek', tag: '' }
    const asked = queriesFor('', { atMost: '3', isLimited: false }, terms).map(each => new URLSearchParams(each))
    assert.deepEqual(
      asked.map(each => [
        each.get('filter[brand]'),
        each.get('filter[category]'),
        each.has('filter[tag]'),
        each.get('sort'),
      ]),
      [['A&B', 'Giyim > Gömlek', false, 'stock']],
    )
    assert.ok(queriesFor('42', null, terms).every(each => each.includes('filter%5Bbrand%5D=A%26B')))
  })
})

describe('edits of products', () => {
  const item = (id: number, price: string | null, stock: number) => ({
    id,
    sku: null,
    name: 'x',
    onSale: true,
    price,
    stock,
    reserved: 0,
    backorder: null,
  })
  const shirt = { ...item(7, '10', 5), variants: [item(71, null, 3), item(72, '12', -2)] }
  const edits = {
    7: { 0: { price: '11,5' }, 71: { stock: '+2' }, 72: { price: '', stock: '8', onSale: false, backorder: true } },
  }

  it('become one request, in which a sign changes a stock and a number sets it', () => {
    assert.deepEqual(changesOf(edits, 'tr'), [
      {
        id: 7,
        price: '11.5',
        variants: [
          { id: 71, stockChange: '+2' },
          { id: 72, price: null, stock: 8, onSale: false, backorder: true },
        ],
      },
    ])
    assert.deepEqual(
      ['12', '=-3', 'many'].map(each => readStock(each, 'en')),
      [{ stock: 12 }, { stock: -3 }, { stock: 'many' }],
    )
    assert.deepEqual(
      ['+3', '8', 'x'].map(each => stockAfter(5.5, each, 'en')),
      ['8.5', '8', null],
    )
  })

  it('are undone: a price by the former one, a stock by the difference, and by itself where it was below zero', () => {
    assert.deepEqual(undoOf(changesOf(edits, 'tr'), [shirt]), [
      {
        id: 7,
        price: '10',
        variants: [
          { id: 71, stockChange: '-2' },
          { id: 72, price: '12', onSale: true, backorder: null, stock: -2 },
        ],
      },
    ])
    assert.deepEqual(undoOf([{ id: 7, stock: 8 }], [shirt]), [{ id: 7, stockChange: '-3' }])
  })

  it('change and undo the terms of a product, and mark the field of a term', () => {
    const hat = { ...shirt, brand: 'Vakko', categories: ['Giyim > Şapka'], tags: ['yaz'] }
    const terms = { 7: { 0: { brand: '  ', categories: [], tags: ['yaz', 'hasır, el'] } } }
    const changes = changesOf(terms, 'tr')
    assert.deepEqual(changes, [{ id: 7, brand: null, categories: [], tags: ['yaz', 'hasır, el'] }])
    assert.deepEqual(undoOf(changes, [hat]), [{ id: 7, brand: 'Vakko', categories: ['Giyim > Şapka'], tags: ['yaz'] }])
    const error = { code: 'field_invalid', detail: '', source: { pointer: '/0/tags/1' } }
    assert.deepEqual(divideByItem([error], changes).fields, { 7: { 0: { tags: [error] } } })
  })

  it('disappear when the former value is typed again', () => {
    const one = withEdit({}, shirt, 71, { stock: '4' })
    assert.deepEqual(one, { 7: { 71: { stock: '4' } } })
    assert.deepEqual(withEdit(one, shirt, 71, { stock: undefined }), {})
  })

  it('get their errors at their fields', () => {
    const error = (pointer: string) => ({ code: 'field_invalid', detail: pointer, source: { pointer } })
    const errors = [
      error('/0/price'),
      error('/0/variants/1/stock'),
      error('/0/variants/0/stockChange'),
      error('/0/variants/0/backorder'),
      error('/4/price'),
      error(''),
    ]
    const { fields, others } = divideByItem(errors, changesOf(edits, 'tr'))
    assert.deepEqual(fields, {
      7: { 0: { price: [errors[0]] }, 72: { stock: [errors[1]] }, 71: { stock: [errors[2]], backorder: [errors[3]] } },
    })
    assert.deepEqual(others, errors.slice(4))
  })
})

describe('the search for products', () => {
  it('asks for a number, an SKU and a name, as far as the API takes them', () => {
    assert.deepEqual(queriesFor('', null), ['?limit=50'])
    assert.deepEqual(queriesFor('', { atMost: '3', isLimited: false }), [
      '?sort=stock&filter%5BonSale%5D=true&filter%5BstockAtMost%5D=3&limit=50',
    ])
    assert.deepEqual(queriesFor('', { atMost: null, isLimited: true }), [
      '?sort=stock&filter%5BonSale%5D=true&filter%5Bbackorder%5D=false&limit=50',
    ])
    assert.deepEqual(queriesFor('42', null), [
      '?filter%5Bid%5D=42',
      '?filter%5Bsku%5D=42&limit=50',
      '?filter%5Bsearch%5D=42&limit=50',
    ])
    assert.deepEqual(queriesFor('a&b', null), ['?filter%5Bsku%5D=a%26b&limit=50', '?filter%5Bsearch%5D=a%26b&limit=50'])
    assert.equal(queriesFor('x'.repeat(101), null).length, 1)
    assert.equal(queriesFor('x'.repeat(256), null).length, 0)
  })
})

describe('problems of a file', () => {
  it('are grouped by what is wrong, with places that people can find', () => {
    const rule = 'must be a number, such as 5.'
    const at = (pointer: string) => ({ code: 'x', detail: `${pointer.slice(1)} ${rule}`, source: { pointer } })
    const cause = { message: 'has no name', value: 'T1', count: 9, places: ['line 4', 'line 5', 'line 7'] }
    const line = { code: 'x', detail: 'line 4 has no name: "T1".', meta: { line: 4, ...cause } }
    const file = { code: 'x', detail: 'The file is empty.', source: { pointer: '' } }
    const errors = [line, at('/products/0/price'), at('/products/11/variants/1/price'), at('/products/3/stock'), file]
    assert.deepEqual(groupProblems(errors, en), [
      { message: 'has no name: “T1”.', places: ['Line 4', 'Line 5', 'Line 7'], count: 9 },
      {
        message: `price ${rule}`,
        places: ['Products, record 1, price', 'Products, record 12, Variants, record 2, price'],
        count: 2,
      },
      { message: `stock ${rule}`, places: ['Products, record 4, stock'], count: 1 },
      { message: 'The file is empty.', places: ['The whole file'], count: 1 },
    ])
    assert.deepEqual(groupProblems([line], tr), [
      { message: 'ürünün adı yok: “T1”.', places: ['Satır 4', 'Satır 5', 'Satır 7'], count: 9 },
    ])
  })

  it('name the field of a table, and are told of the whole file, in the language of the page', () => {
    const rule = { message: 'must be true or false', value: null, count: 1, places: ['line 3 /freeCargo'] }
    const cell = { code: 'x', detail: 'line 3 /freeCargo must be true or false.', meta: { line: 3, ...rule } }
    const email = { ...cell, meta: { ...cell.meta, places: ['line 3 /email'] } }
    const ofFile = (detail: string) => ({ code: 'x', detail, source: { pointer: '' } })
    const errors = [
      cell,
      email,
      ofFile('The file is empty.'),
      ofFile('The file has no such column, which the mapping of columns names: "Kod".'),
      ofFile('The file has no such location: "ofis"; its locations are "Depo".'),
      ofFile('The file is purple.'),
    ]
    assert.deepEqual(
      groupProblems(errors, tr).map(({ message, places }) => [message, ...places]),
      [
        ['freeCargo evet (true) ya da hayır (false) olmalı.', 'Satır 3'],
        ['E-posta evet (true) ya da hayır (false) olmalı.', 'Satır 3'],
        ['Dosya boş.', 'Dosyanın tamamı'],
        ['Eşlenen sütun dosyada yok: “Kod”.', 'Dosyanın tamamı'],
        ['Böyle bir konum yok: “ofis”; konumları "Depo".', 'Dosyanın tamamı'],
        ['The file is purple.', 'Dosyanın tamamı'],
      ],
    )
  })

  it('of columns are solved by a mapping whose headings may have commas and equals signs', () => {
    assert.equal(
      columnsQuery({ 'Ürün, Kodu': 'sku', 'a=b\\c': 'price', other: '' }),
      'Ürün\\, Kodu=sku,a\\=b\\\\c=price',
    )
  })
})
