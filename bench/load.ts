/** Open-loop load: sends requests at a fixed rate, independent of responses, as many independent shoppers do. */

import { setTimeout as sleep } from 'node:timers/promises'
import { Connection } from '../test/support/http/connection.ts'

const TICK_MS = 2
/** The largest number of connections; requests beyond it are not sent, and counted as `notSent`. */
const MAX_CONNECTIONS = 3_000
const START_TIMEOUT_MS = 10_000
/** Load before the measurement, so that the queue is in its steady state when counting begins. */
const SETTLING_SECONDS = 3

/** The parameters of a load. */
export interface Load {
  url: string
  /** @returns the bytes of the n-th request */
  request: (n: number) => Buffer
  perSecond: number
  seconds: number
}

/** The results of a load: response times in milliseconds by status; 0 is a failed connection. */
export interface Outcome {
  times: Map<number, number[]>
  notSent: number
}

/** Sends requests at the given rate, each on a free or a new connection, and ignores Retry-After. */
export async function sendAtRate({ url, request, perSecond, seconds }: Load): Promise<Outcome> {
  const crowd = new Crowd(url)
  const total = perSecond * (SETTLING_SECONDS + seconds)
  const begun = performance.now()
  crowd.countFrom(begun + SETTLING_SECONDS * 1_000)
  for (let sent = 0; sent < total; await sleep(TICK_MS)) {
    const due = Math.min(total, ((performance.now() - begun) / 1_000) * perSecond)
    for (; sent < due; sent++) crowd.send(request(sent))
  }
  crowd.stopCounting()
  await crowd.finish()
  return crowd.outcome
}

/** Closed-loop load: each of `readers` waits for its response before the next request. @returns responses per second */
export async function sendInTurn({ url, request, seconds }: Omit<Load, 'perSecond'>, readers: number): Promise<number> {
  const latest = performance.now() + seconds * 1_000
  let answered = 0
  const read = async (reader: number) => {
    const connection = new Connection(new URL(url))
    for (let n = reader; performance.now() < latest; n++, answered++) await connection.ask(request(n))
    connection.close()
  }
  await Promise.all(Array.from({ length: readers }, (_, reader) => read(reader)))
  return answered / seconds
}

/** The connections of a load. */
class Crowd {
  readonly outcome: Outcome = { times: new Map(), notSent: 0 }
  readonly #url: URL
  readonly #free: Connection[] = []
  readonly #open = new Set<Connection>()
  #countsFrom = Number.POSITIVE_INFINITY

  constructor(url: string) {
    this.#url = new URL(url)
  }

  /** Counts only responses from this time on. */
  countFrom(time: number): void {
    this.#countsFrom = time
  }

  stopCounting(): void {
    this.#countsFrom = Number.POSITIVE_INFINITY
  }

  send(bytes: Buffer): void {
    const connection = this.#free.pop() ?? this.#connect()
    if (!connection) {
      this.outcome.notSent++
      return
    }
    const begun = performance.now()
    connection.send(bytes, status => {
      if (status === 0) this.#open.delete(connection)
      else this.#free.push(connection)
      const now = performance.now()
      if (now >= this.#countsFrom) this.#note(status, now - begun)
    })
  }

  /** Waits for the outstanding responses, and closes all connections. */
  async finish(): Promise<void> {
    const latest = performance.now() + START_TIMEOUT_MS
    while (this.#free.length < this.#open.size && performance.now() < latest) await sleep(20)
    for (const connection of this.#open) connection.close()
  }

  #connect(): Connection | undefined {
    if (this.#open.size >= MAX_CONNECTIONS) return undefined
    const connection = new Connection(this.#url)
    this.#open.add(connection)
    return connection
  }

  #note(status: number, ms: number): void {
    const times = this.outcome.times.get(status)
    if (times) times.push(ms)
    else this.outcome.times.set(status, [ms])
  }
}

/** @returns the value below which `share` of the values are; NaN for no values */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
