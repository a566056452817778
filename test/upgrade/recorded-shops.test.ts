/** Upgrades of databases that releases have recorded, filled as they were: everything is read as before, and goes on. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Database } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open.ts'
import { linesOf, quantityOf } from '../support/cart/cart.ts'
import { complete, dataOf, readCart } from '../support/checkouts/orders.ts'
import { stockOf } from '../support/checkouts/stock.ts'
import { engines, type TestDatabase } from '../support/database/engines.ts'
import { migrationNames } from '../support/database/migrations.ts'
import { ids } from '../support/import/shop-file.ts'
import { checkAudiences } from '../support/promotions/coupon-audiences.ts'
import type { TestService } from '../support/service/service.ts'
import { type AgentPlatform, keptForADay, startPlatform } from '../support/ucp/platform.ts'
import { guests, repeatedAdd } from '../support/upgrade/fill-shop.ts'
import {
  readRecorded,
  recordedReads,
  recordNames,
  restoreRecord,
  startRecorded,
} from '../support/upgrade/recorded-shop.ts'
import { startReceiver } from '../support/webhooks/receiver.ts'
import { callWebhooks, createCustomer, saveWebhook, type WebhookData } from '../support/webhooks/webhooks.ts'

describe('the records of earlier schemas', () => {
  it('are there, each of a migration that this version has or has taken over', () => {
    assert.ok(recordNames().includes('0034-last-hold'))
    const others = recordNames().filter(name => name !== '0034-last-hold' && !migrationNames.includes(name))
    assert.deepEqual(others, [])
  })
})

for (const engine of engines) {
  describe(`a database of the schema 0034-last-hold on ${engine}`, () => {
    let testDatabase: TestDatabase
    let database: Database
    let migrated: Awaited<ReturnType<typeof migrate>>
    before(async () => {
      testDatabase = await restoreRecord('0034-last-hold', engine)
      database = openDatabase({ DATABASE_URL: undefined, ...testDatabase.env })
    })
    after(async () => {
      await database.close()
      await testDatabase.drop()
    })

    it('is refused without its last migration, with the version that upgrades it', async () => {
      const isRefused = () =>
        assert.rejects(migrate(database), /has the schema 0033-folded-codes, which is too old: run `sepet migrate` of/)
      const { rows } = await sql<{ name: string; timestamp: string }>`
        delete from schema_migrations where name = '0034-last-hold' returning name, timestamp`.execute(database.kysely)
      await isRefused()
      const [last] = rows
      await sql`insert into schema_migrations (name, timestamp) values (${last?.name}, ${last?.timestamp})`.execute(
        database.kysely,
      )
    })

    it('gets the index of those whom its coupons name', async () => {
      const kinds = { visitors: false, members: true, dealers: false, customerGroupIds: [7], customerIds: [1, 2, 1] }
      const audience = { ...kinds, exclude: { ...kinds, customerIds: [3, 4] } }
      const document = JSON.stringify({ code: 'ESKİ', campaignId: null, usageLimit: null, audience })
      await sql`insert into coupons (folded_code, document) values ('eski', ${document})`.execute(database.kysely)
      migrated = await migrate(database)
      await checkAudiences(database)
      const named = await database.kysely.selectFrom('coupon_audiences').select('id').orderBy('id').execute()
      assert.deepEqual(
        named.map(({ id }) => id),
        [1, 2, 3, 4, 7],
      )
    })

    it('keeps the functions that instances of its version call, as they are, and loses those that none calls', async () => {
      const { migrations, created, dropped } = migrated
      const changed = ['cart_uses_2', 'load_cart_4', 'add_item_4', 'choose_4', 'load_ucp_cart_3']
      assert.deepEqual([migrations, created], [migrationNames, engine === 'postgres' ? changed : []])
      assert.deepEqual(dropped, engine === 'postgres' ? ['load_cart_1', 'add_item_1', 'choose_1'] : [])
    })
  })

  for (const name of recordNames()) {
    describe(`a shop of the schema ${name} on ${engine}, upgraded to the newest`, () => {
      let service: TestService
      let platform: AgentPlatform
      before(async () => {
        platform = await startPlatform(keptForADay('2026-04-08'))
        service = await startRecorded(await restoreRecord(name, engine), platform)
      })
      after(async () => {
        await service.stop()
        await platform.stop()
      })

      it('has run every migration', async () => {
        const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(
          service.database.kysely,
        )
        // The names of earlier ones stay: instances of the version before look for them.
        const names = rows.map(each => each.name)
        assert.ok(names.includes(name))
        assert.deepEqual(
          names.filter(each => each >= (migrationNames[0] ?? '')),
          migrationNames,
        )
      })

      for (const read of recordedReads(name, engine)) {
        it(`answers as before for ${read.title}`, async () => {
          const { status, location, json } = await readRecorded(service, platform, read)
          assert.deepEqual([status, location], [read.status, read.location])
          // Later versions only add to the API.
          assert.partialDeepStrictEqual(json, read.json)
        })
      }

      it('completes the living hold of a customer: the lines leave the cart, and the stock is subtracted', async () => {
        const member = await service.token('member', { id: String(ids.member) })
        const { stock, reserved } = await stockOf(service, ids.plain)
        assert.deepEqual(linesOf(await readCart(service, member)), [
          `${ids.plain}×2`,
          `${ids.variants}-${ids.smallBlue}×1`,
        ])
        const completed = dataOf(await complete(service, 'S-5'))
        assert.deepEqual([completed.state, completed.overLimit, completed.overStock], ['completed', false, false])
        assert.deepEqual(linesOf(await readCart(service, member)), [])
        assert.deepEqual(await stockOf(service, ids.plain), { stock: stock - 2, reserved: reserved - 2 })
      })

      it('does not repeat an add that was made before the upgrade, and takes new ones', async () => {
        const token = await service.token('guest', { id: guests[0] })
        const quantity = await quantityOf(service, token)
        assert.equal((await service.call('POST', '/cart-items', { token, ...repeatedAdd })).status, 201)
        assert.equal(await quantityOf(service, token), quantity)
        const { body } = repeatedAdd
        assert.equal((await service.call('POST', '/cart-items', { token, body })).status, 201)
        assert.equal(await quantityOf(service, token), quantity + 1)
      })

      it('creates customers and webhooks beside those of before', async () => {
        assert.ok((await createCustomer(service, { email: 'yeni@example.com' })) > ids.otherMember)
        await saveWebhook(service, 'crm', { url: 'https://crm.example.com/sepet', active: false })
        const { json } = (await callWebhooks(service, 'GET')) as { json: unknown }
        const { data } = json as { data: WebhookData[] }
        assert.deepEqual(data.map(each => each.name).sort(), ['crm', 'erp', 'mail'])
      })

      it('delivers the event that a receiver has refused before the upgrade', async () => {
        const receiver = await startReceiver()
        await saveWebhook(service, 'mail', { url: receiver.url, types: ['customer.*'], active: true })
        const [first] = await receiver.until(1)
        assert.equal(first?.body.type, 'customer.created')
        await receiver.stop()
      })
    })
  }
}
