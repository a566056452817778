/** Counts the events that retention deletes before they were delivered, in the transaction of the deletion. */

import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'
import type { WebhookTable } from '../db/webhook-tables.ts'
import { isSelected } from './event-types.ts'
import { forUpdate } from './webhook-row.sql.ts'

/** Events that a webhook has lost. */
export interface LostEvents {
  webhook: string
  count: number
}

/** A deleted event. */
export interface DeletedEvent {
  id: number
  type: string
}

/**
 * Counts the undelivered ones among deleted events for every webhook, also a disabled one.
 * @returns the webhooks that have lost events
 */
export async function countLost(queries: Queries, deleted: readonly DeletedEvent[]): Promise<LostEvents[]> {
  const webhooks = deleted.length === 0 ? [] : await selectPlaces(queries, {})
  const lost = webhooks
    .map(({ name, cursor, types }) => {
      const patterns = JSON.parse(types)
      const missed = deleted.filter(({ id, type }) => id > cursor && isSelected(type, patterns))
      return { webhook: name, count: missed.length }
    })
    .filter(({ count }) => count > 0)
  for (const each of lost) await addLost(queries, each)
  return lost
}

// Locked, so that no delivery moves a cursor between the count and the commit.
const selectPlaces = prepared<object, Pick<WebhookTable, 'name' | 'cursor' | 'types'>>(
  (_, engine) => sql`select name, cursor, types from webhooks order by name ${forUpdate(engine)}`,
)

const addLost = prepared<LostEvents, never>(
  parameter => sql`
    update webhooks set lost = lost + ${parameter('count')} where name = ${parameter('webhook')}`,
)
