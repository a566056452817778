/** Daily windows of campaigns, in the shop's time zone. A window crosses midnight when its end is not later than its start. */

import type { Campaign } from '../model/campaign.ts'
import { type LocalTime, minuteOf, previousWeekday } from './local-time.ts'

/** Returns whether a time is in the daily window: `dailyFrom` is inclusive, `dailyTo` exclusive. */
export function isInWindow({ dailyFrom, dailyTo }: Campaign, { minute }: LocalTime): boolean {
  if (dailyFrom === null || dailyTo === null) return true
  const [from, to] = [minuteOf(dailyFrom), minuteOf(dailyTo)]
  return to <= from ? from <= minute || minute < to : from <= minute && minute < to
}

/** Returns the weekday on which the daily window began: after midnight, the previous day for a window that crosses it. */
export function weekdayOf({ dailyFrom, dailyTo }: Campaign, { weekday, minute }: LocalTime): number {
  if (dailyFrom === null || dailyTo === null) return weekday
  const to = minuteOf(dailyTo)
  return to <= minuteOf(dailyFrom) && minute < to ? previousWeekday(weekday) : weekday
}

/** Says a time of day. @param minute since midnight */
export function clockText(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}
