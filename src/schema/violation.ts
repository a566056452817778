/** Violations: converts a validation error of a request body into an API error. */

import type { Violation } from '../errors.ts'
import type { Problem } from './check.ts'

/**
 * Converts a validation error into a violation.
 * @param pointer the JSON pointer of the field, relative to the validated value
 * @param under the JSON pointer of the validated value in the request body
 */
export function violationOf(pointer: string, { isMissing, rule }: Problem, under = ''): Violation {
  const name = (under + pointer).slice(1) || 'The body'
  return isMissing
    ? { code: 'field_required', pointer: under + pointer, detail: `${name} is required: ${rule}.` }
    : { code: 'field_invalid', pointer: under + pointer, detail: `${name} must be ${rule}.` }
}
