/** Schema pieces that requests and answers of several endpoints share. A `description` says what a member must be. */

import Type from 'typebox'

/** The largest integer that JSON readers keep exactly: 2^53 − 1. */
const MAX_ID = Number.MAX_SAFE_INTEGER

/** An id as clients send it; never coerced from text. */
export function Id() {
  return Type.Integer({ minimum: 1, maximum: MAX_ID, description: `an integer from 1 to ${MAX_ID}` })
}

/** Text that every engine and every client can hold: no U+0000, no half of a surrogate pair. */
export function Text(options: { minLength?: number; maxLength?: number; description: string }) {
  return Type.Refine(Type.String(options), isStorable)
}

/** Whether a text can be stored and sent as UTF-8. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

/** Specification 2.1. */
export const Money = Type.Object({
  amount: Type.String(),
  currencyCode: Type.String(),
  decimalPlaces: Type.Integer(),
})
