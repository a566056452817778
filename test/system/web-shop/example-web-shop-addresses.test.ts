/** The address that examples/web-shop forwards: that of its socket, or with TRUST_PROXY the one that the outermost trusted proxy has added. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import { SESSION, STOREFRONT } from '../../../src/api-paths.ts'
import { sendRaw } from '../../support/http/raw-http.ts'
import { startService } from '../../support/service/service.ts'
import { runExampleShop, sendForm, startExampleShop } from '../../support/web-checkout/example-shop.ts'

const COOKIE = `sepet_session=${'A'.repeat(43)}`
const SEPET_ADMIN_TOKEN = 'eyJhbGciOiJIUzI1NiJ9.e30.x'
const CLIENT = '203.0.113.7'
/** The address of the requests of these tests. */
const SOCKET = /^(::ffff:)?127\.0\.0\.1$/

/** Headers by which a client may claim another address. */
const FORGED: Record<string, string>[] = [
  {},
  { 'X-Forwarded-For': CLIENT },
  { 'X-Forwarded-For': `198.51.100.1, ${CLIENT}` },
  { 'X-Forwarded-For': `198.51.100.1,${CLIENT}`, 'x-FORWARDED-for': '192.0.2.1' },
  { 'X-Forwarded-For': '' },
  { 'X-Forwarded-For': '2001:db8::1' },
  { 'X-Forwarded-For': 'unknown' },
  { 'X-Forwarded-For': `${CLIENT},`.repeat(400) },
  { Forwarded: `for=${CLIENT}`, 'X-Real-IP': CLIENT, 'Client-IP': CLIENT },
]

/** The header that arrives through one and through two proxies, and the address that the outermost has added. */
const ADDED = {
  1: {
    [CLIENT]: CLIENT,
    [`198.51.100.1, 10.0.0.1 ,${CLIENT}`]: CLIENT,
    [`, ,${CLIENT}`]: CLIENT,
    '2001:db8::1': '2001:db8::1',
    [`${CLIENT}:4711`]: CLIENT,
    '[2001:db8::1]:443': '2001:db8::1',
  },
  2: {
    [`${CLIENT}, 10.0.0.1`]: CLIENT,
    [`198.51.100.1, ${CLIENT}, 10.0.0.1`]: CLIENT,
    [CLIENT]: CLIENT,
  },
}

