/** The imports of the client, and the client in a browser, on a page of another origin. */

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { launchBrowser, withoutBrowser } from '../../support/browser/browser.ts'
import { startRedirector } from '../../support/http/redirector.ts'
import { ids } from '../../support/import/shop-file.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { freePort } from '../../support/service/test-server.ts'

const ROOT = join(import.meta.dirname, '../../..')

describe('the client', () => {
  it('imports only its own files and openapi-fetch, and nothing of Node.js', () => {
    const files = globSync('packages/client/src/**/*.ts', { cwd: ROOT })
    assert.ok(files.length > 15)
    const imported = new Set(files.flatMap(file => importsOf(file)))
    assert.deepEqual(
      [...imported].filter(target => !target.startsWith('packages/client/src/')),
      ['openapi-fetch'],
    )
  })

  it('of a storefront loads no code of administrators, and the other way round', () => {
    const storefront = filesLoadedBy('packages/client/src/client.ts')
    assert.ok(storefront.includes('packages/client/src/cart.ts'))
    assert.deepEqual(
      storefront.filter(file => file.includes('/admin/')),
      [],
    )
    const admin = filesLoadedBy('packages/client/src/admin/admin.ts')
    assert.ok(admin.includes('packages/client/src/admin/customers.ts'))
    const shoppers = ['calls', 'cart', 'checkout', 'client', 'guest', 'session', 'shopper'].map(
      name => `packages/client/src/${name}.ts`,
    )
    assert.deepEqual(
      admin.filter(file => shoppers.includes(file)),
      [],
    )
  })
})

describe('the client in a browser', { skip: withoutBrowser }, () => {
  let service: TestService
  let shop: Server
  let origin: string
  before(async () => {
    const port = await freePort()
    origin = `http://localhost:${port}`
    service = await startService('sqlite', { CORS_ORIGINS: origin, COUPON_RATE_LIMIT: '1' })
    shop = servePage().listen(port)
  })
  after(async () => {
    shop.close()
    await service.stop()
  })

  it('works on a page of another origin, which can read tags, the error code and Retry-After', async () => {
    const browser = await launchBrowser()
    try {
      const page = await browser.newPage()
      await page.goto(origin)
      const token = await service.token('guest')
      const result = await page.evaluate(scenario, { baseUrl: service.url, token, productId: ids.plain })
      assert.deepEqual(result, { name: 'Keten gömlek', total: '719.66', code: 'rate_limited', waits: true, changed: 3 })
      assert.ok(service.log.some(line => line.includes('"status":304')))
    } finally {
      await browser.close()
    }
  })

  it('follows no redirect, repeats none, and tells it from a lost network', async t => {
    const redirector = await startRedirector()
    t.after(() => redirector.stop())
    const browser = await launchBrowser()
    try {
      const page = await browser.newPage()
      await page.goto(origin)
      const results = await page.evaluate(redirectScenario, { baseUrl: redirector.url })
      const redirect = ['SepetError', 0, false, 'Not a response of Sepet: a redirect, which is not followed']
      assert.deepEqual(results, [redirect, redirect, redirect])
      assert.deepEqual(
        redirector.asked.map(each => each.split(' ')[0]),
        ['GET', 'POST', 'POST'],
      )
      assert.deepEqual(redirector.leaked, [])
    } finally {
      await browser.close()
    }
  })

  it('keeps the cart of a shopper in the storage of the page, also over a reload, until the login', async () => {
    const browser = await launchBrowser()
    try {
      const page = await browser.newPage()
      const memberToken = await service.token('member', { id: String(ids.member) })
      const quantities = []
      for (const step of ['add', 'add', 'logIn'] as const) {
        await page.goto(origin)
        quantities.push(
          await page.evaluate(shopperScenario, { baseUrl: service.url, productId: ids.plain, memberToken, step }),
        )
      }
      assert.deepEqual(quantities, [
        [1, 'stored'],
        [2, 'stored'],
        [2, 'removed'],
      ])
    } finally {
      await browser.close()
    }
  })
})

