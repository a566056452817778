/** Decoding of query strings. */

import { refusal } from '../../errors.ts'

/** Detail of the refusal of a query that cannot be decoded. */
export const UNDECODABLE_QUERY = 'The query is not percent-encoded UTF-8.'

/**
 * Refuses a query that is not percent-encoded UTF-8, which Fastify would accept undecoded.
 * @param url path and query of the request
 * @throws Refusal 400
 */
export function requireDecodable(url: string): void {
  try {
    decodeURIComponent(url.slice(url.indexOf('?') + 1))
  } catch {
    throw refusal('invalid_encoding', UNDECODABLE_QUERY)
  }
}
