/** Fills the shop of a record by the API, with what an upgrade must keep: carts, choices, holds, orders, sessions, handoffs and webhooks. */

import assert from 'node:assert/strict'
import { HANDOFF, SESSION, STOREFRONT, UCP_REST, WEBHOOKS } from '../../../src/api-paths.ts'
import { createOfficeSessionStore } from '../../../src/office/session/office-sessions.store.ts'
import { addItem } from '../cart/cart.ts'
import { complete, hold, release } from '../checkouts/orders.ts'
import { ids, shopFile } from '../import/shop-file.ts'
import type { Answer, Call, TestService } from '../service/service.ts'
import { createAgentCart, openAsNewGuest } from '../ucp/links.ts'
import type { AgentPlatform } from '../ucp/platform.ts'
import { consumeHandoff, cookieOf, issueHandoff, signIn } from '../web-checkout/checkout.ts'
import { startReceiver } from '../webhooks/receiver.ts'
import { createCustomer, saveWebhook, untilWebhook } from '../webhooks/webhooks.ts'
import { RECORDED_AT, type RecordedRequest } from './recorded-shop.ts'

/** The guests of a record: with a cart, with a living hold, merged into a customer, with a session. */
export const guests = [1, 2, 3, 4].map(n => `00000000-0000-4000-8000-00000000000${n}`) as [
  string,
  string,
  string,
  string,
]

/** An add to the cart of the first guest; its repetition adds nothing. */
export const repeatedAdd = {
  body: { productId: ids.plain, quantity: 1 },
  headers: { 'Idempotency-Key': 'a-key-of-an-app' },
}

/** The shop of a record. */
export function recordedShop(): object {
  const campaign = {
    id: 1,
    name: 'Yaz kampanyası',
    reward: { type: 'percent', value: '10' },
    usageLimit: 5,
    usageCount: 1,
  }
  const coupon = { code: 'HOŞGELDİN', discountType: 'fixed', value: '5', usageLimit: 3, usageCount: 0 }
  const settings = { stockGuard: true, sellAtNegativeStock: false }
  const { shop, ...rest } = shopFile({ campaigns: [campaign], coupons: [coupon] }) as { shop: object }
  return { shop: { ...shop, settings }, ...rest }
}

/** Fills a service that has the shop. @returns requests that read everything back */
export async function fillShop(service: TestService, platform: AgentPlatform): Promise<RecordedRequest[]> {
  await fillCarts(service)
  await holdCarts(service)
  const sessions = await beginSessions(service)
  const agents = await fillAgentCarts(service, platform)
  const staff = await beginStaffSession(service)
  await deliverEvents(service)
  return [...cartRequests(), ...sessions, ...agents, staff, ...backOfficeRequests()]
}

async function fillCarts(service: TestService): Promise<void> {
  const member = await service.token('member', { id: String(ids.member) })
  const line = await addItem(service, member, ids.plain, 2)
  await addItem(service, member, ids.variants, 1, ids.smallBlue)
  const notes = { orderNote: 'Kapıya bırakın; "zil" yok', giftNote: 'İyi ki doğdun', giftPackage: true }
  await send(service, 'PATCH', `/cart-items/${line}/notes`, { token: member, body: notes })
  await send(service, 'POST', '/cart/coupon', { token: member, body: { couponCode: 'hoşgeldin' } })
  const guest = await service.token('guest', { id: guests[0] })
  await addItem(service, guest, ids.taxFree, 3)
  await send(service, 'POST', '/cart-items', { token: guest, ...repeatedAdd })
  await send(service, 'POST', '/cart/campaign', { token: guest, body: { campaignId: 1 } })
  const merged = await service.token('guest', { id: guests[2] })
  await addItem(service, merged, ids.plain, 1)
  const dealer = await service.token('member', { id: String(ids.dealer) })
  await send(service, 'POST', '/cart/merge', { token: dealer, body: { guestToken: merged } })
}

/** A completed, a cancelled and a released order, and the living holds of a member and a guest. */
async function holdCarts(service: TestService): Promise<void> {
  const other = await service.token('member', { id: String(ids.otherMember) })
  for (const [reference, end] of [
    ['S-1', complete],
    ['S-2', complete],
    ['S-3', release],
  ] as const) {
    await addItem(service, other, ids.plain, 1)
    requireOk(await hold(service, reference, other))
    requireOk(await end(service, reference))
  }
  requireOk(await release(service, 'S-2'))
  const guest = await service.token('guest', { id: guests[1] })
  await addItem(service, guest, ids.variants, 1, ids.smallBlue)
  requireOk(await hold(service, 'S-4', guest))
  requireOk(await hold(service, 'S-5', await service.token('member', { id: String(ids.member) })))
}

