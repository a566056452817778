/** Random codes of coupons, and the names of batches: pure functions of random bytes. */

/** Returns random bytes. */
export type RandomBytes = (size: number) => Uint8Array

/**
 * Digits and upper case letters of which no two look alike, in the order of their bytes: without B, I, L, O, S, U and Z, and without 0, 1 and 6. Without I nobody has to know
 * whether a Turkish i is meant.
 */
export const ALPHABET = '2345789ACDEFGHJKMNPQRTVWXY'

/** Bytes from here on would make the first characters more frequent. */
const USABLE = 256 - (256 % ALPHABET.length)

/** Characters by which texts are ordered. Their number in base 26 and the place of one of `MAX_PLACES` texts are one exact number. */
const ORDERED = 7
const MAX_PLACES = 2 ** 17

/**
 * Draws texts of characters of the alphabet, each equally likely, and yields them in the order of their first characters: what is inserted so, meets
 * each page of an index once. Texts may repeat. Only the bytes of all texts are in memory.
 * @throws RangeError for more than 131,072 texts
 */
export function* drawTexts(
  random: RandomBytes,
  { count, length }: { count: number; length: number },
): Generator<string, void, undefined> {
  if (count > MAX_PLACES) throw new RangeError(`At most ${MAX_PLACES} texts are drawn at once.`)
  const drawn = drawCharacters(random, count * length)
  for (const key of orderOf(drawn, count, length)) {
    const from = (key % MAX_PLACES) * length
    yield String.fromCharCode(...drawn.subarray(from, from + length).map(index => ALPHABET.charCodeAt(index)))
  }
}

/** Returns the places of texts in their order, each as a number whose remainder by `MAX_PLACES` is the place. */
function orderOf(drawn: Uint8Array, count: number, length: number): Float64Array {
  const keyAt = (place: number) => {
    let key = 0
    for (let n = 0; n < Math.min(length, ORDERED); n++) key = key * ALPHABET.length + (drawn[place * length + n] ?? 0)
    return key * MAX_PLACES + place
  }
  return Float64Array.from({ length: count }, (_, place) => keyAt(place)).sort()
}

/** Draws characters, as indexes of the alphabet. */
function drawCharacters(random: RandomBytes, count: number): Uint8Array {
  const drawn = new Uint8Array(count)
  for (let filled = 0; filled < count; ) {
    for (const byte of random(count - filled)) if (byte < USABLE) drawn[filled++] = byte % ALPHABET.length
  }
  return drawn
}

/** Characters of the random part of a batch’s name. */
const NAME_LENGTH = 4

/**
 * Draws the name of a batch: its day in UTC, and some characters, more with each attempt.
 * @param at milliseconds since the epoch
 * @example drawBatchName(randomBytes, { at, attempt: 0 }) // 2026-11-21-K7MP
 */
export function drawBatchName(random: RandomBytes, { at, attempt }: { at: number; attempt: number }): string {
  const text = [...drawTexts(random, { count: 1, length: NAME_LENGTH + attempt })].join('')
  return `${new Date(at).toISOString().slice(0, 10)}-${text}`
}
