/** The entity tag of a cart, as `GET /cart` gives it (RFC 9110 section 8.8.3). */

import { entityTagOf } from '../http/response/entity-tag.ts'
import { serializerCompiler } from '../http/response/serializer.ts'
import { CartAnswer } from './cart-answer.document.ts'

const serialize = serializerCompiler({ schema: CartAnswer, method: 'GET', url: '/cart' })

/** Returns the tag of an answer of `GET /cart`. */
export function tagOfCart(answer: CartAnswer): string {
  return entityTagOf(serialize(answer))
}
