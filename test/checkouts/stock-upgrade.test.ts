/** The stock guard beside holds that instances without it have written by their own statements. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { addItem } from '../support/cart/cart.ts'
import { callCheckout, complete, dataOf, hold, readCart, release, subjectOf } from '../support/checkouts/orders.ts'
import { guardedShop, setStock, stockOf } from '../support/checkouts/stock.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

const HOUR_MS = 3_600_000

/** Holds a cart by the statement of an instance of the version before, which knows no stock. */
async function holdAsBefore(
  { database }: TestService,
  reference: string,
  subject: string,
  cart: object,
): Promise<void> {
  const [now, document] = [Date.now(), JSON.stringify(cart)]
  await sql`
    insert into checkouts (reference, state, subject, customer_id, coupon_code, campaign_id, bound_campaign_id, held_at,
      expires_at, completed_at, over_limit, document)
    values (${reference}, 'held', ${subject}, null, null, null, null, ${now}, ${now + HOUR_MS}, null, 0, ${document})`.execute(
    database.kysely,
  )
}

for (const engine of engines) {
  describe(`the stock guard on ${engine}, beside the version before it`, () => {
    let service: TestService
    let guest: string
    before(async () => {
      service = await startService(engine)
      await setStock(service, ids.plain, 10)
      guest = await service.token('guest')
      await addItem(service, guest, ids.plain, 4)
    })
    after(() => service.stop())

    it('leaves the holds of that version alone, subtracts when it completes them, and gives that back', async () => {
      await holdAsBefore(service, 'old-1', subjectOf(guest), await readCart(service, guest))
      await guardedShop(service)
      assert.deepEqual(await stockOf(service, ids.plain), { stock: 10, reserved: 0 })
      assert.equal(dataOf(await callCheckout(service, 'GET', 'old-1')).overStock, false)
      assert.equal(dataOf(await complete(service, 'old-1')).overStock, false)
      assert.deepEqual(await stockOf(service, ids.plain), { stock: 6, reserved: 0 })
      await release(service, 'old-1')
      assert.deepEqual(await stockOf(service, ids.plain), { stock: 10, reserved: 0 })
    })

    it('gives nothing back for an order that the version before has completed', async () => {
      await holdAsBefore(service, 'old-2', subjectOf(guest), await readCart(service, guest))
      const done = { state: 'completed', completed_at: Date.now() } as const
      await service.database.kysely.updateTable('checkouts').set(done).where('reference', '=', 'old-2').execute()
      await release(service, 'old-2')
      assert.deepEqual(await stockOf(service, ids.plain), { stock: 10, reserved: 0 })
    })

    it('ends a reservation at its time where the version before has released the hold', async () => {
      const token = await service.token('guest')
      await addItem(service, token, ids.plain, 3)
      assert.equal((await hold(service, 'new-1', token)).status, 201)
      const released = { state: 'released' } as const
      const { kysely } = service.database
      await kysely.updateTable('checkouts').set(released).where('reference', '=', 'new-1').execute()
      assert.deepEqual(await stockOf(service, ids.plain), { stock: 10, reserved: 3 })
      const ended = { expires_at: Date.now() - 1 }
      await kysely.updateTable('stock_reservations').set(ended).where('reference', '=', 'new-1').execute()
      assert.deepEqual(await stockOf(service, ids.plain), { stock: 10, reserved: 0 })
    })
  })
}
