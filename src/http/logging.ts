/** JSON logs: one line per request with its route, never its address, so that no token or id in a URL is written down. */

import type { Writable } from 'node:stream'
import type { FastifyServerOptions } from 'fastify'
import type { App } from './app.ts'

/** Options of the process's logger. @param stream where logs go, if not to standard output */
export function loggerOptions(level: string, stream?: Writable): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    ...(stream && { stream }),
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: label => ({ level: label }) },
    redact: ['headers', 'req.headers', 'res.headers'],
  }
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
