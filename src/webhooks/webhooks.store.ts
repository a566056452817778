/** Webhooks in the database, as administrators read and write them. */

import { sql } from 'kysely'
import { type Database, type Queries, transaction } from '../db/database.ts'
import { databaseClock } from '../db/database-clock.ts'
import { prepared } from '../db/prepared-statements.ts'
import { limitWaits } from '../db/time-limits.ts'
import { publishEvents } from '../events/publish-events.sql.ts'
import { countPending } from './pending-events.sql.ts'
import { rotated } from './secrets.ts'
import { MAX_WEBHOOKS, type Webhook } from './webhook.ts'
import { forUpdate, toRow, toWebhook, type WebhookRow, webhookColumns } from './webhook-row.sql.ts'

/** A webhook to save. */
export interface NewWebhook {
  name: string
  url: string
  types: readonly string[]
  active: boolean
  /** Undefined keeps the present one; a new webhook gets a generated one. */
  secret: string | undefined
  /** Whether nothing is saved where there is a webhook with this name. */
  createsOnly: boolean
}

/** The webhooks of one database. */
export type WebhookStore = ReturnType<typeof createWebhookStore>

interface Options {
  /** How long a replaced secret signs, in milliseconds. */
  overlapMs: number
  newSecret: () => string
  /** Returns an integer that no webhook of the same name has had. */
  newGeneration: () => number
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Creates the store. */
export function createWebhookStore(database: Database, { overlapMs, newSecret, newGeneration, now }: Options) {
  const create = ({ name, url, types, active, secret = newSecret() }: NewWebhook, cursor: number): Webhook => {
    const at = now()
    return {
      name,
      url,
      types,
      active,
      disabledReason: active ? null : 'switched_off',
      failingSince: null,
      cursor,
      lost: 0,
      attemptedId: null,
      attempts: 0,
      nextAttemptAt: null,
      lastSuccess: null,
      lastFailure: null,
      secrets: [{ secret, replacedAt: null }],
      generation: newGeneration(),
      createdAt: at,
      updatedAt: at,
    }
  }

  const rotate = (webhook: Webhook, secret: string): Webhook => ({
    ...webhook,
    secrets: rotated(webhook.secrets, secret, { now: now(), overlapMs }),
    updatedAt: now(),
  })

  const replace = (stored: Webhook, { url, types, active, secret = stored.secrets[0]?.secret ?? '' }: NewWebhook) => {
    const replaced: Webhook = { ...rotate(stored, secret), url, types, active }
    const goesOn = url === stored.url && stored.disabledReason === null
    const begun = goesOn ? replaced : begunAfresh(replaced)
    return { ...begun, disabledReason: active ? null : ('switched_off' as const) }
  }

  return {
    /** Finds a webhook. */
    async find(name: string): Promise<Webhook | undefined> {
      const [row] = await selectOne(database, { name })
      return row && toWebhook(row)
    },

    /** Finds up to `limit` webhooks in the order of their names. */
    async findPage({ after = '', limit }: { after?: string | undefined; limit: number }): Promise<Webhook[]> {
      return (await selectPage(database, { after, limit })).map(toWebhook)
    },

    /** Counts the events that are to be sent to a webhook, of all that were recorded before the call. */
    async countPending(webhook: Webhook): Promise<number> {
      await publishAll(database)
      return countPending(database, webhook)
    },

    /**
     * Saves a webhook. A new one begins after the last event that was recorded before the call.
     * @returns the webhook and whether it is new; with nothing written `full` where there are 20, `exists` where only a new one was to be saved
     */
    async save(input: NewWebhook): Promise<{ webhook: Webhook; isNew: boolean } | 'full' | 'exists'> {
      const isKnown = (await selectOne(database, { name: input.name })).length > 0
      if (!isKnown) await publishAll(database)
      return locking(database, async queries => {
        const lastId = await lockFeed(queries)
        const stored = await lockOne(queries, input.name)
        if (stored && input.createsOnly) return 'exists'
        if (stored) return { webhook: await update(queries, replace(stored, input)), isNew: false }
        const [{ webhooks } = { webhooks: 0 }] = await countAll(queries, {})
        if (webhooks >= MAX_WEBHOOKS) return 'full'
        const webhook = create(input, lastId)
        await insertOne(queries, toRow(webhook))
        return { webhook, isNew: true }
      })
    },

    /** Deletes a webhook. @returns whether there was one */
    async delete(name: string): Promise<boolean> {
      return (await deleteOne(database, { name })).length > 0
    },

    /** Replaces the secret of a webhook. @returns undefined for an unknown one */
    rotateSecret(name: string, secret = newSecret()): Promise<Webhook | undefined> {
      return locking(database, async queries => {
        const stored = await lockOne(queries, name)
        return stored && update(queries, rotate(stored, secret))
      })
    },

    /**
     * Moves a webhook to another place in the feed, from which it goes on at once.
     * @returns the webhook and how many events that were to be sent are jumped over; the last id of the feed where `after` is greater;
     * undefined for an unknown webhook
     */
    replay(
      name: string,
      after: number,
    ): Promise<{ webhook: Webhook; skipped: number } | { lastId: number } | undefined> {
      return locking(database, async queries => {
        const stored = await lockOne(queries, name)
        if (!stored) return undefined
        const [{ last_id: lastId } = { last_id: 0 }] = await selectLastId(queries, {})
        if (after > lastId) return { lastId }
        const skipped = await countPending(queries, stored, after)
        const moved = { ...atOnce(stored), cursor: after, updatedAt: now() }
        return { webhook: await update(queries, moved), skipped }
      })
    },

    /**
     * Begins a test, which ends after `durationMs` by itself.
     * @returns the webhook, and the function that ends the test; `running` during another test; undefined for an unknown webhook
     */
    async beginTest(
      name: string,
      durationMs: number,
    ): Promise<{ webhook: Webhook; end: () => Promise<void> } | 'running' | undefined> {
      const [row] = await updateTest(database, { name, durationMs })
      if (row) {
        const { test_ends_at: endsAt } = row
        return { webhook: toWebhook(row), end: async () => void (await clearTest(database, { name, endsAt })) }
      }
      return (await selectOne(database, { name })).length > 0 ? 'running' : undefined
    },
  }
}

/** Runs a transaction with locks that publications and deliveries wait for. */
function locking<T>(database: Database, work: (queries: Queries) => Promise<T>): Promise<T> {
  return transaction(database, async queries => {
    await limitWaits(queries)
    return work(queries)
  })
}

/** Gives ids to all recorded events, as a read of the feed does. */
async function publishAll(database: Database): Promise<void> {
  let published: number
  do published = await publishEvents(database)
  while (published > 0)
}

/** A webhook whose next event is sent at once, without the failures before. */
function begunAfresh(webhook: Webhook): Webhook {
  return { ...atOnce(webhook), failingSince: null }
}

/** A webhook whose next event is sent at once. The result of a running attempt is ignored. */
function atOnce(webhook: Webhook): Webhook {
  return { ...webhook, attemptedId: null, attempts: 0, nextAttemptAt: null, generation: webhook.generation + 1 }
}

async function lockOne(queries: Queries, name: string): Promise<Webhook | undefined> {
  const [row] = await selectForUpdate(queries, { name })
  return row && toWebhook(row)
}

async function update(queries: Queries, webhook: Webhook): Promise<Webhook> {
  await updateOne(queries, toRow(webhook))
  return webhook
}

/** Locks the counter of events, so that one webhook is created after the other. @returns the last id */
async function lockFeed(queries: Queries): Promise<number> {
  const [counter] = await selectCounterForUpdate(queries, {})
  if (!counter) throw new Error('The counter of events is missing: run `sepet migrate`.')
  return counter.last_id
}

const selectOne = prepared<{ name: string }, WebhookRow>(
  parameter => sql`select ${webhookColumns} from webhooks where name = ${parameter('name')}`,
)

const selectForUpdate = prepared<{ name: string }, WebhookRow>(
  (parameter, engine) =>
    sql`select ${webhookColumns} from webhooks where name = ${parameter('name')} ${forUpdate(engine)}`,
)

const selectPage = prepared<{ after: string; limit: number }, WebhookRow>(
  parameter => sql`
    select ${webhookColumns} from webhooks where name > ${parameter('after')}
    order by name limit ${parameter('limit')}`,
)

const countAll = prepared<object, { webhooks: number }>(() => sql`select count(*) as webhooks from webhooks`)

const selectLastId = prepared<object, { last_id: number }>(() => sql`select last_id from event_counter where id = 1`)

const selectCounterForUpdate = prepared<object, { last_id: number }>(
  (_, engine) => sql`select last_id from event_counter where id = 1 ${forUpdate(engine)}`,
)

const insertOne = prepared<WebhookRow, never>(
  p => sql`
    insert into webhooks (name, url, types, active, disabled_reason, failing_since, cursor, lost, attempted_id,
      attempts, next_attempt_at, last_success, last_failure, secrets, generation, created_at, updated_at)
    values (${p('name')}, ${p('url')}, ${p('types')}, ${p('active')}, ${p('disabled_reason')}, ${p('failing_since')},
      ${p('cursor')}, ${p('lost')}, ${p('attempted_id')}, ${p('attempts')}, ${p('next_attempt_at')},
      ${p('last_success')}, ${p('last_failure')}, ${p('secrets')}, ${p('generation')}, ${p('created_at')},
      ${p('updated_at')})`,
)

const updateOne = prepared<WebhookRow, never>(
  p => sql`
    update webhooks set url = ${p('url')}, types = ${p('types')}, active = ${p('active')},
      disabled_reason = ${p('disabled_reason')}, failing_since = ${p('failing_since')}, cursor = ${p('cursor')},
      attempted_id = ${p('attempted_id')}, attempts = ${p('attempts')}, next_attempt_at = ${p('next_attempt_at')},
      secrets = ${p('secrets')}, generation = ${p('generation')}, updated_at = ${p('updated_at')}
    where name = ${p('name')}`,
)

const deleteOne = prepared<{ name: string }, object>(
  parameter => sql`delete from webhooks where name = ${parameter('name')} returning name`,
)

const updateTest = prepared<{ name: string; durationMs: number }, WebhookRow & { test_ends_at: number }>(
  (parameter, engine) => sql`
    update webhooks set test_ends_at = ${databaseClock(engine)} + ${parameter('durationMs')}
    where name = ${parameter('name')} and (test_ends_at is null or test_ends_at <= ${databaseClock(engine)})
    returning ${webhookColumns}, test_ends_at`,
)

const clearTest = prepared<{ name: string; endsAt: number }, never>(
  parameter => sql`
    update webhooks set test_ends_at = null
    where name = ${parameter('name')} and test_ends_at = ${parameter('endsAt')}`,
)
