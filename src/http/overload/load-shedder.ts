/** Load shedder: applies admission control before the application, so that a refusal costs no more than its response. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Admission, QueuedRequest } from './admission.ts'
import type { RefusalAnswer } from './overload-responses.ts'
import { createRequestSequencer, type PipeliningOptions } from './pipelining.ts'

/** Paths that are never refused: probes decide on restarts and routing by them, and operators need the metrics. */
export const NEVER_SHED = /^\/(health\/live|health\/ready|metrics)(\?|$)/

/** Options of the load shedder. */
export interface LoadShedderOptions extends PipeliningOptions {
  admission: Admission
  /** Returns the response to a refused request. */
  refusalOf: (request: IncomingMessage) => RefusalAnswer
  /** Called for each refused request. */
  onRefusal: () => void
  /** Whether connections are closed after their next response. */
  isDraining: () => boolean
}

/**
 * Inserts the load shedder between a server and its request listener.
 * @throws Error when the server has no request listener
 */
export function shedLoad(server: Server, options: LoadShedderOptions): void {
  const [answer] = server.listeners('request')
  if (!answer) throw new Error('The server has no request listener.')
  const inOrder = createRequestSequencer(options)
  server.on('connection', () => options.admission.expect())
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    // A further request of a chunk that was read before the connection was closed.
    if (request.socket.destroyed) return
    options.unread.follow(request, response)
    const queued = queuedRequestOf(request, response, options, () => answer.call(server, request, response))
    const isAlwaysAnswered = NEVER_SHED.test(request.url ?? '')
    // Not counted as under way either: frequent probes take no capacity from clients.
    const proceed = () => (isAlwaysAnswered ? answer.call(server, request, response) : options.admission.enter(queued))
    inOrder(request, response, { proceed, refuse: queued.refuse })
  })
}

function queuedRequestOf(
  request: IncomingMessage,
  response: ServerResponse,
  { admission, refusalOf, onRefusal, isDraining }: LoadShedderOptions,
  answer: () => void,
): QueuedRequest {
  return {
    begin: () => {
      countWhenRead(request, response, admission)
      answer()
    },
    refuse: () => {
      const { status, headers, body } = refusalOf(request)
      if (isDraining()) response.setHeader('Connection', 'close')
      response.writeHead(status, headers).end(body)
      onRefusal()
    },
    isGone: () => request.socket.destroyed,
  }
}

/** Counts a request once its body is received: otherwise slow uploads could use up all of `maxUnderWay`. */
function countWhenRead(request: IncomingMessage, response: ServerResponse, admission: Admission): void {
  const count = () => {
    if (response.writableEnded || response.closed) return
    admission.count()
    leaveWhenHandedOver(response, admission)
  }
  if (request.complete || !isBodyRead(request)) count()
  else request.once('end', count)
}

/** Ends the count once the application has written the whole response, even if the client is still reading it. */
function leaveWhenHandedOver(response: ServerResponse, admission: Admission): void {
  const leave = () => {
    response.off('prefinish', leave).off('close', leave)
    admission.leave()
  }
  response.on('prefinish', leave).on('close', leave)
}

/** Whether the application reads the body: not for GET and HEAD, nor for a body that is declared empty. */
function isBodyRead({ method = '', headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers
  return !['GET', 'HEAD'].includes(method) && (length !== '0' || coding !== undefined)
}
