/** The export of a customer: its schema, and the presenters of its records. */

import type { Selectable } from 'kysely'
import Type, { type Static } from 'typebox'
import { broughtItems } from '../cart/brought/brought-items.ts'
import { toLine } from '../cart/storage/cart-row.ts'
import { CustomerDocument } from '../customers/customer.document.ts'
import type { CartLineTable, CartTable, IdempotencyKeyTable } from '../db/cart-tables.ts'
import type { EventTable, WebSessionTable } from '../db/tables.ts'
import type { UcpBroughtTable } from '../db/ucp-tables.ts'
import { way } from '../history/history.document.ts'
import type { RecordedChange } from '../history/history.ts'
import { Id, instant, nullable } from '../schema/fields.ts'
import { StoredCheckout } from './export-checkout.document.ts'

const Choices = {
  couponCode: nullable(Type.String({ description: 'the chosen coupon, in lower case' })),
  enteredCouponCode: nullable(Type.String({ description: 'the code of the chosen coupon as it was entered' })),
  campaignId: nullable(Id()),
  campaignOff: Type.Boolean({ description: 'whether campaigns that apply by themselves are switched off' }),
  refusedCoupon: Type.Optional(
    Type.Object(
      {
        code: Type.String({ description: 'as the shop wrote it' }),
        reason: Type.String(),
        at: instant('when it was entered'),
      },
      { description: 'the coupon code that was entered and refused last, for a day; absent without one' },
    ),
  ),
}

const Line = Type.Object({
  id: Type.String(),
  productId: Id(),
  variantId: nullable(Id()),
  quantity: Type.Integer(),
  orderNote: nullable(Type.String()),
  giftNote: nullable(Type.String()),
  giftPackage: Type.Boolean(),
})

const StoredCart = Type.Object({
  ...Choices,
  createdAt: instant('when the cart was created'),
  usedAt: instant('when the cart was last used, at most a day late'),
  changedAt: instant('when the cart last changed, at most ten minutes too early'),
  lines: Type.Array(Line),
})

const StoredKey = Type.Object({
  key: Type.String(),
  productId: Id(),
  variantId: nullable(Id()),
  quantity: Type.Integer(),
  itemId: Type.String({ description: 'the line that the add wrote' }),
  createdAt: instant('when the item was added'),
})

const AgentCart = Type.Object({
  subject: Type.String({
    description: '`ucp:<uuid>` of an agent’s cart; `link:` or `buy:` and a digest of another link',
    examples: ['ucp:0b9d7d3e-6f0a-8c60-8d25-2f8a4f2f6d11'],
  }),
  broughtAt: instant('when the link of the cart was last opened with something new in the cart'),
  revision: Type.Integer({ description: 'the latest revision of the cart that was brought' }),
  items: Type.Array(Type.Object({ productId: Id(), variantId: nullable(Id()), quantity: Type.Integer() }), {
    description: 'the largest quantity of each item that was brought',
  }),
  couponCode: nullable(Type.String({ description: 'the coupon that was brought, in lower case' })),
})

const MergedGuest = Type.Object({
  subject: Type.String({ examples: ['guest:6f1c1c5e-9d0b-4a59-8f0e-2a4f5b1f3f0a'] }),
  ...Choices,
  createdAt: instant('when the guest’s cart was created'),
  usedAt: instant('when the guest’s cart was last used, at most a day late'),
  changedAt: instant('when the guest’s cart last changed, at most ten minutes too early'),
})

const Session = Type.Object({
  createdAt: instant('when the session began'),
  lastSeenAt: instant('when the session was last used, at most a minute late'),
})

const StoredEvent = Type.Object({
  id: nullable(Id()),
  type: Type.String(),
  at: instant('when it happened'),
  actor: nullable(Type.String()),
  subject: nullable(Type.String()),
  data: Type.Object({}, { additionalProperties: true }),
})

const StoredChange = Type.Object({
  at: instant('when it was made'),
  actor: Type.String(),
  via: way,
  fields: Type.Array(Type.String(), { description: 'the fields that were changed' }),
})

