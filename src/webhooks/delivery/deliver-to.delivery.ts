/** Deliveries to one webhook: its events one after the other, until none is left or an attempt fails. */

import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { Event } from '../../events/event.ts'
import { findNextEvent } from '../pending-events.sql.ts'
import type { DisabledReason, Outcome, Webhook } from '../webhook.ts'
import { findLeased, moveCursor, saveDelivered, saveDisabled, saveFailed } from './deliveries.store.ts'
import { afterFailure, type FailureSettings, hasFailedTooLong, isWaiting } from './failure.ts'
import { messageIdOf } from './message.ts'
import { isDelivered, type SendMessage, type Sent } from './send-message.delivery.ts'
import type { HeldLease } from './take-lease.delivery.ts'
import type { LimitWork } from './work-limit.ts'

/** The outcome of an attempt: answered with 2xx, answered with another status, or not answered. */
export type DeliveryOutcome = 'delivered' | 'rejected' | 'failed'

/** What deliveries need. */
export interface DeliveryDependencies {
  database: Database
  send: SendMessage
  settings: FailureSettings
  log: Pick<FastifyBaseLogger, 'warn'>
  count: (webhook: string, outcome: DeliveryOutcome) => void
  /** Runs statements, so that deliveries leave the database to requests. */
  inTurn: LimitWork
  /** Milliseconds since the epoch. */
  now: () => number
  /** From 0 to 1. */
  random: () => number
}

/** The period of one lease: the lease, and the signals that end its deliveries. */
export interface Tenure {
  lease: HeldLease
  /** Aborted when no further attempt begins. */
  stopping: AbortSignal
  /** Ends a running attempt. */
  cutting: AbortSignal
}

/** Whether a webhook needs an attempt now, or has failed for so long that it is to be disabled. */
export function isDue(webhook: Webhook, now: number, settings: FailureSettings): boolean {
  if (webhook.disabledReason !== null) return false
  return !isWaiting(webhook, now, settings) || hasFailedTooLong(webhook, now, settings.disableAfterMs)
}

/**
 * Sends the events of a webhook until none is left, an attempt fails, or the tenure ends.
 * @returns the webhook as read and the last id of the feed at which nothing was left; undefined where something is left
 */
export async function deliverTo(
  name: string,
  dependencies: DeliveryDependencies,
  tenure: Tenure,
): Promise<{ webhook: Webhook; lastId: number } | undefined> {
  const { database, inTurn, now, settings } = dependencies
  const { lease, stopping } = tenure
  while (!stopping.aborted && !lease.ended.aborted) {
    const webhook = await inTurn(() => findLeased(database, name, lease.owner))
    if (!webhook || !isDue(webhook, now(), settings)) return undefined
    if (hasFailedTooLong(webhook, now(), settings.disableAfterMs)) return disable(webhook, dependencies, lease)
    const { event, lastId } = await inTurn(() => findNextEvent(database, webhook))
    if (!event) {
      if (lastId > webhook.cursor) await inTurn(() => moveCursor(database, webhook, lease.owner, lastId))
      return { webhook: { ...webhook, cursor: Math.max(webhook.cursor, lastId) }, lastId }
    }
    if (!(await attempt(webhook, event, dependencies, tenure))) return undefined
  }
  return undefined
}

async function disable(
  webhook: Webhook,
  { database, inTurn, log }: DeliveryDependencies,
  { owner }: HeldLease,
): Promise<undefined> {
  const reason = 'failing'
  if (await inTurn(() => saveDisabled(database, webhook, owner, reason))) logDisabled(log, webhook, reason)
}

/** Sends an event once. @returns whether the next one follows */
async function attempt(
  webhook: Webhook,
  event: Event,
  dependencies: DeliveryDependencies,
  { lease, stopping, cutting }: Tenure,
): Promise<boolean> {
  const { database, send, count, inTurn, now } = dependencies
  const attempts = 1 + (webhook.attemptedId === event.id ? webhook.attempts : 0)
  if (stopping.aborted || lease.ended.aborted) return false
  const at = now()
  const message = { id: messageIdOf(event), event, attempt: attempts }
  const sent = await send(webhook, message, AbortSignal.any([cutting, lease.ended]))
  if (sent.error === 'aborted') return false
  const outcome: Outcome = { at, status: sent.status, error: sent.error, eventId: event.id }
  if (isDelivered(sent)) {
    count(webhook.name, 'delivered')
    return inTurn(() => saveDelivered(database, webhook, lease.owner, outcome))
  }
  count(webhook.name, sent.status === null ? 'failed' : 'rejected')
  await fail(webhook, { outcome, attempts, sent }, dependencies, lease)
  return false
}

async function fail(
  webhook: Webhook,
  { outcome, attempts, sent }: { outcome: Outcome; attempts: number; sent: Sent },
  { database, settings, log, inTurn, now, random }: DeliveryDependencies,
  { owner }: HeldLease,
): Promise<void> {
  const retryAfter = sent.status === null ? undefined : sent.retryAfter
  const failed = { status: sent.status, retryAfter, attempts, now: now(), random: random() }
  const consequence = afterFailure(webhook, failed, settings)
  const reason = 'reason' in consequence ? consequence.reason : null
  const nextAttemptAt = 'reason' in consequence ? null : consequence.nextAttemptAt
  const saved = { failure: outcome, attempts, nextAttemptAt, reason }
  const disabled = await inTurn(() => saveFailed(database, webhook, owner, saved))
  if (reason !== null && disabled === reason) logDisabled(log, webhook, reason)
}

function logDisabled(log: DeliveryDependencies['log'], { name }: Webhook, reason: DisabledReason): void {
  log.warn({ webhook: name, reason }, 'webhook disabled')
}
