/** Session lookup: the `onRequest` hook of the session endpoint and of every page, which finds the owner and limits requests. */

import type { FastifyRequest } from 'fastify'
import type { Owner } from '../../auth/identity.ts'
import { hashSessionId } from '../../auth/session-id.crypto.ts'
import { clientNetworkOf } from '../../http/rate-limit/client-network.ts'
import type { RateLimit } from '../../http/rate-limit/rate-limit.ts'
import type { SessionCookie } from './session-cookie.ts'

/** The dependencies of the session lookup. */
export interface SessionOwnerDependencies {
  findOwner: (sessionId: string, now: number) => Promise<Owner | undefined>
  cookie: SessionCookie
  limit: RateLimit
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Sets `sessionOwner` of a request; undefined without a valid session. @throws Refusal 429 */
export type FindSessionOwner = (request: FastifyRequest) => Promise<void>

/**
 * Creates the `onRequest` hook. Requests of a valid session are counted per session, from any address. All other requests are
 * counted per client network, including those with invalid cookies: a client could otherwise send a new cookie with each request.
 */
export function createSessionOwnerFinder({
  findOwner,
  cookie,
  limit,
  now,
}: SessionOwnerDependencies): FindSessionOwner {
  return async request => {
    const id = request.cookies[cookie.name] ?? ''
    const owner = await findOwner(id, now())
    await limit(owner ? hashSessionId(id) : clientNetworkOf(request.ip))
    request.sessionOwner = owner
  }
}
