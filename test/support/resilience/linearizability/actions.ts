/**
 * Requests as the steps that they are documented to take: an add is one step, every other write is a write and a later
 * read.
 */

import { beginHold, complete, look, refusesHold, release } from './checkouts.ts'
import { returnItems } from './returns.ts'
import {
  type Action,
  added,
  type Cart,
  isCancelled,
  isListed,
  type KeyedAdd,
  merged,
  type Owner,
  type State,
  seen,
  written,
} from './model.ts'
import { type ShortLine, showsStocks } from './stock.ts'

type AddAction = Extract<Action, { kind: 'add' }>

/** The stock of a line, or of an item of the shop. */
export interface ShownStock {
  stock: number
  /** Undefined while the stock guard does not count. */
  available: number | undefined
  /** Undefined for an item of the shop. */
  isForSale?: boolean
}

/** The result of a request. */
export interface Outcome {
  status: number
  /** The cart in the response, as `showCart` formats it; empty for a refusal. */
  shown: string
  /** The id of the line that an add has changed. */
  affected: string
  /** Whether the response says that no coupon has the code of the request; it does not show the coupon of an empty cart then. */
  isRefusedCode?: boolean
  /** Whether the response says that an earlier add with the same key was repeated. */
  isReplayed?: boolean
  /** The code of a refusal, or the state of a checkout. */
  code?: string
  /** The stocks that a response shows, by item; a held cart shows none. */
  stocks?: Record<string, ShownStock>
  /** The lines that a refused hold names. */
  short?: ShortLine[]
  /** Whether a checkout says that its order has taken more than was left. */
  isOverStock?: boolean
  /** The number of pieces that the returns of a checkout have. */
  returned?: number
}

/** A request of an actor, with the times at which it was sent and answered in milliseconds of one clock. */
export interface Act {
  owner: Owner
  action: Action
  began: number
  ended: number
  outcome: Outcome
}

/** The next step of a request; `over` after the last one. A guarded shop reads the stocks after the cart. */
export type Stage = 'begin' | 'choose' | 'answer' | 'stocks' | 'refuse' | 'over'

/** The state after a step. */
export interface Moved {
  state: State
  stage: Stage
}

/** Takes one step of a request. @returns undefined when the response contradicts the step */
export function advance(state: State, act: Act, stage: Stage): Moved | undefined {
  switch (stage) {
    case 'begin':
      return begin(state, act)
    case 'choose':
      return { state: write(state, act), stage: 'answer' }
    case 'answer':
      return answers(state, act) ? { state, stage: afterCart(state, act) } : undefined
    case 'stocks':
      return showsStocks(state, act) ? { state, stage: 'over' } : undefined
    case 'refuse':
      return refuses(state, act) ? { state, stage: 'over' } : undefined
    case 'over':
      return undefined
  }
}

function afterCart({ stock }: State, { outcome }: Act): Stage {
  return stock !== null && outcome.stocks ? 'stocks' : 'over'
}

/** Takes the first step of a request. */
function begin(state: State, act: Act): Moved | undefined {
  const { owner, action } = act
  switch (action.kind) {
    case 'read':
      return advance(state, act, 'answer')
    case 'stocks':
      return advance(state, act, 'stocks')
    case 'add':
      return add(state, act, action)
    case 'set':
    case 'note':
    case 'drop': {
      const isOwn = state[owner].lines.some(({ id }) => id === action.id)
      return isOwn ? { state: write(state, act), stage: 'answer' } : { state, stage: 'refuse' }
    }
    case 'empty':
    case 'coupon':
      return { state: write(state, act), stage: 'answer' }
    case 'campaign': {
      if (action.id === null) return { state: write(state, act), stage: 'answer' }
      return { state, stage: isListed(state[owner], action.id) ? 'choose' : 'refuse' }
    }
    case 'hold':
      return beginHold(state, act, action)
    case 'complete':
      return complete(state, act, action.reference)
    case 'release':
      return release(state, act, action.reference)
    case 'look':
      return look(state, act, action.reference)
    case 'return':
      return returnItems(state, act, action)
    case 'merge': {
      const isElsewhere = state.mergedInto !== null && state.mergedInto !== owner
      return isElsewhere ? { state, stage: 'refuse' } : { state: merged(state, owner), stage: 'answer' }
    }
  }
}

/** Takes the write of an add; the response must show the cart at this moment. */
function add(state: State, act: Act, action: AddAction): Moved | undefined {
  const { owner, outcome } = act
  const over = (result: State): Moved => ({ state: result, stage: afterCart(result, act) })
  if (isCancelled(state, owner)) return outcome.status === 401 ? over(state) : undefined
  const known = action.key === undefined ? undefined : state.keys[owner][action.key]
  if (known) return repeats(state[owner], known, { action, outcome }) ? over(state) : undefined
  const cart = added(state[owner], action.item, action.quantity, outcome.affected)
  if (!cart) return outcome.status === 422 ? over(state) : undefined
  const names = cart.lines.some(({ id, item }) => id === outcome.affected && item === action.item)
  if (outcome.status !== 201 || outcome.isReplayed || !names || outcome.shown !== seen(cart)) return undefined
  return over({ ...state, [owner]: cart, keys: withKey(state, owner, action, outcome.affected) })
}

/** @returns the keys after an add */
function withKey({ keys }: State, owner: Owner, { key, item, quantity }: AddAction, id: string): State['keys'] {
  return key === undefined ? keys : { ...keys, [owner]: { ...keys[owner], [key]: { item, quantity, id } } }
}

/** Whether the response to an add with a known key repeats that add, or refuses another one. */
function repeats(cart: Cart, known: KeyedAdd, { action, outcome }: { action: AddAction; outcome: Outcome }): boolean {
  const isSame = known.item === action.item && known.quantity === action.quantity
  if (!isSame) return outcome.code === 'idempotency_key_reused'
  return outcome.status === 201 && !!outcome.isReplayed && outcome.affected === known.id && outcome.shown === seen(cart)
}

/** Takes the write of any request but an add. */
function write(state: State, { owner, action }: Act): State {
  return isCancelled(state, owner) ? state : { ...state, [owner]: written(state[owner], action) }
}

/** Whether the response of a request matches the cart at this moment. */
function answers(state: State, act: Act): boolean {
  const { owner, action, outcome } = act
  if (action.kind === 'hold') return refusesHold(state, act, action)
  if (isCancelled(state, owner)) return outcome.status === 401
  const cart = state[owner]
  const hidesCoupon = outcome.isRefusedCode && cart.lines.length === 0
  return outcome.status === 200 && outcome.shown === seen(hidesCoupon ? { ...cart, coupon: null } : cart)
}

/** Whether the response is the expected refusal. */
function refuses(state: State, { owner, action, outcome }: Act): boolean {
  if (isCancelled(state, owner)) return outcome.status === 401
  return outcome.status === ('id' in action && action.kind !== 'campaign' ? 404 : 422)
}
