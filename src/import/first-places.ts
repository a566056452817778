/** First places of keys: millions of places take some 40 bytes each, since those of one kind differ only in a number. */

import type { Place } from './findings.ts'

const FIRST_NUMBER = /^(\D*)(\d+)(.*)$/s
/** Numbers of records below it share one integer with the index of their pattern. */
const PATTERN_STEP = 2 ** 31

/** Places that differ only in their first number; the text is whole where `after` is null. */
interface Pattern {
  file: string
  before: string
  after: string | null
}

/** The place at which each key was first found. */
export class FirstPlaces {
  readonly #patterns: Pattern[] = []
  readonly #patternIndexes = new Map<string, number>()
  readonly #places = new Map<string | number, number>()

  /**
   * Stores the place of a key, unless the key has one.
   * @returns the place that the key has already
   */
  add(key: string | number, place: Place): Place | undefined {
    const known = this.#places.get(key)
    if (known !== undefined) return this.#decode(known)
    this.#places.set(key, this.#encode(place))
    return undefined
  }

  #encode({ file, at }: Place): number {
    const [, before = '', digits = '', after = ''] = FIRST_NUMBER.exec(at) ?? []
    const number = Number(digits)
    const isSplit = number < PATTERN_STEP && String(number) === digits
    const pattern = isSplit ? { file, before, after } : { file, before: at, after: null }
    const key = JSON.stringify(pattern)
    const index = this.#patternIndexes.get(key) ?? this.#patterns.push(pattern) - 1
    this.#patternIndexes.set(key, index)
    return index * PATTERN_STEP + (isSplit ? number : 0)
  }

  #decode(code: number): Place {
    const { file, before, after } = this.#patterns[Math.floor(code / PATTERN_STEP)] as Pattern
    return { file, at: after === null ? before : `${before}${code % PATTERN_STEP}${after}` }
  }
}
