/** Requests that a client sends ahead of the answer to its first: one of a connection's is answered at a time, and few may wait. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers and proxies send none ahead. */
const MAX_AHEAD = 16

/** Calls `proceed` once the answers before it on its connection are out, or `refuse` at once when too many wait for that. */
export type InOrder = (
  request: IncomingMessage,
  response: ServerResponse,
  next: { proceed: () => void; refuse: () => void },
) => void

/** Makes the rule for the connections of one server. */
export function oneAtATime(): InOrder {
  const waiting = new WeakMap<Socket, number>()
  return ({ socket }, response, { proceed, refuse }) => {
    // A response has a socket from when those before it are out.
    if (response.socket) {
      proceed()
      return
    }
    const ahead = waiting.get(socket) ?? 0
    if (ahead >= MAX_AHEAD) {
      refuse()
      return
    }
    waiting.set(socket, ahead + 1)
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
      proceed()
    })
  }
}
