/** `sepet webhooks`: lists the webhooks and the state of their deliveries, without their secrets. */

import type { Writable } from 'node:stream'
import type { Queries } from '../db/database.ts'
import { countPending } from '../webhooks/pending-events.sql.ts'
import { presentWebhook } from '../webhooks/webhook.document.ts'
import { listAllWebhooks } from '../webhooks/webhook-readings.store.ts'
import { writeAll } from './closed-pipe.ts'
import { count } from './count.ts'

type Listed = ReturnType<typeof presentWebhook>

/** Writes the webhooks to `stdout` in the order of their names: one JSON object per line, or one text line per webhook. */
export function listWebhooks(database: Queries, { json }: { json: boolean }, stdout: Writable): Promise<void> {
  return writeAll(describeWebhooks(database, json ? JSON.stringify : describe), stdout)
}

async function* describeWebhooks(database: Queries, format: (webhook: Listed) => string): AsyncGenerator<string> {
  for (const webhook of await listAllWebhooks(database)) {
    yield `${format(presentWebhook(webhook, await countPending(database, webhook)))}\n`
  }
}

function describe({ name, state, disabledReason, pending, lost, lastFailure, types, url }: Listed): string {
  const reason = disabledReason === null ? '' : ` (${disabledReason})`
  const failure = state === 'ok' || lastFailure === null ? '' : `  last: ${lastFailure.status ?? lastFailure.error}`
  const missing = lost > 0 ? `  ${count(lost, 'event')} lost` : ''
  return `${name}  ${state}${reason}  ${pending} pending${missing}${failure}  ${types.join(',')}  ${url}`
}
