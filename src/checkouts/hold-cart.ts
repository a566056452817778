/** Holding a cart: reads and prices it, compares the totals that the shopper has seen, and writes if nothing has changed. */

import { cartIdOf, type Owner } from '../auth/identity.ts'
import type { CartDocument } from '../cart/pricing/cart.document.ts'
import type { PresentedCart, ReadCart } from '../cart/read-cart.ts'
import { whyUnavailable } from '../catalog/availability.ts'
import type { Deadline } from '../db/deadline.ts'
import type { RunInTurn } from '../db/keyed-queue.ts'
import { detailOf, Refusal, refusal, type Violation } from '../errors.ts'
import type { Channel } from '../model/campaign.ts'
import { foldCouponCode } from '../model/coupon-code.ts'
import { findAppliedCoupon } from '../promotions/discounts.ts'
import { type Checkout, decideRepeat, type Expected, type HeldPromotions, hasTotals } from './checkout.ts'
import type { CheckoutStore } from './checkouts.store.ts'
import type { HoldConflict } from './write-hold.sql.ts'

/** The pauses before further attempts double from the first to the longest: a hold takes longer on a cluster. */
const FIRST_PAUSE_MS = 5
const LONGEST_PAUSE_MS = 320

/**
 * Holds the cart of an owner.
 * @returns the checkout; `isNew` is false for a repeated hold, which answers the held document
 * @throws Refusal 409 when the totals differ, nobody may buy an item, a promotion is used up or was held too often, too little is left of an
 * item, or the reference is taken; 422 for an empty cart or an owner who is not active; 429 when the owner has stored too many holds; 503
 * `cart_busy` when other requests keep the cart for five seconds, or change it during every attempt of theirs
 */
export type HoldCart = (request: HoldRequest) => Promise<{ checkout: Checkout; isNew: boolean }>

/** A request to hold a cart. */
export interface HoldRequest {
  reference: string
  owner: Owner
  /** Where the shopper has seen the cart. */
  channel: Channel
  expected: Expected
  /** The administrator who sends it, such as `admin:web-shop`. */
  actor: string
}

/** The tags by which a web shop names the cart that it has shown. */
export interface CartTags {
  /** Of `GET /cart`. */
  ofCart: (cart: PresentedCart) => string
  /** Of `GET /checkout/session`. */
  ofSession: (owner: Owner, cart: PresentedCart) => string
}

interface Sources {
  store: CheckoutStore
  readCart: ReadCart
  tags: CartTags
  holdMinutes: number
  /** Runs the holds of one cart one after the other. @throws Refusal 503 `cart_busy`, also where the work throws LockConflict */
  runInTurn: RunInTurn
  /** Creates the deadline of one request, for all that it waits for. */
  createDeadline: () => Deadline
  /** Counts a hold of an owner, until it is taken back. @throws Refusal 429 */
  count: (owner: Owner) => Promise<{ uncount(): Promise<void> }>
  /** Milliseconds since the epoch. */
  now: () => number
  /** Waits for some milliseconds. */
  pause: (milliseconds: number) => Promise<void>
}

/** Creates the function that holds carts. Holds of one cart run one after the other, so that a repeated one is never counted. */
export function createCartHolder(sources: Sources): HoldCart {
  return request => {
    const deadline = sources.createDeadline()
    return sources.runInTurn(cartIdOf(request.owner), () => holdOrRepeat(sources, { ...request, deadline }), deadline)
  }
}

/** A request with the deadline of its attempts, each of which fails only when another request has changed the cart, the shop or the reference. */
interface TimedRequest extends HoldRequest {
  deadline: Deadline
}

/** Answers a repeated hold, or holds the cart. Only a hold that is stored stays counted. */
async function holdOrRepeat(sources: Sources, request: TimedRequest): ReturnType<HoldCart> {
  const repeated = await findRepeated(sources, request)
  if (repeated) return { checkout: repeated, isNew: false }
  const counted = await sources.count(request.owner)
  const held = await holdRepeatedly(sources, request).catch(async error => {
    await counted.uncount()
    throw error
  })
  if (!held.isNew) await counted.uncount()
  return held
}

/** Holds, again where something has changed meanwhile. @throws LockConflict when the deadline is over */
async function holdRepeatedly(sources: Sources, request: TimedRequest): ReturnType<HoldCart> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const checkout = await hold(sources, request).catch(async error => {
      // The same request may have held the cart meanwhile, and the order may have emptied it.
      if (error instanceof Refusal && (await findRepeated(sources, request))) return undefined
      throw error
    })
    if (checkout) return { checkout, isNew: true }
    const repeated = await findRepeated(sources, request)
    if (repeated) return { checkout: repeated, isNew: false }
    await sources.pause(Math.min(pauseMs, request.deadline.remainingMs()))
  }
}

/**
 * Finds the checkout that this request has held before.
 * @throws Refusal 409 `reference_taken`
 */
async function findRepeated({ store, now }: Sources, request: HoldRequest): Promise<Checkout | undefined> {
  const { reference, owner, expected } = request
  const found = await store.findFor(reference, owner, now())
  if (!found) return undefined
  const { checkout: existing, subject } = found
  const repeat = decideRepeat(existing, subject, expected)
  if (repeat === 'taken' || (repeat === 'again' && subject !== cartIdOf(owner))) throw refusal('reference_taken')
  return repeat === 'same' ? existing : undefined
}

