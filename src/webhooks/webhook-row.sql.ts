/** Rows of webhooks, and the parts of their statements that differ by engine: the clock of the database, and the lock of a row. */

import { type RawBuilder, sql } from 'kysely'
import type { Engine } from '../db/database.ts'
import type { WebhookTable } from '../db/webhook-tables.ts'
import type { Webhook } from './webhook.ts'

/** The columns of `WebhookRow`, of the table `webhooks`. */
export const webhookColumns = sql.raw(
  [
    ...['name', 'url', 'types', 'active', 'disabled_reason', 'failing_since', 'cursor', 'lost', 'attempted_id'],
    ...['attempts', 'next_attempt_at', 'last_success', 'last_failure', 'secrets', 'generation'],
    ...['created_at', 'updated_at'],
  ]
    .map(column => `webhooks.${column}`)
    .join(', '),
)

/** A row. */
export type WebhookRow = Omit<WebhookTable, 'test_ends_at'>

/** Converts a row. */
export function toWebhook(row: WebhookRow): Webhook {
  return {
    name: row.name,
    url: row.url,
    types: JSON.parse(row.types),
    active: row.active === 1,
    disabledReason: row.disabled_reason,
    failingSince: row.failing_since,
    cursor: row.cursor,
    lost: row.lost,
    attemptedId: row.attempted_id,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    lastSuccess: row.last_success === null ? null : JSON.parse(row.last_success),
    lastFailure: row.last_failure === null ? null : JSON.parse(row.last_failure),
    secrets: JSON.parse(row.secrets),
    generation: row.generation,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** Converts a webhook. */
export function toRow(webhook: Webhook): WebhookRow {
  return {
    name: webhook.name,
    url: webhook.url,
    types: JSON.stringify(webhook.types),
    active: webhook.active ? 1 : 0,
    disabled_reason: webhook.disabledReason,
    failing_since: webhook.failingSince,
    cursor: webhook.cursor,
    lost: webhook.lost,
    attempted_id: webhook.attemptedId,
    attempts: webhook.attempts,
    next_attempt_at: webhook.nextAttemptAt,
    last_success: webhook.lastSuccess && JSON.stringify(webhook.lastSuccess),
    last_failure: webhook.lastFailure && JSON.stringify(webhook.lastFailure),
    secrets: JSON.stringify(webhook.secrets),
    generation: webhook.generation,
    created_at: webhook.createdAt,
    updated_at: webhook.updatedAt,
  }
}

/** `for update` on PostgreSQL; on SQLite a transaction is alone. */
export function forUpdate(engine: Engine): RawBuilder<unknown> {
  return engine === 'postgres' ? sql`for update` : sql``
}
