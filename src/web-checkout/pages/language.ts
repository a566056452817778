/** Language negotiation of the pages, by the `Accept-Language` header (RFC 9110 section 12.5.4). */

/** The languages of the pages, the default first. */
export const LANGUAGES = ['tr', 'en'] as const

/** A language of the pages. */
export type Language = (typeof LANGUAGES)[number]

const RANGE = /^(?:\*|[a-z]{1,8}(?:-[a-z0-9]{1,8}){0,20})$/
const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/** Maximum number of parsed ranges. Browsers send fewer than ten; a header has room for eight thousand. */
const MAX_RANGES = 50

interface Preference {
  /** A primary subtag such as `en`, or `*`. */
  primary: string
  weight: number
}

/**
 * Returns the language with the greatest weight: the first in the header among equal weights, the default when no language is
 * accepted. Only the primary subtag of a range counts, as in lookup (RFC 4647 section 3.4): `en-GB` selects English. Ranges after
 * the fiftieth are ignored.
 * @param header the value of `Accept-Language`
 */
export function preferredLanguage(header = ''): Language {
  const preferences = header.toLowerCase().split(',', MAX_RANGES).flatMap(parsePreference)
  let best: { language: Language; weight: number } = { language: LANGUAGES[0], weight: 0 }
  for (const language of languagesInOrder(preferences)) {
    const weight = weightOf(language, preferences)
    if (weight > best.weight) best = { language, weight }
  }
  return best.language
}

/** Parses one entry of the header. @returns an empty list for an entry that is not valid */
function parsePreference(entry: string): Preference[] {
  const [range = '', ...parameters] = entry.split(';', 3).map(each => each.trim())
  if (!RANGE.test(range)) return []
  const [primary = ''] = range.split('-', 1)
  if (parameters.length === 0) return [{ primary, weight: 1 }]
  const [, weight] = WEIGHT.exec(parameters.join(';')) ?? []
  return weight === undefined ? [] : [{ primary, weight: Number(weight) }]
}

/** Returns the languages that the header names, in its order, then the other languages. */
function languagesInOrder(preferences: Preference[]): Language[] {
  const positionOf = (language: Language) => {
    const position = preferences.findIndex(({ primary }) => primary === language)
    return position === -1 ? preferences.length : position
  }
  return [...LANGUAGES].sort((a, b) => positionOf(a) - positionOf(b))
}

/** Returns the weight of a language. A wildcard applies to the languages that no other range names. */
function weightOf(language: Language, preferences: Preference[]): number {
  const named = preferences.filter(({ primary }) => primary === language)
  const matching = named.length > 0 ? named : preferences.filter(({ primary }) => primary === '*')
  return matching.reduce((greatest, { weight }) => Math.max(greatest, weight), 0)
}
