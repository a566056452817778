/** A migration that waits for a table which another transaction reads: requests go on meanwhile. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { readConfig } from '../../src/config/config.ts'
import type { Database } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open.ts'
import { createDatabase, type TestDatabase, withoutPostgres } from '../support/database/engines.ts'

const TABLE_OF_LAST = 'customers'

describe('a migration of a table that a backup reads', { skip: withoutPostgres }, () => {
  let testDatabase: TestDatabase
  let database: Database
  before(async () => {
    testDatabase = await createDatabase('postgres', { content: 'schema' })
    database = openDatabase(readConfig({ ...testDatabase.env, ACCESS_TOKEN_SECRET: 'x', HANDOFF_SECRET: 'x' }))
    // As before the migration 0006.
    for (const table of ['checkouts', 'promotion_uses', 'promotion_counts']) {
      await sql`drop table ${sql.table(table)}`.execute(database.kysely)
    }
    await sql`alter table customers drop column external_id`.execute(database.kysely)
    await sql`delete from schema_migrations where name >= '0006'`.execute(database.kysely)
  })
  after(async () => {
    await database.close()
    await testDatabase.drop()
  })

  it('lets reads of the table pass, and is done once the backup is', async () => {
    let isMigrated = false
    const migrated = await database.kysely.connection().execute(async backup => {
      await sql`begin`.execute(backup)
      await sql`select count(*) from ${sql.table(TABLE_OF_LAST)}`.execute(backup)
      const migrating = migrate(database).then(names => {
        isMigrated = true
        return names
      })
      // Each read queues behind the migration at first. It could not pass before the backup ends, if the migration did not give way.
      for (let n = 0; n < 3; n++) {
        await waitUntilQueued()
        await sql`select count(*) from ${sql.table(TABLE_OF_LAST)}`.execute(database.kysely)
        assert.equal(isMigrated, false)
      }
      await sql`commit`.execute(backup)
      return migrating
    })
    assert.ok(migrated.includes('0006-external-id'))
  })

  /** Waits until the migration waits for its lock. */
  async function waitUntilQueued(): Promise<void> {
    for (;;) {
      const { rows } = await sql`select 1 from pg_locks where not granted`.execute(database.kysely)
      if (rows.length > 0) return
    }
  }
})
