/** Holds PostgreSQL locks on a separate connection, as a concurrent transaction does. */

import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Queries, transaction } from '../../../src/db/database.ts'
import { openPostgres } from '../../../src/db/postgres/postgres.ts'

/** Locks the row of a cart, as a long write does, until `work` is done. */
export async function whileCartLocked<T>(url: string, cartId: string, work: () => Promise<T>): Promise<T> {
  const other = openPostgres(url)
  try {
    return await transaction(other, async ({ kysely }) => {
      await sql`select id from carts where id = ${cartId} for update`.execute(kysely)
      return work()
    })
  } finally {
    await other.close()
  }
}

/** Locks the row of a webhook until a statement waits for a lock. @param write starts the statement @param afterwards runs before the row is free */
export async function whileWebhookLocked(
  url: string,
  name: string,
  { write, afterwards }: { write: () => void; afterwards: () => void },
): Promise<void> {
  const other = openPostgres(url)
  try {
    await transaction(other, async ({ kysely }) => {
      await sql`select name from webhooks where name = ${name} for update`.execute(kysely)
      write()
      await untilOneWaits(other)
      afterwards()
    })
  } finally {
    await other.close()
  }
}

/** Locks a table in access exclusive mode until `work` is done. */
export async function whileLocked<T>(url: string, table: string, work: () => Promise<T>): Promise<T> {
  const other = openPostgres(url)
  try {
    return await transaction(other, async ({ kysely }) => {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(kysely)
      return work()
    })
  } finally {
    await other.close()
  }
}

/** Selects the statements that wait for a lock; on a Citus cluster, those of all nodes. */
const waiting = process.env.TEST_CITUS_URL
  ? sql`
    select 1 from citus_lock_waits
    union all select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  : sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** Number of statements in the database that wait for a lock. */
export async function countWaiting(kysely: Queries['kysely']): Promise<number> {
  return (await waiting.execute(kysely)).rows.length
}

/** Whether a statement in the database waits for a lock. */
export async function isOneWaiting(kysely: Queries['kysely']): Promise<boolean> {
  return (await countWaiting(kysely)) > 0
}

/** Waits until a statement in the database waits for a lock. */
export function untilOneWaits(database: Pick<Queries, 'kysely'>): Promise<void> {
  return untilWaiting(database, 1)
}

/** Waits until `count` statements in the database wait for a lock. */
export async function untilWaiting({ kysely }: Pick<Queries, 'kysely'>, count: number): Promise<void> {
  while ((await countWaiting(kysely)) < count) await sleep(5)
}
