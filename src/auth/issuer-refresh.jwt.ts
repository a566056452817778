/** Asks an external issuer for its keys: one request at a time, repeated in the background, so that requests seldom wait for it. */

import { fetchJwks, type Jwks } from './fetch-jwks.jwt.ts'

/** After so long the keys are asked for again: half the time for which they are used without asking. */
const REFRESH_MS = 30_000
/** The least time between two requests, so that made-up key ids cannot flood the issuer; one that failed is repeated after it. */
export const COOLDOWN_MS = 2_000

export interface IssuerEvents {
  /** The issuer published something else than before. */
  onChange: () => void
  /** The issuer went away, with the error, or is back, without. */
  onStateChange: (error: unknown) => void
  /** Ends the asking in the background. */
  signal: AbortSignal
}

/** What is known of one issuer. Times are in milliseconds since the epoch, as callers give them. */
export class IssuerRefresh {
  /** The keys that were answered last, and when they were asked for. */
  held: (Jwks & { fetchedAt: number }) | undefined
  /** Why the last request failed; undefined when it did not. */
  failure: unknown
  attemptedAt = Number.NEGATIVE_INFINITY
  readonly #url: string
  readonly #events: IssuerEvents
  #attempt: Promise<void> | undefined
  #next: NodeJS.Timeout | undefined

  constructor(url: string, events: IssuerEvents) {
    this.#url = url
    this.#events = events
    events.signal.addEventListener('abort', () => clearTimeout(this.#next), { once: true })
  }

  /** Asks, unless it was just asked, and waits for the answer; an issuer that is known to be away is not waited for. Never rejects. */
  async refresh(now: number): Promise<void> {
    if (!isWithin(COOLDOWN_MS, this.attemptedAt, now)) this.#attempt ??= this.#ask(now)
    if (this.failure === undefined) await this.#attempt
  }

  async #ask(now: number): Promise<void> {
    const startedAt = performance.now()
    const wasAway = this.failure !== undefined
    this.attemptedAt = now
    try {
      this.#hold(await fetchJwks(this.#url), now)
      this.failure = undefined
    } catch (error) {
      this.failure = error
    }
    this.#attempt = undefined
    if (this.#events.signal.aborted) return
    if (wasAway !== (this.failure !== undefined)) this.#events.onStateChange(this.failure)
    this.#askAgain(now, startedAt)
  }

  #hold(jwks: Jwks, now: number): void {
    const isNew = jwks.text !== this.held?.text
    this.held = { ...(isNew || !this.held ? jwks : this.held), fetchedAt: now }
    if (isNew) this.#events.onChange()
  }

  /** The caller's clock is only known when a request comes: until then it is reckoned from the last one. */
  #askAgain(askedAt: number, startedAt: number): void {
    const elapsed = () => performance.now() - startedAt
    const interval = this.failure === undefined ? REFRESH_MS : COOLDOWN_MS
    clearTimeout(this.#next)
    this.#next = setTimeout(() => {
      this.#attempt ??= this.#ask(askedAt + elapsed())
    }, interval - elapsed())
    this.#next.unref()
  }
}

/** Whether a time is less than a span ago. A clock that was set back makes nothing younger. */
export function isWithin(spanMs: number, since: number, now: number): boolean {
  return now >= since && now - since < spanMs
}
