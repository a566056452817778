/** Automatic campaigns that a shopper has switched off by DELETE /cart/campaign, and what switches them on again. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { CUSTOMERS } from '../../src/api-paths.ts'
import { type Owner, parseSubject } from '../../src/auth/identity.ts'
import { loadCart } from '../../src/cart/storage/cart.store.ts'
import { deleteIdleCarts } from '../../src/cart/storage/idle-carts.store.ts'
import { addItem, cartOf, refusalsOf } from '../support/cart/cart.ts'
import { mergeInto, newMember } from '../support/checkouts/baskets.ts'
import { complete, subjectOf } from '../support/checkouts/orders.ts'
import { campaignOf, fillWith, requireHold } from '../support/checkouts/usage-limits.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

const DAY_MS = 86_400_000

for (const engine of engines) {
  describe(`campaigns that are switched off on ${engine}`, () => {
    let service: TestService
    let token: string
    let number = 0
    const next = () => `${engine}-${++number}`
    const campaign = campaignOf(1)
    before(async () => {
      service = await startService(engine)
      await campaign.limit(service, {})
    })
    after(() => service.stop())
    beforeEach(async () => {
      token = await service.token('guest')
    })

    /** What is stored: the chosen campaign, and `off` where no other one may apply. */
    const choiceOf = async (of = token) => {
      const counted = {
        now: Date.now(),
        limitedCampaigns: '[]',
        limitedPerCustomer: '[]',
        countsOrders: false,
        holdLimit: null,
      }
      const { campaignId, campaignOff } = await loadCart(
        service.database,
        parseSubject(subjectOf(of)) as Owner,
        counted,
      )
      return campaignOff ? [campaignId, 'off'] : [campaignId]
    }
    const switchOff = async (of = token) => cartOf(await service.call('DELETE', '/cart/campaign', { token: of }))

    it('stay so while lines and coupons change, until a campaign is chosen', async () => {
      await fillWith(service, token, campaign)
      assert.deepEqual(await choiceOf(), [1])
      await switchOff()
      const line = await addItem(service, token, ids.plain)
      cartOf(await service.call('PATCH', `/cart-items/${line}`, { token, body: { quantity: 2 } }))
      cartOf(await service.call('DELETE', '/cart/coupon', { token }))
      assert.deepEqual(await choiceOf(), [null, 'off'])
      await campaign.choose(service, token)
      assert.deepEqual(await choiceOf(), [1])
    })

    it('stay so when a choice is refused', async () => {
      await fillWith(service, token)
      await switchOff()
      const refused = await service.call('POST', '/cart/campaign', { token, body: { campaignId: 999 } })
      assert.deepEqual(refusalsOf(refused), ['422 campaign_not_available /campaignId'])
      assert.deepEqual(await choiceOf(), [null, 'off'])
    })

    it('are on in a cart that was emptied by DELETE /cart', async () => {
      await fillWith(service, token)
      await switchOff()
      await service.call('DELETE', '/cart', { token })
      assert.deepEqual(await choiceOf(), [null])
      await fillWith(service, token)
      assert.deepEqual(await choiceOf(), [null])
    })

    it('are remembered before the first item, until the cart of the guest is deleted as idle', async () => {
      await switchOff()
      assert.deepEqual(await choiceOf(), [null, 'off'])
      await fillWith(service, token)
      assert.deepEqual(await choiceOf(), [null, 'off'])
      await deleteIdleCarts(service.database, Date.now() + 2 * DAY_MS)
      assert.deepEqual(await choiceOf(), [null])
    })

    it('stay so in a merge, and get no campaign of the guest', async () => {
      const member = await newMember(service)
      await fillWith(service, member)
      await switchOff(member)
      await fillWith(service, token, campaign)
      assert.equal((await mergeInto(service, member, token)).status, 200)
      assert.deepEqual(await choiceOf(member), [null, 'off'])
    })

    it('of a guest do not switch off those of the member', async () => {
      const [chosen, other, empty] = [await newMember(service), await newMember(service), await newMember(service)]
      await fillWith(service, chosen, campaign)
      await fillWith(service, other)
      for (const member of [chosen, other, empty]) {
        const guest = await service.token('guest')
        await fillWith(service, guest)
        await switchOff(guest)
        assert.equal((await mergeInto(service, member, guest)).status, 200)
      }
      assert.deepEqual([await choiceOf(chosen), await choiceOf(other), await choiceOf(empty)], [[1], [null], [null]])
    })

    it('are on again after the order of the whole cart, and stay off beside what was added since the hold', async () => {
      const [whole, part] = [next(), next()]
      const other = await service.token('guest')
      for (const [each, reference] of [
        [token, whole],
        [other, part],
      ] as const) {
        await fillWith(service, each)
        await switchOff(each)
        await requireHold(service, reference, each)
      }
      await addItem(service, other, ids.taxFree)
      for (const reference of [whole, part]) await complete(service, reference)
      assert.deepEqual([await choiceOf(token), await choiceOf(other)], [[null], [null, 'off']])
    })

    it('are in the export of a customer', async () => {
      const member = await newMember(service)
      await fillWith(service, member)
      await switchOff(member)
      const admin = await service.token('admin')
      const path = `${CUSTOMERS}/${subjectOf(member).slice('member:'.length)}/export`
      const { json } = await service.call('GET', path, { token: admin })
      assert.partialDeepStrictEqual(json, { data: { cart: { campaignId: null, campaignOff: true } } })
    })
  })
}
