/** Fetches the keys of an external issuer, one fetch at a time, in the background, so that requests seldom wait for it. */

import { fetchJwks, type Jwks, NO_VERIFYING_KEY } from './fetch-jwks.jwt.ts'

/** Interval of fetches: half the time for which keys are used without a new fetch. */
const REFRESH_MS = 30_000
/** Least time between two fetches, so that invented key ids cannot flood the issuer. A failed fetch is repeated after it. */
export const COOLDOWN_MS = 2_000

/** Event handlers of an issuer. */
export interface IssuerEvents {
  /** Called when the published keys have changed. */
  onChange: () => void
  /** Called with the error when the issuer becomes unavailable, or its keys verify nothing; with undefined when they can be used again. */
  onStateChange: (error: unknown) => void
  /** Ends the fetches in the background. */
  signal: AbortSignal
}

/** State of one issuer. Times are in milliseconds since the epoch, as callers pass them. */
export class IssuerRefresh {
  /** The keys of the latest successful fetch, and its time. */
  held: (Jwks & { fetchedAt: number }) | undefined
  /** The error of the latest fetch; undefined after a success. */
  failure: unknown
  /** Time of the latest fetch. */
  attemptedAt = Number.NEGATIVE_INFINITY
  readonly #url: string
  readonly #events: IssuerEvents
  #attempt: Promise<void> | undefined
  #next: NodeJS.Timeout | undefined
  #reported: 'usable' | 'useless' | 'unavailable' = 'usable'

  constructor(url: string, events: IssuerEvents) {
    this.#url = url
    this.#events = events
    events.signal.addEventListener('abort', () => clearTimeout(this.#next), { once: true })
  }

  /**
   * Fetches the keys once COOLDOWN_MS has passed.
   * @returns the fetch in progress, which never rejects; undefined where there is none, and after a failed one, which nothing waits for
   */
  refresh(now: number): Promise<void> | undefined {
    if (!isWithin(COOLDOWN_MS, this.attemptedAt, now)) this.#attempt ??= this.#fetch(now)
    return this.failure === undefined ? this.#attempt : undefined
  }

  async #fetch(now: number): Promise<void> {
    const startedAt = performance.now()
    this.attemptedAt = now
    try {
      this.#hold(await fetchJwks(this.#url), now)
      this.failure = undefined
    } catch (error) {
      this.failure = error
    }
    this.#attempt = undefined
    if (this.#events.signal.aborted) return
    this.#reportChange()
    this.#scheduleFetch(now, startedAt)
  }

  #reportChange(): void {
    const usable = this.held?.verifies ? 'usable' : 'useless'
    const state = this.failure === undefined ? usable : 'unavailable'
    if (state === this.#reported) return
    this.#reported = state
    this.#events.onStateChange(state === 'useless' ? NO_VERIFYING_KEY : this.failure)
  }

  #hold(jwks: Jwks, now: number): void {
    const isNew = jwks.text !== this.held?.text
    this.held = { ...(isNew || !this.held ? jwks : this.held), fetchedAt: now }
    if (isNew) this.#events.onChange()
  }

  /** Schedules the next fetch. Callers pass the clock with requests only; in between, it is computed from the latest one. */
  #scheduleFetch(askedAt: number, startedAt: number): void {
    const elapsed = () => performance.now() - startedAt
    const interval = this.failure === undefined ? REFRESH_MS : COOLDOWN_MS
    clearTimeout(this.#next)
    this.#next = setTimeout(() => {
      this.#attempt ??= this.#fetch(askedAt + elapsed())
    }, interval - elapsed())
    this.#next.unref()
  }
}

/** Whether `since` is less than `spanMs` before `now`. False when the clock was set back before `since`. */
export function isWithin(spanMs: number, since: number, now: number): boolean {
  return now >= since && now - since < spanMs
}
