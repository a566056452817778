/** Promotion conditions: one function per condition, which returns whether it is met and the compared values. */

import { type Decimal, decimal } from '../money/money.ts'
import type { Audience, Campaign, Conditions, Coupon, Validity } from '../model/campaign.ts'
import { isListed } from './listed-ids.ts'
import { minuteOf, previousWeekday } from './local-time.ts'
import { coveredLines, type PromotionContext, totalValue } from './promotion-context.ts'

/** The result of a condition. */
export interface ConditionResult {
  passed: boolean
  /** Describes the compared values. It is a function because a cart checks about fifty conditions and shows no description. */
  compared: () => string
  /** What the covered lines lack; of minimums that are not met, and null where something else is not met, too. */
  missing?: () => MissingMinimum | null
}

/** What the covered lines lack of the minimums that are not met. */
export interface MissingMinimum {
  quantity?: number
  /** A value with VAT, exact. */
  total?: Decimal
  /** Whether the lines of certain products count alone. */
  isLimitedToProducts: boolean
}

function result(passed: boolean, compared: () => string): ConditionResult {
  return { passed, compared }
}

/** Checks that the promotion is switched on. */
export function checkActive({ active }: Validity): ConditionResult {
  return result(active, () => (active ? 'switched on' : 'switched off'))
}

/** Checks that the time is in the promotion's period: `startsAt` inclusive, `endsAt` exclusive. */
export function checkDates({ startsAt, endsAt }: Validity, { now }: PromotionContext): ConditionResult {
  const passed = (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt)
  return result(
    passed,
    () => `${instant(now)} in ${startsAt ? instant(startsAt) : '…'} – ${endsAt ? instant(endsAt) : '…'}`,
  )
}

/** Checks the weekday on which the daily window began: for a window that crosses midnight, the previous day after midnight. */
export function checkWeekday(campaign: Campaign, { local }: PromotionContext): ConditionResult {
  const { weekdays } = campaign
  const late = crossesMidnight(campaign) && local.minute < minuteOf(campaign.dailyTo ?? '00:00')
  const weekday = late ? previousWeekday(local.weekday) : local.weekday
  return result(weekdays.includes(weekday), () => `weekday ${weekday} in ${weekdays.join(', ')}`)
}

/** Checks the daily window in the shop's time zone: `dailyFrom` inclusive, `dailyTo` exclusive. */
export function checkTime(campaign: Campaign, { local }: PromotionContext): ConditionResult {
  const { dailyFrom, dailyTo } = campaign
  if (dailyFrom === null || dailyTo === null) return result(true, () => 'all day')
  const [from, to] = [minuteOf(dailyFrom), minuteOf(dailyTo)]
  const [afterStart, beforeEnd] = [from <= local.minute, local.minute < to]
  const passed = crossesMidnight(campaign) ? afterStart || beforeEnd : afterStart && beforeEnd
  return result(passed, () => `${clock(local.minute)} in ${dailyFrom} – ${dailyTo}`)
}

/** Returns whether the window ends on the next day: its end is not later than its start. */
function crossesMidnight({ dailyFrom, dailyTo }: Campaign): boolean {
  return dailyFrom !== null && dailyTo !== null && minuteOf(dailyTo) <= minuteOf(dailyFrom)
}

/**
 * Checks that the uses are below the usage limit: those of the shop file and those of checkouts.
 * @param uses held and completed checkouts that use the promotion, without the cart's own hold
 */
export function checkUsage({ usageLimit, usageCount }: Validity, uses: number): ConditionResult {
  if (usageLimit === null) return result(true, () => 'no limit')
  const passed = hasUseLeft({ usageLimit, usageCount }, uses)
  return result(passed, () => `${usageCount + uses} of ${usageLimit} used`)
}

/** Checks the customer's uses of a coupon. A limit per customer never passes for a guest: guests cannot be distinguished. */
export function checkCustomerUsage(coupon: Coupon, context: PromotionContext): ConditionResult {
  const { usageLimitPerCustomer } = coupon
  const { shopper, uses } = context
  if (usageLimitPerCustomer === null) return result(true, () => 'no limit')
  if (shopper.customerId === null) return result(false, () => 'a guest; members only')
  const used = uses.couponByCustomer
  return result(hasCustomerUseLeft(coupon, used), () => `${used} of ${usageLimitPerCustomer} used`)
}

/** Returns whether a promotion may be used once more. @param uses held and completed checkouts that use it */
export function hasUseLeft(
  { usageLimit, usageCount }: Pick<Validity, 'usageLimit' | 'usageCount'>,
  uses: number,
): boolean {
  return usageLimit === null || usageCount + uses < usageLimit
}

/** Returns whether a customer may use a coupon once more. @param uses held and completed checkouts of the customer that use it */
export function hasCustomerUseLeft(
  { usageLimitPerCustomer }: Pick<Coupon, 'usageLimitPerCustomer'>,
  uses: number,
): boolean {
  return usageLimitPerCustomer === null || uses < usageLimitPerCustomer
}

/** Checks that the audience includes the customer. A null audience includes all customers and guests. */
export function checkAudience(audience: Audience | null, { shopper }: PromotionContext): ConditionResult {
  const { customerId, customerGroupId, dealer } = shopper
  const who = () =>
    customerId === null ? 'a guest' : `a member${customerGroupId === null ? '' : ` of group ${customerGroupId}`}`
  if (audience === null) return result(true, () => `${who()}, for everyone`)
  const { visitors, members, dealers, customerGroupIds, customerIds } = audience
  const passed =
    customerId === null
      ? visitors
      : members ||
        (dealers && dealer) ||
        (customerGroupId !== null && isListed(customerGroupIds, customerGroupId)) ||
        isListed(customerIds, customerId)
  return result(passed, () => `${who()}${dealer ? ', dealer' : ''}`)
}

/** Checks that the cart contains at least one covered line. */
export function checkProducts({ productIds }: Conditions, { lines }: PromotionContext): ConditionResult {
  const covered = coveredLines(lines, productIds)
  const of = () => (productIds.length === 0 ? 'all products' : `${productIds.length} products`)
  return result(covered.length > 0, () => `${covered.length} lines of ${of()}`)
}

/** Checks the VAT-inclusive value of the covered lines against the minimum total. */
export function checkMinimumTotal(
  { minimumTotal, productIds }: Conditions,
  { lines }: PromotionContext,
): ConditionResult {
  if (minimumTotal === null) return result(true, () => 'no minimum')
  const [value, minimum] = [totalValue(coveredLines(lines, productIds)), decimal(minimumTotal)]
  const isLimitedToProducts = productIds.length > 0
  return {
    ...result(value.gte(minimum), () => `${value.toFixed()} of ${minimumTotal}`),
    missing: () => ({ total: minimum.minus(value), isLimitedToProducts }),
  }
}

/** Checks the sum of the covered lines' quantities against the minimum quantity. */
export function checkMinimumQuantity(
  { minimumQuantity, productIds }: Conditions,
  { lines }: PromotionContext,
): ConditionResult {
  if (minimumQuantity === null) return result(true, () => 'no minimum')
  const quantity = coveredLines(lines, productIds).reduce((total, line) => total + line.quantity, 0)
  const isLimitedToProducts = productIds.length > 0
  return {
    ...result(quantity >= minimumQuantity, () => `${quantity} of ${minimumQuantity}`),
    missing: () => ({ quantity: minimumQuantity - quantity, isLimitedToProducts }),
  }
}

function instant(at: number): string {
  return new Date(at).toISOString()
}

function clock(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}
