/** Cells with terms of products. What cannot be a term, and what is too many, is left out with a warning that names it. */

import { isBlankCode } from '../../model/coupon-code.ts'
import {
  distinctTerms,
  isTerm,
  MAX_CATEGORIES,
  MAX_FOLDED_LENGTH,
  MAX_TAGS,
  TERM_MAX_LENGTH,
} from '../../model/term.ts'
import { isLongerThan, isStorable } from '../../schema/fields.ts'

/** Warns of a row or a cell: completes a sentence about it, with the text that the warning names. */
export type Warn = (message: string, value: string) => void

const UNFIT = `has a term that is not a text of 1 to ${TERM_MAX_LENGTH} characters without U+0000: it is left out`
const LONG_FOLDED = `has a term of more than ${MAX_FOLDED_LENGTH} characters in the form in which terms are compared: it is left out`
const MANY_CATEGORIES = `has more than ${MAX_CATEGORIES} categories: those beyond are left out`
const MANY_TAGS = `has more than ${MAX_TAGS} tags: those beyond are left out`
const MANY_BRANDS = 'has several brands: those behind the first one are left out'

/** Reads the brand of a product from a list of texts; null for none. */
export function toBrand(texts: readonly string[], warn: Warn): string | null {
  const [brand = null, ...others] = distinctTerms('brand', fitTerms(texts, warn))
  if (others.length > 0) warn(MANY_BRANDS, others.join(', '))
  return brand
}

/** Reads the categories of a product; the parts of a path are separated by ` > `. */
export function toCategories(texts: readonly string[], warn: Warn): string[] {
  return bounded(distinctTerms('category', fitTerms(texts, warn)), MAX_CATEGORIES, surplus =>
    warn(MANY_CATEGORIES, surplus),
  )
}

/** Reads the tags of a product. */
export function toTags(texts: readonly string[], warn: Warn): string[] {
  return bounded(distinctTerms('tag', fitTerms(texts, warn)), MAX_TAGS, surplus => warn(MANY_TAGS, surplus))
}

/** Returns what can be terms; blank texts are none, without a word. */
function fitTerms(texts: readonly string[], warn: Warn): string[] {
  return texts
    .map(text => text.trim())
    .filter(text => {
      if (isBlankCode(text)) return false
      if (isStorable(text) && isTerm(text)) return true
      const isLong = isLongerThan(text, TERM_MAX_LENGTH) || !isStorable(text)
      warn(isLong ? UNFIT : LONG_FOLDED, text)
      return false
    })
}

function bounded(terms: string[], most: number, tell: (surplus: string) => void): string[] {
  if (terms.length > most) tell(terms.slice(most).join(', '))
  return terms.slice(0, most)
}
