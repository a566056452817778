/** The office in production behind nginx and HAProxy with the shipped configurations, on https, and its staff's provider on https. */

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { newOfficePage } from '../../support/browser/office-page.ts'
import { withoutPostgres } from '../../support/database/engines.ts'
import { ids } from '../../support/import/shop-file.ts'
import { BrowserClient } from '../../support/office/browser-client.ts'
import { account } from '../../support/office/office.ts'
import { type StaffProvider, startStaffProvider } from '../../support/office/staff-provider.ts'
import { startSecureHaproxy, untilAnswered, withoutHaproxy } from '../../support/ops/balancer.ts'
import { trustCertificate } from '../../support/ops/certificate.ts'
import { startNginx, withoutNginx } from '../../support/ops/nginx.ts'
import { type ServingProcess, serveReadily } from '../../support/service/process.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { freePort } from '../../support/service/test-server.ts'
import { startWebShop, type WebShop } from '../../support/web-checkout/web-shop.ts'

const OWNER = ['customers:read', 'customers:write', 'catalogue:read', 'catalogue:write', 'events:read']
const SIGNED_IN = { name: 'Derya Çelik', roles: OWNER }
const PENDING = '__Host-sepet_office_sign_in'
const SESSION = '__Host-sepet_office'
/** Above the 5 MB that nginx accepts of other requests. */
const PADDING = ' '.repeat(6_000_000)
/** Paths of the office, as the proxies and Sepet decode them. */
const PATHS = [
  '/office',
  '/office?to=/office/customers',
  '/office/session',
  '/office/api/v3/admin/customers/1',
  '/%6fffice/session',
  '/%6Fffice/api/v3/admin/customers/1',
  '/office/sign-in/backchannel-logout',
  '/office/sign-in/backchannel-logout?/../../session',
  '/office/../office/session',
]
/** Spellings that a proxy and Sepet may read in two ways. */
const SPELLINGS = [
  '//office/session',
  '/./office/session',
  '/OFFICE/session',
  '/office%2fsession',
  '/office;/session',
  '/api/../office/session',
  '/api/v3/%2e%2e/%2e%2e/office/session',
  '/office/api/v3/admin/customers/1/../../../../../../api/v3/admin/customers/1',
  '/office/sign-in/backchannel-logout/../../session',
  '/office/sign-in/backchannel-logout%2f..%2f..%2fsession',
]
/** What the pages, the sessions and the records of the office contain. */
const OFFICE = /"actor"|"email"|\/ui\/office/

/** A proxy on https. */
interface Proxy {
  url: string
  stop: () => Promise<void>
}

interface ProxyKind {
  skip: string | false
  start: (ports: [number, number], webShop: number) => Promise<Proxy>
  /** Starts it with the office for addresses of another network alone. */
  startRestricted: (ports: [number, number], webShop: number) => Promise<Proxy>
}

/** What the comment in nginx.conf tells the operator to do. */
const restrictNginx = (text: string) =>
  text.replace('  default 0;\n  # 192.0.2.0/24 0;', '  default 1;\n  192.0.2.0/24 0;')

const proxies: Record<string, ProxyKind> = {
  nginx: {
    skip: withoutNginx,
    start: startNginx,
    startRestricted: (ports, webShop) => startNginx(ports, webShop, restrictNginx),
  },
  HAProxy: {
    skip: withoutHaproxy,
    start: (ports, webShop) => startSecureHaproxy(ports, { WEB_SHOP: `127.0.0.1:${webShop}` }),
    startRestricted: (ports, webShop) =>
      startSecureHaproxy(ports, { WEB_SHOP: `127.0.0.1:${webShop}`, OFFICE_FROM: '192.0.2.0/24 198.51.100.7' }),
  },
}

/** Sends a path as it is written; `fetch` would resolve its dots. */
function getRaw(url: string, path: string, Cookie = ''): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(url)
  const options = { hostname, port, path, rejectUnauthorized: false, agent: false as const }
  return new Promise((resolve, reject) => {
    request({ ...options, headers: { Cookie, 'Sec-Fetch-Site': 'same-origin' } }, async answer => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk)
      resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() })
    })
      .on('error', reject)
      .end()
  })
}

