/** Fixture of fuzzed requests: tokens of every kind, carts with lines, customers and links. */

import { randomInt, randomUUID } from 'node:crypto'
import { CAMPAIGNS, CHECKOUTS, COUPONS, CUSTOMERS, STOREFRONT, WEBHOOKS } from '../../../../src/api-paths.ts'
import { customer, ids, shopFile } from '../../import/shop-file.ts'
import { recordSecret } from '../../runner/logs.ts'
import type { TestService } from '../../service/service.ts'
import { claimsOf } from '../../web-checkout/checkout.ts'

/** The kinds of tokens that requests carry. Those from `none` on are never accepted. */
export const bearers = [
  'member',
  'guest',
  'admin',
  'reader',
  'app',
  'scopeless',
  'none',
  'inactive',
  'expired',
  'forged',
  'unsigned',
  'cut',
  'garbage',
  'long',
] as const

/** A kind of token. */
export type Bearer = (typeof bearers)[number]

/** The scopes of each bearer with a valid token. */
export const scopesOf: Partial<Record<Bearer, string[]>> = {
  member: ['storefront:account'],
  guest: ['storefront:cart'],
  admin: [
    'customers:read',
    'customers:write',
    'customers:delete',
    'sessions:act',
    'checkouts:read',
    'checkouts:write',
    'events:read',
    'carts:read',
    'carts:write',
    'catalogue:read',
    'catalogue:write',
    'promotions:read',
    'promotions:write',
    'webhooks:read',
    'webhooks:write',
  ],
  reader: ['customers:read'],
}

/** Customers with ids that no generated number has. */
export const people = { actor: 700_000_001, bystander: 700_000_002, inactive: 700_000_003 } as const

/** The campaign whose codes are made. */
export const CODED_CAMPAIGN = 9

/** Grand total of a cart with one piece of the product of `HELD_PRODUCT`. */
export const HELD_TOTAL = '12.00'
const HELD_PRODUCT = ids.soldOut
/** Pieces of a completed checkout: more than requests return. */
const COMPLETED = { quantity: 1_000, grandTotal: '12000.00' }

/** The shop under test, in which every part of a cart can appear. */
export const fuzzShop = shopFile({
  customers: [customer(people.actor), customer(people.bystander), customer(people.inactive, { status: 'inactive' })],
  shippingCompanies: [
    { id: 1, name: 'Kargo', default: true, freeLimit: '1000', rates: [{ from: '0', price: '49.90' }] },
  ],
  paymentMethods: [{ id: 1, name: 'Kart', active: true, minimumOrderAmount: '50' }],
  campaigns: [
    { id: 7, name: 'Yüzde on', reward: { type: 'percent', value: '10' } },
    { id: CODED_CAMPAIGN, name: 'Bülten', couponBound: true, reward: { type: 'percent', value: '10' } },
  ],
  coupons: [{ code: 'YAZ10', description: '', discountType: 'percent', value: '10' }],
})

/** A webhook whose host no resolver knows. */
export const fuzzedWebhook = { url: 'http://erp.invalid/', types: ['*'], active: false }

/** Replaces the names in a request: `{{item}}` becomes the id of a line in the bearer's cart, and so on. */
export interface Fixture {
  authorization: (bearer: Bearer) => string | undefined
  fill: (text: string, bearer: Bearer) => Promise<string>
}