/** Sessions of a member and a guest, a used handoff, and one that nobody has used. */
async function beginSessions(service: TestService): Promise<RecordedRequest[]> {
  const guest = await service.token('guest', { id: guests[3] })
  await addItem(service, guest, ids.taxFree, 7)
  const { token } = await issueHandoff(service, await service.token('member', { id: String(ids.member) }))
  const member = cookieOf(await consumeHandoff(service, token)) ?? assert.fail('no session')
  return [
    { title: 'the session of a customer', path: SESSION, cookie: member },
    { title: 'the session of a guest', path: SESSION, cookie: await signIn(service, guest) },
    { title: 'a session that does not exist', path: SESSION, cookie: `${member.slice(0, -4)}AAAA` },
    { title: 'a handoff that was used', path: `${HANDOFF}?t=${encodeURIComponent(token)}` },
  ]
}

/** An agent's cart, the cart of a browser that has opened its link, and a cancelled one. */
async function fillAgentCarts(service: TestService, platform: AgentPlatform): Promise<RecordedRequest[]> {
  const cart = await createAgentCart(service, platform, [`${ids.plain}×2`, `${ids.taxFree}×1`], ['HOŞGELDİN'])
  const cookie = await openAsNewGuest(service, cart)
  const cancelled = await createAgentCart(service, platform, [`${ids.plain}×1`])
  requireOk(await cancelled.cancel())
  return [
    { title: 'the cart of an agent', path: `${UCP_REST}/carts/${cart.id}`, as: 'agent' },
    { title: 'a cancelled cart of an agent', path: `${UCP_REST}/carts/${cancelled.id}`, as: 'agent' },
    { title: 'the session of a guest that came by the link of an agent', path: SESSION, cookie },
  ]
}

/** A session of the staff, which no identity provider has begun. */
async function beginStaffSession({ database }: TestService): Promise<RecordedRequest> {
  const staff = { subject: 'staff-1', name: 'Deniz', scopes: ['customers:read', 'checkouts:read'] }
  const sessions = createOfficeSessionStore(database)
  const id = await sessions.insertSession({ ...staff, providerSession: null, grant: null }, RECORDED_AT)
  const path = '/office/api/v3/admin/checkouts/S-1'
  return { title: 'an order, in a session of the staff', path, cookie: `sepet_office=${id}` }
}

/** A webhook that has got its event, one that has not and is switched off. Their receivers get other URLs, which nobody may reach. */
async function deliverEvents(service: TestService): Promise<void> {
  const receivers = [await startReceiver(), await startReceiver()] as const
  receivers[1].respond(500)
  await saveWebhook(service, 'erp', { url: receivers[0].url })
  await saveWebhook(service, 'mail', { url: receivers[1].url, types: ['customer.*'] })
  await createCustomer(service, { email: 'olay@example.com' })
  await untilWebhook(service, 'erp', each => each.lastSuccess !== null)
  await untilWebhook(service, 'mail', each => each.lastFailure !== null)
  await saveWebhook(service, 'erp', { url: 'https://erp.example.com/sepet', types: ['checkout.*'] })
  await saveWebhook(service, 'mail', { url: 'https://mail.example.com/sepet', types: ['customer.*'], active: false })
  for (const each of receivers) await each.stop()
}

function cartRequests(): RecordedRequest[] {
  const of = (title: string, as: string) => ({ title, path: `${STOREFRONT}/cart`, as })
  return [
    of('the cart of a customer, with notes, a coupon and a living hold', `member:${ids.member}`),
    of('the cart of a customer with group prices, which took over that of a guest', `member:${ids.dealer}`),
    of('the cart of a customer after an order', `member:${ids.otherMember}`),
    of('the cart of a guest, with a campaign', `guest:${guests[0]}`),
    of('the cart of a guest, with a living hold', `guest:${guests[1]}`),
    of('the cart of a guest that was taken over', `guest:${guests[2]}`),
  ]
}

function backOfficeRequests(): RecordedRequest[] {
  const of = (path: string, scope: string) => ({ title: path, path, as: 'admin:office', scope })
  const admin = '/api/v3/admin'
  return [
    ...['', '/S-1', '/S-2', '/S-3', '/S-4', '/S-5'].map(path => of(`${admin}/checkouts${path}`, 'checkouts:read')),
    of(`${admin}/carts`, 'carts:read'),
    of(`${admin}/customers/1/export`, 'customers:read customers:export'),
    of(`${admin}/customers`, 'customers:read'),
    of(`${admin}/products`, 'catalogue:read'),
    of(`${admin}/coupons`, 'promotions:read'),
    of(`${admin}/campaigns`, 'promotions:read'),
    of(`${admin}/events`, 'events:read'),
    of(WEBHOOKS, 'webhooks:read'),
  ]
}

async function send(service: TestService, method: string, path: string, call: Call): Promise<void> {
  requireOk(await service.call(method, path, call))
}

function requireOk({ status, text }: Answer): void {
  assert.ok(status < 300, text)
}