for (const [name, { skip, start, startRestricted }] of Object.entries(proxies)) {
  describe(`the office in production behind ${name}`, { skip: skip || withoutPostgres || withoutBrowser }, () => {
    let folder: string
    let witness: TestService
    let webShop: WebShop
    let proxy: Proxy
    let ports: [number, number]
    let provider: StaffProvider
    let browser: Browser
    let instances: ServingProcess[] = []

    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'sepet-office-'))
      const [key, certificate] = await trustCertificate(folder)
      witness = await startService('postgres')
      webShop = await startWebShop()
      ports = [await freePort(), await freePort()]
      proxy = await start(ports, webShop.port)
      const tls = { key: readFileSync(key, 'utf8'), cert: readFileSync(certificate, 'utf8') }
      provider = await startStaffProvider(proxy.url, { tls })
      provider.account = account(SIGNED_IN)
      instances = await Promise.all(ports.map(port => serve(port, certificate)))
      await untilAnswered(`${proxy.url}/images/placeholder.png`, status => status === 200)
      browser = await launchBrowser()
    })
    after(async () => {
      await browser?.close()
      await Promise.all(instances.map(instance => instance.kill('SIGKILL')))
      await provider?.stop()
      await proxy?.stop()
      webShop?.stop()
      await witness?.stop()
      rmSync(folder, { recursive: true })
    })

    /** Starts an instance of production, which knows the provider's certificate by its environment. */
    function serve(port: number, certificate: string): Promise<ServingProcess> {
      const { DATABASE_URL, ACCESS_TOKEN_SECRET, HANDOFF_SECRET } = witness.config
      const env = {
        ...{ DATA_DIR: folder, DATABASE_URL, ACCESS_TOKEN_SECRET, HANDOFF_SECRET: HANDOFF_SECRET?.join() },
        ...{ NODE_ENV: 'production', PUBLIC_URL: proxy.url, TRUST_PROXY: '127.0.0.1' },
        ...{ OFFICE_OIDC_ISSUER: provider.issuer, OFFICE_OIDC_CLIENT_ID: provider.clientId },
        ...{ OFFICE_OIDC_CLIENT_SECRET: provider.clientSecret, ACCESS_TOKEN_SCOPE_CLAIMS: 'roles' },
        NODE_EXTRA_CA_CERTS: certificate,
      }
      return serveReadily(env, String(port))
    }

    const signIn = async () => {
      const client = new BrowserClient()
      const answer = await client.open(`${proxy.url}/office/products`)
      assert.deepEqual([answer.status, answer.url], [200, `${proxy.url}/office/products`], answer.text)
      return client
    }
    const session = (client: BrowserClient) => client.fetch(`${proxy.url}/office/session`)
    const admin = () => `${proxy.url}/office/api/v3/admin`

    it('leads to the provider and back to the public address, with Secure cookies of this host alone', async () => {
      const client = new BrowserClient()
      const started = await client.peek(`${proxy.url}/office/sign-in/start`)
      const to = new URL(started.headers.get('location') ?? '')
      assert.equal(to.origin, provider.issuer)
      const ours = to.searchParams.get('redirect_uri')
      if (ours) assert.equal(ours, `${proxy.url}/office/sign-in/callback`)
      assert.match(started.headers.getSetCookie().join(), new RegExp(`^${PENDING}=.*; Path=/; HttpOnly; Secure`))
      const signedIn = await signIn()
      assert.ok(signedIn.cookie(proxy.url, SESSION))
      const { name: person, scopes } = JSON.parse((await session(signedIn)).text)
      assert.deepEqual([person, scopes], [SIGNED_IN.name, OWNER])
    })

    it('takes a write of its own pages, and none of another site', async () => {
      const client = await signIn()
      const address = `${admin()}/products`
      const body = [{ id: ids.plain, stock: 7 }]
      const written = await client.fetch(address, { method: 'PATCH', body })
      assert.equal(written.status, 200, written.text)
      for (const headers of [{ Origin: 'https://evil.example' }, { Origin: proxy.url, 'Sec-Fetch-Site': 'cross-site' }])
        assert.equal((await client.fetch(address, { method: 'PATCH', body, headers })).status, 403)
    })

    it('takes the file of an import that is larger than any other request', async () => {
      const client = await signIn()
      const file = `{"products":[]${PADDING}}`
      const answer = await client.fetch(`${admin()}/imports`, {
        ...{ method: 'POST', body: file, headers: { 'Content-Type': 'application/json' } },
      })
      assert.equal(answer.status, 200, answer.text.slice(0, 300))
    })

    it('shows its pages in a browser, with every file, and ends at the provider', async () => {
      const at = { ...witness, config: { ...witness.config, PUBLIC_URL: proxy.url } }
      const { page, browserErrors, settled } = await newOfficePage(browser, at, {
        ignoreHTTPSErrors: true,
        locale: 'en',
      })
      const [loaded, failed] = [new Set<string>(), [] as string[]]
      page.on('response', answer => {
        if (answer.url().startsWith(`${proxy.url}/ui/`)) loaded.add(answer.url())
        if (answer.status() >= 400) failed.push(`${answer.status()} ${answer.url()}`)
      })
      await page.goto(`${proxy.url}/office/customers/${ids.member}`)
      await page.locator('.frame').waitFor()
      await settled()
      assert.equal(page.url(), `${proxy.url}/office/customers/${ids.member}`)
      for (const path of ['ui/styles/tokens.css', 'vendor/preact.mjs'])
        assert.ok(loaded.has(`${proxy.url}/ui/${path}`), path)
      assert.deepEqual([failed, browserErrors], [[], []])
      await page.getByRole('button', { name: 'Sign out' }).first().click()
      await page.waitForURL(url => url.origin === provider.issuer)
      await page.context().close()
    })

    // Proves: ended-office-session
    it('ends a session by the logout that the provider sends through it', async () => {
      const client = await signIn()
      const token = await provider.logoutToken({ sub: provider.account.id })
      const sent = await fetch(`${proxy.url}/office/sign-in/backchannel-logout`, {
        ...{ method: 'POST', body: new URLSearchParams({ logout_token: token }) },
      })
      assert.equal(sent.status, 200)
      assert.equal((await session(client)).status, 401)
    })

    describe('for chosen addresses alone', () => {
      let restricted: Proxy
      before(async () => {
        restricted = await startRestricted(ports, webShop.port)
        await untilAnswered(`${restricted.url}/images/placeholder.png`, status => status === 200)
      })
      after(() => restricted.stop())

      // Proves: restricted-office
      it('refuses others on every path of the office, however it is written, with a session, too', async () => {
        const Cookie = `${SESSION}=${(await signIn()).cookie(proxy.url, SESSION)}`
        assert.match((await getRaw(proxy.url, '/office/session', Cookie)).text, OFFICE)
        for (const path of PATHS) assert.equal((await getRaw(restricted.url, path, Cookie)).status, 403, path)
        for (const path of SPELLINGS)
          assert.doesNotMatch((await getRaw(restricted.url, path, Cookie)).text, OFFICE, path)
      })

      it('passes everything else on: carts, the files of pages, and the logouts of the provider', async () => {
        const client = await signIn()
        assert.equal((await getRaw(restricted.url, '/ui/vendor/preact.mjs')).status, 200)
        assert.equal((await getRaw(restricted.url, '/api/v3/storefront/2026-01/cart')).status, 401)
        assert.equal(JSON.parse((await getRaw(restricted.url, '/officer')).text).path, '/officer')
        const body = new URLSearchParams({ logout_token: await provider.logoutToken({ sub: provider.account.id }) })
        const sent = await fetch(`${restricted.url}/office/sign-in/backchannel-logout`, { method: 'POST', body })
        assert.equal(sent.status, 200)
        assert.equal((await session(client)).status, 401)
      })
    })
  })
}
