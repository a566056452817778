/** Who is answered at once, who waits in line and who is turned away: a flood costs those turned away, and nobody else. */

/** What one turn of the event loop may answer before it looks at the sockets again. */
const TURN_MS = 10
/** Who would wait longer is turned away on arrival. */
const MAX_WAIT_MS = 1_000
/** Who has waited this long is turned away after all: the line hardly moves, as when the database stands still. */
const GIVE_UP_MS = 5_000
const GIVE_UP_CHECK_MS = 250
/** libuv accepts one connection a turn. Between two from the line so many turns look for newcomers, if each turn finds some. */
const MAX_LOOKS = 8
/** How many steps the pace of the line is averaged over. */
const PACE_STEPS = 64

/** One request, as far as the line knows it. */
export interface Visit {
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
  #moving = false
  #newcomers = 0
  #looks = 0
  #giveUp: NodeJS.Timeout | undefined
  #pace = new Pace()
  readonly #maxUnderWay: number
  readonly #line: { visit: Visit; since: number }[] = []

  /** @param maxUnderWay so many are answered at once, and as many may wait whatever the pace, so that a burst is served */
  constructor(maxUnderWay: number) {
    this.#maxUnderWay = maxUnderWay
  }

  /** Begins the visit now or later, or refuses it. */
  enter(visit: Visit): void {
    const now = performance.now()
    const { length } = this.#line
    this.#newcomers++
    if (length === 0 && this.#underWay < this.#maxUnderWay && this.#isEarlyInTurn(now)) visit.begin()
    else if (length >= this.#maxUnderWay && this.#expectedWait(now) > MAX_WAIT_MS) visit.refuse()
    else this.#queue(visit, now)
  }

  /** A client has connected, so that a request is about to come. */
  expect(): void {
    this.#newcomers++
  }

  /** Counts a visit whose request has been read to its end: until then it waits for its client, not for us. */
  count(): void {
    this.#underWay++
  }

  /** A counted visit is over. */
  leave(): void {
    this.#underWay--
    this.#moveSoon()
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
    const [first] = this.#line
    return Math.max(this.#line.length * this.#pace.stepMs, first ? now - first.since : 0)
  }

  #queue(visit: Visit, now: number): void {
    this.#line.push({ visit, since: now })
    if (this.#line.length > 1) return
    this.#pace.begin(now)
    this.#giveUp = setInterval(() => this.#turnAwayTheOldest(), GIVE_UP_CHECK_MS).unref()
    this.#moveSoon()
  }

  #moveSoon(): void {
    if (this.#moving || this.#line.length === 0 || this.#underWay >= this.#maxUnderWay) return
    this.#moving = true
    // An immediate each: promises are settled and sockets are read in between.
    setImmediate(() => this.#move())
  }

  #move(): void {
    this.#moving = false
    if (!this.#looksAgain()) this.#letIn()
    this.#moveSoon()
  }

  /** Newcomers shall be seen, and refused if need be, before the next answer blocks the loop. */
  #looksAgain(): boolean {
    const again = this.#newcomers > 0 && this.#looks < MAX_LOOKS
    this.#looks = again ? this.#looks + 1 : 0
    this.#newcomers = 0
    return again
  }

  #letIn(): void {
    const next = this.#line.shift()
    if (next && !next.visit.isGone()) {
      this.#pace.step(performance.now())
      next.visit.begin()
    }
    if (this.#line.length === 0) clearInterval(this.#giveUp)
  }

  #turnAwayTheOldest(): void {
    const latest = performance.now() - GIVE_UP_MS
    while (this.#line[0] && this.#line[0].since < latest) this.#line.shift()?.visit.refuse()
    if (this.#line.length === 0) clearInterval(this.#giveUp)
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
