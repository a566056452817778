/** The deletion of a customer: nothing names the customer afterwards, and what others rely on stays. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { CUSTOMERS } from '../../src/api-paths.ts'
import { forgetPart, forgetRest } from '../../src/customers/forget-customer.sql.ts'
import { transaction } from '../../src/db/database.ts'
import { addItem, cartOf, refusalsOf, whenFree } from '../support/cart/cart.ts'
import { callCheckout, complete, dataOf, hold } from '../support/checkouts/orders.ts'
import { countDeadlocks, engines } from '../support/database/engines.ts'
import { untilOneWaits, whileCartLocked } from '../support/database/locks.ts'
import { customer, ids, shopFile } from '../support/import/shop-file.ts'
import { createPerson, insertMany, type Person } from '../support/privacy/person.ts'
import { columnsWith } from '../support/privacy/stored-data.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { sessionOf } from '../support/web-checkout/checkout.ts'

/** Columns that may name a deleted customer: settings that the shop itself has written, and the event that tells of the deletion. */
const KEPT = ['campaigns.document', 'coupons.document', 'events.subject', 'events.customer_id']

for (const engine of engines) {
  describe(`the deletion of a customer on ${engine}`, () => {
    let service: TestService
    let admin: string
    let number = 987_654_321
    before(async () => {
      service = await startService(engine)
      admin = await service.token('admin')
    })
    after(() => service.stop())
    const create = () => createPerson(service, number++)
    const remove = (id: number) => service.call('DELETE', `${CUSTOMERS}/${id}`, { token: admin })
    const textsOf = ({ id, marks }: Person) => [String(id), ...marks]
    const namedIn = async (person: Person) => {
      const columns = await columnsWith(service.database, textsOf(person))
      return columns.filter(each => !KEPT.includes(each))
    }

    it('removes the number, the names and the notes from every table', async () => {
      const person = await create()
      await service.importShop(
        shopFile({
          customers: [],
          campaigns: [
            {
              id: 7,
              name: 'Kişiye özel',
              logicalGroup: 1,
              priority: 1,
              audience: { customerIds: [person.id] },
              reward: { type: 'percent', value: '1' },
            },
          ],
        }),
      )
      assert.ok((await namedIn(person)).length > 10)
      assert.equal((await remove(person.id)).status, 204)
      assert.deepEqual(await namedIn(person), [])
      assert.equal((await remove(person.id)).status, 404)
    })

    it('keeps the amounts and items of orders, which can still be completed', async () => {
      const person = await create()
      const { completed, held, asGuest } = person.orders
      const read = async (reference: string) => dataOf(await callCheckout(service, 'GET', reference))
      const before = await read(completed)
      await remove(person.id)
      const after = await read(completed)
      assert.deepEqual([after.subject, after.customerId, after.state], [null, null, 'completed'])
      assert.deepEqual(after.cart.data, before.cart.data)
      const withoutNotes = before.cart.included.map(item => ({
        ...item,
        attributes: { ...item.attributes, orderNote: null, giftNote: null },
      }))
      assert.deepEqual(after.cart.included, withoutNotes)
      assert.equal((await read(asGuest)).subject, null)
      assert.equal(dataOf(await complete(service, held)).state, 'completed')
    })

    it('keeps merged guests cancelled, everywhere', async () => {
      const { id, guestTokens, guests, cookie, orders } = await create()
      await remove(id)
      const member = await service.token('member', { id: String(ids.member) })
      for (const [n, token] of guestTokens.entries()) {
        assert.deepEqual(refusalsOf(await service.call('GET', '/cart', { token })), ['401 guest_cancelled'])
        const item = { productId: ids.plain, quantity: 1 }
        assert.deepEqual(refusalsOf(await service.call('POST', '/cart-items', { token, body: item })), [
          '401 guest_cancelled',
        ])
        const issued = await service.call('POST', '/checkout-guest-session', { token })
        assert.deepEqual(refusalsOf(issued), ['401 guest_cancelled'])
        const merge = await service.call('POST', '/cart/merge', { token: member, body: { guestToken: token } })
        assert.deepEqual(refusalsOf(merge), ['422 guest_merged_elsewhere /guestToken'])
        const again = { subject: guests[n], expected: { grandTotal: '1' } }
        assert.deepEqual(refusalsOf(await callCheckout(service, 'PUT', orders.asGuest, again)), ['409 reference_taken'])
        assert.deepEqual(refusalsOf(await callCheckout(service, 'PUT', `neu-${id}`, again)), [
          '422 field_invalid /subject',
        ])
      }
      assert.equal((await sessionOf(service, cookie)).identity, 'none')
    })

    it('reaches more guests and orders than one transaction changes, also when it was interrupted', async () => {
      const person = await create()
      await insertMany(service.database, person, 450, `gizli-${person.id}`)
      for (let step = 0; step < 3; step++)
        await transaction(service.database, queries => forgetPart(queries, person.id))
      const token = await service.token('member', { id: String(person.id) })
      cartOf(await service.call('GET', '/cart', { token }))
      assert.equal((await remove(person.id)).status, 204)
      assert.deepEqual(await namedIn(person), [])
      const { kysely } = service.database
      const cancelled = kysely.selectFrom('carts').select('id').where('merged_into', '=', 0)
      assert.ok((await cancelled.execute()).length >= 452)
    })

    it('waits for a merged guest’s cart before it locks an order, as a completion does', {
      skip: engine === 'sqlite',
    }, async () => {
      const { id, guests, orders } = await create()
      const { database, config } = service
      let deletion: Promise<void> | undefined
      await whileCartLocked(config.DATABASE_URL ?? '', guests[0] ?? '', async () => {
        deletion = transaction(database, queries => forgetRest(queries, id))
        await untilOneWaits(database)
        const { rows } = await sql`
          select 1 from checkouts where reference = ${orders.completed} for update nowait`.execute(database.kysely)
        assert.equal(rows.length, 1)
      })
      await deletion
      assert.equal(dataOf(await callCheckout(service, 'GET', orders.completed)).subject, null)
    })

    it('leaves nothing of what simultaneous merges, holds and completions write, without a deadlock', async () => {
      const peer = await service.startPeer()
      const deadlocks = await countDeadlocks(service.database)
      const rounds = Array.from({ length: 6 }, () => number++)
      await service.importShop({ customers: rounds.map(id => customer(id)) })
      for (const [round, id] of rounds.entries()) {
        const token = await service.token('member', { id: String(id) })
        await addItem(service, token, ids.plain)
        const [held, later, asGuest] = ['R', 'S', 'U'].map(each => `${each}-${round}`) as [string, string, string]
        await hold(service, held, token)
        const guests = await Promise.all([1, 2, 3].map(() => service.token('guest')))
        for (const guest of guests) await addItem(service, guest, ids.plain)
        const own = guests[0] ?? ''
        await hold(service, asGuest, own)
        const writes = [
          ...guests.map(
            (guestToken, n) => () =>
              (n % 2 ? peer : service).call('POST', '/cart/merge', { token, body: { guestToken } }),
          ),
          () => complete(peer, held),
          () => complete(service, asGuest),
          () => callCheckout(peer, 'PUT', later, { subject: `member:${id}`, expected: { grandTotal: '1' } }),
          () => remove(id),
          () => peer.call('DELETE', `${CUSTOMERS}/${id}`, { token: admin }),
        ]
        const answers = await Promise.all(writes.map(whenFree))
        for (const { status, text } of answers) assert.ok(status < 500, text)
        const named = await columnsWith(service.database, [`member:${id}`, String(id)])
        assert.deepEqual(
          named.filter(each => !KEPT.includes(each)),
          [],
        )
      }
      assert.equal(await countDeadlocks(service.database), deadlocks)
      await peer.stop()
    })
  })
}
