/** How long, how large and how many: what a client may take from the server before it has asked for anything. */

import type { FastifyHttpOptions, RawServerDefault } from 'fastify'

const SECOND = 1_000

/** Options of the server, Fastify's own and those that it hands to `node:http`. */
export const serverLimits = {
  /** For a whole request, its body included: a phone that sends 64 KiB at 20 kbit/s is just in time. */
  requestTimeout: 30 * SECOND,
  /** For silence in either direction; no answer takes so long to make. A client that reads slowly has RESPONSE_TIMEOUT_SECONDS. */
  connectionTimeout: 30 * SECOND,
  /** For the next request on a connection: longer than the minute after which proxies let go, so that they do so first. */
  keepAliveTimeout: 72 * SECOND,
  http: {
    /** For the first byte to the last header: honest clients send them at once. */
    headersTimeout: 10 * SECOND,
    /** How often the two above are looked at: often enough that thousands of slow clients are not all cut in one go. */
    connectionsCheckingInterval: SECOND / 10,
    /** A token is under 1 KiB; more than this is 431. */
    maxHeaderSize: 16_384,
  },
} satisfies FastifyHttpOptions<RawServerDefault>
