/** Stands before the application and lets requests in as `admission.ts` says, at the price of the few bytes that a refusal takes. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Admission, Visit } from './admission.ts'
import type { RefusalAnswer } from './overloaded.ts'
import { oneAtATime } from './pipelining.ts'

/** Asked by those who decide whether the process is restarted, routed to or looked into: never refused. */
export const ALWAYS_ANSWERED = /^\/(health\/live|health\/ready|metrics)(\?|$)/

export interface GateOptions {
  admission: Admission
  /** What a refused request is answered. */
  refusalOf: (request: IncomingMessage) => RefusalAnswer
  onRefusal: () => void
  /** Whether connections are to end with the answer that is under way. */
  isDraining: () => boolean
}

/**
 * Puts the gate between the server and the one who answers its requests so far. Not by Fastify's `serverFactory`, with which
 * `HOST=localhost` would listen on one of its two addresses only.
 */
export function guardRequests(server: Server, options: GateOptions): void {
  const [answer] = server.listeners('request')
  if (!answer) throw new Error('Nobody answers the requests of this server yet.')
  const inOrder = oneAtATime()
  server.on('connection', () => options.admission.expect())
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const visit = visitOf(request, response, options, () => answer.call(server, request, response))
    const isAlwaysAnswered = ALWAYS_ANSWERED.test(request.url ?? '')
    const proceed = () => (isAlwaysAnswered ? visit.begin() : options.admission.enter(visit))
    inOrder(request, response, { proceed, refuse: visit.refuse })
  })
}

function visitOf(
  request: IncomingMessage,
  response: ServerResponse,
  { admission, refusalOf, onRefusal, isDraining }: GateOptions,
  answer: () => void,
): Visit {
  const endConnectionWhenDraining = () => {
    if (isDraining()) response.setHeader('Connection', 'close')
  }
  return {
    begin: () => {
      endConnectionWhenDraining()
      countWhenRead(request, response, admission)
      answer()
    },
    refuse: () => {
      endConnectionWhenDraining()
      const { status, headers, body } = refusalOf(request)
      response.writeHead(status, headers).end(body)
      onRefusal()
    },
    isGone: () => request.socket.destroyed,
  }
}

/** A body that its client is still sending holds no place: slow clients would hold them all. */
function countWhenRead(request: IncomingMessage, response: ServerResponse, admission: Admission): void {
  const count = () => {
    if (response.closed) return
    admission.count()
    response.once('close', () => admission.leave())
  }
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  if (request.complete || (length === undefined && coding === undefined)) count()
  else request.once('end', count)
}
