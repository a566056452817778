/**
 * Admission control: runs up to `maxInFlight` requests, and queues the others per client network. The network that owes least is next, and
 * the heaviest network's newest request is refused when too much waits, so that a flood delays and loses its own requests alone.
 */

import { Amounts } from '../../fairness/amounts.ts'
import { FairQueue } from '../../fairness/fair-queue.ts'
import { InFlight, type MeasuredWork } from './in-flight.ts'

/** Milliseconds of one event-loop iteration in which requests begin on arrival; then the loop reads the sockets again. */
const ITERATION_MS = 10
/** Expected wait of all networks together, or time for which the queue has not moved, beyond which the heaviest network gives way. */
const MAX_WAIT_MS = 1_000
/** Number of requests that a network may queue while no other one waits, whatever they cost. */
const MAX_WAITING_ALONE = 1_000
/** Requests of a network, or of a site, that may wait for something else than a place at once: each holds its body in memory. */
const MAX_PAUSED = 1_000
/** Wait after which a queued request is refused: the queue hardly moves, as when the database does not respond. */
const MAX_QUEUED_MS = 5_000
/** Interval of the check for MAX_QUEUED_MS. */
const TIMEOUT_CHECK_MS = 250
/** Times that the sockets are read again between two queued requests while something arrives: libuv accepts one connection per event-loop iteration. */
const MAX_READS = 8
/** Time of these iterations, after which the next queued request begins: each reads all that has arrived, however much that is. */
const MAX_READS_MS = 10
/** Refusals that are sent between two queued requests: a flood that repeats them at once costs the others 0.5 ms a request. */
const REFUSALS_AT_ONCE = 8

/**
 * Why a request is refused: `network`, its network's waiting requests cost most, too many of them wait for something else, or its connection has sent
 * it too far ahead; `queue`, the same
 * while no network has more than one request waiting; `wait`, it has waited for 5 s.
 */
export const overloadCauses = ['network', 'queue', 'wait'] as const
export type OverloadCause = (typeof overloadCauses)[number]

/** The work of an admitted request, which is in flight while it has a place. */
export interface AdmittedWork {
  /** Takes the place that admission has given. */
  begin(): void
  /** Whether its network or site has few enough requests that have given up their place. */
  mayPause(): boolean
  /** Gives the place up. @returns false where it has none */
  pause(): boolean
  /**
   * Takes a place again, in the network's turn where others wait: else requests whose wait ends at once would pass the queue.
   * @returns undefined once it has a place; why it was refused one otherwise
   */
  resume(): Promise<OverloadCause | undefined>
  /** Ends the work, and charges its network for what it took. */
  end(): void
}

/** A request that is admitted, queued or refused. */
export interface QueuedRequest {
  /** Client network that it belongs to. */
  readonly network: string
  /** Runs the request's handler. @param work begun when the request is in flight, and ended with its response */
  begin(work: AdmittedWork): void
  /** Answers that the server is overloaded. */
  refuse(cause: OverloadCause): void
  /** Whether the client has closed the connection. */
  isGone(): boolean
}

/** What waits for a place: a request, or the rest of one. */
interface PlaceSeeker extends Omit<QueuedRequest, 'begin'> {
  begin(): void
}

/**
 * Admits requests. With the embedded engine a handler blocks the event loop, and further requests would wait unread in the sockets;
 * therefore the loop reads the sockets after each queued request.
 */
export class Admission {
  readonly #maxInFlight: number
  readonly #queue = new FairQueue<{ request: PlaceSeeker; since: number }>()
  readonly #refused = new FairQueue<{ request: PlaceSeeker; cause: OverloadCause }>()
  readonly #inFlight = new InFlight(this.#queue, () => this.#admitSoon())
  /** Requests that have given up their place, and have not asked for one again. */
  readonly #paused = new Amounts()
  /** Time at which a request was last taken from the queue, or put into an empty one. */
  #movedAt = 0
  #iterationEndsAt = 0
  #isAdmitting = false
  #arrivals = 0
  #reads = 0
  #readsEndAt = 0
  #timeoutCheck: NodeJS.Timeout | undefined

  /** @param maxInFlight requests that run at once; as many may be queued at any cost, so that a burst is served */
  constructor(maxInFlight: number) {
    this.#maxInFlight = maxInFlight
  }

  /** Begins the request or queues it, and refuses one where too much waits. */
  enter(request: QueuedRequest): void {
    this.#arrivals++
    this.#beginOrQueue({ ...request, begin: () => request.begin(this.#workOf(request.network)) })
  }

  /** Records a new connection, on which a request is expected. */
  expect(): void {
    this.#arrivals++
  }

  #beginOrQueue(request: PlaceSeeker): void {
    const now = performance.now()
    if (this.#queue.length === 0 && this.#hasPlace() && this.#isEarlyInIteration(now)) request.begin()
    else this.#enqueue(request, now)
  }

