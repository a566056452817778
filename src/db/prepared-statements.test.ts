/** Hot statements with a key of their own: values cannot take the place of the key. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createDatabase, engines, type TestDatabase } from '../../test/support/database/engines.ts'
import { readConfig } from '../config/config.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open.ts'
import { preparedWithKey } from './prepared-statements.ts'

const statement = preparedWithKey<{ cartId: string }>(['cartId'])<{ now: string }, { cart: string; now: string }>(
  parameter => sql`
    select cast(${parameter('cartId')} as text) as cart, cast(${parameter('now')} as text) as now`,
)

for (const engine of engines) {
  describe(`a statement with a key on ${engine}`, () => {
    let testDatabase: TestDatabase
    let database: Database
    before(async () => {
      testDatabase = await createDatabase(engine)
      database = openDatabase(readConfig(testDatabase.env))
    })
    after(async () => {
      await database.close()
      await testDatabase.drop()
    })

    it('takes the parameters of the key from the key, whatever the values contain', async () => {
      const values = { now: 'value', cartId: 'of the values' }
      const [row] = await statement(database, { cartId: 'of the key' }, values)
      assert.deepEqual({ ...row }, { cart: 'of the key', now: 'value' })
    })

    it('takes no other parameter from the key', async () => {
      const key = { cartId: 'of the key', now: 'of the key' }
      const [row] = await statement(database, key, { now: 'value' })
      assert.deepEqual({ ...row }, { cart: 'of the key', now: 'value' })
    })
  })
}
