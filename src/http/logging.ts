/** JSON logs: one line per request with its route pattern, never its URL, so that no token or id of a URL is logged. */

import { destination, type LoggerOptions } from 'pino'
import type { App } from './fastify-types.ts'

/** Lines are written in batches, at most 100 ms after the first line: one write per line costs 7 µs per request. */
const buffered = { minLength: 8_192, periodicFlush: 100 }
/** Bytes of lines that are kept while standard output is not read; further lines are dropped, and the service goes on. */
const MAX_UNREAD_BYTES = 4_194_304

/** Creates the destination of logs: standard output, asynchronous and buffered. */
export function standardOutput() {
  return destination({ dest: 1, sync: false, maxLength: MAX_UNREAD_BYTES, ...buffered })
}

/**
 * Returns the options of the process's logger.
 * @param level lowest level that is logged
 */
export function loggerOptions(level: string) {
  return {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: label => ({ level: label }) },
    redact: ['headers', 'req.headers', 'res.headers'],
  } satisfies LoggerOptions
}

/** Registers the hook that logs a line for every completed request. */
export function logRequests(app: App): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ip: request.ip,
      },
      'request',
    )
    done()
  })
}
