/** Responses to requests that cannot be parsed: an error document or, on a path whose responses are all redirects, a redirect. */

import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type DetailedCode, type Refusal, refusal } from '../../errors.ts'
import { newRequestId, REQUEST_ID, requestIdOf } from '../request/request-id.ts'
import { pathOf, pathOfBytes } from '../request/request-target.ts'
import { type ClientError, latestResponse, unparsedHead } from '../request/unparsed-head.ts'
import { linger } from './lingering-close.ts'
import type { SecurityHeaders } from './security-headers.ts'

/** A route whose responses are all redirects. */
export interface RedirectingRoute {
  /** The path as it is registered, whose last part may be a parameter: `/buy/:items`. */
  url: string
  /** Where a request leads that cannot be parsed. */
  location: string
}

/** What the responses depend on besides the request. */
export interface ClientErrorSettings {
  headers: SecurityHeaders
  /** The routes whose responses are all redirects. */
  redirects: RedirectingRoute[]
  /** The body of a refusal, by the path of the request, which may not be known. */
  bodyOf: (refused: Refusal, path: string | undefined) => string
}

/** Error codes by the code of the Node.js error. */
const meanings: Record<string, DetailedCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Connections that get no further response: the parser reports its failure again with every packet. */
const failed = new WeakSet<Socket>()

/** Creates the handler of requests that cannot be parsed: it sends the last response of the connection and closes it. */
export function createClientErrorHandler(settings: ClientErrorSettings) {
  return (error: ClientError, socket: Socket): void => {
    if (failed.has(socket)) return
    failed.add(socket)
    if (error.code === 'ECONNRESET') socket.destroy()
    else answerFailure(error, socket, settings)
  }
}

function answerFailure(error: ClientError, socket: Socket, settings: ClientErrorSettings): void {
  const latest = latestResponse(socket)
  const refused = refusal(meanings[error.code ?? ''] ?? 'malformed_request')
  if (latest && !latest.req.complete) {
    const { req } = latest
    const answer = () => answerTarget(socket, { path: pathOf(req.url ?? ''), id: requestIdOf(req), refused }, settings)
    answerForBody(latest, { answer, end: () => linger(socket) })
    return
  }
  const failure = { path: pathOfBytes(unparsedHead(socket, error)), id: newRequestId(), refused }
  afterClose(latest, () => answerTarget(socket, failure, settings))
}

/** Answers a request whose body failed, unless its handler, which may not wait for the body, has begun the response. */
function answerForBody(response: ServerResponse, { answer, end }: { answer: () => void; end: () => void }): void {
  if (response.headersSent) afterClose(response, end)
  else if (response.socket) answer()
  // Node.js assigns the socket to a response once the earlier responses are sent.
  else response.once('socket', answer)
}

/** Responses are sent in the order of their requests (RFC 9112 section 9.3.2). */
function afterClose(response: ServerResponse | undefined, next: () => void): void {
  if (!response || response.writableFinished) {
    next()
    return
  }
  // One more listener per connection is no leak, of which Node.js would warn.
  response.setMaxListeners(response.getMaxListeners() + 1)
  response.once('close', next)
}

interface Failure {
  /** Path of the request; undefined when it is not known. */
  path: string | undefined
  /** Id of the request. */
  id: string
  refused: Refusal
}

/** Sends the last response of a connection, by the path of the request, and closes the connection. */
export function answerTarget(
  socket: Socket,
  { path, id, refused }: Failure,
  { headers, redirects, bodyOf }: ClientErrorSettings,
): void {
  const location = redirects.find(({ url }) => path !== undefined && isPathOf(url, path))?.location
  const common = [['Cache-Control', 'no-store'], ...headers, [REQUEST_ID, id], ['Connection', 'close']]
  const body = location === undefined ? bodyOf(refused, path) : ''
  const [status, own] =
    location === undefined ? [refused.status, ['Content-Type', 'application/json']] : [302, ['Location', location]]
  const fields = [own, ...common, ['Content-Length', String(Buffer.byteLength(body))]]
  const lines = fields.map(([name, value]) => `${name}: ${value}`)
  linger(socket, [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
}

/** Whether a path belongs to a route: a parameter stands for one part of it. */
function isPathOf(url: string, path: string): boolean {
  const [fixed = '', parameter] = url.split(/:\w+$/)
  return parameter === undefined ? path === url : path.startsWith(fixed) && !path.slice(fixed.length).includes('/')
}
