/** Rebuilding of values from their schema. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Type from 'typebox'
import { CHECKED_LATER, createRebuild } from './rebuild.ts'

const Item = Type.Object({ productId: Type.Integer(), variantId: Type.Optional(Type.Integer()) })

describe('createRebuild', () => {
  it('keeps the members that the schema names, at every depth', () => {
    const rebuild = createRebuild(
      Type.Object({ item: Item, items: Type.Array(Item), maybe: Type.Union([Item, Type.Null()]), text: Type.String() }),
    )
    const item = { productId: 1, cartId: 'member:2' }
    assert.deepEqual(rebuild({ item, items: [item, { variantId: 3 }], maybe: item, text: 'a', customerId: 2 }), {
      item: { productId: 1 },
      items: [{ productId: 1 }, { variantId: 3 }],
      maybe: { productId: 1 },
      text: 'a',
    })
    assert.deepEqual(rebuild({ maybe: null }), { maybe: null })
  })

  it('takes own properties alone: none of the prototype, and none from a member named __proto__', () => {
    const rebuild = createRebuild(Item)
    assert.deepEqual(rebuild(Object.create({ productId: 1 })), {})
    const parsed = rebuild(JSON.parse('{"__proto__": {"productId": 1, "cartId": "member:2"}}'))
    assert.deepEqual(parsed, {})
    assert.equal(Object.getPrototypeOf(parsed), Object.prototype)
    assert.equal((parsed as { cartId?: string }).cartId, undefined)
  })

  it('returns a new object: what was given is not changed, and not held', () => {
    const given = { productId: 1, cartId: 'member:2' }
    const rebuilt = createRebuild(Item)(given)
    assert.notEqual(rebuilt, given)
    assert.deepEqual(given, { productId: 1, cartId: 'member:2' })
  })

  it('keeps values of other types than the schema’s, which a check refuses', () => {
    for (const value of [null, 'text', 5, true, undefined]) assert.equal(createRebuild(Item)(value), value)
    assert.deepEqual(createRebuild(Type.Array(Item))({ productId: 1 }), { productId: 1 })
    const list = [{ productId: 1 }]
    assert.equal(createRebuild(Item)(list), list)
  })

  it('tells an object and a list apart, where the schema takes either', () => {
    const rebuild = createRebuild(Type.Union([Item, Type.Array(Item)]))
    assert.deepEqual(rebuild({ productId: 1, a: 1 }), { productId: 1 })
    assert.deepEqual(rebuild([{ productId: 1, a: 1 }]), [{ productId: 1 }])
  })

  it('refuses schemas whose values could hold any member', () => {
    const Other = Type.Object({ other: Type.String() })
    const open = [
      Type.Intersect([Item, Other]),
      Type.Record(Type.String(), Type.String()),
      Type.Unknown(),
      Type.Any(),
      Type.Tuple([Item]),
      Type.Union([Type.String(), Type.Intersect([Item, Other])]),
      Type.Array(Type.Unknown()),
      Type.Object({ member: Type.Any() }),
    ]
    for (const schema of open) assert.throws(() => createRebuild(schema), Error, JSON.stringify(schema))
    const marked = Type.Object({ member: Type.Unknown(CHECKED_LATER) })
    assert.deepEqual(createRebuild(marked)({ member: { a: 1 }, b: 2 }), { member: { a: 1 } })
  })

  it('refuses schemas that it cannot rebuild by: two objects as alternatives, and inherited names', () => {
    assert.throws(() => createRebuild(Type.Union([Item, Type.Object({ other: Type.String() })])), /two alternatives/)
    assert.throws(() => createRebuild(Type.Object({ constructor: Type.String() })), /inherits constructor/)
    assert.throws(() => createRebuild(Type.Object({ ['__proto__']: Type.String() })), /inherits __proto__/)
  })
})
