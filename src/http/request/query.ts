/** Query strings that cannot be read. */

import { refusal } from '../../errors.ts'

/**
 * Refuses a query that is no percent-encoded UTF-8, which Fastify would take as it stands.
 * @throws Refusal 400
 */
export function requireDecodable(url: string): void {
  try {
    decodeURIComponent(url.slice(url.indexOf('?') + 1))
  } catch {
    throw refusal('invalid_encoding', 'The query is not percent-encoded UTF-8.')
  }
}
