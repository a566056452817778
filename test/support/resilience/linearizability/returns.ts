/** The model of returns: what returning items does to a checkout and to the stock. */

import type { Act, Moved } from './actions.ts'
import type { Action, Checkout, State } from './model.ts'
import { restock } from './stock.ts'

type Return = Extract<Action, { kind: 'return' }>

/** The number of pieces that were returned of a checkout. */
export function returnedPieces({ returned }: Checkout): number {
  return Object.values(returned).reduce((sum, quantity) => sum + quantity, 0)
}

/** Returns items of a completed checkout, once for each key. @returns undefined when the response contradicts the step */
export function returnItems(state: State, { outcome }: Act, action: Return): Moved | undefined {
  const known = state.checkouts[action.reference]
  const expected = answerTo(known, action)
  const isExpected = outcome.code === (expected === 'replayed' ? undefined : expected)
  if (!isExpected || (outcome.isReplayed ?? false) !== (expected === 'replayed')) return undefined
  if (expected !== undefined || !known) return { state, stage: 'over' }
  const item = known.ids[action.id] ?? ''
  const returned = { ...known.returned, [item]: (known.returned[item] ?? 0) + action.quantity }
  const returnKeys =
    action.key === undefined ? known.returnKeys : { ...known.returnKeys, [action.key]: askedBy(action) }
  const checkouts = { ...state.checkouts, [action.reference]: { ...known, returned, returnKeys } }
  const stock = action.restock ? restock(state, item, action.quantity) : state.stock
  return { state: { ...state, stock, checkouts }, stage: 'over' }
}

/** @returns the code of the refusal; undefined where items are returned */
function answerTo(known: Checkout | undefined, action: Return): string | undefined {
  if (!known) return 'checkout_not_found'
  const earlier = action.key === undefined ? undefined : known.returnKeys[action.key]
  if (earlier !== undefined) return earlier === askedBy(action) ? 'replayed' : 'idempotency_key_reused'
  if (known.state !== 'completed') return 'checkout_not_completed'
  const item = known.ids[action.id]
  if (item === undefined) return 'item_unknown'
  const left = (known.items[item] ?? 0) - (known.returned[item] ?? 0)
  return action.quantity > left ? 'return_exceeds' : undefined
}

function askedBy({ id, quantity, restock }: Return): string {
  return JSON.stringify([id, quantity, restock])
}