  #enqueue(request: PlaceSeeker, now: number): void {
    if (this.#queue.length === 0) this.#movedAt = now
    this.#queue.push(request.network, { request, since: now })
    this.#timeoutCheck ??= setInterval(() => this.#refuseOverdue(), TIMEOUT_CHECK_MS).unref()
    if (this.#isTooMuchWaiting(now)) this.#makeWay()
    this.#admitSoon()
  }

  /** Returns the share of the server's time that the busiest network took in the last ten seconds, from 0 to 1. */
  busiestShare(): number {
    return this.#inFlight.busiestShare()
  }

  #workOf(network: string): AdmittedWork {
    const work = this.#inFlight.measure(network)
    let isPaused = false
    const setPaused = (value: boolean) => {
      if (value !== isPaused) this.#paused.add(network, value ? 1 : -1)
      isPaused = value
    }
    return {
      begin: work.resume,
      mayPause: () => this.#paused.ofSite(network) < MAX_PAUSED,
      pause: () => {
        const hadPlace = work.pause()
        if (hadPlace) setPaused(true)
        return hadPlace
      },
      resume: () => {
        setPaused(false)
        return this.#resume(network, work)
      },
      end: () => {
        setPaused(false)
        work.end()
      },
    }
  }

  #resume(network: string, work: MeasuredWork): Promise<OverloadCause | undefined> {
    return new Promise(settle => {
      const begin = () => {
        work.resume()
        settle(undefined)
      }
      // Its handler waits, whether the client has left or not.
      this.#beginOrQueue({ network, begin, refuse: settle, isGone: () => false })
    })
  }

  #hasPlace(): boolean {
    return this.#inFlight.count < this.#maxInFlight
  }

  #isEarlyInIteration(now: number): boolean {
    if (this.#iterationEndsAt === 0) {
      this.#iterationEndsAt = now + ITERATION_MS
      setImmediate(() => (this.#iterationEndsAt = 0))
    }
    return now < this.#iterationEndsAt
  }

  /** A network alone may use everything: its requests wait for itself only. */
  #isTooMuchWaiting(now: number): boolean {
    const { length } = this.#queue
    if (length <= this.#maxInFlight) return false
    const { costMs, networks } = this.#queue.backlog()
    if (networks === 1) return length > Math.max(this.#maxInFlight, MAX_WAITING_ALONE)
    return Math.max(costMs, now - this.#movedAt) > MAX_WAIT_MS
  }

  #makeWay(): void {
    const isOneEach = this.#queue.length === this.#queue.backlog().networks
    const given = this.#queue.giveWay()
    if (given) this.#refuse(given.request, isOneEach ? 'queue' : 'network')
  }

  #refuse(request: PlaceSeeker, cause: OverloadCause): void {
    this.#refused.push(request.network, { request, cause })
  }

  #admitSoon(): void {
    const hasWork = this.#refused.length > 0 || (this.#queue.length > 0 && this.#hasPlace())
    if (this.#isAdmitting || !hasWork) return
    this.#isAdmitting = true
    // One immediate per request: promises are settled and sockets are read in between.
    setImmediate(() => this.#admit())
  }

  #admit(): void {
    this.#isAdmitting = false
    if (!this.#readsAgain()) {
      for (let n = 0; n < REFUSALS_AT_ONCE; n++) this.#sendRefusal()
      if (this.#hasPlace()) this.#admitNext()
    }
    this.#admitSoon()
  }

  /** Whether to read the sockets once more, so that arrivals are queued before the next handler blocks the loop. */
  #readsAgain(): boolean {
    const now = performance.now()
    if (this.#reads === 0) this.#readsEndAt = now + MAX_READS_MS
    const again = this.#arrivals > 0 && this.#reads < MAX_READS && now < this.#readsEndAt
    this.#reads = again ? this.#reads + 1 : 0
    this.#arrivals = 0
    return again
  }

  #admitNext(): void {
    const next = this.#queue.next()
    this.#movedAt = performance.now()
    if (next && !next.request.isGone()) next.request.begin()
    this.#endChecksWhenEmpty()
  }

  /** A refusal costs its network time, too. */
  #sendRefusal(): void {
    const next = this.#refused.next()
    if (!next) return
    const { request, cause } = next
    const since = performance.now()
    if (!request.isGone()) request.refuse(cause)
    this.#queue.charge(request.network, performance.now() - since)
    this.#refused.charge(request.network, 1)
  }

  #refuseOverdue(): void {
    const latest = performance.now() - MAX_QUEUED_MS
    for (const { request } of this.#queue.removeOldest(({ since }) => since < latest)) this.#refuse(request, 'wait')
    this.#endChecksWhenEmpty()
    this.#admitSoon()
  }

  #endChecksWhenEmpty(): void {
    if (this.#queue.length > 0) return
    clearInterval(this.#timeoutCheck)
    this.#timeoutCheck = undefined
  }
}
