/** Checkouts as a web shop's server reports them. */

import { CHECKOUTS } from '../../../src/api-paths.ts'
import type { CartDocument } from '../../../src/cart/pricing/cart.document.ts'
import { cartOf, type ShownCart } from '../cart/cart.ts'
import type { Answer, Callable, TestService } from '../service/service.ts'
import { claimsOf } from '../web-checkout/checkout.ts'
import type { ReturnData } from './returns.ts'

/** The data of a checkout's document. */
export interface CheckoutData {
  reference: string
  state: string
  subject: string | null
  customerId: number | null
  heldAt: string
  expiresAt: string
  completedAt: string | null
  overLimit: boolean
  overStock: boolean
  payable: { amount: string }
  /** Absent without returns. */
  returns?: ReturnData[]
  cart: CartDocument
}

/** Calls an endpoint of checkouts with a token of the web shop. */
export async function callCheckout(service: Callable, method: string, path: string, body?: unknown): Promise<Answer> {
  const token = await service.token('admin', { id: 'web-shop', scope: 'checkouts:read checkouts:write' })
  return service.call(method, `${CHECKOUTS}/${path}`, { token, ...(body !== undefined && { body }) })
}

/** The subject of an access token. */
export function subjectOf(token: string): string {
  return String(claimsOf(token).sub)
}

/** The cart of a token. */
export async function readCart(service: Callable, token: string): Promise<ShownCart> {
  return cartOf(await service.call('GET', '/cart', { token }))
}

/** The totals that the cart of a token has now. */
export async function totalsOf(service: Callable, token: string): Promise<{ grandTotal: string }> {
  return { grandTotal: (await readCart(service, token)).data.attributes.grandTotal?.amount ?? '0' }
}

/** Holds the cart of a token with the totals that it has now, or with others. */
export async function hold(service: Callable, reference: string, token: string, expected?: object): Promise<Answer> {
  const totals = expected ?? (await totalsOf(service, token))
  return callCheckout(service, 'PUT', reference, { subject: subjectOf(token), expected: totals })
}

/** Completes a checkout. */
export function complete(service: Callable, reference: string): Promise<Answer> {
  return callCheckout(service, 'POST', `${reference}/complete`)
}

/** Releases or cancels a checkout. */
export function release(service: Callable, reference: string): Promise<Answer> {
  return callCheckout(service, 'DELETE', reference)
}

/** The data of a response. */
export function dataOf({ json }: Answer): CheckoutData {
  return (json as { data: CheckoutData }).data
}

/** The state of a checkout. */
export async function stateOf(service: Callable, reference: string): Promise<string> {
  return dataOf(await callCheckout(service, 'GET', reference)).state
}

/** Lets a hold expire. */
export async function expire({ database: { kysely } }: TestService, reference: string): Promise<void> {
  const ended = { expires_at: Date.now() - 1 }
  for (const table of ['checkouts', 'stock_reservations'] as const) {
    await kysely.updateTable(table).set(ended).where('reference', '=', reference).execute()
  }
}

interface Computed {
  grand_total: unknown
  separate_shipping: unknown
}

/** Returns a row as it can be inserted again: without the columns that the database computes. */
export function insertable<R extends Computed>({
  grand_total: _,
  separate_shipping: __,
  ...row
}: R): Omit<R, keyof Computed> {
  return row
}
