/** Schema pieces that requests and answers of several endpoints share. A `description` says what a member must be. */

import Type, { type TSchema } from 'typebox'

/** The largest integer that JSON readers keep exactly: 2^53 − 1. */
const MAX_ID = Number.MAX_SAFE_INTEGER

/** An id as clients send it; never coerced from text. */
export function Id() {
  return Type.Integer({ format: 'int64', minimum: 1, maximum: MAX_ID, description: `an integer from 1 to ${MAX_ID}` })
}

/** Text that every engine and every client can hold: no U+0000, no half of a surrogate pair. */
export function Text(options: { minLength?: number; maxLength?: number; description: string }) {
  return Type.Refine(Type.String(options), isStorable)
}

/** Whether a text can be stored and sent as UTF-8. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

/** Whether a text has more code points than that. Looks at no more of it than it has to: the text may have megabytes. */
export function isLongerThan(text: string, maxLength: number): boolean {
  return text.length > 2 * maxLength || (text.length > maxLength && [...text].length > maxLength)
}

/** Null is accepted too. */
export function nullable<S extends TSchema>(schema: S) {
  const { description } = schema as { description?: string }
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description: `null or ${description}` })
}

/** A text that is not empty. */
export function nonEmptyText(maxLength: number) {
  return Type.Refine(
    Type.String({ minLength: 1, maxLength, description: `a text of 1 to ${maxLength} characters ${STORABLE}` }),
    isStorable,
  )
}

/** A text that may be empty. */
export function text(maxLength: number) {
  return Type.Refine(
    Type.String({ maxLength, description: `a text of at most ${maxLength} characters ${STORABLE}` }),
    isStorable,
  )
}

const STORABLE = '(without U+0000 and lone surrogates)'

/** True or false, never 0 or 1. */
export const flag = Type.Boolean({ description: 'true or false' })

/** One of the given words. */
export function oneOf<T extends string[]>(...words: readonly [...T]) {
  return Type.Enum<T>(words, { type: 'string', description: `one of ${words.map(word => `"${word}"`).join(', ')}` })
}

/** A price (specification 2.1). @param description what it is the price of */
export function money(description: string) {
  return Type.Object(
    {
      amount: Type.String({
        description: 'a decimal number as text; never parse it into a float',
        examples: ['148.33'],
      }),
      currencyCode: Type.String({ examples: ['TRY'] }),
      decimalPlaces: Type.Integer({ description: 'of `amount`', examples: [2] }),
    },
    { title: 'Money', description },
  )
}

/** An instant as answers write it. */
export function instant(description: string) {
  return Type.String({ format: 'date-time', description, examples: ['2026-11-21T09:00:00.000Z'] })
}
