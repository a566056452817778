/** Texts of people within a sentence that is plain text. Elsewhere `UserText` isolates them. */

/** Characters that change the direction of text, and letters that are written from right to left. */
const DIRECTED = /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC]/

/**
 * Isolates a text, so that it cannot turn the sentence around it; a text without such characters stays as it is.
 * @param {string} text
 */
export function isolate(text) {
  return DIRECTED.test(text) ? `\u2068${text}\u2069` : text
}
