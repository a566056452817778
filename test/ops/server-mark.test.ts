/** Marks of servers on PostgreSQL, by which a transfer sees whether one runs. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Database } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open.ts'
import { markServer } from '../../src/db/server-mark.ts'
import { createDatabase, type TestDatabase, withoutPostgres } from '../support/database/engines.ts'
import { until } from '../support/until.ts'

const RENEWAL_MS = 5_000
/** Servers that end during a renewal: of some, the renewal would reach the database after the deletion if nobody waited for it. */
const SERVERS = 100

describe('the mark of a server', { skip: withoutPostgres }, () => {
  let testDatabase: TestDatabase
  let database: Database
  before(async () => {
    testDatabase = await createDatabase('postgres', { content: 'schema' })
    database = openDatabase({ DATABASE_URL: undefined, ...testDatabase.env })
  })
  after(async () => {
    await database.close()
    await testDatabase.drop()
  })

  const marked = async () => {
    const rows = await database.kysely.selectFrom('server_marks').select('id').execute()
    return rows.map(({ id }) => id)
  }

  it('is gone after the end, also of a server that was renewing it', async t => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    for (let n = 0; n < SERVERS; n++) {
      const mark = await markServer(database, { id: `server-${n}`, onTransferred: () => {} })
      assert.ok((await marked()).includes(`server-${n}`))
      t.mock.timers.tick(RENEWAL_MS)
      await mark.end()
    }
    // On a busy machine the last deletions go on after the end.
    await until(async () => (await marked()).length === 0)
  })
})
