/** Requests that a client sends ahead of the answer to its first: one of a connection's is answered at a time, and few may wait. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { UnreadResponses } from './unread-responses.ts'

/** Browsers and proxies send none ahead. */
const MAX_AHEAD = 16
/** With those that are refused: each holds some kilobytes until the responses before it are read. */
const MAX_QUEUED = 256

/** Calls `proceed` once the answers before it on its connection are out, or `refuse` at once when too many wait for that. */
export type InOrder = (
  request: IncomingMessage,
  response: ServerResponse,
  next: { proceed: () => void; refuse: () => void },
) => void

export interface PipeliningOptions {
  /** Counts the requests that wait, refused or not: they wait for their client to read. */
  unread: UnreadResponses
  /** Is told of each connection that was closed because of too many. */
  onClosed: () => void
}

/** Makes the rule for the connections of one server. */
export function oneAtATime({ unread, onClosed }: PipeliningOptions): InOrder {
  const queued = new WeakMap<Socket, number>()
  return (request, response, { proceed, refuse }) => {
    const { socket } = request
    // A response has a socket from when those before it are out.
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
    response.once('socket', () => {
      queued.set(socket, (queued.get(socket) ?? 1) - 1)
      if (isRefused) return
      unread.release(socket, response)
      proceed()
    })
  }
}
