/** The playground over HTTP: when it is enabled, which requests it answers, and that its products match the cart's. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { CatalogueDocument, CatalogueProduct } from '../../src/playground/catalogue.document.ts'
import type { ShopDocument } from '../../src/playground/shop.document.ts'
import { readProfile } from '../../src/ucp/platforms/read-profile.ts'
import { CAPABILITIES, NEWEST_VERSION } from '../../src/ucp/versions.ts'
import { DATA_PATHS, fromPage, sampleShop, startPlayground } from '../support/browser/playground.ts'
import { cartOf, refusalsOf } from '../support/cart/cart.ts'
import { engines } from '../support/database/engines.ts'
import { type RawAnswer, sendRaw } from '../support/http/raw-http.ts'
import { customer, ids, product } from '../support/import/shop-file.ts'
import type { TestService } from '../support/service/service.ts'
import { freePort } from '../support/service/test-server.ts'
import { awaitProfile } from '../support/ucp/platform.ts'

/** Files of packages that pages import. */
const VENDORS = ['/ui/vendor/preact.mjs', '/ui/vendor/htm.mjs', '/ui/vendor/lean-qr.mjs']

const json = { 'Content-Type': 'application/json' }

function ask(
  service: TestService,
  method: string,
  path: string,
  headers = fromPage(service),
  body = '{"customerId":1}',
) {
  const isPost = method === 'POST'
  const sent = { ...(isPost && json), ...headers }
  return sendRaw(service.url, { method, path, headers: sent, ...(isPost && { body: Buffer.from(body) }) })
}

async function mint(service: TestService, customerId: number): Promise<string> {
  const answer = await ask(service, 'POST', '/playground/tokens', fromPage(service), JSON.stringify({ customerId }))
  assert.equal(answer.status, 200, answer.body)
  return JSON.parse(answer.body).token
}

async function products(service: TestService, query = ''): Promise<CatalogueDocument> {
  const answer = await ask(service, 'GET', `/playground/products${query}`)
  assert.equal(answer.status, 200, answer.body)
  return JSON.parse(answer.body)
}

describe('a disabled playground', () => {
  const assertUnknown = async (service: TestService, method: string, path: string) => {
    const [answer, unknownPath] = [await ask(service, method, path), await ask(service, method, '/nope')]
    const { date: _date, 'x-request-id': _id, ...headers } = answer.headers
    const { date: _otherDate, 'x-request-id': _otherId, ...others } = unknownPath.headers
    assert.deepEqual({ ...answer, headers }, { ...unknownPath, headers: others }, path)
    assert.equal(answer.status, 404)
  }
  const files = ['/', '/ui/playground/main.js', '/playground/browser/agent/profile.json', ...VENDORS].map(
    path => ['GET', path] as const,
  )
  const allPaths = [...DATA_PATHS, ...files]

  it('answers 404 at its paths in production, exactly like an unknown path', async () => {
    const secret = () => randomBytes(48).toString('base64')
    const secrets = { ACCESS_TOKEN_SECRET: secret(), HANDOFF_SECRET: secret() }
    const service = await startPlayground('sqlite', { NODE_ENV: 'production', ...secrets })
    for (const [method, path] of allPaths) await assertUnknown(service, method, path)
    const page = await service.call('GET', '/sepet')
    assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
    await service.stop()
  })

  // Proves: playground-on-server
  it('answers 404 at its paths when HOST or PUBLIC_URL is not a loopback address', async () => {
    for (const env of [{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'http://shop.test' }]) {
      const service = await startPlayground('sqlite', env)
      for (const [method, path] of allPaths) await assertUnknown(service, method, path)
      await service.stop()
    }
  })
})

