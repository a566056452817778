/** Says why a coupon does not apply, and what is missing, from the machine-readable members of `data.meta.coupon`. */

import { moneyText, numberText } from '../ui/format/money.js'

/** @typedef {NonNullable<NonNullable<import('./state.js').CartDocument['data']['meta']>['coupon']>} UnappliedCoupon */

/**
 * The sentence in the selected language; a general one for a reason that is new.
 * @param {UnappliedCoupon} coupon
 * @param {import('./texts/texts.js').Texts} texts
 */
export function couponText({ reason, missingAmount, missingQuantity, limitedToProducts }, texts) {
  const { couponLacks, pieces, couponReasons, locale } = texts
  const missing = [
    ...(missingQuantity === undefined ? [] : [pieces(numberText(missingQuantity, locale))]),
    ...(missingAmount ? [moneyText(missingAmount, locale)] : []),
  ]
  if (missing.length > 0) return couponLacks(missing, limitedToProducts === true)
  return couponReasons[reason] ?? couponReasons.other
}
