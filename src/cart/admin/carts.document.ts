/** Carts as staff see them: the schemas of one cart and of the list, and the presenters that fill them. */

import Type, { type Static } from 'typebox'
import { customerIdOf, parseSubject } from '../../auth/identity.ts'
import { type Currency, type Money, toMoney } from '../../money/money.ts'
import { COUPON_REASONS } from '../../promotions/coupon-reasons.ts'
import { PromotionCondition, presentCondition } from '../../promotions/condition.document.ts'
import type { LineUnits } from '../../promotions/choose-units.ts'
import type { ExplainedReward } from '../../promotions/explain-reward.ts'
import type { ExplainedCampaign, ExplainedPromotions, Explanation } from '../../promotions/explain-promotions.ts'
import type { PromotionLine } from '../../promotions/promotion-context.ts'
import { Id, instant, money, nullable, oneOf } from '../../schema/fields.ts'
import { pageOf } from '../../schema/keyset.ts'
import type { KeptRefusal } from '../choices/refused-codes.store.ts'
import { CartDocument } from '../pricing/cart.document.ts'
import type { ListedCart } from './cart-list.store.ts'

const Subject = Type.String({
  description: 'the owner, `member:<customer id>` or `guest:<uuid>`; `ucp:<uuid>` of a shopping agent’s cart',
  examples: ['member:42'],
})
const changedAt = instant('when the cart changed; changes in the ten minutes after it are not shown')

const LineUnitsDocument = Type.Object({
  productId: Id(),
  variantId: nullable(Id()),
  quantity: Type.Integer({ description: 'the number of units of this line' }),
})

const reward = {
  tier: Type.Optional(
    nullable(
      Type.Object(
        { from: Type.Union([Type.String(), Type.Integer()]), value: Type.String() },
        { description: 'of a reward with tiers, the one that is reached; null below the first' },
      ),
    ),
  ),
  units: Type.Optional(
    Type.Object(
      {
        sets: Type.Integer({ description: 'the number of complete sets' }),
        triggers: Type.Array(LineUnitsDocument, { description: 'the units that are paid in full, the dearest first' }),
        discounted: Type.Array(LineUnitsDocument, { description: 'the units that are discounted, the cheapest first' }),
      },
      { description: 'of a `buy_x_get_y` reward, which units it would choose' },
    ),
  ),
}

const explanation = {
  applies: Type.Boolean({ description: 'whether every condition holds' }),
  conditions: Type.Array(PromotionCondition),
}

const ContestDocument = Type.Object(
  {
    winnerId: nullable(
      Type.Integer({
        description:
          'the campaign that applies; null where the shopper has switched them off, or has held all of them too often',
      }),
    ),
    isChosen: Type.Boolean({ description: 'whether the shopper has chosen that campaign' }),
    saving: nullable(money('what this campaign would save; null where the rule does not ask')),
    heldTooOften: Type.Boolean({
      description:
        'whether the shopper has held this campaign too often in 24 hours without an order, so that it does not apply by itself',
    }),
  },
  {
    description:
      'of an automatic campaign that could apply now and would take something off: which of those that may apply at once does',
  },
)

const RefusedCouponDocument = Type.Object(
  {
    code: Type.String({ description: 'as the shop wrote it' }),
    reason: oneOf(...COUPON_REASONS),
    at: instant('when it was entered'),
  },
  {
    title: 'KeptRefusal',
    description:
      'the code that was entered and refused last, for a day; absent without one. The reason is the true one: `audience` where the shopper got `unknown`. A code that no coupon has is not kept.',
  },
)