describe('the playground', () => {
  let service: TestService
  before(async () => {
    service = await startPlayground('sqlite')
  })
  after(() => service.stop())

  it('serves a page whose Content-Security-Policy allows only its own files', async () => {
    const { status, headers, body } = await ask(service, 'GET', '/')
    assert.equal(status, 200)
    assert.match(headers['content-type'] ?? '', /^text\/html/)
    const policy = headers['content-security-policy'] ?? ''
    assert.match(
      policy,
      /default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'/,
    )
    assert.match(
      policy,
      /base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'/,
    )
    assert.doesNotMatch(policy, /unsafe|data:|blob:/)
    for (const [, address = ''] of body.matchAll(/(?:src|href)="([^"]+)"/g)) {
      assert.match(address, /^\/ui\/(playground|ui|vendor)\//)
      assert.equal((await ask(service, 'GET', address)).status, 200, address)
    }
  })

  it('serves the modules of packages as JavaScript, and no other file of a package', async () => {
    for (const path of VENDORS) {
      const { status, headers, body } = await ask(service, 'GET', path)
      assert.equal(status, 200, path)
      assert.match(headers['content-type'] ?? '', /^(text|application)\/javascript\b/, path)
      assert.doesNotMatch(body, /\beval\(|new Function/, path)
    }
    for (const path of ['preact.mjs.map', 'package.json', 'jsqr.mjs', 'fastify.mjs', '../../package.json', '']) {
      assert.equal((await ask(service, 'GET', `/ui/vendor/${path}`)).status, 404, path)
    }
  })

  it('serves no file from outside its folder', async () => {
    for (const path of [
      '../playground.routes.ts',
      '..%2Fplayground.routes.ts',
      '%2e%2e/is-enabled.ts',
      '..%2fui.routes.ts',
      'nope.js',
      '',
    ]) {
      for (const folder of ['playground', 'ui']) {
        const { status, body } = await ask(service, 'GET', `/${folder}/browser/${path}`)
        assert.ok([400, 404].includes(status), path)
        assert.doesNotMatch(body, /import|export/)
      }
    }
  })

  it('redirects `/` to PUBLIC_URL when Host is another name of the machine', async () => {
    const { status, headers } = await ask(service, 'GET', '/', { Host: '127.0.0.1:1234' })
    assert.deepEqual([status, headers.location], [302, `${service.config.PUBLIC_URL}/`])
  })

  it('allows the web checkout in a frame of its own origin only', async () => {
    for (const path of ['/sepet', '/odeme', '/api/v3/storefront/checkout/handoff']) {
      const { headers } = await ask(service, 'GET', path)
      assert.match(headers['content-security-policy'] ?? '', /frame-ancestors 'self'/, path)
    }
  })

  // Proves: foreign-playground
  it('answers 404 to other origins, to DNS rebinding, and to requests through a proxy', async () => {
    const { port, host } = new URL(service.config.PUBLIC_URL)
    for (const headers of [
      { Host: host, Origin: 'https://evil.example' },
      { Host: host, Origin: 'null' },
      { Host: host, Origin: 'http://localhost:3000', 'Sec-Fetch-Site': 'same-site' },
      { Host: host, 'Sec-Fetch-Site': 'cross-site' },
      { Host: host, 'Sec-Fetch-Site': 'same-site' },
      { Host: `evil.example:${port}` },
      ...['203.0.113.7', '', 'localhost', '127.0.0.1, 203.0.113.7', '203.0.113.7, 127.0.0.1', '::ffff:203.0.113.7'].map(
        address => ({ Host: host, 'X-Forwarded-For': address }),
      ),
      { Host: host, 'X-Forwarded-For': '127.0.0.1', Via: '1.1 tunnel' },
      { Host: host, Forwarded: 'for=203.0.113.7' },
      { Host: host, Via: '1.1 tunnel' },
      { Host: `evil.example:${port}`, Origin: `http://evil.example:${port}`, 'Sec-Fetch-Site': 'same-origin' },
      { Host: `localhost.evil.example:${port}` },
    ] as Record<string, string>[]) {
      for (const [method, path] of DATA_PATHS) {
        const { status, body } = await ask(service, method, path, headers)
        assert.equal(status, 404, `${path} ${JSON.stringify(headers)}`)
        assert.doesNotMatch(body, /token"|products|members/)
      }
    }
  })

  it('answers requests of this machine that the example web shop forwards, with its one address', async () => {
    const { host } = new URL(service.config.PUBLIC_URL)
    for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '::1']) {
      const headers = { Host: host, 'X-Forwarded-For': address }
      assert.equal((await ask(service, 'GET', '/playground/shop', headers)).status, 200, address)
    }
  })

  // Proves: foreign-playground
  it('sends no CORS headers, so that no other website can read a response or pass a preflight', async () => {
    for (const [, path] of DATA_PATHS) {
      const headers = { Host: new URL(service.config.PUBLIC_URL).host, Origin: 'https://evil.example' }
      const preflight = { ...headers, 'Access-Control-Request-Method': 'POST' }
      const answers: RawAnswer[] = [
        await ask(service, 'OPTIONS', path, preflight),
        await ask(service, 'GET', path, headers),
      ]
      for (const answer of answers) {
        assert.ok(answer.status >= 400)
        assert.equal(answer.headers['access-control-allow-origin'], undefined)
        assert.equal(answer.headers['cross-origin-resource-policy'], 'same-origin')
      }
    }
  })

  it('answers requests without Origin, such as those of curl', async () => {
    const { host } = new URL(service.config.PUBLIC_URL)
    for (const [method, path] of DATA_PATHS)
      assert.equal((await ask(service, method, path, { Host: host })).status, 200, path)
  })

  it('answers 415 to a token request that an HTML form could send', async () => {
    const headers = { ...fromPage(service), 'Content-Type': 'text/plain' }
    assert.equal((await ask(service, 'POST', '/playground/tokens', headers)).status, 415)
  })

  it('is not described in the OpenAPI document', async () => {
    const { paths } = (await service.call('GET', '/openapi.json')).json as { paths: object }
    assert.deepEqual(
      Object.keys(paths).filter(path => path === '/' || path.startsWith('/playground')),
      [],
    )
  })

  it('answers 400 with the parameter, or 422 with the field, that is not an id or is missing', async () => {
    for (const query of [
      'after=x',
      'after=-1',
      'after=0',
      'ids=1,,2',
      'customerId=1e3',
      'ids=9007199254740993',
      'after=1&after=2',
    ]) {
      const { status, body } = await ask(service, 'GET', `/playground/products?${query}`)
      assert.equal(status, 400, query)
      assert.equal(JSON.parse(body).errors[0].source.parameter, query.split('=')[0])
    }
    const many = Array.from({ length: 61 }, (_, index) => index + 1).join()
    assert.equal((await ask(service, 'GET', `/playground/products?ids=${many}`)).status, 400)
    for (const sent of ['{"customerId":"1"}', '{"customerId":0}', '{}']) {
      const { status, body } = await ask(service, 'POST', '/playground/tokens', fromPage(service), sent)
      assert.deepEqual([status, JSON.parse(body).errors[0].source.pointer], [422, '/customerId'], sent)
    }
  })
})

