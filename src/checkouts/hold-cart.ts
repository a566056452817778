/** Holding a cart: reads and prices it, compares the totals that the shopper has seen, and writes if nothing has changed. */

import { cartIdOf, type Owner } from '../auth/identity.ts'
import type { CartDocument } from '../cart/pricing/cart.document.ts'
import type { PresentedCart, ReadCart } from '../cart/read-cart.ts'
import { detailOf, Refusal, refusal, type Violation } from '../errors.ts'
import { foldCouponCode } from '../promotions/coupon-code.ts'
import { type Checkout, decideRepeat, type ExpectedTotals, type HeldPromotions, hasTotals } from './checkout.ts'
import type { CheckoutStore } from './checkouts.store.ts'
import type { HoldConflict } from './write-hold.sql.ts'

/** Attempts of a hold: each fails only when another request has changed the cart, the shop or the reference in between. */
const ATTEMPTS = 12
/** The pauses before further attempts double from the first to the longest, and are two seconds in all: a hold takes longer on a cluster. */
const FIRST_PAUSE_MS = 5
const LONGEST_PAUSE_MS = 320

/**
 * Holds the cart of an owner.
 * @returns the checkout; `isNew` is false for a repeated hold, which answers the held document
 * @throws Refusal 409 when the totals differ, a promotion is used up or was held too often, or the reference is taken; 422 for an empty
 * cart or an owner who is not active; 429 when the owner has stored too many holds; 503 `cart_busy` when the cart changes during every
 * attempt
 */
export type HoldCart = (request: HoldRequest) => Promise<{ checkout: Checkout; isNew: boolean }>

/** A request to hold a cart. */
export interface HoldRequest {
  reference: string
  owner: Owner
  expected: ExpectedTotals
  /** The administrator who sends it, such as `admin:web-shop`. */
  actor: string
}

interface Sources {
  store: CheckoutStore
  readCart: ReadCart
  holdMinutes: number
  /** Runs the holds of one cart one after the other. @throws Refusal 503 `cart_busy` */
  runInTurn: <T>(cartId: string, work: () => Promise<T>) => Promise<T>
  /** Counts a hold of an owner, until it is taken back. @throws Refusal 429 */
  count: (owner: Owner) => Promise<{ uncount(): Promise<void> }>
  /** Milliseconds since the epoch. */
  now: () => number
  /** Waits for some milliseconds. */
  pause: (milliseconds: number) => Promise<void>
}

/** Creates the function that holds carts. Holds of one cart run one after the other, so that a repeated one is never counted. */
export function createCartHolder(sources: Sources): HoldCart {
  return request => sources.runInTurn(cartIdOf(request.owner), () => holdOrRepeat(sources, request))
}

/** Answers a repeated hold, or holds the cart. Only a hold that is stored stays counted. */
async function holdOrRepeat(sources: Sources, request: HoldRequest): ReturnType<HoldCart> {
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

/** Holds, again where something has changed meanwhile. */
async function holdRepeatedly(sources: Sources, request: HoldRequest): ReturnType<HoldCart> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await sources.pause(Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS))
    const checkout = await hold(sources, request).catch(async error => {
      // The same request may have held the cart meanwhile, and the order may have emptied it.
      if (error instanceof Refusal && (await findRepeated(sources, request))) return undefined
      throw error
    })
    if (checkout) return { checkout, isNew: true }
    const repeated = await findRepeated(sources, request)
    if (repeated) return { checkout: repeated, isNew: false }
  }
  throw refusal('cart_busy', 'The cart changes faster than it can be held. Nothing was done.', { 'Retry-After': '1' })
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
  { store, readCart, holdMinutes, now }: Sources,
  request: HoldRequest,
): Promise<Checkout | undefined> {
  const { reference, owner, expected, actor } = request
  const cart = await readActive(readCart, owner)
  requireTotals(cart, expected)
  const heldAt = now()
  const result = await store.hold({
    reference,
    owner,
    priced: cart.stored,
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
  })
  if (result === 'owner_inactive') throw inactiveSubject()
  if (result === 'changed') return undefined
  if (typeof result !== 'string') return result
  const { code, detail } = conflicts[result]
  throw refusal(code, detail)
}

/** @throws Refusal 422 for an owner who is not active */
async function readActive(readCart: ReadCart, owner: Owner): Promise<PresentedCart> {
  try {
    return await readCart(owner)
  } catch (error) {
    throw error instanceof Refusal && error.status === 401 ? inactiveSubject() : error
  }
}

/** @throws Refusal 422 for an empty cart, 409 with the cart as it is when its totals differ */
function requireTotals({ document }: PresentedCart, expected: ExpectedTotals): void {
  if (document.included.length === 0) {
    throw new Refusal({ code: 'cart_empty', pointer: '/subject', detail: detailOf('cart_empty') })
  }
  if (hasTotals(document.data.attributes, expected)) return
  throw new Refusal({ code: 'cart_changed', detail: detailOf('cart_changed'), meta: { cart: document } })
}

/**
 * Writes a document as it is stored: the campaigns, which may be long, come last of the attributes, so that the list of checkouts finds the
 * grand total at the beginning.
 */
function storedText(document: CartDocument): string {
  const { campaigns, ...others } = document.data.attributes
  const attributes = { ...others, ...(campaigns && { campaigns }) }
  return JSON.stringify({ ...document, data: { ...document.data, attributes } })
}

/** Returns the promotions that a priced cart applies. */
function promotionsOf({ stored, priced }: PresentedCart): HeldPromotions {
  const { coupon = null, campaign = null } = priced.totals?.discounts ?? {}
  return {
    couponCode: coupon === null ? null : foldCouponCode(coupon.code),
    campaignId: campaign?.id ?? null,
    boundCampaignId: coupon === null ? null : (stored.coupon?.campaignId ?? null),
  }
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
