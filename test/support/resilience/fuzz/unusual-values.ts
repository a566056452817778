/** Values that often break programs: texts, numbers and JSON that is valid, hostile or invalid. */

import fc from 'fast-check'

/** Placeholder for JSON text that `JSON.stringify` never writes. */
const RAW = /"raw:(\d+)"/g

const rawTexts = [
  '1e400',
  '-1e400',
  '-0',
  '1.0',
  '5.0',
  '1E2',
  '0.1',
  '9007199254740991',
  '9007199254740993',
  '123456789012345678901234567890',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\ud83d\\ude00"',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"a":1,"a":2}',
  `${'['.repeat(2_000)}${']'.repeat(2_000)}`,
  `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
  '01',
  '+1',
  '.5',
  '1.',
  'NaN',
  'Infinity',
  'undefined',
  "'a'",
  '"\t"',
  '"\\x41"',
  '[1,]',
  '{"a":1,}',
  '/**/1',
]

const texts = [
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  'true',
  'null',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\ufeff',
  '\u202e',
  '\ud83e\uddfa',
  'İIıi',
  'e\u0301',
  '\u2028',
  '__proto__',
  'constructor',
  'toString',
  '{{',
  '#{7*7}',
  "'; drop table carts; --",
  '../../../etc/passwd',
  '%00',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  '=1+1',
  'a@b.co',
  'A@B.CO ',
]

/** Any code point; the arbitrary of the library takes two seconds to prepare. */
const codePoint = fc.integer({ min: 0, max: 0x10ffff }).map(point => String.fromCodePoint(point))

/** Texts from empty to very long. */
export const unusualText: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...texts) },
  { weight: 4, arbitrary: fc.array(codePoint, { maxLength: 40 }).map(points => points.join('')) },
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 120 }) },
  { weight: 1, arbitrary: fc.constantFrom(100, 101, 251, 1001, 20_000, 70_000).map(length => 'ş'.repeat(length)) },
)

/** Any JSON value; `toJsonText` serialises it. */
export const unusualValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.nat(rawTexts.length - 1).map(index => `raw:${index}`) },
  { weight: 4, arbitrary: unusualText },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, 0, -1, 1, 0.5, 100_000, 100_001, 2 ** 31, 2 ** 53) },
  { weight: 2, arbitrary: fc.double() },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

/** @returns the JSON text of a value, with its placeholders replaced */
export function toJsonText(value: unknown): string {
  return (JSON.stringify(value) ?? '').replace(RAW, (_, index) => rawTexts[Number(index)] ?? '')
}

/** Generates usual values `weight` times as often as unusual ones. */
export function mostly<T, U>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<U>, weight: number): fc.Arbitrary<T | U> {
  return fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: odd })
}
