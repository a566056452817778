/** Grams and words as parameters of the statements of each engine. */

import type { Engine } from './database.ts'

/** A query of the text search of an engine for texts with all grams. */
export function queryOfGrams(grams: readonly string[], engine: Engine): string {
  if (engine === 'sqlite') return grams.map(gram => `"${gram.replaceAll('"', '""')}"`).join(' ')
  return grams.map(gram => `'${gram.replace(/['\\]/g, '$&$&')}'`).join(' & ')
}

/** Patterns of `like` on PostgreSQL, a JSON array on SQLite. */
export function listOfWords(words: readonly string[], engine: Engine): string {
  if (engine === 'sqlite') return JSON.stringify(words)
  return `{${words.map(word => quoted(`%${word.replace(/[\\%_]/g, '\\$&')}%`)).join()}}`
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
