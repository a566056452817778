/** What answers carry whatever their route, and what is answered to bytes that are not HTTP. */

import type { Socket } from 'node:net'
import type { RefusalCode } from '../errors.ts'
import { statusOf, titleOf } from '../errors.ts'
import type { App } from './app.ts'
import { errorDocument } from './error-handler.ts'
import type { SecurityHeaders } from './security-headers.ts'

/** Sets the headers of every answer. API answers are never cached; pictures say so themselves. */
export function answerHeaders(app: App): void {
  app.addHook('onSend', async (request, reply) => {
    const { mediaType } = request.routeOptions.config
    // Fastify would add a charset, which JSON:API forbids.
    if (mediaType) reply.header('Content-Type', mediaType)
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store')
  })
}

const meanings: Record<string, RefusalCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Makes what answers a request that cannot be read as HTTP, in the same envelope as every other error, and hangs up. */
export function answerBrokenRequests(headers: SecurityHeaders) {
  const fields = headers.map(([name, value]) => `${name}: ${value}`)
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const code = meanings[error.code ?? ''] ?? 'malformed_request'
    const body = errorDocument([{ code, detail: 'The request cannot be read as HTTP/1.1.' }])
    socket.end(
      [
        `HTTP/1.1 ${statusOf(code)} ${titleOf(code)}`,
        'Content-Type: application/json',
        'Cache-Control: no-store',
        ...fields,
        'Connection: close',
        `Content-Length: ${Buffer.byteLength(body)}`,
        '',
        body,
      ].join('\r\n'),
    )
  }
}
