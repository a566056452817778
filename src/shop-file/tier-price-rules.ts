/** Rules of prices by quantity: each quantity once for a customer group, and prices that have an effect. */

import type { FileChecks } from './checks-interface.ts'
import { compareDecimals, isGreater } from './decimal-text.ts'
import type { ProductRecord, VariantRecord } from './shop-file.schema.ts'

type TierPrices = NonNullable<VariantRecord['tierPrices']>
type Listed = TierPrices[number] & { index: number }

/** Warning of a price that is above that of a smaller quantity. */
export const RISES = 'is above the price of a smaller quantity: larger quantities cost more'
const NO_EFFECT = 'has no effect: it is not below any price of the product'

/** Returns the places in a list of prices whose quantity and customer group another one before has, too, with that one's place. */
export function repeatedTiers(prices: TierPrices): [index: number, first: number][] {
  const firsts = new Map<string, number>()
  return prices.flatMap(({ from, customerGroupId }, index) => {
    const key = `${from} ${customerGroupId ?? ''}`
    const first = firsts.get(key)
    if (first !== undefined) return [[index, first]]
    firsts.set(key, index)
    return []
  })
}

/** Returns the places of prices that are above that of a smaller quantity of the same customer group. */
export function risingTiers(prices: TierPrices): number[] {
  const listed = prices.map((price, index): Listed => ({ ...price, index }))
  const groups = Map.groupBy(listed, ({ customerGroupId }) => customerGroupId ?? null)
  return [...groups.values()].flatMap(group => {
    const ascending = group.toSorted((a, b) => a.from - b.from)
    return ascending.flatMap(({ price, index }, place) => {
      const before = ascending[place - 1]
      return before && isGreater(price, before.price) ? [index] : []
    })
  })
}

/** Checks prices by quantity, and registers their references to customer groups. */
export function checkTierPrices(
  prices: TierPrices,
  at: string,
  checks: Pick<FileChecks, 'problem' | 'warning' | 'refer'>,
): void {
  for (const [index, first] of repeatedTiers(prices)) {
    checks.problem(`${at}/${index}/from`, `is repeated: ${at}/${first}/from has the same`)
  }
  for (const index of risingTiers(prices)) checks.warning(`${at}/${index}/price`, RISES)
  for (const [index, { customerGroupId }] of prices.entries()) {
    if (customerGroupId) checks.refer('customerGroups', customerGroupId, `${at}/${index}/customerGroupId`)
  }
}

/** Warns of prices by quantity that are not below any price which they could replace. */
export function checkTierEffects(
  { price, groupPrices = [], tierPrices, variants = [] }: Partial<ProductRecord>,
  at: string,
  checks: Pick<FileChecks, 'warning'>,
): void {
  const warn = (tiers: TierPrices, prices: string[], place: string) => {
    const [highest] = prices.toSorted((a, b) => compareDecimals(b, a))
    if (highest === undefined) return
    for (const [index, tier] of tiers.entries()) {
      if (!isGreater(highest, tier.price)) checks.warning(`${place}/tierPrices/${index}/price`, NO_EFFECT)
    }
  }
  const own = [...(price === undefined ? [] : [price]), ...groupPrices.map(group => group.price)]
  const ofVariant = (variant: VariantRecord) => [
    ...(variant.price ? [variant.price] : []),
    ...(variant.groupPrices ?? []).map(group => group.price),
  ]
  if (tierPrices?.length) warn(tierPrices, [...own, ...variants.flatMap(ofVariant)], at)
  for (const [index, variant] of variants.entries()) {
    if (variant.tierPrices?.length) {
      warn(variant.tierPrices, [...own, ...ofVariant(variant)], `${at}/variants/${index}`)
    }
  }
}
