/** Coupon code comparison: trimmed, case-insensitive, with the four Turkish i letters (i, ı, I, İ) treated as equal. */

/** UTF-16 units of a code of 100 characters. Longer texts are not normalised, because normalisation takes quadratic time. */
const MAX_UNITS = 200

/**
 * Returns the form in which a code is stored and looked up: `indirim` for `İNDİRİM`, `indirim`, `INDIRIM` and `ındırım`. A text
 * that is longer than any code is returned unchanged.
 */
export function foldCouponCode(code: string): string {
  if (code.length > MAX_UNITS) return code
  // U+0307 that remains after NFC follows a small i: lower-casing İ without Turkish rules gives i + U+0307. Upper-casing first
  // joins letters with several lower-case forms (ς and σ, ß and ss).
  return code
    .normalize('NFC')
    .trim()
    .replace(/[iİIı]\u0307?/g, 'i')
    .toUpperCase()
    .toLowerCase()
}
