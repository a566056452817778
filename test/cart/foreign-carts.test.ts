/** Carts of other owners: no member of a request's body names the cart that the request is about. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { addItem, cartOf, linesOf } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

for (const engine of engines) {
  describe(`another owner's cart on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
    })
    after(() => service.stop())

    // Proves: named-owner
    it('is neither changed nor shown by an add whose body names its owner', async () => {
      const member = await service.token('member', { id: `${ids.member}` })
      const itemId = await addItem(service, member, ids.plain, 1)
      await service.call('PATCH', `/cart-items/${itemId}/notes`, { token: member, body: { orderNote: 'private' } })
      const token = await service.token('guest')
      const body = {
        productId: ids.plain,
        quantity: 7,
        cartId: `member:${ids.member}`,
        customerId: ids.member,
        externalId: null,
        itemId: randomUUID(),
        now: 0,
        maxLines: 1_000_000,
        limitedCampaigns: '[1]',
        limitedPerCustomer: '[1]',
        countsOrders: 1,
        holdLimit: '[4,7200000]',
      }
      const answer = await service.call('POST', '/cart-items', { token, body })
      assert.doesNotMatch(answer.text, /private/)
      assert.deepEqual(linesOf(cartOf(answer, 201)), [`${ids.plain}×7`])
      assert.deepEqual(linesOf(cartOf(await service.call('GET', '/cart', { token }))), [`${ids.plain}×7`])
      assert.deepEqual(linesOf(cartOf(await service.call('GET', '/cart', { token: member }))), [`${ids.plain}×1`])
    })
  })
}
