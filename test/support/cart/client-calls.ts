/** Every kind of call of both clients, to see what each does with one response. */

import assert from 'node:assert/strict'
import { type ClientOptions, createClient, createShopperClient } from 'sepet-client'
import { createAdminClient } from 'sepet-client/admin'

/** Two attempts without a wait that a test would notice. */
export const FAST_RETRY = { attempts: 2, maxWaitSeconds: 0.01 }

/** The error of a call. @throws AssertionError when it succeeds */
export function errorOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => assert.fail('The call has succeeded.'),
    (error: unknown) => error,
  )
}

/** Every kind of call: reads, writes with and without a key or a body, links, and those of the shopper and of administrators. */
export function callsWith(options: Partial<ClientOptions>): Record<string, () => Promise<unknown>> {
  const all = { baseUrl: 'http://shop.test', token: 'eyJ.eyJ.c2ln', retry: FAST_RETRY, ...options }
  const { cart, checkout } = createClient(all)
  const admin = createAdminClient(all)
  return {
    read: () => cart.read(),
    readLatest: () => cart.readLatest(),
    addItem: () => cart.addItem({ productId: 101, quantity: 1 }),
    setQuantity: () => cart.setQuantity('x', 2),
    removeItem: () => cart.removeItem('x'),
    clear: () => cart.clear(),
    merge: () => cart.merge('eyJ'),
    memberLink: () => checkout.memberLink(),
    guest: () => createShopperClient(all).cart.read(),
    logIn: () => createShopperClient(all).logIn('eyJ'),
    'customers.read': () => admin.customers.read(1),
    'customers.list': () => admin.customers.list(),
    'customers.export': () => admin.customers.export(1),
    'customers.saveByExternalId': () => admin.customers.saveByExternalId('x', {}),
    'carts.list': () => admin.carts.list(),
    'carts.read': () => admin.carts.read('guest:x'),
    'products.all': () => admin.products.all().next(),
    'products.change': () => admin.products.change([]),
    'coupons.save': () => admin.coupons.save('X', { discountType: 'free_shipping' }),
    'checkouts.hold': () => admin.checkouts.hold('x', { subject: 'guest:x', expected: { grandTotal: '1' } }),
    'sessions.createToken': () => admin.sessions.createToken('a=b'),
    'sessions.logIn': () => admin.sessions.logIn('a=b', { customerId: 1 }),
    'events.list': () => admin.events.list(),
    'events.follow': () => admin.events.follow({ maxFailures: 0 }).next(),
    'imports.shopFile': () => admin.imports.shopFile({ products: [] }),
    'imports.csv': () => admin.imports.csv(new Blob(['sku']).stream(), { vatRate: 20 }),
  }
}
