/** What is good for one door opens no other: every credential that exists, tried on every route that exists. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { HANDOFF } from '../../src/api-paths.ts'
import { refusalsOf } from '../support/cart/cart.ts'
import { askLink, assertRefused, openLink, sessionOf, signIn } from '../support/checkout/checkout.ts'
import { addressOf, type Route, withRoutes } from '../support/http/routes.ts'
import { ids } from '../support/import/shop-file.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'

/** Each has every scope, so that its kind alone decides. */
const scope = 'storefront:cart storefront:account customers:read customers:write customers:delete'

/** Which credential opens which routes; each opens none of the others. */
const opens: Record<string, RegExp> = {
  'a member’s access token': /^(cart|member)$/,
  'a guest’s access token': /^(cart|guest)$/,
  'an administrator’s access token': /^customers:/,
  'an application’s access token': /^$/,
  'the metrics token': /^metrics$/,
  'a member’s handoff token': /^$/,
  'a guest’s handoff token': /^$/,
  'a web session’s id': /^$/,
  'a member’s web session cookie': /^$/,
  'a guest’s web session cookie': /^$/,
  'a member’s access token in a cookie': /^$/,
  'a member’s access token in the query': /^$/,
  'a member’s access token as Basic': /^$/,
  nothing: /^$/,
}

/** Routes that need no access token. A new one belongs here only if anybody in the world may call it. */
const openToAnybody = [
  'GET /health/live',
  'GET /health/ready',
  'GET /images/placeholder.png',
  'GET /openapi.json',
  'GET /docs',
  'GET /docs/reference.css',
  'GET /images/sample/:file',
  `GET ${HANDOFF}`,
  'GET /api/v3/storefront/checkout/session',
  'GET /assets/sepet.css',
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
      'an administrator’s access token': bearer(await service.token('admin', { scope })),
      'an application’s access token': bearer(await service.token('app', { scope })),
      'the metrics token': bearer(METRICS_TOKEN),
      'a member’s handoff token': bearer((await askLink(service, member)).token),
      'a guest’s handoff token': bearer((await askLink(service, guest)).token),
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
      nothing: {},
    }
  }

  const isOpen = ({ status }: Answer) => status !== 401 && status !== 403

  it('opens the routes of its kind and is 401 on every other', async () => {
    const closed = routes.filter(({ access }) => access !== 'public')
    assert.ok(closed.length > 15)
    assert.deepEqual(Object.keys(credentials), Object.keys(opens))
    for (const [what, { headers = {}, query = '' }] of Object.entries(credentials)) {
      for (const route of closed) {
        const answer = await service.call(route.method, addressOf(route) + query, { headers })
        const expected = opens[what]?.test(route.access)
        assert.equal(isOpen(answer), expected, `${what} on ${route.method} ${route.url}: ${answer.status}`)
        if (!expected) assert.equal(answer.status, 401)
      }
    }
  })

  it('is asked for everywhere but on routes that are meant for anybody', async () => {
    const open = routes.filter(({ access, method }) => access === 'public' && method !== 'HEAD')
    const answered: string[] = []
    for (const route of open.filter(({ method }) => /^(GET|POST|PUT|PATCH|DELETE)$/.test(method))) {
      const { status } = await service.call(route.method, addressOf(route))
      if (status !== 405) answered.push(`${route.method} ${route.url}`)
    }
    assert.deepEqual(answered.sort(), openToAnybody.sort())
  })

  it('that is no web session signs nobody in on a web page', async () => {
    for (const [what, { headers = {}, query = '' }] of Object.entries(credentials)) {
      if (what.endsWith('web session cookie')) continue
      assert.deepEqual(await sessionOf(service, undefined, { headers }), { identity: 'none' }, what)
      for (const path of ['/sepet', '/odeme', '/uye-siparisleri']) {
        const { text } = await service.call('GET', path + query, { headers })
        assert.match(text, /Oturum yok/, `${what} on ${path}`)
      }
    }
  })

  it('that is no web session signs nobody in as a cookie', async () => {
    const { token: handoff } = await askLink(service, member)
    for (const value of [member, guest, handoff, 'member:1', String(ids.member), '']) {
      const session = await sessionOf(service, `sepet_session=${value}; __Host-sepet_session=${value}`)
      assert.deepEqual(session, { identity: 'none' })
    }
  })

  it('that is no handoff token opens no link', async () => {
    const cookie = await signIn(service, member)
    for (const value of [member, guest, await service.token('admin'), cookie.split('=')[1] ?? '', cookie]) {
      assertRefused(await openLink(service, value))
    }
  })

  it('that is no guest’s access token merges no cart', async () => {
    const link = await askLink(service, guest)
    const cookie = await signIn(service, guest)
    for (const guestToken of [
      link.token,
      link.url,
      cookie,
      cookie.split('=')[1],
      await service.token('admin', { scope }),
    ]) {
      const answer = await service.call('POST', '/cart/merge', { token: member, body: { guestToken } })
      assert.deepEqual(refusalsOf(answer), ['422 guest_token_invalid /guestToken'])
    }
  })
})
