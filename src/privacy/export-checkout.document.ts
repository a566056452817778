/** The checkouts in the export of a customer: their schema, and their presenter. */

import Type, { type Static } from 'typebox'
import { CartDocument } from '../cart/pricing/cart.document.ts'
import { stateOf } from '../checkouts/checkout.ts'
import { CHECKOUT_STATES } from '../checkouts/checkout-state.ts'
import { heldQuantities, isCondensed } from '../checkouts/condensed-cart.ts'
import type { CheckoutTable, PromotionUseTable, UnpaidHoldTable } from '../db/checkout-tables.ts'
import { Id, instant, nullable, oneOf } from '../schema/fields.ts'

const MINUTE_MS = 60_000

const Use = Type.Object({
  promotion: Type.String({ examples: ['coupon:welcome10', 'campaign:7'] }),
  expiresAt: nullable(instant('until when a hold uses it; null for an order')),
  overLimit: Type.Boolean(),
})

const UnpaidHold = Type.Object({
  promotion: Type.String({ examples: ['coupon:welcome10', 'campaign:7'] }),
  heldAt: instant('when it was held'),
  minutes: Type.Number({ description: 'for how long it was held' }),
})

const CondensedCart = Type.Object({
  totals: Type.Object({}, { additionalProperties: true, description: 'the totals as held' }),
  items: Type.Array(Type.Object({ productId: Id(), variantId: nullable(Id()), quantity: Type.Integer() })),
})

/** A checkout as it is stored. */
export const StoredCheckout = Type.Object({
  reference: Type.String({ description: 'the shop’s order number' }),
  state: oneOf(...CHECKOUT_STATES),
  subject: nullable(Type.String({ description: 'the member, or a guest who was merged into the member later' })),
  heldAt: instant('when the totals were held'),
  expiresAt: instant('until when the totals are held'),
  completedAt: nullable(instant('when the order was first reported')),
  overLimit: Type.Boolean(),
  uses: Type.Array(Use, { description: 'the uses of coupons and campaigns' }),
  unpaidHolds: Type.Array(UnpaidHold, { description: 'holds of limited promotions in the last day, without an order' }),
  condensed: nullable(CondensedCart),
  cart: nullable(CartDocument),
})

/** A checkout with its uses and unpaid holds of coupons and campaigns. */
export interface CheckoutWithUses {
  row: CheckoutTable
  uses: PromotionUseTable[]
  unpaidHolds: UnpaidHoldTable[]
}

/**
 * Presents a checkout as JSON text. A stored cart with lines is already JSON, and is not parsed: there may be thousands.
 * @param now milliseconds since the epoch
 */
export function writeCheckout({ row, uses, unpaidHolds }: CheckoutWithUses, now: number): string {
  const condensed = row.quantities === null ? null : presentCondensed(JSON.parse(row.document), row.quantities)
  const head: Omit<Static<typeof StoredCheckout>, 'cart'> = {
    reference: row.reference,
    state: stateOf(row, now),
    subject: row.subject,
    heldAt: iso(row.held_at),
    expiresAt: iso(row.expires_at),
    completedAt: row.completed_at === null ? null : iso(row.completed_at),
    overLimit: row.over_limit === 1,
    uses: uses.map(presentUse),
    unpaidHolds: unpaidHolds.map(presentUnpaidHold),
    condensed,
  }
  return `${JSON.stringify(head).slice(0, -1)},"cart":${condensed ? 'null' : row.document}}`
}

/** @returns null for a cart that was held again, with its lines, since an earlier one was condensed */
function presentCondensed(cart: CartDocument, quantities: string): Static<typeof CondensedCart> | null {
  if (!isCondensed(cart)) return null
  return { totals: { ...cart.data.attributes }, items: heldQuantities({ cart, quantities }) }
}

function presentUnpaidHold({ promotion, held_at, duration_ms }: UnpaidHoldTable): Static<typeof UnpaidHold> {
  return { promotion, heldAt: iso(held_at), minutes: duration_ms / MINUTE_MS }
}

function presentUse({ promotion, expires_at, over_limit }: PromotionUseTable): Static<typeof Use> {
  return { promotion, expiresAt: expires_at === null ? null : iso(expires_at), overLimit: over_limit === 1 }
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
