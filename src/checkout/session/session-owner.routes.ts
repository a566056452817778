/**
 * The first step of the session endpoint and of every page: finds whose web session a request carries, and counts the request.
 */

import type { FastifyRequest } from 'fastify'
import type { Owner } from '../../auth/identity.ts'
import { clientNetworkOf } from '../../http/rate-limit/client-network.ts'
import type { RateLimit } from '../../http/rate-limit/rate-limit.ts'
import type { SessionCookie } from './session-cookie.ts'
import { hashSessionId } from './session-id.crypto.ts'

export interface SessionOwnerDependencies {
  findOwner: (sessionId: string, now: number) => Promise<Owner | undefined>
  cookie: SessionCookie
  limit: RateLimit
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Sets `sessionOwner` of a request. @throws Refusal 429 */
export type FindSessionOwner = (request: FastifyRequest) => Promise<void>

/**
 * Makes the `onRequest` hook. A session that exists is counted by itself, wherever its browser is. Everything else is counted by
 * address, cookies that were made up too: each would otherwise be a window of its own.
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
