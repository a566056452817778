/** Lists of customers whose fields have their greatest lengths, as JSON of the greatest size. */

import { customerFields } from '../../../src/model/customer-fields.ts'

/** The greatest lengths of texts, in code points. */
const LENGTHS: Record<string, number> = { address: 1_000 }
const MAX_LENGTH = 255

/** A code point of two UTF-16 units: four bytes in UTF-8, twelve as JSON escapes. */
const WIDE = '\u{1F6D2}'
/** A letter of two UTF-16 units, which a domain may have. */
const WIDE_LETTER = '\u{10400}'

/** Returns 100 customers whose texts have their greatest lengths, in code points of two UTF-16 units. @param seed makes them unique */
export function largestCustomers(seed: string): Record<string, unknown>[] {
  return Array.from({ length: 100 }, (_, n) => ({
    email: largestEmail(`${seed}${n}`),
    ...largestFields(`${seed}${n}`),
  }))
}

function largestFields(unique: string): Record<string, unknown> {
  const values = Object.entries(customerFields).map(([name, { cell }]) => {
    if (cell === 'flag') return [name, false]
    if (cell === 'word') return [name, 'inactive']
    if (cell === 'integer') return [name, name === 'orderCount' ? Number.MAX_SAFE_INTEGER : null]
    return [name, name === 'externalId' ? padded(unique, MAX_LENGTH) : WIDE.repeat(LENGTHS[name] ?? MAX_LENGTH)]
  })
  return Object.fromEntries(values)
}

function padded(text: string, length: number): string {
  return text + WIDE.repeat(length - text.length)
}

/** An email of 255 code points. */
function largestEmail(unique: string): string {
  const domain = `@${WIDE_LETTER.repeat(63)}.${WIDE_LETTER.repeat(63)}`
  return padded(unique, MAX_LENGTH - [...domain].length) + domain
}

/** Writes JSON in which every UTF-16 unit of a text is an escape of six bytes, names of members included. */
export function escapedJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /"([^"]*)"/g,
    (_, text: string) =>
      `"${[...Array(text.length).keys()].map(at => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`,
  )
}
