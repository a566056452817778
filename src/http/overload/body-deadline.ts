/** Deadlines of request bodies: 30 s for most requests, longer where a route takes a long upload. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http'

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/**
 * Ends a request with 408 when its body is not complete in time, however steadily it arrives.
 * @param timeoutMs milliseconds from the last header
 */
export function limitBodyTime(server: Server, timeoutMs: number): void {
  // Before the listener that answers, which may replace the deadline.
  server.prependListener('request', (request: IncomingMessage) => {
    if (announcesBody(request)) start(server, request, timeoutMs)
  })
}

/** Replaces the deadline of a request whose body may take longer. @param timeoutMs milliseconds from now */
export function extendBodyTime(server: Server, request: IncomingMessage, timeoutMs: number): void {
  if (timers.has(request)) start(server, request, timeoutMs)
}

/**
 * Suspends the time-out of an inactive connection until a response is complete, for a handler that works longer than it. Call it after
 * the body was received.
 */
export function suspendInactivityTimeout(server: Server, { socket }: IncomingMessage, response: ServerResponse): void {
  socket.setTimeout(0)
  response.once('close', () => socket.setTimeout(server.timeout))
}

function start(server: Server, request: IncomingMessage, timeoutMs: number): void {
  clearTimeout(timers.get(request))
  const timer = setTimeout(() => {
    if (request.complete || request.socket.destroyed) return
    // As Node.js does at its own time-out, which is that of the longest upload.
    const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    server.emit('clientError', error, request.socket)
  }, timeoutMs).unref()
  if (!timers.has(request)) request.once('close', () => clearTimeout(timers.get(request)))
  timers.set(request, timer)
}

/** Whether a request announces a body that is not empty, or whose length is not known yet. */
export function announcesBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers
  return length !== '0' || coding !== undefined
}
