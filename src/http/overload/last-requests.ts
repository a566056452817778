/** The end of a server: what clients have sent before it stops listening is read first, since closing would reset their connections. */

import type { Server } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Turns of the event loop without an arrival: the request of a connection that was accepted in the first is read in the second. */
const QUIET_TURNS = 2
/** Milliseconds after which the server stops listening, although clients go on to connect. */
const MAX_READ_MS = 1_000

/**
 * Accepts connections and reads requests until none has arrived for two turns of the event loop, which accepts one connection a turn.
 * Resolves right after the sockets were read: who closes the server then resets none that waits.
 * @example
 * app.addHook('preClose', () => readLastRequests(app.server))
 */
export async function readLastRequests(server: Server): Promise<void> {
  let quiet = 0
  const onArrival = () => {
    quiet = 0
  }
  server.on('connection', onArrival).on('request', onArrival)
  const endsAt = performance.now() + MAX_READ_MS
  while (quiet < QUIET_TURNS && performance.now() < endsAt) {
    await nextTurn()
    quiet++
  }
  server.off('connection', onArrival).off('request', onArrival)
}
