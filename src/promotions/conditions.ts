/** The conditions of promotions: one function each, which says whether it holds and what it compared. */

import { decimal } from '../money/money.ts'
import type { Audience, Campaign, Conditions, Validity } from './campaign.ts'
import { minuteOf, previousWeekday } from './local-time.ts'
import { coveredLines, type Occasion, totalValue } from './promotion-context.ts'

/** Whether a condition holds. */
export interface Judgement {
  passed: boolean
  /** Says what was compared with what. A cart judges fifty conditions, and nobody reads their words. */
  compared: () => string
}

function judgement(passed: boolean, compared: () => string): Judgement {
  return { passed, compared }
}

/** The shop has switched the promotion on. */
export function judgeActive({ active }: Validity): Judgement {
  return judgement(active, () => (active ? 'switched on' : 'switched off'))
}

/** From the first instant until before the last. */
export function judgeDates({ startsAt, endsAt }: Validity, { now }: Occasion): Judgement {
  const passed = (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt)
  return judgement(
    passed,
    () => `${instant(now)} in ${startsAt ? instant(startsAt) : '…'} – ${endsAt ? instant(endsAt) : '…'}`,
  )
}

/** The day on which the daily window began: after midnight of a window that crosses it, that is the day before. */
export function judgeWeekday(campaign: Campaign, { local }: Occasion): Judgement {
  const { weekdays } = campaign
  const late = crossesMidnight(campaign) && local.minute < minuteOf(campaign.dailyTo ?? '00:00')
  const weekday = late ? previousWeekday(local.weekday) : local.weekday
  return judgement(weekdays.includes(weekday), () => `weekday ${weekday} in ${weekdays.join(', ')}`)
}

/** Within the daily window of the shop's wall clock: from its first minute until before its last. */
export function judgeTime(campaign: Campaign, { local }: Occasion): Judgement {
  const { dailyFrom, dailyTo } = campaign
  if (dailyFrom === null || dailyTo === null) return judgement(true, () => 'all day')
  const [from, to] = [minuteOf(dailyFrom), minuteOf(dailyTo)]
  const [afterStart, beforeEnd] = [from <= local.minute, local.minute < to]
  const passed = crossesMidnight(campaign) ? afterStart || beforeEnd : afterStart && beforeEnd
  return judgement(passed, () => `${clock(local.minute)} in ${dailyFrom} – ${dailyTo}`)
}

/** A window that ends no later than it begins runs into the next day. */
function crossesMidnight({ dailyFrom, dailyTo }: Campaign): boolean {
  return dailyFrom !== null && dailyTo !== null && minuteOf(dailyTo) <= minuteOf(dailyFrom)
}

/** Fewer uses than allowed. */
export function judgeUsage({ usageLimit, usageCount }: Validity): Judgement {
  if (usageLimit === null) return judgement(true, () => 'no limit')
  return judgement(usageCount < usageLimit, () => `${usageCount} of ${usageLimit} used`)
}

/** Any listed kind matches; no audience is everyone. */
export function judgeAudience(audience: Audience | null, { shopper }: Occasion): Judgement {
  const { customerId, customerGroupId, dealer } = shopper
  const who = () =>
    customerId === null ? 'a guest' : `a member${customerGroupId === null ? '' : ` of group ${customerGroupId}`}`
  if (audience === null) return judgement(true, () => `${who()}, for everyone`)
  const { visitors, members, dealers, customerGroupIds, customerIds } = audience
  const passed =
    customerId === null
      ? visitors
      : members ||
        (dealers && dealer) ||
        (customerGroupId !== null && customerGroupIds.includes(customerGroupId)) ||
        customerIds.includes(customerId)
  return judgement(passed, () => `${who()}${dealer ? ', dealer' : ''}`)
}

/** At least one of the products, where the promotion names any. */
export function judgeProducts({ productIds }: Conditions, { lines }: Occasion): Judgement {
  const covered = coveredLines(lines, productIds)
  const of = () => (productIds.length === 0 ? 'all products' : `${productIds.length} products`)
  return judgement(covered.length > 0, () => `${covered.length} lines of ${of()}`)
}

/** The VAT-inclusive value of the covered lines. */
export function judgeMinimumTotal({ minimumTotal, productIds }: Conditions, { lines }: Occasion): Judgement {
  if (minimumTotal === null) return judgement(true, () => 'no minimum')
  const value = totalValue(coveredLines(lines, productIds))
  return judgement(value.gte(decimal(minimumTotal)), () => `${value.toFixed()} of ${minimumTotal}`)
}

/** The units of the covered lines. */
export function judgeMinimumQuantity({ minimumQuantity, productIds }: Conditions, { lines }: Occasion): Judgement {
  if (minimumQuantity === null) return judgement(true, () => 'no minimum')
  const quantity = coveredLines(lines, productIds).reduce((total, line) => total + line.quantity, 0)
  return judgement(quantity >= minimumQuantity, () => `${quantity} of ${minimumQuantity}`)
}

function instant(at: number): string {
  return new Date(at).toISOString()
}

function clock(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}
