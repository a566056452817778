/** What the endpoints of the sign-in share: their dependencies, and how a sign-in ends. */

import type { FastifyReply } from 'fastify'
import type { RateLimit } from '../../http/rate-limit/rate-limit.ts'
import type { OfficeCookies } from '../session/office-cookies.ts'
import { OFFICE_ABSOLUTE_MS } from '../session/office-session.ts'
import type { OfficeSessionStore } from '../session/office-sessions.store.ts'
import type { IdentityProvider } from './identity-provider.oidc.ts'
import type { HasKey } from './office-key.crypto.ts'
import type { ProviderProblem } from './provider-failure.oidc.ts'
import type { StaffClaimSettings, Unreadable } from './read-staff.ts'
import type { SignInStore } from './sign-ins.store.ts'

/** The page of the sign-in, to which one that fails leads, with the reason. */
export const SIGN_IN = '/office/sign-in'

/** Why a sign-in failed, as the page tells it. */
export type Problem = 'denied' | Unreadable | ProviderProblem

/** The dependencies of the endpoints. */
export interface SignInDependencies {
  sessions: OfficeSessionStore
  signIns: SignInStore
  cookies: OfficeCookies
  /** Undefined in development without one: staff sign in by a role. */
  provider: IdentityProvider | undefined
  /** Whether a request has the key of the roles. */
  hasKey: HasKey
  claims: StaffClaimSettings
  /** Counts sign-ins by the client's network. */
  limit: RateLimit
  /** Counts logouts that the provider sends, by its network. */
  limitLogouts: RateLimit
  publicUrl: string
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Gives the browser the cookie of a session. */
export function keepSession(reply: FastifyReply, cookies: OfficeCookies, id: string): FastifyReply {
  const maxAge = OFFICE_ABSOLUTE_MS / 1000
  return reply.setCookie(cookies.session, id, { ...cookies.attributes, maxAge })
}

/** Leads to the page of the sign-in, which tells the problem. @param to page of the office that the next sign-in leads back to */
export function refuse(reply: FastifyReply, problem: Problem, to = '/office'): FastifyReply {
  return reply.redirect(`${SIGN_IN}?${new URLSearchParams({ problem, to })}`)
}