/** The response of the endpoint of one cart. */
export const OwnerCart = Type.Object(
  {
    data: Type.Object({
      subject: Subject,
      customerId: nullable(
        Type.Integer({
          description:
            'the customer; of a guest who has logged in, the customer who has the lines now, until that customer is deleted',
        }),
      ),
      changedAt: nullable(changedAt),
      cart: CartDocument,
      coupon: nullable(
        Type.Object(
          { code: Type.String({ description: 'as the shop writes it' }), ...explanation, ...reward },
          { description: 'the chosen coupon, whether it applies or not' },
        ),
      ),
      refusedCoupon: Type.Optional(RefusedCouponDocument),
      campaigns: Type.Array(
        Type.Object(
          { id: Id(), name: Type.String(), ...explanation, ...reward, contest: Type.Optional(ContestDocument) },
          { title: 'ExplainedCampaign' },
        ),
        { description: 'all campaigns of the shop' },
      ),
    }),
  },
  { title: 'OwnerCart' },
)

/** A cart as staff see it. */
export type OwnerCart = Static<typeof OwnerCart>

/** The response of the list. */
export const CartPageDocument = pageOf(
  Type.Object(
    {
      subject: Subject,
      customerId: nullable(Type.Integer({ description: 'the customer' })),
      lines: Type.Integer({ description: 'the number of lines' }),
      pieces: Type.Integer({ format: 'int64', description: 'the sum of all quantities' }),
      changedAt,
      value: Type.Optional(
        nullable(
          money(
            'with `include=value`: what the lines cost their owner now, with VAT and after discounts, without shipping; `null` where the cart cannot be priced',
          ),
        ),
      ),
    },
    { title: 'ListedCart' },
  ),
  'CartPage',
)

/** A cart to present. */
export interface StaffCart extends ExplainedPromotions {
  subject: string
  customerId: number | null
  /** Milliseconds since the epoch; null where no cart is stored. */
  changedAt: number | null
  cart: CartDocument
  refused: KeptRefusal | undefined
}

/** Presents the cart of one owner; `changedAt` becomes ISO 8601. */
export function presentOwnerCart(
  { changedAt, coupon, refused, campaigns, ...rest }: StaffCart,
  currency: Currency,
): OwnerCart {
  return {
    data: {
      ...rest,
      changedAt: changedAt === null ? null : new Date(changedAt).toISOString(),
      coupon: coupon && presentExplanation(coupon, currency),
      ...(refused && { refusedCoupon: presentRefusal(refused) }),
      campaigns: campaigns.map(each => presentCampaign(each, currency)),
    },
  }
}

function presentRefusal({ code, reason, at }: KeptRefusal): Static<typeof RefusedCouponDocument> {
  return { code, reason, at: new Date(at).toISOString() }
}

function presentCampaign({ contest, ...explained }: ExplainedCampaign, currency: Currency) {
  const presented = presentExplanation(explained, currency)
  if (!contest) return presented
  const { winnerId, isChosen, savings, heldTooOftenIds } = contest
  const saving = savings?.get(explained.id)
  const heldTooOften = heldTooOftenIds.includes(explained.id)
  return {
    ...presented,
    contest: { winnerId, isChosen, saving: saving ? toMoney(saving, currency) : null, heldTooOften },
  }
}

function presentExplanation<E extends Explanation>({ conditions, reward, ...rest }: E, currency: Currency) {
  return {
    ...rest,
    conditions: conditions.map(each => presentCondition(each, currency)),
    ...presentReward(reward),
  }
}

function presentReward({ tier, units }: ExplainedReward) {
  return {
    ...(tier !== undefined && { tier }),
    ...(units && {
      units: {
        sets: units.sets,
        triggers: units.triggers.map(presentUnits),
        discounted: units.discounted.map(presentUnits),
      },
    }),
  }
}

function presentUnits({ line: { productId, variantId }, quantity }: LineUnits<PromotionLine>) {
  return { productId, variantId, quantity }
}

/** Presents a cart of the list; a guest's `customerId` is null. */
export function presentListedCart({ subject, changedAt, ...counts }: ListedCart & { value?: Money | null }) {
  const owner = parseSubject(subject)
  const customerId = owner?.kind === 'member' ? customerIdOf(owner) : null
  return { subject, customerId, ...counts, changedAt: new Date(changedAt).toISOString() }
}
