/** Migration 0015: creates the table of the lease that an import over HTTP holds. */

import type { Kysely } from 'kysely'

/** Creates the table, which has a row while an import holds the lease, and after a process that was killed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('import_lease')
    .addColumn('id', 'integer', column => column.primaryKey())
    .addColumn('owner', 'text', column => column.notNull())
    .addColumn('expires_at', 'bigint', column => column.notNull())
    .execute()
}
