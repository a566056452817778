/** Schemas of subjects: of a cart's owner, as `parseSubject` reads it, and of any cart, as `parseCartSubject` does. */

import Type from 'typebox'

/** The end of a sentence that begins with "subject must be". */
export const subjectRule = 'member:<customer id> or guest:<uuid>'

/** The same for the subject of any cart. */
export const cartSubjectRule = 'member:<customer id>, guest:<uuid> or ucp:<uuid>'

const UUID_PATTERN = '[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}'

/** A customer's id has no leading zero, and a UUID any case. An id above 2^53 − 1 has the form, too, and names nobody. */
const SUBJECT_PATTERN = `^(member:[1-9][0-9]{0,15}|guest:${UUID_PATTERN})$`

/** The subject of a member or of a guest. */
export const OwnerSubject = Type.String({
  pattern: SUBJECT_PATTERN,
  description: subjectRule,
  examples: ['member:42', 'guest:0d3c7a52-9f0e-4f5e-8f0c-1b6f3a1d2c4e'],
})

/** The subject of a member, of a guest, or of a cart that an agent has filled. */
export const CartSubject = Type.String({
  pattern: `^(member:[1-9][0-9]{0,15}|(guest|ucp):${UUID_PATTERN})$`,
  description: cartSubjectRule,
  examples: ['member:42', 'guest:0d3c7a52-9f0e-4f5e-8f0c-1b6f3a1d2c4e', 'ucp:6d1f0c9e-2b7a-8c3d-8e4f-5a6b7c8d9e0f'],
})
