/** The list of checkouts after an upgrade: those that earlier versions have held are in it, with their totals. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { findCheckoutPage } from '../../src/checkouts/checkout-list.store.ts'
import { readConfig } from '../../src/config/config.ts'
import type { Database } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open.ts'
import { createDatabase, engines, type TestDatabase } from '../support/database/engines.ts'
import { migrateBefore } from '../support/database/migrations.ts'

const totalOf = (amount: string) => ({ amount, currencyCode: 'TRY', decimalPlaces: 2 })

for (const engine of engines) {
  describe(`the migration to the list of checkouts on ${engine}`, () => {
    let testDatabase: TestDatabase
    let database: Database
    before(async () => {
      testDatabase = await createDatabase(engine, { content: 'nothing' })
      database = openDatabase(readConfig({ ...testDatabase.env, ACCESS_TOKEN_SECRET: 'x', HANDOFF_SECRET: 'x' }))
      await migrateBefore(database, '0036-grand-total')
    })
    after(async () => {
      await database.close()
      await testDatabase.drop()
    })

    /** Writes by the statements of instances of the version before. */
    const hold = (reference: string, heldAt: number, amount: string) => {
      const document = JSON.stringify({ data: { attributes: { grandTotal: totalOf(amount) } }, included: [] })
      return sql`
        insert into checkouts (reference, state, subject, held_at, expires_at, over_limit, document)
        values (${reference}, 'released', 'guest:x', ${heldAt}, ${heldAt + 1}, 0, ${document})
        on conflict (reference) do update set held_at = excluded.held_at, document = excluded.document`.execute(
        database.kysely,
      )
    }
    const list = async () => {
      const query = { filters: {}, after: undefined, limit: 10, references: 'asc', now: 1_000 } as const
      const rows = await findCheckoutPage(database, query)
      return rows.map(({ reference, heldAt, grandTotal }) => [reference, heldAt, grandTotal])
    }

    it('lists checkouts from before it, and those that instances of the version before hold beside it', async () => {
      await hold('K-1', 1, '10.00')
      await hold('K-2', 2, '20.00')
      assert.ok((await migrate(database)).migrations.includes('0036-grand-total'))
      assert.deepEqual(await list(), [
        ['K-2', 2, totalOf('20.00')],
        ['K-1', 1, totalOf('10.00')],
      ])
      await hold('K-1', 3, '11.00')
      await hold('K-3', 4, '30.00')
      assert.deepEqual(await list(), [
        ['K-3', 4, totalOf('30.00')],
        ['K-1', 3, totalOf('11.00')],
        ['K-2', 2, totalOf('20.00')],
      ])
    })
  })
}
