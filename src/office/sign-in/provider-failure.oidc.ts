/** What goes wrong with an identity provider, and whether it is out of reach or does not fit the settings. */

import { errors } from 'jose'
import * as oidc from 'openid-client'
import { CERTIFICATE, codeOf } from '../../auth/provider-cure.ts'
import { isOutOfReach } from './provider-keys.jwt.ts'

/** Why the provider has not answered as a sign-in needs: the sign-in is over, the provider is out of reach, or the settings do not fit. */
export type ProviderProblem = 'expired' | 'unavailable' | 'misconfigured'

/** A step that has failed. The message names the step and a code, and has no text of an answer, which may contain a token. */
export class ProviderFailure extends Error {
  readonly problem: ProviderProblem
  /** Codes of the failure, such as `HTTP 404`; undefined where the message says it in words. */
  readonly reason: string | undefined
  constructor(problem: ProviderProblem, message: string, reason?: string) {
    super(message)
    this.name = 'ProviderFailure'
    this.problem = problem
    this.reason = reason
  }

  /** What a line of the log tells. */
  get entry(): { problem: ProviderProblem; cause: string } {
    return { problem: this.problem, cause: this.message }
  }
}

/** Codes of an authorization server that cannot answer now (RFC 6749 section 4.1.2.1, RFC 8628 section 3.5). */
const TEMPORARY = ['server_error', 'temporarily_unavailable', 'slow_down']
/** Codes with which it tells that the person has refused, or has to do something there (OpenID Connect Core section 3.1.2.6). */
const REFUSED = [
  'access_denied',
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
]
/** Codes of openid-client for an answer that ended early, or is no JSON at all: the next one may be whole. */
const BROKEN = ['OAUTH_PARSE_ERROR', 'OAUTH_TIMEOUT', 'OAUTH_ABORT']

/** Names a step that may fail. @throws ProviderFailure that names it */
export async function step<T>(name: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof ProviderFailure) throw error
    const { problem, reason } = explain(error)
    throw new ProviderFailure(problem, `${name}: ${reason}`, reason)
  }
}

/** Returns what an error code in the answer to the authorization request means (RFC 6749 section 4.1.2.1). */
export function explainRefusal(code: string): { problem: 'denied' | ProviderProblem; cause: string } {
  const cause = `the authorization request: ${nameOf(code)}`
  if (REFUSED.includes(code)) return { problem: 'denied', cause }
  return { problem: TEMPORARY.includes(code) ? 'unavailable' : 'misconfigured', cause }
}

interface Explanation {
  problem: ProviderProblem
  reason: string
}

function explain(error: unknown): Explanation {
  if (error instanceof oidc.ResponseBodyError) return explainCode(error)
  if (error instanceof oidc.WWWAuthenticateChallengeError) return explainStatus(error.status)
  if (error instanceof errors.JOSEError) return explainKeys(error)
  if (error instanceof oidc.ClientError) return explainClientError(error)
  const code = codeOf(error)
  return { problem: CERTIFICATE.test(code) ? 'misconfigured' : 'unavailable', reason: code || 'no answer' }
}

function explainCode({ error, status }: oidc.ResponseBodyError): Explanation {
  const reason = `${nameOf(error)} (HTTP ${status})`
  if (isTemporary(status) || TEMPORARY.includes(error)) return { problem: 'unavailable', reason }
  return { problem: [...REFUSED, 'invalid_grant'].includes(error) ? 'expired' : 'misconfigured', reason }
}

function explainStatus(status: number): Explanation {
  return { problem: isTemporary(status) ? 'unavailable' : 'misconfigured', reason: `HTTP ${status}` }
}

function explainClientError({ code = '', cause }: oidc.ClientError): Explanation {
  if (cause instanceof errors.JOSEError) return explainKeys(cause)
  if (cause instanceof Response && code === 'OAUTH_RESPONSE_IS_NOT_CONFORM') return explainStatus(cause.status)
  const isOut = code === '' || BROKEN.includes(code)
  const reason = [...new Set([code, codeOf(cause)])].filter(each => each !== '').join(' ')
  return { problem: isOut ? 'unavailable' : 'misconfigured', reason: reason || 'no answer' }
}

/** The keys are out of reach, or none of them has signed the token. */
function explainKeys(error: errors.JOSEError): Explanation {
  return { problem: isOutOfReach(error) ? 'unavailable' : 'misconfigured', reason: error.code }
}

function isTemporary(status: number): boolean {
  return status >= 500 || status === 429
}

/** A code is the provider's text, or the browser's: one in another form is not logged. */
function nameOf(code: string): string {
  return /^[\w.-]{1,64}$/.test(code) ? code : 'an error without a code'
}
