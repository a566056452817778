/** Pipelined requests (RFC 9112 section 9.3.2): each connection has one request in flight at a time, and few may wait. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { UnreadResponses } from './unread-responses.ts'

/**
 * Largest number of waiting requests per connection; further ones of what was read already are refused, and nothing more is read until half
 * of them are answered. Browsers and proxies do not pipeline.
 */
const MAX_AHEAD = 16
/**
 * Largest number of waiting requests per connection, refused ones included; beyond it the connection is closed. Each holds some
 * kilobytes until the earlier responses are read.
 */
const MAX_QUEUED = 256

/** Calls `proceed` once earlier responses of the connection are sent, or `refuse` at once when too many requests wait. */
export type InOrder = (
  request: IncomingMessage,
  response: ServerResponse,
  next: { proceed: () => void; refuse: () => void },
) => void

/** Options of `createRequestSequencer`. */
export interface PipeliningOptions {
  /** Counts the waiting requests, refused or not, since they wait for their client to read. */
  unread: UnreadResponses
  /** Called for each connection that is closed for more than 256 waiting requests. */
  onClosed: () => void
}

/** Creates the ordering of requests for the connections of one server. */
export function createRequestSequencer({ unread, onClosed }: PipeliningOptions): InOrder {
  const queued = new WeakMap<Socket, number>()
  return (request, response, { proceed, refuse }) => {
    const { socket } = request
    // Node.js assigns the socket to a response once the earlier responses are sent.
    if (response.socket) {
      proceed()
      return
    }
    const ahead = queued.get(socket) ?? 0
    if (ahead >= MAX_QUEUED) {
      socket.resetAndDestroy()
      onClosed()
      return
    }
    queued.set(socket, ahead + 1)
    unread.holdQueued(request, response)
    const isRefused = ahead >= MAX_AHEAD
    if (isRefused) refuse()
    if (ahead + 1 === MAX_AHEAD) socket.pause()
    response.once('socket', () => {
      const left = (queued.get(socket) ?? 1) - 1
      queued.set(socket, left)
      if (left === MAX_AHEAD / 2) socket.resume()
      if (isRefused) return
      unread.release(socket, response)
      proceed()
    })
  }
}