describe('the address that the example web shop forwards', () => {
  let sepet: Server
  let url: string
  /** The values of each X-Forwarded-For line that arrives, by request. */
  let arrived: string[][] = []
  before(async () => {
    sepet = createServer((request, response) => {
      const { rawHeaders } = request
      const isAddress = (n: number) => n % 2 === 1 && rawHeaders[n - 1]?.toLowerCase() === 'x-forwarded-for'
      arrived.push(rawHeaders.filter((_, n) => isAddress(n)))
      request.resume()
      response.setHeader('Content-Type', 'application/json').end('{"identity":"none","accessToken":"eyJ"}')
    }).listen(0, '127.0.0.1')
    await once(sepet, 'listening')
    url = `http://127.0.0.1:${(sepet.address() as AddressInfo).port}`
  })
  after(() => {
    sepet.close()
    sepet.closeAllConnections()
  })
  beforeEach(() => {
    arrived = []
  })
  const startShop = (env: NodeJS.ProcessEnv = {}) =>
    startExampleShop({ SEPET_URL: url, SEPET_ADMIN_TOKEN, LOGINS: 'ayse:parola-1:1', SHOP_NAME: 'Dükkân', ...env })
  const open = (shop: { url: string }, headers: Record<string, string>, path = '/sepet') =>
    sendRaw(shop.url, { method: 'GET', path, headers: { Cookie: COOKIE, ...headers } })

  it('is the socket’s, whatever the client claims', async t => {
    const shop = await startShop()
    t.after(() => shop.stop())
    for (const headers of FORGED) {
      assert.equal((await open(shop, headers)).status, 200)
      assert.deepEqual([arrived.length, arrived[0]?.length], [1, 1])
      assert.match(arrived[0]?.[0] ?? '', SOCKET, JSON.stringify(headers))
      arrived = []
    }
  })

  it('is the socket’s in each request of a form, that of a login too', async t => {
    const shop = await startShop()
    t.after(() => shop.stop())
    const headers = { 'X-Forwarded-For': CLIENT }
    const forms = [
      { do: 'login', name: 'ayse', password: 'parola-1', merge: 'no' },
      { do: 'login', name: 'ayse', password: 'parola-1' },
      { do: 'logout' },
      { do: 'remove-coupon' },
      { do: 'pay', grandTotal: '1' },
    ]
    for (const form of forms) await sendForm(shop, form, { cookie: COOKIE, headers })
    assert.ok(arrived.length > forms.length)
    for (const [address = '', ...others] of arrived) {
      assert.match(address, SOCKET)
      assert.deepEqual(others, [])
    }
  })

  it('is the socket’s on the paths of Sepet in ONE_HOST mode, whatever the client claims', async t => {
    const shop = await startShop({ ONE_HOST: '1' })
    t.after(() => shop.stop())
    for (const headers of FORGED) {
      for (const path of [SESSION, `${STOREFRONT}/cart`, '/sepet']) {
        arrived = []
        await open(shop, headers, path)
        assert.deepEqual([arrived.length, arrived[0]?.length], [1, 1], path)
        assert.match(arrived[0]?.[0] ?? '', SOCKET, `${path} ${JSON.stringify(headers)}`)
      }
    }
  })

  for (const [TRUST_PROXY, ONE_HOST] of [
    ['1', ''],
    ['2', ''],
    ['1', '1'],
    ['2', '1'],
  ] as const) {
    it(`is the one that the outermost of ${TRUST_PROXY} proxies has added, with ONE_HOST=${ONE_HOST}`, async t => {
      const shop = await startShop({ TRUST_PROXY, ONE_HOST })
      t.after(() => shop.stop())
      for (const [header, address] of Object.entries(ADDED[TRUST_PROXY])) {
        for (const path of ONE_HOST ? ['/sepet', SESSION] : ['/sepet']) {
          arrived = []
          await open(shop, { 'X-Forwarded-For': header }, path)
          assert.deepEqual(arrived, [[address]], `${header} ${path}`)
        }
      }
    })
  }

  it('is that of several header lines together, as one proxy after the other adds them', async t => {
    const shop = await startShop({ TRUST_PROXY: '1' })
    t.after(() => shop.stop())
    await open(shop, { 'X-Forwarded-For': '198.51.100.1', 'x-forwarded-for': CLIENT })
    assert.deepEqual(arrived, [[CLIENT]])
  })

  it('is the socket’s, too, where a trusted proxy has added none, or no address', async t => {
    const shop = await startShop({ TRUST_PROXY: '1' })
    t.after(() => shop.stop())
    const added = ['', 'unknown', '_hidden', `${CLIENT},`, '203.0.113', '0177.0.0.1', `${CLIENT}\tx`, `"${CLIENT}"`]
    const headers = added.map((value): Record<string, string> => ({ 'X-Forwarded-For': value }))
    for (const each of [{}, ...headers]) {
      arrived = []
      await open(shop, each)
      assert.equal(arrived.length, 1)
      assert.match(arrived[0]?.join('|') ?? '', SOCKET, JSON.stringify(each))
    }
  })

  // Proves: forged-address
  it('lets nobody escape a limit of Sepet by another address in each request', async t => {
    const service = await startService('sqlite', { TRUST_PROXY: '127.0.0.1', SESSION_RATE_LIMIT: '2' })
    t.after(() => service.stop())
    const statusesOf = async (env: NodeJS.ProcessEnv) => {
      const shop = await startShop({ SEPET_URL: service.url, ...env })
      t.after(() => shop.stop())
      // All at once: none comes after the minute of another one.
      const answers = [1, 2, 3, 4].map(n => open(shop, { 'X-Forwarded-For': `203.0.113.${n}` }))
      return (await Promise.all(answers)).map(({ status }) => status).sort()
    }
    assert.deepEqual(await statusesOf({}), [200, 200, 429, 429])
    assert.deepEqual(await statusesOf({ TRUST_PROXY: '1' }), [200, 200, 200, 200])
  })

  it('is refused as a setting unless TRUST_PROXY is a number of proxies', async () => {
    for (const TRUST_PROXY of ['true', '-1', '1.5', '01', '100', '10.0.0.0/8', ' 1', 'Infinity']) {
      const { status, output } = await runExampleShop({ SEPET_ADMIN_TOKEN, TRUST_PROXY })
      const sentence = 'TRUST_PROXY must be the number of proxies in front of the web shop, from 0 to 99.\n'
      assert.deepEqual([status, output], [1, sentence], TRUST_PROXY)
    }
  })
})
