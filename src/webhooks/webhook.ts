/** The webhook as it is stored: its receiver, its place in the feed, and the state of its deliveries. */

import type { Secret } from './secrets.ts'

/** Maximum number of webhooks. */
export const MAX_WEBHOOKS = 20

/** Kinds of failures without a status: what an attempt failed at. */
export const FAILURES = ['dns', 'address', 'connection', 'tls', 'timeout'] as const

/** A failure without a status. */
export type Failure = (typeof FAILURES)[number]

/** Why nothing is sent: an administrator has switched it off, the receiver is gone (410), or it has failed for too long. */
export const DISABLED_REASONS = ['switched_off', 'gone', 'failing'] as const

/** Why nothing is sent. */
export type DisabledReason = (typeof DISABLED_REASONS)[number]

/** States of a webhook. */
export const STATES = ['ok', 'failing', 'disabled'] as const

/** The last success or the last failure of a webhook. */
export interface Outcome {
  /** Milliseconds since the epoch. */
  at: number
  /** Status of the answer; null without one. */
  status: number | null
  /** Null where there was a status. */
  error: Failure | null
  eventId: number
}

/** A webhook as it is stored. Times are in milliseconds since the epoch. */
export interface Webhook {
  name: string
  url: string
  /** Patterns; see `event-types.ts`. */
  types: readonly string[]
  active: boolean
  disabledReason: DisabledReason | null
  /** Time of the first failure since the last success. */
  failingSince: number | null
  /** Id of the last event that is done. */
  cursor: number
  /** Events that retention deleted before they were delivered. */
  lost: number
  /** The event that `attempts` counts. */
  attemptedId: number | null
  /** Failures of that event. */
  attempts: number
  nextAttemptAt: number | null
  lastSuccess: Outcome | null
  lastFailure: Outcome | null
  /** The newest first. */
  secrets: readonly Secret[]
  /** Incremented when an administrator moves or restarts the webhook: the result of an attempt from before is then ignored. */
  generation: number
  createdAt: number
  updatedAt: number
}

/** Returns the state of a webhook. */
export function stateOf({ disabledReason, failingSince }: Pick<Webhook, 'disabledReason' | 'failingSince'>) {
  if (disabledReason !== null) return 'disabled'
  return failingSince === null ? 'ok' : 'failing'
}
