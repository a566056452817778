/** Long texts of people within a sentence. */

import { isolate } from './isolate.js'

/**
 * Shortens a text, and isolates it: it cannot change the direction of the sentence around it.
 * @param {string} text
 * @param {number} [most] characters
 */
export function shortText(text, most = 60) {
  const characters = [...text]
  const short = characters.length > most ? `${characters.slice(0, most).join('')}…` : text
  return isolate(short)
}
