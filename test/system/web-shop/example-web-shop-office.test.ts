/** The office behind the front of `npm run web-shop`, which makes Sepet and the web shop one host: sign-in, writes and imports. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { engines } from '../../support/database/engines.ts'
import { ids } from '../../support/import/shop-file.ts'
import { BrowserClient } from '../../support/office/browser-client.ts'
import { account } from '../../support/office/office.ts'
import { type StaffProvider, startStaffProvider } from '../../support/office/staff-provider.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { freePort } from '../../support/service/test-server.ts'
import { type ExampleShop, startExampleShop } from '../../support/web-checkout/example-shop.ts'

const SCOPES = ['customers:read', 'catalogue:read', 'catalogue:write']

describe('the office behind the front of npm run web-shop', () => {
  const [engine = assert.fail()] = engines
  let url: string
  let provider: StaffProvider
  let service: TestService
  let front: ExampleShop
  before(async () => {
    const PORT = String(await freePort())
    url = `http://localhost:${PORT}`
    provider = await startStaffProvider(url)
    provider.account = account({ name: 'Derya Çelik', roles: SCOPES })
    service = await startService(engine, {
      PUBLIC_URL: url,
      TRUST_PROXY: '127.0.0.1',
      OFFICE_OIDC_ISSUER: provider.issuer,
      OFFICE_OIDC_CLIENT_ID: provider.clientId,
      OFFICE_OIDC_CLIENT_SECRET: provider.clientSecret,
      ACCESS_TOKEN_SCOPE_CLAIMS: 'roles',
    })
    front = await startExampleShop({ PORT, SEPET_URL: service.url, SEPET_ADMIN_TOKEN: 'x', ONE_HOST: '1' })
  })
  after(async () => {
    await front?.stop()
    await service?.stop()
    await provider?.stop()
  })

  it('signs in, leads back to the page, and loads its files', async () => {
    const client = new BrowserClient()
    const answer = await client.open(`${url}/office/products`)
    assert.deepEqual([answer.status, answer.url], [200, `${url}/office/products`])
    const files = [...answer.text.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, path = '']) => path)
    assert.ok(files.some(path => path.startsWith('/ui/')))
    for (const path of files) assert.equal((await client.fetch(`${url}${path}`)).status, 200, path)
    const { scopes } = JSON.parse((await client.fetch(`${url}/office/session`)).text)
    assert.deepEqual(scopes, SCOPES)
  })

  it('takes writes and imports of its own pages, and none of another site', async () => {
    const client = new BrowserClient()
    await client.open(`${url}/office`)
    const api = `${url}/office/api/v3/admin`
    const write = (headers: Record<string, string> = {}) =>
      client.fetch(`${api}/products`, { method: 'PATCH', body: [{ id: ids.plain, stock: 7 }], headers })
    assert.equal((await write()).status, 200)
    assert.equal((await write({ Origin: 'https://evil.example' })).status, 403)
    const body = `{"products":[]${' '.repeat(6_000_000)}}`
    const headers = { 'Content-Type': 'application/json' }
    assert.equal((await client.fetch(`${api}/imports`, { method: 'POST', body, headers })).status, 200)
  })
})
