/** Terms of products: brand, categories and tags, and the forms in which they are compared. */

import { foldVisible } from './coupon-code.ts'

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
