/** Discounts of a cart: the campaigns that can be chosen, those that apply, and the amounts of the coupon and of each campaign. */

import type { Campaign, Reward } from '../model/campaign.ts'
import { type Currency, type Decimal, min, round, zero } from '../money/money.ts'
import { combines, isCampaignEligible } from './conditions.ts'
import type { AcceptedCoupon, RefusedCoupon } from './judge-coupon.ts'
import { compareListed } from './list-order.ts'
import { findOffers, type Offer } from './offers.ts'
import type { PromotionContext, PromotionLine } from './promotion-context.ts'
import { computeReward, type Effect } from './reward.ts'
import { linesOf, type Rewarded } from './reward-lines.ts'
import { isHeldTooOften } from './uses-left.ts'

/** A promotion that applies. */
interface Applied {
  description: string
  /** Rounded. */
  discountAmount: Decimal
  /** The lines that it discounts; the list of the context for all. */
  covered: readonly PromotionLine[]
}

/** A coupon that applies, with its rounded discount. */
export interface AppliedCoupon extends Applied {
  applied: true
  code: string
  discountType: Reward['type']
}

/** A campaign that applies, with its rounded discount. */
export interface AppliedCampaign extends Applied {
  id: number
  name: string
  /** Whether it applies by itself: the shopper has not chosen it. */
  isPicked: boolean
}

/** How one campaign of those that may apply at once was found; of a group where the shop lets one of each apply. */
export interface Contest {
  /** The campaign that applies; null for none. */
  winnerId: number | null
  /** Whether the shopper has chosen it. */
  isChosen: boolean
  /** What each campaign that may be picked saves, by its id; null where the rule does not ask. */
  savings: ReadonlyMap<number, Decimal> | null
  /** The automatic campaigns that would take something off. */
  automaticIds: readonly number[]
  /** Those of them that the cart can hold no more in 24 hours: none is picked. */
  heldTooOftenIds: readonly number[]
}

/** The discounts of a cart. */
export interface Discounts {
  /** The campaigns that can be chosen, in display order. */
  listed: Campaign[]
  /** The chosen coupon, applied or refused with its reason; null without one. */
  coupon: AppliedCoupon | RefusedCoupon | null
  /** The campaigns that apply, in the order in which they are computed. */
  campaigns: AppliedCampaign[]
  /** Those that found them, where an automatic campaign took part. */
  contests: Contest[]
  /** The campaigns that only a minimum keeps from applying, where the shop shows them. */
  offers: Offer[]
  total: Decimal
  freeShipping: boolean
}

/** The choices of the cart's owner: the judged code, and the campaign. A choice is kept while it does not apply. */
export interface JudgedChoices {
  coupon: AcceptedCoupon | RefusedCoupon | null
  campaignId: number | null
  /** Whether the owner has switched off the campaigns that apply by themselves. */
  campaignOff: boolean
}

/** What the settings of the shop say about campaigns. */
export interface CampaignRules {
  /** Which of several automatic campaigns applies: the one that saves most, or the first in list order. */
  winner: 'best' | 'priority'
  /** Whether one campaign applies, or one of each logical group. */
  together: 'one' | 'groups'
  showsOffers: boolean
}

/** What discounts are computed from, besides the choices and the context. */
export interface DiscountSources {
  /** The VAT-inclusive value of all lines, unrounded. */
  base: Decimal
  currency: Currency
  rules: CampaignRules
  /** Returns the shipping price that a promotion with free shipping takes away; zero where none is shown, or shipping is free anyhow. */
  shippingPrice: () => Decimal
}

/** Returns the chosen coupon where it applies. */
export function findAppliedCoupon({ coupon }: Pick<Discounts, 'coupon'>): AppliedCoupon | null {
  return coupon?.applied ? coupon : null
}

/** Returns the covered lines of an applied promotion as a set; null where it covers all. */
export function coveredSet<Line>({ covered }: { covered: readonly Line[] }, lines: readonly Line[]): Set<Line> | null {
  return covered.length === lines.length ? null : new Set(covered)
}

/**
 * Computes the coupon's discount, then that of each campaign: each on the full value of its covered lines and rounded once. Their sum is at most
 * the rounded base.
 */
export function computeDiscounts(
  choices: JudgedChoices,
  context: PromotionContext,
  sources: DiscountSources,
): Discounts {
  const { base, currency, rules } = sources
  const listed = findListed(context)
  const running = new RunningDiscount(context, { currency, limit: round(base, currency) })
  const accepted = choices.coupon?.applied ? choices.coupon : null
  const coupon = accepted ? presentCoupon(accepted, running.take(accepted.rewarded)) : null
  const combining = accepted ? listed.filter(campaign => combines(campaign, accepted.coupon)) : listed
  const found = findWinners({ combining, uses: context.uses }, choices, running, sources)
  return {
    listed,
    coupon: choices.coupon?.applied === false ? choices.coupon : coupon,
    ...found,
    offers: rules.showsOffers ? findOffers(context, accepted, currency) : [],
    total: running.total,
    freeShipping: running.freeShipping,
  }
}

/** The campaigns that may apply beside the coupon, in list order, with what decides which of them is picked. */
interface Candidates extends Pick<PromotionContext, 'uses'> {
  combining: readonly Campaign[]
}