for (const engine of engines) {
  describe(`data of the playground on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startPlayground(engine)
    })
    after(() => service.stop())

    it('has the same prices, stock and availability as the cart, for a guest and for members of a group', async () => {
      await service.importShop(sampleShop())
      await service.importShop({ products: [product({ id: 990, stockIncrement: 6 })] })
      for (const customerId of [undefined, 2, 3, 4]) {
        const token = await (customerId === undefined ? service.token('guest') : mint(service, customerId))
        const page = await products(service, customerId === undefined ? '' : `?customerId=${customerId}`)
        assert.ok(page.products.length > 20)
        for (const each of page.products) await assertSameInCart(token, each)
      }
    })

    async function assertSameInCart(token: string, { id, image, variants, ...product }: CatalogueProduct) {
      const items = variants.length > 0 ? variants : [product]
      const { stockUnit, stockIncrement } = product
      for (const { unitPriceWithVat, stock, availableForSale, ...item } of items) {
        const body = { productId: id, ...('id' in item && { variantId: item.id }), quantity: 1 }
        await service.call('DELETE', '/cart', { token })
        const [line] = cartOf(await service.call('POST', '/cart-items', { token, body }), 201).included
        assert.ok(line)
        const shown = { stock, availableForSale, stockUnit, stockIncrement, image }
        assert.partialDeepStrictEqual(line.attributes, shown, JSON.stringify(body))
        // The only line of a cart costs what one costs: a line is rounded before its VAT is added.
        assert.deepEqual(line.meta?.vat.lineTotalWithVat, unitPriceWithVat, JSON.stringify(body))
      }
    }

    describe('prices by quantity', () => {
      const told = (shown: Pick<CatalogueProduct, 'tierPrices'> | undefined) =>
        (shown?.tierPrices ?? []).map(each => `${each.from}: ${each.unitPriceWithVat.amount}`)
      before(() => {
        const tiers = [
          { from: 10, price: '80' },
          { from: 5, price: '90' },
          { from: 3, price: '70', customerGroupId: 1 },
        ]
        const discount = { type: 'percent', value: '10' }
        const variants = [
          { id: 1, name: 'Pahalı', price: '200' },
          { id: 2, name: 'Ucuz', tierPrices: [{ from: 4, price: '50' }] },
          { id: 3, name: 'Etkisiz', price: '60' },
        ]
        const priced = { price: '100', vatRate: 20, tierPrices: tiers }
        return service.importShop({
          products: [product({ id: 991, ...priced }), product({ id: 992, ...priced, discount, variants })],
        })
      })

      it('are absent where there are none, and at the cheapest variant of a product', async () => {
        const [without, , varied] = (await products(service, '?ids=101,991,992')).products
        assert.ok(without && !('tierPrices' in without) && !without.variants.some(each => 'tierPrices' in each))
        assert.deepEqual([varied?.unitPriceWithVat.amount, told(varied)], ['64.80', []])
      })

      it('are those of a guest, or of the group of a member', async () => {
        const [plain, varied] = (await products(service, '?ids=991,992')).products
        assert.deepEqual(told(plain), ['5: 108.00', '10: 96.00'])
        assert.deepEqual(varied?.variants.map(told), [['5: 97.20', '10: 86.40'], ['4: 54.00'], []])
        const [ofGroup, variedOfGroup] = (await products(service, '?ids=991,992&customerId=2')).products
        assert.deepEqual(told(ofGroup), ['3: 84.00'])
        assert.deepEqual(variedOfGroup?.variants.map(told), [['3: 75.60'], ['4: 54.00'], []])
      })

      const assertInCart = async (token: string, query: string) => {
        const [plain] = (await products(service, `?ids=991${query}`)).products
        for (const { from, unitPriceWithVat } of plain?.tierPrices ?? []) {
          await service.call('DELETE', '/cart', { token })
          const body = { productId: 991, quantity: from }
          const { included } = cartOf(await service.call('POST', '/cart-items', { token, body }), 201)
          assert.deepEqual(included[0]?.meta?.vat.unitPriceWithVat, unitPriceWithVat)
        }
      }

      it('are those of the cart', async () => {
        await assertInCart(await service.token('guest'), '')
        await assertInCart(await mint(service, 2), '&customerId=2')
      })
    })

    it('contains the price before a discount, and the lowest price of the variants', async () => {
      const { products: all } = await products(service)
      const [shirt, hat] = [101, 104].map(id => all.find(each => each.id === id))
      assert.deepEqual([shirt?.unitPriceWithVat.amount, shirt?.fullPriceWithVat?.amount], ['890.90', '989.90'])
      assert.equal(shirt?.variants.length, 4)
      assert.equal(hat?.availableForSale, false)
      assert.equal(hat?.fullPriceWithVat, undefined)
      assert.equal(
        all.find(each => each.id === 110),
        undefined,
      )
    })

    it('tells whether agents may call without a key, and serves a profile that the agents’ door takes', async () => {
      const agentsOf = async (env: NodeJS.ProcessEnv) => {
        const other = await startPlayground(engine, env)
        const shop = JSON.parse((await ask(other, 'GET', '/playground/shop')).body) as ShopDocument
        await other.stop()
        return shop.agents
      }
      assert.equal(await agentsOf({}), 'open')
      assert.equal(await agentsOf({ UCP_ENABLED: 'false' }), 'closed')
      assert.equal(await agentsOf({ UCP_API_KEYS: 'k'.repeat(40) }), 'keyed')
      const { status, headers, body } = await ask(service, 'GET', '/playground/browser/agent/profile.json')
      assert.equal(status, 200)
      assert.match(headers['content-type'] ?? '', /^application\/json\b/)
      const profile = readProfile(JSON.parse(body))
      assert.ok(profile)
      assert.equal(profile.version, NEWEST_VERSION)
      assert.deepEqual([...profile.capabilities].sort(), Object.values(CAPABILITIES).sort())
    })

    // Proves: local-profile
    it('has the only profile on this machine that the agents’ door takes without a list', async () => {
      const asAgent = async (at: TestService, profile: string) => {
        const { status, json } = await at.call('POST', '/ucp/v1/catalog/search', {
          body: { query: 'keten' },
          headers: { 'UCP-Agent': `profile="${profile}"` },
        })
        return status === 200 ? 'ok' : (json as { code: string }).code
      }
      const path = '/playground/browser/agent/profile.json'
      const own = `${service.config.PUBLIC_URL}${path}`
      await awaitProfile(service, own)
      assert.equal(await asAgent(service, own), 'ok')
      for (const other of [
        `${own}?x`,
        own.replace('/agent/', '/'),
        own.replace('localhost', '127.0.0.1'),
        `${service.config.PUBLIC_URL}/health/live`,
        `http://localhost:${await freePort()}${path}`,
      ]) {
        assert.equal(await asAgent(service, other), 'profile_not_allowed', other)
      }
      const peers = [
        { UCP_PLATFORM_PROFILES: 'https://agent.example.com' },
        { ACCESS_TOKEN_MEMBER_CLAIM: 'member', UCP_PLATFORM_PROFILES: '*' },
      ]
      for (const env of peers) {
        const peer = await service.startPeer({ ...env, PORT: '0' })
        assert.equal(await asAgent(peer, own), 'profile_not_allowed')
        await peer.stop()
      }
    })

    it('contains members without email addresses, coupons, and current campaigns', async () => {
      const { body } = await ask(service, 'GET', '/playground/shop')
      assert.doesNotMatch(body, /@/)
      const shop = JSON.parse(body) as ShopDocument
      assert.equal(shop.name, 'Ihlamur Avlusu')
      assert.deepEqual(
        shop.campaigns.map(({ id }) => id),
        [1, 2, 3, 4, 7, 10, 11, 12],
      )
      assert.deepEqual(
        shop.coupons.map(({ code }) => code),
        ['BAHAR20', 'HEDİYE100', 'HOŞGELDİN', 'İNDİRİM', 'KARGOBENDEN', 'KİTAPSEVER'],
      )
      assert.deepEqual(shop.members[1], {
        id: 2,
        name: 'Kerem Taşyürek',
        group: 'Bayi',
        dealer: true,
        status: 'active',
      })
    })

    it('is paged, with each product on sale exactly once', async () => {
      const imported = Array.from({ length: 130 }, (_, index) => product({ id: 1001 + index, onSale: index !== 60 }))
      await service.importShop({ products: imported })
      const seen: number[] = []
      for (let next: number | null = 1000; next !== null; ) {
        const page: CatalogueDocument = await products(service, `?after=${next}`)
        seen.push(...page.products.map(({ id }) => id))
        next = page.next
      }
      assert.deepEqual(
        seen,
        imported.map((_, index) => 1001 + index).filter(id => id !== 1061),
      )
    })

    it('contains products requested by id, also those not on sale, and omits unknown ids', async () => {
      const { products: found, next } = await products(service, `?ids=${ids.plain},1061,999999`)
      assert.deepEqual([found.map(({ id }) => id), next], [[ids.plain, 1061], null])
    })

    it('contains a member without a name, with null as the name', async () => {
      await service.importShop({ customers: [customer(1, { name: null, surname: null })] })
      const shop = JSON.parse((await ask(service, 'GET', '/playground/shop')).body) as ShopDocument
      assert.equal(shop.members.find(({ id }) => id === 1)?.name, null)
    })

    it('mints tokens for members; the API rejects those of inactive members', async () => {
      cartOf(await service.call('GET', '/cart', { token: await mint(service, 2) }))
      for (const id of [5, 6]) {
        const answer = await service.call('GET', '/cart', { token: await mint(service, id) })
        assert.deepEqual(refusalsOf(answer), ['401 customer_not_active'])
      }
    })

    // Proves: playground-on-server
    it('knows no test members, their tokens and their prices as long as the shop has a real customer', async () => {
      const dealers = await products(service, '?customerId=2')
      assert.notDeepEqual(dealers, await products(service))
      await service.importShop({ customers: [customer(899, { email: 'ayse@shop.com.tr' })] })
      const answer = await ask(service, 'POST', '/playground/tokens', fromPage(service), '{"customerId":2}')
      assert.deepEqual([answer.status, JSON.parse(answer.body).errors[0].source.pointer], [422, '/customerId'])
      assert.deepEqual(await products(service, '?customerId=2'), await products(service))
      await service.database.kysely.deleteFrom('customers').where('id', '=', 899).execute()
      assert.deepEqual(await products(service, '?customerId=2'), dealers)
    })

    // Proves: playground-on-server
    it('mints no token for a real customer, and contains neither their names nor any coupon of their shop', async () => {
      const emails = ['ayse@example.com.tr', 'customer-1@generated.invalid', 'ayse@test.co', 'a@b.example.co']
      const real = emails.map((email, n) => customer(900 + n, { email, name: 'Gizli', customerGroupId: 1 }))
      await service.importShop({ customers: real })
      for (const id of [900, 901, 902, 903, 999]) {
        const answer = await ask(service, 'POST', '/playground/tokens', fromPage(service), `{"customerId":${id}}`)
        assert.equal(answer.status, 422, answer.body)
        assert.equal(JSON.parse(answer.body).errors[0].source.pointer, '/customerId')
      }
      const { body } = await ask(service, 'GET', '/playground/shop')
      assert.doesNotMatch(body, /Gizli/)
      const { coupons, members } = JSON.parse(body) as ShopDocument
      assert.deepEqual([coupons, members], [[], []])
      assert.deepEqual(await products(service, '?customerId=900'), await products(service))
    })
  })
}
