/** Rewards of the reference computation: what a promotion takes from a cart, from which lines, and from when on. */

import { Fraction, min } from '../../cart/fractions.ts'
import { coveredBy, isCovered, isNamed, type PricedLine, type Pricing, quantityOf, totalOf } from './coverage.ts'
import type { PlainCampaign, PlainReward, PlainSetReward, PlainTiers } from './plain-cart.ts'
import { ascending, type BestSets, findBestSets, type Units } from './sets.ts'

const ZERO = new Fraction(0n)
const HUNDRED = new Fraction(100n)

/** What a promotion takes, and from which lines. */
export type Promotion = Pick<PlainCampaign, 'reward' | 'conditions'>

/** The minimums of a promotion, of which its first tier is one; in units of the currency, zero for none. */
export function minimumsOf({ conditions, reward }: Promotion): { total: Fraction; quantity: number } {
  const tiers = tiersOf(reward)
  const first = tiers?.tiers[0]?.from ?? '0'
  const total = Fraction.of(conditions.minimumTotal ?? '0')
  const ofTier = Fraction.of(tiers?.by === 'total' ? first : '0')
  return {
    total: total.isBelow(ofTier) ? ofTier : total,
    quantity: Math.max(conditions.minimumQuantity ?? 0, tiers?.by === 'quantity' ? Number(first) : 0),
  }
}

function tiersOf(reward: PlainReward): PlainTiers | undefined {
  return 'value' in reward && typeof reward.value === 'object' ? reward.value : undefined
}

/** The value or amount that counts for lines: of the last tier that they reach. */
function amountFor(value: string | PlainTiers, covered: PricedLine[], scale: Fraction): Fraction {
  return Fraction.of(typeof value === 'string' ? value : (reachedTier(value, covered, scale)?.value ?? '0'))
}

function reachedTier({ by, tiers }: PlainTiers, covered: PricedLine[], scale: Fraction) {
  const has = by === 'total' ? totalOf(covered).through(scale) : new Fraction(BigInt(quantityOf(covered)))
  return tiers.filter(({ from }) => !has.isBelow(Fraction.of(from))).at(-1)
}

/** What a reward by tiers or by sets does in a cart, whether it applies or not. */
export function explain(promotion: Promotion, pricing: Pricing): { tier?: string | null } | BestSets {
  const { reward, conditions } = promotion
  const tiers = tiersOf(reward)
  if (tiers) return { tier: reachedTier(tiers, coveredBy(conditions, pricing), pricing.scale)?.from ?? null }
  return reward.type === 'buy_x_get_y' ? findBestSets(unitsFor(promotion, reward, pricing), reward) : {}
}

/** The discount of a promotion on the full value of its lines, rounded. */
export function discountOf(promotion: Promotion, pricing: Pricing): bigint {
  const { reward, conditions } = promotion
  const { scale, lines } = pricing
  const covered = coveredBy(conditions, pricing)
  const value = totalOf(covered)
  switch (reward.type) {
    case 'percent': {
      const part = value.times(amountFor(reward.value, covered, scale)).through(HUNDRED)
      return (reward.maximum === null ? part : min(part, Fraction.of(reward.maximum).times(scale))).round()
    }
    case 'fixed':
      return min(amountFor(reward.value, covered, scale).times(scale), value).round()
    case 'buy_x_pay_y': {
      const units = covered.flatMap(unitsOf)
      const free = Math.floor(units.length / reward.buy) * (reward.buy - reward.pay)
      return min(ascending(units).slice(0, free).reduce(plus, ZERO), value).round()
    }
    case 'buy_x_get_y': {
      const { value: saved } = findBestSets(unitsFor(promotion, reward, pricing), reward)
      const discounted = totalOf(lines.filter(line => isDiscountedBy(line, promotion, pricing)))
      return min(saved.times(Fraction.of(reward.percent)).through(HUNDRED), discounted).round()
    }
    case 'free_shipping':
      return 0n
  }
}

/** Whether a promotion takes its discount from a line. */
export function isDiscountedBy(line: PricedLine, { reward, conditions }: Promotion, { scale }: Pricing): boolean {
  const target = reward.type === 'buy_x_get_y' ? reward.target : null
  return target ? isNamed(line, target) : isCovered(line, conditions, scale)
}

/** How many units the first set of a promotion lacks: the fewest that complete it, whether they trigger or are discounted. */
export function missingOfSet(promotion: Promotion, pricing: Pricing): number {
  const { reward } = promotion
  if (reward.type === 'buy_x_pay_y') return reward.buy - quantityOf(coveredBy(promotion.conditions, pricing))
  if (reward.type !== 'buy_x_get_y') return 0
  const { triggers, targets, both } = unitsFor(promotion, reward, pricing)
  const isComplete = (added: number, triggering: number) =>
    findBestSets(
      {
        triggers: [...triggers, ...Array.from({ length: triggering }, () => ZERO)],
        targets: [...targets, ...Array.from({ length: added - triggering }, () => ZERO)],
        both,
      },
      { ...reward, times: 1 },
    ).sets > 0
  for (let added = 0; ; added++)
    for (let triggering = 0; triggering <= added; triggering++) if (isComplete(added, triggering)) return added
}

/** The units of a cart by what they may do in a set. */
function unitsFor(promotion: Promotion, { target }: PlainSetReward, pricing: Pricing): Units {
  const { lines, scale } = pricing
  const kindOf = (line: PricedLine) => {
    const isTrigger = isCovered(line, promotion.conditions, scale)
    if (!(target ? isNamed(line, target) : isTrigger)) return isTrigger ? 'triggers' : 'none'
    return isTrigger ? 'both' : 'targets'
  }
  const of = (kind: string) => lines.filter(line => kindOf(line) === kind).flatMap(unitsOf)
  return { triggers: of('triggers'), targets: of('targets'), both: of('both') }
}

function unitsOf({ quantity, unitValue }: PricedLine): Fraction[] {
  return Array.from({ length: quantity }, () => unitValue)
}

function plus(a: Fraction, b: Fraction): Fraction {
  return a.plus(b)
}
