/** Tests of the checker of histories with guarded stock: it must find each way to sell what is not there, or to lose what is. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Act, Outcome } from './actions.ts'
import type { Action, Owner } from './model.ts'
import { isExplained } from './serial-order.ts'
import { showHistory } from './show.ts'
import type { ShortLine } from './stock.ts'

/** Totals of one and of two pieces, with 20 % VAT and shipping. */
const TOTALS = ['', '289.79', '529.67']

/** What an owner does with pieces of item 101; times are in the order of the calls. */
function shopper(owner: Owner, reference: string) {
  const id = `${owner.slice(0, 1).repeat(8)}-0000-4000-8000-000000000000`
  const cart = (quantity: number) => (quantity === 0 ? '' : `101×${quantity} ${id.slice(0, 8)}`)
  const act = (at: number, action: Action, outcome: Partial<Outcome>): Act => ({
    ...{ owner, action, began: at, ended: at + 1 },
    outcome: { status: 200, shown: '', affected: '', ...outcome },
  })
  const hold = (quantity: number): Action => ({ kind: 'hold', reference, expected: TOTALS[quantity] ?? '' })
  return {
    adds: (at: number, quantity: number) =>
      act(at, { kind: 'add', item: '101', quantity }, { status: 201, shown: cart(quantity), affected: id }),
    holds: (at: number, quantity: number) =>
      act(at, hold(quantity), { status: 201, shown: cart(quantity), code: 'held' }),
    isRefused: (at: number, quantity: number, short: ShortLine[]) =>
      act(at, hold(quantity), { status: 409, code: 'insufficient_stock', short }),
    completes: (at: number, quantity: number, isOverStock = false) =>
      act(at, { kind: 'complete', reference }, { shown: cart(quantity), code: 'completed', isOverStock }),
    releases: (at: number) => act(at, { kind: 'release', reference }, { status: 204 }),
    reads: (at: number, quantity: number, [stock, available]: [number, number]) =>
      act(at, { kind: 'read' }, { shown: cart(quantity), stocks: stockOf(stock, available, available > 0) }),
    merges: (at: number, shown: string, [stock, available]: [number, number]) =>
      act(at, { kind: 'merge' }, { shown, stocks: stockOf(stock, available, available > 0) }),
    cart,
  }
}

function stockOf(stock: number, available: number, isForSale?: boolean): NonNullable<Outcome['stocks']> {
  return { '101': { stock, available, ...(isForSale !== undefined && { isForSale }) } }
}

/** The stock at the end, and what is left of it without reservations. */
function left(stock: number, available = stock): Act[] {
  const outcome = { status: 200, shown: '', affected: '', stocks: stockOf(stock, available) }
  return [{ owner: 'member', action: { kind: 'stocks' }, began: 100, ended: 101, outcome }]
}

const [ayse, can, guest] = [shopper('member', 'A'), shopper('other', 'B'), shopper('guest', 'B')]

/** Whether a history is explained by a shop that had so many pieces. */
const explains = (stock: number, ...actors: Act[][]) => isExplained(actors, { '101': stock })

