/** Terms of products: brand, categories and tags, and the forms in which they are compared. */

import { isLongerThan } from '../schema/fields.ts'
import { foldVisible, isBlankCode } from './coupon-code.ts'

/** The kinds of terms. */
export const TERM_KINDS = ['brand', 'category', 'tag'] as const

/** A kind of terms. */
export type TermKind = (typeof TERM_KINDS)[number]

/** Maximum length of a term in characters. */
export const TERM_MAX_LENGTH = 255
/** Maximum number of categories of a product. */
export const MAX_CATEGORIES = 20
/** Maximum number of tags of a product. */
export const MAX_TAGS = 100

/** Maximum length of a term in the form in which it is compared, in UTF-16 units: a row of an index has at most 2,704 bytes on PostgreSQL. */
export const MAX_FOLDED_LENGTH = 600

/** Maximum length of a text that cannot become longer: a character becomes 18 at most (UAX #15). */
const MAX_SAFE_LENGTH = Math.floor(MAX_FOLDED_LENGTH / 18)

/** The terms of a product in the spelling of the shop. */
export interface WrittenTerms {
  brand: string | null
  categories: readonly string[]
  tags: readonly string[]
}

/** The terms of a product as they are compared; the categories with those above them. */
export interface ProductTerms {
  brand: string | null
  categories: readonly string[]
  tags: readonly string[]
}

/** What separates the parts of a category's path, whatever the white space is beside it. */
const SEPARATOR = /\s+>\s+/
/** The separator as it is written. */
const WRITTEN_SEPARATOR = ' > '

/**
 * Returns the form in which a brand or a tag is compared: that of coupon codes, `çiçek` for `ÇİÇEK`. Normalisation takes quadratic time:
 * the length of the text must be bounded.
 */
export function foldTerm(term: string): string {
  return foldVisible(term)
}

/** Returns the form in which a category is compared: `giyim > gömlek` for `Giyim  >  Gömlek`. */
export function foldCategory(path: string): string {
  return foldTerm(path)
    .split(SEPARATOR)
    .map(part => part.trim())
    .join(WRITTEN_SEPARATOR)
}

/** Returns the form in which a term of a kind is compared. */
export function foldTermOf(kind: TermKind, term: string): string {
  return kind === 'category' ? foldCategory(term) : foldTerm(term)
}

/** Returns whether a text can be a term: it has a character that is seen, at most 255, and is not much longer as it is compared. */
export function isTerm(text: string): boolean {
  return !isLongerThan(text, TERM_MAX_LENGTH) && !isBlankCode(text) && !isLongFolded(text)
}

/** Returns whether a text of at most 255 characters is too long as it is compared. */
export function isLongFolded(text: string): boolean {
  return text.length > MAX_SAFE_LENGTH && foldTerm(text).length > MAX_FOLDED_LENGTH
}

/** Returns terms as they are stored: trimmed, of several spellings of one the first. */
export function distinctTerms(kind: TermKind, terms: readonly string[]): string[] {
  const spellings = new Map<string, string>()
  for (const term of terms) {
    const folded = foldTermOf(kind, term)
    if (!spellings.has(folded)) spellings.set(folded, term.trim())
  }
  return [...spellings.values()]
}

/** A term by which products are found. */
export interface TermEntry {
  folded: string
  /** In the spelling of the shop. */
  term: string
}

/** Returns the terms by which a product with these terms of a kind is found: of categories also those above them. */
export function termEntries(kind: TermKind, terms: readonly string[]): TermEntry[] {
  const entries = new Map<string, string>()
  for (const term of terms) {
    const folded = foldTermOf(kind, term)
    const found = kind === 'category' ? pathEntries(folded, term) : [{ folded, term }]
    for (const each of found) if (!entries.has(each.folded)) entries.set(each.folded, each.term)
  }
  return [...entries].map(([folded, term]) => ({ folded, term }))
}

/** Where characters are a separator only as the path is compared, all parts are shown in that form. */
function pathEntries(folded: string, term: string): TermEntry[] {
  const paths = withThoseAbove(folded)
  const parts = term.trim().split(SEPARATOR)
  if (parts.length !== paths.length) return paths.map(path => ({ folded: path, term: path }))
  return paths.map((path, index) => ({ folded: path, term: parts.slice(0, index + 1).join(WRITTEN_SEPARATOR) }))
}

/**
 * Returns a path and those above it, from the top: `a`, `a > b` and `a > b > c` for `a > b > c`. A category is of a condition's when one of
 * these is.
 * @param path in any form
 */
export function withThoseAbove(path: string): string[] {
  const parts = path.split(WRITTEN_SEPARATOR)
  return parts.map((_, index) => parts.slice(0, index + 1).join(WRITTEN_SEPARATOR))
}

/** Folds the terms of a product. @returns null where it has none */
export function foldTerms({ brand, categories, tags }: WrittenTerms): ProductTerms | null {
  if (brand === null && categories.length === 0 && tags.length === 0) return null
  const paths = categories.flatMap(each => withThoseAbove(foldCategory(each)))
  return {
    brand: brand === null ? null : foldTerm(brand),
    categories: distinct(paths),
    tags: distinct(tags.map(foldTerm)),
  }
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}
