/**
 * Distribution over the nodes of a Citus cluster. Carts and what belongs to them are distributed by the cart's id; what imports write, customers
 * and checkouts are copied to every node; events and other small tables stay on the coordinator.
 */

import { sql } from 'kysely'
import { type Database, type Queries, transaction } from '../database.ts'
import { LOCK_TABLE } from '../migration-lock-table.ts'
import { prepared } from '../prepared-statements.ts'
import type { DatabaseFunction } from './database-function.ts'

/** Tables that every node has a copy of, in the order of their foreign keys. */
const COPIED = [
  'shop',
  'customer_groups',
  'customers',
  'customer_search',
  'products',
  'variants',
  'product_names',
  'product_terms',
  'shipping_companies',
  'payment_methods',
  'campaigns',
  'coupons',
  'coupon_audiences',
  'code_requests',
  'checkouts',
  'checkout_returns',
  'promotion_uses',
  'promotion_counts',
  'stock_reservations',
]

/** Tables whose rows are distributed, with the column that selects the node, and the table whose rows of equal values are on the same node. */
const DISTRIBUTED = [
  { table: 'carts', by: 'id', beside: 'none' },
  { table: 'cart_lines', by: 'cart_id', beside: 'carts' },
  { table: 'idempotency_keys', by: 'cart_id', beside: 'carts' },
  { table: 'unpaid_holds', by: 'cart_id', beside: 'carts' },
  { table: 'ucp_carts', by: 'cart_id', beside: 'carts' },
  { table: 'ucp_brought', by: 'cart_id', beside: 'carts' },
  { table: 'ucp_idempotency_keys', by: 'platform', beside: 'none' },
  { table: 'used_handoffs', by: 'jti', beside: 'none' },
  { table: 'web_sessions', by: 'id_hash', beside: 'none' },
]

/**
 * Declares the distribution of every table that has none yet, and of all functions. Writes to a table wait while its rows are moved.
 * @returns the names of the tables that it declared; empty when all were
 * @throws Error when Citus is not installed in the database
 */
export async function distribute(database: Database, functions: readonly DatabaseFunction[]): Promise<string[]> {
  await requireCitus(database)
  // Of two processes, the second waits. Each statement has a transaction of its own: a run that was killed is continued by the next.
  return transaction(database, async lock => {
    await lockMigrations(lock)
    const missing = await findMissing(database)
    for (const table of COPIED) if (missing.includes(table)) await copyToAllNodes(database, table)
    for (const each of DISTRIBUTED) if (missing.includes(each.table)) await distributeRows(database, each)
    for (const each of functions) await declareFunction(database, each)
    return missing
  })
}

/** Waits until no other process migrates, in the transaction of the caller. */
export async function lockMigrations({ kysely }: Queries): Promise<void> {
  await sql`select 1 from ${sql.table(LOCK_TABLE)} for update`.execute(kysely)
}

/**
 * Requires a database in which Citus is installed.
 * @throws Error
 */
export async function requireCitus(database: Database): Promise<void> {
  if (database.engine === 'postgres' && (await hasCitus(database))) return
  throw new Error('Citus is not installed in this database: `migrate --distribute` needs the coordinator of a cluster.')
}

/**
 * Finds the tables of a distributed schema that are not distributed, such as those of a later migration.
 * @returns their names; empty where all are, and where none is: a schema that was never distributed
 */
export async function findUndistributedTables(queries: Queries): Promise<string[]> {
  if (queries.engine !== 'postgres' || !(await hasCitus(queries))) return []
  const missing = await findMissing(queries)
  return missing.length === COPIED.length + DISTRIBUTED.length ? [] : missing
}

/** Whether the tables, or some of them, are distributed. */
export async function isDistributed(queries: Queries): Promise<boolean> {
  if (queries.engine !== 'postgres' || !(await hasCitus(queries))) return false
  return (await findMissing(queries)).length < COPIED.length + DISTRIBUTED.length
}

const selectCatalogue = prepared<object, { found: boolean }>(
  () => sql`select to_regclass('pg_catalog.pg_dist_partition') is not null as found`,
)

async function hasCitus(queries: Queries): Promise<boolean> {
  return (await selectCatalogue(queries, {}))[0]?.found === true
}

async function findMissing(queries: Queries): Promise<string[]> {
  // A table with a foreign key to a copied one is in the catalogue before its distribution: with the method of copies, but another model.
  const { rows } = await sql<{ table: string }>`
    select cast(logicalrelid as text) as table from pg_dist_partition
    where partmethod = 'h' or (partmethod = 'n' and repmodel = 't')`.execute(queries.kysely)
  const declared = new Set(rows.map(row => row.table))
  return [...COPIED, ...DISTRIBUTED.map(({ table }) => table)].filter(table => !declared.has(table))
}

async function copyToAllNodes({ kysely }: Queries, table: string): Promise<void> {
  await sql`select create_reference_table(${sql.lit(table)})`.execute(kysely)
}

async function distributeRows({ kysely }: Queries, { table, by, beside }: (typeof DISTRIBUTED)[number]): Promise<void> {
  await sql`
    select create_distributed_table(${sql.lit(table)}, ${sql.lit(by)}, colocate_with => ${sql.lit(beside)})`.execute(
    kysely,
  )
}

async function declareFunction(database: Database, { name, runsBesideCart }: DatabaseFunction): Promise<void> {
  const placed = runsBesideCart ? sql`, 'p_cart', colocate_with => 'carts'` : sql``
  await transaction(database, ({ kysely }) =>
    sql`select create_distributed_function(cast(cast(${sql.lit(name)} as regproc) as regprocedure) ${placed})`.execute(
      kysely,
    ),
  )
}
