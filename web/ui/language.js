/** The language of a page: the one that was chosen there earlier, otherwise the browser's. */

/** @typedef {'tr' | 'en'} Language */

/** The language at the start. @param {string} key of the local storage, one for each set of pages @returns {Language} */
export function preferredLanguage(key) {
  const chosen = localStorage.getItem(key)
  if (chosen === 'tr' || chosen === 'en') return chosen
  return /^tr\b/i.test(navigator.language) ? 'tr' : 'en'
}

/** Stores the chosen language in the browser. @param {string} key @param {Language} language */
export function rememberLanguage(key, language) {
  localStorage.setItem(key, language)
}
