/** Repeats reads that an import has made out of date, with one bound. */

import { refusal } from '../errors.ts'

/** Imports are rare; so many in a row between the two reads of one request mean that something else is wrong. */
const MAX_ATTEMPTS = 20

/**
 * Runs `attempt` until it returns something.
 * @param attempt returns undefined when the shop's revision, or what a write insisted on, changed while it ran
 * @throws Refusal 503 `database_busy` after 20 attempts
 */
export async function retryOnImport<T extends object>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    const result = await attempt()
    if (result) return result
  }
  throw refusal('database_busy', 'Imports change the shop faster than it can be read.', { 'Retry-After': '1' })
}
