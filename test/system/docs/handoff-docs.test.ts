/** The requests, responses and server code of docs/handoff.md and docs/web-shop.md, run with a real server. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { ACCOUNT_CLAIM, type OpenidProvider, startOpenidProvider } from '../../support/auth/openid-provider.ts'
import { startPlayground } from '../../support/browser/playground.ts'
import { addItem, quantityOf } from '../../support/cart/cart.ts'
import { assertHappens, exchangesOf, readPage } from '../../support/docs/doc-exchanges.ts'
import { blockIn } from '../../support/docs/markdown.ts'
import { customer, ids } from '../../support/import/shop-file.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { signIn } from '../../support/web-checkout/checkout.ts'

/** The functions of docs/web-shop.md. */
interface ShownFunctions {
  sessionOf: (request: IncomingMessage) => Promise<{ identity: string }>
  changeCart: (
    request: IncomingMessage,
    method: string,
    path: string,
    body?: object,
  ) => Promise<{ data: { attributes: { totalQuantity: number } } }>
  logIn: (request: IncomingMessage, customerId: number, merge: boolean) => Promise<string>
}

/** The function of docs/web-shop.md for a shop with an identity provider. */
interface ShownWithProvider {
  adminToken: () => Promise<string>
}

describe('the handoff pages', () => {
  let service: TestService
  let folder: string
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-docs-'))
    service = await startService('sqlite', { PUBLIC_URL: 'http://localhost:8080' })
    await service.importShop({ customers: [customer(ids.member)] })
  })
  after(async () => {
    await service.stop()
    rmSync(folder, { recursive: true })
  })
  /** Runs the requests of a page and compares the responses with the page. */
  const held = (path: string, count: number, { url, config }: TestService) => {
    const exchanges = exchangesOf(readPage(path))
    assert.equal(exchanges.length, count)
    const { ACCESS_TOKEN_SECRET } = config
    return assertHappens(exchanges, { url, cwd: folder, env: { ACCESS_TOKEN_SECRET } })
  }
  const signInMember = async () => signIn(service, await service.token('member', { id: String(ids.member) }))

  it('show the request for a link and its response', () => held('docs/handoff.md', 1, service))

  const adminToken = () => service.token('admin', { id: 'web-shop', scope: 'sessions:act' })
  /** Loads the functions of the page for a service at another address, with the page's own TRUST_PROXY. */
  const shownFunctions = async (url: string, proxies?: string) => {
    const file = join(folder, `shop-${randomUUID()}.mjs`)
    writeFileSync(file, blockIn('docs/web-shop.md', 'js').replace('http://127.0.0.1:8080', url))
    if (proxies !== undefined) process.env.TRUST_PROXY = proxies
    try {
      return (await import(pathToFileURL(file).href)) as ShownFunctions
    } finally {
      delete process.env.TRUST_PROXY
    }
  }
  /** Loads the function of the page that gets tokens from a provider, with this secret. */
  const shownWithProvider = async ({ issuer }: OpenidProvider, secret: string) => {
    Object.assign(process.env, { TOKEN_URL: `${issuer}/token`, CLIENT_ID: 'shop-server', CLIENT_SECRET: secret })
    const file = join(folder, `provider-${randomUUID()}.mjs`)
    writeFileSync(file, blockIn('docs/web-shop.md', 'js', 1))
    return (await import(pathToFileURL(file).href)) as ShownWithProvider
  }

  it('show requests of a web shop for a session and their responses', async t => {
    // Links begin with the address of the server, so that the commands of the page can consume them.
    // Between two of them a command starts, for which a busy machine needs long.
    const local = await startPlayground('sqlite', { HANDOFF_TOKEN_TTL_SECONDS: '3600' })
    t.after(() => local.stop())
    await local.importShop({ customers: [customer(ids.member)] })
    await held('docs/web-shop.md', 4, local)
  })

  it('show a function that gets the web shop’s token from an identity provider, and a new one before it ends', async t => {
    const provider = await startOpenidProvider()
    t.after(() => provider.stop())
    const withProvider = await startService('sqlite', {
      ACCESS_TOKEN_SECRET: '',
      ACCESS_TOKEN_JWKS_URL: provider.jwksUrl,
      ACCESS_TOKEN_CLIENT_ID: 'shop-server',
      ACCESS_TOKEN_MEMBER_CLAIM: ACCOUNT_CLAIM,
    })
    t.after(() => withProvider.stop())
    t.after(() => {
      for (const name of ['TOKEN_URL', 'CLIENT_ID', 'CLIENT_SECRET']) delete process.env[name]
    })
    const wrong = await shownWithProvider(provider, 'wrong')
    await assert.rejects(wrong.adminToken(), /The identity provider answers 401/)

    t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
    const { adminToken } = await shownWithProvider(provider, provider.secret)
    const token = await adminToken()
    const path = '/api/v3/storefront/checkout/session/login'
    const logIn = () => withProvider.call('POST', path, { token, body: { customerId: ids.member } })
    let answer = await logIn()
    // A busy machine may not have the keys of the provider in 1.5 s; Sepet fetches them again 2 s after a failure.
    for (; answer.status === 503; answer = await logIn()) await sleep(500)
    assert.equal(answer.status, 200, answer.text)
    t.mock.timers.tick((provider.lifetimeSeconds - 61) * 1_000)
    assert.equal(await adminToken(), token)
    t.mock.timers.tick(1_000)
    assert.notEqual(await adminToken(), token)
  })

  it('show functions that change the cart of a session, and log its customer in', async t => {
    process.env.SEPET_ADMIN_TOKEN = await adminToken()
    t.after(() => delete process.env.SEPET_ADMIN_TOKEN)
    const { changeCart, logIn, sessionOf } = await shownFunctions(service.url)
    const guest = await service.token('guest')
    const item = await addItem(service, guest, ids.plain, 1)
    const from = (cookie: string) =>
      ({ headers: { cookie }, socket: { remoteAddress: '127.0.0.1' } }) as unknown as IncomingMessage
    const request = from(await signIn(service, guest))
    const { data } = await changeCart(request, 'PATCH', `/cart-items/${item}`, { quantity: 7 })
    assert.equal(data.attributes.totalQuantity, 7)
    assert.equal(await quantityOf(service, guest), 7)
    const other = from(await signIn(service, guest))
    const [left = ''] = (await logIn(other, ids.member, false)).split(';')
    assert.equal((await sessionOf(from(left))).identity, 'member')
    assert.equal(await quantityOf(service, guest), 7)
    const [cookie = ''] = (await logIn(request, ids.member, true)).split(';')
    assert.equal((await sessionOf(from(cookie))).identity, 'member')
    assert.equal((await service.call('GET', '/cart', { token: guest })).status, 401)
    assert.equal((await sessionOf(request)).identity, 'none')
    await assert.rejects(changeCart(request, 'DELETE', '/cart'), /Sepet answers 404/)
  })

  it('show a function that reads the session, and that passes on the client address for the rate limit', async t => {
    /** Starts a web shop with the function of the page. @returns a function that reads a session, or the error */
    const startShop = async (proxies?: string) => {
      const limited = await service.startPeer({ SESSION_RATE_LIMIT: '1', TRUST_PROXY: '127.0.0.1' })
      t.after(() => limited.stop())
      const { sessionOf } = await shownFunctions(limited.url, proxies)
      const identityOf = (request: IncomingMessage) =>
        sessionOf(request).then(
          ({ identity }) => identity,
          (error: Error) => error.message,
        )
      const webShop = createServer(async (request, response) => response.end(await identityOf(request)))
      t.after(() => webShop.close())
      await new Promise<void>(resolve => webShop.listen(0, '127.0.0.1', resolve))
      const { port } = webShop.address() as AddressInfo
      return async (headers: Record<string, string>) => (await fetch(`http://127.0.0.1:${port}`, { headers })).text()
    }
    const from = (address: string) => ({ 'X-Forwarded-For': address })

    const readDirectly = await startShop()
    assert.equal(await readDirectly({ Cookie: await signInMember() }), 'member')
    assert.equal(await readDirectly(from('192.0.2.1')), 'none')
    assert.equal(await readDirectly(from('192.0.2.2')), 'Sepet answers 429')

    const readBehindProxy = await startShop('1')
    for (const address of ['192.0.2.1', '192.0.2.2']) assert.equal(await readBehindProxy(from(address)), 'none')
    assert.equal(await readBehindProxy(from('198.51.100.1, 192.0.2.1')), 'Sepet answers 429')
    assert.equal(await readBehindProxy({}), 'none')
  })
})
