/** Measures webhooks: how many events are to be sent to each, and how old the oldest one is. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'
import { countPending, findNextEvent } from './pending-events.sql.ts'
import type { Webhook } from './webhook.ts'
import { toWebhook, type WebhookRow, webhookColumns } from './webhook-row.sql.ts'

/** What is measured of a webhook. */
export interface WebhookReading {
  webhook: string
  /** Events that are to be sent. */
  pending: number
  /** Age of the oldest one; 0 without any. */
  lagSeconds: number
  /** Whether it was disabled because of its receiver. */
  isDisabled: boolean
  lost: number
}

/** Creates the function that measures all webhooks, with one short statement after the other. @param now milliseconds since the epoch */
export function createWebhookMeasurement(queries: Queries, now: () => number): () => Promise<WebhookReading[]> {
  return async () => {
    const readings: WebhookReading[] = []
    for (const webhook of await listAllWebhooks(queries)) {
      readings.push(await measure(queries, webhook, now()))
      // The embedded database runs statements within the turn of their caller.
      await nextTurn()
    }
    return readings
  }
}

/** Finds all webhooks in the order of their names. */
export async function listAllWebhooks(queries: Queries): Promise<Webhook[]> {
  return (await selectAll(queries, {})).map(toWebhook)
}

const selectAll = prepared<object, WebhookRow>(() => sql`select ${webhookColumns} from webhooks order by name`)

async function measure(queries: Queries, webhook: Webhook, now: number): Promise<WebhookReading> {
  const { name, disabledReason, lost } = webhook
  const { event } = await findNextEvent(queries, webhook)
  return {
    webhook: name,
    pending: event ? await countPending(queries, webhook) : 0,
    lagSeconds: event ? Math.max(0, (now - event.at) / 1000) : 0,
    isDisabled: disabledReason === 'gone' || disabledReason === 'failing',
    lost,
  }
}
