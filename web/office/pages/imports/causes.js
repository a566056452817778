/** What a finding of an import says in the language of the page: its cause, the text of the file, and its places. */

import { numberText } from '../../../ui/format/money.js'

/** @typedef {Pick<import('../../texts/texts.js').Texts, 'imports' | 'locale'>} ImportTexts */
/** @typedef {{ at: string, message: string, value: string | null, count: number, places: string[] }} Finding */

/** Numbers and dates of a sentence, which its translation has in the same order. */
const NUMBERS = /\d+(?:[.-]\d+)*/g

/**
 * The cause with the text of the file: `is no number such as 19.90: "x"`. A cause that is not translated stays in English.
 * @param {ImportTexts} texts
 * @param {Pick<Finding, 'message' | 'value'>} finding
 */
export function causeText({ imports }, { message, value }) {
  const numbers = message.match(NUMBERS) ?? []
  const translated =
    imports.causes()[message.replace(NUMBERS, '#')]?.replaceAll('#', () => numbers.shift() ?? '') ?? message
  if (value === null) return translated
  const [what = '', ...cure] = translated.split(': ')
  return [`${what}: “${value}”`, ...(cure.length > 0 ? [cure.join(': ')] : [])].join('; ')
}

/**
 * The places of a finding: `Line 4, line 9 and 12 more`.
 * @param {ImportTexts} texts
 * @param {Pick<Finding, 'count' | 'places'>} finding
 */
export function placeText({ imports, locale }, { count, places }) {
  const named = places.map(at => placeOf(imports, at)).join(', ')
  return count > places.length ? `${named} ${imports.andMore(numberText(count - places.length, locale))}` : named
}

/** @param {ImportTexts['imports']} t @param {string} at such as `line 4 /email`, `/products/3/price` or the name of a column */
function placeOf(t, at) {
  const [, line, field] = /^line (\d+)(?: \/(.*))?$/.exec(at) ?? []
  if (line !== undefined) return field === undefined ? t.line(line) : `${t.line(line)}, ${field}`
  if (!at.startsWith('/')) return at === '' ? t.wholeFile : at
  return at
    .split('/')
    .slice(1)
    .map(each => (/^\d+$/.test(each) ? t.record(String(Number(each) + 1)) : (t.sections[each] ?? each)))
    .join(', ')
}
