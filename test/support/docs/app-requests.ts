/** The requests of docs/mobile.md: sent to a real service as an app sends them, and kept with their answers, in which the values of a run are replaced. */

import type { Exchanges } from '../../../tools/docs/app-requests.ts'
import { guestToken } from '../auth/guest-token.ts'
import { addItem } from '../cart/cart.ts'
import type { TestService } from '../service/service.ts'
import { startSampleShop } from './examples.ts'
import { createExchangeNotes } from './exchange-notes.ts'

/** A service with the sample shop, and one on the same data whose clock is a day and an hour ahead. */
export interface AppShop {
  service: TestService
  tomorrow: TestService
  stop: () => Promise<void>
}

/** Starts the shop of the exchanges. */
export async function startAppShop(): Promise<AppShop> {
  const service = await startSampleShop({ PUBLIC_URL: 'https://shop.example.com', ISSUE_RATE_LIMIT: '10' })
  const tomorrow = await service.startPeer({}, () => Date.now() + 25 * 3_600_000)
  const stop = async () => {
    await tomorrow.stop()
    await service.stop()
  }
  return { service, tomorrow, stop }
}

/** Sends all requests of the page. @returns each with its answer, in which tokens, ids, tags and times are replaced */
export async function recordExchanges(shop: AppShop): Promise<Exchanges> {
  const exchanges: Exchanges = {}
  for (const play of [tokens, login, adds, tags, checkout, document, choices, errors]) {
    const notes = createExchangeNotes()
    await play(shop, notes)
    Object.assign(exchanges, notes.exchanges())
  }
  return exchanges
}

type Notes = ReturnType<typeof createExchangeNotes>
type Play = (shop: AppShop, notes: Notes) => Promise<void>

const LINEN = 108
const CODES = ['errors.*.code']
const QUANTITY = ['data.attributes.totalQuantity']

const tokens: Play = async ({ service, tomorrow }, notes) => {
  const { json } = await notes.send(service, 'guest-token', 'POST', '/guest-tokens')
  const { accessToken: token } = json as { accessToken: string }
  notes.name(token, '<guest token>')
  await addItem(service, token, LINEN, 3)
  await notes.send(tomorrow, 'expired-token', 'GET', '/cart', { token, show: CODES })
  const renewed = await notes.send(tomorrow, 'renewal', 'POST', '/guest-tokens', { token })
  const { accessToken } = renewed.json as { accessToken: string }
  notes.name(accessToken, '<renewed guest token>')
  await notes.send(tomorrow, 'renewed-token', 'GET', '/cart', { token: accessToken, show: QUANTITY })
}

const login: Play = async ({ service }, notes) => {
  const [guest, token] = [await newGuest(service, notes), await memberToken(service, notes)]
  await addItem(service, guest, LINEN, 3)
  await addItem(service, token, LINEN, 1)
  await notes.send(service, 'merge', 'POST', '/cart/merge', { token, body: { guestToken: guest }, show: QUANTITY })
  await notes.send(service, 'merged-guest', 'GET', '/cart', { token: guest, show: CODES })
}

const adds: Play = async ({ service }, notes) => {
  const token = await newGuest(service, notes)
  const headers = { 'Idempotency-Key': '5f0c1d2e-8a9b-4c3d-9e7f-1a2b3c4d5e6f' }
  const add = (quantity: number, show: string[]) => ({ token, body: { productId: LINEN, quantity }, headers, show })
  const shown = ['meta', ...QUANTITY]
  await notes.send(service, 'add', 'POST', '/cart-items', add(2, shown))
  await notes.send(service, 'add-again', 'POST', '/cart-items', add(2, shown))
  await notes.send(service, 'key-reused', 'POST', '/cart-items', add(5, CODES))
}

const tags: Play = async ({ service }, notes) => {
  const token = await memberToken(service, notes)
  const line = await addItem(service, token, LINEN, 2)
  const read = await notes.send(service, 'read', 'GET', '/cart', { token, show: QUANTITY })
  const tag = read.headers.get('etag') ?? ''
  await notes.send(service, 'unchanged', 'GET', '/cart', { token, headers: { 'If-None-Match': tag } })
  await addItem(service, token, LINEN, 4)
  const change = (ifMatch: string, show: string[]) => ({
    token,
    body: { quantity: 3 },
    headers: { 'If-Match': ifMatch },
    show,
  })
  const current = 'errors.*.meta.cart.data.attributes.totalQuantity'
  const path = `/cart-items/${line}`
  const refused = await notes.send(service, 'changed-cart', 'PATCH', path, change(tag, [...CODES, current]))
  const agreed = refused.headers.get('etag') ?? ''
  await notes.send(service, 'agreed-change', 'PATCH', path, change(agreed, QUANTITY))
}

const checkout: Play = async ({ service }, notes) => {
  const token = await memberToken(service, notes)
  const request = { token, body: { returnPath: '/odeme' } }
  const { json } = await notes.send(service, 'link', 'POST', '/checkout-session', request)
  const { url } = json as { url: string }
  const path = url.replace('https://shop.example.com', '')
  await notes.send(service, 'opened-link', 'GET', path)
  await notes.send(service, 'opened-again', 'GET', path)
  for (let more = 9; more > 0; more--) await service.call('POST', '/checkout-session', request)
  await notes.send(service, 'too-many', 'POST', '/checkout-session', { ...request, show: CODES })
}

const document: Play = async ({ service }, notes) => {
  const token = await newGuest(service, notes)
  await notes.send(service, 'empty-cart', 'GET', '/cart', { token })
  await addItem(service, token, LINEN, 3)
  const line = ['productId', 'variantId', 'quantity', 'unitPrice', 'lineTotal', 'vatRate', 'orderNote', 'stock']
  await notes.send(service, 'cart', 'GET', '/cart', {
    token,
    show: [
      'data.attributes',
      'data.relationships',
      'data.meta.vat.subtotalWithVat',
      'included.*.id',
      ...line.map(name => `included.*.attributes.${name}`),
      'included.*.meta.vat.unitPriceWithVat',
      'included.*.meta.vat.lineTotalWithVat',
      'included.*.meta.available',
    ],
  })
}

const choices: Play = async ({ service }, notes) => {
  const token = await newGuest(service, notes)
  await addItem(service, token, LINEN, 3)
  const enter = (couponCode: string, show: string[]) => ({ token, body: { couponCode }, show })
  await notes.send(service, 'coupon', 'POST', '/cart/coupon', enter('indirim', ['data.attributes.appliedCoupon']))
  const [applied, reason] = ['data.attributes.appliedCoupon', 'data.meta.coupon']
  await notes.send(service, 'no-coupon', 'POST', '/cart/coupon', enter('YAZZ10', [applied, reason]))
}

const errors: Play = async ({ service }, notes) => {
  const token = await newGuest(service, notes)
  await notes.send(service, 'errors', 'POST', '/cart-items', {
    token,
    body: { productId: LINEN, variantId: '7', quantity: 2.5 },
  })
}

async function newGuest(service: TestService, notes: Notes): Promise<string> {
  const token = await guestToken(service)
  notes.name(token, '<guest token>')
  return token
}

/** The token of a member whose cart is empty. */
async function memberToken(service: TestService, notes: Notes): Promise<string> {
  const token = await service.token('member', { id: '1' })
  notes.name(token, '<member token>')
  await service.call('DELETE', '/cart', { token })
  return token
}
