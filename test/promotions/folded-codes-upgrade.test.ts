/** The migration that stores the codes of coupons as they are compared since: nothing is lost, and no two coupons have one key. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { readConfig } from '../../src/config/config.ts'
import type { Database } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open.ts'
import { foldCouponCode } from '../../src/model/coupon-code.ts'
import { foldText } from '../../src/schema/fold-text.ts'
import { createDatabase, engines, type TestDatabase } from '../support/database/engines.ts'
import { migrateBefore } from '../support/database/migrations.ts'

const MIGRATION = '0033-folded-codes'
const LONG = 'Ａ'.repeat(100)

/** Codes as shops have stored them, and what becomes of them. */
const codes: [before: string, after: string, key: string][] = [
  ['İNDİRİM', 'İNDİRİM', 'indirim'],
  ['YAZ\u200b10', 'YAZ\u200b10', 'yaz10'],
  ['KIŞ20', 'KIŞ20', 'kiş20'],
  ['ＫＩＳ２０', 'ＫＩＳ２０', 'kis20'],
  ['BAHAR', 'BAHAR', 'bahar'],
  ['\u200eBAHAR', '\u200eBAHAR (2)', 'bahar (2)'],
  ['ＢＡＨＡＲ', 'ＢＡＨＡＲ (3)', 'bahar (3)'],
  ['\u200b', 'Coupon (2)', 'coupon (2)'],
  ['\u2060', 'Coupon (3)', 'coupon (3)'],
  ['a'.repeat(100), 'a'.repeat(100), 'a'.repeat(100)],
  [LONG, `${'Ａ'.repeat(90)} (2)`, `${'a'.repeat(90)} (2)`],
]

for (const engine of engines) {
  describe(`the migration of the codes of coupons on ${engine}`, () => {
    let testDatabase: TestDatabase
    let database: Database
    before(async () => {
      testDatabase = await createDatabase(engine, { content: 'nothing' })
      database = openDatabase(readConfig({ ...testDatabase.env, ACCESS_TOKEN_SECRET: 'x', HANDOFF_SECRET: 'x' }))
      await migrateBefore(database, MIGRATION)
      for (const [code] of codes) await insertCoupon(database, code)
      await useCoupon(database, 'YAZ\u200b10', 3)
      await useCoupon(database, '\u200eBAHAR', 2)
      await useCoupon(database, 'BAHAR', 1)
      await useCoupon(database, 'YAZ10', 1)
      assert.ok((await migrate(database)).includes(MIGRATION))
    })
    after(async () => {
      await database.close()
      await testDatabase.drop()
    })

    it('keeps every coupon, each under the key by which it is found', async () => {
      const rows = await database.kysely.selectFrom('coupons').select(['folded_code', 'document']).execute()
      const stored = rows.map(({ folded_code, document }) => [JSON.parse(document), folded_code] as const)
      assert.deepEqual(
        stored.map(([{ code }, key]) => [code, key]).sort(),
        codes.map(([, code, key]) => [code, key]).sort(),
      )
      for (const [{ code, value }, key] of stored) assert.deepEqual([foldCouponCode(code), value], [key, '10'])
    })

    it('keeps the choices of carts and checkouts, the uses and the unpaid holds', async () => {
      const { kysely } = database
      const moved = { 'YAZ\u200b10': 'yaz10', '\u200eBAHAR': 'bahar (2)', BAHAR: 'bahar', YAZ10: 'yaz10' }
      for (const [code, key] of Object.entries(moved)) {
        const cart = await kysely.selectFrom('carts').selectAll().where('id', '=', cartOf(code)).executeTakeFirst()
        assert.deepEqual([cart?.coupon_code, cart?.entered_code], [key, code])
        for (const table of ['checkouts', 'ucp_brought'] as const) {
          const by = table === 'checkouts' ? 'subject' : 'cart_id'
          const { rows } = await sql<{ coupon_code: string }>`
            select coupon_code from ${sql.table(table)} where ${sql.ref(by)} = ${cartOf(code)}`.execute(kysely)
          assert.deepEqual([table, ...rows.map(each => each.coupon_code)], [table, key])
        }
        for (const table of ['promotion_uses', 'unpaid_holds'] as const) {
          const uses = await kysely.selectFrom(table).select('promotion').where('reference', '=', code).execute()
          assert.deepEqual([table, ...uses.map(each => each.promotion)], [table, `coupon:${key}`])
        }
      }
      const counts = await kysely.selectFrom('promotion_counts').selectAll().execute()
      // The uses of a coupon, and those of a deleted one whose code is the same now, are one number.
      assert.deepEqual(Object.fromEntries(counts.map(each => [each.promotion, Number(each.completed)])), {
        'coupon:bahar': 1,
        'coupon:bahar (2)': 2,
        'coupon:yaz10': 4,
      })
    })
  })
}

const cartOf = (code: string) => `guest:${code}`

async function insertCoupon({ kysely }: Database, code: string): Promise<void> {
  const document = JSON.stringify({ code, value: '10', usageLimit: null, usageLimitPerCustomer: null })
  await kysely
    .insertInto('coupons')
    .values({ folded_code: foldText(code), document })
    .execute()
}

/** Fills what names a coupon as an instance of the version before does. */
async function useCoupon({ kysely }: Database, code: string, completed: number): Promise<void> {
  const [key, now] = [foldText(code), 1]
  const [cart, uses] = [cartOf(code), `coupon:${key}`]
  await sql`
    insert into carts (id, coupon_code, entered_code, created_at, used_at) values (${cart}, ${key}, ${code}, 1, 1)`.execute(
    kysely,
  )
  await sql`
    insert into checkouts (reference, state, subject, coupon_code, held_at, expires_at, over_limit, over_stock, document)
    values (${code}, 'held', ${cart}, ${key}, 1, 2, 0, 0, '{}')`.execute(kysely)
  await sql`
    insert into ucp_brought (cart_id, ucp_cart_id, revision, quantities, coupon_code, brought_at)
    values (${cart}, 'ucp:x', 1, '{}', ${key}, 1)`.execute(kysely)
  await sql`
    insert into promotion_uses (promotion, reference, over_limit) values (${uses}, ${code}, 0)`.execute(kysely)
  await sql`insert into promotion_counts values (${uses}, ${completed}, 0)`.execute(kysely)
  await sql`
    insert into unpaid_holds values (${cart}, ${uses}, ${code}, ${now}, 1)`.execute(kysely)
}
