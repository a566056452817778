/** How coupon codes are compared: trimmed, without regard to case, the four Turkish i letters being one. */

/** UTF-16 units of a code of 100 characters. What is longer is no code, and is not normalised: that takes quadratic time. */
const MAX_UNITS = 200

/** The form under which a code is stored and looked up: `İNDİRİM`, `indirim`, `INDIRIM` and `ındırım` are all `indirim`. */
export function foldCouponCode(code: string): string {
  if (code.length > MAX_UNITS) return code
  // A dot above that is left after NFC belongs to a small i: software without Turkish rules writes İ so in lower case.
  // By way of capitals, in which letters with several small forms (ς and σ, ß and ss) are one.
  return code
    .normalize('NFC')
    .trim()
    .replace(/[iİIı]\u0307?/g, 'i')
    .toUpperCase()
    .toLowerCase()
}
