/** Runs a plan against running instances, all actors at once, and records requests and responses. */

import type { CartDocument } from '../../../../src/cart/cart.document.ts'
import type { Answer, TestService } from '../../service/service.ts'
import type { Act, Outcome } from './actions.ts'
import { type Action, type Owner, showCart } from './model.ts'
import type { ActorPlan, PlannedRequest } from './plan.ts'

/** The tokens of the owners in a history. */
export type OwnerTokens = Record<Owner, string>

/** A recorded history. */
export interface History {
  /** The requests of each actor in order; the last actors read all carts after all other requests. */
  actors: Act[][]
  documents: CartDocument[]
}

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

/** Runs the scripts of a plan at the same time, then reads every cart. */
export async function runPlan(instances: TestService[], cast: OwnerTokens, scripts: ActorPlan[]): Promise<History> {
  const known = new Map<string, string>()
  const documents: CartDocument[] = []
  const run = async ({ owner, planned }: ActorPlan) => {
    const acts: Act[] = []
    for (const { request, instance } of planned) {
      const action = decide(request, known)
      const began = performance.now()
      const answer = await ask(instances[instance % instances.length] as TestService, cast, owner, action)
      acts.push({ owner, action, began, ended: performance.now(), outcome: outcomeOf(answer) })
      if (answer.status < 300) documents.push(answer.json as CartDocument)
      if (answer.status < 300) remember(answer.json as CartDocument, known)
    }
    return acts
  }
  const actors = await Promise.all(scripts.map(run))
  const last = await Promise.all(reads.map(run))
  return { actors: [...actors, ...last], documents }
}

const reads = (['member', 'other', 'guest'] as const).map(
  (owner): ActorPlan => ({ owner, planned: [{ request: { kind: 'read' }, instance: 0 }] }),
)

/** Replaces items by line ids that any actor has seen, also those of other carts. */
function decide(request: PlannedRequest, known: Map<string, string>): Action {
  if (request.kind === 'add' || !('item' in request)) return request as Action
  const { item, ...rest } = request
  return { ...rest, id: known.get(item) ?? UNKNOWN } as Action
}

/** Records the ids of all lines in a response. */
function remember({ included }: CartDocument, known: Map<string, string>): void {
  for (const { id, attributes } of included) known.set(itemOf(attributes), id)
}

function itemOf({ productId, variantId }: { productId: number; variantId: number | null }): string {
  return variantId === null ? `${productId}` : `${productId}-${variantId}`
}

function ask(service: TestService, cast: OwnerTokens, owner: Owner, action: Action): Promise<Answer> {
  const [method, path, body] = requestOf(action, cast)
  return service.call(method, path, { token: cast[owner], ...(body !== undefined && { body }) })
}

/** @returns the HTTP request */
function requestOf(action: Action, cast: OwnerTokens): [method: string, path: string, body?: object] {
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

/** @returns the result of a response, in the form of the model */
function outcomeOf({ status, json, text }: Answer): Outcome {
  if (status >= 300) return { status, shown: status >= 500 ? text : '', affected: '' }
  const { data, included, meta } = json as CartDocument
  const { appliedCoupon, appliedCampaign } = data.attributes
  const lines = included.map(({ id, attributes }) => ({ ...attributes, id, item: itemOf(attributes) }))
  const cart = { lines, coupon: appliedCoupon?.code ?? null, campaign: appliedCampaign?.id ?? null }
  return { status, shown: showCart(cart), affected: meta?.affectedItemId ?? '' }
}
