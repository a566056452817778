/** The texts of the page in each language. */

import { en } from './en.js'
import { tr } from './tr.js'

/** @typedef {import('./tr.js').Texts} Texts */
/** @typedef {import('../../ui/language.js').Language} Language */

/** @type {Record<Language, Texts>} */
const all = { tr, en }
/** Key of the language in the local storage. */
export const LANGUAGE_KEY = 'sepet-playground-language'

/** The texts in a language. @param {Language} language */
export function textsIn(language) {
  return all[language]
}
