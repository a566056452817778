/** Token confusion: every kind of credential is sent to every route, and is accepted only on the routes of its kind. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CUSTOMERS, HANDOFF } from '../../src/api-paths.ts'
import { SCOPES } from '../../src/auth/access.ts'
import { readConfig } from '../../src/config/config.ts'
import { start } from '../../src/service.ts'
import { guestToken } from '../support/auth/guest-token.ts'
import { refusalsOf } from '../support/cart/cart.ts'
import { createDatabase } from '../support/database/engines.ts'
import { addressOf, type Route, withoutAccessRule, withRoutes } from '../support/http/routes.ts'
import { ids } from '../support/import/shop-file.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'
import {
  actFor,
  assertRefused,
  consumeHandoff,
  issueHandoff,
  sessionOf,
  signIn,
} from '../support/web-checkout/checkout.ts'

/** Every scope, so that only the kind of the token decides. */
const scope = SCOPES.join(' ')

/**
 * The access kinds of the routes that accept a credential; all other routes refuse it. A request without a bearer token begins a new
 * guest (`guest-renewal`), whatever its cookies.
 */
const acceptingRoutes: Record<string, RegExp> = {
  'a member’s access token': /^(cart|account|member|member-handoff)$/,
  'a guest’s access token': /^(cart|guest-handoff)$/,
  'a guest’s token of Sepet': /^(cart|guest-handoff|guest-renewal)$/,
  'a token that acts for a member’s session': /^(cart|account|member)$/,
  'a token that acts for a guest’s session': /^cart$/,
  'an administrator’s access token': /:/,
  'an application’s access token': /^$/,
  'the metrics token': /^metrics$/,
  'a member’s handoff token': /^$/,
  'a guest’s handoff token': /^$/,
  'a web session’s id': /^$/,
  'a member’s web session cookie': /^guest-renewal$/,
  'a guest’s web session cookie': /^guest-renewal$/,
  'a member’s access token in a cookie': /^guest-renewal$/,
  'a member’s access token in the query': /^guest-renewal$/,
  'a member’s access token as Basic': /^$/,
  'a web session cookie beside an application’s token': /^$/,
  nothing: /^guest-renewal$/,
}

/** Credentials of guests, which lack the scope of the routes with the access `account`: 403. */
const ofGuests = ['a guest’s access token', 'a guest’s token of Sepet', 'a token that acts for a guest’s session']

/** Below it, agents are admitted by keys and profiles: `test/ucp/admission.test.ts`. */
const AGENTS = '/ucp/'

/** Routes without access control. A new route is added here only when every client may call it. */
const publicRoutes = [
  'GET /.well-known/ucp',
  'GET /.well-known/ucp/2026-04-08',
  'GET /api/v3/storefront/checkout/cart-link',
  'GET /api/v3/storefront/checkout/continue',
  'GET /health/live',
  'GET /health/ready',
  'GET /images/placeholder.png',
  'GET /openapi.json',
  'GET /docs',
  'GET /docs/search',
  'GET /docs/:page',
  'GET /docs/styles/:sheet',
  'GET /docs/reference.js',
  'GET /images/sample/:file',
  `GET ${HANDOFF}`,
  'GET /api/v3/storefront/checkout/session',
  'DELETE /api/v3/storefront/checkout/session',
  'GET /assets/sepet.css',
  'GET /buy/:items',
  ...['/sepet', '/odeme', '/checkout', '/order', '/uye-siparisleri'].flatMap(each => [`GET ${each}`, `GET ${each}/*`]),
]

const METRICS_TOKEN = 'the-operator-s-own-token-of-32-bytes'

