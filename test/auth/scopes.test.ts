/** Scopes of administrators: every method of the admin API requires the scope that is listed here, and no other one is enough. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ADMIN, SESSION } from '../../src/api-paths.ts'
import { type Access, isPermission, type JointPermission, PERMISSIONS, type Permission } from '../../src/auth/access.ts'
import { addressOf, type Route, withRoutes } from '../support/http/routes.ts'
import { startService, type TestService } from '../support/service/service.ts'

const required: Record<string, Record<string, Permission | JointPermission>> = {
  [`${SESSION}/token`]: { POST: 'sessions:act' },
  [`${SESSION}/login`]: { POST: 'sessions:act' },
  [`${ADMIN}/customers`]: { GET: 'customers:read', POST: 'customers:write' },
  [`${ADMIN}/customers/:id`]: { GET: 'customers:read', PUT: 'customers:write', DELETE: 'customers:delete' },
  [`${ADMIN}/customers/:id/export`]: { GET: 'customers:read' },
  [`${ADMIN}/customers/by-external-id/:externalId`]: { GET: 'customers:read', PUT: 'customers:write' },
  [`${ADMIN}/customer-groups`]: { GET: 'catalogue:read' },
  [`${ADMIN}/events`]: { GET: 'events:read' },
  [`${ADMIN}/events/counts`]: { GET: 'events:read' },
  [`${ADMIN}/history`]: { GET: 'events:read' },
  [`${ADMIN}/checkouts`]: { GET: 'checkouts:read' },
  [`${ADMIN}/checkouts/:reference`]: { GET: 'checkouts:read', PUT: 'checkouts:write', DELETE: 'checkouts:write' },
  [`${ADMIN}/checkouts/:reference/complete`]: { POST: 'checkouts:write' },
  [`${ADMIN}/checkouts/:reference/returns`]: { POST: 'checkouts:write' },
  [`${ADMIN}/cart-links`]: { POST: 'carts:write' },
  [`${ADMIN}/carts`]: { GET: 'carts:read' },
  [`${ADMIN}/carts/:subject`]: { GET: 'carts:read', PUT: 'carts:write' },
  [`${ADMIN}/carts/:subject/preview`]: { POST: 'carts:read promotions:read' },
  [`${ADMIN}/products`]: { GET: 'catalogue:read', PATCH: 'catalogue:write' },
  [`${ADMIN}/catalogue-terms`]: { GET: 'catalogue:read' },
  [`${ADMIN}/imports`]: { POST: 'catalogue:write' },
  [`${ADMIN}/exports/shop`]: { GET: 'promotions:read catalogue:read' },
  [`${ADMIN}/exports/products`]: { GET: 'catalogue:read' },
  [`${ADMIN}/exports/customers`]: { GET: 'customers:read' },
  [`${ADMIN}/exports/coupons`]: { GET: 'promotions:read' },
  [`${ADMIN}/exports/orders`]: { GET: 'checkouts:read' },
  [`${ADMIN}/coupons`]: { GET: 'promotions:read' },
  [`${ADMIN}/coupons/:code`]: { GET: 'promotions:read', PUT: 'promotions:write', DELETE: 'promotions:write' },
  [`${ADMIN}/campaigns`]: { GET: 'promotions:read' },
  [`${ADMIN}/campaigns/:id`]: { GET: 'promotions:read', PUT: 'promotions:write', DELETE: 'promotions:write' },
  [`${ADMIN}/campaigns/:id/codes`]: { GET: 'promotions:read', POST: 'promotions:write', DELETE: 'promotions:write' },
  [`${ADMIN}/campaigns/:id/batches`]: { GET: 'promotions:read' },
  [`${ADMIN}/promotions/results`]: { GET: 'promotions:read checkouts:read' },
  [`${ADMIN}/turnover`]: { GET: 'checkouts:read' },
  [`${ADMIN}/webhooks`]: { GET: 'webhooks:read' },
  [`${ADMIN}/webhooks/:name`]: { GET: 'webhooks:read', PUT: 'webhooks:write', DELETE: 'webhooks:write' },
  [`${ADMIN}/webhooks/:name/rotate-secret`]: { POST: 'webhooks:write' },
  [`${ADMIN}/webhooks/:name/replay`]: { POST: 'webhooks:write' },
  [`${ADMIN}/webhooks/:name/test`]: { POST: 'webhooks:write' },
}

describe('a scope of administrators', () => {
  let service: TestService
  let routes: Route[]
  before(async () => {
    const { built, routes: all } = await withRoutes(() => startService('sqlite'))
    service = built
    routes = all.filter(({ access }) => isPermission(access as Access))
  })
  after(() => service.stop())

  const scopeOf = ({ method, url }: Route) => required[url]?.[method === 'HEAD' ? 'GET' : method]

  // Proves: exceeded-scope
  it('is listed for every method that requires one', () => {
    const methods = routes.filter(({ method }) => method !== 'HEAD').map(({ method, url }) => `${method} ${url}`)
    const listed = Object.entries(required).flatMap(([url, scopes]) =>
      Object.keys(scopes).map(each => `${each} ${url}`),
    )
    assert.deepEqual(methods.sort(), listed.sort())
  })

  // Proves: exceeded-scope
  it('is enough, by itself or as a pair, and all others together are not', async () => {
    for (const route of routes) {
      const needed = scopeOf(route) ?? ''
      const ask = async (granted: string) =>
        service.call(route.method, addressOf(route), { token: await service.token('admin', { scope: granted }) })
      const { status } = await ask(needed)
      assert.ok(status !== 401 && status !== 403, `${route.method} ${route.url}: ${status}`)
      for (const scope of needed.split(' ')) {
        const refused = await ask(PERMISSIONS.filter(each => each !== scope).join(' '))
        assert.equal(refused.status, 403, `${route.method} ${route.url}`)
        assert.match(refused.headers.get('www-authenticate') ?? '', new RegExp(`scope="${scope}"`))
      }
    }
  })
})
