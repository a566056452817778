/**
 * The types of owners and of their keys: `npm run types` fails when one of these calls compiles. Each is what a change could write by mistake.
 */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { type CartOwner, guestWithId, memberWithId, type Owner, ucpOwnerWithUuid } from '../../src/auth/identity.ts'
import { keyOf, type OwnerKey } from '../../src/auth/owner-key.ts'
import { statementOfOwner } from '../../src/cart/storage/cart.sql.ts'

const body = { productId: 1, quantity: 1, cartId: 'member:2', customerId: 2, externalId: null }
const guest = guestWithId('00000000-0000-4000-8000-000000000000')
const takeKey = (key: OwnerKey) => key
const takeOwner = (owner: Owner) => owner

describe('the types of owners', () => {
  // Proves: named-owner
  it('refuse an owner’s key that was not made by keyOf', () => {
    // @ts-expect-error an object with the members of a key is no key
    takeKey({ cartId: body.cartId, customerId: body.customerId, externalId: null })
    // @ts-expect-error nor is one that a key was spread into
    takeKey({ ...keyOf(guest), ...body })
    // @ts-expect-error nor is one that a key was spread into, in the other order
    takeKey({ ...body, ...keyOf(guest) })
    assert.equal(takeKey(keyOf(guest)).cartId, 'guest:00000000-0000-4000-8000-000000000000')
  })

  it('refuse an owner that was not made by auth/', () => {
    // @ts-expect-error an object with the members of a member is no member
    takeOwner({ kind: 'member', customerId: body.customerId })
    // @ts-expect-error nor is one that a member was spread into
    takeOwner({ ...memberWithId(1), customerId: body.customerId })
    assert.deepEqual(takeOwner(memberWithId(1)), { kind: 'member', customerId: 1 })
  })

  it('refuse an agent’s cart where an owner is required, such as in a merge or a hold', () => {
    const takeCartOwner = (owner: CartOwner) => owner
    const agents = ucpOwnerWithUuid('00000000-0000-4000-8000-000000000000')
    // @ts-expect-error an agent's cart has no owner
    takeOwner(agents)
    // @ts-expect-error an object with the same members was not made by auth/
    takeCartOwner({ kind: 'ucp', uuid: '00000000-0000-4000-8000-000000000000' })
    assert.equal(takeKey(keyOf(takeCartOwner(agents))).cartId, 'ucp:00000000-0000-4000-8000-000000000000')
  })

  it('refuse values of a statement with the names of an owner’s parameters', () => {
    // @ts-expect-error the values name the cart
    const byCart = statementOfOwner<{ cartId: string; now: number }, never>(() => sql`select 1`)
    // @ts-expect-error the values name the customer
    const byCustomer = statementOfOwner<{ customerId: number | null }, never>(() => sql`select 1`)
    assert.equal(typeof byCart, typeof byCustomer)
  })

  it('freeze the key: a later step cannot change it', () => {
    assert.throws(() => Object.assign(keyOf(guest), body), TypeError)
  })
})
