/** References of checkouts: the shop's order numbers, as they are in paths. */

import { Refusal } from '../errors.ts'

/** The form of a reference: unreserved characters of RFC 3986 section 2.3. */
export const REFERENCE_PATTERN = '^[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$'
/** The end of a sentence that begins with "reference must be". */
export const referenceRule = '1 to 128 characters out of letters, digits and ._~-, the first a letter or digit'

const reference = new RegExp(REFERENCE_PATTERN)

/**
 * Requires the form of a reference.
 * @throws Refusal 400
 */
export function requireReference(text: string): string {
  if (reference.test(text)) return text
  const detail = `reference must be ${referenceRule}.`
  throw new Refusal({ code: 'parameter_invalid', parameter: 'reference', detail })
}
