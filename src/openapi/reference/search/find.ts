/** Finds entries that contain every word of a query; entries whose name matches best come first. */

import { type Entry, KINDS } from './entries.ts'

/** Number of results on a page. */
const MAX_RESULTS = 50

/** The entries that a query finds. */
export interface Found {
  /** Number of all entries that match. */
  total: number
  /** The first of them. */
  results: Entry[]
}

/** A function that finds entries. An empty query finds none. */
export type Find = (query: string) => Found

/** Creates the search of a list of entries. */
export function createSearch(entries: readonly Entry[]): Find {
  const prepared = entries.map(entry => ({
    entry,
    name: entry.name.toLowerCase(),
    text: `${entry.name} ${entry.place} ${entry.about}`.toLowerCase(),
  }))
  return query => {
    const words = wordsOf(query)
    if (words.length === 0) return { total: 0, results: [] }
    const matches = prepared
      .filter(({ text }) => words.every(word => text.includes(word)))
      .map(({ entry, name }) => ({ entry, rank: rankOf(name, words) }))
      .sort((a, b) => a.rank - b.rank || KINDS.indexOf(a.entry.kind) - KINDS.indexOf(b.entry.kind))
    return { total: matches.length, results: matches.slice(0, MAX_RESULTS).map(({ entry }) => entry) }
  }
}

/** Returns the words of a query in lower case. */
export function wordsOf(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean)
}

/** 0 for the whole name, 1 where every word is a word of the name, 2 where the name contains every word, 3 where other text does. */
function rankOf(name: string, words: string[]): number {
  if (name === words.join(' ')) return 0
  const parts = name.split(/[^a-z\d]+/)
  if (words.every(word => parts.includes(word))) return 1
  return words.every(word => name.includes(word)) ? 2 : 3
}