/** Runs in the page: the shopper of docs/client.md. */
async function shopperScenario({ step, productId, ...of }: ShopperScenario): Promise<[number, string]> {
  const address = '/client/client.ts'
  const { createShopperClient } = (await import(address)) as typeof import('sepet-client')
  const { localStorage } = globalThis as unknown as { localStorage: PageStorage }
  const shopper = createShopperClient({
    baseUrl: of.baseUrl,
    storage: {
      read: () => localStorage.getItem('sepet-guest'),
      write: value =>
        value === null ? localStorage.removeItem('sepet-guest') : localStorage.setItem('sepet-guest', value),
    },
  })
  const cart =
    step === 'add' ? await shopper.cart.addItem({ productId, quantity: 1 }) : await shopper.logIn(of.memberToken)
  return [cart.totalQuantity, localStorage.getItem('sepet-guest') === null ? 'removed' : 'stored']
}

interface ShopperScenario {
  baseUrl: string
  productId: number
  memberToken: string
  step: 'add' | 'logIn'
}

/** `localStorage`, which the types of Node.js do not have. */
interface PageStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** Runs in the page. */
async function scenario({ baseUrl, token, productId }: { baseUrl: string; token: string; productId: number }) {
  // A variable, because the compiler cannot resolve an address of the page.
  const address = '/client/client.ts'
  const { changedCartOf, createClient, SepetError } = (await import(address)) as typeof import('sepet-client')
  const { cart } = createClient({ baseUrl, token: async () => token })
  const empty = await cart.read()
  const added = await cart.addItem({ productId, quantity: 2 }, { ifMatch: empty })
  await cart.setQuantity(added.affectedItemId, 3, { ifMatch: added })
  const refusal = await cart.clear({ ifMatch: added }).catch((reason: unknown) => reason)
  await cart.read()
  const { items, grandTotal } = await cart.read()
  await cart.applyCoupon('YOK')
  const error = await cart.applyCoupon('YOK').catch((reason: unknown) => reason)
  if (!(error instanceof SepetError)) throw error
  return {
    name: items[0]?.productName,
    total: grandTotal?.amount,
    code: error.codes[0],
    waits: (error.retryAfterSeconds ?? 0) > 10,
    changed: changedCartOf(refusal)?.totalQuantity,
  }
}

/** Runs in the page: a read, a write and the token of a new guest. */
async function redirectScenario({ baseUrl }: { baseUrl: string }) {
  const address = '/client/client.ts'
  const { createClient, createShopperClient, isNetworkError, SepetError } = (await import(
    address
  )) as typeof import('sepet-client')
  const { cart } = createClient({ baseUrl, token: 'eyJ.eyJ.c2ln' })
  const results: unknown[] = []
  for (const call of [
    () => cart.read(),
    () => cart.addItem({ productId: 1, quantity: 1 }),
    () => createShopperClient({ baseUrl }).cart.read(),
  ]) {
    const error = await call().catch((reason: unknown) => reason)
    results.push(
      error instanceof SepetError ? [error.name, error.status, isNetworkError(error), error.message] : String(error),
    )
  }
  return results
}

/** Server of an app: an empty page, the client with its types stripped, and the transport. */
function servePage(): Server {
  const importMap = JSON.stringify({ imports: { 'openapi-fetch': '/openapi-fetch.js' } })
  const page = `<!doctype html><title>shop</title><script type="importmap">${importMap}</script>`
  return createServer(({ url = '' }, response) => {
    const [, file] = /^\/client\/([\w.-]+\.ts)$/.exec(url) ?? []
    if (url === '/') return void response.setHeader('Content-Type', 'text/html').end(page)
    response.setHeader('Content-Type', 'text/javascript')
    if (url === '/openapi-fetch.js') return void response.end(read('node_modules/openapi-fetch/dist/index.mjs'))
    if (file) return void response.end(stripTypeScriptTypes(read(`packages/client/src/${file}`)))
    response.writeHead(404).end()
  })
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

/** The packages and files that a file imports, without the examples of its comments; types included unless they are stripped. */
function importsOf(file: string, text = read(file)): string[] {
  return [...text.matchAll(/(?<!['"])(?:from|import|import\()\s*['"]([^'"]+)['"]/g)]
    .filter(({ index }) => !/^ *\*/.test(text.slice(text.lastIndexOf('\n', index) + 1, index)))
    .map(([, target = '']) => (target.startsWith('.') ? join(file, '..', target) : target))
}

/** The files that a program loads with an entry: its imports and theirs, without types. */
function filesLoadedBy(entry: string): string[] {
  const loaded = new Set([entry])
  for (const file of loaded) {
    const targets = importsOf(file, stripTypeScriptTypes(read(file)))
    for (const target of targets) if (target.startsWith('packages/')) loaded.add(target)
  }
  return [...loaded]
}
