/** The request header `Idempotency-Key`, by which a client may repeat a write (draft-ietf-httpapi-idempotency-key-header). */

import { Refusal } from '../../errors.ts'
import type { NamedHeaders } from '../fastify-types.ts'

/** Name of the request header. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key'
/** Name of the response header of a write that an earlier request with the same key has done. */
export const IDEMPOTENCY_REPLAYED = 'Idempotency-Replayed'
/** What a key consists of, as a regular expression. */
export const KEY_PATTERN = '^[!-~]{1,255}$'

const KEY = new RegExp(KEY_PATTERN)

/**
 * Returns the idempotency key of a request, whole and with its case; undefined when it has none.
 * @throws Refusal 400 `parameter_invalid` for any other text, such as several keys
 */
export function idempotencyKeyOf(headers: NamedHeaders): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && KEY.test(key)) return key
  const detail = 'Must be one key of 1 to 255 ASCII characters from ! to ~, without blanks.'
  throw new Refusal({ code: 'parameter_invalid', header: IDEMPOTENCY_KEY, detail })
}
