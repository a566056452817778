/** What customers are found by: a folded text of their names, email, phones and external id, and what a search looks for in it. */

import { foldAccents } from '../schema/fold-accents.ts'
import { isGeneratedEmail } from './customer.ts'
import type { CustomerRow } from './customer-row.ts'

/** The columns that the text is made of. */
export type SearchedColumns = Pick<
  CustomerRow,
  'name' | 'surname' | 'company' | 'email' | 'mobile_phone' | 'business_phone' | 'external_id'
>

/** Between words. Two spaces make a gram of a space, or of two, and the beginning of a word: a search for one or two letters asks for it. */
const BEFORE_WORD = '  '
/** What people write between the digits of a number. */
const BETWEEN_DIGITS = /(?<=\d)[\s()./-]+(?=\d)/g
const BEFORE_DIGITS = /(?<!\S)\(+(?=\+?\d)/g
/** The calling codes of countries and regions (ITU-T E.164). */
const CALLING_CODE = /^(?:\+|00)(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(?=\d{7})/
/** Digits of a number that are compared: a code of the country before them may be missing in the stored one. */
const COMPARED_DIGITS = 10
/** Fewest characters of a word that is found within others. */
const WITHIN_WORDS = 3

/** Returns the text of a customer. */
export function searchTextOf(row: SearchedColumns): string {
  const email = isGeneratedEmail(row.email) ? null : row.email
  const texts = [row.name, row.surname, row.company, email, row.external_id, row.mobile_phone, row.business_phone]
  const words = texts.flatMap(text => (text === null ? [] : storedWordsOf(foldAccents(text))))
  return [...new Set(words)].map(word => BEFORE_WORD + word).join('')
}

/** The words of a text, and of the text whose digits stand together. */
function storedWordsOf(folded: string): string[] {
  const joined = joinDigits(folded)
  return [...wordsOf(folded), ...(joined === folded ? [] : wordsOf(joined))]
}

/**
 * Returns what the text of a customer must contain: the words of a query, whose digits stand together, without the code of a country before them.
 * Words of one or two characters are the beginning of a word. @param query up to 100 characters, not all blanks
 */
export function soughtTextsOf(query: string): string[] {
  const words = wordsOf(joinDigits(foldAccents(query)))
  const sought = words.map(word => (/^\+?\d+$/.test(word) ? comparedDigitsOf(word) : word))
  return [...new Set(sought.map(soughtTextOf))]
}

function soughtTextOf(word: string): string {
  const missing = WITHIN_WORDS - [...word].length
  return BEFORE_WORD.slice(0, Math.max(missing, 0)) + word
}

/** Too few digits to be found within others are the beginning of a word as it is written. */
function comparedDigitsOf(digits: string): string {
  const national = digits.replace(CALLING_CODE, '').replace(/\D/g, '').replace(/^0+/, '').slice(-COMPARED_DIGITS)
  return national.length < WITHIN_WORDS ? digits : national
}

function joinDigits(folded: string): string {
  return folded.replace(BEFORE_DIGITS, '').replace(BETWEEN_DIGITS, '')
}

function wordsOf(folded: string): string[] {
  return folded.split(' ').filter(word => word !== '')
}
