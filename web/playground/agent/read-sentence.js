/** The matcher, which stands in for a model: reads quantities and words out of a sentence, and makes queries of the words. Pure. */

import { CANCELLATIONS, DICTIONARY, FABRIC, FILLERS, METRES, NUMBERS, REMOVALS, SEPARATORS } from './dictionary.js'

/** Maximum number of queries for one wish. */
const MAX_QUERIES = 4
/** Letters of a word that are left of it when endings are cut off. */
const STEM_LENGTH = 5

/** Numbers, words with hyphens and apostrophes, and signs between wishes. */
const TOKEN = /\d+(?:[.,]\d+)?|[\p{L}\p{M}]+(?:[-'’][\p{L}\p{M}]+)*|[,;&+\n]/gu

/**
 * What a part of a sentence asks for.
 * @typedef {object} Wish
 * @property {number} quantity a whole number; 1 where the sentence has none, and fractions rounded up
 * @property {string[]} words in lower case; at least one
 * @property {boolean} isByMetre
 * @property {boolean} isRemoval whether it is to leave the cart
 */

/** @typedef {{ quantity: number | null, words: string[], isByMetre: boolean, isRemoval: boolean }} Draft */

/**
 * Reads a sentence in Turkish or English, such as `two metres of linen and the cutting board`.
 * @param {string} sentence
 * @param {import('../texts/texts.js').Language} language of the page, by which letters become lower case
 * @returns {{ isCancellation: boolean, wishes: Wish[] }} no wishes where the sentence names nothing
 */
export function readSentence(sentence, language) {
  const tokens = tokensOf(sentence, language)
  const meaningful = tokens.filter(token => !FILLERS.has(token) && !isSeparator(token) && numberOf(token) === null)
  const isCancellation = meaningful.length > 0 && meaningful.every(token => CANCELLATIONS.has(token))
  if (isCancellation) return { isCancellation, wishes: [] }
  /** @type {Draft[]} */
  const drafts = [emptyDraft()]
  for (const token of tokens) read(token, drafts)
  const wishes = drafts
    .filter(({ words }) => words.length > 0)
    .map(({ quantity, ...draft }) => ({ ...draft, quantity: quantity ?? 1 }))
  return { isCancellation, wishes }
}

/**
 * The queries for a wish, in the order in which they are tried: its words as they are, their translation, and stems.
 * @param {Pick<Wish, 'words' | 'isByMetre'>} wish
 * @returns {string[]} one to four, each different
 */
export function queriesOf({ words, isByMetre }) {
  const translated = words.map(translate)
  const isTranslated = translated.some((word, index) => word !== words[index])
  const fabric = isByMetre && !translated.includes(FABRIC) ? [[...translated, FABRIC]] : []
  const longest = translated.reduce((found, word) => (word.length > found.length ? word : found))
  const attempts = [...(isTranslated ? [words] : []), ...fabric, translated, words.map(stemOf), [stemOf(longest)]]
  return [...new Set(attempts.map(each => each.join(' ')))].slice(0, MAX_QUERIES)
}

/**
 * Whether a name has all words of one of the queries for a wish.
 * @param {string} name
 * @param {Wish} wish
 * @param {import('../texts/texts.js').Language} language
 */
export function isNamedBy(name, wish, language) {
  const folded = lowerCase(name, language)
  return queriesOf(wish).some(query => query.split(' ').every(word => folded.includes(word)))
}

/** @param {string} token @param {Draft[]} drafts of which the last one is read */
function read(token, drafts) {
  const draft = drafts.at(-1) ?? emptyDraft()
  if (isSeparator(token)) return void drafts.push(emptyDraft())
  const number = numberOf(token)
  if (number !== null) return readNumber(number, drafts)
  if (REMOVALS.has(token)) draft.isRemoval = true
  else if (METRES.has(token)) draft.isByMetre = true
  else if (!FILLERS.has(token)) draft.words.push(token)
}

/** A number behind a name is its quantity, where it has none yet: `keten 2 metre`. @param {number} quantity @param {Draft[]} drafts */
function readNumber(quantity, drafts) {
  const draft = drafts.at(-1)
  if (!draft || (draft.words.length > 0 && draft.quantity !== null)) drafts.push({ ...emptyDraft(), quantity })
  else if (draft.quantity !== null && draft.words.length === 0 && isTens(draft.quantity, quantity))
    draft.quantity += quantity
  else draft.quantity = quantity
}

/** Whether two number words are one number: `on iki`. @param {number} first @param {number} second */
function isTens(first, second) {
  return first === 10 && second < 3
}

/** @returns {Draft} */
function emptyDraft() {
  return { quantity: null, words: [], isByMetre: false, isRemoval: false }
}

/** @param {string} token @returns {number | null} */
function numberOf(token) {
  if (/^\d/.test(token)) return Math.ceil(Number(token.replace(',', '.')))
  return Object.hasOwn(NUMBERS, token) ? (NUMBERS[token] ?? null) : null
}

/** @param {string} token */
function isSeparator(token) {
  return /^[,;&+\n]$/.test(token) || SEPARATORS.has(token)
}

/** The Turkish word, for an English one of the dictionary in singular or plural. @param {string} word @returns {string} */
function translate(word) {
  const singular = [word, word.replace(/s$/, ''), word.replace(/es$/, '')].find(each => Object.hasOwn(DICTIONARY, each))
  return singular === undefined ? word : (DICTIONARY[singular] ?? word)
}

/** The beginning of a word, without a plural s. @param {string} word */
function stemOf(word) {
  return [...word.replace(/(?<=.)s$/, '')].slice(0, STEM_LENGTH).join('')
}

/** @param {string} sentence @param {import('../texts/texts.js').Language} language */
function tokensOf(sentence, language) {
  return lowerCase(sentence, language).match(TOKEN) ?? []
}

/** In English a dotted capital I would become two characters. @param {string} text @param {string} language */
function lowerCase(text, language) {
  return text.toLocaleLowerCase(language).replaceAll('\u0307', '')
}
