/** Comparison of texts that people search for: case, accents and the form of the letter i do not count. */

import { foldText } from './fold-text.ts'

/** Letters that have no accent to remove, and what people type for them. Upper-casing has replaced ß by ss. */
const LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ħ: 'h',
  ŧ: 't',
  // Lower-casing writes the sigma at the end of a word in another way.
  ς: 'σ',
  '’': "'",
  ʼ: "'",
}
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')
/** Accents, diaereses, cedillas and the like. The vowels of other scripts stay. */
const MARKS = /[\u0300-\u036f]+/g

/**
 * Returns the form in which texts are searched: `gokce` for `Gökçe`, `isil` for `IŞIL`, with one space between words. A text of accents alone keeps
 * them. @param text of bounded length
 */
export function foldAccents(text: string): string {
  const folded = foldText(text)
  const bare = folded.normalize('NFD').replace(MARKS, '').normalize('NFC').trim()
  return (bare || folded).replace(LETTER, letter => LETTERS[letter] ?? letter).replace(/\s+/g, ' ')
}
