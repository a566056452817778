/** Runs a plan against running instances, all actors at once, and records requests and responses. */

import { randomUUID } from 'node:crypto'
import type { ShownCart } from '../../cart/cart.ts'
import { callCheckout, complete, hold, release } from '../../checkouts/orders.ts'
import { returnItems } from '../../checkouts/returns.ts'
import { stockOf } from '../../checkouts/stock.ts'
import type { Answer, TestService } from '../../service/service.ts'
import type { Act, Outcome } from './actions.ts'
import type { Action, Owner } from './model.ts'
import { cartIn, comparable, itemOf, outcomeOf } from './outcome.ts'
import type { ActorPlan, PlannedRequest } from './plan.ts'
import { STOCKS } from './shop.ts'

/** The tokens of the owners in a history. */
export type OwnerTokens = Record<Owner, string>

/** The owners of a history, and their products. */
export interface Cast extends OwnerTokens {
  /** What is added to the product ids of the model in a guarded shop; null in a shop without a stock guard. */
  offset: number | null
}

/** A recorded history. */
export interface History {
  /** The requests of each actor in order; the last actors read all carts, checkouts and stocks after all other requests. */
  actors: Act[][]
  documents: ShownCart[]
}

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

/** Runs the scripts of a plan at the same time, after those of `first` one by one, then reads every cart, checkout and stock. */
export async function runPlan(
  instances: TestService[],
  cast: Cast,
  scripts: ActorPlan[],
  first: ActorPlan[] = [],
): Promise<History> {
  const known = new Map<string, string>()
  const order = randomUUID()
  const documents: ShownCart[] = []
  const run = async ({ owner, planned }: ActorPlan) => {
    const acts: Act[] = []
    for (const { request, instance } of planned) {
      const action = decide(request, known, owner)
      const began = performance.now()
      const service = instances[instance % instances.length] as TestService
      const answer = await send(service, cast, { owner, action }, order)
      acts.push({ owner, action, began, ended: performance.now(), outcome: outcomeOf(answer) })
      const document = cartIn(answer)
      if (document) documents.push(comparable(document, answer))
      if (document && !('reference' in action)) remember(document, known, owner)
    }
    return acts
  }
  const before: Act[][] = []
  for (const script of first) before.push(await run(script))
  const actors = await Promise.all(scripts.map(run))
  const last = await Promise.all(reads.map(run))
  if (cast.offset !== null) last.push([await readStocks(instances[0] as TestService, cast.offset)])
  return { actors: [...before, ...actors, ...last], documents }
}

const reads = [
  ...(['member', 'other', 'guest'] as const).map(owner => readOf(owner, { kind: 'read' })),
  ...['A', 'B'].map(reference => readOf('member', { kind: 'look', reference })),
]

function readOf(owner: Owner, request: PlannedRequest): ActorPlan {
  return { owner, planned: [{ request, instance: 0 }] }
}

/** Replaces items by line ids that any actor has seen, also those of other carts. */
function decide(request: PlannedRequest, known: Map<string, string>, owner: Owner): SentAction {
  if (request.kind === 'hold') return { ...request, kind: 'hold', expected: known.get(owner) ?? '0.00' }
  if (request.kind === 'add' || !('item' in request)) return request as SentAction
  const { item, ...rest } = request
  return { ...rest, id: known.get(item) ?? UNKNOWN } as SentAction
}

/** Records the grand total of the owner's cart, and the ids of all lines in a response. */
function remember({ data, included }: ShownCart, known: Map<string, string>, owner: Owner): void {
  known.set(owner, data.attributes.grandTotal?.amount ?? '0.00')
  for (const { id, attributes } of included) known.set(itemOf(attributes), id)
}

/** Sends a request. @returns its response, with the product ids of the model */
async function send(
  service: TestService,
  cast: Cast,
  { owner, action }: { owner: Owner; action: SentAction },
  order: string,
): Promise<Answer> {
  const answer = await ('reference' in action
    ? askForCheckout(service, cast[owner], { ...action, reference: `${order}-${action.reference}` })
    : ask(service, cast, owner, action))
  const { offset } = cast
  if (answer.json === undefined || offset === null) return answer
  const toModel = (key: string, value: unknown) => (key === 'productId' ? Number(value) - offset : value)
  return { ...answer, json: JSON.parse(answer.text, toModel) }
}

function ask(service: TestService, cast: Cast, owner: Owner, action: CartAction): Promise<Answer> {
  const [method, path, body] = requestOf(action, cast)
  const headers = 'key' in action && action.key !== undefined ? { 'Idempotency-Key': action.key } : {}
  return service.call(method, path, { token: cast[owner], headers, ...(body !== undefined && { body }) })
}

type CheckoutAction = Extract<Action, { reference: string }>
type CartAction = Exclude<SentAction, CheckoutAction>
/** Stocks are read once, at the end. */
type SentAction = Exclude<Action, { kind: 'stocks' }>

/** Sends a request of the web shop, whose reference no other history has. */
function askForCheckout(service: TestService, token: string, action: CheckoutAction): Promise<Answer> {
  const { reference } = action
  switch (action.kind) {
    case 'hold':
      return hold(service, reference, token, { grandTotal: action.expected })
    case 'complete':
      return complete(service, reference)
    case 'release':
      return release(service, reference)
    case 'look':
      return callCheckout(service, 'GET', reference)
    case 'return': {
      const { id: itemId, quantity, restock, key } = action
      const body = { lines: [{ itemId, quantity }], restock }
      return returnItems(service, reference, body, key === undefined ? {} : { key })
    }
  }
}

/** @returns the HTTP request */
function requestOf(action: CartAction, cast: Cast): [method: string, path: string, body?: object] {
  switch (action.kind) {
    case 'read':
      return ['GET', '/cart']
    case 'empty':
      return ['DELETE', '/cart']
    case 'merge':
      return ['POST', '/cart/merge', { guestToken: cast.guest }]
    case 'add': {
      const [productId = 0, variantId] = action.item.split('-').map(Number)
      return [
        'POST',
        '/cart-items',
        { productId: productId + (cast.offset ?? 0), variantId, quantity: action.quantity },
      ]
    }
    case 'set':
      return ['PATCH', `/cart-items/${action.id}`, { quantity: action.quantity }]
    case 'note':
      return ['PATCH', `/cart-items/${action.id}/notes`, action.notes]
    case 'drop':
      return ['DELETE', `/cart-items/${action.id}`]
    case 'coupon':
      return action.code === null ? ['DELETE', '/cart/coupon'] : ['POST', '/cart/coupon', { couponCode: action.code }]
    case 'campaign':
      return action.id === null ? ['DELETE', '/cart/campaign'] : ['POST', '/cart/campaign', { campaignId: action.id }]
  }
}

/** Reads the stored stocks of a history, and what is left of them without all reservations. */
async function readStocks(service: TestService, offset: number): Promise<Act> {
  const began = performance.now()
  const stocks: Outcome['stocks'] = {}
  for (const item of Object.keys(STOCKS)) {
    const [productId = 0, variantId] = item.split('-').map(Number)
    const { stock, reserved } = await stockOf(service, productId + offset, variantId)
    stocks[item] = { stock, available: stock - reserved }
  }
  const outcome = { status: 200, shown: '', affected: '', stocks }
  return { owner: 'member', action: { kind: 'stocks' }, began, ended: performance.now(), outcome }
}
