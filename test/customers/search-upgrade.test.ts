/** The search after an upgrade: customers and products from before it are found, and so is what instances of the version before write beside it. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { CHECKOUTS, CUSTOMERS, PRODUCTS } from '../../src/api-paths.ts'
import { readConfig } from '../../src/config/config.ts'
import type { Database } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open.ts'
import { foldText } from '../../src/schema/fold-text.ts'
import { createDatabase, engines, type TestDatabase } from '../support/database/engines.ts'
import { migrateBefore } from '../support/database/migrations.ts'
import { startServiceOn, type TestService } from '../support/service/service.ts'

const MIGRATION = '0042-search'
/** More than a batch of the migration. */
const CUSTOMERS_BEFORE = 1_203
const NAMES = ['Keten gömlek', 'Şık çanta', 'Plain shirt']

/** Inserts a product with its folded name. */
async function insertProduct({ kysely, engine }: Database, id: number, name: string): Promise<void> {
  await sql`
    insert into products (id, name, on_sale, price, vat_rate, stock, stock_unit, stock_increment, free_cargo)
    values (${id}, ${name}, 1, '10', '20', '1', '', '1', 0)`.execute(kysely)
  await sql`insert into product_names (product_id, folded_name) values (${id}, ${foldText(name)})`.execute(kysely)
  if (engine === 'sqlite')
    await sql`insert into product_name_grams (rowid, folded_name) values (${id}, ${foldText(name)})`.execute(kysely)
}

for (const engine of engines) {
  describe(`the migration to the search on ${engine}`, () => {
    let testDatabase: TestDatabase
    let service: TestService
    before(async () => {
      testDatabase = await createDatabase(engine, { content: 'nothing' })
      const database = openDatabase(readConfig({ ...testDatabase.env, ACCESS_TOKEN_SECRET: 'x', HANDOFF_SECRET: 'x' }))
      await migrateBefore(database, MIGRATION)
      await fill(database)
      await database.close()
      service = await startServiceOn(testDatabase, {})
    })
    after(() => service.stop())

    /** Writes by the statements of instances of the version before. */
    async function fill(database: Database): Promise<void> {
      const customers = Array.from({ length: CUSTOMERS_BEFORE }, (_, n) => ({
        ...{ id: n + 1, name: n === 1_201 ? 'Gökçe' : 'Can', surname: n === 0 ? 'Kırbıyık' : null },
        email: `musteri${n + 1}@example.com`,
        mobile_phone: n === 1_202 ? '+90 (532) 111 22 33' : null,
      }))
      const flags = { dealer: 0, free_cargo: 0, email_notification: 0, sms_notification: 0, phone_call_notification: 0 }
      const rows = customers.map(each => ({ ...each, ...flags, status: 'active', created_at: 1, updated_at: 1 }))
      // SQLite takes 32,766 values in a statement.
      for (const part of [rows.slice(0, 1_000), rows.slice(1_000)])
        await database.kysely
          .insertInto('customers')
          .values(part as never)
          .execute()
      for (const [n, name] of NAMES.entries()) await insertProduct(database, 5_001 + n, name)
      const document = JSON.stringify({
        data: { attributes: { grandTotal: { amount: '10.00', currencyCode: 'TRY', decimalPlaces: 2 } } },
        included: [],
      })
      await sql`
        insert into checkouts (reference, state, subject, held_at, expires_at, over_limit, document)
        values ('WEB-10417', 'released', 'guest:x', 1, 2, 0, ${document})`.execute(database.kysely)
    }

    const found = async (path: string, filter: string, text: string, member = 'id') => {
      const token = await service.token('admin', { scope: 'customers:read catalogue:read checkouts:read' })
      const answer = await service.call('GET', `${path}?filter[${filter}]=${encodeURIComponent(text)}`, { token })
      assert.equal(answer.status, 200, answer.text)
      return (answer.json as { data: Record<string, unknown>[] }).data.map(each => each[member])
    }

    it('finds the customers from before it, of every batch', async () => {
      assert.deepEqual(await found(CUSTOMERS, 'search', 'kirbiyik'), [1])
      assert.deepEqual(await found(CUSTOMERS, 'search', 'GÖKÇE'), [1_202])
      assert.deepEqual(await found(CUSTOMERS, 'search', '0532 111 22 33'), [1_203])
      assert.deepEqual(await found(CUSTOMERS, 'search', 'musteri1000@'), [1_000])
    })

    it('finds the products from before it with and without accents, and orders by their ends', async () => {
      for (const text of ['gomlek', 'GÖMLEK']) assert.deepEqual(await found(PRODUCTS, 'search', text), [5_001])
      assert.deepEqual(await found(PRODUCTS, 'name', 'sik canta'), [5_002])
      assert.deepEqual(await found(PRODUCTS, 'search', 'shirt'), [5_003])
      assert.deepEqual(await found(CHECKOUTS, 'reference', '0417', 'reference'), ['WEB-10417'])
    })

    it('goes on beside instances of the version before: what they delete is gone', async () => {
      await sql`delete from customers where id = 1`.execute(service.database.kysely)
      assert.deepEqual(await found(CUSTOMERS, 'search', 'kirbiyik'), [])
    })
  })
}
