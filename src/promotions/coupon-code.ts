/** How coupon codes are compared: trimmed, without regard to case, the four Turkish i letters being one. */

/** The form under which a code is stored and looked up: `İNDİRİM`, `indirim`, `INDIRIM` and `ındırım` are all `indirim`. */
export function foldCouponCode(code: string): string {
  return code.normalize('NFC').trim().replace(/[İIı]/g, 'i').toLowerCase()
}
