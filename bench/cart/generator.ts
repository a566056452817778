/**
 * Load generator in a worker thread: each of its connections sends a request and waits for the response before the next
 * one.
 */

import { connect, type Socket } from 'node:net'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { STOREFRONT } from '../../src/api-paths.ts'

import type { Shopper } from './fixture.ts'

const READ_BUFFER_BYTES = 262_144
/** Coprime to the usual numbers of carts, so that every cart is used and consecutive requests use distant carts. */
const STRIDE = 7919

/** A read of a cart, or an add of an item. */
export type Kind = 'read' | 'add'

/** The parameters of a round. */
export interface Round {
  url: string
  kind: Kind
  connections: number
  seconds: number
  /** Requests per second over all connections, spread evenly; without it, as many as the server answers. */
  perSecond?: number
}

/** The results of a round; times in milliseconds. */
export interface Answers {
  perSecond: number
  p50: number
  p99: number
  /** Bytes of the body of the last response. */
  bytes: number
}

/** A running generator. */
export interface Generator {
  /** Runs one round. @throws Error when a response is not a cart */
  ask: (round: Round) => Promise<Answers>
  stop: () => Promise<unknown>
}

/** Starts the thread, which sends requests of these shoppers in turn. */
export function startGenerator(shoppers: Shopper[]): Generator {
  const worker = new Worker(new URL(import.meta.url), { workerData: shoppers })
  return {
    ask: round =>
      new Promise((resolve, reject) => {
        worker.removeAllListeners().once('message', resolve).once('error', reject)
        worker.postMessage(round)
      }),
    stop: () => worker.terminate(),
  }
}

/** @returns the requests of one kind as bytes */
function requestsOf(shoppers: Shopper[], { url, kind }: Round): Buffer[] {
  const { host } = new URL(url)
  return shoppers.map(({ token, body }) => {
    const common = `HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n`
    if (kind === 'read') return Buffer.from(`GET ${STOREFRONT}/cart ${common}\r\n`)
    const about = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`
    return Buffer.from(`POST ${STOREFRONT}/cart-items ${common}${about}\r\n\r\n${body}`)
  })
}

/** A keep-alive connection that parses only the status and the length of a response. */
class Connection {
  readonly #socket: Socket
  readonly #answered: (connection: Connection, bytes: number) => void
  /** The time from which the response time is measured. */
  from = 0
  #left = 0
  #length = 0

  constructor({ hostname, port }: URL, answered: (connection: Connection, bytes: number) => void) {
    this.#answered = answered
    const buffer = Buffer.allocUnsafe(READ_BUFFER_BYTES)
    const callback = (size: number) => this.#read(buffer.subarray(0, size))
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true, onread: { buffer, callback } })
  }

  send(request: Buffer, from: number): void {
    this.from = from
    this.#socket.write(request)
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(chunk: Buffer): boolean {
    if (this.#left > 0) this.#left -= chunk.length
    else {
      const end = chunk.indexOf('\r\n\r\n')
      const head = chunk.toString('latin1', 0, end)
      if (!head.startsWith('HTTP/1.1 20')) throw new Error(chunk.toString())
      this.#length = Number(/content-length: (\d+)/i.exec(head)?.[1])
      this.#left = this.#length - (chunk.length - end - 4)
    }
    if (this.#left === 0) this.#answered(this, this.#length)
    return true
  }
}

/** Requests of all rounds: each round continues with the shoppers after those of the last one. */
let sent = 0

/** Runs one round. */
function ask(round: Round, requests: Buffer[], done: (answers: Answers) => void): void {
  const { connections, seconds, perSecond } = round
  const begun = performance.now()
  const times: number[] = []
  let [open, lastBytes, isOver] = [connections, 0, false]
  const send = (connection: Connection, from: number) =>
    connection.send(requests[(++sent * STRIDE) % requests.length] as Buffer, from)
  const close = (connection: Connection) => {
    connection.close()
    if (--open === 0) done({ ...summary(times, (performance.now() - begun) / 1000), bytes: lastBytes })
  }
  const pace = perSecond === undefined ? atOnce(send) : evenly(perSecond, send)
  const all = Array.from(
    { length: connections },
    () =>
      new Connection(new URL(round.url), (connection, bytes) => {
        times.push(performance.now() - connection.from)
        lastBytes = bytes
        if (isOver) close(connection)
        else pace.free(connection)
      }),
  )
  for (const connection of all) pace.free(connection)
  setTimeout(() => {
    isOver = true
    for (const connection of pace.end()) close(connection)
  }, seconds * 1000)
}

/** When a free connection sends its next request. */
interface Pace {
  /** Gives a connection its next request, now or later. */
  free(connection: Connection): void
  /** Ends the requests. @returns the connections that wait for one */
  end(): Connection[]
}

/** Each connection sends its next request immediately after a response. */
function atOnce(send: (connection: Connection, from: number) => void): Pace {
  return { free: connection => send(connection, performance.now()), end: () => [] }
}

/** Sends at a rate, each millisecond. The wait for a free connection counts, the delay of this timer does not. */
function evenly(perSecond: number, send: (connection: Connection, from: number) => void): Pace {
  const begun = performance.now()
  const due: number[] = []
  const idle: Connection[] = []
  let known = 0
  const timer = setInterval(() => {
    const now = performance.now()
    for (; known < ((now - begun) * perSecond) / 1000; known++) due.push(now)
    while (due.length > 0 && idle.length > 0) send(idle.shift() as Connection, due.shift() as number)
  }, 1)
  return {
    free: connection => {
      const from = due.shift()
      if (from === undefined) idle.push(connection)
      else send(connection, from)
    },
    end: () => {
      clearInterval(timer)
      return idle
    },
  }
}

/** @returns rate and quantiles of the response times */
function summary(times: number[], seconds: number): Omit<Answers, 'bytes'> {
  const sorted = Float64Array.from(times).sort()
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99) }
}

if (!isMainThread) {
  const shoppers = workerData as Shopper[]
  const known = new Map<string, Buffer[]>()
  parentPort?.on('message', (round: Round) => {
    const key = `${round.url} ${round.kind}`
    const requests = known.get(key) ?? requestsOf(shoppers, round)
    known.set(key, requests)
    ask(round, requests, answers => parentPort?.postMessage(answers))
  })
}
