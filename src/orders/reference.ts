/** References of checkouts: the shop's order numbers, as they are in paths. */

import { Refusal } from '../errors.ts'

const REFERENCE = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$/

/**
 * Requires the form of a reference: 1 to 128 unreserved characters of RFC 3986 section 2.3, the first a letter or a digit.
 * @throws Refusal 400
 */
export function requireReference(text: string): string {
  if (REFERENCE.test(text)) return text
  const detail =
    'reference must have 1 to 128 characters out of letters, digits and ._~-, and begin with a letter or digit.'
  throw new Refusal({ code: 'parameter_invalid', parameter: 'reference', detail })
}
