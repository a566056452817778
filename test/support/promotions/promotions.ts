/** Coupons and campaigns as a back office reads and writes them. */

import assert from 'node:assert/strict'
import { CAMPAIGNS, COUPONS } from '../../../src/api-paths.ts'
import type { Answer, TestService } from '../service/service.ts'

/** The scopes of a token that may read and write them. */
export const SCOPE = 'promotions:read promotions:write'

/** A record of an answer. */
export type Fields = Record<string, unknown>

/** Calls the endpoints with a token of the back office. */
export type CallPromotions = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>

/** Creates the function that calls the endpoints of a service. */
export async function promotionCaller(service: TestService): Promise<CallPromotions> {
  const token = await service.token('admin', { id: 'back-office', scope: SCOPE })
  return (method, path, body, headers = {}) =>
    service.call(method, path, { token, headers, ...(body !== undefined && { body }) })
}

/** The path of a coupon. */
export function couponPath(code: string): string {
  return `${COUPONS}/${encodeURIComponent(code)}`
}

/** The path of a campaign. */
export function campaignPath(id: number | string): string {
  return `${CAMPAIGNS}/${id}`
}

/** The smallest body of a coupon. */
export function coupon(fields: object = {}): object {
  return { discountType: 'fixed', value: '5', ...fields }
}

/** The smallest body of a campaign. */
export function campaign(fields: object = {}): object {
  return { name: 'K', reward: { type: 'free_shipping' }, ...fields }
}

/** The record of a response. @throws AssertionError when the response has another status */
export function recordOf(answer: Answer, status = 200): Fields {
  assert.equal(answer.status, status, answer.text)
  return (answer.json as { data: Fields }).data
}

/** The warnings of a response as `pointer: detail`. */
export function warningsOf({ json }: Answer): string[] {
  const { meta } = json as { meta: { warnings: { pointer: string; detail: string }[] } }
  return meta.warnings.map(({ pointer, detail }) => `${pointer}: ${detail}`)
}
