/** Schema of the shop file (docs: shop-file), section by section. The defaults of fields are in `convert-records.ts`. */

import Type, { type Static, type TProperties } from 'typebox'
import { OwnerSubject } from '../auth/subject.schema.ts'
import { CartContent } from '../cart/content/cart-content.ts'
import { MAX_GROUP_PRICES, MAX_TIER_FROM, MAX_TIER_PRICES, MAX_VARIANTS } from '../catalog/product.ts'
import { CustomerRecord } from '../customers/customer.schema.ts'
import { isBlankCode, MAX_CODE_LENGTH, VISIBLE_TEXT } from '../model/coupon-code.ts'
import { ExternalId } from '../schema/external-id.ts'
import { flag, Id, nonEmptyText, nullable, oneOf, text } from '../schema/fields.ts'
import { CAMPAIGN_WINNERS, CAMPAIGNS_TOGETHER } from '../shop/shop.ts'
import {
  batchName,
  categories,
  channels,
  decimal,
  idList,
  ignored,
  image,
  instant,
  integer,
  list,
  NAME_MAX_LENGTH,
  sku,
  stock,
  stockIncrement,
  tags,
  term,
  termList,
  tierBase,
  tierFrom,
  timeOfDay,
  timeZone,
  vatRate,
  webAddress,
  weekdays,
} from './shop-file-fields.ts'

const optional = Type.Optional
const id = Id()

function record<P extends TProperties>(fields: P) {
  return Type.Object(fields, { description: 'a JSON object' })
}

const settingOnOff = optional(Type.Enum([0, 1], { description: '0 or 1' }))

/** The section `shop`. */
export const ShopSection = record({
  name: optional(nonEmptyText(255)),
  currencyCode: optional(Type.String({ pattern: '^[A-Z]{3}$', description: 'three capital letters, such as "TRY"' })),
  decimalPlaces: optional(integer(0, 4)),
  timeZone: optional(timeZone),
  imageBaseUrl: optional(nullable(webAddress)),
  settings: optional(
    record({
      SatinAlmaSureciUyeliksizBasla: settingOnOff,
      UyelikOlmadanDevamEtGoster: settingOnOff,
      sellAtNegativeStock: optional(flag),
      stockGuard: optional(flag),
      showCargoPriceInCart: optional(flag),
      campaignEngine: optional(flag),
      grandTotalIncludesCargo: optional(flag),
      pricesIncludeVat: optional(flag),
      cargoVatRate: optional(nullable(vatRate)),
      campaignWinner: optional(oneOf(...CAMPAIGN_WINNERS)),
      campaignsTogether: optional(oneOf(...CAMPAIGNS_TOGETHER)),
      showOffers: optional(flag),
      orderNoteMaxLength: optional(integer(0, 100_000)),
      giftNoteMaxLength: optional(integer(0, 100_000)),
    }),
  ),
})

/** A record of the section `customerGroups`. */
export const CustomerGroupRecord = record({ id, name: nonEmptyText(255), freeCargo: optional(flag) })

const period = { startsAt: optional(nullable(instant)), endsAt: optional(nullable(instant)) }

/** Discount of a product or variant. */
export const DiscountRecord = record({ type: oneOf('percent', 'amount', 'price'), value: decimal, ...period })

const GroupPriceList = list(record({ customerGroupId: id, price: decimal }), 'group prices', MAX_GROUP_PRICES)

const TierPriceList = list(
  record({ from: integer(1, MAX_TIER_FROM), price: decimal, customerGroupId: optional(nullable(id)) }),
  'prices by quantity',
  MAX_TIER_PRICES,
)

/** Variant of a product. */
export const VariantRecord = record({
  id,
  sku: optional(nullable(sku)),
  name: nonEmptyText(NAME_MAX_LENGTH),
  image: optional(nullable(image)),
  onSale: optional(flag),
  price: optional(nullable(decimal)),
  stock: optional(stock),
  reserved: ignored,
  currentPrice: ignored,
  backorder: optional(nullable(flag)),
  discount: optional(nullable(DiscountRecord)),
  groupPrices: optional(GroupPriceList),
  tierPrices: optional(nullable(TierPriceList)),
})

/** A record of the section `products`. */
export const ProductRecord = record({
  id,
  sku: optional(nullable(sku)),
  name: nonEmptyText(NAME_MAX_LENGTH),
  image: optional(nullable(image)),
  onSale: optional(flag),
  price: decimal,
  vatRate: optional(vatRate),
  stock: optional(stock),
  reserved: ignored,
  currentPrice: ignored,
  stockUnit: optional(nullable(text(255))),
  stockIncrement: optional(nullable(stockIncrement)),
  freeCargo: optional(flag),
  backorder: optional(flag),
  discount: optional(nullable(DiscountRecord)),
  groupPrices: optional(GroupPriceList),
  tierPrices: optional(nullable(TierPriceList)),
  brand: optional(nullable(term)),
  categories: optional(categories),
  tags: optional(tags),
  variants: optional(list(VariantRecord, 'variants', MAX_VARIANTS)),
})

