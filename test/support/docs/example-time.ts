/** Conditions of responses as they are at the time of the examples, a Saturday at noon in the shop's time zone. */

import type { Campaign } from '../../../src/model/campaign.ts'
import type { PromotionCondition } from '../../../src/promotions/condition.document.ts'
import { campaignConditions } from '../../../src/promotions/conditions.ts'
import { clockText, isInWindow } from '../../../src/promotions/daily-window.ts'
import { isObject } from '../../../src/schema/is-object.ts'

const NOON = { weekday: 6, minute: 12 * 60 }

/** Returns a value of a response with the time of the examples, where it is a condition on the time. */
export function atExampleTime(value: unknown): unknown {
  return isCondition(value) ? { ...value, ...judged(value.values) } : value
}

function isCondition(value: unknown): value is PromotionCondition {
  return isObject(value) && isObject(value.values) && value.values.name === value.name
}

function judged(values: PromotionCondition['values']): Partial<PromotionCondition> {
  if (values.name === 'weekday') {
    const now = { ...values, now: NOON.weekday }
    return {
      holds: now.weekdays.includes(NOON.weekday),
      detail: campaignConditions.weekday.detail(now),
      values: now,
    }
  }
  if (values.name === 'time') {
    const now = { ...values, now: clockText(NOON.minute) }
    const window = { dailyFrom: now.from, dailyTo: now.to } as Campaign
    return { holds: isInWindow(window, NOON), detail: campaignConditions.time.detail(now), values: now }
  }
  return {}
}
