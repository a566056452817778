/** Load shedder: applies admission control before the application, so that a refusal costs no more than its response. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type ServedRequest, serve } from '../../fairness/served-request.ts'
import { isOperational } from '../request/request-target.ts'
import type { Admission, AdmittedWork, OverloadCause, QueuedRequest } from './admission.ts'
import { overloaded, type RefusalAnswer } from './overload-responses.ts'
import { createRequestSequencer, type PipeliningOptions } from './pipelining.ts'

/** Time after which a request without a client counts no longer, whatever its handler does; locks and statements end before. */
const MAX_ABANDONED_MS = 10_000

/** Options of the load shedder. */
export interface LoadShedderOptions extends PipeliningOptions {
  admission: Admission
  /** Returns the client network of a request. */
  networkOf: (request: IncomingMessage) => string
  /** Returns the response to a refused request. */
  refusalOf: (request: IncomingMessage) => RefusalAnswer
  /** Called for each refused request. */
  onRefusal: (cause: OverloadCause, request: IncomingMessage, network: string) => void
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
  server.on('connection', socket => {
    // The peer has reset the connection before it was accepted: the system tells no address any more, and nobody reads an answer.
    if (socket.remoteAddress === undefined) socket.destroy()
    else options.admission.expect()
  })
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    // A further request after the last response, or of a chunk that was read before the connection was closed.
    if (request.socket.destroyed || request.socket.writableEnded) return
    options.unread.follow(request, response)
    const handle = () => answer.call(server, request, response)
    const queued = queuedRequestOf(request, response, options, handle)
    const isAlwaysAnswered = isOperational(request.url ?? '')
    // Not counted as in flight either: frequent probes take no capacity from clients.
    const proceed = () => (isAlwaysAnswered ? handle() : options.admission.enter(queued))
    inOrder(request, response, { proceed, refuse: () => queued.refuse('network') })
  })
}

function queuedRequestOf(
  request: IncomingMessage,
  response: ServerResponse,
  { networkOf, refusalOf, onRefusal, isDraining }: LoadShedderOptions,
  handle: () => void,
): QueuedRequest {
  const network = networkOf(request)
  return {
    network,
    begin: work => {
      const refuseRest = (cause: OverloadCause) => {
        onRefusal(cause, request, network)
        return overloaded()
      }
      const resume = async () => {
        const cause = await work.resume()
        return cause && (() => refuseRest(cause))
      }
      const pause = () => {
        if (!work.mayPause()) throw refuseRest('network')
        return work.pause()
      }
      const served: ServedRequest = { network, pause, resume }
      beginWhenRead(request, response, { work, served })
      serve(request, served, handle)
    },
    refuse: cause => {
      const { status, headers, body } = refusalOf(request)
      if (isDraining()) response.setHeader('Connection', 'close')
      response.writeHead(status, headers).end(body)
      onRefusal(cause, request, network)
    },
    isGone: () => request.socket.destroyed,
  }
}

/** Counts a request as in flight once its body is received: otherwise slow uploads could use up all of `maxInFlight`. */
function beginWhenRead(
  request: IncomingMessage,
  response: ServerResponse,
  { work, served }: { work: AdmittedWork; served: ServedRequest },
): void {
  if (request.complete || !isBodyRead(request)) work.begin()
  else
    request.once('end', () => {
      // Of a request that was refused before, nobody waits for its body.
      if (!response.writableEnded) served.placed = served.resume()
    })
  // Once the application has written the whole response, even if the client is still reading it.
  response.once('prefinish', work.end)
  let isStreamed = false
  response.once('pipe', () => {
    isStreamed = true
  })
  response.once('close', () => (isStreamed ? work.end() : whenHandled(response, work.end)))
}

/**
 * A handler goes on when its client has left, and keeps its place until it answers: otherwise a client could leave and come again. A stream ends with
 * its client.
 */
function whenHandled(response: ServerResponse, done: () => void): void {
  if (response.writableEnded) {
    done()
    return
  }
  const timer = setTimeout(done, MAX_ABANDONED_MS).unref()
  const finish = () => {
    clearTimeout(timer)
    done()
  }
  response.once('pipe', finish)
  const end = response.end.bind(response) as (...values: unknown[]) => ServerResponse
  response.end = (...values: unknown[]) => {
    finish()
    return end(...values)
  }
}

/** Whether the application reads the body: not for GET and HEAD, nor for a body that is declared empty. */
function isBodyRead({ method = '', headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers
  return !['GET', 'HEAD'].includes(method) && (length !== '0' || coding !== undefined)
}
