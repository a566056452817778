/** The checkout of API responses: its schema, and the presenter that fills it. */

import Type, { type Static } from 'typebox'
import { HeldCartDocument } from '../cart/pricing/cart.document.ts'
import { Id, instant, money, nullable, oneOf } from '../schema/fields.ts'
import { pageOf } from '../schema/keyset.ts'
import type { Checkout } from './checkout.ts'
import type { ListedCheckout } from './checkout-list.store.ts'
import { CHECKOUT_STATES } from './checkout-state.ts'
import { ItemsReturnDocument, presentReturn } from './returns/return.document.ts'

/** What a checkout has besides its cart. */
const fields = {
  reference: Type.String({ description: 'the shop’s order number', examples: ['2026-000123'] }),
  state: oneOf(...CHECKOUT_STATES),
  subject: nullable(Type.String({ description: 'the owner of the cart, and null once the customer is deleted' })),
  customerId: nullable(Id()),
  heldAt: instant('when the totals were held'),
  expiresAt: instant('until when the totals are held'),
  completedAt: nullable(instant('when the order was first reported')),
  overLimit: Type.Boolean({
    description:
      'whether a coupon or campaign was used beyond its limit, or for a first order by a customer who had another',
  }),
  overStock: Type.Boolean({ description: 'whether more of an item was ordered than other carts have left of it' }),
  payable: money('what the customer pays, as held: the grand total with the shipping, whether that includes it or not'),
}

/** The response of every endpoint of one checkout. */
export const CheckoutDocument = Type.Object(
  {
    data: Type.Object({
      ...fields,
      returns: Type.Optional(
        Type.Array(ItemsReturnDocument, { description: 'the returns of its items, the first first; absent without' }),
      ),
      cart: Type.Union([HeldCartDocument, Type.Null()], {
        description: 'the cart as held; `null` for an old attempt: two released or expired ones of a subject keep it',
      }),
    }),
  },
  { title: 'Checkout' },
)

/** The response of the list. */
export const CheckoutPageDocument = pageOf(
  Type.Object(
    {
      ...fields,
      grandTotal: money('the amount to pay, as held: with VAT and after discounts'),
      refunded: Type.Optional(
        nullable(
          money('what its returns refund; absent without returns, `null` where the checkout has no amounts of lines'),
        ),
      ),
    },
    { title: 'ListedCheckout' },
  ),
  'CheckoutPage',
)

/** The document of a checkout. */
export type CheckoutDocument = Static<typeof CheckoutDocument>

/** Presents a checkout. */
export function presentCheckout({ totals: _, returns, ...checkout }: Checkout): CheckoutDocument {
  const shown = returns.length > 0 && { returns: returns.map(presentReturn) }
  return { data: { ...checkout, ...presentTimes(checkout), ...shown } }
}

/** Presents a checkout of the list. */
export function presentListedCheckout(checkout: ListedCheckout) {
  return { ...checkout, ...presentTimes(checkout) }
}

function presentTimes({ heldAt, expiresAt, completedAt }: Pick<Checkout, 'heldAt' | 'expiresAt' | 'completedAt'>) {
  return {
    heldAt: new Date(heldAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
    completedAt: completedAt === null ? null : new Date(completedAt).toISOString(),
  }
}
