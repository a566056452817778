/** Which language a reader prefers, by the `Accept-Language` header (RFC 9110 section 12.5.4). */

/** The languages of the pages, the default first. */
export const LANGUAGES = ['tr', 'en'] as const

export type Language = (typeof LANGUAGES)[number]

const RANGE = /^(?:\*|[a-z]{1,8}(?:-[a-z0-9]{1,8}){0,20})$/
const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/** Browsers send fewer than ten; the header may have eight thousand. */
const MAX_RANGES = 50

interface Preference {
  /** A primary subtag such as `en`, or `*`. */
  primary: string
  weight: number
}

/**
 * The language with the greatest weight; the one named first among equals; the default where neither is wanted. A range is as
 * good as its primary subtag, as in a lookup (RFC 4647 section 3.4): `en-GB` is served English. Ranges beyond the fiftieth are
 * not read.
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

/** What cannot be read says nothing. */
function parsePreference(entry: string): Preference[] {
  const [range = '', ...parameters] = entry.split(';', 3).map(each => each.trim())
  if (!RANGE.test(range)) return []
  const [primary = ''] = range.split('-', 1)
  if (parameters.length === 0) return [{ primary, weight: 1 }]
  const [, weight] = WEIGHT.exec(parameters.join(';')) ?? []
  return weight === undefined ? [] : [{ primary, weight: Number(weight) }]
}

/** Those that are named, in the order of the header, then the others. */
function languagesInOrder(preferences: Preference[]): Language[] {
  const positionOf = (language: Language) => {
    const position = preferences.findIndex(({ primary }) => primary === language)
    return position === -1 ? preferences.length : position
  }
  return [...LANGUAGES].sort((a, b) => positionOf(a) - positionOf(b))
}

/** A wildcard stands for the languages that no other range names. */
function weightOf(language: Language, preferences: Preference[]): number {
  const named = preferences.filter(({ primary }) => primary === language)
  const matching = named.length > 0 ? named : preferences.filter(({ primary }) => primary === '*')
  return matching.reduce((greatest, { weight }) => Math.max(greatest, weight), 0)
}
