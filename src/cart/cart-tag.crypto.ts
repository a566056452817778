/** The entity tag of a cart, as `GET /cart` gives it (RFC 9110 section 8.8.3). */

import { entityTagOf } from '../http/response/entity-tag.ts'
import type { PresentedAnswer } from './pricing/presented-answer.ts'

/** Returns the tag of an answer of `GET /cart`. */
export function tagOfCart(answer: PresentedAnswer): string {
  return entityTagOf(answer.text)
}