/** Finds the campaigns that apply: of all, or of each group, the chosen one, else one of the automatic that the cart can hold. */
function findWinners(
  { combining, uses }: Candidates,
  { campaignId, campaignOff }: JudgedChoices,
  running: RunningDiscount,
  sources: DiscountSources,
): Pick<Discounts, 'campaigns' | 'contests'> {
  const { rules } = sources
  const campaigns: AppliedCampaign[] = []
  const contests: Contest[] = []
  for (const candidates of rules.together === 'groups' ? groupsOf(combining) : [combining]) {
    const chosen = candidates.find(({ id }) => id === campaignId)
    const automatic = candidates.filter(each => each.automatic && running.takesSomething(each))
    const pickable = automatic.filter(each => !isHeldTooOften(each, uses))
    const savings = pickable.length > 1 && rules.winner === 'best' ? savingsOf(pickable, running, sources) : null
    const winner = chosen ?? (campaignOff ? undefined : pick(pickable, savings))
    if (automatic.length > 0)
      contests.push({
        ...contestOf(automatic, pickable),
        winnerId: winner?.id ?? null,
        isChosen: chosen !== undefined,
        savings,
      })
    if (winner) campaigns.push(presentCampaign(winner, running.take(winner), !chosen))
  }
  return { campaigns, contests }
}

/** Returns the eligible campaigns that are not coupon-bound, ordered by logical group, priority and id. */
function findListed(context: PromotionContext): Campaign[] {
  // An empty cart has no covered line.
  if (context.lines.length === 0) return []
  return context.campaigns
    .filter(campaign => !campaign.couponBound && isCampaignEligible(campaign, context))
    .sort(compareListed)
}

/** Groups listed campaigns, which are in the order of their groups. */
function groupsOf(listed: readonly Campaign[]): Campaign[][] {
  return [...Map.groupBy(listed, ({ logicalGroup }) => logicalGroup).values()]
}

/** What a promotion takes from a cart, after those before it. */
interface Taken {
  amount: Decimal
  covered: readonly PromotionLine[]
}

/** The discount of the promotions of a cart so far. */
class RunningDiscount {
  total = zero
  freeShipping = false
  readonly #context: PromotionContext
  readonly #currency: Currency
  readonly #limit: Decimal
  /** Each computed once: that of an automatic campaign is asked several times. */
  readonly #effects = new Map<Rewarded, Effect>()

  constructor(context: PromotionContext, { currency, limit }: { currency: Currency; limit: Decimal }) {
    this.#context = context
    this.#currency = currency
    this.#limit = limit
  }

  take(rewarded: Rewarded): Taken {
    const { discount, freeShipping } = this.#effectOf(rewarded)
    const amount = this.#withinLimit(discount)
    this.total = this.total.plus(amount)
    this.freeShipping ||= freeShipping
    return { amount, covered: linesOf(rewarded, this.#context).discounted }
  }

  /**
   * Returns whether a promotion would take anything off now. Free shipping counts also where no shipping price is shown, but not twice: a set
   * that is incomplete must neither keep other campaigns from applying nor take a use.
   */
  takesSomething(rewarded: Rewarded): boolean {
    const { discount, freeShipping } = this.#effectOf(rewarded)
    return freeShipping ? !this.freeShipping : this.#withinLimit(discount).gt(zero)
  }

  /** Returns what a promotion would save now. @param shippingPrice of shipping that is not free */
  savingOf(rewarded: Rewarded, shippingPrice: () => Decimal): Decimal {
    const { discount, freeShipping } = this.#effectOf(rewarded)
    if (freeShipping) return this.freeShipping ? zero : shippingPrice()
    return this.#withinLimit(discount)
  }

  #effectOf(rewarded: Rewarded): Effect {
    const known = this.#effects.get(rewarded)
    if (known) return known
    const effect = computeReward(rewarded.reward, linesOf(rewarded, this.#context))
    this.#effects.set(rewarded, effect)
    return effect
  }

  #withinLimit(discount: Decimal): Decimal {
    return min(round(discount, this.#currency), this.#limit.minus(this.total))
  }
}

/** Returns what each campaign would save now, by its id. */
function savingsOf(
  pickable: readonly Campaign[],
  running: RunningDiscount,
  { shippingPrice }: DiscountSources,
): Map<number, Decimal> {
  return new Map(pickable.map(each => [each.id, running.savingOf(each, shippingPrice)]))
}

/** Picks the campaign that saves most, and the first in list order of those that save alike. @param savings null for the first of all */
function pick(pickable: readonly Campaign[], savings: ReadonlyMap<number, Decimal> | null): Campaign | undefined {
  let [winner] = pickable
  if (!winner || !savings) return winner
  let most = savings.get(winner.id) ?? zero
  for (const campaign of pickable) {
    const saving = savings.get(campaign.id) ?? zero
    if (saving.gt(most)) [winner, most] = [campaign, saving]
  }
  return winner
}

function contestOf(
  automatic: readonly Campaign[],
  pickable: readonly Campaign[],
): Pick<Contest, 'automaticIds' | 'heldTooOftenIds'> {
  const barred = automatic.filter(each => !pickable.includes(each))
  return { automaticIds: automatic.map(({ id }) => id), heldTooOftenIds: barred.map(({ id }) => id) }
}

function presentCoupon({ coupon, rewarded }: AcceptedCoupon, { amount, covered }: Taken): AppliedCoupon {
  const { code, description } = coupon
  return { applied: true, code, description, discountType: rewarded.reward.type, discountAmount: amount, covered }
}

function presentCampaign(
  { id, name, description }: Campaign,
  { amount, covered }: Taken,
  isPicked: boolean,
): AppliedCampaign {
  return { id, name, description, discountAmount: amount, isPicked, covered }
}
