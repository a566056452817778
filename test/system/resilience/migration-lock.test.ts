/** A migration that waits for a table which another transaction reads: requests go on meanwhile. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { readConfig } from '../../../src/config/config.ts'
import type { Database } from '../../../src/db/database.ts'
import { migrate } from '../../../src/db/migrate.ts'
import { openDatabase } from '../../../src/db/open.ts'
import { createDatabase, type TestDatabase, withoutPostgres } from '../../support/database/engines.ts'
import { migrateBefore, migrationNames } from '../../support/database/migrations.ts'

/** A migration, and the table that it changes. */
const NEXT = '0036-grand-total'
const TABLE = 'checkouts'

describe('a migration of a table that a backup reads', { skip: withoutPostgres }, () => {
  let testDatabase: TestDatabase
  let database: Database
  before(async () => {
    testDatabase = await createDatabase('postgres')
    database = openDatabase(readConfig({ ...testDatabase.env, ACCESS_TOKEN_SECRET: 'x', HANDOFF_SECRET: 'x' }))
    await migrateBefore(database, NEXT)
  })
  after(async () => {
    await database.close()
    await testDatabase.drop()
  })

  it('lets reads of the table pass, and is done once the backup is', async () => {
    let isMigrated = false
    const migrated = await database.kysely.connection().execute(async backup => {
      await sql`begin`.execute(backup)
      await sql`select count(*) from ${sql.table(TABLE)}`.execute(backup)
      const migrating = Promise.all([1, 2, 3].map(() => migrate(database))).then(all => {
        isMigrated = true
        return all
      })
      // Each read queues behind the migration at first. It could not pass before the backup ends, if the migration did not give way.
      for (let n = 0; n < 3; n++) {
        await waitUntilQueued()
        await sql`select count(*) from ${sql.table(TABLE)}`.execute(database.kysely)
        assert.equal(isMigrated, false)
      }
      await sql`commit`.execute(backup)
      return migrating
    })
    // One of the three has migrated; the others have waited.
    assert.deepEqual(
      migrated.flatMap(({ migrations }) => migrations),
      migrationNames.slice(migrationNames.indexOf(NEXT)),
    )
  })

  /** Waits until the migration waits for its lock. */
  async function waitUntilQueued(): Promise<void> {
    for (;;) {
      const { rows } = await sql`select 1 from pg_locks where not granted`.execute(database.kysely)
      if (rows.length > 0) return
    }
  }
})
