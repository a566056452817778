/** Finds entries that contain every word of a query; entries whose name matches best come first. */

import { type Entry, KINDS } from './entries.ts'
import { englishOf } from './turkish-words.ts'

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

/** A word of a query: as it was typed, and in English where it is Turkish. An entry contains it that contains one of these. */
type Word = readonly string[]

/** Creates the search of a list of entries. */
export function createSearch(entries: readonly Entry[]): Find {
  const prepared = entries.map(entry => ({
    entry,
    name: entry.name.toLowerCase(),
    text: `${entry.kind} ${entry.name} ${entry.place} ${entry.about}`.toLowerCase(),
  }))
  return query => {
    const words = wordsOf(query)
    if (words.length === 0) return { total: 0, results: [] }
    const matches = prepared
      .filter(({ text }) => words.every(word => word.some(each => text.includes(each))))
      .map(({ entry, name }) => ({ entry, rank: rankOf(name, words) }))
      .sort((a, b) => a.rank - b.rank || KINDS.indexOf(a.entry.kind) - KINDS.indexOf(b.entry.kind))
    return { total: matches.length, results: matches.slice(0, MAX_RESULTS).map(({ entry }) => entry) }
  }
}

/** Returns all words that a query finds, in lower case: those that were typed, and the English ones for Turkish ones. */
export function soughtWords(query: string): string[] {
  return wordsOf(query).flat()
}

function wordsOf(query: string): Word[] {
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map(word => [word, ...englishOf(word)])
}

/** 0 for the whole name, 1 where every word is a word of the name or its plural, 2 where the name contains every word, 3 where other text does. */
function rankOf(name: string, words: Word[]): number {
  if (name === words.map(([typed]) => typed).join(' ')) return 0
  const parts = name.split(/[^a-z\d]+/)
  if (words.every(word => word.some(each => parts.includes(each) || parts.includes(`${each}s`)))) return 1
  return words.every(word => word.some(each => name.includes(each))) ? 2 : 3
}