describe('the checker of histories with guarded stock', () => {
  it('finds a piece that is reserved twice, and a refusal although there is one', () => {
    const both = (second: Act) => [
      [ayse.adds(0, 1), ayse.holds(10, 1)],
      [can.adds(0, 1), second],
    ]
    assert.equal(explains(1, ...both(can.holds(10, 1))), false)
    assert.equal(explains(2, ...both(can.holds(10, 1))), true)
    assert.equal(explains(1, ...both(can.isRefused(10, 1, [['101', 1, 0]]))), true)
    assert.equal(explains(2, ...both(can.isRefused(10, 1, [['101', 1, 1]]))), false)
  })

  it('finds a reservation of more than there is', () => {
    assert.equal(explains(1, [ayse.adds(0, 2), ayse.holds(2, 2)]), false)
    assert.equal(explains(0, [ayse.adds(0, 1), ayse.holds(2, 1)]), false)
    assert.equal(explains(2, [ayse.adds(0, 2), ayse.holds(2, 2)]), true)
  })

  it('finds a refusal that names other lines, or another quantity than is left', () => {
    const refused = (short: ShortLine[]) => explains(1, [ayse.adds(0, 2), ayse.isRefused(2, 2, short)])
    assert.equal(refused([['101', 2, 1]]), true)
    assert.equal(refused([['101', 2, 0]]), false)
    assert.equal(refused([['105', 2, 1]]), false)
    assert.equal(refused([]), false)
  })

  it('finds an order that its own newer hold makes short, or that of another owner does not', () => {
    const newer = shopper('member', 'C')
    const again = [ayse.adds(0, 1), ayse.holds(2, 1), newer.holds(4, 1)]
    assert.equal(explains(1, [...again, ayse.completes(6, 1)], left(0, -1)), true)
    assert.equal(explains(1, [...again, ayse.completes(6, 1, true)], left(0, -1)), false)
    const others = [can.adds(0, 1), can.holds(3, 1)]
    const late = [ayse.adds(0, 1), ayse.holds(1, 1), ayse.releases(2), ayse.completes(10, 1, true)]
    assert.equal(explains(1, late, others, left(0, -1)), true)
  })

  it('finds an order whose subtraction is lost, done twice, or done before the completion', () => {
    const held = [ayse.adds(0, 1), ayse.holds(2, 1)]
    const completed = [...held, ayse.completes(4, 1)]
    assert.equal(explains(3, completed, left(2)), true)
    assert.equal(explains(3, completed, left(3)), false)
    assert.equal(explains(3, completed, left(3, 2)), false)
    assert.equal(explains(3, completed, left(1)), false)
    assert.equal(explains(3, [...completed, ayse.completes(6, 1)], left(2)), true)
    assert.equal(explains(3, [...completed, ayse.completes(6, 1)], left(1)), false)
    assert.equal(explains(3, held, left(2)), false)
    assert.equal(explains(3, held, left(3, 2)), true)
  })

  it('finds two orders at once of which one subtraction is lost', () => {
    const orders = [
      [ayse.adds(0, 1), ayse.holds(2, 1), ayse.completes(10, 1)],
      [can.adds(0, 2), can.holds(2, 2), can.completes(10, 2)],
    ]
    assert.equal(explains(5, ...orders, left(2)), true)
    assert.equal(explains(5, ...orders, left(3)), false)
    assert.equal(explains(5, ...orders, left(4)), false)
  })

  it('finds a release that keeps its reservation, or adds to the stock', () => {
    const released = [ayse.adds(0, 1), ayse.holds(2, 1), ayse.releases(4)]
    assert.equal(explains(1, released, left(1)), true)
    assert.equal(explains(1, released, left(1, 0)), false)
    assert.equal(explains(1, released, left(2)), false)
  })

  it('finds a cancellation that gives back nothing, or twice, and an order after it that takes nothing', () => {
    const cancelled = [ayse.adds(0, 1), ayse.holds(2, 1), ayse.completes(4, 1), ayse.releases(6)]
    assert.equal(explains(3, cancelled, left(3)), true)
    assert.equal(explains(3, cancelled, left(2)), false)
    assert.equal(explains(3, [...cancelled, ayse.releases(8)], left(3)), true)
    assert.equal(explains(3, [...cancelled, ayse.releases(8)], left(4)), false)
    assert.equal(explains(3, [...cancelled, ayse.completes(8, 1)], left(2)), true)
    assert.equal(explains(3, [...cancelled, ayse.completes(8, 1)], left(3)), false)
  })

  it('finds a late order that says wrongly whether it has taken more than was left', () => {
    const late = (isOverStock: boolean) => [
      [ayse.adds(0, 1), ayse.holds(2, 1), ayse.releases(4), ayse.completes(8, 1, isOverStock)],
      [can.adds(0, 1), can.holds(6, 1)],
    ]
    assert.equal(explains(1, ...late(true), left(0, -1)), true)
    assert.equal(explains(1, ...late(false), left(0, -1)), false)
    assert.equal(explains(2, ...late(true), left(1, 0)), false)
    assert.equal(explains(2, ...late(false), left(1, 0)), true)
  })

  it('finds a cart that shows its own reservation as taken, or that of another as free', () => {
    const held = [ayse.adds(0, 1), ayse.holds(2, 1)]
    const own = (seen: [number, number]) => [...held, ayse.reads(4, 1, seen)]
    assert.equal(explains(1, own([1, 1])), true)
    assert.equal(explains(1, own([1, 0])), false)
    const others = (seen: [number, number]) => [can.adds(0, 1), can.reads(4, 1, seen)]
    assert.equal(explains(1, held, others([1, 0])), true)
    assert.equal(explains(1, held, others([1, 1])), false)
    assert.equal(explains(1, held, others([0, 0])), false)
  })

  it('finds a cart that shows older stocks than another before it, but not one at the same time as the hold', () => {
    const held = [ayse.adds(0, 1), { ...ayse.holds(2, 1), ended: 10 }]
    const reads = (first: number, second: number) => [
      can.adds(0, 1),
      can.reads(4, 1, [1, first]),
      can.reads(6, 1, [1, second]),
    ]
    assert.equal(explains(1, held, reads(1, 0)), true)
    assert.equal(explains(1, held, reads(0, 1)), false)
  })

  it('finds an item without pieces that is for sale', () => {
    const read = ayse.reads(2, 1, [0, 0])
    const wrong = { ...read, outcome: { ...read.outcome, stocks: stockOf(0, 0, true) } }
    assert.equal(explains(0, [ayse.adds(0, 1), read]), true)
    assert.equal(explains(0, [ayse.adds(0, 1), wrong]), false)
  })

  it('finds a merge after which the reservation of the guest is not that of the member', () => {
    const held = [guest.adds(0, 1), guest.holds(2, 1)]
    const merge = (available: number) => [ayse.merges(4, guest.cart(1), [1, available])]
    assert.equal(explains(1, held, merge(1)), true)
    assert.equal(explains(1, held, merge(0)), false)
    assert.equal(explains(1, held, merge(1), left(1, 0)), true)
    assert.equal(explains(1, held, merge(1), left(1, 1)), false)
  })

  it('finds a refusal because of the stock in a shop without a stock guard', () => {
    const refused = [[ayse.adds(0, 1), ayse.isRefused(2, 1, [['101', 1, 0]])]]
    assert.equal(isExplained(refused), false)
    assert.equal(isExplained([[ayse.adds(0, 1), ayse.holds(2, 1)]]), true)
  })

  it('prints what a response shows of the stock', () => {
    const shown = showHistory([[ayse.isRefused(0, 1, [['101', 1, 0]])]])
    assert.match(shown, /→ 409 {2}\{"short":\[\["101",1,0\]\]\}$/)
  })
})
