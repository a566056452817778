/** Who is answered at once, who waits in line and who is turned away: a flood costs those turned away, and nobody else. */

/** What one turn of the event loop may answer before it looks at the sockets again. */
const TURN_MS = 10
/** Who would wait longer is turned away on arrival. */
const MAX_WAIT_MS = 1_000
/** Who has waited this long is turned away after all: the line hardly moves, as when the database stands still. */
const MAX_QUEUED_MS = 5_000
const TIMEOUT_CHECK_MS = 250
/** libuv accepts one connection a turn. Between two from the line so many turns look for newcomers, if each turn finds some. */
const MAX_POLLS = 8
/** How many steps the pace of the line is averaged over. */
const PACE_STEPS = 64

/** One request, as far as the line knows it. */
export interface QueuedRequest {
  /** Answers it. */
  begin(): void
  refuse(): void
  /** Whether nobody waits for the answer any more. */
  isGone(): boolean
}

/**
 * Lets requests in, in their order. On the embedded engine answering blocks the event loop, so that requests would queue up in the
 * sockets, unseen; here the loop looks at the sockets after each request from the line, and whoever comes too many learns it at once.
 */
export class Admission {
  #underWay = 0
  #turnEndsAt = 0
  #isAdmitting = false
  #arrivals = 0
  #polls = 0
  #timeoutCheck: NodeJS.Timeout | undefined
  #pace = new Pace()
  readonly #maxUnderWay: number
  readonly #waiting: { visit: QueuedRequest; since: number }[] = []

  /** @param maxUnderWay so many are answered at once, and as many may wait whatever the pace, so that a burst is served */
  constructor(maxUnderWay: number) {
    this.#maxUnderWay = maxUnderWay
  }

  /** Begins the visit now or later, or refuses it. */
  enter(visit: QueuedRequest): void {
    const now = performance.now()
    const { length } = this.#waiting
    this.#arrivals++
    if (length === 0 && this.#underWay < this.#maxUnderWay && this.#isEarlyInTurn(now)) visit.begin()
    else if (length >= this.#maxUnderWay && this.#expectedWait(now) > MAX_WAIT_MS) visit.refuse()
    else this.#enqueue(visit, now)
  }

  /** A client has connected, so that a request is about to come. */
  expect(): void {
    this.#arrivals++
  }

  /** Counts a visit whose request has been read to its end: until then it waits for its client, not for us. */
  count(): void {
    this.#underWay++
  }

  /** A counted visit is over. */
  leave(): void {
    this.#underWay--
    this.#admitSoon()
  }

  #isEarlyInTurn(now: number): boolean {
    if (this.#turnEndsAt === 0) {
      this.#turnEndsAt = now + TURN_MS
      setImmediate(() => (this.#turnEndsAt = 0))
    }
    return now < this.#turnEndsAt
  }

  /** As long as the line is at its pace, and at least as long as the first in it has waited. */
  #expectedWait(now: number): number {
    const [first] = this.#waiting
    return Math.max(this.#waiting.length * this.#pace.stepMs, first ? now - first.since : 0)
  }

  #enqueue(visit: QueuedRequest, now: number): void {
    this.#waiting.push({ visit, since: now })
    if (this.#waiting.length > 1) return
    this.#pace.begin(now)
    this.#timeoutCheck = setInterval(() => this.#refuseOverdue(), TIMEOUT_CHECK_MS).unref()
    this.#admitSoon()
  }

  #admitSoon(): void {
    if (this.#isAdmitting || this.#waiting.length === 0 || this.#underWay >= this.#maxUnderWay) return
    this.#isAdmitting = true
    // An immediate each: promises are settled and sockets are read in between.
    setImmediate(() => this.#admit())
  }

  #admit(): void {
    this.#isAdmitting = false
    if (!this.#pollsAgain()) this.#admitNext()
    this.#admitSoon()
  }

  /** Newcomers shall be seen, and refused if need be, before the next answer blocks the loop. */
  #pollsAgain(): boolean {
    const again = this.#arrivals > 0 && this.#polls < MAX_POLLS
    this.#polls = again ? this.#polls + 1 : 0
    this.#arrivals = 0
    return again
  }

  #admitNext(): void {
    const next = this.#waiting.shift()
    if (next && !next.visit.isGone()) {
      this.#pace.step(performance.now())
      next.visit.begin()
    }
    if (this.#waiting.length === 0) clearInterval(this.#timeoutCheck)
  }

  #refuseOverdue(): void {
    const latest = performance.now() - MAX_QUEUED_MS
    while (this.#waiting[0] && this.#waiting[0].since < latest) this.#waiting.shift()?.visit.refuse()
    if (this.#waiting.length === 0) clearInterval(this.#timeoutCheck)
  }
}

/** How fast a line moves that somebody is always waiting in. */
class Pace {
  /** Milliseconds between two who are let in. */
  stepMs = 1
  #last = 0

  /** The line was empty until now. */
  begin(now: number): void {
    this.#last = now
  }

  step(now: number): void {
    this.stepMs += (now - this.#last - this.stepMs) / PACE_STEPS
    this.#last = now
  }
}
