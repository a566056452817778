/** Fixtures of the examples in the API description: one for each sentence after "Given" in their descriptions. */

import assert from 'node:assert/strict'
import { CAMPAIGNS, EVENTS } from '../../../src/api-paths.ts'
import { guestToken } from '../auth/guest-token.ts'
import { addItem } from '../cart/cart.ts'
import { complete, dataOf, hold, release, subjectOf } from '../checkouts/orders.ts'
import type { TestService } from '../service/service.ts'
import { issueHandoff, signIn } from '../web-checkout/checkout.ts'
import { saveWebhook } from '../webhooks/webhooks.ts'

/** The line id that examples show; each run has another one. */
export const exampleItemId = '0d3c7a52-9f0e-4f5e-8f0c-1b6f3a1d2c4e'
/** The token that examples show; each run has another one. */
export const exampleToken = 'eyJhbGciOiJIUzI1NiJ9.eyJleGFtcGxlIjp0cnVlfQ.c2lnbmF0dXJl'

/** The secret of a webhook that examples show; each run has another one. */
export const exampleSecret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

/** A fixture: the credentials of the request, and the values of its placeholders. */
export interface Fixture {
  token?: string
  cookie?: string
  /** The UUID in the request: the id of a line in the cart, or of a guest. */
  itemId?: string
  /** The token inside the request. */
  innerToken?: string
}

/** Creates a fixture. */
type Make = (service: TestService) => Promise<Fixture>

const linen = 108

/** A guest with linen in the cart. */
async function guestWithLinen(service: TestService, metres = 3): Promise<Fixture & { token: string }> {
  const token = await service.token('guest')
  return { token, itemId: await addItem(service, token, linen, metres) }
}

/** An administrator of webhooks, of which there is none. No event was recorded. */
async function withWebhooks(service: TestService): Promise<Fixture> {
  const { kysely } = service.database
  for (const table of ['webhooks', 'events'] as const) await kysely.deleteFrom(table).execute()
  await kysely.updateTable('event_counter').set({ last_id: 0 }).execute()
  return { token: await service.token('admin', { scope: 'webhooks:read webhooks:write' }) }
}

/** Saves a webhook for an address that does not resolve. */
async function saveErp(service: TestService, body: object): Promise<void> {
  await saveWebhook(service, 'erp', { url: 'https://erp.example.com/sepet-events', ...body })
}

/** A member with an empty cart. */
async function emptyMember(service: TestService): Promise<Fixture & { token: string }> {
  const token = await service.token('member', { id: '1' })
  await service.call('DELETE', '/cart', { token })
  return { token }
}

/** An administrator. The events of one checkout are the only ones. */
async function eventsOfOrder(service: TestService): Promise<Fixture> {
  const { guest } = await checkoutOfGuest(service)
  await service.database.kysely.deleteFrom('events').execute()
  await service.database.kysely.updateTable('event_counter').set({ last_id: 0 }).execute()
  const reference = '2026-000123'
  await hold(service, reference, guest)
  await complete(service, reference)
  await release(service, reference)
  return { token: await service.token('admin', { scope: 'events:read' }) }
}

/** An administrator. The price of a product was changed in the office. */
async function changedPrice(service: TestService): Promise<Fixture> {
  const { kysely } = service.database
  await kysely.deleteFrom('history').execute()
  const changes = JSON.stringify([{ field: 'price', from: '199.90', to: '179.90' }])
  const author = { actor: 'admin:4f1c2d90', actor_name: 'Nazan Kaya', via: 'office' } as const
  const change = { id: 1, target: 'product:101', number: 1, at: Date.UTC(2026, 10, 21, 9), ...author, changes }
  await kysely.insertInto('history').values(change).execute()
  return { token: await service.token('admin', { scope: 'events:read' }) }
}

/** An administrator, and the id of a guest with linen in the cart. No checkout exists. */
async function checkoutOfGuest(service: TestService): Promise<Fixture & { guest: string }> {
  for (const table of ['checkouts', 'checkout_returns'] as const)
    await service.database.kysely.deleteFrom(table).execute()
  const { token: guest } = await guestWithLinen(service)
  const token = await service.token('admin', {
    scope: 'checkouts:read checkouts:write carts:read carts:write promotions:read customers:read',
  })
  return { token, guest, itemId: subjectOf(guest).replace('guest:', '') }
}

const noSetup: Make = async () => ({})
const guest: Make = async service => ({ token: await service.token('guest') })
const admin: Make = async service => ({ token: await service.token('admin') })

/** An administrator of the catalogue. The product that the example of an import creates does not exist. */
const catalogueAdmin: Make = async service => {
  await service.database.kysely.deleteFrom('products').where('id', '=', 9001).execute()
  return { token: await service.token('admin', { scope: 'catalogue:read catalogue:write' }) }
}

