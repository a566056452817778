/** Issues handoffs, consumes them as a browser does, and reads the web session. */

import assert from 'node:assert/strict'
import { HANDOFF, SESSION } from '../../../src/api-paths.ts'
import { recordSecret } from '../runner/logs.ts'
import type { Answer, Call, TestService } from '../service/service.ts'

/** An issued handoff. */
export interface Link {
  url: string
  expiresAt: string
  /** The handoff token. */
  token: string
}

/** Issues a handoff; the kind of the token selects the endpoint. */
export async function issueHandoff(service: TestService, token: string, body?: unknown): Promise<Link> {
  const kind = subjectOf(token).startsWith('member') ? 'checkout-session' : 'checkout-guest-session'
  const answer = await service.call('POST', `/${kind}`, { token, ...(body !== undefined && { body }) })
  assert.equal(answer.status, 200, answer.text)
  const { url, expiresAt } = answer.json as { url: string; expiresAt: string }
  return { url, expiresAt, token: new URL(url).searchParams.get('t') ?? '' }
}

/** Consumes a handoff token. */
export function consumeHandoff(
  service: TestService,
  token: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return service.call('GET', `${HANDOFF}?t=${encodeURIComponent(token)}`, { headers })
}

/** The claims of a JWT, without verification. */
export function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

function subjectOf(token: string): string {
  return String(claimsOf(token).sub)
}

/** The session cookie that a response sets, in the form of a Cookie header; undefined when it sets none. */
export function cookieOf({ headers }: Answer): string | undefined {
  return headers.get('set-cookie')?.split(';')[0]
}

/** Issues and consumes a handoff. @returns the cookie of the new session */
export async function signIn(
  service: TestService,
  accessToken: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const { token } = await issueHandoff(service, accessToken)
  const cookie = cookieOf(await consumeHandoff(service, token, headers))
  assert.ok(cookie)
  return cookie
}

/** The response of the session endpoint. */
export interface Session {
  identity: 'member' | 'guest' | 'none'
  customerId?: number
  cart?: { data: { attributes: { totalQuantity: number; grandTotal: { amount: string } } } }
}

/** The session of a cookie. */
export async function sessionOf(service: TestService, cookie?: string, call: Call = {}): Promise<Session> {
  const headers = { ...(cookie !== undefined && { Cookie: cookie }), ...call.headers }
  const answer = await service.call('GET', SESSION, { ...call, headers })
  assert.equal(answer.status, 200, answer.text)
  return answer.json as Session
}

/** Asserts that a response is that of a failed handoff: a redirect to the default path, and no cookie. */
export function assertRefused(answer: Answer, fallback = '/sepet'): void {
  assert.deepEqual([answer.status, answer.headers.get('location')], [302, fallback], answer.text)
  assert.equal(answer.headers.get('set-cookie'), null)
}

/** Requests the token by which a web shop acts for the session of a cookie. */
export async function requestActing(service: TestService, cookie?: string, scope = 'sessions:act'): Promise<Answer> {
  const token = await service.token('admin', { id: 'web-shop', scope })
  return service.call('POST', `${SESSION}/token`, {
    token,
    ...(cookie !== undefined && { headers: { Cookie: cookie } }),
  })
}

/** The token by which a web shop acts for the session of a cookie. */
export async function actFor(service: TestService, cookie: string): Promise<string> {
  const answer = await requestActing(service, cookie)
  assert.equal(answer.status, 200, answer.text)
  const { accessToken } = answer.json as { accessToken: string }
  recordSecret(accessToken)
  return accessToken
}

/** Logs a customer in on the web, as the web shop does for a browser with a cookie or without. */
export async function logIn(service: TestService, body: object, cookie?: string): Promise<Answer> {
  const token = await service.token('admin', { id: 'web-shop', scope: 'sessions:act' })
  const headers = cookie === undefined ? {} : { Cookie: cookie }
  return service.call('POST', `${SESSION}/login`, { token, body, headers })
}
