/** Tests of the checker of histories: it must find each kind of inconsistency. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Act, Outcome } from './actions.ts'
import { assertWhole } from './consistent-cart.ts'
import type { Action, Owner } from './model.ts'
import { isExplained } from './serial-order.ts'
import { showHistory } from './show.ts'

const line = 'aaaaaaaa-0000-4000-8000-000000000000'
const one: Action = { kind: 'add', item: '101', quantity: 1 }
const ok = (shown: string, status = 200): Outcome => ({ status, shown, affected: '' })
const holding = (quantity: number) => `101×${quantity} aaaaaaaa`
const addedUpTo = (quantity: number): Outcome => ({ ...ok(holding(quantity), 201), affected: line })
const refused = (status: number) => ok('', status)

/** @returns a request that was sent at `began` and answered at `ended`, of the member by default */
function act([began, ended]: [number, number], action: Action, outcome: Outcome, owner: Owner = 'member'): Act {
  return { owner, action, began, ended, outcome }
}

describe('the checker of histories', () => {
  it('finds a lost update: two adds that both return the quantity 1', () => {
    const adds = [[act([0, 9], one, addedUpTo(1))], [act([0, 9], one, addedUpTo(1))]]
    assert.equal(isExplained(adds), false)
  })

  it('finds an update that is lost only in a later read', () => {
    const adds = [[act([0, 9], one, addedUpTo(1))], [act([0, 9], one, addedUpTo(2))]]
    const read = (quantity: number) => [act([10, 11], { kind: 'read' }, ok(holding(quantity)))]
    assert.equal(isExplained([...adds, read(1)]), false)
    assert.equal(isExplained([...adds, read(2)]), true)
  })

  it('finds a response that is older than a response before it', () => {
    const read = (time: [number, number]) => [act(time, { kind: 'read' }, ok(''))]
    const add = [act([0, 5], one, addedUpTo(1))]
    assert.equal(isExplained([add, read([6, 7])]), false)
    assert.equal(isExplained([add, read([4, 7])]), true)
  })

  it('finds an add whose response shows later writes, which responses to other writes may show', () => {
    const later = [act([0, 9], { kind: 'drop', id: line }, ok(''))]
    const first = act([0, 4], one, addedUpTo(1))
    assert.equal(isExplained([[first, act([5, 9], one, { ...addedUpTo(1), shown: '' })], later]), false)
    assert.equal(isExplained([[first, act([5, 9], { kind: 'set', id: line, quantity: 4 }, ok(''))], later]), true)
  })

  it('finds a partial merge: a line in both carts, in neither cart, or a valid guest token', () => {
    const guest = [act([0, 1], one, addedUpTo(1), 'guest')]
    const merge = (shown: string) => [act([2, 3], { kind: 'merge' }, ok(shown))]
    const after = (outcome: Outcome) => [act([4, 5], { kind: 'read' }, outcome, 'guest')]
    assert.equal(isExplained([guest, merge(holding(1)), after(refused(401))]), true)
    assert.equal(isExplained([guest, merge(holding(1)), after(ok(holding(1)))]), false)
    assert.equal(isExplained([guest, merge(''), after(refused(401))]), false)
    assert.equal(isExplained([guest, merge(holding(1)), after(ok(''))]), false)
  })

  it('finds a merge that gives a campaign to a member who has removed theirs, or none to another one', () => {
    const three: Action = { kind: 'add', item: '101', quantity: 3 }
    const chosen = `${holding(3)}, campaign 7`
    const guest = [
      act([0, 1], three, addedUpTo(3), 'guest'),
      act([2, 3], { kind: 'campaign', id: 7 }, ok(chosen), 'guest'),
    ]
    const merge = (shown: string) => act([4, 5], { kind: 'merge' }, ok(shown))
    const removed = act([0, 1], { kind: 'campaign', id: null }, ok(''))
    const emptied = act([2, 3], { kind: 'empty' }, ok(''))
    assert.equal(isExplained([guest, [merge(chosen)]]), true)
    assert.equal(isExplained([guest, [merge(holding(3))]]), false)
    assert.equal(isExplained([guest, [removed, merge(holding(3))]]), true)
    assert.equal(isExplained([guest, [removed, merge(chosen)]]), false)
    assert.equal(isExplained([guest, [removed, emptied, merge(chosen)]]), true)
  })

  describe('with a checkout', () => {
    const hold = (expected: string): Action => ({ kind: 'hold', reference: 'A', expected })
    const complete: Action = { kind: 'complete', reference: 'A' }
    const release: Action = { kind: 'release', reference: 'A' }
    const read = (began: number, quantity: number) =>
      act([began, began + 1], { kind: 'read' }, ok(quantity === 0 ? '' : holding(quantity)))
    const inState = (code: string, status = 200): Outcome => ({ ...ok(holding(1), status), code })
    const added = act([0, 1], one, addedUpTo(1))
    /** One piece with 20 % VAT and shipping. */
    const total = '289.79'
    const held = act([2, 3], hold(total), inState('held', 201))
    const completed = act([4, 5], complete, inState('completed'))

    it('finds an order that is subtracted never or twice', () => {
      const addedAgain = act([6, 7], one, addedUpTo(1))
      const again = act([8, 9], complete, inState('completed'))
      assert.equal(isExplained([[added, held, completed, read(6, 0)]]), true)
      assert.equal(isExplained([[added, held, completed, read(6, 1)]]), false)
      assert.equal(isExplained([[added, held, completed, addedAgain, again, read(10, 1)]]), true)
      assert.equal(isExplained([[added, held, completed, addedAgain, again, read(10, 0)]]), false)
    })

    it('finds a hold of other totals, and a refusal of the right ones', () => {
      const changed: Outcome = { ...ok(holding(1), 409), code: 'cart_changed' }
      const holdOf = (expected: string, outcome: Outcome) => [[added, act([2, 3], hold(expected), outcome)]]
      assert.equal(isExplained(holdOf('0.00', inState('held', 201))), false)
      assert.equal(isExplained(holdOf('0.00', changed)), true)
      assert.equal(isExplained(holdOf(total, changed)), false)
    })

    it('finds a merge that releases the member’s hold, or that keeps both', () => {
      const guestLine = { ...addedUpTo(1), affected: line.replace('a', 'b'), shown: '101×1 baaaaaaa' }
      const guestHeld = { ...inState('held', 201), shown: '101×1 baaaaaaa' }
      const holdB: Action = { kind: 'hold', reference: 'B', expected: total }
      const guest = [act([0, 1], one, guestLine, 'guest'), act([2, 3], holdB, guestHeld, 'guest')]
      const merge = act([4, 5], { kind: 'merge' }, ok(holding(2)))
      const look = (reference: string, outcome: Outcome) => act([6, 7], { kind: 'look', reference }, outcome)
      const explains = (own: string, guests: string) =>
        isExplained([
          [added, held, merge, look('A', inState(own))],
          [...guest, look('B', { ...inState(guests), shown: guestHeld.shown })],
        ])
      assert.equal(explains('held', 'released'), true)
      assert.equal(explains('released', 'held'), false)
      assert.equal(explains('held', 'held'), false)
      assert.equal(explains('released', 'released'), false)
    })

    it('finds a merge that releases the guest’s hold although the member has none', () => {
      const guest = [act([0, 1], one, addedUpTo(1), 'guest'), act([2, 3], hold(total), inState('held', 201), 'guest')]
      const merge = act([4, 5], { kind: 'merge' }, ok(holding(1)))
      const look = (state: string) => act([6, 7], { kind: 'look', reference: 'A' }, inState(state))
      assert.equal(isExplained([guest, [merge, look('held')]]), true)
      assert.equal(isExplained([guest, [merge, look('released')]]), false)
    })

    it('finds a hold that is made twice, and a cancelled order that is held again', () => {
      const again = (began: number, outcome: Outcome) => act([began, began + 1], hold(total), outcome)
      const taken: Outcome = { ...refused(409), code: 'reference_taken' }
      const released = act([6, 7], release, refused(204))
      assert.equal(isExplained([[added, held, again(4, inState('held'))]]), true)
      assert.equal(isExplained([[added, held, again(4, inState('held', 201))]]), false)
      assert.equal(isExplained([[added, held, completed, released, again(8, taken)]]), true)
      assert.equal(isExplained([[added, held, released, again(8, taken)]]), false)
    })
  })

  it('finds a server error in any order', () => {
    assert.equal(isExplained([[act([0, 1], { kind: 'empty' }, refused(503))]]), false)
  })

  it('prints a history line by line, in the order in which requests were sent', () => {
    const shown = showHistory([[act([2, 3], { kind: 'read' }, ok(''))], [act([0, 9], one, addedUpTo(1), 'guest')]])
    assert.deepEqual(
      shown.split('\n').map(each => each.trim()),
      [
        '0.0 –    9.0 ms  2 guest   add item "101" quantity 1 → 201 101×1 aaaaaaaa',
        '2.0 –    3.0 ms  1 member  read → 200',
      ],
    )
  })

  it('finds a total that differs from the sum of the lines', () => {
    const empty = (totalQuantity: number) => ({
      data: {
        type: 'carts' as const,
        id: 'me' as const,
        attributes: { totalQuantity, subtotal: { amount: '0.00', currencyCode: 'TRY', decimalPlaces: 2 } },
        relationships: { items: { data: [] } },
      },
      included: [],
    })
    assertWhole(empty(0))
    assert.throws(() => assertWhole(empty(1)), { name: 'AssertionError' })
  })
})
