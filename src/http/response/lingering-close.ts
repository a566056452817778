/** Lingering close (RFC 9112 section 9.6): the rest of a request is read and discarded after the last response of its connection. */

import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { MEGABYTE } from '../../units.ts'
import { latestResponse } from '../request/unparsed-head.ts'

/** Time for the client to send the rest, to read the response and to close. */
const LINGER_MS = 5_000
/** Bytes of the rest: twice the largest import, by default. */
const MAX_BYTES = 128 * MEGABYTE

/**
 * Makes a server linger after a last response that is sent before the request is complete: a connection that is closed with unread
 * bytes is reset, and then a client or proxy that still sends loses the response.
 */
export function lingerBeforeClose(server: Server): void {
  server.on('connection', (socket: Socket) => {
    const destroySoon = socket.destroySoon.bind(socket)
    // Node.js calls it after a response with `Connection: close`.
    socket.destroySoon = () => {
      if (socket.writable && latestResponse(socket)?.req.complete === false) linger(socket)
      else destroySoon()
    }
  })
}

/** Ends a connection after a last text, and closes it when the client has, after five seconds, or after 128 MB that it has sent. */
export function linger(socket: Socket, last = ''): void {
  const maxRead = socket.bytesRead + MAX_BYTES
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.once('close', () => clearTimeout(timer))
  socket.on('data', () => {
    if (socket.bytesRead > maxRead) socket.destroy()
  })
  // A request after it is not answered: the load shedder passes on none of an ended connection.
  latestResponse(socket)
    ?.req.once('end', () => socket.destroySoon())
    .resume()
  // The client's FIN, too, is only seen by reading.
  socket.resume()
  // A response with `Connection: close` has ended the connection before.
  if (socket.writable) socket.end(last)
}
