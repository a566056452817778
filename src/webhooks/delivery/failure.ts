/** What follows from a failed attempt: the wait until the next one, or the end of the deliveries. */

import type { DisabledReason, Webhook } from '../webhook.ts'

/** Longest wait that a receiver can ask for. */
const MAX_RETRY_AFTER_MS = 3_600_000
/** Each wait is prolonged by up to this share, so that the attempts of receivers that failed together are spread. */
const JITTER = 0.2
/** Status of a receiver that wants no events any more. */
const GONE = 410

/** Settings of failures. */
export interface FailureSettings {
  /** Waits after the first, second and further failures of an event, in milliseconds; the last one repeats. */
  waitsMs: readonly number[]
  /** Time from the first failure after which a webhook is disabled, in milliseconds. */
  disableAfterMs: number
}

/** A failed attempt. */
export interface FailedAttempt {
  status: number | null
  /** The header `Retry-After`. */
  retryAfter: string | undefined
  /** Failures of the event, this one included. */
  attempts: number
  /** Milliseconds since the epoch. */
  now: number
  /** From 0 to 1. */
  random: number
}

/** What follows: why nothing is sent any more, or the time of the next attempt. */
export type Consequence = { reason: DisabledReason } | { nextAttemptAt: number }

/** Decides what follows from a failed attempt. */
export function afterFailure(
  { failingSince }: Pick<Webhook, 'failingSince'>,
  { status, retryAfter, attempts, now, random }: FailedAttempt,
  { waitsMs, disableAfterMs }: FailureSettings,
): Consequence {
  if (status === GONE) return { reason: 'gone' }
  if (hasFailedTooLong({ failingSince }, now, disableAfterMs)) return { reason: 'failing' }
  const wait = waitsMs[Math.min(attempts, waitsMs.length) - 1] ?? 0
  const prolonged = Math.round(wait * (1 + JITTER * random))
  return { nextAttemptAt: now + Math.max(prolonged, retryAfterMs(retryAfter, now)) }
}

/**
 * Whether a webhook waits for its next attempt. A time further away than the longest wait is of an instance whose clock was wrong, and is not
 * waited for.
 */
export function isWaiting(
  { nextAttemptAt }: Pick<Webhook, 'nextAttemptAt'>,
  now: number,
  { waitsMs }: Pick<FailureSettings, 'waitsMs'>,
): boolean {
  const longest = Math.max(MAX_RETRY_AFTER_MS, ...waitsMs.map(wait => wait * (1 + JITTER)))
  return nextAttemptAt !== null && nextAttemptAt > now && nextAttemptAt <= now + Math.ceil(longest)
}

/** Whether a webhook has failed for so long that it is disabled. */
export function hasFailedTooLong(
  { failingSince }: Pick<Webhook, 'failingSince'>,
  now: number,
  disableAfterMs: number,
): boolean {
  return failingSince !== null && now >= failingSince + disableAfterMs
}

/** Reads `Retry-After` (RFC 9110 section 10.2.3): seconds or a date. @returns milliseconds; 0 for any other text */
function retryAfterMs(text: string | undefined, now: number): number {
  const given = text?.trim() ?? ''
  const ms = /^\d+$/.test(given) ? Number(given) * 1000 : /^[A-Z][a-z]/.test(given) ? Date.parse(given) - now : 0
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS)
}
