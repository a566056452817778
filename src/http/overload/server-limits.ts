/** Limits of the HTTP server: time-outs of requests and connections, and the size of headers. */

import type { FastifyHttpOptions, RawServerDefault } from 'fastify'

/** Milliseconds. */
const SECOND = 1_000

/** Options of the server: of Fastify, and of `node:http`. */
export const serverLimits = {
  /** Time-out of a request with its body: 64 KiB at 20 kbit/s take 26 s. */
  requestTimeout: 30 * SECOND,
  /** Time-out of inactivity in both directions; no handler takes as long. RESPONSE_TIMEOUT_SECONDS bounds slow reading. */
  connectionTimeout: 30 * SECOND,
  /** Time-out of idle connections: proxies close theirs after a minute, and must do so before the server does. */
  keepAliveTimeout: 72 * SECOND,
  http: {
    /** Time-out from the first byte to the last header, which regular clients send at once. */
    headersTimeout: 10 * SECOND,
    /** Interval of the check for request and header time-outs: short, so that thousands of slow clients do not end together. */
    connectionsCheckingInterval: SECOND / 10,
    /** Bytes of headers, beyond which the response is 431. A token has less than 1 KiB. */
    maxHeaderSize: 16_384,
  },
} satisfies FastifyHttpOptions<RawServerDefault>
