/** The follower of events: polls for new ones, and continues after temporary failures. */

import { pause, within } from '../abort.ts'
import { definedOf } from '../defined-of.ts'
import { SepetError } from '../errors.ts'
import type { CallOptions } from '../responses.ts'
import { InvalidTokenError } from '../transport.ts'
import type { EventPage, EventQuery, ShopEvent } from './event-page.ts'

/** A failure of a follower, which it repeats. */
export interface FollowFailure {
  /** What the request threw. */
  error: unknown
  /** The number of failures in succession, this one included. */
  failures: number
  /** Seconds until the next request. */
  waitSeconds: number
}

/** Options of a follower. */
export interface FollowOptions extends CallOptions {
  /** The id of the last event that the caller has. Defaults to 0: the follower begins with the first event that is kept. */
  after?: number
  /** The number of events of a page, from 1 to 200. Defaults to 200. */
  limit?: number
  /** Seconds between two requests when there is nothing new, from 0.01 to 86400. Defaults to 5. */
  intervalSeconds?: number
  /** Maximum seconds of one request, its retries included, from 0.01 to 86400. Defaults to 60. */
  timeoutSeconds?: number
  /** Maximum wait after a failure, in seconds, from 0.01 to 86400. Defaults to 60. */
  maxWaitSeconds?: number
  /** Maximum number of failures in succession that are repeated; `Infinity` for no maximum. Defaults to 100, about 95 minutes. */
  maxFailures?: number
  /** Called for each failure that is repeated, such as to log it. */
  onFailure?: (failure: FollowFailure) => void
}

type Limits = Required<Omit<FollowOptions, 'signal' | 'after' | 'onFailure'>>
type ReadPage = (query: EventQuery) => Promise<EventPage>

const defaults: Limits = { limit: 200, intervalSeconds: 5, timeoutSeconds: 60, maxWaitSeconds: 60, maxFailures: 100 }

/**
 * Follows events.
 *
 * @param read Reads a page of events.
 * @param options The id to continue from, the limits of waits and failures, and an `AbortSignal`.
 * @returns The events, each once and in the order of their ids. The iterator ends when it is aborted.
 * @throws RangeError If an option is out of its range.
 * @example
 *
 * ```ts
 * import { followEvents } from "./follow-events.ts"
 *
 * const signal = AbortSignal.timeout(1_000)
 * for await (const event of followEvents(async () => ({ data: [], hasMore: false }), { signal })) console.log(event.id)
 * ```
 */
export function followEvents(read: ReadPage, options: FollowOptions): AsyncGenerator<ShopEvent, void, undefined> {
  const limits = { ...defaults, ...definedOf(options) }
  for (const name of ['intervalSeconds', 'timeoutSeconds', 'maxWaitSeconds'] as const) {
    if (!(limits[name] >= 0.01 && limits[name] <= 86_400)) throw new RangeError(`${name} must be from 0.01 to 86400.`)
  }
  if (!(limits.maxFailures >= 0)) throw new RangeError('maxFailures must be at least 0.')
  return eventsOf(read, options, limits)
}

async function* eventsOf(
  read: ReadPage,
  options: FollowOptions,
  limits: Limits,
): AsyncGenerator<ShopEvent, void, undefined> {
  const { signal } = options
  let after = options.after ?? 0
  for (;;) {
    const page = await readPersistently(query => read({ after, limit: limits.limit, ...query }), options, limits)
    if (!page) return
    const news = page.data.filter(({ id }) => id > after)
    for (const event of news) {
      if (signal?.aborted) return
      // Moves on first: the caller may end the loop in its body.
      after = event.id
      yield event
    }
    if (!page.hasMore || news.length === 0) await waitQuietly(limits.intervalSeconds, signal)
  }
}

/** Reads a page, and repeats temporary failures. @returns undefined once the follower is aborted */
async function readPersistently(
  read: ReadPage,
  { signal, onFailure }: FollowOptions,
  { timeoutSeconds, maxWaitSeconds, maxFailures }: Limits,
): Promise<EventPage | undefined> {
  for (let failures = 1; !signal?.aborted; failures++) {
    try {
      return await within(timeoutSeconds, signal, each => read({ signal: each }))
    } catch (error) {
      if (signal?.aborted) break
      if (!isTemporary(error) || failures > maxFailures) throw error
      const waitSeconds = Math.min(maxWaitSeconds, Math.max(2 ** (failures - 1), retryAfterOf(error)))
      onFailure?.({ error, failures, waitSeconds })
      await waitQuietly(waitSeconds, signal)
    }
  }
  return undefined
}

/** Whether a later request may succeed: not after a refusal of Sepet by the request's own fault, nor with a token that is none. */
function isTemporary(error: unknown): boolean {
  if (error instanceof InvalidTokenError) return false
  if (!(error instanceof SepetError) || error.errors.length === 0) return true
  return error.status >= 500 || error.status === 408 || error.status === 429
}

function retryAfterOf(error: unknown): number {
  return (error instanceof SepetError && error.retryAfterSeconds) || 0
}

/** Waits for a time, or until the follower is aborted. */
async function waitQuietly(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  await pause(seconds * 1000, signal).catch(() => undefined)
}
