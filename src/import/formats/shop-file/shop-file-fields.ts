/** The kinds of values in a shop file. Each `description` ends the sentence "must be …" that a wrong value gets. */

import Type, { type TSchema } from 'typebox'
import { isStorable } from '../../../schema/fields.ts'
import { DECIMAL_PATTERN } from '../../input/decimal-text.ts'
import { IMAGE_MAX_LENGTH, normaliseImage } from '../../input/image-path.ts'
import { parseInstant } from '../../input/instants.ts'
import { isTimeZone } from '../../input/local-dates.ts'

/** A number beyond it is a slip, and would no longer be exact in JSON. */
const MAX_NUMBER = 1e15

export const NAME_MAX_LENGTH = 1000

export const decimal = Type.String({
  pattern: DECIMAL_PATTERN,
  description: 'a decimal number as text, such as "199.90"',
})

export const instant = Type.Refine(
  Type.String({ description: 'a time in ISO 8601 with an offset, such as "2026-01-31T21:00:00+03:00"' }),
  value => parseInstant(value) !== null,
)

export const timeOfDay = Type.String({
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  description: 'a time of day as HH:MM, such as "09:30"',
})

export const image = Type.Refine(
  Type.String({
    description: `an http(s) URL or a path of at most ${IMAGE_MAX_LENGTH} characters, such as "/p/101.jpg"`,
  }),
  value => isStorable(value) && normaliseImage(value) !== null,
)

export const webAddress = Type.Refine(
  Type.String({
    maxLength: IMAGE_MAX_LENGTH,
    description: `an http(s) URL of at most ${IMAGE_MAX_LENGTH} characters`,
  }),
  value => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
)

export const timeZone = Type.Refine(
  Type.String({ maxLength: 100, description: 'an IANA time zone, such as "Europe/Istanbul"' }),
  isTimeZone,
)

export const stock = Type.Number({
  minimum: -MAX_NUMBER,
  maximum: MAX_NUMBER,
  description: 'a number (not text), such as 12 or 2.5',
})

export const stockIncrement = Type.Number({
  exclusiveMinimum: 0,
  maximum: MAX_NUMBER,
  description: 'a number (not text) above 0, such as 1 or 0.25',
})

export const vatRate = Type.Number({ minimum: 0, maximum: 100, description: 'a number (not text) from 0 to 100' })

const allDays = Type.Array(
  Type.Integer({ minimum: 1, maximum: 7, description: 'a weekday from 1 (Monday) to 7 (Sunday)' }),
  { minItems: 1, maxItems: 7, description: 'a list of different weekdays from 1 (Monday) to 7 (Sunday)' },
)

/** Not by `uniqueItems`: TypeBox names repeated items in quadratic time, and does so also for a list that is too long. */
export const weekdays = Type.Refine(allDays, days => new Set(days).size === days.length)

/** An integer in a range. */
export function integer(minimum: number, maximum: number = Number.MAX_SAFE_INTEGER) {
  const range = maximum === Number.MAX_SAFE_INTEGER ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`
  return Type.Integer({ minimum, maximum, description: `an integer ${range}` })
}

/** A list of records or values. */
export function list<S extends TSchema>(item: S, description: string) {
  return Type.Array(item, { description: `a list of ${description}` })
}
