/** Authentication of the operator's monitoring by a separate secret, which works while the issuer of access tokens is down. */

import { refusal } from '../errors.ts'
import { CHALLENGE, unauthorised } from './access.ts'
import { createSecretCheck } from './secret-check.crypto.ts'

/** Settings of the metrics endpoint: without a token it is public in development and refused in production. */
export interface MetricsTokenSettings {
  token: string | undefined
  production: boolean
}

/**
 * Requires the operator's bearer token, compared in constant time.
 * @param read returns the request's token; throws when there is none
 * @throws Refusal 401
 */
export function requireMetricsToken({ token, production }: MetricsTokenSettings, read: () => string): void {
  if (token === undefined && !production) return
  if (token === undefined) {
    // Whatever token comes, or none.
    throw refusal('wrong_token_kind', 'Set METRICS_TOKEN to enable this endpoint.', { 'WWW-Authenticate': CHALLENGE })
  }
  if (!createSecretCheck(token)(read())) throw unauthorised('wrong_token_kind')
}
