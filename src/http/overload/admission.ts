/**
 * Admission control: runs up to `maxUnderWay` requests, queues a burst, and refuses a request when the expected wait exceeds one
 * second, so that a flood affects only refused requests.
 */

/** Milliseconds of one event-loop iteration in which requests begin on arrival; then the loop polls the sockets again. */
const ITERATION_MS = 10
/** Expected wait beyond which a request is refused on arrival. */
const MAX_WAIT_MS = 1_000
/** Wait after which a queued request is refused: the queue hardly moves, as when the database does not respond. */
const MAX_QUEUED_MS = 5_000
/** Interval of the check for MAX_QUEUED_MS. */
const TIMEOUT_CHECK_MS = 250
/** Most iterations with an arrival between two queued requests: libuv accepts one connection per event-loop iteration. */
const MAX_POLLS = 8
/** Number of admissions over which the pace of the queue is averaged. */
const PACE_STEPS = 64

/** A request that is admitted, queued or refused. */
export interface QueuedRequest {
  /** Runs the request's handler. */
  begin(): void
  /** Answers that the server is overloaded. */
  refuse(): void
  /** Whether the client has closed the connection. */
  isGone(): boolean
}

/**
 * Admits requests in order of arrival. With the embedded engine a handler blocks the event loop, and further requests would wait
 * unread in the sockets; therefore the loop polls the sockets after each queued request, and excess requests are refused at once.
 */
export class Admission {
  #running = 0
  #iterationEndsAt = 0
  #isAdmitting = false
  #arrivals = 0
  #polls = 0
  #timeoutCheck: NodeJS.Timeout | undefined
  #pace = new Pace()
  readonly #maxUnderWay: number
  readonly #waiting: { request: QueuedRequest; since: number }[] = []

  /** @param maxUnderWay requests that run at once; as many may be queued at any pace, so that a burst is served */
  constructor(maxUnderWay: number) {
    this.#maxUnderWay = maxUnderWay
  }

  /** Begins the request, queues it, or refuses it. */
  enter(request: QueuedRequest): void {
    const now = performance.now()
    const { length } = this.#waiting
    this.#arrivals++
    if (length === 0 && this.#running < this.#maxUnderWay && this.#isEarlyInIteration(now)) request.begin()
    else if (length >= this.#maxUnderWay && this.#expectedWait(now) > MAX_WAIT_MS) request.refuse()
    else this.#enqueue(request, now)
  }

  /** Records a new connection, on which a request is expected. */
  expect(): void {
    this.#arrivals++
  }

  /** Counts a request as under way once it has been received completely: until then it waits for its client. */
  count(): void {
    this.#running++
  }

  /** Ends the count of a request. */
  leave(): void {
    this.#running--
    this.#admitSoon()
  }

  #isEarlyInIteration(now: number): boolean {
    if (this.#iterationEndsAt === 0) {
      this.#iterationEndsAt = now + ITERATION_MS
      setImmediate(() => (this.#iterationEndsAt = 0))
    }
    return now < this.#iterationEndsAt
  }

  /** Expected wait in milliseconds: queue length times pace, and at least the wait of the first queued request. */
  #expectedWait(now: number): number {
    const [first] = this.#waiting
    return Math.max(this.#waiting.length * this.#pace.stepMs, first ? now - first.since : 0)
  }

  #enqueue(request: QueuedRequest, now: number): void {
    this.#waiting.push({ request, since: now })
    if (this.#waiting.length > 1) return
    this.#pace.begin(now)
    this.#timeoutCheck = setInterval(() => this.#refuseOverdue(), TIMEOUT_CHECK_MS).unref()
    this.#admitSoon()
  }

  #admitSoon(): void {
    if (this.#isAdmitting || this.#waiting.length === 0 || this.#running >= this.#maxUnderWay) return
    this.#isAdmitting = true
    // One immediate per request: promises are settled and sockets are read in between.
    setImmediate(() => this.#admit())
  }

  #admit(): void {
    this.#isAdmitting = false
    if (!this.#pollsAgain()) this.#admitNext()
    this.#admitSoon()
  }

  /** Whether to poll the sockets once more, so that arrivals are admitted or refused before the next handler blocks the loop. */
  #pollsAgain(): boolean {
    const again = this.#arrivals > 0 && this.#polls < MAX_POLLS
    this.#polls = again ? this.#polls + 1 : 0
    this.#arrivals = 0
    return again
  }

  #admitNext(): void {
    const next = this.#waiting.shift()
    if (next && !next.request.isGone()) {
      this.#pace.step(performance.now())
      next.request.begin()
    }
    if (this.#waiting.length === 0) clearInterval(this.#timeoutCheck)
  }

  #refuseOverdue(): void {
    const latest = performance.now() - MAX_QUEUED_MS
    while (this.#waiting[0] && this.#waiting[0].since < latest) this.#waiting.shift()?.request.refuse()
    if (this.#waiting.length === 0) clearInterval(this.#timeoutCheck)
  }
}

/** Pace of the queue while it is not empty. */
class Pace {
  /** Average milliseconds between two admissions. */
  stepMs = 1
  #last = 0

  /** Starts the measurement when the first request is queued. */
  begin(now: number): void {
    this.#last = now
  }

  /** Records an admission. */
  step(now: number): void {
    this.stepMs += (now - this.#last - this.stepMs) / PACE_STEPS
    this.#last = now
  }
}
