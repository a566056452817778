/** The fields of a cart besides its lines (specification 2.2), and those of its VAT. A further one is one entry here. */

import Type from 'typebox'
import { toMoney, zero } from '../../money/money.ts'
import { type Discounts, findAppliedCoupon } from '../../promotions/discounts.ts'
import { money } from '../../schema/fields.ts'
import { fieldsOf, present, schemaOf } from './fields.ts'
import type { PricedCart } from './price-cart.ts'
import type { CartVat, VatRow } from './vat.ts'

const CampaignEntry = Type.Object(
  {
    id: Type.Integer({ description: 'the `campaignId` to send' }),
    name: Type.String(),
    description: Type.String({ description: 'to be shown in the cart; may be empty' }),
    logicalGroup: Type.Integer({ description: 'campaigns of one group are evaluated together' }),
  },
  { title: 'Campaign' },
)

const AppliedCoupon = Type.Object(
  {
    code: Type.String({ description: 'as the shop writes it' }),
    description: Type.String(),
    discountType: Type.String({
      description: '`percent`, `fixed` or `free_shipping`; new kinds may be added',
      examples: ['percent', 'fixed', 'free_shipping'],
    }),
    discountAmount: money('the discount; zero for free shipping'),
  },
  { description: 'while the conditions of the chosen coupon are met' },
)

const AppliedCampaign = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    description: Type.String(),
    discountAmount: money('the discount; zero for free shipping'),
  },
  { description: 'the campaign that applies, chosen or by itself; of several the first' },
)

const { field, amount, optionalAmount } = fieldsOf<PricedCart>()
/** An empty cart shows no promotions. */
const discountsOf = ({ totals, discounts }: PricedCart) => (totals ? discounts : undefined)

/** The table of a cart. Fields after `subtotal` are absent when they do not apply, never null. */
export const cartFields = {
  totalQuantity: field(Type.Integer({ description: 'the sum of all quantities' }), cart => cart.totalQuantity),
  subtotal: amount('the sum of the line totals, without VAT', cart => cart.subtotal),
  cargoPrice: optionalAmount('the shipping fee; zero where shipping is free', ({ totals }) => totals?.shipping?.price),
  freeCargoThreshold: optionalAmount(
    'the total with VAT from which shipping is free',
    ({ totals }) => totals?.shipping?.freeFrom,
  ),
  minimumOrderAmount: optionalAmount('the minimum total of an order, with VAT', ({ totals }) => totals?.minimumOrder),
  belowMinimumOrder: field(
    Type.Optional(Type.Boolean({ description: 'comes with `minimumOrderAmount`' })),
    ({ totals, base }) => (totals?.minimumOrder ? base.lt(totals.minimumOrder) : undefined),
  ),
  campaigns: field(
    Type.Optional(
      Type.Array(CampaignEntry, { description: 'campaigns that can be chosen now; take them from the latest answer' }),
    ),
    cart => {
      const offered = discountsOf(cart)?.listed ?? []
      // Without the discount amount, which is computed only for the applied campaign.
      const shown = offered.map(({ id, name, description, logicalGroup }) => ({ id, name, description, logicalGroup }))
      return shown.length > 0 ? shown : undefined
    },
  ),
  appliedCoupon: field(Type.Optional(AppliedCoupon), (cart, { shop }) => {
    const discounts = discountsOf(cart)
    const coupon = discounts && findAppliedCoupon(discounts)
    if (!coupon) return undefined
    const { code, description, discountType, discountAmount } = coupon
    return { code, description, discountType, discountAmount: toMoney(discountAmount, shop) }
  }),
  appliedCampaign: field(Type.Optional(AppliedCampaign), (cart, { shop }) => {
    const [campaign] = discountsOf(cart)?.campaigns ?? []
    if (!campaign) return undefined
    const { id, name, description, discountAmount } = campaign
    return { id, name, description, discountAmount: toMoney(discountAmount, shop) }
  }),
  discountTotal: optionalAmount('the sum of all discounts', cart => {
    const total = discountsOf(cart)?.total
    return total?.gt(zero) ? total : undefined
  }),
  grandTotal: optionalAmount('the amount to pay, with VAT and after discounts', ({ totals }) => totals?.grandTotal),
}

