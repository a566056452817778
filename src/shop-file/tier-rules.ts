/** Rules of the tiers of a reward: each begins above the one before it. */

import type { RewardTier, RewardTiers } from '../model/campaign.ts'
import type { FileChecks } from './checks-interface.ts'
import { isGreater } from './decimal-text.ts'
import { type Check, checkPercent } from './record-rules.ts'
import type { RewardRecord } from './shop-file.schema.ts'
import { TIER_FROM_RULES } from './shop-file-fields.ts'

/** Checks the value and the tiers of a reward in percent or of a fixed amount. */
export const checkTiers: Check<Pick<RewardRecord, 'type' | 'value' | 'by' | 'tiers'>> = (reward, at, checks) => {
  const { type, value, by, tiers = [] } = reward
  const values = [{ value, place: at }, ...tiers.map((tier, index) => ({ ...tier, place: `${at}/tiers/${index}` }))]
  if (type === 'percent') for (const each of values) checkPercent(each.value, `${each.place}/value`, checks)
  if (tiers.length > 0 && !by) checks.missing(`${at}/by`, 'tiers are given')
  for (const [index, tier] of tiers.entries()) {
    const place = `${at}/tiers/${index}`
    const before = tiers[index - 1]
    if (by) checkFrom(tier, by, place, checks)
    if (by && before) checkIsAbove(tier, { before, by }, place, checks)
    if (before && isGreater(before.value, tier.value)) {
      checks.warning(`${place}/value`, 'is less than that of the tier before')
    }
  }
}

type Base = RewardTiers['by']

function checkFrom(tier: RewardTier, by: Base, place: string, checks: FileChecks): void {
  if (!isOf(by, tier)) checks.invalid(`${place}/from`, { isMissing: false, rule: TIER_FROM_RULES[by] })
}

function checkIsAbove(
  tier: RewardTier,
  { before, by }: { before: RewardTier; by: Base },
  place: string,
  checks: FileChecks,
): void {
  if (!isOf(by, tier) || !isOf(by, before)) return
  if (isGreater(String(tier.from), String(before.from))) return
  checks.problem(`${place}/from`, 'must be more than that of the tier before')
}

function isOf(by: Base, { from }: RewardTier): boolean {
  return typeof from === (by === 'total' ? 'string' : 'number')
}
