/** Value types of a shop file. Each `description` completes the error message "must be …". */

import Type, { type TSchema } from 'typebox'
import { CHANNELS, TIER_BASES } from '../model/campaign.ts'
import { isBlankCode, VISIBLE_TEXT } from '../model/coupon-code.ts'
import { isLongFolded, MAX_CATEGORIES, MAX_FOLDED_LENGTH, MAX_TAGS, TERM_MAX_LENGTH } from '../model/term.ts'
import { describedAs } from '../schema/described.ts'
import { Id, isLongerThan, isStorable, nonEmptyText, oneOf } from '../schema/fields.ts'
import { parseInstant } from '../schema/instants.ts'
import { CHECKED_LATER } from '../schema/rebuild.ts'
import { DECIMAL_PATTERN, SIGNED_DECIMAL_PATTERN } from './decimal-text.ts'
import { isTimeZone } from './local-times.ts'
import { IMAGE_MAX_LENGTH, normaliseImage } from './normalise-image.ts'

/** Maximum of a number. A larger one is a typing error; above 2^53 − 1, JSON numbers are not exact. */
const MAX_NUMBER = 1e15

/** Maximum length of a product or variant name, in characters. */
export const NAME_MAX_LENGTH = 1000

/** Maximum length of a stock keeping unit, in characters. */
export const SKU_MAX_LENGTH = 255

/** Stock keeping unit, compared exactly. */
export const sku = nonEmptyText(SKU_MAX_LENGTH)

/** Brand, category or tag. */
export const term = Type.Refine(
  Type.Refine(
    nonEmptyText(TERM_MAX_LENGTH, VISIBLE_TEXT),
    text => text === '' || isLongerThan(text, TERM_MAX_LENGTH) || !isBlankCode(text),
    () => 'a text that is not blank',
  ),
  // Folding takes quadratic time.
  text => isLongerThan(text, TERM_MAX_LENGTH) || !isLongFolded(text),
  () => `a text of at most ${MAX_FOLDED_LENGTH} characters in the form in which terms are compared`,
)

/** Categories of a product. */
export const categories = Type.Array(term, {
  maxItems: MAX_CATEGORIES,
  description: `a list of at most ${MAX_CATEGORIES} categories`,
})

/** Tags of a product. */
export const tags = Type.Array(term, { maxItems: MAX_TAGS, description: `a list of at most ${MAX_TAGS} tags` })

/** Maximum length of the name of a batch, in characters. */
const BATCH_MAX_LENGTH = 100

/** Name of the codes that were made together, compared exactly. Lists of batches show nothing else of it: something of it is seen. */
export const batchName = Type.Refine(nonEmptyText(BATCH_MAX_LENGTH, VISIBLE_TEXT), name => !isBlankCode(name))

/** The rule of decimals: the end of a sentence that begins with "must be". */
const DECIMAL_RULE = 'a decimal number as text, such as "199.90"'

/** Decimal number as text. */
export const decimal = Type.String({ pattern: DECIMAL_PATTERN, description: DECIMAL_RULE })

/** Decimal number as text, to be added. */
export const signedDecimal = Type.String({
  pattern: SIGNED_DECIMAL_PATTERN,
  description: 'a decimal number as text, with or without a sign, such as "-2" or "+3.5"',
})

/** ISO 8601 time with an offset. */
export const instant = Type.Refine(
  Type.String({
    ...describedAs({ format: 'date-time' }),
    description: 'a time in ISO 8601 with an offset, such as "2026-01-31T21:00:00+03:00"',
  }),
  value => parseInstant(value) !== null,
)

/** Time of day as `HH:MM`. */
export const timeOfDay = Type.String({
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  description: 'a time of day as HH:MM, such as "09:30"',
})

/** Product image: an http(s) URL or a path. */
export const image = Type.Refine(
  Type.String({
    description: `an http(s) URL or a path of at most ${IMAGE_MAX_LENGTH} characters, such as "/p/101.jpg"`,
  }),
  value => isStorable(value) && normaliseImage(value) !== null,
)

