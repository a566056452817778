/** Rules of audiences and conditions: bounds that are in the wrong order, and promotions that can apply to nobody or to nothing. */

import { type CustomerKinds, ITEM_LISTS, namesNobody } from '../model/campaign.ts'
import { foldCategory, foldTerm, withThoseAbove } from '../model/term.ts'
import { isGreater } from './decimal-text.ts'
import type { Check } from './record-rules.ts'
import type { AudienceRecord, CampaignRecord, ConditionsRecord } from './shop-file.schema.ts'

type Of<R> = (record: R | null | undefined, ...rest: ParametersAfter<Check<R>>) => void
type ParametersAfter<F> = F extends (record: never, ...rest: infer Rest) => void ? Rest : never

/** Warns about an audience that includes nobody, although it names somebody. */
export const checkAudience: Of<AudienceRecord> = (audience, at, checks) => {
  if (!audience) return
  const { firstOrder = false, exclude = {} } = audience
  const [included, excluded] = [kindsOf(audience), kindsOf(exclude)]
  const isLimited = firstOrder || (audience.channels ?? []).length > 0 || !namesNobody(excluded)
  if (!isLimited) {
    if (namesNobody(included)) checks.warning(at, 'includes nobody; null is for everybody')
    return
  }
  // An audience that names nobody, and something else, includes everybody else.
  const everybody = namesNobody(included)
  const guests = (everybody || included.visitors) && !excluded.visitors
  if (includesMembers(everybody ? { ...included, members: true } : included, excluded)) return
  if (guests && !firstOrder) return
  if (guests) checks.warning(`${at}/firstOrder`, 'includes nobody: a first order is one of a member')
  else checks.warning(`${at}/exclude`, 'leaves out everybody whom the audience includes')
}

/** Warns about a limit per customer of a campaign for guests alone: guests cannot be distinguished, and have no use of it. */
export const checkLimitPerCustomer: Check<Pick<CampaignRecord, 'usageLimitPerCustomer' | 'audience'>> = (
  { usageLimitPerCustomer = null, audience },
  at,
  checks,
) => {
  if (usageLimitPerCustomer === null || !audience) return
  const [included, excluded] = [kindsOf(audience), kindsOf(audience.exclude ?? {})]
  const isOfGuests = included.visitors || (namesNobody(included) && excluded.members)
  if (excluded.visitors || !isOfGuests || includesMembers(included, excluded)) return
  checks.warning(`${at}/usageLimitPerCustomer`, 'includes nobody: a limit per customer leaves no use to guests')
}

function kindsOf(record: Partial<CustomerKinds>): CustomerKinds {
  const { visitors = false, members = false, dealers = false, customerGroupIds = [], customerIds = [] } = record
  return { visitors, members, dealers, customerGroupIds, customerIds }
}

/** Whether there may be a member whom the first includes, and the second does not. */
function includesMembers(included: CustomerKinds, excluded: CustomerKinds): boolean {
  if (excluded.members) return false
  const has = (list: 'customerGroupIds' | 'customerIds') => {
    const others = new Set(excluded[list])
    return included[list].some(id => !others.has(id))
  }
  return included.members || (included.dealers && !excluded.dealers) || has('customerGroupIds') || has('customerIds')
}

/** Checks the bounds of the price, and warns about conditions that cover nothing. */
export const checkConditions: Of<ConditionsRecord> = (conditions, at, checks) => {
  if (!conditions) return
  const { priceFrom, priceTo, exclude = {} } = conditions
  if (priceFrom && priceTo && isGreater(priceFrom, priceTo)) {
    checks.problem(`${at}/priceTo`, 'must be at least priceFrom')
  }
  for (const list of ITEM_LISTS) {
    const [named, others] = [conditions[list] ?? [], exclude[list] ?? []]
    if (named.length === 0 || others.length === 0) continue
    const excluded = new Set(others.map(each => keysOf[list](each)[0]))
    const isExcluded = (each: string | number) => keysOf[list](each).some(key => excluded.has(key))
    if (named.every(isExcluded))
      checks.warning(`${at}/exclude/${list}`, `leaves out all of ${list}: the promotion covers nothing`)
  }
}

type Keys = (named: string | number) => (string | number)[]

const itself: Keys = named => [named]
const folded: Keys = named => [foldTerm(String(named))]

/** The forms in which what is named is compared: its own first, then those that cover it, too. */
const keysOf: Record<(typeof ITEM_LISTS)[number], Keys> = {
  productIds: itself,
  variantIds: itself,
  brands: folded,
  categories: named => withThoseAbove(foldCategory(String(named))).reverse(),
  tags: folded,
}
