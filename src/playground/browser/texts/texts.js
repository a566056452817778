/** Which language the page speaks: the one chosen here before, else the browser's. */

import { en } from './en.js'
import { tr } from './tr.js'

/** @typedef {import('./tr.js').Texts} Texts */
/** @typedef {'tr' | 'en'} Language */

/** @type {Record<Language, Texts>} */
const all = { tr, en }
const KEY = 'sepet-playground-language'

/** The language to begin with. @returns {Language} */
export function preferredLanguage() {
  const chosen = localStorage.getItem(KEY)
  if (chosen === 'tr' || chosen === 'en') return chosen
  return /^tr\b/i.test(navigator.language) ? 'tr' : 'en'
}

/** Remembers a choice. @param {Language} language */
export function rememberLanguage(language) {
  localStorage.setItem(KEY, language)
}

/** @param {Language} language */
export function textsIn(language) {
  return all[language]
}
