/** Runs a plan against running instances, all actors at once, and records requests and responses. */

import { randomUUID } from 'node:crypto'
import type { ShownCart } from '../../cart/cart.ts'
import { callCheckout, complete, hold, release } from '../../checkouts/orders.ts'
import type { Answer, TestService } from '../../service/service.ts'
import type { Act, Outcome } from './actions.ts'
import { type Action, type Owner, showCart } from './model.ts'
import type { ActorPlan, PlannedRequest } from './plan.ts'

/** The tokens of the owners in a history. */
export type OwnerTokens = Record<Owner, string>

/** A recorded history. */
export interface History {
  /** The requests of each actor in order; the last actors read all carts and checkouts after all other requests. */
  actors: Act[][]
  documents: ShownCart[]
}

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

/** Runs the scripts of a plan at the same time, after those of `first` one by one, then reads every cart and checkout. */
export async function runPlan(
  instances: TestService[],
  cast: OwnerTokens,
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
      const answer = await ('reference' in action
        ? askForCheckout(service, cast[owner], { ...action, reference: `${order}-${action.reference}` })
        : ask(service, cast, owner, action))
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
function decide(request: PlannedRequest, known: Map<string, string>, owner: Owner): Action {
  if (request.kind === 'hold') return { ...request, kind: 'hold', expected: known.get(owner) ?? '0.00' }
  if (request.kind === 'add' || !('item' in request)) return request as Action
  const { item, ...rest } = request
  return { ...rest, id: known.get(item) ?? UNKNOWN } as Action
}

/** Records the grand total of the owner's cart, and the ids of all lines in a response. */
function remember({ data, included }: ShownCart, known: Map<string, string>, owner: Owner): void {
  known.set(owner, data.attributes.grandTotal?.amount ?? '0.00')
  for (const { id, attributes } of included) known.set(itemOf(attributes), id)
}

function itemOf({ productId, variantId }: { productId: number; variantId: number | null }): string {
  return variantId === null ? `${productId}` : `${productId}-${variantId}`
}

function ask(service: TestService, cast: OwnerTokens, owner: Owner, action: CartAction): Promise<Answer> {
  const [method, path, body] = requestOf(action, cast)
  const headers = 'key' in action && action.key !== undefined ? { 'Idempotency-Key': action.key } : {}
  return service.call(method, path, { token: cast[owner], headers, ...(body !== undefined && { body }) })
}

type CartAction = Exclude<Action, { reference: string }>
type CheckoutAction = Exclude<Action, CartAction>

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
  }
}

/** @returns the HTTP request */
function requestOf(action: CartAction, cast: OwnerTokens): [method: string, path: string, body?: object] {
  switch (action.kind) {
    case 'read':
      return ['GET', '/cart']
    case 'empty':
      return ['DELETE', '/cart']
    case 'merge':
      return ['POST', '/cart/merge', { guestToken: cast.guest }]
    case 'add': {
      const [productId, variantId] = action.item.split('-').map(Number)
      return ['POST', '/cart-items', { productId, variantId, quantity: action.quantity }]
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

/** The line that a repeated add names may have been merged into another, or removed. */
function comparable({ meta, ...document }: ShownCart, answer: Answer): ShownCart {
  return meta === undefined || isReplayed(answer) ? document : { ...document, meta }
}

function isReplayed({ headers }: Answer): boolean {
  return headers.has('idempotency-replayed')
}

/** @returns the result of a response, in the form of the model */
function outcomeOf(answer: Answer): Outcome {
  const { status, json, text } = answer
  const { errors, data: checkout } = (json ?? {}) as { errors?: { code: string }[]; data?: { state?: string } }
  const code = errors?.[0]?.code ?? checkout?.state
  const document = cartIn(answer)
  const told = { status, ...(code !== undefined && { code }) }
  if (!document) return { ...told, shown: status >= 500 ? text : '', affected: '' }
  return { ...told, ...shownIn(document), isReplayed: isReplayed(answer) }
}

/** @returns the cart of a response: its own, that of a checkout, or that of a refused hold */
function cartIn({ status, json }: Answer): ShownCart | undefined {
  if (json === undefined || status >= 500) return undefined
  const { data, errors } = json as { data?: { cart?: ShownCart }; errors?: { meta?: { cart?: ShownCart } }[] }
  return errors ? errors[0]?.meta?.cart : (data?.cart ?? (json as ShownCart))
}

/** @returns a cart in the form of the model */
function shownIn({ data, included, meta }: ShownCart): Pick<Outcome, 'shown' | 'affected' | 'isRefusedCode'> {
  const { appliedCoupon, appliedCampaign } = data.attributes
  const lines = included.map(({ id, attributes }) => ({ ...attributes, id, item: itemOf(attributes) }))
  const isRefusedCode = meta?.coupon?.reason === 'unknown'
  const unapplied = isRefusedCode ? undefined : meta?.coupon?.code
  const cart = { lines, coupon: appliedCoupon?.code ?? unapplied ?? null, campaign: appliedCampaign?.id ?? null }
  return { shown: showCart(cart), affected: meta?.affectedItemId ?? '', isRefusedCode }
}
