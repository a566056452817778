/** Rules between the fields of one shop file record. The checked record contains only fields that are valid by themselves. */

import { MAX_GROUP_PRICES_IN_ALL } from '../catalog/product.ts'
import type { CustomerRecord } from '../customers/customer.schema.ts'
import { normaliseEmail } from '../customers/email.ts'
import { foldCouponCode } from '../model/coupon-code.ts'
import { parseInstant } from '../schema/instants.ts'
import type { FileChecks } from './checks-interface.ts'
import { isGreater, shortestDecimal } from './decimal-text.ts'
import type {
  CampaignRecord,
  CouponRecord,
  CustomerGroupRecord,
  DiscountRecord,
  PaymentMethodRecord,
  ProductRecord,
  RewardRecord,
  ShippingCompanyRecord,
  VariantRecord,
} from './shop-file.schema.ts'

type Check<R> = (record: Partial<R>, at: string, checks: FileChecks) => void

/** Checks that the id is unique, and registers the group for references. */
export const checkCustomerGroup: Check<CustomerGroupRecord> = ({ id }, at, checks) => {
  if (id === undefined) return
  checks.unique('customerGroups', id, `${at}/id`)
  checks.declare('customerGroups', id, true)
}

/** Checks that id, email and external id are unique, and registers the reference to the customer group. */
export const checkCustomer: Check<CustomerRecord> = ({ id, email, externalId, customerGroupId }, at, checks) => {
  if (id !== undefined) checks.unique('customers', id, `${at}/id`)
  if (email) checks.unique('emails', normaliseEmail(email), `${at}/email`)
  if (externalId) checks.unique('external ids', externalId, `${at}/externalId`)
  if (customerGroupId) checks.refer('customerGroups', customerGroupId, `${at}/customerGroupId`)
}

/** Checks that the ids of the product and its variants are unique, and checks discounts and group prices. */
export const checkProduct: Check<ProductRecord> = ({ id, variants = [], ...product }, at, checks) => {
  if (id !== undefined) checks.unique('products', id, `${at}/id`)
  const groupPrices = [product, ...variants].reduce((total, priced) => total + (priced.groupPrices?.length ?? 0), 0)
  if (groupPrices > MAX_GROUP_PRICES_IN_ALL) {
    checks.problem(at, `has more than ${MAX_GROUP_PRICES_IN_ALL} group prices, with those of its variants`)
  }
  checkPriced(product, at, checks)
  reportRepeated(
    variants,
    variant => variant.id,
    (index, first) => {
      checks.problem(`${at}/variants/${index}/id`, `is repeated: ${at}/variants/${first}/id has the same`)
    },
  )
  for (const [index, variant] of variants.entries()) checkPriced(variant, `${at}/variants/${index}`, checks)
}

const checkPriced: Check<Pick<VariantRecord, 'discount' | 'groupPrices'>> = (priced, at, checks) => {
  const { discount, groupPrices = [] } = priced
  if (discount) checkDiscount(discount, `${at}/discount`, checks)
  reportRepeated(
    groupPrices,
    price => price.customerGroupId,
    (index, first) => {
      const list = `${at}/groupPrices`
      checks.problem(`${list}/${index}/customerGroupId`, `is repeated: ${list}/${first}/customerGroupId has the same`)
    },
  )
  for (const [index, { customerGroupId }] of groupPrices.entries()) {
    checks.refer('customerGroups', customerGroupId, `${at}/groupPrices/${index}/customerGroupId`)
  }
}

/** Checks that a percentage is at most 100, and that the period ends after its start. */
export function checkDiscount(discount: DiscountRecord, at: string, checks: Pick<FileChecks, 'problem'>): void {
  if (discount.type === 'percent') checkPercent(discount.value, `${at}/value`, checks)
  checkPeriod(discount, at, checks)
}

