/** Schema of the subject of a cart's owner, as `parseSubject` reads it. */

import Type from 'typebox'

/** The end of a sentence that begins with "subject must be". */
export const subjectRule = 'member:<customer id> or guest:<uuid>'

/** A customer's id has no leading zero, and a UUID any case. An id above 2^53 − 1 has the form, too, and names nobody. */
const SUBJECT_PATTERN = '^(member:[1-9][0-9]{0,15}|guest:[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})$'

/** The subject of a member or of a guest. */
export const OwnerSubject = Type.String({
  pattern: SUBJECT_PATTERN,
  description: subjectRule,
  examples: ['member:42', 'guest:0d3c7a52-9f0e-4f5e-8f0c-1b6f3a1d2c4e'],
})
