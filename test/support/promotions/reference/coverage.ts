/** Lines of the reference computation: their amounts, and which of them a promotion covers. */

import { Fraction, min } from '../../cart/fractions.ts'
import type {
  PlainCampaign,
  PlainCart,
  PlainConditions,
  PlainDiscount,
  PlainItems,
  PlainLine,
  PlainProduct,
} from './plain-cart.ts'

const ZERO = new Fraction(0n)
const HUNDRED = new Fraction(100n)

/** A line with its amounts in minor units. */
export interface PricedLine extends PlainLine {
  rate: number
  factor: Fraction
  unitPrice: bigint
  lineTotal: bigint
  /** With VAT, exact. */
  unitValue: Fraction
  /** The same before the discount. */
  listValue: Fraction
  isDiscounted: boolean
  /** With VAT, exact. */
  value: Fraction
}

/** A cart with its priced lines. */
export interface Pricing {
  cart: PlainCart
  lines: readonly PricedLine[]
  /** Minor units in a unit of the currency. */
  scale: Fraction
  base: Fraction
}

/** Prices the lines of a cart. */
export function pricingOf(cart: PlainCart): Pricing {
  const scale = new Fraction(10n ** BigInt(cart.places))
  const lines = cart.lines.map(line => priceLine(line, cart, scale))
  return { cart, lines, scale, base: totalOf(lines) }
}

/** Prices a line. @param scale minor units in a unit of the currency */
export function priceLine(line: PlainLine, { isGross, isMember, isInGroup }: PlainCart, scale: Fraction): PricedLine {
  const { product, variant, quantity } = line
  const hasGroup = isMember && isInGroup
  const ofGroup = hasGroup ? (variant?.groupPrice ?? product.groupPrice) : null
  const layered = Fraction.of(ofGroup ?? variant?.price ?? product.price).times(scale)
  const tier = tierPriceOf(line, hasGroup)
  const list = tier === undefined ? layered : min(layered, Fraction.of(tier).times(scale))
  const price = reduced(list, variant?.discount ?? product.discount, scale)
  const factor = new Fraction(1n).plus(Fraction.of(product.rate).through(HUNDRED))
  const pieces = new Fraction(BigInt(quantity))
  const netOf = (exact: Fraction) => (isGross ? exact.through(factor) : exact).round()
  const withVat = (exact: Fraction) => (isGross ? exact : exact.times(factor))
  const lineTotal = netOf(price.times(pieces))
  return {
    ...line,
    rate: Number(product.rate),
    factor,
    unitPrice: netOf(price),
    lineTotal,
    unitValue: withVat(price),
    listValue: withVat(list),
    isDiscounted: price.isBelow(list),
    value: isGross ? new Fraction(price.times(pieces).round()) : new Fraction(lineTotal).times(factor),
  }
}

/** The price that the quantity of a line reaches, of the tiers of its group, or where there are none, of those of all. */
function tierPriceOf({ product, variant, quantity }: PlainLine, hasGroup: boolean): string | undefined {
  const own = variant?.tierPrices ?? []
  const tiers = own.length > 0 ? own : product.tierPrices
  const ofGroup = hasGroup ? tiers.filter(each => each.of === 'group') : []
  const counting = ofGroup.length > 0 ? ofGroup : tiers.filter(each => each.of === 'all')
  const [highest] = counting.filter(({ from }) => from <= quantity).sort((a, b) => b.from - a.from)
  return highest?.price
}

function reduced(price: Fraction, discount: PlainDiscount | null, scale: Fraction): Fraction {
  if (!discount) return price
  const value = Fraction.of(discount.value)
  const to = {
    percent: () => price.minus(price.times(value).through(HUNDRED)),
    amount: () => price.minus(value.times(scale)),
    price: () => value.times(scale),
  }[discount.type]()
  if (to.isBelow(ZERO)) return ZERO
  return to.isBelow(price) ? to : price
}

/** Whether a campaign is for the owner of a cart, where it is read. */
export function isForOwner(
  { isForMembers, isForFirst, ofCustomer, channels }: PlainCampaign,
  cart: PlainCart,
): boolean {
  if (isForMembers && !cart.isMember) return false
  if (!hasUseLeft({ ofCustomer }, cart)) return false
  if (isForFirst && (!cart.isMember || cart.hasOrdered)) return false
  return channels.length === 0 || channels.includes(cart.channel)
}

/** Whether the owner of a cart may use a promotion once more: a guest may use none that counts the uses of a customer. */
export function hasUseLeft({ ofCustomer }: Pick<PlainCampaign, 'ofCustomer'>, { isMember }: PlainCart): boolean {
  return ofCustomer === null || (isMember && ofCustomer.used < ofCustomer.limit)
}

/** Whether a line is one of the items: between their kinds all hold, and one that names nothing says nothing. */
export function isNamed(line: PricedLine, items: PlainItems): boolean {
  return namesOf(line, items).every(each => each !== false)
}

/** Whether conditions cover a line: between their kinds all hold, and exclusions win. */
export function isCovered(line: PricedLine, conditions: PlainConditions, scale: Fraction): boolean {
  const { priceFrom, priceTo, excludeDiscounted, exclude } = conditions
  if (!isNamed(line, conditions)) return false
  if (namesOf(line, exclude).some(each => each === true)) return false
  if (priceFrom !== null && line.unitValue.isBelow(Fraction.of(priceFrom).times(scale))) return false
  if (priceTo !== null && Fraction.of(priceTo).times(scale).isBelow(line.unitValue)) return false
  return !(excludeDiscounted && line.isDiscounted)
}

/** The lines that conditions cover. */
export function coveredBy(conditions: PlainConditions, { lines, scale }: Pricing): PricedLine[] {
  return lines.filter(line => isCovered(line, conditions, scale))
}

/** The value of lines, with VAT. */
export function totalOf(lines: readonly PricedLine[]): Fraction {
  return lines.reduce((sum, { value }) => sum.plus(value), ZERO)
}

/** The number of pieces of lines. */
export function quantityOf(lines: readonly PricedLine[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** For each kind of items whether it names the line; undefined for a kind that names nothing. */
function namesOf({ product, variant }: PricedLine, items: PlainItems): (boolean | undefined)[] {
  const within = <T>(list: readonly T[], isOne: (value: T) => boolean) =>
    list.length === 0 ? undefined : list.some(isOne)
  return [
    within(items.productIds, id => id === product.id),
    within(items.variantIds, id => id === variant?.id),
    within(items.brands, brand => brand === product.brand),
    within(items.categories, path => isInCategory(product, path)),
    within(items.tags, tag => product.tags.includes(tag)),
  ]
}

function isInCategory({ categories }: PlainProduct, path: readonly number[]): boolean {
  return categories.some(own => path.every((part, index) => own[index] === part))
}
