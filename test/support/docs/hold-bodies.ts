/** Bodies of holds, for the error examples of the API description. */

import { addItem } from '../cart/cart.ts'
import { readCart, subjectOf } from '../checkouts/orders.ts'
import { ids } from '../import/shop-file.ts'
import type { TestService } from '../service/service.ts'

/** Adds three of an item for a new guest. @returns the body that holds the guest's cart, with its totals or with others */
export async function bodyOfHold(
  service: TestService,
  expected?: object,
  productId: number = ids.plain,
): Promise<object> {
  const token = await service.token('guest')
  await addItem(service, token, productId, 3)
  return bodyWithTotals(service, token, expected)
}

/** Adds an item for four new guests who use a promotion with one use left. @returns the bodies that hold their carts */
export async function bodiesOfLastUse(service: TestService, promotion: 'coupon' | 'campaign'): Promise<object[]> {
  const code = `SON${Date.now()}`
  const campaignId = Date.now()
  const limits = { usageLimit: 1, usageCount: 0 }
  await service.importShop(
    promotion === 'coupon'
      ? { coupons: [{ code, discountType: 'percent', value: '10', ...limits }] }
      : { campaigns: [{ id: campaignId, name: 'Son', reward: { type: 'percent', value: '10' }, ...limits }] },
  )
  const choice = promotion === 'coupon' ? { couponCode: code } : { campaignId }
  const guests = await Promise.all(Array.from({ length: 4 }, () => service.token('guest')))
  for (const token of guests) {
    await addItem(service, token, ids.plain)
    await service.call('POST', `/cart/${promotion}`, { token, body: choice })
  }
  return Promise.all(guests.map(token => bodyWithTotals(service, token)))
}

/** Lets a new guest choose a coupon with a limit. @returns the body that holds the cart */
export async function bodyOfLimited(service: TestService): Promise<object> {
  const code = `COK${Date.now()}`
  await service.importShop({ coupons: [{ code, discountType: 'percent', value: '10', usageLimit: 100 }] })
  const token = await service.token('guest')
  await addItem(service, token, ids.plain)
  await service.call('POST', '/cart/coupon', { token, body: { couponCode: code } })
  return bodyWithTotals(service, token)
}

async function bodyWithTotals(service: TestService, token: string, expected?: object): Promise<object> {
  const { grandTotal } = (await readCart(service, token)).data.attributes
  return { subject: subjectOf(token), expected: expected ?? { grandTotal: grandTotal?.amount } }
}
