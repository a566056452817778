/** Tells in the log when the keys of the issuer of access tokens cannot be used, with the cure. */

import { NO_VERIFYING_KEY } from '../auth/fetch-jwks.jwt.ts'
import { codeOf, findCure } from '../auth/provider-cure.ts'
import type { App } from '../http/fastify-types.ts'
import { withoutStack } from '../http/response/error-handler.ts'

/** What the variable must be the address of. */
const KEY_SET = 'the JSON Web Key Set, which discovery names jwks_uri'

/** Logs that the keys at `address` have become unavailable or useless, or can be used again where `error` is undefined. */
export function logIssuerState({ log }: Pick<App, 'log'>, address: string, error: unknown): void {
  if (error === undefined) log.warn('the issuer’s keys can be fetched again')
  else log.warn({ err: withoutStack(error), cure: cureOf(error, address) }, messageOf(error))
}

function cureOf(error: unknown, address: string): string {
  return findCure(codeOf(error), { variable: 'ACCESS_TOKEN_JWKS_URL', address, expected: KEY_SET })
}

function messageOf(error: unknown): string {
  return error === NO_VERIFYING_KEY ? 'no key of the issuer verifies a token' : 'the issuer’s keys cannot be fetched'
}
