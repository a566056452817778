/** Completions of a checkout whose cart has a newer hold: what that hold keeps is of the same cart, on both engines. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { CUSTOMERS } from '../../src/api-paths.ts'
import { addItem } from '../support/cart/cart.ts'
import { callCheckout, complete, dataOf, expire, release, subjectOf } from '../support/checkouts/orders.ts'
import { createReferences } from '../support/checkouts/references.ts'
import { guardedShop, setStock, stockOf } from '../support/checkouts/stock.ts'
import { requireHold } from '../support/checkouts/usage-limits.ts'
import { engines } from '../support/database/engines.ts'
import { watchEvents } from '../support/events/events.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

const { plain } = ids

for (const engine of engines) {
  describe(`a completion beside a newer hold of the cart on ${engine}`, () => {
    let service: TestService
    const { next, releaseAll } = createReferences(engine)
    before(async () => {
      service = await startService(engine)
      await guardedShop(service)
    })
    after(() => service.stop())
    beforeEach(async () => {
      await releaseAll(service)
      await setStock(service, plain, 10)
    })

    const guestOf = async (quantity: number) => {
      const token = await service.token('guest')
      await addItem(service, token, plain, quantity)
      return token
    }
    const createMember = async () => {
      const answer = await service.call('POST', CUSTOMERS, { token: await service.token('admin'), body: {} })
      return service.token('member', { id: String((answer.json as { data: { id: number } }).data.id) })
    }
    const memberOf = async (quantity: number) => {
      const token = await createMember()
      await addItem(service, token, plain, quantity)
      return token
    }
    const merge = async (member: string, guest: string) => {
      const answer = await service.call('POST', '/cart/merge', { token: member, body: { guestToken: guest } })
      assert.equal(answer.status, 200, answer.text)
    }
    const remove = async (member: string) => {
      const path = `${CUSTOMERS}/${subjectOf(member).slice('member:'.length)}`
      assert.equal((await service.call('DELETE', path, { token: await service.token('admin') })).status, 204)
    }
    /** Holds the cart of a token. @returns the reference */
    const holdNext = async (token: string) => {
      const reference = next()
      await requireHold(service, reference, token)
      return reference
    }
    const overStockOf = async (reference: string) => dataOf(await complete(service, reference)).overStock

    for (const [end, act] of Object.entries({
      replaced: async () => undefined,
      released: (reference: string) => release(service, reference),
      expired: (reference: string) => expire(service, reference),
    })) {
      it(`takes no stock from others where it was ${end}, and its own newer hold is told as short later`, async () => {
        const token = await guestOf(6)
        const first = await holdNext(token)
        await act(first)
        const second = await holdNext(token)
        const newEvents = await watchEvents(service)
        assert.equal(await overStockOf(first), false)
        const [event] = await newEvents()
        assert.deepEqual(event?.data, { reference: first, overLimit: false, overStock: false })
        assert.equal(dataOf(await callCheckout(service, 'GET', first)).overStock, false)
        assert.deepEqual(await stockOf(service, plain), { stock: 4, reserved: 6 })
        assert.equal(await overStockOf(second), true)
        assert.deepEqual(await stockOf(service, plain), { stock: -2, reserved: 0 })
      })
    }

    it('says so where others have reserved what it took, beside its own newer hold', async () => {
      const token = await guestOf(3)
      const first = await holdNext(token)
      const second = await holdNext(token)
      const others = await holdNext(await guestOf(7))
      assert.equal(await overStockOf(second), false)
      assert.equal(await overStockOf(first), true)
      assert.equal(await overStockOf(others), true)
    })

    it('counts its own newer hold until that ends alone', async () => {
      const token = await guestOf(6)
      const first = await holdNext(token)
      const second = await holdNext(token)
      await expire(service, second)
      await holdNext(await guestOf(5))
      assert.equal(await overStockOf(first), true)
    })

    it('takes none from others where the cart was a guest’s, whose holds are the member’s now', async () => {
      const [guest, member] = [await guestOf(6), await createMember()]
      const first = await holdNext(guest)
      const second = await holdNext(guest)
      await merge(member, guest)
      assert.equal(dataOf(await callCheckout(service, 'GET', second)).state, 'held')
      assert.equal(await overStockOf(first), false)
    })

    it('takes none from others where a merge has released it, since the member has a hold', async () => {
      const [guest, member] = [await guestOf(4), await memberOf(6)]
      const [guests, members] = [await holdNext(guest), await holdNext(member)]
      await merge(member, guest)
      await setStock(service, plain, 6)
      assert.equal(dataOf(await callCheckout(service, 'GET', members)).state, 'held')
      assert.equal(await overStockOf(guests), false)
    })

    it('takes none from others where a guest’s cancelled order is paid after the merge', async () => {
      const [guest, member] = [await guestOf(6), await memberOf(6)]
      const order = await holdNext(guest)
      await complete(service, order)
      await release(service, order)
      await merge(member, guest)
      await holdNext(member)
      assert.equal(await overStockOf(order), false)
    })

    it('takes none from others where the customer was deleted', async () => {
      const member = await memberOf(6)
      const first = await holdNext(member)
      const second = await holdNext(member)
      await remove(member)
      const { state, subject } = dataOf(await callCheckout(service, 'GET', second))
      assert.deepEqual([state, subject], ['held', null])
      assert.equal(await overStockOf(first), false)
      assert.equal(await overStockOf(second), true)
    })

    it('takes none from others where a guest’s cancelled order is paid after the member was deleted', async () => {
      const [guest, member] = [await guestOf(6), await memberOf(6)]
      const order = await holdNext(guest)
      await complete(service, order)
      await release(service, order)
      await merge(member, guest)
      await holdNext(member)
      await remove(member)
      assert.equal(await overStockOf(order), false)
    })

    it('takes some from the hold of another customer who was deleted, too', async () => {
      const [one, other] = [await memberOf(6), await memberOf(6)]
      const first = await holdNext(one)
      await release(service, first)
      await holdNext(other)
      for (const member of [one, other]) await remove(member)
      assert.equal(await overStockOf(first), true)
    })
  })
}
