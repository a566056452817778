/** How coupon codes are compared: trimmed, without regard to case, the four Turkish i letters being one. */

/** The form under which a code is stored and looked up: `İNDİRİM`, `indirim`, `INDIRIM` and `ındırım` are all `indirim`. */
export function foldCouponCode(code: string): string {
  // A dot above that is left after NFC belongs to a small i: software without Turkish rules writes İ so in lower case.
  // By way of capitals, in which letters with several small forms (ς and σ, ß and ss) are one.
  return code
    .normalize('NFC')
    .trim()
    .replace(/[iİIı]\u0307?/g, 'i')
    .toUpperCase()
    .toLowerCase()
}