const AudienceEntry = Type.Union([
  Type.Object({ coupon: Type.String({ description: 'the code, as the shop wrote it' }) }),
  Type.Object({ campaign: Id() }),
])

/** The response: everything that is stored about one customer. Lists have no order that means anything. */
export const CustomerExport = Type.Object(
  {
    data: Type.Object({
      customer: CustomerDocument,
      cart: nullable(StoredCart),
      idempotencyKeys: Type.Array(StoredKey, {
        description: 'adds of the last day that were sent with an `Idempotency-Key`',
      }),
      agentCarts: Type.Array(AgentCart, {
        description:
          'carts of shopping agents whose links the customer has opened, and other links to carts, while they live',
      }),
      mergedGuests: Type.Array(MergedGuest, { description: 'guests whose carts were merged into the customer’s' }),
      webSessions: Type.Array(Session),
      events: Type.Array(StoredEvent, { description: 'events that name the customer or a merged guest' }),
      changes: Type.Array(StoredChange, { description: 'changes of the customer’s record' }),
      checkouts: Type.Array(StoredCheckout),
      audiences: Type.Array(AudienceEntry, {
        description: 'the coupons and campaigns whose audience lists the customer, or leaves the customer out by name',
      }),
    }),
  },
  { title: 'CustomerExport' },
)

/** Presents the customer's cart as it is stored, without prices. */
export function presentStoredCart(cart: Selectable<CartTable>, lines: CartLineTable[]): Static<typeof StoredCart> {
  return { ...choicesAndTimes(cart), lines: lines.map(toLine) }
}

/** Presents an add whose idempotency key is kept. */
export function presentIdempotencyKey(row: IdempotencyKeyTable): Static<typeof StoredKey> {
  return {
    key: row.idempotency_key,
    productId: row.product_id,
    variantId: row.variant_id === 0 ? null : row.variant_id,
    quantity: row.quantity,
    itemId: row.item_id,
    createdAt: iso(row.created_at),
  }
}

/** Presents what an agent's cart has brought into the customer's. */
export function presentAgentCart(row: UcpBroughtTable): Static<typeof AgentCart> {
  return {
    subject: row.ucp_cart_id,
    broughtAt: iso(row.brought_at),
    revision: row.revision,
    items: broughtItems(row),
    couponCode: row.coupon_code,
  }
}

/** Presents a guest who was merged into the customer. */
export function presentMergedGuest(cart: Selectable<CartTable>): Static<typeof MergedGuest> {
  return { subject: cart.id, ...choicesAndTimes(cart) }
}

function choicesAndTimes(cart: Selectable<CartTable>) {
  const { coupon_code, entered_code, campaign_id, campaign_off, created_at, used_at, changed_at } = cart
  const { refused_code, refused_reason, refused_at } = cart
  const isRefused = refused_code !== null && refused_reason !== null && refused_at !== null
  return {
    couponCode: coupon_code,
    enteredCouponCode: entered_code,
    campaignId: campaign_id,
    campaignOff: campaign_off === 1,
    ...(isRefused && { refusedCoupon: { code: refused_code, reason: refused_reason, at: iso(refused_at) } }),
    createdAt: iso(created_at),
    usedAt: iso(used_at),
    changedAt: iso(changed_at ?? used_at),
  }
}

/** Presents a web session, without the hash of its id. */
export function presentSession(session: Pick<WebSessionTable, 'created_at' | 'last_seen_at'>): Static<typeof Session> {
  return { createdAt: iso(session.created_at), lastSeenAt: iso(session.last_seen_at) }
}

/** Presents an event; one that nobody has read yet may have no id. */
export function presentStoredEvent(event: Selectable<EventTable>): Static<typeof StoredEvent> {
  const { id, type, at, actor, subject, data } = event
  return { id, type, at: iso(at), actor, subject, data: JSON.parse(data) }
}

/** Presents a change of the customer's record, without the name of the member of staff. */
export function presentStoredChange({ at, actor, via, changes }: RecordedChange): Static<typeof StoredChange> {
  return { at: iso(at), actor, via, fields: changes.map(({ field }) => field) }
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