/** Creates the tokens, and the functions that replace names. @param url the service that receives the requests */
export async function createFixture(service: TestService, url: string): Promise<Fixture> {
  const tokens = await mintAll(service)
  const post = (path: string, token: string, body: object) => send('POST', path, token, body)
  const send = async (method: string, path: string, token: string, body: object) => {
    const answer = await fetch(url + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { headers: answer.headers, json: (await answer.json()) as Record<string, unknown> }
  }
  // Each for a new guest, because a login merges the guest of its web session.
  const link = async () => {
    const { json } = await post(`${STOREFRONT}/checkout-guest-session`, await service.token('guest'), {})
    const token = new URL(String(json.url)).searchParams.get('t') ?? ''
    recordSecret(token)
    return token
  }
  const subject = async (quantity = 1) => {
    const token = await service.token('guest')
    await post(`${STOREFRONT}/cart-items`, token, { productId: HELD_PRODUCT, quantity })
    return String(claimsOf(token).sub)
  }
  const complete = async () => {
    const reference = randomUUID()
    const { quantity, grandTotal } = COMPLETED
    const body = { subject: await subject(quantity), expected: { grandTotal } }
    await send('PUT', `${CHECKOUTS}/${reference}`, tokens.admin, body)
    const { json } = await post(`${CHECKOUTS}/${reference}/complete`, tokens.admin, {})
    const { cart } = json.data as { cart: { included: { id: string }[] } }
    return { reference, item: cart.included[0]?.id ?? '' }
  }
  const completed = await complete()
  const names: Record<string, (bearer: Bearer) => Promise<string> | string> = {
    item: bearer => findItem(post, tokens[bearer === 'member' ? 'member' : 'guest'], url),
    customer: async () => {
      const { json } = await post(CUSTOMERS, tokens.admin, { email: `${randomUUID()}@example.com` })
      return String((json.data as { id: number }).id)
    },
    coupon: async () => {
      const code = randomUUID()
      await send('PUT', `${COUPONS}/${code}`, tokens.admin, { discountType: 'free_shipping' })
      return code
    },
    campaign: async () => {
      const id = randomInt(1_000, 1_000_000_000)
      await send('PUT', `${CAMPAIGNS}/${id}`, tokens.admin, { name: 'Geçici', reward: { type: 'free_shipping' } })
      return String(id)
    },
    webhook: async () => {
      await send('PUT', `${WEBHOOKS}/erp`, tokens.admin, fuzzedWebhook)
      return 'erp'
    },
    subject: () => subject(),
    completed: () => completed.reference,
    completedItem: () => completed.item,
    reference: async () => {
      const reference = randomUUID()
      const expected = { grandTotal: HELD_TOTAL }
      await send('PUT', `${CHECKOUTS}/${reference}`, tokens.admin, { subject: await subject(), expected })
      return reference
    },
    handoff: link,
    freshGuest: () => service.token('guest'),
    member: () => tokens.member,
    session: async () => {
      const answer = await fetch(`${url}/api/v3/storefront/checkout/handoff?t=${await link()}`, { redirect: 'manual' })
      return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    },
  }
  return {
    authorization: bearer => (bearer === 'none' ? undefined : `Bearer ${tokens[bearer]}`),
    fill: async (text, bearer) => {
      const [whole, name = ''] = /\{\{(\w+)\}\}/.exec(text) ?? []
      const find = Object.hasOwn(names, name) ? names[name] : undefined
      return whole !== undefined && find ? text.replaceAll(whole, await find(bearer)) : text
    },
  }
}

/** Creates one token of each kind. */
async function mintAll(service: TestService): Promise<Record<Bearer, string>> {
  const member = await service.token('member', { id: String(people.actor) })
  const [head, payload] = member.split('.')
  const none = Buffer.from('{"alg":"none"}').toString('base64url')
  return {
    none: '',
    member,
    guest: await service.token('guest'),
    admin: await service.token('admin', { scope: scopesOf.admin?.join(' ') ?? '' }),
    reader: await service.token('admin', { scope: 'customers:read' }),
    app: await service.token('app'),
    scopeless: await service.token('member', { id: String(people.actor), scope: 'other' }),
    inactive: await service.token('member', { id: String(people.inactive) }),
    expired: await service.token('member', { id: String(people.actor), ttlSeconds: -60 }),
    forged: `${head}.${payload}.${Buffer.alloc(32, 1).toString('base64url')}`,
    unsigned: `${none}.${payload}.`,
    cut: member.slice(0, -5),
    garbage: 'a.b.c',
    long: 'a'.repeat(5_000),
  }
}

type Post = (path: string, token: string, body: object) => Promise<{ json: { meta?: { affectedItemId: string } } }>

/** @returns the id of a line in the cart of the token; a full cart is cleared first */
async function findItem(post: Post, token: string, url: string): Promise<string> {
  const item = { productId: ids.plain, quantity: 1 }
  const { json } = await post(`${STOREFRONT}/cart-items`, token, item)
  if (json.meta) return json.meta.affectedItemId
  await fetch(`${url}${STOREFRONT}/cart`, { method: 'DELETE', headers: { Authorization: `Bearer ${token}` } })
  return (await post(`${STOREFRONT}/cart-items`, token, item)).json.meta?.affectedItemId ?? 'none'
}
