/** Texts by the pattern, format and lengths of a schema; each is storable: without lone surrogates, which JSON texts cannot carry (RFC 7493). */

import fc from 'fast-check'
import type { Schema } from '../../docs/openapi.ts'

/** Code points of every length in UTF-8, and some that programs handle in a special way. */
const codePoint = fc.oneof(
  fc.constantFrom(...'aZ09 -_,.:;/\\"\'%&=+#?{}[]<>\u0000\n\t\u00a0\u200d\ufeff\u202eİıŞğ\u0301👍🇹🇷'),
  fc.integer({ min: 0x20, max: 0x7e }).map(point => String.fromCodePoint(point)),
  fc.integer({ min: 0, max: 0x10ffff }).map(point => String.fromCodePoint(point)),
)

/** Longest text of a schema without a maximum. */
const LONGEST = 300
const isStorable = (text: string) => text.isWellFormed()

/** A text of a schema, as far as its keywords tell without its pattern. */
export function textOf({ minLength = 0, maxLength = LONGEST }: Schema): fc.Arbitrary<string> {
  const max = Math.max(minLength, Math.min(maxLength, 40))
  const any = fc.array(codePoint, { minLength, maxLength: max }).map(points => points.join(''))
  const longest = fc.constantFrom('x', 'ş', '👍', '\u0301').map(each => each.repeat(maxLength))
  return fc.oneof({ weight: 6, arbitrary: any }, { weight: 1, arbitrary: longest }).filter(isStorable)
}

/** Characters of properties, whose escapes the library does not generate. */
const PROPERTIES = {
  L: 'a-zğŞ',
  M: '\u0301',
  N: '0-9',
  Cc: '\u0000-\u001f',
  Default_Ignorable_Code_Point: '\u00ad\u200b-\u200f',
}

/** A text that a pattern matches; other keywords are not looked at. */
export function matchingText(pattern: string): fc.Arbitrary<string> {
  const form = new RegExp(pattern, 'u')
  const plain = Object.entries(PROPERTIES).reduce(
    (text, [name, some]) => text.replaceAll(`\\p{${name}}`, some),
    pattern,
  )
  return fc.stringMatching(new RegExp(plain)).filter(text => isStorable(text) && form.test(text))
}

const two = (max: number, min = 0) => fc.integer({ min, max }).map(number => String(number).padStart(2, '0'))

/** A time of RFC 3339. */
const dateTime = fc
  .tuple(
    fc.date({ min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }),
    fc.oneof(fc.constant(''), fc.stringMatching(/^\.[0-9]{1,12}$/)),
    fc.oneof(
      fc.constant('Z'),
      fc
        .tuple(fc.constantFrom('+', '-'), two(23), two(59))
        .map(([sign, hours, minutes]) => `${sign}${hours}:${minutes}`),
    ),
    fc.boolean(),
  )
  .map(([date, fraction, offset, isLower]) => {
    const text = `${date.toISOString().slice(0, 19)}${fraction}${offset}`
    return isLower ? text.toLowerCase() : text
  })

/** Texts by format. */
export const texts: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'date-time': fc.oneof(
    { weight: 9, arbitrary: dateTime },
    { weight: 1, arbitrary: fc.constant('2016-12-31T23:59:60Z') },
  ),
  uri: fc.webUrl({ validSchemes: ['http', 'https'], withQueryParameters: true }),
}

/** Texts that a format forbids. */
export const otherTexts: Readonly<Record<string, readonly string[]>> = {
  'date-time': [
    ...['', 'x', '2026-01-01', '2026-02-30T00:00:00Z', '2026-01-01T00:00:00', '2026-01-01T24:00:00Z'],
    ...['2026-01-01T00:00:00+24:00', '2026-01-01T00:00:61Z', '1767225600', ' 2026-01-01T00:00:00Z'],
  ],
  uri: ['', 'x', '/a', 'https://', 'https://a b/', '//a.example/'],
}

/** Whether a text is a time of RFC 3339, as far as the texts of this file need it. */
export function isTimeText(text: string): boolean {
  return (
    !otherTexts['date-time']?.includes(text) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(text)
  )
}