/** Absolute http(s) URL. */
export const webAddress = Type.Refine(
  Type.String({
    maxLength: IMAGE_MAX_LENGTH,
    description: `an http(s) URL of at most ${IMAGE_MAX_LENGTH} characters`,
  }),
  value => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
)

/** IANA time zone that the runtime supports. */
export const timeZone = Type.Refine(
  Type.String({ maxLength: 100, description: 'an IANA time zone, such as "Europe/Istanbul"' }),
  isTimeZone,
)

/** Stock, which may be negative and fractional. */
export const stock = Type.Number({
  minimum: -MAX_NUMBER,
  maximum: MAX_NUMBER,
  description: 'a number (not text), such as 12 or 2.5',
})

/** A field of the list of products that says nothing to an import, whatever its value: a product can be imported as it was read. */
export const ignored = Type.Optional(Type.Unknown(CHECKED_LATER))

/** Smallest step of a quantity. */
export const stockIncrement = Type.Number({
  exclusiveMinimum: 0,
  maximum: MAX_NUMBER,
  description: 'a number (not text) above 0, such as 1 or 0.25',
})

/** VAT rate in percent. */
export const vatRate = Type.Number({ minimum: 0, maximum: 100, description: 'a number (not text) from 0 to 100' })

const allDays = Type.Array(
  Type.Integer({ minimum: 1, maximum: 7, description: 'a weekday from 1 (Monday) to 7 (Sunday)' }),
  {
    ...describedAs({ uniqueItems: true }),
    minItems: 1,
    maxItems: 7,
    description: 'a list of different weekdays from 1 (Monday) to 7 (Sunday)',
  },
)

/** Different weekdays. Without `uniqueItems`: TypeBox finds repeated items in quadratic time, even in a list that is too long. */
export const weekdays = Type.Refine(allDays, days => new Set(days).size === days.length)

/** Creates the schema of an integer in a range. */
export function integer(minimum: number, maximum: number = Number.MAX_SAFE_INTEGER) {
  const range = maximum === Number.MAX_SAFE_INTEGER ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`
  return Type.Integer({ minimum, maximum, description: `an integer ${range}` })
}

const PIECES_RULE = 'an integer of at least 1'

/** The rule of where a tier begins, by what the tiers are reached by. */
export const TIER_FROM_RULES = { total: DECIMAL_RULE, quantity: PIECES_RULE } as const

/** Where a tier of a reward begins: a total or a number of pieces. */
export const tierFrom = Type.Union([decimal, integer(1)], { description: `${DECIMAL_RULE}, or ${PIECES_RULE}` })

/** By what tiers are reached. */
export const tierBase = oneOf(...TIER_BASES)

/** Maximum length of the lists of a promotion: every cart compares its lines with each of them. */
const MAX_IDS = 10_000

/** A list of ids. */
export const idList = Type.Array(Id(), { maxItems: MAX_IDS, description: `a list of at most ${MAX_IDS} ids` })

/** A list of terms. */
export const termList = Type.Array(term, { maxItems: MAX_IDS, description: `a list of at most ${MAX_IDS} terms` })

const allChannels = Type.Array(oneOf(...CHANNELS), {
  ...describedAs({ uniqueItems: true }),
  maxItems: CHANNELS.length,
  description: `a list of different channels: ${CHANNELS.join(', ')}`,
})

/** Different channels; none for all. */
export const channels = Type.Refine(allChannels, given => new Set(given).size === given.length)

/** Creates the schema of a list of records or values. @param maxItems without it, only the size of the record bounds the list */
export function list<S extends TSchema>(item: S, description: string, maxItems?: number) {
  if (maxItems === undefined) return Type.Array(item, { description: `a list of ${description}` })
  return Type.Array(item, { maxItems, description: `a list of at most ${maxItems} ${description}` })
}
