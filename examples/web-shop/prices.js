/** The prices of products as a guest's cart has them (docs/pricing.md): exact fractions, since a price may have more decimals than the currency. */

/** @typedef {import('./products.js').Product} Product */
/** @typedef {Product['variants'][number]} Variant */
/** @typedef {import('./html.js').Money} Money */
/** @typedef {{ n: bigint, d: bigint }} Fraction */
/** What a shop knows of its own prices. @typedef {{ currencyCode: string, decimalPlaces: number, pricesIncludeVat: boolean }} PriceSettings */
/** `price` is what one piece costs as a line of a cart, `each` what it costs among several; `before` is the price without the discount. @typedef {{ price: Money, each: Money, before: Money | undefined }} ShownPrice */

/** @param {string} text a decimal @returns {Fraction} */
function fraction(text) {
  const [whole = '', decimals = ''] = text.split('.')
  return { n: BigInt(whole + decimals), d: 10n ** BigInt(decimals.length) }
}

/** @param {Fraction} a @param {Fraction} b @returns {Fraction} */
const times = (a, b) => ({ n: a.n * b.n, d: a.d * b.d })
/** @param {Fraction} a @param {Fraction} b @returns {Fraction} */
const minus = (a, b) => ({ n: a.n * b.d - b.n * a.d, d: a.d * b.d })
/** @param {Fraction} a @param {Fraction} b */
const isLess = (a, b) => a.n * b.d < b.n * a.d

/** Writes minor units as an amount, without a float. @param {bigint} units @param {{ decimalPlaces: number }} money of the same currency */
export function amountOf(units, { decimalPlaces }) {
  const digits = String(units).padStart(decimalPlaces + 1, '0')
  const point = digits.length - decimalPlaces
  return decimalPlaces === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`
}

/** Rounds half up. @param {Fraction} value not negative @param {PriceSettings} settings @returns {Money} */
function toMoney({ n, d }, { currencyCode, decimalPlaces }) {
  const units = (2n * n * 10n ** BigInt(decimalPlaces) + d) / (2n * d)
  return { amount: amountOf(units, { decimalPlaces }), currencyCode, decimalPlaces }
}

/** Returns the price of a piece with VAT, at a quantity. Prices of customer groups are for the cart alone to tell. @param {Product} product @param {Variant | null} variant @param {number} quantity @param {PriceSettings} settings @param {number} now @returns {ShownPrice} */
export function priceOf(product, variant, quantity, settings, now) {
  const single = fraction(variant?.price ?? product.price)
  const tier = tiersOf(product, variant).findLast(({ from }) => from <= quantity)
  const tierPrice = tier && fraction(tier.price)
  const full = tierPrice && isLess(tierPrice, single) ? tierPrice : single
  const discount = variant?.discount ?? product.discount
  const reduced = discount && isActive(discount, now) ? reduce(full, discount) : full
  const vat = vatFactor(product, settings)
  // A line is rounded before its VAT is added, where the shop's prices exclude it.
  const line = settings.pricesIncludeVat ? reduced : fraction(toMoney(reduced, settings).amount)
  const [price, each, before] = /** @type {[Money, Money, Money]} */ (
    [line, reduced, full].map(net => toMoney(times(net, vat), settings))
  )
  return { price, each, before: isLess(reduced, full) && before.amount !== price.amount ? before : undefined }
}

/** @param {Product} product @param {PriceSettings} settings @returns {Fraction} */
function vatFactor({ vatRate }, { pricesIncludeVat }) {
  const { n, d } = fraction(String(vatRate))
  return pricesIncludeVat ? { n: 1n, d: 1n } : { n: 100n * d + n, d: 100n * d }
}

/** The prices by quantity that are for everybody, ascending. @param {Product} product @param {Variant | null} variant */
export function tiersOf({ tierPrices }, variant) {
  const tiers = variant && variant.tierPrices.length > 0 ? variant.tierPrices : tierPrices
  return tiers.filter(({ customerGroupId }) => customerGroupId === undefined).toSorted((a, b) => a.from - b.from)
}

/** Whether a discount or campaign is within its dates. @param {{ startsAt: string | null, endsAt: string | null }} dates @param {number} now milliseconds */
export const isActive = ({ startsAt, endsAt }, now) =>
  (startsAt === null || Date.parse(startsAt) <= now) && (endsAt === null || now < Date.parse(endsAt))

/** A discount never raises a price. @param {Fraction} price @param {NonNullable<Product['discount']>} discount @returns {Fraction} */
function reduce(price, { type, value }) {
  const by = fraction(value)
  const reduced =
    type === 'price' ? by : minus(price, type === 'amount' ? by : times(price, { n: by.n, d: by.d * 100n }))
  if (reduced.n < 0n) return fraction('0')
  return isLess(reduced, price) ? reduced : price
}
