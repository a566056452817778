/** Lets the operator's monitoring in: a secret of its own, which works when the issuer of access tokens is down. */

import { createHash, timingSafeEqual } from 'node:crypto'
import { unauthorised } from './access.ts'

/** What monitoring must present: the token, or nothing in development while none is set. */
export interface MetricsTokenSettings {
  token: string | undefined
  production: boolean
}

/**
 * Decides whether a bearer token is the operator's, in constant time.
 * @param read gives the request's token; throws where there is none
 * @throws Refusal 401
 */
export function requireMetricsToken({ token, production }: MetricsTokenSettings, read: () => string): void {
  if (token === undefined && !production) return
  if (token === undefined) throw unauthorised('wrong_token_kind', 'Set METRICS_TOKEN to open this endpoint.')
  if (!timingSafeEqual(digest(read()), digest(token))) {
    throw unauthorised('wrong_token_kind', 'This endpoint takes the token that METRICS_TOKEN says.')
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
