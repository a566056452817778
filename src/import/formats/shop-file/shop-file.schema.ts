/** The shop file (docs: shop-file), section by section: what each member must be. Defaults are in `shop-file.records.ts`. */

import Type, { type Static, type TProperties } from 'typebox'
import { flag, Id, note, nullable, oneOf, text } from '../../../schema/fields.ts'
import {
  decimal,
  image,
  instant,
  integer,
  list,
  NAME_MAX_LENGTH,
  stock,
  stockIncrement,
  timeOfDay,
  timeZone,
  vatRate,
  webAddress,
  weekdays,
} from './shop-file-fields.ts'

const may = Type.Optional
const id = Id()

function record<P extends TProperties>(members: P) {
  return Type.Object(members, { description: 'a JSON object' })
}

const settingOnOff = may(Type.Enum([0, 1], { description: '0 or 1' }))

export const ShopSection = record({
  name: may(text(255)),
  currencyCode: may(Type.String({ pattern: '^[A-Z]{3}$', description: 'three capital letters, such as "TRY"' })),
  decimalPlaces: may(integer(0, 4)),
  timeZone: may(timeZone),
  imageBaseUrl: may(nullable(webAddress)),
  settings: may(
    record({
      SatinAlmaSureciUyeliksizBasla: settingOnOff,
      UyelikOlmadanDevamEtGoster: settingOnOff,
      sellAtNegativeStock: may(flag),
      showCargoPriceInCart: may(flag),
      campaignEngine: may(flag),
      grandTotalIncludesCargo: may(flag),
      orderNoteMaxLength: may(integer(0, 100_000)),
      giftNoteMaxLength: may(integer(0, 100_000)),
    }),
  ),
})

export const CustomerGroupRecord = record({ id, name: text(255), freeCargo: may(flag) })

const period = { startsAt: may(nullable(instant)), endsAt: may(nullable(instant)) }

export const DiscountRecord = record({ type: oneOf('percent', 'amount', 'price'), value: decimal, ...period })

const GroupPriceList = list(record({ customerGroupId: id, price: decimal }), 'group prices')

export const VariantRecord = record({
  id,
  name: text(NAME_MAX_LENGTH),
  price: may(nullable(decimal)),
  stock: may(stock),
  discount: may(nullable(DiscountRecord)),
  groupPrices: may(GroupPriceList),
})

export const ProductRecord = record({
  id,
  name: text(NAME_MAX_LENGTH),
  image: may(nullable(image)),
  onSale: may(flag),
  price: decimal,
  vatRate: may(vatRate),
  stock: may(stock),
  stockUnit: may(nullable(note(255))),
  stockIncrement: may(nullable(stockIncrement)),
  freeCargo: may(flag),
  discount: may(nullable(DiscountRecord)),
  groupPrices: may(GroupPriceList),
  variants: may(list(VariantRecord, 'variants')),
})

export const ShippingCompanyRecord = record({
  id,
  name: text(255),
  default: may(flag),
  freeLimit: may(nullable(decimal)),
  rates: may(list(record({ from: decimal, price: decimal }), 'rates')),
})

export const PaymentMethodRecord = record({
  id,
  name: text(255),
  active: may(flag),
  minimumOrderAmount: may(nullable(decimal)),
})

const ids = may(list(id, 'ids'))

const AudienceRecord = record({
  visitors: may(flag),
  members: may(flag),
  dealers: may(flag),
  customerGroupIds: ids,
  customerIds: ids,
})

const ConditionsRecord = record({
  minimumTotal: may(nullable(decimal)),
  minimumQuantity: may(nullable(integer(0))),
  productIds: ids,
})

const promotion = {
  description: may(note(10_000)),
  active: may(flag),
  ...period,
  usageLimit: may(nullable(integer(0))),
  usageCount: may(integer(0)),
  audience: may(nullable(AudienceRecord)),
  conditions: may(ConditionsRecord),
}

/** Flat, because a union would answer a missing `value` with the complaints of all of its members. */
const RewardRecord = record({
  type: oneOf('percent', 'fixed', 'buy_x_pay_y', 'free_shipping'),
  value: may(decimal),
  maximum: may(nullable(decimal)),
  buy: may(integer(1)),
  pay: may(integer(0)),
})

export const CampaignRecord = record({
  id,
  name: text(255),
  logicalGroup: may(integer(0)),
  priority: may(Type.Integer({ description: 'an integer' })),
  weekdays: may(weekdays),
  dailyFrom: may(nullable(timeOfDay)),
  dailyTo: may(nullable(timeOfDay)),
  couponBound: may(flag),
  reward: RewardRecord,
  ...promotion,
})

export const CouponRecord = record({
  code: Type.Refine(text(100), code => code.trim() !== ''),
  discountType: oneOf('percent', 'fixed', 'free_shipping'),
  value: may(nullable(decimal)),
  campaignId: may(nullable(id)),
  usageLimitPerCustomer: may(nullable(integer(0))),
  ...promotion,
})

export type ShopSection = Static<typeof ShopSection>
export type CustomerGroupRecord = Static<typeof CustomerGroupRecord>
export type DiscountRecord = Static<typeof DiscountRecord>
export type VariantRecord = Static<typeof VariantRecord>
export type ProductRecord = Static<typeof ProductRecord>
export type ShippingCompanyRecord = Static<typeof ShippingCompanyRecord>
export type PaymentMethodRecord = Static<typeof PaymentMethodRecord>
export type AudienceRecord = Static<typeof AudienceRecord>
export type ConditionsRecord = Static<typeof ConditionsRecord>
export type RewardRecord = Static<typeof RewardRecord>
export type CampaignRecord = Static<typeof CampaignRecord>
export type CouponRecord = Static<typeof CouponRecord>