/** A record of the section `shippingCompanies`. */
export const ShippingCompanyRecord = record({
  id,
  name: nonEmptyText(255),
  default: optional(flag),
  freeLimit: optional(nullable(decimal)),
  rates: optional(list(record({ from: decimal, price: decimal }), 'rates')),
})

/** A record of the section `paymentMethods`. */
export const PaymentMethodRecord = record({
  id,
  name: nonEmptyText(255),
  active: optional(flag),
  minimumOrderAmount: optional(nullable(decimal)),
})

const ids = optional(idList)

const customerKinds = {
  visitors: optional(flag),
  members: optional(flag),
  dealers: optional(flag),
  customerGroupIds: ids,
  customerIds: ids,
}

/** Customers that a campaign or coupon applies to, and those that it leaves out; where it applies. */
const AudienceRecord = record({
  ...customerKinds,
  firstOrder: optional(flag),
  exclude: optional(record(customerKinds)),
  channels: optional(channels),
})

const terms = optional(termList)

const items = { productIds: ids, variantIds: ids, brands: terms, categories: terms, tags: terms }

/** Conditions on the cart. */
const ConditionsRecord = record({
  minimumTotal: optional(nullable(decimal)),
  minimumQuantity: optional(nullable(integer(0))),
  ...items,
  priceFrom: optional(nullable(decimal)),
  priceTo: optional(nullable(decimal)),
  excludeDiscounted: optional(flag),
  exclude: optional(record(items)),
})

const promotion = {
  description: optional(text(10_000)),
  active: optional(flag),
  ...period,
  usageLimit: optional(nullable(integer(0))),
  usageCount: optional(integer(0)),
  audience: optional(nullable(AudienceRecord)),
  conditions: optional(ConditionsRecord),
}

/** Maximum number of tiers of a reward. */
const MAX_TIERS = 20

/** One value, or tiers; null and an empty list say nothing. */
const rewardValue = {
  value: optional(nullable(decimal)),
  by: optional(nullable(tierBase)),
  tiers: optional(list(record({ from: tierFrom, value: decimal }), 'tiers', MAX_TIERS)),
  maximum: optional(nullable(decimal)),
}

/** Reward of a campaign. Not a union: a missing `value` would get the errors of every alternative. */
const RewardRecord = record({
  type: oneOf('percent', 'fixed', 'buy_x_pay_y', 'buy_x_get_y', 'free_shipping'),
  ...rewardValue,
  buy: optional(integer(1)),
  pay: optional(integer(0)),
  get: optional(integer(1)),
  percent: optional(decimal),
  times: optional(nullable(integer(1))),
  target: optional(nullable(record(items))),
})

/** A record of the section `campaigns`. */
export const CampaignRecord = record({
  id,
  name: nonEmptyText(255),
  logicalGroup: optional(integer(0)),
  priority: optional(Type.Integer({ description: 'an integer' })),
  weekdays: optional(weekdays),
  dailyFrom: optional(nullable(timeOfDay)),
  dailyTo: optional(nullable(timeOfDay)),
  couponBound: optional(flag),
  automatic: optional(flag),
  combinesWithCoupons: optional(flag),
  usageLimitPerCustomer: optional(nullable(integer(0))),
  reward: RewardRecord,
  ...promotion,
})

/** A record of the section `coupons`. */
export const CouponRecord = record({
  code: Type.Refine(nonEmptyText(MAX_CODE_LENGTH, VISIBLE_TEXT), code => !isBlankCode(code)),
  discountType: oneOf('percent', 'fixed', 'free_shipping'),
  ...rewardValue,
  campaignId: optional(nullable(id)),
  usageLimitPerCustomer: optional(nullable(integer(0))),
  batch: optional(nullable(batchName)),
  combinesWithCampaigns: optional(flag),
  ...promotion,
})

/** A record of the section `carts`: a cart by its owner, with what replaces its content. */
export const CartRecord = record({
  externalId: optional(ExternalId),
  subject: optional(OwnerSubject),
  ...CartContent.properties,
})

/** The schema of one record of each section that is a list. */
export const recordSchemas = {
  products: ProductRecord,
  customers: CustomerRecord,
  campaigns: CampaignRecord,
  coupons: CouponRecord,
  shippingCompanies: ShippingCompanyRecord,
  paymentMethods: PaymentMethodRecord,
  customerGroups: CustomerGroupRecord,
  carts: CartRecord,
}

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
export type CartRecord = Static<typeof CartRecord>
export type CouponRecord = Static<typeof CouponRecord>
