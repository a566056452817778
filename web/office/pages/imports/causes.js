/** What a finding of an import says in the language of the page: its cause, the text of the file, and its places. */

import { numberText } from '../../../ui/format/money.js'

/** @typedef {Pick<import('../../texts/texts.js').Texts, 'imports' | 'locale'>} ImportTexts */
/** @typedef {{ sentences: Record<string, string>, words: Record<string, string> }} Causes */
/** @typedef {{ at: string, message: string, value: string | null, count: number, places: string[] }} Finding */

/** What a sentence has in the place of a sign: a number such as `19.90`, or any text. */
const HOLES = { '#': '(\\d+(?:[.-]\\d+)*)', '{}': '(.+?)' }
const HOLE = /#|\{\}/g

/** @type {WeakMap<Causes, { pattern: RegExp, text: string }[]>} */
const compiled = new WeakMap()

/**
 * The cause with the text of the file: `is no number such as 19.90: "x"`. A cause that is not translated stays in English.
 * @param {ImportTexts} texts
 * @param {Pick<Finding, 'message' | 'value'>} finding
 */
export function causeText({ imports }, { message, value }) {
  const translated = translationOf(imports.causes(), message) ?? message
  if (value === null) return translated
  const said = translationOf(imports.causes(), value) ?? value
  const [what = '', ...cure] = translated.split(': ')
  return [`${what}: “${said}”`, ...(cure.length > 0 ? [cure.join(': ')] : [])].join('; ')
}

/**
 * The sentence in the language of the page; undefined where it is not translated.
 * @param {Causes} causes
 * @param {string} message
 */
export function translationOf(causes, message) {
  for (const { pattern, text } of patternsOf(causes)) {
    const found = pattern.exec(message)?.slice(1)
    if (found) return text.replace(HOLE, () => wordOf(causes, found.shift() ?? ''))
  }
  return undefined
}

/** @param {Causes} causes @param {string} text */
function wordOf({ words }, text) {
  return (Object.hasOwn(words, text) ? words[text] : undefined) ?? text
}

/** The sentences as patterns, the most special first. @param {Causes} causes */
function patternsOf(causes) {
  const known = compiled.get(causes)
  if (known) return known
  const fixed = (/** @type {string} */ sentence) => sentence.replace(HOLE, '').length
  const sentences = Object.entries(causes.sentences).sort(([one], [other]) => fixed(other) - fixed(one))
  const patterns = sentences.map(([sentence, text]) => ({ pattern: patternOf(sentence), text }))
  compiled.set(causes, patterns)
  return patterns
}

/** @param {string} sentence */
function patternOf(sentence) {
  const literals = sentence.split(HOLE).map(each => each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const holes = sentence.match(HOLE) ?? []
  const parts = literals.map((literal, at) => literal + (HOLES[/** @type {'#' | '{}'} */ (holes[at])] ?? ''))
  return new RegExp(`^${parts.join('')}$`, 's')
}

/**
 * The places of a finding: `Line 4, line 9 and 12 more`.
 * @param {ImportTexts} texts
 * @param {Pick<Finding, 'count' | 'places'>} finding
 */
export function placeText({ imports, locale }, { count, places }) {
  const named = places.map(at => placeOf({ imports, locale }, at)).join(', ')
  return count > places.length ? `${named} ${imports.andMore(numberText(count - places.length, locale))}` : named
}

/**
 * The name of the column at a place in a table; undefined for a row.
 * @param {string} at such as `line 4 /email`
 * @param {Pick<ImportTexts, 'imports'>} texts
 */
export function fieldOfLine(at, { imports }) {
  const [, escaped] = /^line \d+ \/(.*)$/s.exec(at) ?? []
  const name = escaped?.replaceAll('~1', '/').replaceAll('~0', '~')
  return name !== undefined && Object.hasOwn(imports.fields, name) ? imports.fields[name] : name
}

/** @param {ImportTexts} texts @param {string} at such as `line 4 /email`, `/products/3/price` or the name of a column */
function placeOf(texts, at) {
  const { imports: t } = texts
  const [, line] = /^line (\d+)/.exec(at) ?? []
  const field = fieldOfLine(at, texts)
  if (line !== undefined) return field === undefined ? t.line(line) : `${t.line(line)}, ${field}`
  if (!at.startsWith('/')) return at === '' ? t.wholeFile : at
  return at
    .split('/')
    .slice(1)
    .map(each => (/^\d+$/.test(each) ? t.record(String(Number(each) + 1)) : (t.sections[each] ?? each)))
    .join(', ')
}
