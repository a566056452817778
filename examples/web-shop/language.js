/** The choice of a language. */

/** Returns English where `Accept-Language` prefers it to Turkish, otherwise Turkish. @param {string} [header] @returns {'tr' | 'en'} */
export function languageOf(header = '') {
  const weights = { tr: 0, en: 0 }
  for (const entry of header.toLowerCase().split(',', 20)) {
    const [, language, weight = '1'] = /^\s*(tr|en)\b[\w-]*(?:\s*;\s*q=([\d.]+))?/.exec(entry) ?? []
    if (language === 'tr' || language === 'en') weights[language] = Math.max(weights[language], Number(weight))
  }
  return weights.en > weights.tr ? 'en' : 'tr'
}
