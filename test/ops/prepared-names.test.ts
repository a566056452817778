/** Names of prepared statements on a connection. PgBouncer closes a connection that prepares a second statement of a name. */

import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type Database, transaction } from '../../src/db/database.ts'
import { openPostgres } from '../../src/db/postgres/postgres.ts'
import { prepared } from '../../src/db/prepared-statements.ts'
import { setLockTimeout } from '../../src/db/time-limits.ts'
import { onCitus, withoutPostgres } from '../support/database/engines.ts'
import { startWireProxy, type WireProxy } from '../support/database/wire-proxy.ts'
import { startService, type TestService } from '../support/service/service.ts'

const insert = prepared<{ id: number }, never>(p => sql`insert into marks (id) values (${p('id')}::int)`)

describe('the name of a prepared statement', { skip: onCitus || withoutPostgres }, () => {
  let direct: TestService
  let proxy: WireProxy
  let database: Database
  beforeEach(async () => {
    direct = await startService('postgres')
    proxy = await startWireProxy(direct.config.DATABASE_URL ?? '')
    database = openPostgres(proxy.url, { failFast: true })
  })
  afterEach(async () => {
    await database.close()
    await proxy.close()
    await direct.stop()
  })

  const createTable = () => sql`create table marks (id int primary key)`.execute(direct.database.kysely)
  const codeOf = (error: unknown) => (error as { code?: string }).code
  const run = () => insert(database, { id: 1 }).then(() => 'done', codeOf)
  /** Whether each statement that was to be parsed had a name. */
  const named = () => proxy.parses.filter(({ text }) => text.includes('marks')).map(({ name }) => name !== '')

  it('is sent once where the table is missing, and the statement works when the table is there', async () => {
    assert.deepEqual([await run(), await run()], ['42P01', '42P01'])
    await createTable()
    assert.equal(await run(), 'done')
    assert.deepEqual(named(), [true, false, false])
  })

  it('is sent once where the statement waits too long for its table to be parsed', async () => {
    await createTable()
    const runWithin = () =>
      transaction(database, async queries => {
        await setLockTimeout(queries, 50)
        await insert(queries, { id: 1 })
      }).then(() => 'done', codeOf)
    await direct.database.kysely.transaction().execute(async kysely => {
      await sql`lock table marks in access exclusive mode`.execute(kysely)
      assert.deepEqual([await runWithin(), await runWithin()], ['55P03', '55P03'])
    })
    assert.equal(await runWithin(), 'done')
    assert.deepEqual(named(), [true, false, false])
  })

  it('stays in use after a failure of the statement itself', async () => {
    await createTable()
    await sql`insert into marks values (1)`.execute(direct.database.kysely)
    assert.deepEqual([await run(), await run()], ['23505', '23505'])
    assert.deepEqual(named(), [true])
  })
})
