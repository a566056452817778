/** Comparison of a secret that a request states with one of the settings. */

import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether a text is the secret. */
export type SecretCheck = (stated: string) => boolean

/**
 * Creates a comparison that takes the same time for every text of one length.
 * @example
 * const isToken = createSecretCheck('s3cret')
 * isToken('guess') // false
 */
export function createSecretCheck(secret: string): SecretCheck {
  const expected = hashOf(secret)
  return stated => timingSafeEqual(hashOf(stated), expected)
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