/** Holds the cart as it is now. @returns undefined when something has changed while it was priced */
async function hold(
  { store, readCart, tags, holdMinutes, now }: Sources,
  request: TimedRequest,
): Promise<Checkout | undefined> {
  const { reference, owner, expected, actor, deadline } = request
  const cart = await readActive(readCart, request)
  requireExpected(cart, request, tags)
  requireAvailable(cart)
  const heldAt = now()
  const result = await store.hold(
    {
      reference,
      owner,
      priced: cart.stored,
      campaigns: cart.campaigns,
      isTagged: expected.etag !== undefined,
      promotions: promotionsOf(cart),
      document: storedText(cart.document),
      items: cart.priced.lines.map(({ productId, variantId, quantity }) => ({
        productId,
        variantId: variantId ?? 0,
        quantity,
      })),
      heldAt,
      expiresAt: heldAt + holdMinutes * 60_000,
      actor,
    },
    deadline,
  )
  if (result === 'owner_inactive') throw inactiveSubject()
  if (result === 'changed' || (result === 'campaign_used_up' && isPicked(cart))) return undefined
  if (typeof result !== 'string') return result
  const { code, detail } = conflicts[result]
  throw refusal(code, detail)
}

/** @throws Refusal 422 for an owner who is not active */
async function readActive(readCart: ReadCart, { owner, channel }: HoldRequest): Promise<PresentedCart> {
  try {
    return await readCart({ owner, channel })
  } catch (error) {
    throw error instanceof Refusal && error.status === 401 ? inactiveSubject() : error
  }
}

/** @throws Refusal 422 for an empty cart, 409 with the cart as it is, and its tag, when it is not the expected one */
function requireExpected(cart: PresentedCart, { owner, expected }: HoldRequest, tags: CartTags): void {
  const { document } = cart
  if (document.included.length === 0) {
    throw new Refusal({ code: 'cart_empty', pointer: '/subject', detail: detailOf('cart_empty') })
  }
  if (hasTotals(document.data.attributes, expected) && hasTag(cart, owner, { expected, tags })) return
  const changed = { code: 'cart_changed', detail: detailOf('cart_changed'), meta: { cart: document } } as const
  throw new Refusal(changed, { ETag: tags.ofCart(cart) })
}

function hasTag(
  cart: PresentedCart,
  owner: Owner,
  { expected, tags }: { expected: Expected; tags: CartTags },
): boolean {
  const { etag } = expected
  return etag === undefined || etag === tags.ofCart(cart) || etag === tags.ofSession(owner, cart)
}

/**
 * The hold is written only while the shop has the revision of these products: one that is withdrawn meanwhile is refused by the next attempt.
 * @throws Refusal 409 with the lines that nobody may buy, in the order of the cart
 */
function requireAvailable({ priced }: PresentedCart): void {
  const items = priced.lines.flatMap(({ id, productId, variantId, product, variant }) => {
    const reason = whyUnavailable(product, variant)
    return reason === undefined ? [] : [{ itemId: id, productId, variantId, reason }]
  })
  if (items.length === 0) return
  throw new Refusal({ code: 'items_unavailable', detail: detailOf('items_unavailable'), meta: { items } })
}

/**
 * Writes a document as it is stored: the campaigns, which may be long, come last of the attributes, so that the list of checkouts finds the
 * grand total at the beginning. An order has no offers: nothing is added to it any more.
 */
function storedText(document: CartDocument): string {
  const { campaigns, ...others } = document.data.attributes
  const attributes = { ...others, ...(campaigns && { campaigns }) }
  const { offers: _, ...meta } = document.data.meta ?? {}
  return JSON.stringify({ ...document, data: { ...document.data, attributes, meta } })
}

/** Returns the promotions that a priced cart applies. */
function promotionsOf({ stored, priced }: PresentedCart): HeldPromotions {
  const coupon = findAppliedCoupon(priced.discounts)
  return {
    couponCode: coupon === null ? null : foldCouponCode(coupon.code),
    campaignIds: priced.discounts.campaigns.map(({ id }) => id),
    boundCampaignId: coupon === null ? null : (stored.coupon?.campaignId ?? null),
  }
}

/**
 * Whether a campaign applies that the shopper has not chosen. One that others have used up meanwhile is no choice to undo: the next attempt
 * prices the cart without it.
 */
function isPicked({ priced }: PresentedCart): boolean {
  return priced.discounts.campaigns.some(each => each.isPicked)
}

function inactiveSubject(): Refusal {
  const detail = 'subject must be an active customer, or a guest who has not logged in.'
  return new Refusal({ code: 'field_invalid', pointer: '/subject', detail })
}

const conflicts = {
  coupon_used_up: { code: 'coupon_used_up', detail: detailOf('coupon_used_up') },
  campaign_used_up: { code: 'campaign_used_up', detail: detailOf('campaign_used_up') },
  coupon_hold_limit: { code: 'hold_limit_reached', detail: heldTooOften('coupon') },
  campaign_hold_limit: { code: 'hold_limit_reached', detail: heldTooOften('campaign') },
} as const satisfies Record<HoldConflict, Pick<Violation, 'code' | 'detail'>>

/** Detail of the refusal of a cart whose promotion was held too often. */
export function heldTooOften(promotion: 'coupon' | 'campaign'): string {
  return `The subject has held the ${promotion} too often in 24 hours without an order: the cart can be held without it.`
}
