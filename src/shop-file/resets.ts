/** Fields that a record resets by leaving them out: a record that replaces a stored one gives every field that it lacks its default. */

import { isDeepStrictEqual } from 'node:util'
import { escapePointer } from '../schema/check.ts'
import { isObject } from '../schema/is-object.ts'
import { shorten } from './findings.ts'

/** Maximum length of a value in a message, in characters. */
const MAX_VALUE_LENGTH = 80

/** A field that is reset. */
export interface Reset {
  /** JSON pointer of the field, relative to the record. */
  pointer: string
  /** Completes the sentence that begins with the name of the field. */
  message: string
}

/**
 * Finds the fields whose stored value is replaced by the default because the given record leaves them out, also within objects.
 * @param given the record as it was sent
 * @param stored the record before, with every field
 * @param saved the record after, with every field
 */
export function findResets(given: unknown, stored: unknown, saved: unknown, pointer = ''): Reset[] {
  if (!isObject(given) || !isObject(stored) || !isObject(saved)) return []
  return Object.keys(saved).flatMap(name => {
    const at = `${pointer}/${escapePointer(name)}`
    if (given[name] !== undefined) return findResets(given[name], stored[name], saved[name], at)
    if (stored[name] === undefined || isDeepStrictEqual(stored[name], saved[name])) return []
    return [{ pointer: at, message: `is left out: it was ${shown(stored[name])} and is ${shown(saved[name])} now` }]
  })
}

function shown(value: unknown): string {
  return shorten(JSON.stringify(value) ?? 'absent', MAX_VALUE_LENGTH)
}
