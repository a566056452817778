/** Form of bodies: what is taken, what is left out, and the place of what is refused. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import Type from 'typebox'
import { readForm } from './form.ts'
import { UcpRefusal } from './refusals.ts'

const Line = Type.Object({
  item: Type.Object({
    id: Type.String({ minLength: 1, maxLength: 255, description: 'a text of 1 to 255 characters' }),
  }),
  quantity: Type.Integer({ description: 'an integer' }),
})
const Cart = Type.Object({
  line_items: Type.Array(Line, { description: 'a list of lines' }),
  discounts: Type.Optional(
    Type.Object({
      codes: Type.Array(Type.String({ description: 'a text' }), { maxItems: 2, description: 'at most 2 codes' }),
    }),
  ),
  buyer: Type.Optional(Type.Object({})),
})
const line = { item: { id: '108' }, quantity: 1 }

function refusalOf(value: unknown): string {
  try {
    readForm(Cart, value)
    return 'none'
  } catch (error) {
    assert.ok(error instanceof UcpRefusal)
    assert.equal(error.code, 'invalid_request')
    return error.message
  }
}

describe('readForm', () => {
  it('returns the members that the schema names, at every depth, and nothing that objects inherit', () => {
    const sent = JSON.parse(
      '{"line_items":[{"item":{"id":"108","title":"x"},"quantity":5.0,"id":"li"}],"totals":[],"buyer":{"email":"x"},"__proto__":{"a":1}}',
    )
    const read = readForm(Cart, sent)
    assert.deepEqual(read, { line_items: [{ item: { id: '108' }, quantity: 5 }], buyer: {} })
    assert.deepEqual(Object.keys(read), ['line_items', 'buyer'])
  })

  const refused: [value: unknown, place: string][] = [
    [undefined, '$'],
    [null, '$'],
    [[], '$'],
    ['x', '$'],
    [{}, '$.line_items'],
    [{ line_items: {} }, '$.line_items'],
    [{ line_items: [null] }, '$.line_items[0]'],
    [{ line_items: [line, { quantity: 1 }] }, '$.line_items[1].item'],
    [{ line_items: [{ ...line, quantity: '1' }] }, '$.line_items[0].quantity'],
    [{ line_items: [{ ...line, quantity: 1.5 }] }, '$.line_items[0].quantity'],
    [{ line_items: [{ ...line, quantity: true }] }, '$.line_items[0].quantity'],
    [{ line_items: [{ ...line, item: { id: 108 } }] }, '$.line_items[0].item.id'],
    [{ line_items: [{ ...line, item: { id: '' } }] }, '$.line_items[0].item.id'],
    [{ line_items: [{ ...line, item: { id: 'a\u0000' } }] }, '$.line_items[0].item.id'],
    [{ line_items: [{ ...line, item: { id: '\ud800' } }] }, '$.line_items[0].item.id'],
    [{ line_items: [], discounts: { codes: ['a', 'b', 'c'] } }, '$.discounts.codes'],
    [{ line_items: [], discounts: { codes: ['a', 1] } }, '$.discounts.codes[1]'],
    [{ line_items: [], discounts: null }, '$.discounts'],
  ]
  for (const [value, place] of refused) {
    it(`names the place of what it refuses: ${place} of ${JSON.stringify(value)}`, () => {
      const [named = ''] = refusalOf(value).split(' ')
      assert.equal(named, place)
    })
  }

  it('returns a value or refuses it, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const told = refusalOf(value)
        return told === 'none' || told.startsWith('$')
      }),
    )
  })
})
