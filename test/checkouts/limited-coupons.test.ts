/** Which coupons have a limit, as the database computes it, and the plan of the query that reads it. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { guestWithId, memberWithId, type Owner } from '../../src/auth/identity.ts'
import { loadCart } from '../../src/cart/storage/cart.store.ts'
import { readConfig } from '../../src/config/config.ts'
import { onOneConnection } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open.ts'
import { complete } from '../support/checkouts/orders.ts'
import { couponOf, fillWith, guestWith, requireHold } from '../support/checkouts/usage-limits.ts'
import {
  createDatabase,
  engines,
  onCitus,
  type TestDatabase,
  withoutDirectConnection,
} from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

/** A text that looks like the members of a document without limits. */
const MISLEADING = '{"usageLimit":null,"usageLimitPerCustomer":null}'
const records = {
  unlimited: {},
  misleading: { description: MISLEADING, usageLimit: 5 },
  total: { usageLimit: 5 },
  none: { usageLimit: 0 },
  customer: { usageLimitPerCustomer: 1 },
  both: { usageLimit: 5, usageLimitPerCustomer: 1, usageCount: 2 },
}
const limited = { unlimited: 0, misleading: 1, total: 1, none: 1, customer: 1, both: 1 }

for (const engine of engines) {
  describe(`limited coupons on ${engine}`, () => {
    let service: TestService
    let peer: TestService
    before(async () => {
      service = await startService(engine)
      peer = await service.startPeer()
      const coupon = { discountType: 'percent', value: '10' }
      await service.importShop({
        coupons: Object.entries(records).map(([code, each]) => ({ code, ...coupon, ...each })),
      })
    })
    after(async () => {
      await peer.stop()
      await service.stop()
    })

    /** @returns by code, whether a coupon of `records` is limited */
    const readLimited = async () => {
      const { kysely } = service.database
      const codes = Object.keys(records)
      const rows = await kysely.selectFrom('coupons').selectAll().where('folded_code', 'in', codes).execute()
      return Object.fromEntries(rows.map(row => [row.folded_code, row.limited]))
    }

    it('are those with a limit of their own or per customer, whatever their texts say', async () => {
      assert.deepEqual(await readLimited(), limited)
    })

    it('count what was completed before they had a limit, from the next request of every instance on', async () => {
      const coupon = couponOf(1)
      await coupon.limit(service, {})
      const member = await service.token('member', { id: String(ids.member) })
      const guest = await guestWith(service, coupon)
      await fillWith(service, member, coupon)
      await requireHold(service, `${engine}-first`, member)
      await complete(service, `${engine}-first`)
      await fillWith(service, member, coupon)
      const isApplied = () =>
        Promise.all([service, peer].flatMap(each => [member, guest].map(token => coupon.isApplied(each, token))))
      assert.deepEqual(await isApplied(), [true, true, true, true])
      await coupon.limit(service, { usageLimit: 1 })
      assert.deepEqual(await isApplied(), [false, false, false, false])
      await coupon.limit(service, { usageLimit: 2 })
      assert.deepEqual(await isApplied(), [true, true, true, true])
      await coupon.limit(peer, { usageLimitPerCustomer: 1 })
      assert.deepEqual(await isApplied(), [false, false, false, false])
      await coupon.limit(peer, { usageLimitPerCustomer: 2 })
      assert.deepEqual(await isApplied(), [true, false, true, false])
      await coupon.limit(service, {})
      assert.deepEqual(await isApplied(), [true, true, true, true])
    })
  })
}

// A distributed database plans on the node with the cart.
const skip = onCitus || withoutDirectConnection
describe('the cart query on PostgreSQL', { skip }, () => {
  let testDatabase: TestDatabase
  before(async () => {
    testDatabase = await createDatabase('postgres', { content: 'schema' })
  })
  after(() => testDatabase.drop())

  const owners: [string, Owner, string][] = [
    ['a guest', guestWithId(randomUUID()), '[]'],
    ['a member', memberWithId(1), '[]'],
    ['a shop with limited campaigns', guestWithId(randomUUID()), '[1,2,3]'],
    ['a member of a shop with campaigns that are limited per customer', memberWithId(1), '[1,2,3]'],
  ]
  for (const [name, owner, ids] of owners) {
    it(`is planned five times at most on a connection, for ${name}`, async () => {
      const database = openDatabase(readConfig({ ...testDatabase.env, ACCESS_TOKEN_SECRET: 'x', HANDOFF_SECRET: 'x' }))
      await onOneConnection(database, async queries => {
        for (let n = 0; n < 12; n++)
          await loadCart(queries, owner, {
            ...{ now: Date.now(), limitedCampaigns: ids, limitedPerCustomer: ids },
            ...{ countsOrders: false, holdLimit: null },
          })
        const { rows } = await sql`
          select custom_plans, generic_plans from pg_prepared_statements where statement like '%load_cart_4%'`.execute(
          queries.kysely,
        )
        assert.deepEqual(rows, [{ custom_plans: 5, generic_plans: 7 }])
      })
      await database.close()
    })
  }
})
