/** Unread responses: each must be read within a time, and all together hold a bounded number of bytes; other connections are cut. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What `node:http` holds for a request and its response beside their text: 5.2 kB, measured on Node.js 26. */
const REQUEST_BYTES = 5_120

export interface UnreadLimits {
  /** Bytes that unread responses of all connections hold together. */
  maxBytes: number
  /** Milliseconds for one response, however steadily it is read. */
  timeoutMs: number
  onCut: (reason: 'response_timeout' | 'response_memory') => void
}

interface Unread {
  bytes: number
  /** When the client last finished reading a response; before that, when its first unread response was ready. */
  since: number
}

/** Counts the bytes that each connection holds until its client reads, and cuts connections that pass a limit. */
export class UnreadResponses {
  readonly #limits: UnreadLimits
  /** In the order of `since`. */
  readonly #connections = new Map<Socket, Unread>()
  readonly #bytesOf = new WeakMap<ServerResponse, number>()
  #bytes = 0
  #timer: NodeJS.Timeout | undefined

  constructor(limits: UnreadLimits) {
    this.#limits = limits
  }

  /** Bytes held now. */
  get bytes(): number {
    return this.#bytes
  }

  /** Counts a response from when the application has ended it until the kernel has taken all of it. */
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

  /** Counts a response, or a request that waits for its turn, no longer. */
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

  /** Leaves one connection: a response that is larger than the bound can still be read. */
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

  /** A reset, so that the kernel drops what it holds for the client, too. */
  #cut(socket: Socket, reason: Parameters<UnreadLimits['onCut']>[0]): void {
    this.#forget(socket)
    socket.resetAndDestroy()
    this.#limits.onCut(reason)
  }

  /** One timer, for the connection whose time ends first. */
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
