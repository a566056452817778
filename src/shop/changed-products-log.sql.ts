/**
 * Log of changed products, by which an instance keeps its other products in memory when the shop's revision changes. A revision without
 * an entry, such as an import's, may have changed every product.
 */

import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'
import { settingsRevision } from './revision.sql.ts'

/** Revisions that the log covers: an instance that has missed more reads its products again. */
const KEPT_REVISIONS = 100

/** An entry: the products that a revision changed. */
export interface ChangedProductsEntry {
  revision: number
  productIds: readonly number[]
  /** Milliseconds since the epoch. */
  changedAt: number
}

/** Inserts the entry of a revision, and deletes old ones. Runs in the transaction that increments the revision. */
export async function insertChangedProducts(queries: Queries, changes: ChangedProductsEntry): Promise<void> {
  const { revision, productIds, changedAt } = changes
  const row = { revision, changed_at: changedAt, product_ids: JSON.stringify(productIds) }
  await queries.kysely.insertInto('product_changes').values(row).execute()
  await queries.kysely
    .deleteFrom('product_changes')
    .where('revision', '<=', revision - KEPT_REVISIONS)
    .execute()
}

/** A revision that an instance has seen. After a loss of data, another revision can have the same number, but not the same time. */
export interface SeenRevision {
  revision: number
  /** The revision of settings and promotions: a change of products alone keeps it. */
  settingsRevision: number
  /** Time of the revision's entry; null without an entry. */
  changedAt: number | null
}

/** What has changed since a revision: the newest revision, and the changed products; undefined where every product may have. */
export interface ChangesSince {
  newest: SeenRevision
  productIds: readonly number[] | undefined
}

/** Finds the products that were changed after a revision. */
export async function findChangesSince(queries: Queries, seen: SeenRevision): Promise<ChangesSince> {
  const rows = await selectChanges(queries, { since: seen.revision })
  const [first] = rows
  const newest = rows.at(-1)
  const revision = newest?.shop_revision ?? 0
  const changedAt = newest?.revision === revision ? newest.changed_at : null
  const isComplete =
    seen.changedAt !== null &&
    first?.changed_at === seen.changedAt &&
    first.revision === seen.revision &&
    rows.length === revision - seen.revision + 1
  return {
    newest: { revision, settingsRevision: newest?.settings_revision ?? 0, changedAt },
    productIds: isComplete ? rows.slice(1).flatMap(row => JSON.parse(row.product_ids ?? '[]')) : undefined,
  }
}

interface ChangeRow {
  shop_revision: number
  settings_revision: number
  revision: number | null
  changed_at: number | null
  product_ids: string | null
}

/** Selects the entries from a revision on, or the newest one of an earlier shop; one row of nulls without an entry. */
const selectChanges = prepared<{ since: number }, ChangeRow>(
  parameter => sql`
    select shop.revision as shop_revision, ${settingsRevision} as settings_revision, c.revision, c.changed_at, c.product_ids
    from shop left join product_changes c on c.revision <= shop.revision and c.revision >=
      case when cast(${parameter('since')} as bigint) < shop.revision then cast(${parameter('since')} as bigint) else shop.revision end
    where shop.id = 1
    order by c.revision`,
)
