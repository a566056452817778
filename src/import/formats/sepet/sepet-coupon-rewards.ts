/** Rewards in the table of coupons: a value, or tiers by what reaches them, and what a file leaves to the stored coupon. */

import type { FileChecks } from '../../../shop-file/checks-interface.ts'
import type { CouponField } from '../../../shop-file/imported-records.ts'
import type { CouponColumn } from '../../../shop-file/table-columns.ts'
import type { SaidRow } from './sepet-rows.ts'

/** What a row says. */
export type Said = SaidRow<CouponColumn>['said']

/** Returns the tiers of a row: a number of pieces is an integer, a total is text. */
export function toTiers({ by, tiers }: Said): unknown {
  if (by !== 'quantity' || !Array.isArray(tiers)) return tiers
  return (tiers as { from: string }[]).map(tier => ({
    ...tier,
    from: /^\d+$/.test(tier.from) ? Number(tier.from) : tier.from,
  }))
}

/** Says in the rule of tiers how they are written. */
export function inTiersCell({ isMissing, rule }: Parameters<FileChecks['invalid']>[1]) {
  return { isMissing, rule: `${rule}, such as 500=50;1000=120` }
}

/** Returns the fields of its reward that a row does not say. One with a value has no tiers. */
export function keptReward(said: Said): CouponField[] {
  const isWithoutTiers = said.tiers === undefined && (said.value ?? null) === null
  return [
    ...(said.maximum === undefined ? (['maximum'] as const) : []),
    ...(isWithoutTiers ? (['by', 'tiers'] as const) : []),
    ...(said.value === undefined || keepsTiers(said) ? (['value'] as const) : []),
  ]
}

/** Whether a row has no value, and its file no tiers: those of the stored coupon stay. */
export function keepsTiers({ discountType, value, campaignId, tiers }: Said): boolean {
  return tiers === undefined && value === null && campaignId === null && discountType !== 'free_shipping'
}

/** The checks of a row that keeps tiers: whether the stored coupon has any is checked when all rows are read. */
export function withoutMissingValue(checks: FileChecks): FileChecks {
  return { ...checks, missing: (at, reason) => (at.endsWith('/value') ? undefined : checks.missing(at, reason)) }
}
