/** The coupons of a customer, as the app lists them. */

import assert from 'node:assert/strict'
import type { Answer, Callable } from '../service/service.ts'

/** A coupon of the list. */
export interface ListedCoupon {
  type: 'coupons'
  id: string
  attributes: { description: string; discountType: string; endsAt: string | null }
}

/** Asks for the list. */
export function askCoupons(service: Callable, token: string, headers: Record<string, string> = {}): Promise<Answer> {
  return service.call('GET', '/coupons', { token, headers })
}

/** The coupons of a response. */
export function couponsIn({ status, text, json, headers }: Answer): ListedCoupon[] {
  assert.equal(status, 200, text)
  assert.equal(headers.get('content-type'), 'application/vnd.api+json')
  return (json as { data: ListedCoupon[] }).data
}

/** The codes of the coupons of a token, in their order. */
export async function codesOf(service: Callable, token: string): Promise<string[]> {
  return couponsIn(await askCoupons(service, token)).map(({ id }) => id)
}