const rows = fieldsOf<Omit<VatRow, 'total'>>()
const cargoFields = {
  vatRate: rows.field(Type.Number({ description: 'in percent' }), row => row.vatRate),
  net: rows.amount('without VAT', row => row.net),
  vat: rows.amount('the VAT', row => row.vat),
}
const rowFields = { ...cargoFields, total: fieldsOf<VatRow>().amount('with VAT', row => row.total) }
const VatRowSchema = schemaOf(rowFields, { title: 'VatRow' })
const CargoVat = schemaOf(cargoFields, {
  description: 'the VAT in `cargoPrice`, where the shop has a rate for shipping; in no other member',
})

const vat = fieldsOf<CartVat>()
/** The table of a cart's VAT. */
export const cartVatFields = {
  subtotalWithVat: vat.amount('the sum of the lines with VAT, before discounts', each => each.subtotalWithVat),
  vatTotal: vat.amount('the VAT of the lines after discounts', each => each.vatTotal),
  breakdown: vat.field(
    Type.Array(VatRowSchema, { description: 'after discounts, without shipping; one row per rate, ascending' }),
    ({ breakdown }, shown) => breakdown.map(row => present(rowFields, row, shown)),
  ),
  cargo: vat.field(Type.Optional(CargoVat), ({ cargo }, shown) =>
    cargo ? present(cargoFields, cargo, shown) : undefined,
  ),
}

/** The schema of a cart's VAT. */
export const CartVatFields = schemaOf(cartVatFields, { title: 'CartVat' })

const Promotion = Type.Object(
  {
    kind: Type.String({ description: '`coupon` or `campaign`; kinds may be added', examples: ['campaign'] }),
    id: Type.Optional(Type.Integer({ description: 'of a campaign' })),
    code: Type.Optional(Type.String({ description: 'of a coupon, as the shop writes it' })),
    name: Type.String({ description: 'of a coupon its description, else its code' }),
    discountAmount: money('the discount; zero for free shipping'),
  },
  { title: 'AppliedPromotion' },
)

const Offer = Type.Object(
  {
    campaignId: Type.Integer(),
    name: Type.String(),
    missing: Type.Object(
      {
        total: Type.Optional(money('by how much the lines that count, with VAT, are too little; rounded up')),
        quantity: Type.Optional(
          Type.Integer({ minimum: 1, description: 'by how many pieces those lines are too few' }),
        ),
      },
      { description: 'one of both' },
    ),
  },
  { title: 'CampaignOffer' },
)

/** The table of what a cart has beside its attributes. */
export const cartMetaFields = {
  vat: field(Type.Optional(CartVatFields), ({ totals }, shown) =>
    totals ? present(cartVatFields, totals.vat, shown) : undefined,
  ),
  promotions: field(
    Type.Optional(
      Type.Array(Promotion, {
        description:
          'all promotions that apply, in the order in which they are computed; where several campaigns apply, and where one applies by itself',
      }),
    ),
    (cart, { shop }) => {
      const discounts = discountsOf(cart)
      if (!discounts?.campaigns.some(({ isPicked }, index) => isPicked || index > 0)) return undefined
      const coupon = findAppliedCoupon(discounts)
      return [...(coupon ? [couponPromotion(coupon)] : []), ...discounts.campaigns.map(campaignPromotion)].map(
        ({ amount, ...promotion }) => ({ ...promotion, discountAmount: toMoney(amount, shop) }),
      )
    },
  ),
  offers: field(
    Type.Optional(
      Type.Array(Offer, {
        maxItems: 3,
        description: 'campaigns that nothing but their minimum keeps from applying, where the shop shows them',
      }),
    ),
    (cart, { shop }) => {
      const { offers = [] } = discountsOf(cart) ?? {}
      if (offers.length === 0) return undefined
      return offers.map(({ campaignId, name, missing }) => ({
        campaignId,
        name,
        missing: 'total' in missing ? { total: toMoney(missing.total, shop) } : missing,
      }))
    },
  ),
}

function couponPromotion({ code, description, discountAmount }: NonNullable<ReturnType<typeof findAppliedCoupon>>) {
  return { kind: 'coupon', code, name: description || code, amount: discountAmount }
}

function campaignPromotion({ id, name, discountAmount }: Discounts['campaigns'][number]) {
  return { kind: 'campaign', id, name, amount: discountAmount }
}
