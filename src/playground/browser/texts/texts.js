/** The language of the page: the one that was chosen earlier, otherwise the browser's. */

import { en } from './en.js'
import { tr } from './tr.js'

/** @typedef {import('./tr.js').Texts} Texts */
/** @typedef {'tr' | 'en'} Language */

/** @type {Record<Language, Texts>} */
const all = { tr, en }
/** Key of the local storage. */
const KEY = 'sepet-playground-language'

/** The language at the start. @returns {Language} */
export function preferredLanguage() {
  const chosen = localStorage.getItem(KEY)
  if (chosen === 'tr' || chosen === 'en') return chosen
  return /^tr\b/i.test(navigator.language) ? 'tr' : 'en'
}

/** Stores the chosen language in the browser. @param {Language} language */
export function rememberLanguage(language) {
  localStorage.setItem(KEY, language)
}

/** The texts in a language. @param {Language} language */
export function textsIn(language) {
  return all[language]
}
