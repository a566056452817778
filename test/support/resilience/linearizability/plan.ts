/** Generates random plans of histories: the actors, and the requests of each. */

import fc from 'fast-check'
import type { Notes, Owner } from './model.ts'

const ITEMS = ['101', '102-1021', '105'] as const
/** An item of the shop, as `product` or `product-variant`. */
export type Item = (typeof ITEMS)[number]

/** A planned request; it names lines by item, because their ids are not known yet. */
export type PlannedRequest =
  | { kind: 'read' | 'empty' | 'merge' }
  | { kind: 'add'; item: Item; quantity: number; key?: string }
  | { kind: 'set'; item: Item; quantity: number }
  | { kind: 'note'; item: Item; notes: Notes }
  | { kind: 'drop'; item: Item }
  | { kind: 'coupon'; code: string | null }
  | { kind: 'campaign'; id: number | null }
  | { kind: 'hold' | 'complete' | 'release' | 'look'; reference: string }
  | { kind: 'return'; reference: string; item: Item; quantity: number; restock: boolean; key?: string }

/** The requests of one actor. */
export interface ActorPlan {
  owner: Owner
  /** Each request with the index of the instance that receives it. */
  planned: { request: PlannedRequest; instance: number }[]
}

const casts: Owner[][] = [
  ['member', 'member', 'guest'],
  ['member', 'guest', 'guest'],
  ['member', 'other', 'guest'],
]

const item = fc.constantFrom(...ITEMS)
const quantity = fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 4 }) }, fc.constant(60_000))
const kind = <K extends string>(name: K) => fc.constant(name)
const note = fc.constantFrom('a', 'b', null)
const notes = fc.record({ orderNote: note, giftNote: note, giftPackage: fc.boolean() }, { requiredKeys: [] })
const reference = fc.constantFrom('A', 'A', 'B')
const code = fc.constantFrom('YAZ10', 'SABIT5', 'YOK', null)

const merge = { weight: 4, arbitrary: fc.record({ kind: kind('merge') }) }
/** Returns of few pieces, some with a key that others repeat or contradict. */
const returns: { weight: number; arbitrary: fc.Arbitrary<PlannedRequest> } = {
  weight: 4,
  arbitrary: fc.record(
    {
      kind: kind('return'),
      reference,
      item: fc.constantFrom('101' as const, '102-1021' as const),
      quantity: fc.constantFrom(1, 1, 2),
      restock: fc.boolean(),
      key: fc.constantFrom('r', 's'),
    },
    { requiredKeys: ['kind', 'reference', 'item', 'quantity', 'restock'] },
  ),
}

const anybodys: { weight: number; arbitrary: fc.Arbitrary<PlannedRequest> }[] = [
  { weight: 9, arbitrary: fc.record({ kind: kind('add'), item, quantity }) },
  {
    weight: 6,
    // Few bodies and keys, so that the actors repeat each other's adds and contradict them.
    arbitrary: fc.record({
      kind: kind('add'),
      item: fc.constantFrom('101' as const, '101' as const, '105' as const),
      quantity: fc.constantFrom(1, 1, 2),
      key: fc.constantFrom('k', 'l'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: kind('set'), item, quantity }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('note'), item, notes }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('drop'), item }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('empty' as const, 'read' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('coupon'), code }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('campaign'), id: fc.constantFrom(7, 8, null) }) },
  { weight: 5, arbitrary: fc.record({ kind: kind('hold'), reference }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('complete' as const, 'complete' as const, 'release' as const),
      reference,
    }),
  },
  returns,
]

/** Requests of shoppers who compete for the same few pieces. */
const buyers: typeof anybodys = [
  { weight: 6, arbitrary: fc.record({ kind: kind('add'), item, quantity: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('set'), item, quantity: fc.integer({ min: 1, max: 5 }) }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('read') }) },
  { weight: 8, arbitrary: fc.record({ kind: kind('hold'), reference }) },
  {
    weight: 7,
    arbitrary: fc.record({ kind: fc.constantFrom('complete' as const, 'release' as const), reference }),
  },
  { ...returns, weight: 6 },
]

/** Generates the requests of one actor; a guest cannot merge. */
function actorPlanOf(owner: Owner, requests: typeof anybodys): fc.Arbitrary<ActorPlan> {
  const request = fc.oneof(...requests, ...(owner === 'guest' ? [] : [merge]))
  const planned = fc.array(fc.record({ request, instance: fc.nat(1) }), { minLength: 2, maxLength: 6 })
  return fc.record({ owner: fc.constant(owner), planned })
}

/**
 * @param of what the actors do: everything, or mostly what changes stocks
 * @returns `count` plans of three actors each; the same seed gives the same plans
 */
export function planHistories(count: number, seed: number, of: 'everything' | 'stocks' = 'everything'): ActorPlan[][] {
  const requests = of === 'stocks' ? buyers : anybodys
  const plan = fc.constantFrom(...casts).chain(cast => fc.tuple(...cast.map(owner => actorPlanOf(owner, requests))))
  return fc.sample(plan, { numRuns: count, seed })
}

/** The requests of two owners who fill their carts and hold them, for histories that begin with checkouts. */
export const holders: ActorPlan[] = [
  { owner: 'member', planned: holding('A', { item: '101', quantity: 2 }) },
  { owner: 'guest', planned: holding('B', { item: '102-1021', quantity: 3 }) },
]

function holding(ref: string, added: { item: Item; quantity: number }): ActorPlan['planned'] {
  const requests: PlannedRequest[] = [
    { kind: 'coupon', code: 'YAZ10' },
    { kind: 'add', ...added },
    { kind: 'hold', reference: ref },
  ]
  return requests.map(request => ({ request, instance: 0 }))
}