describe('a credential', () => {
  let service: TestService
  let routes: Route[]
  let credentials: Record<string, { headers?: Record<string, string>; query?: string }>
  let member: string
  let guest: string

  before(async () => {
    const { built, ...rest } = await withRoutes(() => startService('sqlite', { METRICS_TOKEN }))
    service = built
    routes = rest.routes
    member = await service.token('member', { id: String(ids.member), scope })
    guest = await service.token('guest', { scope })
    credentials = await collect()
  })
  after(() => service.stop())

  async function collect(): Promise<typeof credentials> {
    const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })
    const cookie = await signIn(service, member)
    return {
      'a member’s access token': bearer(member),
      'a guest’s access token': bearer(guest),
      'a guest’s token of Sepet': bearer(await guestToken(service)),
      'a token that acts for a member’s session': bearer(await actFor(service, cookie)),
      'a token that acts for a guest’s session': bearer(await actFor(service, await signIn(service, guest))),
      'an administrator’s access token': bearer(await service.token('admin', { scope })),
      'an application’s access token': bearer(await service.token('app', { scope })),
      'the metrics token': bearer(METRICS_TOKEN),
      'a member’s handoff token': bearer((await issueHandoff(service, member)).token),
      'a guest’s handoff token': bearer((await issueHandoff(service, guest)).token),
      'a web session’s id': bearer(cookie.split('=')[1] ?? ''),
      'a member’s web session cookie': { headers: { Cookie: cookie } },
      'a guest’s web session cookie': { headers: { Cookie: await signIn(service, guest) } },
      'a member’s access token in a cookie': {
        headers: { Cookie: `sepet_session=${member}; Authorization=${member}` },
      },
      'a member’s access token in the query': { query: `?access_token=${member}&token=${member}&t=${member}` },
      'a member’s access token as Basic': {
        headers: { Authorization: `Basic ${Buffer.from(`bearer:${member}`).toString('base64')}` },
      },
      'a web session cookie beside an application’s token': {
        headers: { Cookie: cookie, ...bearer(await service.token('app', { scope })).headers },
      },
      nothing: {},
    }
  }

  const isAccepted = ({ status }: Answer) => status !== 401 && status !== 403

  // Proves: confused-credentials, missing-token
  it('is accepted on the routes of its kind and answered with 401 on all others, a guest with 403 on those of the account', async () => {
    const restricted = routes.filter(({ access }) => access !== 'public')
    assert.ok(restricted.length > 15)
    assert.deepEqual(Object.keys(credentials), Object.keys(acceptingRoutes))
    for (const [what, { headers = {}, query = '' }] of Object.entries(credentials)) {
      for (const route of restricted) {
        const answer = await service.call(route.method, addressOf(route) + query, { headers })
        const expected = acceptingRoutes[what]?.test(route.access)
        assert.equal(isAccepted(answer), expected, `${what} on ${route.method} ${route.url}: ${answer.status}`)
        const refusal = route.access === 'account' && ofGuests.includes(what) ? 403 : 401
        if (!expected) assert.equal(answer.status, refusal, `${what} on ${route.method} ${route.url}`)
      }
    }
  })

  // Proves: missing-token
  it('is required on every route that is not listed as public', async () => {
    const open = routes.filter(
      ({ access, method, url }) => access === 'public' && method !== 'HEAD' && !url.startsWith(AGENTS),
    )
    const answered: string[] = []
    for (const route of open.filter(({ method }) => /^(GET|POST|PUT|PATCH|DELETE)$/.test(method))) {
      const { status } = await service.call(route.method, addressOf(route))
      if (status !== 405) answered.push(`${route.method} ${route.url}`)
    }
    assert.deepEqual(answered.sort(), publicRoutes.sort())
  })

  // Proves: confused-credentials
  it('signs in on a web page only when it is the cookie of a web session', async () => {
    for (const [what, { headers = {}, query = '' }] of Object.entries(credentials)) {
      if (what.includes('web session cookie')) continue
      assert.deepEqual(await sessionOf(service, undefined, { headers }), { identity: 'none' }, what)
      for (const path of ['/sepet', '/odeme', '/uye-siparisleri']) {
        const { text } = await service.call('GET', path + query, { headers })
        assert.match(text, /Oturum yok/, `${what} on ${path}`)
      }
    }
  })

  it('signs in as a cookie only when it is the id of a web session', async () => {
    const { token: handoff } = await issueHandoff(service, member)
    for (const value of [member, guest, handoff, 'member:1', String(ids.member), '']) {
      const session = await sessionOf(service, `sepet_session=${value}; __Host-sepet_session=${value}`)
      assert.deepEqual(session, { identity: 'none' })
    }
  })

  // Proves: confused-credentials
  it('consumes a handoff only when it is a handoff token', async () => {
    const cookie = await signIn(service, member)
    for (const value of [member, guest, await service.token('admin'), cookie.split('=')[1] ?? '', cookie]) {
      assertRefused(await consumeHandoff(service, value))
    }
  })

  // Proves: stolen-merge
  it('merges a cart only when it is a guest’s access token', async () => {
    const link = await issueHandoff(service, guest)
    const cookie = await signIn(service, guest)
    for (const guestToken of [
      link.token,
      link.url,
      cookie,
      cookie.split('=')[1],
      await service.token('admin', { scope }),
      await service.token('guest', { scope: 'storefront:account' }),
      await service.token('guest', { ttlSeconds: 0 }),
    ]) {
      const answer = await service.call('POST', '/cart/merge', { token: member, body: { guestToken } })
      assert.deepEqual(refusalsOf(answer), ['422 guest_token_invalid /guestToken'])
    }
  })
})

describe('a route without an access rule', () => {
  // Proves: missing-token
  it('keeps the application from starting', async () => {
    const { env, drop } = await createDatabase('sqlite', { content: 'schema' })
    const startWithout = () =>
      withoutAccessRule(CUSTOMERS, () => start(readConfig({ ...env, PORT: '0' }), { migrate: true }))
    await assert.rejects(startWithout, new RegExp(`The route ${CUSTOMERS} has no access setting`))
    await drop()
  })
})
