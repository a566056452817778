/** Where there is an office, who gets its pages, and the roles of development, over HTTP. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sendRaw } from '../support/http/raw-http.ts'
import { BrowserClient } from '../support/office/browser-client.ts'
import { type OfficeService, officeKeyOf, signInAs, startOffice, takeRole, withKey } from '../support/office/office.ts'
import { freePort } from '../support/service/test-server.ts'

const SHARED = [
  '/ui/ui/styles/tokens.css',
  '/ui/ui/html.js',
  '/ui/vendor/preact.mjs',
  '/ui/vendor/htm.mjs',
  '/ui/vendor/lean-qr.mjs',
]
const PATHS = [
  ...['/office', '/office/customers/1', '/office/sign-in', '/office/session', '/ui/office/main.js'],
  ...SHARED,
]

describe('without an office', () => {
  const secret = () => randomBytes(48).toString('base64')
  const cases: Record<string, NodeJS.ProcessEnv> = {
    'in production without an identity provider': {
      NODE_ENV: 'production',
      METRICS_TOKEN: secret().replace(/\W/g, 'x'),
      ACCESS_TOKEN_SECRET: secret(),
      HANDOFF_SECRET: secret(),
    },
    'in development at an address that others reach': { PUBLIC_URL: 'http://shop.test' },
  }
  for (const [when, env] of Object.entries(cases)) {
    // Proves: role-on-server
    it(`${when} its paths are unknown`, async () => {
      const { service } = await startOffice('sqlite', env)
      for (const path of PATHS) {
        const { status, text } = await service.call('GET', path)
        assert.deepEqual([status, JSON.parse(text).errors[0].code], [404, 'not_found'], path)
      }
      const body = { role: 'owner' }
      const headers = { Origin: service.config.PUBLIC_URL, 'Sepet-Office-Key': 'undefined' }
      assert.equal((await service.call('POST', '/office/sign-in/role', { body, headers })).status, 404)
      const token = await service.token('admin', { scope: 'customers:read' })
      assert.equal((await service.call('GET', '/office/api/v3/admin/customers', { token })).status, 404)
      await service.stop()
    })
  }
})

describe('the office in development', () => {
  let office: OfficeService
  before(async () => {
    office = await startOffice('sqlite')
  })
  after(() => office.service.stop())

  it('sends a visitor without a session to the sign-in page, with the page that was asked for', async () => {
    const { status, headers } = await new BrowserClient().peek(`${office.url}/office/customers/7?tab=cart`)
    assert.equal(status, 302)
    assert.equal(headers.get('location'), '/office/sign-in?to=%2Foffice%2Fcustomers%2F7%3Ftab%3Dcart')
  })

  it('has its own pages for addresses that cannot be decoded, and errors of the API below /office/api', async () => {
    const owner = await signInAs(office, 'owner')
    for (const path of ['/office/coupons/%FF', '/office/customers/%E0%A4%A?tab=cart', '/office/%']) {
      const { status, text } = await owner.peek(office.url + path)
      assert.equal(status, 200, path)
      assert.match(text, /ui\/office\/main\.js/)
      const visitor = await new BrowserClient().peek(office.url + path)
      assert.deepEqual(
        [visitor.status, visitor.headers.get('location')],
        [302, `/office/sign-in?${new URLSearchParams({ to: path })}`],
      )
    }
    for (const [path, code] of [
      ['/office/api/v3/admin/coupons/%FF', 'parameter_invalid'],
      ['/office/api/%FF', 'malformed_request'],
      ['/api/v3/%FF', 'malformed_request'],
    ] as const) {
      const { status, text } = await owner.peek(office.url + path)
      assert.deepEqual([status, JSON.parse(text).errors[0].code], [400, code], path)
    }
  })

  // Proves: foreign-office
  it('shows its pages with a session, which no other page can frame', async () => {
    const browser = await signInAs(office, 'support')
    for (const path of ['/office', '/office/customers/7', '/office/carts/member:7']) {
      const { status, headers, text } = await browser.peek(office.url + path)
      assert.equal(status, 200)
      const policy = headers.get('content-security-policy') ?? ''
      assert.match(policy, /frame-ancestors 'none'/)
      assert.match(policy, /script-src 'self';/)
      assert.match(text, /ui\/office\/main\.js/)
    }
  })

  it('lets no cache keep its pages without asking', async () => {
    const browser = await signInAs(office, 'support')
    for (const path of ['/office', '/office/customers/7', '/office/sign-in', '/office/session']) {
      const { headers } = await browser.peek(office.url + path)
      assert.match(headers.get('cache-control') ?? '', /^(private, no-cache|no-store)$/, path)
    }
    const files = await browser.peek(`${office.url}/ui/office/main.js`)
    assert.equal(files.headers.get('cache-control'), 'public, max-age=0')
  })

  it('gives each role a session with the scopes of its work', async () => {
    const scopes: Record<string, string[]> = {}
    for (const role of ['support', 'marketing', 'warehouse', 'owner'] as const) {
      const browser = await signInAs(office, role)
      scopes[role] = JSON.parse((await browser.fetch(`${office.url}/office/session`)).text).scopes
    }
    assert.ok(scopes.support?.includes('carts:read') && !scopes.support.includes('catalogue:write'))
    assert.ok(scopes.marketing?.includes('promotions:write') && !scopes.marketing.includes('customers:read'))
    assert.ok(scopes.warehouse?.includes('catalogue:write') && !scopes.warehouse.includes('customers:read'))
    assert.ok(scopes.owner?.includes('webhooks:write') && !scopes.owner.includes('sessions:act'))
  })

  // Proves: role-on-server
  it('refuses a role to other sites, through proxies and by other names of this machine', async () => {
    const { host } = new URL(office.url)
    const own = { Host: host, Origin: office.url, 'Content-Type': 'application/json', ...withKey(office.service) }
    const cases: Record<string, string>[] = [
      { ...own, Origin: 'https://evil.example' },
      { ...own, 'Sec-Fetch-Site': 'cross-site' },
      { ...own, Host: 'evil.example' },
      { ...own, Via: '1.1 proxy' },
      { ...own, 'X-Forwarded-For': '203.0.113.9' },
    ]
    const body = Buffer.from('{"role":"owner"}')
    for (const headers of cases) {
      const answer = await sendRaw(office.url, { method: 'POST', path: '/office/sign-in/role', headers, body })
      assert.equal(answer.status, 404, JSON.stringify(headers))
      assert.equal(answer.headers['set-cookie'], undefined)
    }
  })

  // Proves: role-without-key
  it('refuses a role without the key of DATA_DIR, as a proxy forwards it that adds no header, and lists none', async () => {
    const { host } = new URL(office.url)
    const key = officeKeyOf(office.service)
    const cases = [
      undefined,
      '',
      'undefined',
      'null',
      key.slice(1),
      `${key}x`,
      `${key}, ${key}`,
      ` ${key.toLowerCase()}`,
    ]
    for (const stated of cases) {
      for (const origin of [{}, { Origin: office.url, 'Sec-Fetch-Site': 'same-origin' }]) {
        const headers = { Host: host, ...origin, ...(stated !== undefined && { 'Sepet-Office-Key': stated }) }
        for (const [type, text] of [
          ['application/json', '{"role":"owner"}'],
          ['application/json', `{"role":"owner","key":"${key}"}`],
          ['application/json', '{"role":"nobody"}'],
          ['text/plain', 'x'],
        ] as const) {
          const sent = { method: 'POST', path: `/office/sign-in/role?key=${key}`, body: Buffer.from(text) }
          const answer = await sendRaw(office.url, { ...sent, headers: { ...headers, 'Content-Type': type } })
          assert.equal(answer.status, 404, `${stated} ${text}`)
          assert.equal(answer.headers['set-cookie'], undefined)
        }
        const options = await sendRaw(office.url, { method: 'GET', path: '/office/sign-in/options', headers })
        assert.deepEqual(JSON.parse(options.body), { provider: false, roles: [] }, String(stated))
      }
    }
    const options = await new BrowserClient().fetch(`${office.url}/office/sign-in/options`, {
      headers: withKey(office.service),
    })
    assert.equal(JSON.parse(options.text).roles.length, 4)
  })

  it('has one key for all instances with one DATA_DIR, in a file of its user alone', async () => {
    const file = join(office.service.config.DATA_DIR, 'office-key')
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.equal(readFileSync(file, 'utf8').trim(), officeKeyOf(office.service))
    const port = String(await freePort())
    const url = `http://localhost:${port}`
    const peer = await office.service.startPeer({ PORT: port, PUBLIC_URL: url })
    const answer = await new BrowserClient().fetch(`${url}/office/sign-in/role`, {
      ...{ method: 'POST', body: { role: 'support' }, headers: withKey(office.service) },
    })
    assert.equal(answer.status, 204)
    await peer.stop()
  })

  it('ends the session of a browser that signs in again', async () => {
    const browser = await signInAs(office, 'support')
    const first = browser.cookie(office.url, 'sepet_office') ?? ''
    await takeRole(office, 'owner', browser)
    const copy = new BrowserClient()
    copy.setCookie(office.url, 'sepet_office', first)
    assert.equal((await copy.fetch(`${office.url}/office/session`)).status, 401)
    assert.equal((await browser.fetch(`${office.url}/office/session`)).status, 200)
  })

  it('ends the oldest session of a person who has twenty', async () => {
    const { kysely } = office.service.database
    await kysely.deleteFrom('office_sessions').execute()
    const browsers: BrowserClient[] = []
    for (let n = 0; n < 22; n++) browsers.push(await signInAs(office, 'warehouse'))
    const other = await signInAs(office, 'owner')
    const asked = [...browsers.slice(-1), other].map(each => each.fetch(`${office.url}/office/session`))
    assert.deepEqual(
      (await Promise.all(asked)).map(({ status }) => status),
      [200, 200],
    )
    const rows = await kysely.selectFrom('office_sessions').select('subject').execute()
    assert.equal(rows.filter(({ subject }) => subject === 'office-warehouse').length, 20)
  })

  it('refuses an unknown role by name', async () => {
    const answer = await new BrowserClient().fetch(`${office.url}/office/sign-in/role`, {
      method: 'POST',
      body: { role: 'admin' },
      headers: withKey(office.service),
    })
    const [error] = JSON.parse(answer.text).errors
    assert.deepEqual([answer.status, error.code, error.source], [422, 'field_invalid', { pointer: '/role' }])
  })

  it('serves no file outside its folder', async () => {
    for (const path of [
      '/ui/office/../office.html',
      '/ui/office/%2e%2e/%2e%2e/src/office/office.routes.ts',
      '/ui/office/',
    ]) {
      const answer = await sendRaw(office.url, { method: 'GET', path, headers: { Host: new URL(office.url).host } })
      assert.ok([302, 400, 404].includes(answer.status), `${path}: ${answer.status}`)
    }
  })
})
