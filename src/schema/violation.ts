/** Says what is wrong with a member of a request body. */

import type { Violation } from '../errors.ts'
import type { Problem } from './check.ts'

/** The violation of a problem at a JSON pointer; `under` is where in the body the checked value stands. */
export function violationOf(pointer: string, { isMissing, rule }: Problem, under = ''): Violation {
  const name = (under + pointer).slice(1) || 'The body'
  return isMissing
    ? { code: 'field_required', pointer: under + pointer, detail: `${name} is required: ${rule}.` }
    : { code: 'field_invalid', pointer: under + pointer, detail: `${name} must be ${rule}.` }
}
