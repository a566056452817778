/** Logout tokens: the identity provider names a session or a subject that has ended (OpenID Connect Back-Channel Logout 1.0). */

import { errors, type JWTPayload, jwtVerify } from 'jose'
import { CLOCK_SKEW_SECONDS } from '../../auth/clock-skew.ts'
import { ISSUER_ALGORITHMS } from '../../auth/issuer-algorithms.ts'
import { isStorable } from '../../schema/fields.ts'
import type { EndedAtProvider } from '../session/office-sessions.store.ts'
import { isOutOfReach, type ProviderKeys } from './provider-keys.jwt.ts'

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const MAX_AGE = '2 minutes'

/** Who signs logout tokens, for whom, and the time in milliseconds since the epoch. */
export interface LogoutTokenSettings {
  keys: ProviderKeys
  issuer: string
  clientId: string
  now: number
}

/**
 * Verifies a logout token (section 2.6).
 * @returns undefined for any other text
 * @throws Error when the keys of the provider cannot be read
 */
export async function readLogoutToken(
  token: string,
  { keys, issuer, clientId, now }: LogoutTokenSettings,
): Promise<EndedAtProvider | undefined> {
  const options = {
    ...{ issuer, audience: clientId, currentDate: new Date(now) },
    ...{ requiredClaims: ['iat', 'jti', 'events'], maxTokenAge: MAX_AGE, clockTolerance: CLOCK_SKEW_SECONDS },
    algorithms: ISSUER_ALGORITHMS,
  }
  try {
    return endedBy((await keys.verifySent(find => jwtVerify(token, find, options))).payload)
  } catch (error) {
    if (error instanceof errors.JOSEError && !isOutOfReach(error)) return undefined
    throw error
  }
}

function endedBy({ sub, sid, events, nonce }: JWTPayload): EndedAtProvider | undefined {
  const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, LOGOUT_EVENT)
  if (!isLogout || nonce !== undefined) return undefined
  if (isName(sid)) return { providerSession: sid, subject: isName(sub) ? sub : null }
  return isName(sub) ? { subject: sub } : undefined
}

/** Whether a claim can be that of a stored session. */
function isName(claim: unknown): claim is string {
  return typeof claim === 'string' && isStorable(claim)
}
