/** Campaigns of which each customer has few uses, and the members who use them. */

import assert from 'node:assert/strict'
import { CUSTOMERS } from '../../../src/api-paths.ts'
import { addItem } from '../cart/cart.ts'
import { boundCampaign, couponRecord } from '../cart/coupons.ts'
import { ids } from '../import/shop-file.ts'
import type { TestService } from '../service/service.ts'
import { complete, dataOf, readCart } from './orders.ts'
import { requireHold } from './usage-limits.ts'

/** A campaign of ten percent with one use by each customer, and its codes where it is bound to coupons. */
export interface LimitedCampaign {
  id: number
  codes: [first: string, second: string]
}

/** Imports a campaign that is not bound to coupons. @param fields others than those of one use by each customer */
export async function importListed(service: TestService, id: number, fields: object = {}): Promise<void> {
  const campaign = { ...boundCampaign(id, { couponBound: false, usageLimitPerCustomer: 1 }), ...fields }
  await service.importShop({ campaigns: [campaign] })
}

/** Imports a campaign that two coupons are bound to. */
export async function importBound(service: TestService, id: number, fields: object = {}): Promise<LimitedCampaign> {
  const codes: LimitedCampaign['codes'] = [`BİR${id}`, `İKİ${id}`]
  const coupons = codes.map(code => couponRecord(code, { campaignId: id, value: null }))
  await service.importShop({ campaigns: [boundCampaign(id, { usageLimitPerCustomer: 1, ...fields })], coupons })
  return { id, codes }
}

/** Creates a member. @returns the member's token */
export async function newMember(service: TestService): Promise<string> {
  const { json } = await service.call('POST', CUSTOMERS, { token: await service.token('admin'), body: {} })
  return service.token('member', { id: String((json as { data: { id: number } }).data.id) })
}

/** Adds three pieces to the cart of a token, and enters a code. */
export async function fillWithCode(service: TestService, token: string, couponCode: string): Promise<void> {
  await addItem(service, token, ids.plain, 3)
  const { status, text } = await service.call('POST', '/cart/coupon', { token, body: { couponCode } })
  assert.equal(status, 200, text)
}

/** Holds and completes the cart of a token. @returns whether it was beyond a limit */
export async function order(service: TestService, token: string, reference: string): Promise<boolean> {
  await requireHold(service, reference, token)
  return dataOf(await complete(service, reference)).overLimit
}

/** Whether the cart of a token lists a campaign, and applies it. */
export async function stateInCart(service: TestService, token: string, id: number): Promise<[boolean, boolean]> {
  const { campaigns = [], appliedCampaign } = (await readCart(service, token)).data.attributes
  return [campaigns.some(each => each.id === id), appliedCampaign?.id === id]
}
