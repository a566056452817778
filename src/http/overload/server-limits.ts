/** Limits of the HTTP server: time-outs of requests and connections, and the size of headers. */

import type { FastifyHttpOptions, RawServerDefault } from 'fastify'

/** Milliseconds. */
const SECOND = 1_000

/** Time-out of a request's body: 64 KiB at 20 kbit/s take 26 s. */
export const BODY_TIMEOUT_MS = 30 * SECOND

/** Milliseconds for each MB of the largest import: a line of 0.9 Mbit/s is fast enough. */
const IMPORT_MS_PER_MB = 10 * SECOND

/** Returns the time-out of the body of an import, in milliseconds: 640 s for bodies of up to 64 MB. */
export function importBodyTimeout(limitMb: number): number {
  return Math.max(BODY_TIMEOUT_MS, limitMb * IMPORT_MS_PER_MB)
}

/** Options of the server: of Fastify, and of `node:http`. */
export const serverLimits = {
  /** Time-out of inactivity in both directions; only imports take as long. RESPONSE_TIMEOUT_SECONDS bounds slow reading. */
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
