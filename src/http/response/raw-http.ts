/** Headers of every response, and responses to protocol edge cases that Node.js would answer without a body or not at all. */

import type { Socket } from 'node:net'
import { refusal } from '../../errors.ts'
import type { App } from '../fastify-types.ts'
import { refusalOfHost } from '../request/host.ts'
import { requestIdOf } from '../request/request-id.ts'
import { pathOf } from '../request/request-target.ts'
import { followRequests } from '../request/unparsed-head.ts'
import { answerTarget, type ClientErrorSettings } from './client-errors.ts'
import { lingerBeforeClose } from './lingering-close.ts'

/**
 * Registers the headers of every response: `Cache-Control: no-store` unless the route sets its own, as pictures do.
 * @param isDraining whether connections are closed after their next response
 */
export function registerResponseHeaders(app: App, isDraining: () => boolean): void {
  app.addHook('onSend', (request, reply, body, done) => {
    const { mediaType } = request.routeOptions.config
    // Fastify adds a charset to the media type, which JSON:API forbids.
    if (mediaType) reply.header('Content-Type', mediaType)
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store')
    if (isDraining()) reply.header('Connection', 'close')
    done(null, body)
  })
}

/**
 * Registers responses to protocol edge cases that Node.js would answer without a body or not at all. It collects the redirects of the
 * routes that are registered later.
 */
export function registerProtocolEdgeCases(app: App, settings: ClientErrorSettings): void {
  followRequests(app.server)
  lingerBeforeClose(app.server)
  app.addHook('onRoute', ({ url, config }) => {
    if (config?.redirectsTo !== undefined) settings.redirects.push({ url, location: config.redirectsTo })
  })
  // A CONNECT request (RFC 9110 section 9.3.6) is meant for a proxy.
  app.server.on('connect', (request, socket: Socket) => {
    // Node.js has no error listener on this socket: without one, a reset would end the process.
    socket.on('error', () => socket.destroy())
    const refused = refusal('malformed_request', 'CONNECT is not supported: this server is not a proxy.')
    answerTarget(socket, { path: pathOf(request.url ?? ''), id: requestIdOf(request), refused }, settings)
  })
  // Expectations other than 100-continue may be ignored (RFC 9110 section 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  // In preParsing: rate limits count in onRequest hooks, those of routes included, and must run before any refusal.
  app.addHook('preParsing', ({ raw }, _reply, _payload, done) => done(refusalOfHost(raw) ?? null))
}
