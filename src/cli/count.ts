/** Counts in messages. */

/** Returns a count with its noun, such as `1 line` or `3 lines`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
