/** What deliveries read and write. A write needs a living lease of its owner, and the generation of the webhook as it was read. */

import { type RawBuilder, sql } from 'kysely'
import type { Engine, Queries } from '../../db/database.ts'
import { databaseClock } from '../../db/database-clock.ts'
import { type Parameter, prepared } from '../../db/prepared-statements.ts'
import type { DisabledReason, Outcome, Webhook } from '../webhook.ts'
import { toWebhook, type WebhookRow, webhookColumns } from '../webhook-row.sql.ts'

/** All webhooks, and what decides whether something is to be done. */
export interface Survey {
  webhooks: Webhook[]
  /** The last id of the feed. */
  lastId: number
  /** Whether an event has no id yet. */
  hasUnpublished: boolean
  /** The instance whose lease lives. */
  holder: string | null
}

type SurveyRow = WebhookRow & { last_id: number; unpublished: number; holder: string | null }

const selectAll = prepared<object, SurveyRow>(
  (_, engine) => sql`
    select ${webhookColumns}, event_counter.last_id, webhook_lease.owner as holder,
      (select count(*) from (select 1 from events where id is null limit 1) as recorded) as unpublished
    from webhooks
    join event_counter on event_counter.id = 1
    left join webhook_lease on webhook_lease.id = 1 and webhook_lease.expires_at > ${databaseClock(engine)}
    order by name`,
)

/** Reads all webhooks. */
export async function survey(queries: Queries): Promise<Survey> {
  const rows = await selectAll(queries, {})
  const [first] = rows
  return {
    webhooks: rows.map(toWebhook),
    lastId: first?.last_id ?? 0,
    hasUnpublished: (first?.unpublished ?? 0) > 0,
    holder: first?.holder ?? null,
  }
}

/** The lease by which a statement runs. */
interface ByOwner {
  owner: string
}

function isLeased<P extends ByOwner>(parameter: Parameter<P>, engine: Engine): RawBuilder<unknown> {
  return sql`exists (
    select 1 from webhook_lease
    where id = 1 and owner = ${parameter('owner')} and expires_at > ${databaseClock(engine)})`
}

const selectLeased = prepared<ByOwner & { name: string }, WebhookRow>(
  (parameter, engine) => sql`
    select ${webhookColumns} from webhooks
    where name = ${parameter('name')} and disabled_reason is null and ${isLeased(parameter, engine)}`,
)

/** Finds a webhook that is not disabled, while the owner's lease lives. */
export async function findLeased(queries: Queries, name: string, owner: string): Promise<Webhook | undefined> {
  const [row] = await selectLeased(queries, { name, owner })
  return row && toWebhook(row)
}

/** The webhook as the owner of the lease has read it. */
interface AsRead extends ByOwner {
  name: string
  generation: number
}

function asRead<P extends AsRead>(parameter: Parameter<P>, engine: Engine): RawBuilder<unknown> {
  return sql`
    name = ${parameter('name')} and generation = ${parameter('generation')} and ${isLeased(parameter, engine)}`
}

// Where other types were asked for meanwhile, events before this one may be among them.
const updateDelivered = prepared<AsRead & { cursor: number; types: string; success: string }, object>(
  (parameter, engine) => sql`
    update webhooks set cursor = ${parameter('cursor')}, last_success = ${parameter('success')},
      failing_since = null, attempted_id = null, attempts = 0, next_attempt_at = null
    where types = ${parameter('types')} and ${asRead(parameter, engine)} returning name`,
)

/** Saves that an event was delivered. @returns false where the lease has ended or the webhook was moved: nothing is written */
export async function saveDelivered(
  queries: Queries,
  { name, generation, types }: Webhook,
  owner: string,
  success: Outcome,
): Promise<boolean> {
  const of = { name, generation, owner, types: JSON.stringify(types) }
  const values = { ...of, cursor: success.eventId, success: JSON.stringify(success) }
  return (await updateDelivered(queries, values)).length > 0
}

/** A failure to save. */
export interface SavedFailure {
  failure: Outcome
  /** Failures of the event, this one included. */
  attempts: number
  nextAttemptAt: number | null
  /** Why nothing is sent any more; null where it is sent again. */
  reason: DisabledReason | null
}

type FailureValues = AsRead & {
  at: number
  eventId: number
  attempts: number
  failure: string
  nextAttemptAt: number | null
  reason: string | null
}

// A reason that an administrator has set during the attempt stays.
const updateFailed = prepared<FailureValues, { disabled_reason: DisabledReason | null }>(
  (parameter, engine) => sql`
    update webhooks set failing_since = coalesce(failing_since, ${parameter('at')}),
      attempted_id = ${parameter('eventId')}, attempts = ${parameter('attempts')},
      last_failure = ${parameter('failure')},
      next_attempt_at = case when disabled_reason is null then cast(${parameter('nextAttemptAt')} as bigint) end,
      disabled_reason = coalesce(disabled_reason, ${parameter('reason')})
    where ${asRead(parameter, engine)} returning disabled_reason`,
)

/** Saves that an attempt has failed. @returns why the webhook is disabled now, or null; undefined where nothing is written */
export async function saveFailed(
  queries: Queries,
  { name, generation }: Webhook,
  owner: string,
  { failure, attempts, nextAttemptAt, reason }: SavedFailure,
): Promise<DisabledReason | null | undefined> {
  const { at, eventId } = failure
  const of = { name, generation, owner }
  const values = { ...of, at, eventId, attempts, failure: JSON.stringify(failure), nextAttemptAt, reason }
  const [row] = await updateFailed(queries, values)
  return row?.disabled_reason
}

const updateDisabled = prepared<AsRead & { reason: DisabledReason }, object>(
  (parameter, engine) => sql`
    update webhooks set disabled_reason = ${parameter('reason')}, next_attempt_at = null
    where disabled_reason is null and ${asRead(parameter, engine)} returning name`,
)

/** Disables a webhook between two attempts. @returns false where it is disabled already, or nothing may be written */
export async function saveDisabled(
  queries: Queries,
  { name, generation }: Webhook,
  owner: string,
  reason: DisabledReason,
): Promise<boolean> {
  return (await updateDisabled(queries, { name, generation, owner, reason })).length > 0
}

const updateCursor = prepared<AsRead & { cursor: number; types: string }, never>(
  (parameter, engine) => sql`
    update webhooks set cursor = ${parameter('cursor')}
    where types = ${parameter('types')} and ${asRead(parameter, engine)}`,
)

/** Moves a webhook past events that it does not get. */
export async function moveCursor(queries: Queries, webhook: Webhook, owner: string, cursor: number): Promise<void> {
  const { name, generation, types } = webhook
  await updateCursor(queries, { name, generation, owner, cursor, types: JSON.stringify(types) })
}
