/** The conditions of promotions: one function each, which says whether it holds and what it compared. */

import { decimal } from '../money/money.ts'
import type { Audience, Campaign, Conditions, Validity } from './campaign.ts'
import { minuteOf, previousWeekday } from './local-time.ts'
import { coveredLines, type PromotionContext, totalValue } from './promotion-context.ts'

/** Whether a condition holds. */
export interface ConditionResult {
  passed: boolean
  /** Says what was compared with what. A cart judges fifty conditions, and nobody reads their words. */
  compared: () => string
}

function result(passed: boolean, compared: () => string): ConditionResult {
  return { passed, compared }
}

/** The shop has switched the promotion on. */
export function checkActive({ active }: Validity): ConditionResult {
  return result(active, () => (active ? 'switched on' : 'switched off'))
}

/** From the first instant until before the last. */
export function checkDates({ startsAt, endsAt }: Validity, { now }: PromotionContext): ConditionResult {
  const passed = (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt)
  return result(
    passed,
    () => `${instant(now)} in ${startsAt ? instant(startsAt) : '…'} – ${endsAt ? instant(endsAt) : '…'}`,
  )
}

/** The day on which the daily window began: after midnight of a window that crosses it, that is the day before. */
export function checkWeekday(campaign: Campaign, { local }: PromotionContext): ConditionResult {
  const { weekdays } = campaign
  const late = crossesMidnight(campaign) && local.minute < minuteOf(campaign.dailyTo ?? '00:00')
  const weekday = late ? previousWeekday(local.weekday) : local.weekday
  return result(weekdays.includes(weekday), () => `weekday ${weekday} in ${weekdays.join(', ')}`)
}

/** Within the daily window of the shop's wall clock: from its first minute until before its last. */
export function checkTime(campaign: Campaign, { local }: PromotionContext): ConditionResult {
  const { dailyFrom, dailyTo } = campaign
  if (dailyFrom === null || dailyTo === null) return result(true, () => 'all day')
  const [from, to] = [minuteOf(dailyFrom), minuteOf(dailyTo)]
  const [afterStart, beforeEnd] = [from <= local.minute, local.minute < to]
  const passed = crossesMidnight(campaign) ? afterStart || beforeEnd : afterStart && beforeEnd
  return result(passed, () => `${clock(local.minute)} in ${dailyFrom} – ${dailyTo}`)
}

/** A window that ends no later than it begins runs into the next day. */
function crossesMidnight({ dailyFrom, dailyTo }: Campaign): boolean {
  return dailyFrom !== null && dailyTo !== null && minuteOf(dailyTo) <= minuteOf(dailyFrom)
}

/** Fewer uses than allowed. */
export function checkUsage({ usageLimit, usageCount }: Validity): ConditionResult {
  if (usageLimit === null) return result(true, () => 'no limit')
  return result(usageCount < usageLimit, () => `${usageCount} of ${usageLimit} used`)
}

/** Any listed kind matches; no audience is everyone. */
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
        (customerGroupId !== null && customerGroupIds.includes(customerGroupId)) ||
        customerIds.includes(customerId)
  return result(passed, () => `${who()}${dealer ? ', dealer' : ''}`)
}

/** At least one of the products, where the promotion names any. */
export function checkProducts({ productIds }: Conditions, { lines }: PromotionContext): ConditionResult {
  const covered = coveredLines(lines, productIds)
  const of = () => (productIds.length === 0 ? 'all products' : `${productIds.length} products`)
  return result(covered.length > 0, () => `${covered.length} lines of ${of()}`)
}

/** The VAT-inclusive value of the covered lines. */
export function checkMinimumTotal(
  { minimumTotal, productIds }: Conditions,
  { lines }: PromotionContext,
): ConditionResult {
  if (minimumTotal === null) return result(true, () => 'no minimum')
  const value = totalValue(coveredLines(lines, productIds))
  return result(value.gte(decimal(minimumTotal)), () => `${value.toFixed()} of ${minimumTotal}`)
}

/** The units of the covered lines. */
export function checkMinimumQuantity(
  { minimumQuantity, productIds }: Conditions,
  { lines }: PromotionContext,
): ConditionResult {
  if (minimumQuantity === null) return result(true, () => 'no minimum')
  const quantity = coveredLines(lines, productIds).reduce((total, line) => total + line.quantity, 0)
  return result(quantity >= minimumQuantity, () => `${quantity} of ${minimumQuantity}`)
}

function instant(at: number): string {
  return new Date(at).toISOString()
}

function clock(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}
