/** Budget of a client network: requests weighted by the lines of carts, refused before the token is looked at. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CUSTOMERS } from '../../src/api-paths.ts'
import { fillCart, refusalsOf } from '../support/cart/cart.ts'
import { from, newAddress } from '../support/http/networks.ts'
import { sendContinued } from '../support/http/raw-http.ts'
import { ids, product, shopFile } from '../support/import/shop-file.ts'
import { sample } from '../support/ops/metrics.ts'
import { type Call, startService, type TestService } from '../support/service/service.ts'
import { actFor, signIn } from '../support/web-checkout/checkout.ts'

const LIMIT = 10
const FIRST = 1_000
const lineIds = (count: number) => Array.from({ length: count }, (_, n) => FIRST + n)

describe('the budget of a client network', () => {
  let service: TestService
  let limited: TestService
  before(async () => {
    service = await startService('sqlite', { TRUST_PROXY: '1' })
    await service.importShop(shopFile({ products: lineIds(500).map(id => product({ id })) }))
    limited = await service.startPeer({ NETWORK_RATE_LIMIT: String(LIMIT) })
  })
  after(async () => {
    await limited.stop()
    await service.stop()
  })

  const statusOf = async (call: Call, on = limited) => (await on.call('GET', '/cart', call)).status
  /** Sends requests until one is refused. @returns the number before it */
  async function passing(send: () => Promise<number>, most = 3 * LIMIT): Promise<number> {
    for (let n = 0; n < most; n++) if ((await send()) === 429) return n
    return most
  }
  const guestWith = async (lines: number) => {
    const token = await service.token('guest')
    await fillCart(service, token, lineIds(lines))
    return token
  }

  it('counts the requests of all tokens and addresses of a network, and of no other', async () => {
    const headers = from('2001:db8:1:1::1')
    assert.equal(await passing(async () => statusOf({ token: await service.token('guest'), headers })), LIMIT)
    const token = await service.token('guest')
    assert.equal(await statusOf({ token, headers: from('2001:db8:1:1:ffff::2') }), 429)
    assert.equal(await statusOf({ token, headers: from('2001:db8:1:2::1') }), 200)
  })

  // Proves: rotated-networks
  it('counts the /64 networks of one /48 together at eight times the number, with the weights of their carts', async () => {
    const sendFrom = async (site: string, token: string) => {
      let n = 0
      return passing(() => statusOf({ token, headers: from(`${site}:${(++n).toString(16)}::1`) }), 10 * LIMIT)
    }
    assert.equal(await sendFrom('2001:db8:2', 'x'), 8 * LIMIT)
    assert.equal(await statusOf({ token: 'x', headers: from('2001:db8:3::1') }), 401)
    assert.equal(await sendFrom('2001:db8:4', await guestWith(100)), (8 * LIMIT) / 5)
    const peer = await service.startPeer({ NETWORK_RATE_LIMIT: String(LIMIT), IPV6_SITE_FACTOR: '0' })
    for (let n = 0; n < 10 * LIMIT; n++) {
      assert.equal(await statusOf({ token: 'x', headers: from(`2001:db8:2:${n}::1`) }, peer), 401)
    }
    await peer.stop()
  })

  it('refuses with Retry-After before the token is looked at', async () => {
    const headers = from()
    await passing(() => statusOf({ token: 'x', headers }))
    const answer = await limited.call('GET', '/cart', { token: 'x', headers })
    assert.deepEqual(refusalsOf(answer), ['429 rate_limited'])
    const seconds = Number(answer.headers.get('retry-after'))
    assert.ok(seconds > 0 && seconds <= 60, String(seconds))
  })

  // Proves: client-flood
  it('weighs a request 1, and 1 more for each 25 lines of its cart', async () => {
    for (const [lines, most] of [
      [24, LIMIT],
      [25, LIMIT / 2],
      [100, LIMIT / 5],
      [500, 1],
    ] as const) {
      const call = { token: await guestWith(lines), headers: from() }
      assert.equal(await passing(() => statusOf(call)), most, `${lines} lines`)
    }
  })

  it('weighs requests of every endpoint that prices the cart', async () => {
    const token = await guestWith(250)
    const [itemId = ''] = itemIdsOf(await service.call('GET', '/cart', { token }))
    const writes: [method: string, path: string, body?: object][] = [
      ['POST', '/cart-items', { productId: FIRST, quantity: 1 }],
      ['PATCH', `/cart-items/${itemId}`, { quantity: 2 }],
      ['POST', '/cart/coupon', { couponCode: 'YOK' }],
      ['DELETE', '/cart/coupon'],
    ]
    for (const [method, path, body] of writes) {
      const headers = from()
      assert.notEqual((await limited.call(method, path, { token, headers, body })).status, 429, `${method} ${path}`)
      assert.equal(await statusOf({ token, headers }), 429, `${method} ${path}`)
    }
  })

  it('weighs a write whose body comes after its head by the cart, too', async () => {
    const token = await guestWith(250)
    const address = newAddress()
    const body = JSON.stringify({ productId: FIRST, quantity: 1 })
    const [path, host] = ['/api/v3/storefront/2026-01/cart-items', new URL(limited.url).host]
    const fields = [
      `Host: ${host}`,
      'Connection: close',
      `Authorization: Bearer ${token}`,
      `X-Forwarded-For: ${address}`,
    ]
    const type = ['Content-Type: application/json', `Content-Length: ${body.length}`, 'Expect: 100-continue']
    const head = `${[`POST ${path} HTTP/1.1`, ...fields, ...type].join('\r\n')}\r\n\r\n`
    const { status } = await sendContinued(limited.url, head, body)
    assert.equal(status, 201)
    assert.equal(await statusOf({ token, headers: from(address) }), 429)
  })

  it('weighs refused requests 1: without a token, with an invalid one or body, and for an unknown path', async () => {
    const token = await service.token('guest')
    const sends: ((headers: Record<string, string>) => Promise<number>)[] = [
      headers => statusOf({ headers }),
      headers => statusOf({ token: 'x.y.z', headers }),
      async headers => (await limited.call('POST', '/cart-items', { token, headers, body: { quantity: 'x' } })).status,
      async headers => (await limited.call('GET', '/api/v3/storefront/unknown', { token, headers })).status,
    ]
    for (const send of sends) {
      const headers = from()
      assert.equal(await passing(() => send(headers)), LIMIT)
    }
  })

  it('does not count what it refuses, nor what another limit refuses', async () => {
    const peer = await service.startPeer({ NETWORK_RATE_LIMIT: String(LIMIT), CART_RATE_LIMIT: '1' })
    const [token, headers] = [await service.token('guest'), from()]
    assert.equal(await statusOf({ token, headers }, peer), 200)
    for (let n = 0; n < 2 * LIMIT; n++) assert.equal(await statusOf({ token, headers }, peer), 429)
    const others = passing(async () => statusOf({ token: await service.token('guest'), headers }, peer))
    assert.equal(await others, LIMIT - 1)
    await peer.stop()
  })

  it('counts no probe, no metrics, no administrator, and no loopback address', async () => {
    const headers = from()
    const admin = await service.token('admin')
    await passing(() => statusOf({ headers }))
    for (const path of ['/health/live', '/health/ready', '/metrics', CUSTOMERS]) {
      assert.equal(
        (await limited.call('GET', path, { token: path === CUSTOMERS ? admin : '', headers })).status,
        200,
        path,
      )
    }
    for (const address of ['127.0.0.1', '::1']) {
      assert.equal(await passing(() => statusOf({ headers: from(address) })), 3 * LIMIT)
    }
  })

  it('weighs the requests of a token that acts for a session on the network that the session was begun from', async () => {
    const [browser, shop] = [newAddress(), newAddress()]
    const owner = await service.token('member', { id: String(ids.member) })
    const token = await actFor(limited, await signIn(limited, owner, from(browser)))
    const spent = 1
    assert.equal(await passing(() => statusOf({ token, headers: from(shop) })), LIMIT - spent)
    assert.equal(await statusOf({ token: owner, headers: from(browser) }), 429)
    assert.equal(await passing(() => statusOf({ token: owner, headers: from(shop) })), LIMIT)
  })

  it('is counted by each instance for itself, and switched off by 0', async () => {
    const peer = await service.startPeer({ NETWORK_RATE_LIMIT: String(LIMIT) })
    const headers = from()
    for (const each of [limited, peer]) assert.equal(await passing(() => statusOf({ headers }, each)), LIMIT)
    assert.equal(await passing(() => statusOf({ headers }, service)), 3 * LIMIT)
    await peer.stop()
  })

  it('is counted in the metrics', async () => {
    const name = 'sepet_rate_limited_total{limit="network"}'
    const before = await sample(limited, name)
    const headers = from()
    await passing(() => statusOf({ headers }))
    await statusOf({ headers })
    assert.equal(await sample(limited, name), Number(before) + 2)
  })
})

function itemIdsOf({ json }: { json: unknown }): string[] {
  return (json as { included: { type: string; id: string }[] }).included.map(({ id }) => id)
}
