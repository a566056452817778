/** Writes of customers that the database may refuse: attempts, and what the refusal says. */

import { Refusal, refusal, type Violation } from '../errors.ts'

/** Attempts of a write: each fails only when another write removed the conflict that was found. */
const ATTEMPTS = 5

/**
 * Attempts a write up to five times.
 * @param save writes; returns undefined when a constraint of the database refuses it
 * @param explain finds the conflicts that made the write fail; none when another write has removed them
 * @throws Refusal 422 with the conflicts; 503 when no attempt succeeds and none finds a conflict
 */
export async function untilSaved<T>(
  save: () => Promise<T | undefined>,
  explain: () => Promise<Violation[]>,
): Promise<T> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const saved = await save()
    if (saved !== undefined) return saved
    const violations = await explain()
    if (violations.length > 0) throw new Refusal(violations)
  }
  throw refusal('unavailable', 'The customer changes faster than it can be saved.', { 'Retry-After': '1' })
}

/** Creates the refusal of an id or external id that no customer has. */
export function unknownCustomer(): Refusal {
  return refusal('customer_not_found')
}
