/** Coupons as shoppers enter them, and what responses say about one that does not apply. */

import assert from 'node:assert/strict'
import type { Answer, TestService } from '../service/service.ts'
import { cartOf, type ShownCart } from './cart.ts'

/** The coupon of a response as `code reason`; `applied code` for one that applies; undefined without either. */
export function couponOf({ data }: ShownCart): string | undefined {
  const { appliedCoupon } = data.attributes
  const coupon = data.meta?.coupon
  if (!coupon) return appliedCoupon && `applied ${appliedCoupon.code}`
  assert.equal(coupon.applied, false)
  assert.match(coupon.detail, /^[A-Z].*\.$/)
  assert.equal(appliedCoupon, undefined)
  return `${coupon.code} ${coupon.reason}`
}

/** Enters a code. @returns the response of the server */
export function enter(service: TestService, token: string, couponCode: string): Promise<Answer> {
  return service.call('POST', '/cart/coupon', { token, body: { couponCode } })
}

/** Enters a code. @returns what the response says about the coupon */
export async function entered(service: TestService, token: string, couponCode: string): Promise<string | undefined> {
  return couponOf(cartOf(await enter(service, token, couponCode)))
}

/** Reads a cart. @returns what the response says about the coupon */
export async function shown(service: TestService, token: string): Promise<string | undefined> {
  return couponOf(cartOf(await service.call('GET', '/cart', { token })))
}

/** A coupon of ten percent, as a shop file has it. */
export function couponRecord(code: string, overrides: object = {}): object {
  return { code, discountType: 'percent', value: '10', usageCount: 0, ...overrides }
}

/** A campaign of ten percent that coupons are bound to. */
export function boundCampaign(id: number, overrides: object = {}): object {
  return { id, name: `Kampanya ${id}`, couponBound: true, reward: { type: 'percent', value: '10' }, ...overrides }
}
