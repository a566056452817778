/** Unread responses: connections are closed when a response is not read in time, or when all together exceed a memory limit. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Amounts } from '../../fairness/amounts.ts'

/** Memory of `node:http` for a request and its response besides their text: 5.2 kB, measured on Node.js 26. */
const REQUEST_BYTES = 5_120

/** Limits of unread responses. */
export interface UnreadLimits {
  /** Largest number of bytes of the unread responses of all connections. */
  maxBytes: number
  /** Milliseconds in which a client must read one response, however steadily it reads. */
  timeoutMs: number
  /** Returns the client network of a request. */
  networkOf: (request: IncomingMessage) => string
  /** Called with the limit for which a connection was closed. */
  onCut: (reason: 'response_timeout' | 'response_memory') => void
}

/** The unread responses of a connection. */
interface Unread {
  bytes: number
  /** Client network of its first unread response. */
  network: string
  /** Time at which the client finished reading a response; before that, time at which the first unread response was ready. */
  since: number
}

/** Counts the bytes that wait for clients to read, and closes the connections that exceed a limit. */
export class UnreadResponses {
  readonly #limits: UnreadLimits
  /** Connections in order of `since`. */
  readonly #connections = new Map<Socket, Unread>()
  readonly #bytesOf = new WeakMap<ServerResponse, number>()
  readonly #bytesOfNetworks = new Amounts()
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
  follow(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    response.once('prefinish', () => {
      this.release(socket, response)
      if (socket.writableLength > 0) this.#hold(request, response, socket.writableLength)
    })
    response.once('close', () => this.release(socket, response))
  }

  /** Counts a request that waits until its client has read the responses before it. */
  holdQueued(request: IncomingMessage, response: ServerResponse): void {
    const { rawHeaders, url = '' } = request
    const bytes = rawHeaders.reduce((sum, { length }) => sum + length, REQUEST_BYTES + url.length)
    this.#hold(request, response, bytes)
  }

  /** Ends the count of a response or of a waiting request. */
  release(socket: Socket, response: ServerResponse): void {
    const bytes = this.#bytesOf.get(response)
    if (bytes === undefined) return
    this.#bytesOf.delete(response)
    const held = this.#forget(socket)
    if (held && held.bytes > bytes) this.#add(socket, { bytes: held.bytes - bytes, network: held.network })
  }

  #hold(request: IncomingMessage, response: ServerResponse, bytes: number): void {
    const { socket } = request
    if (socket.destroyed) return
    this.#bytesOf.set(response, bytes)
    this.#add(socket, { bytes, network: this.#limits.networkOf(request) })
    this.#cutTheHeaviest()
    this.#watch()
  }

  #add(socket: Socket, { bytes, network }: Omit<Unread, 'since'>): void {
    const unread = this.#connections.get(socket)
    // Behind a proxy, a connection carries the requests of several networks; what it holds is one network's.
    if (unread) unread.bytes += bytes
    else this.#connections.set(socket, { bytes, network, since: performance.now() })
    this.#count(unread?.network ?? network, bytes)
  }

  /** @returns what the connection held */
  #forget(socket: Socket): Unread | undefined {
    const unread = this.#connections.get(socket)
    this.#connections.delete(socket)
    if (unread) this.#count(unread.network, -unread.bytes)
    return unread
  }

  #count(network: string, bytes: number): void {
    this.#bytes += bytes
    this.#bytesOfNetworks.add(network, bytes)
  }

  /** Closes the oldest connections of the heaviest network, but keeps one: a response that is larger than the limit can still be read. */
  #cutTheHeaviest(): void {
    while (this.#bytes > this.#limits.maxBytes && this.#connections.size > 1) {
      const socket = this.#oldestOf(this.#bytesOfNetworks.heaviest())
      if (!socket) return
      this.#cut(socket, 'response_memory')
    }
  }

  #oldestOf(network: string | undefined): Socket | undefined {
    for (const [socket, unread] of this.#connections) if (unread.network === network) return socket
    return undefined
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
