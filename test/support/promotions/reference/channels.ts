/** One cart on every channel: in the app, on the web, with an agent, for staff and in an order. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { CARTS, SESSION } from '../../../../src/api-paths.ts'
import type { CartAnswer } from '../../../../src/cart/pricing/cart-answer.document.ts'
import { cartUuidOf } from '../../../../src/ucp/carts/cart-names.crypto.ts'
import { cartOf } from '../../cart/cart.ts'
import { callCheckout, subjectOf } from '../../checkouts/orders.ts'
import type { Answer, TestService } from '../../service/service.ts'
import type { Agent, ToldCart } from '../../ucp/carts.ts'
import { actFor, type Session, sessionOf, signIn } from '../../web-checkout/checkout.ts'
import { createCustomer } from '../../webhooks/webhooks.ts'
import { isForOwner } from './coverage.ts'
import type { PlainCart, PlainLine } from './plain-cart.ts'
import { CODE } from './to-promotions.ts'
import { GROUP } from './to-shop.ts'

/** A shopper with a cart. */
export interface Buyer {
  token: string
  subject: string
}

/** Begins as the owner of a cart: a new guest, or a new customer, who has ordered elsewhere or not. */
export async function createBuyer(
  service: TestService,
  { isMember, isInGroup, hasOrdered }: Pick<PlainCart, 'isMember' | 'isInGroup' | 'hasOrdered'>,
): Promise<Buyer> {
  const customerGroupId = isInGroup ? GROUP : null
  const customer = { email: `${randomUUID()}@example.com`, orderCount: hasOrdered ? 3 : 0, customerGroupId }
  const token = isMember
    ? await service.token('member', { id: String(await createCustomer(service, customer)) })
    : await service.token('guest')
  return { token, subject: subjectOf(token) }
}

/** Puts lines into a cart. */
export async function addLines({ call }: TestService, token: string, lines: readonly PlainLine[]): Promise<void> {
  for (const { product, variant, quantity } of lines) {
    const body = { productId: product.id, quantity, ...(variant && { variantId: variant.id }) }
    assert.equal((await call('POST', '/cart-items', { token, body })).status, 201)
  }
}

/** Enters the coupon, chooses the campaign, or switches campaigns off, in the app. @returns the cart as the owner's choices are stored */
export async function choose({ call }: TestService, token: string, plain: PlainCart): Promise<PlainCart> {
  const { coupon, choice, isOff } = plain
  let stored = plain
  if (coupon) assert.equal((await call('POST', '/cart/coupon', { token, body: { couponCode: CODE } })).status, 200)
  if (coupon && !(await keepsCoupon({ call }, token))) {
    const bound = plain.campaigns.find(({ id, isBound }) => isBound && id === coupon.campaignId)
    assert.ok(bound && !isForOwner(bound, { ...plain, channel: 'app' }), 'a coupon that may apply is kept')
    stored = { ...stored, coupon: null }
  }
  if (isOff) assert.equal((await call('DELETE', '/cart/campaign', { token })).status, 200)
  if (choice === null) return stored
  const { status } = await call('POST', '/cart/campaign', { token, body: { campaignId: choice } })
  return status === 200 ? stored : { ...stored, choice: null }
}

/** Whether a cart has a coupon, which applies or not. */
async function keepsCoupon({ call }: Pick<TestService, 'call'>, token: string): Promise<boolean> {
  const { data } = cartOf(await call('GET', '/cart', { token }))
  return data.attributes.appliedCoupon !== undefined || data.meta?.coupon !== undefined
}

/** The cart in the app. */
export async function inApp({ call }: TestService, token: string): Promise<CartAnswer> {
  return cartOf(await call('GET', '/cart', { token }))
}

/** The cart on the web, by the session and by the token that acts for it, which must be the same. */
export async function onWeb(service: TestService, token: string): Promise<CartAnswer> {
  const cookie = await signIn(service, token)
  const { cart } = (await sessionOf(service, cookie)) as Session & { cart: CartAnswer }
  const acting = cartOf(await service.call('GET', '/cart', { token: await actFor(service, cookie) }))
  assert.deepEqual(cart, withoutRefusal(acting), SESSION)
  return acting
}

/** A cart without the coupon that does not apply, which its owner alone is told. */
export function withoutRefusal(cart: CartAnswer): CartAnswer {
  const copy = structuredClone(cart)
  const { meta } = copy.data
  if (meta) delete meta.coupon
  if (meta && Object.keys(meta).length === 0) delete copy.data.meta
  return copy
}

/** The cart as staff read it. @param channel that of the query; none for the default */
export async function forStaff({ call, token }: TestService, subject: string, channel?: 'web'): Promise<CartAnswer> {
  const staff = await token('admin', { id: 'staff', scope: 'carts:read' })
  const answer = await call('GET', `${CARTS}/${subject}${channel ? `?channel=${channel}` : ''}`, { token: staff })
  assert.equal(answer.status, 200, answer.text)
  return (answer.json as { data: { cart: CartAnswer } }).data.cart
}

/** The same lines and code in the cart of an agent. */
export function withAgent(agent: Agent, { lines, coupon }: PlainCart): Promise<ToldCart> {
  const items = lines.map(({ product, variant, quantity }) => ({
    item: { id: variant ? `${product.id}-${variant.id}` : String(product.id) },
    quantity,
  }))
  return agent.created({ line_items: items, ...(coupon && { discounts: { codes: [CODE] } }) })
}

/** The subject of an agent's cart, as staff name it. */
export function subjectOfTold({ continue_url: url = '' }: ToldCart): string {
  return `ucp:${cartUuidOf(new URL(url).searchParams.get('c') ?? '')}`
}

/** Holds a cart with totals that the shopper has seen. */
export function holdSeen(
  service: TestService,
  reference: string,
  { subject }: Pick<Buyer, 'subject'>,
  seen: CartAnswer,
  channel?: 'app' | 'web',
): Promise<Answer> {
  const { grandTotal, cargoPrice } = seen.data.attributes
  const expected = { grandTotal: grandTotal?.amount, ...(cargoPrice && { cargoPrice: cargoPrice.amount }) }
  return callCheckout(service, 'PUT', reference, { subject, expected, ...(channel && { channel }) })
}
