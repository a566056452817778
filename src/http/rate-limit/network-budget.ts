/**
 * Budget of a client network: requests within any minute, weighted by the lines of the carts that they priced. Each process counts for itself,
 * and refuses what exceeds the budget before it looks at the token.
 */

import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { ADMIN } from '../../api-paths.ts'
import type { ActingSession } from '../../auth/resolve-owner.ts'
import { refusal } from '../../errors.ts'
import { currentRequest } from '../../fairness/served-request.ts'
import { isOperational } from '../request/request-target.ts'
import { isLoopback } from './client-network.ts'
import { createNetworkWindows } from './network-windows.ts'

const WINDOW_MS = 60_000
/** Lines of a cart that weigh as much as a request. */
const LINES_PER_WEIGHT = 25
/** Largest number of cached hashes: 3 MB. */
const CACHED_HASHES = 10_000
const TOO_MANY = 429

/** The budgets of all networks. */
export interface NetworkBudget {
  /** Counts a request of a network. @throws Refusal 429 with `Retry-After` above the budget; the request does not count then */
  count(request: FastifyRequest): void
  /**
   * Counts a request that acts for a web session for the network that the session was begun from, where it is known, instead of the web shop's.
   * @throws Refusal 429
   */
  moveTo(request: FastifyRequest, session: ActingSession | undefined): void
  /** Takes a request back that another limit has refused. */
  settle(request: FastifyRequest, status: number): void
  /** Counts a request that was refused for overload. */
  countRefused(request: IncomingMessage, network: string): void
}

/** What a budget has counted of a request. */
export interface CountedForNetwork {
  /** Hash of the network that the request counts for; null for none. */
  key: string | null
  uncount: () => void
}

interface Settings {
  perMinute: number
  /** How many times `perMinute` the site of an IPv6 network has; 0 where sites have no budget. */
  siteFactor: number
  /** Keyed hash of a network, as web sessions store it. */
  hashNetwork: (network: string) => string
  onRefusal: () => void
}

const unlimited: NetworkBudget = { count() {}, moveTo() {}, settle() {}, countRefused() {} }

/** Creates the budgets of this process. */
export function createNetworkBudget({ perMinute, siteFactor, hashNetwork, onRefusal }: Settings): NetworkBudget {
  if (perMinute === 0) return unlimited
  const size = { limit: perMinute, windowMs: WINDOW_MS, siteFactor }
  const windows = createNetworkWindows(size, () => performance.now())
  const hashes = new LRUCache<string, string>({ max: CACHED_HASHES, memoMethod: hashNetwork })

  function countFor(key: string): () => void {
    const counted = windows.count(key)
    if (counted.isAccepted) return () => void counted.uncount()
    onRefusal()
    const seconds = Math.max(1, Math.ceil(counted.waitMs / 1000))
    throw refusal('rate_limited', `Too many requests: try again in ${seconds} s.`, { 'Retry-After': String(seconds) })
  }

  function addWeight(key: string | null, lines: number): void {
    const weight = Math.floor(lines / LINES_PER_WEIGHT)
    if (key !== null && weight > 0) windows.weigh(key, weight)
  }

  return {
    count(request) {
      const served = currentRequest()
      if (!served || !isCounted(request.raw, served.network)) return
      const key = hashes.memo(served.network)
      const networkCount: CountedForNetwork = { key, uncount: countFor(key) }
      request.networkCount = networkCount
      // At once: a client that leaves before the response has cost the same.
      served.onPriced = lines => addWeight(networkCount.key, lines)
    },
    moveTo({ networkCount }, session) {
      if (!networkCount || !session) return
      const { networkHash: key } = session
      networkCount.uncount()
      Object.assign(networkCount, { key, uncount: () => {} })
      if (key !== null) networkCount.uncount = countFor(key)
    },
    settle({ networkCount }, status) {
      if (status === TOO_MANY) networkCount?.uncount()
    },
    countRefused(request, network) {
      if (isCounted(request, network)) windows.weigh(hashes.memo(network), 1)
    },
  }
}

/** Loopback may be a proxy that TRUST_PROXY does not name: its requests are those of all clients. */
function isCounted({ url = '' }: IncomingMessage, network: string): boolean {
  return !isLoopback(network) && !url.startsWith(`${ADMIN}/`) && !isOperational(url)
}
