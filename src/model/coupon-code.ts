/** Coupon code comparison: NFKC, without characters that nobody sees, trimmed, case-insensitive, with the four Turkish i letters (i, ı, I, İ) treated as equal. */

import { foldText } from '../schema/fold-text.ts'

/** Maximum length of a code, in code points. */
export const MAX_CODE_LENGTH = 100

/** UTF-16 units of such a code. Longer texts are not normalised, because normalisation takes quadratic time. */
const MAX_UNITS = 200

/** Zero-width characters, direction marks, joiners and soft hyphens: what a text that was pasted contains without being seen (UAX #44). */
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu

/** A character that is left when a code is folded, as a pattern of JSON Schema. */
export const VISIBLE = '[^\\s\\p{Default_Ignorable_Code_Point}]'
/** A text without U+0000 that has such a character, as a pattern of JSON Schema. */
export const VISIBLE_TEXT = '^[^\\u0000]*[^\\s\\p{Default_Ignorable_Code_Point}\\u0000][^\\u0000]*$'
const visible = new RegExp(VISIBLE, 'u')

/** Returns whether nothing is left of a code when it is folded. */
export function isBlankCode(code: string): boolean {
  return !visible.test(code)
}

/**
 * Returns the form in which a code is stored and looked up: `indirim` for `İNDİRİM`, `indirim`, `INDIRIM`, `ındırım` and `Ｉndirim`. A text
 * that is longer than any code is returned unchanged.
 */
export function foldCouponCode(code: string): string {
  return code.length > MAX_UNITS ? code : foldVisible(code)
}

/** Returns what is seen of a text in the form in which it is compared. Normalisation takes quadratic time: the length must be bounded. */
export function foldVisible(text: string): string {
  // Before NFKC: an ignored character between a letter and its mark keeps them apart. Lower-casing first: the upper case of ẞ is ẞ, that of ß SS.
  return foldText(text.replace(IGNORED, '').normalize('NFKC').toLowerCase())
}
