/** Stands before the application and lets requests in as `admission.ts` says, at the price of the few bytes that a refusal takes. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Admission, QueuedRequest } from './admission.ts'
import type { RefusalAnswer } from './overload-responses.ts'
import { oneAtATime, type PipeliningOptions } from './pipelining.ts'

/** Asked by those who decide whether the process is restarted, routed to or looked into: never refused. */
export const NEVER_SHED = /^\/(health\/live|health\/ready|metrics)(\?|$)/

export interface LoadShedderOptions extends PipeliningOptions {
  admission: Admission
  /** What a refused request is answered. */
  refusalOf: (request: IncomingMessage) => RefusalAnswer
  onRefusal: () => void
  /** Whether connections are to end with the next answer. */
  isDraining: () => boolean
}

/** Puts the gate between the server and the one who answers its requests so far. */
export function shedLoad(server: Server, options: LoadShedderOptions): void {
  const [answer] = server.listeners('request')
  if (!answer) throw new Error('Nobody answers the requests of this server yet.')
  const inOrder = oneAtATime(options)
  server.on('connection', () => options.admission.expect())
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    // The rest of what was read in one go from a connection that has been closed meanwhile.
    if (request.socket.destroyed) return
    options.unread.follow(request, response)
    const visit = queuedRequestOf(request, response, options, () => answer.call(server, request, response))
    const isAlwaysAnswered = NEVER_SHED.test(request.url ?? '')
    // Not counted either: whoever asks for the state of the service all the time takes no place from its clients.
    const proceed = () => (isAlwaysAnswered ? answer.call(server, request, response) : options.admission.enter(visit))
    inOrder(request, response, { proceed, refuse: visit.refuse })
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

/** A body that its client is still sending holds no place: slow clients would hold them all. */
function countWhenRead(request: IncomingMessage, response: ServerResponse, admission: Admission): void {
  const count = () => {
    if (response.writableEnded || response.closed) return
    admission.count()
    leaveWhenHandedOver(response, admission)
  }
  if (request.complete || !isBodyRead(request)) count()
  else request.once('end', count)
}

/** Neither does an answer that its client is still reading: a place is free once the application has written all of it. */
function leaveWhenHandedOver(response: ServerResponse, admission: Admission): void {
  const leave = () => {
    response.off('prefinish', leave).off('close', leave)
    admission.leave()
  }
  response.on('prefinish', leave).on('close', leave)
}

/** The application leaves the body of a request unread that cannot have one, or says that it is empty. */
function isBodyRead({ method = '', headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers
  return !['GET', 'HEAD'].includes(method) && (length !== '0' || coding !== undefined)
}