/** Checks that the id, the default company and the lower limits of the rates are unique. */
export const checkShippingCompany: Check<ShippingCompanyRecord> = ({ id, rates = [], ...company }, at, checks) => {
  if (id !== undefined) checks.unique('shippingCompanies', id, `${at}/id`)
  if (company.default) checks.unique('default company', 'default', `${at}/default`, 'the default shipping company')
  reportRepeated(
    rates,
    rate => shortestDecimal(rate.from),
    (index, first) => {
      checks.problem(`${at}/rates/${index}/from`, `is repeated: ${at}/rates/${first}/from has the same`)
    },
  )
}

/** Checks that the id is unique. */
export const checkPaymentMethod: Check<PaymentMethodRecord> = ({ id }, at, checks) => {
  if (id !== undefined) checks.unique('paymentMethods', id, `${at}/id`)
}

/** Checks that the id is unique, and checks the daily window, the period and the reward. */
export const checkCampaign: Check<CampaignRecord> = (campaign, at, checks) => {
  const { id, dailyFrom = null, dailyTo = null, reward, couponBound = false } = campaign
  if (id !== undefined) {
    checks.unique('campaigns', id, `${at}/id`)
    checks.declare('campaigns', id, couponBound)
  }
  if (dailyFrom === null && dailyTo !== null) checks.missing(`${at}/dailyFrom`, 'dailyTo is given')
  if (dailyFrom !== null && dailyTo === null) checks.missing(`${at}/dailyTo`, 'dailyFrom is given')
  checkPeriod(campaign, at, checks)
  if (reward) checkReward(reward, `${at}/reward`, checks)
}

const needed: Record<RewardRecord['type'], ('value' | 'buy' | 'pay')[]> = {
  percent: ['value'],
  fixed: ['value'],
  buy_x_pay_y: ['buy', 'pay'],
  free_shipping: [],
}

const checkReward: Check<RewardRecord> = ({ type, value, buy, pay, ...reward }, at, checks) => {
  if (type === undefined) return
  for (const name of needed[type]) {
    if ({ value, buy, pay }[name] === undefined) checks.missing(`${at}/${name}`, `"${type}" needs it`)
  }
  if (type === 'percent') checkPercent(value, `${at}/value`, checks)
  else if (reward.maximum) checks.warning(`${at}/maximum`, `is ignored: "${type}" has none`)
  if (type === 'buy_x_pay_y' && buy !== undefined && pay !== undefined && buy <= pay) {
    checks.problem(`${at}/pay`, 'must be less than buy')
  }
}

/** Checks that the folded code is unique, checks the value and the period, and registers the reference to the campaign. */
export const checkCoupon: Check<CouponRecord> = ({ code, discountType, value, campaignId, ...coupon }, at, checks) => {
  if (code !== undefined) checks.unique('coupons', foldCouponCode(code), `${at}/code`)
  if (campaignId) checks.refer('campaigns', campaignId, `${at}/campaignId`)
  if (discountType === 'percent') checkPercent(value, `${at}/value`, checks)
  if (discountType === 'free_shipping' && value) checks.warning(`${at}/value`, 'is ignored: "free_shipping" has none')
  const valued = discountType === 'percent' || discountType === 'fixed'
  if (valued && !value && !campaignId) {
    checks.missing(`${at}/value`, `"${discountType}" needs it, unless campaignId is given`)
  }
  checkPeriod(coupon, at, checks)
}

function checkPercent(value: string | null | undefined, at: string, checks: Pick<FileChecks, 'problem'>): void {
  if (value && isGreater(value, '100')) checks.problem(at, 'must be at most 100, being a percentage')
}

function checkPeriod(
  period: { startsAt?: string | null; endsAt?: string | null },
  at: string,
  checks: Pick<FileChecks, 'problem'>,
): void {
  const startsAt = period.startsAt ? parseInstant(period.startsAt) : null
  const endsAt = period.endsAt ? parseInstant(period.endsAt) : null
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt)
    checks.problem(`${at}/endsAt`, 'must be after startsAt')
}

function reportRepeated<T>(
  items: T[],
  keyOf: (item: T) => string | number,
  report: (index: number, first: number) => void,
) {
  const firsts = new Map<string | number, number>()
  for (const [index, item] of items.entries()) {
    const first = firsts.get(keyOf(item))
    if (first === undefined) firsts.set(keyOf(item), index)
    else report(index, first)
  }
}
