/** Unit tests of what customers are found by. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type SearchedColumns, searchTextOf, soughtTextsOf } from './search-text.ts'

const nobody: SearchedColumns = {
  name: null,
  surname: null,
  company: null,
  email: 'customer-1f@generated.invalid',
  mobile_phone: null,
  business_phone: null,
  external_id: null,
}
const finds = (query: string, customer: Partial<SearchedColumns>) => {
  const text = searchTextOf({ ...nobody, ...customer })
  return soughtTextsOf(query).every(sought => text.includes(sought))
}

describe('the text of a customer', () => {
  it('contains words of the names, the email and the external id, in any order, whatever their case and accents', () => {
    const ayse = {
      name: 'Ayşe Gül',
      surname: 'Öz',
      company: 'Işıl Tekstil',
      email: 'ayse.oz@example.com',
      external_id: 'AB-7',
    }
    for (const query of [
      'ayşe',
      'AYSE',
      'öz ayse',
      'Oz',
      'ö',
      'isil',
      'IŞIL',
      'ışıl tek',
      'yse',
      'oz@exam',
      'ab-7',
      'a g ö',
    ])
      assert.ok(finds(query, ayse), query)
    for (const query of ['se', 'z', 'ayse ak', 'aysegul', '%', '_y_', 'ay*']) assert.ok(!finds(query, ayse), query)
  })

  it('has letters of other languages as people type them', () => {
    for (const [name, query] of [
      ['Muñoz', 'munoz'],
      ['José', 'JOSE'],
      ['Weiß', 'weiss'],
      ['Søren', 'soren'],
      ['Łukasz', 'lukasz'],
      ['Ægir', 'aegir'],
      ['Đorđe', 'dorde'],
      ['O’Brien', "o'brien"],
      ['ΑΛΕΞΗΣ', 'αλέξης'],
      ['김민준', '김민준'],
    ] as const) {
      assert.ok(finds(query, { name }), `${name}, ${query}`)
      assert.ok(finds(name, { name: query }), `${query}, ${name}`)
    }
  })

  it('has a phone by its digits, with or without the code of the country', () => {
    const stored = [
      '0532 123 45 67',
      '+90 (532) 123-45-67',
      '5321234567',
      '00905321234567',
      '905321234567',
      '(0532) 1234567',
    ]
    const sought = [
      '0532 123 45 67',
      '532-123',
      '+905321234567',
      '5321234567',
      '00 90 532 123 45 67',
      '(0532) 123',
      '4567',
      '+90 532 123 45 67',
    ]
    for (const mobile_phone of stored)
      for (const query of sought) assert.ok(finds(query, { mobile_phone }), `${mobile_phone}, ${query}`)
    assert.ok(finds('+45 12 34 56 78', { business_phone: '12345678' }))
    assert.ok(finds('ayse 0532 123', { name: 'Ayşe', mobile_phone: '+905321234567' }))
    assert.ok(!finds('0533 123 45 67', { mobile_phone: '0532 123 45 67' }))
    assert.ok(finds('000 +1', { mobile_phone: '000 +1' }))
  })

  it('has no email that was generated', () => {
    assert.ok(!finds('generated', nobody))
    assert.equal(searchTextOf(nobody), '')
  })

  it('contains each of its own words and phones, of which a search always seeks something', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter(each => each.trim() !== '')
    fc.assert(
      fc.property(text, name => {
        assert.ok(soughtTextsOf(name).length > 0)
        assert.ok(finds(name, { name }), JSON.stringify(name))
      }),
    )
    const phone = fc.string({ unit: fc.constantFrom(...'0123456789 +()-/.'), minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(
        phone.filter(each => /\d{3}/.test(each)),
        mobile_phone => {
          assert.ok(finds(mobile_phone, { mobile_phone }), mobile_phone)
        },
      ),
    )
  })
})
