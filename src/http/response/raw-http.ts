/** What answers carry whatever their route, and what is answered to bytes that are not HTTP. */

import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type Refusal, type RefusalCode, refusal } from '../../errors.ts'
import type { App } from '../fastify-types.ts'
import { errorDocument, lacksHost, missingHost } from './error-handler.ts'
import type { SecurityHeaders } from './security-headers.ts'

/**
 * Sets the headers of every answer. API answers are never cached; pictures say so themselves.
 * @param isDraining whether connections end with the answer that is sent next
 */
export function registerResponseHeaders(app: App, isDraining: () => boolean): void {
  app.addHook('onSend', async (request, reply) => {
    const { mediaType } = request.routeOptions.config
    // Fastify would add a charset, which JSON:API forbids.
    if (mediaType) reply.header('Content-Type', mediaType)
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store')
    if (isDraining()) reply.header('Connection', 'close')
  })
}

/** Answers, in the error envelope or as any other request, what Node.js would answer without a body or not at all. */
export function registerProtocolEdgeCases(app: App, headers: SecurityHeaders): void {
  // Whoever asks for a tunnel (RFC 9110 section 9.3.6) has taken this for a proxy.
  app.server.on('connect', (_request, socket: Socket) => {
    // Node.js no longer listens here: a reset would end the process.
    socket.on('error', () => socket.destroy())
    hangUp(socket, headers, refusal('malformed_request', 'There is no proxy here.'))
  })
  // Expectations besides 100-continue may be ignored (RFC 9110 section 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.server.on('request', ({ socket }, response) => latestAnswers.set(socket, response))
  // Limits are counted in onRequest hooks, those of routes included: nothing may refuse a request before them.
  app.addHook('preParsing', ({ raw }, _reply, _payload, done) => done(lacksHost(raw) ? missingHost() : null))
}

/** The answer to the latest request of each connection, sent or not. */
const latestAnswers = new WeakMap<Socket, ServerResponse>()

const meanings: Record<string, RefusalCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** How long a client has to read why its connection ends; then it ends also if the client goes on sending. */
const LINGER_MS = 1_000

/** Makes what answers a request that cannot be read as HTTP, in the same envelope as every other error, and hangs up. */
export function createClientErrorHandler(headers: SecurityHeaders) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const latest = latestAnswers.get(socket)
    const code = meanings[error.code ?? ''] ?? 'malformed_request'
    // A request may have been answered by its head before its body turns out to be broken: one answer is enough.
    if (latest?.headersSent && !latest.writableFinished) endSoon(socket)
    else hangUp(socket, headers, refusal(code, 'The request cannot be read as HTTP/1.1.'))
  }
}

function hangUp(socket: Socket, headers: SecurityHeaders, { status, violations }: Refusal): void {
  const body = errorDocument(violations)
  endSoon(
    socket,
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json',
      'Cache-Control: no-store',
      ...headers.map(([name, value]) => `${name}: ${value}`),
      'Connection: close',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  )
}

/** Ends a connection that nobody reads any more: without reading, or a client that hangs up, its end would never be seen. */
function endSoon(socket: Socket, last = ''): void {
  socket.resume()
  socket.end(last)
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}
