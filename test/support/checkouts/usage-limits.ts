/** Coupons and campaigns with usage limits, and the carts and checkouts that use them. */

import assert from 'node:assert/strict'
import { addItem, cartOf } from '../cart/cart.ts'
import { ids } from '../import/shop-file.ts'
import type { TestService } from '../service/service.ts'
import { hold, readCart } from './orders.ts'

/** A coupon or campaign with a usage limit, as a cart uses it. */
export interface Promotion {
  /** Imports it with other limits. */
  limit: (service: TestService, limits: object) => Promise<void>
  /** Chooses it for the cart of a token. */
  choose: (service: TestService, token: string) => Promise<void>
  /** Whether the cart of a token applies it; a campaign must also be listed exactly while it can be chosen. */
  isApplied: (service: TestService, token: string) => Promise<boolean>
  /** Refusals of a hold that comes too late for its last use. */
  usedUp: string
}

/** The kinds of promotions that have a usage limit, by the names of tests. */
export const kinds = {
  'a coupon': couponOf,
  'a campaign': campaignOf,
  'a coupon bound to a campaign': boundCouponOf,
} satisfies Record<string, (n: number) => Promotion>

/** Creates a coupon of ten percent. @param n its number, which no other promotion of the shop has */
export function couponOf(n: number): Promotion {
  const code = `KUPON${n}`
  const record = { code, discountType: 'percent', value: '10', usageCount: 0 }
  return {
    limit: (service, limits) => service.importShop({ coupons: [{ ...record, ...limits }] }),
    ...chosenBy(code),
    usedUp: '409 coupon_used_up',
  }
}

/** Creates a campaign of ten percent. @param n its id */
export function campaignOf(n: number): Promotion {
  return {
    limit: (service, limits) => service.importShop({ campaigns: [campaignRecord(n, limits)] }),
    choose: async (service, token) => {
      cartOf(await service.call('POST', '/cart/campaign', { token, body: { campaignId: n } }))
    },
    isApplied: async (service, token) => {
      const { campaigns, appliedCampaign } = (await readCart(service, token)).data.attributes
      assert.equal(campaigns?.some(({ id }) => id === n) ?? false, appliedCampaign?.id === n)
      return appliedCampaign?.id === n
    },
    usedUp: '409 campaign_used_up',
  }
}

function boundCouponOf(n: number): Promotion {
  const code = `BAGLI${n}`
  const coupon = { code, discountType: 'percent', value: '10', campaignId: n }
  return {
    limit: (service, limits) =>
      service.importShop({ coupons: [coupon], campaigns: [{ ...campaignRecord(n, limits), couponBound: true }] }),
    ...chosenBy(code),
    usedUp: '409 campaign_used_up',
  }
}

function campaignRecord(id: number, limits: object): object {
  return { id, name: `Kampanya ${id}`, reward: { type: 'percent', value: '10' }, usageCount: 0, ...limits }
}

function chosenBy(couponCode: string): Pick<Promotion, 'choose' | 'isApplied'> {
  return {
    choose: async (service, token) => {
      cartOf(await service.call('POST', '/cart/coupon', { token, body: { couponCode } }))
    },
    isApplied: async (service, token) =>
      (await readCart(service, token)).data.attributes.appliedCoupon?.code === couponCode,
  }
}

/** Creates the cart of a guest that has chosen promotions. @returns the guest's token */
export async function guestWith(service: TestService, ...promotions: Promotion[]): Promise<string> {
  const token = await service.token('guest')
  await fillWith(service, token, ...promotions)
  return token
}

/** Adds three pieces to the cart of a token, and chooses promotions. */
export async function fillWith(service: TestService, token: string, ...promotions: Promotion[]): Promise<void> {
  await addItem(service, token, ids.plain, 3)
  for (const { choose } of promotions) await choose(service, token)
}

/** Holds the cart of a token. @throws AssertionError unless it is held */
export async function requireHold(service: TestService, reference: string, token: string): Promise<void> {
  const { status, text } = await hold(service, reference, token)
  assert.equal(status, 201, text)
}

/** Lets the time of a hold end. */
export async function expire({ database: { kysely } }: TestService, reference: string): Promise<void> {
  const ended = { expires_at: Date.now() - 1 }
  await kysely.updateTable('checkouts').set(ended).where('reference', '=', reference).execute()
  await kysely.updateTable('promotion_uses').set(ended).where('reference', '=', reference).execute()
}
