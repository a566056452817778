/** Schema pieces shared by the requests and responses of several endpoints. A `description` states what a field must be. */

import Type, { type TSchema } from 'typebox'
import { describedAs, WITHOUT_NUL } from './described.ts'

/** The largest integer that JSON parsers represent exactly: 2^53 − 1 (RFC 8259 section 6). */
const MAX_ID = Number.MAX_SAFE_INTEGER

/** The rule of ids: the end of a sentence that begins with "id must be". */
export const ID_RULE = `an integer from 1 to ${MAX_ID}`

/** An id in requests. Text is not converted into an id. */
export function Id() {
  return Type.Integer({ format: 'int64', minimum: 1, maximum: MAX_ID, description: ID_RULE })
}

/** Returns the id in a path; 0, which no record has, for a text that is no id. */
export function idInPath(text: string): number {
  return /^[1-9]\d{0,15}$/.test(text) && Number(text) <= MAX_ID ? Number(text) : 0
}

/** Text that both database engines and all clients can store: without U+0000 and lone surrogates. */
export function Text(options: { minLength?: number; maxLength?: number; pattern?: string; description: string }) {
  return Type.Refine(
    Type.String({ ...describedAs({ pattern: options.pattern ?? WITHOUT_NUL }), ...options }),
    isStorable,
  )
}

/** Returns whether a text can be stored and sent as UTF-8: without U+0000 and lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

/**
 * Returns whether a text has more than `maxLength` code points. It counts code points only when the length in UTF-16 units does
 * not decide, because the text may have megabytes.
 */
export function isLongerThan(text: string, maxLength: number): boolean {
  return text.length > 2 * maxLength || (text.length > maxLength && [...text].length > maxLength)
}

/** Extends a schema to accept null too. */
export function nullable<S extends TSchema>(schema: S) {
  const { description } = schema as { description?: string }
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description: `null or ${description}` })
}

/**
 * A text that is not empty.
 * @param maxLength in code points
 * @param pattern what the API description says of a text that is checked further
 */
export function nonEmptyText(maxLength: number, pattern = WITHOUT_NUL) {
  const description = `a text of 1 to ${maxLength} characters ${STORABLE}`
  return Type.Refine(Type.String({ ...describedAs({ pattern }), minLength: 1, maxLength, description }), isStorable)
}

/** A text that may be empty. @param maxLength in code points */
export function text(maxLength: number) {
  return Type.Refine(
    Type.String({
      ...describedAs({ pattern: WITHOUT_NUL }),
      maxLength,
      description: `a text of at most ${maxLength} characters ${STORABLE}`,
    }),
    isStorable,
  )
}

const STORABLE = '(without U+0000 and lone surrogates)'

/** A boolean; 0 and 1 are refused. */
export const flag = Type.Boolean({ description: 'true or false' })

/** One of the given words. */
export function oneOf<T extends string[]>(...words: readonly [...T]) {
  return Type.Enum<T>(words, { type: 'string', description: `one of ${words.map(word => `"${word}"`).join(', ')}` })
}

/** Money (specification 2.1). @param description the meaning of the amount */
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

/** An instant in responses (RFC 3339, UTC). */
export function instant(description: string) {
  return Type.String({ format: 'date-time', description, examples: ['2026-11-21T09:00:00.000Z'] })
}
