/** Random numbers of a seed, which is new in each run: the runner prints it, and `FUZZ_SEED` repeats its cases. */

import { randomInt } from 'node:crypto'

/** The seed of this run. */
export const seed = Number(process.env.FUZZ_SEED || randomInt(2 ** 31))

/** @returns a function that returns numbers from 0 up to 1 (Mulberry32), the same for the same seed */
export function seededRandom(start: number): () => number {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