/** Fixtures by the sentence that describes them. */
export const fixtures: Record<string, Make> = {
  'any client': noSetup,
  'a browser without a session': noSetup,
  'a guest': guest,
  'a guest with an empty cart': guest,
  'a member': emptyMember,
  'the customers of the sample shop': admin,
  'the customers of the sample shop and one more': admin,
  'the products of the sample shop': catalogueAdmin,
  'the groups of the sample shop': async service => ({
    token: await service.token('admin', { scope: 'catalogue:read customers:read' }),
  }),
  'a guest with three metres of linen in the cart': guestWithLinen,
  'a guest with two metres of linen in the cart': service => guestWithLinen(service, 2),
  'a guest with six metres of linen in the cart': service => guestWithLinen(service, 6),
  'a guest with three metres of linen in the cart and the coupon İNDİRİM applied': async service => {
    const fixture = await guestWithLinen(service)
    await service.call('POST', '/cart/coupon', { token: fixture.token, body: { couponCode: 'İNDİRİM' } })
    return fixture
  },
  'a guest with six metres of linen in the cart and campaign 2 chosen': async service => {
    const fixture = await guestWithLinen(service, 6)
    await service.call('POST', '/cart/campaign', { token: fixture.token, body: { campaignId: 2 } })
    return fixture
  },
  'a member with an empty cart, and a guest with three metres of linen': async service => ({
    ...(await emptyMember(service)),
    innerToken: (await guestWithLinen(service)).token,
  }),
  'a member’s link to /odeme': async service => {
    const { token } = await emptyMember(service)
    return { innerToken: (await issueHandoff(service, token, { returnPath: '/odeme' })).token }
  },
  'a guest with three metres of linen in the cart, and an administrator': checkoutOfGuest,
  'the only cart, of a guest with three metres of linen, and an administrator': async service => {
    await service.database.kysely.deleteFrom('carts').execute()
    return checkoutOfGuest(service)
  },
  'a held checkout of a guest with three metres of linen': async service => {
    const fixture = await checkoutOfGuest(service)
    await hold(service, '2026-000123', fixture.guest)
    return fixture
  },
  'a completed checkout of a guest with three metres of linen': async service => {
    const fixture = await checkoutOfGuest(service)
    await hold(service, '2026-000123', fixture.guest)
    const { cart } = dataOf(await complete(service, '2026-000123'))
    return { ...fixture, itemId: cart.included[0]?.id ?? assert.fail('no line') }
  },
  'an order of a guest with six metres of linen, the coupon İNDİRİM and campaign 2': async service => {
    const fixture = await checkoutOfGuest(service)
    const { guest: token } = fixture
    await service.call('DELETE', '/cart', { token })
    await addItem(service, token, linen, 6)
    await service.call('POST', '/cart/coupon', { token, body: { couponCode: 'İNDİRİM' } })
    await service.call('POST', '/cart/campaign', { token, body: { campaignId: 2 } })
    await hold(service, '2026-000123', token)
    await complete(service, '2026-000123')
    const at = { completed_at: Date.UTC(2026, 0, 21, 9) }
    await service.database.kysely.updateTable('checkouts').set(at).execute()
    return fixture
  },
  'an administrator, and a shop in which one order was paid and cancelled': eventsOfOrder,
  'an administrator, and a shop in which the price of a product was changed': changedPrice,
  'a batch of 100 codes of a campaign of the sample shop': async service => {
    const token = await service.token('admin', { scope: 'promotions:write' })
    const order = { count: 100, prefix: 'YAZ-', batch: 'kasim' }
    const { status, text } = await service.call('POST', `${CAMPAIGNS}/6/codes`, { token, body: order })
    assert.equal(status, 201, text)
    return { token }
  },
  'the coupons and campaigns of the sample shop': async service => ({
    token: await service.token('admin', { scope: 'promotions:read promotions:write catalogue:read' }),
  }),
  'no webhook': withWebhooks,
  'one webhook, erp': async service => {
    const fixture = await withWebhooks(service)
    await saveErp(service, { types: ['checkout.*', 'product.sold_out'] })
    return fixture
  },
  'a webhook, erp, that is switched off, and three events that it has not had': async service => {
    const fixture = await withWebhooks(service)
    await saveErp(service, { types: ['*'], active: false })
    const { token } = await eventsOfOrder(service)
    // The feed gives the events their ids.
    await service.call('GET', EVENTS, { ...(token !== undefined && { token }) })
    return fixture
  },
  'an app without a token': noSetup,
  'a guest whose token Sepet issued': async service => ({ token: await guestToken(service) }),
  'an administrator with the cookie of a browser that opened the link of a guest with three metres of linen in the cart':
    async service => {
      await emptyMember(service)
      const { token } = await guestWithLinen(service)
      return {
        token: await service.token('admin', { scope: 'sessions:act' }),
        cookie: await signIn(service, token),
      }
    },
  'a browser that opened the link of a guest with three metres of linen in the cart': async service => {
    const { token } = await guestWithLinen(service)
    return { cookie: await signIn(service, token) }
  },
}
