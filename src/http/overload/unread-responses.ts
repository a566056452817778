/** Unread responses: connections are closed when a response is not read in time, or when all together exceed a memory limit. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Memory of `node:http` for a request and its response besides their text: 5.2 kB, measured on Node.js 26. */
const REQUEST_BYTES = 5_120

/** Limits of unread responses. */
export interface UnreadLimits {
  /** Largest number of bytes of the unread responses of all connections. */
  maxBytes: number
  /** Milliseconds in which a client must read one response, however steadily it reads. */
  timeoutMs: number
  /** Called with the limit for which a connection was closed. */
  onCut: (reason: 'response_timeout' | 'response_memory') => void
}

/** The unread responses of a connection. */
interface Unread {
  bytes: number
  /** Time at which the client finished reading a response; before that, time at which the first unread response was ready. */
  since: number
}

/** Counts the bytes that wait for clients to read, and closes the connections that exceed a limit. */
export class UnreadResponses {
  readonly #limits: UnreadLimits
  /** Connections in order of `since`. */
  readonly #connections = new Map<Socket, Unread>()
  readonly #bytesOf = new WeakMap<ServerResponse, number>()
  #bytes = 0
  #timer: NodeJS.Timeout | undefined

  constructor(limits: UnreadLimits) {
    this.#limits = limits
  }

  /** Bytes that are unread at present. */
  get bytes(): number {
    return this.#bytes
  }

  /** Counts a response from its end in the application until the kernel has accepted all of it. */
  follow({ socket }: IncomingMessage, response: ServerResponse): void {
    response.once('prefinish', () => {
      this.release(socket, response)
      if (socket.writableLength > 0) this.#hold(socket, response, socket.writableLength)
    })
    response.once('close', () => this.release(socket, response))
  }

  /** Counts a request that waits until its client has read the responses before it. */
  holdQueued({ socket, rawHeaders, url = '' }: IncomingMessage, response: ServerResponse): void {
    const bytes = rawHeaders.reduce((sum, { length }) => sum + length, REQUEST_BYTES + url.length)
    this.#hold(socket, response, bytes)
  }

  /** Ends the count of a response or of a waiting request. */
  release(socket: Socket, response: ServerResponse): void {
    const bytes = this.#bytesOf.get(response)
    if (bytes === undefined) return
    this.#bytesOf.delete(response)
    const held = this.#forget(socket)
    if (held > bytes) this.#add(socket, held - bytes)
  }

  #hold(socket: Socket, response: ServerResponse, bytes: number): void {
    if (socket.destroyed) return
    this.#bytesOf.set(response, bytes)
    this.#add(socket, bytes)
    this.#cutTheOldest()
    this.#watch()
  }

  #add(socket: Socket, bytes: number): void {
    const unread = this.#connections.get(socket)
    if (unread) unread.bytes += bytes
    else this.#connections.set(socket, { bytes, since: performance.now() })
    this.#bytes += bytes
  }

  /** @returns the bytes that the connection held */
  #forget(socket: Socket): number {
    const { bytes } = this.#connections.get(socket) ?? { bytes: 0 }
    this.#connections.delete(socket)
    this.#bytes -= bytes
    return bytes
  }

  /** Closes the oldest connections, but keeps one: a response that is larger than the limit can still be read. */
  #cutTheOldest(): void {
    for (const socket of this.#connections.keys()) {
      if (this.#bytes <= this.#limits.maxBytes || this.#connections.size === 1) return
      this.#cut(socket, 'response_memory')
    }
  }

  #cutTheLate(): void {
    const latest = performance.now() - this.#limits.timeoutMs
    for (const [socket, { since }] of this.#connections) {
      if (since > latest) return
      this.#cut(socket, 'response_timeout')
    }
  }

  /** Resets the connection, so that the kernel drops its send buffer, too. */
  #cut(socket: Socket, reason: Parameters<UnreadLimits['onCut']>[0]): void {
    this.#forget(socket)
    socket.resetAndDestroy()
    this.#limits.onCut(reason)
  }

  /** Sets one timer, for the connection with the earliest deadline. */
  #watch(): void {
    const [first] = this.#connections.values()
    if (!first || this.#timer) return
    const waitMs = first.since + this.#limits.timeoutMs - performance.now()
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#cutTheLate()
      this.#watch()
    }, waitMs).unref()
  }
}
