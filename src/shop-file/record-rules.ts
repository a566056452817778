/** Rules between the fields of one shop file record. The checked record contains only fields that are valid by themselves. */

import { MAX_GROUP_PRICES_IN_ALL } from '../catalog/product.ts'
import type { CustomerRecord } from '../customers/customer.schema.ts'
import { normaliseEmail } from '../customers/email.ts'
import { parseInstant } from '../schema/instants.ts'
import type { FileChecks } from './checks-interface.ts'
import { isGreater, shortestDecimal } from './decimal-text.ts'
import type {
  CartRecord,
  CustomerGroupRecord,
  DiscountRecord,
  PaymentMethodRecord,
  ProductRecord,
  ShippingCompanyRecord,
  VariantRecord,
} from './shop-file.schema.ts'
import { checkTierEffects, checkTierPrices } from './tier-price-rules.ts'

/** Checks the fields of a record against each other; gets only the fields that are valid by themselves. */
export type Check<R> = (record: Partial<R>, at: string, checks: FileChecks) => void

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

/** Checks that the ids of the product and its variants are unique, and checks discounts, group prices and prices by quantity. */
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
  checkTierEffects({ ...product, variants }, at, checks)
}

const checkPriced: Check<Pick<VariantRecord, 'discount' | 'groupPrices' | 'tierPrices'>> = (priced, at, checks) => {
  const { discount, groupPrices = [], tierPrices } = priced
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
  if (tierPrices) checkTierPrices(tierPrices, `${at}/tierPrices`, checks)
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

/** Checks that one field names the owner. */
export const checkCart: Check<CartRecord> = ({ externalId, subject }, at, checks) => {
  if (externalId !== undefined && subject !== undefined) {
    checks.problem(`${at}/subject`, 'must be left out: externalId names the owner')
  }
  if (externalId === undefined && subject === undefined) {
    checks.missing(`${at}/subject`, 'a cart needs an owner, by subject or externalId', `${at}/externalId`)
  }
}

/** Checks that a percentage is at most 100. */
export function checkPercent(value: string | null | undefined, at: string, checks: Pick<FileChecks, 'problem'>): void {
  if (value && isGreater(value, '100')) checks.problem(at, 'must be at most 100, being a percentage')
}

/** Checks that a period ends after its start. */
export function checkPeriod(
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
