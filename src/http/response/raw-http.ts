/** Headers of every response, and responses to protocol edge cases and to bytes that are not valid HTTP. */

import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type Refusal, type RefusalCode, refusal } from '../../errors.ts'
import type { App } from '../fastify-types.ts'
import { newRequestId, REQUEST_ID, requestIdOf } from '../request/request-id.ts'
import { errorDocument, lacksHost, missingHost } from './error-handler.ts'
import type { SecurityHeaders } from './security-headers.ts'

/**
 * Registers the headers of every response: `Cache-Control: no-store` unless the route sets its own, as pictures do.
 * @param isDraining whether connections are closed after their next response
 */
export function registerResponseHeaders(app: App, isDraining: () => boolean): void {
  app.addHook('onSend', async (request, reply) => {
    const { mediaType } = request.routeOptions.config
    // Fastify adds a charset to the media type, which JSON:API forbids.
    if (mediaType) reply.header('Content-Type', mediaType)
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store')
    if (isDraining()) reply.header('Connection', 'close')
  })
}

/** Registers responses to protocol edge cases that Node.js would answer without a body or not at all. */
export function registerProtocolEdgeCases(app: App, headers: SecurityHeaders): void {
  // A CONNECT request (RFC 9110 section 9.3.6) is meant for a proxy.
  app.server.on('connect', (request, socket: Socket) => {
    // Node.js has no error listener on this socket: without one, a reset would end the process.
    socket.on('error', () => socket.destroy())
    const refused = refusal('malformed_request', 'CONNECT is not supported: this server is not a proxy.')
    sendAndClose(socket, [...headers, [REQUEST_ID, requestIdOf(request)]], refused)
  })
  // Expectations other than 100-continue may be ignored (RFC 9110 section 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.server.on('request', ({ socket }, response) => latestAnswers.set(socket, response))
  // In preParsing: rate limits count in onRequest hooks, those of routes included, and must run before any refusal.
  app.addHook('preParsing', ({ raw }, _reply, _payload, done) => done(lacksHost(raw) ? missingHost() : null))
}

/** Response to the latest request of each connection, sent or not. */
const latestAnswers = new WeakMap<Socket, ServerResponse>()

/** Error codes by the code of the Node.js error. */
const meanings: Record<string, RefusalCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Time for the client to read the last response; then the connection is closed even if the client is still sending. */
const LINGER_MS = 1_000

/** Creates the handler of requests that are not valid HTTP: it sends an error document and closes the connection. */
export function createClientErrorHandler(headers: SecurityHeaders) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const latest = latestAnswers.get(socket)
    const code = meanings[error.code ?? ''] ?? 'malformed_request'
    // The response may already be under way when the body turns out to be invalid; a second one must not follow.
    if (latest?.headersSent && !latest.writableFinished) {
      endSoon(socket)
      return
    }
    // The head of the request may have been read, and its id written to the log.
    const id = latest && !latest.headersSent ? requestIdOf(latest.req) : newRequestId()
    const refused = refusal(code, 'The request cannot be read as HTTP/1.1.')
    sendAndClose(socket, [...headers, [REQUEST_ID, id]], refused)
  }
}

function sendAndClose(socket: Socket, headers: SecurityHeaders, { status, violations }: Refusal): void {
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

/** Closes a connection after a last text. It goes on reading, since the client's FIN is only seen by reading. */
function endSoon(socket: Socket, last = ''): void {
  socket.resume()
  socket.end(last)
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}
