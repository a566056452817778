/** Types of access tokens: `typ` of the header separates them from other tokens of their issuer (RFC 8725 section 3.11). */

import { unauthorised } from './access.ts'

/** A JWT without a purpose (RFC 7519 section 5.1) or an access token (RFC 9068 section 2.1), in any case. */
const ACCESS_TOKEN_TYPE = /^(?:application\/)?(?:at\+)?jwt$/i

/**
 * Refuses a token whose header says that it is one for another purpose, such as `logout+jwt`. A token without a type is taken.
 * @param header of a token whose signature is verified
 * @throws Refusal 401
 */
export function requireAccessTokenType({ typ }: { typ?: unknown }): void {
  if (typ === undefined || (typeof typ === 'string' && ACCESS_TOKEN_TYPE.test(typ))) return
  throw unauthorised('token_invalid', 'The token has a type (typ) other than JWT and at+jwt: it is no access token.')
}
