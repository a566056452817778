/** The model of checkouts: what holding, completing and releasing do to the carts and to the order numbers of a history. */

import type { Act, Moved, Outcome } from './actions.ts'
import { type Cart, type Checkout, type Owner, type State, seen } from './model.ts'
import { grandTotalOf } from './shop.ts'
import { returnedPieces } from './returns.ts'
import { giveBack, type ShortLine, shortLines, take } from './stock.ts'

/** A hold's request. */
export interface Hold {
  reference: string
  /** The expected grand total. */
  expected: string
}

/** What a hold of a reference means: the held document again, a refusal, or a new hold. */
type Meaning = 'same' | 'taken' | 'new'

function meaningOf(state: State, owner: Owner, { reference, expected }: Hold): Meaning {
  const known = state.checkouts[reference]
  if (!known) return 'new'
  const isOwn = known.owner === owner
  if (!isOwn && !(isMerged(state, owner) && known.owner === state.mergedInto)) return 'taken'
  if (known.state === 'cancelled') return 'taken'
  if (known.state === 'released') return isOwn ? 'new' : 'taken'
  return known.total === expected ? 'same' : 'taken'
}

/**
 * Takes the first step of a hold. A hold that is answered with a document, `reference_taken` or `insufficient_stock` has one step; any
 * other refusal reads the reference first and the cart later.
 * @returns undefined when the response contradicts the step
 */
export function beginHold(state: State, { owner, outcome }: Act, hold: Hold): Moved | undefined {
  const meaning = meaningOf(state, owner, hold)
  if (outcome.code === 'reference_taken') return meaning === 'taken' ? { state, stage: 'over' } : undefined
  if (outcome.status === 200) {
    return meaning === 'same' && isShown(state.checkouts[hold.reference], outcome)
      ? { state, stage: 'over' }
      : undefined
  }
  return meaning === 'new' ? beginNewHold(state, { owner, outcome }, hold) : undefined
}

function beginNewHold(state: State, { owner, outcome }: Pick<Act, 'owner' | 'outcome'>, hold: Hold): Moved | undefined {
  const isExpected = !isMerged(state, owner) && grandTotalOf(state[owner]) === hold.expected
  const short = shortLines(state, owner)
  if (outcome.code === 'insufficient_stock') {
    return isExpected && names(outcome.short, short) ? { state, stage: 'over' } : undefined
  }
  if (outcome.status !== 201) return { state, stage: 'answer' }
  const mayHold = isExpected && short.length === 0 && outcome.shown === seen(state[owner])
  return mayHold ? { state: held(state, owner, hold), stage: 'over' } : undefined
}

/** Whether a refused hold names the short lines, of which there are some. */
function names(named: ShortLine[] | undefined, short: ShortLine[]): boolean {
  return short.length > 0 && JSON.stringify(named) === JSON.stringify(short)
}

/** Whether a response shows a checkout as it is. */
function isShown(checkout: Checkout | undefined, { shown, isOverStock = false, returned = 0 }: Outcome): boolean {
  const isSame = shown === checkout?.shown && isOverStock === checkout.isOverStock
  return isSame && returned === returnedPieces(checkout)
}

/** Whether the refusal of a hold matches the cart at this moment. */
export function refusesHold(state: State, { owner, outcome }: Act, { expected }: Hold): boolean {
  if (isMerged(state, owner)) return outcome.code === 'field_invalid'
  if (state[owner].lines.length === 0) return outcome.code === 'cart_empty'
  const isChanged = outcome.code === 'cart_changed' && outcome.shown === seen(state[owner])
  return isChanged && grandTotalOf(state[owner]) !== expected
}

function isMerged(state: State, owner: Owner): boolean {
  return owner === 'guest' && state.mergedInto !== null
}

/** Holds the cart: its earlier hold is released. */
function held(state: State, owner: Owner, { reference, expected }: Hold): State {
  const { lines, coupon } = state[owner]
  const shown = seen(state[owner])
  const campaign = shown.includes('campaign') ? state[owner].campaign : null
  const items = Object.fromEntries(lines.map(({ item, quantity }) => [item, quantity]))
  const anew: Checkout = {
    ...{ owner, state: 'held', total: expected, shown, items, coupon, campaign },
    ...{ isSubtracted: false, isOverStock: false, returned: {}, returnKeys: {} },
    ids: Object.fromEntries(lines.map(({ id, item }) => [id, item])),
  }
  const others = Object.entries(state.checkouts).map(([other, each]) => {
    return [other, each.owner === owner && each.state === 'held' ? { ...each, state: 'released' } : each] as const
  })
  return { ...state, checkouts: { ...Object.fromEntries(others), [reference]: anew } as State['checkouts'] }
}

/** Completes a checkout: what was held is subtracted from the cart once, and taken from the stock. @returns undefined when the response contradicts the step */
export function complete(state: State, { outcome }: Act, reference: string): Moved | undefined {
  const known = state.checkouts[reference]
  if (!known) return outcome.status === 404 ? { state, stage: 'over' } : undefined
  if (outcome.status !== 200 || outcome.code !== 'completed') return undefined
  if (known.state === 'completed') return isShown(known, outcome) ? { state, stage: 'over' } : undefined
  const { stock, isOverStock } = take(state, known)
  const completed: Checkout = { ...known, state: 'completed', isSubtracted: true, isOverStock }
  if (!isShown(completed, outcome)) return undefined
  const next = { ...state, stock, checkouts: { ...state.checkouts, [reference]: completed } }
  if (known.isSubtracted) return { state: next, stage: 'over' }
  return { state: { ...next, [known.owner]: without(state[known.owner], known) }, stage: 'over' }
}

/** Reads a checkout. @returns undefined when the response contradicts the step */
export function look(state: State, { outcome }: Act, reference: string): Moved | undefined {
  const known = state.checkouts[reference]
  const isSame = known
    ? outcome.status === 200 && outcome.code === known.state && isShown(known, outcome)
    : outcome.status === 404
  return isSame ? { state, stage: 'over' } : undefined
}

/** @returns a cart without the held quantities and choices */
function without(cart: Cart, { items, coupon, campaign }: Checkout): Cart {
  const lines = cart.lines
    .map(line => ({ ...line, quantity: line.quantity - (items[line.item] ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
  return {
    lines,
    coupon: cart.coupon === coupon ? null : cart.coupon,
    campaign: cart.campaign === campaign ? null : cart.campaign,
    isCampaignOff: cart.isCampaignOff && lines.length > 0,
  }
}

/** Releases or cancels a checkout. @returns undefined when the response contradicts the step */
export function release(state: State, { outcome }: Act, reference: string): Moved | undefined {
  const known = state.checkouts[reference]
  if (outcome.status !== (known ? 204 : 404)) return undefined
  if (!known || known.state === 'released' || known.state === 'cancelled') return { state, stage: 'over' }
  const ended = known.state === 'held' ? ('released' as const) : ('cancelled' as const)
  const checkouts = { ...state.checkouts, [reference]: { ...known, state: ended } }
  const stock = known.state === 'completed' ? giveBack(state, known) : state.stock
  return { state: { ...state, stock, checkouts }, stage: 'over' }
}
