/** External ids: the ids by which a shop's identity provider names customers. */

import { isLongerThan, isStorable, nonEmptyText } from './fields.ts'

/** Largest length, in code points. */
export const MAX_EXTERNAL_ID = 255

/** The schema of an external id in requests and imports. */
export const ExternalId = nonEmptyText(MAX_EXTERNAL_ID)

/** Returns whether a text can be an external id. */
export function isExternalId(text: string): boolean {
  return text !== '' && !isLongerThan(text, MAX_EXTERNAL_ID) && isStorable(text)
}
