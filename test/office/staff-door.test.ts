/** The staff's door to the admin API: which requests the cookie of the office authorises, for every operation of the admin API. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { type Access, isPermission, PERMISSIONS } from '../../src/auth/access.ts'
import { sendRaw } from '../support/http/raw-http.ts'
import { addressOf, type Route, withRoutes } from '../support/http/routes.ts'
import { BrowserClient, type PageAnswer } from '../support/office/browser-client.ts'
import { type OfficeService, signInAs, startOffice } from '../support/office/office.ts'

const ADMIN = '/api/v3/admin/'
const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE']
const codeOf = ({ status, text }: PageAnswer) => `${status} ${JSON.parse(text).errors[0].code}`

describe('the door to the admin API', () => {
  let office: OfficeService
  let routes: Route[]
  let owner: BrowserClient
  before(async () => {
    const { built, ...found } = await withRoutes(() => startOffice('sqlite'))
    office = built
    routes = found.routes.filter(({ url, method }) => url.startsWith(ADMIN) && ['GET', ...WRITES].includes(method))
    owner = await signInAs(office, 'owner')
  })
  after(() => office.service.stop())

  const operations = () => routes.filter(({ access }) => isPermission(access as Access))
  const through = (route: Route) => `${office.url}/office${addressOf(route)}`

  it('lets the owner through to every operation, and a person without the scope to none', async () => {
    assert.ok(operations().length > 25)
    const warehouse = await signInAs(office, 'warehouse')
    const lacking = operations().filter(({ access }) => /customers|promotions|webhooks|carts/.test(access))
    for (const route of operations()) {
      const { status } = await owner.fetch(through(route), { method: route.method })
      assert.ok(status !== 401 && status !== 403, `${route.method} ${route.url}: ${status}`)
    }
    for (const route of lacking) {
      const answer = await warehouse.fetch(through(route), { method: route.method })
      assert.equal(codeOf(answer), '403 insufficient_scope', `${route.method} ${route.url}`)
    }
  })

  // Proves: foreign-office
  it('is closed to requests of other sites, and to writes of clients that state no origin', async () => {
    const evil = 'https://evil.example'
    for (const route of operations()) {
      const isWrite = WRITES.includes(route.method)
      const sources: Record<string, string>[] = [
        { Origin: evil, 'Sec-Fetch-Site': 'cross-site' },
        { Origin: evil },
        { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
        { Origin: office.url, 'Sec-Fetch-Site': 'same-site' },
        { Origin: `${office.url}.evil.example` },
        ...(isWrite ? [{ Origin: '' }] : [{ 'Sec-Fetch-Site': 'cross-site' }]),
      ]
      for (const headers of sources) {
        const answer = await owner.fetch(through(route), { method: route.method, headers })
        assert.equal(
          codeOf(answer),
          '403 cross_site_request',
          `${route.method} ${route.url} ${JSON.stringify(headers)}`,
        )
      }
    }
  })

  // Proves: anothers-window
  it('is closed to a page that was opened in the session of another person, and open to one of the same person', async () => {
    const { text } = await owner.fetch(`${office.url}/office/session`)
    const { actor } = JSON.parse(text) as { actor: string }
    for (const route of operations()) {
      const of = (name: string) =>
        owner.fetch(through(route), { method: route.method, headers: { 'Office-Actor': encodeURIComponent(name) } })
      assert.equal(codeOf(await of(`${actor}2`)), '401 token_missing', `${route.method} ${route.url}`)
      const { status } = await of(actor)
      assert.ok(status !== 401, `${route.method} ${route.url}: ${status}`)
    }
  })

  // Proves: confused-office
  it('takes no other credential than the session', async () => {
    const token = await office.service.token('admin', { scope: PERMISSIONS.join(' ') })
    const stranger = new BrowserClient()
    const other = new BrowserClient()
    other.setCookie(office.url, 'sepet_office', randomBytes(32).toString('base64url'))
    for (const route of operations()) {
      for (const browser of [stranger, other]) {
        const headers = { Authorization: `Bearer ${token}` }
        const answer = await browser.fetch(through(route), { method: route.method, headers })
        assert.equal(codeOf(answer), '401 token_missing', `${route.method} ${route.url}`)
      }
    }
  })

  // Proves: confused-office
  it('is the only place where the session counts', async () => {
    for (const route of operations()) {
      const answer = await owner.fetch(office.url + addressOf(route), { method: route.method })
      assert.equal(codeOf(answer), '401 token_missing', `${route.method} ${route.url}`)
    }
  })

  it('leads to the admin API alone', async () => {
    const paths = [
      '/office/api/v3/storefront/2026-01/cart',
      '/office/api/v3/admin',
      '/office/api/v3/admin/../storefront/2026-01/cart',
      '/office/api/v3/admin/%2e%2e/storefront/2026-01/cart',
      '/office/api/v3/admin//customers',
      '/office//api/v3/admin/customers',
      '/office/office/api/v3/admin/customers',
      '/office/metrics',
    ]
    for (const path of paths) {
      const { status, headers } = await owner.peek(office.url + path)
      const isPage = /text\/html/.test(headers.get('content-type') ?? '')
      assert.ok(isPage || status === 401 || status === 404, `${path}: ${status}`)
    }
  })

  it('takes the absolute form of a request, too', async () => {
    const cookie = `sepet_office=${owner.cookie(office.url, 'sepet_office')}`
    const beginningOf = async (path: string, headers: Record<string, string> = {}) =>
      (await sendRaw(office.url, { method: 'GET', path, headers: { Cookie: cookie, ...headers } })).body.slice(0, 8)
    const address = `${office.url}/office/api/v3/admin/customers`
    assert.equal(await beginningOf(address), '{"data":')
    assert.equal(await beginningOf(address.replace('http:', 'HTTP:')), '{"data":')
    assert.equal(await beginningOf(address, { Origin: 'https://evil.example' }), '{"errors')
    assert.equal(await beginningOf(address.replace('/office/', '/')), '{"errors')
  })

  it('ends with the session', async () => {
    const browser = await signInAs(office, 'owner')
    const address = `${office.url}/office/api/v3/admin/customers`
    assert.equal((await browser.fetch(address)).status, 200)
    const cookie = browser.cookie(office.url, 'sepet_office') ?? ''
    await browser.fetch(`${office.url}/office/sign-out`, { method: 'POST' })
    browser.setCookie(office.url, 'sepet_office', cookie)
    assert.equal(codeOf(await browser.fetch(address)), '401 token_missing')
  })
})

describe('signing out', () => {
  // Proves: foreign-office
  it('is refused to other sites', async () => {
    const office = await startOffice('sqlite')
    const { service, url } = office
    const browser = await signInAs(office, 'support')
    for (const headers of [{ Origin: 'https://evil.example' }, { Origin: '' }]) {
      const answer = await browser.fetch(`${url}/office/sign-out`, { method: 'POST', headers })
      assert.equal(codeOf(answer), '403 cross_site_request')
    }
    assert.equal((await browser.fetch(`${url}/office/session`)).status, 200)
    await service.stop()
  })
})
