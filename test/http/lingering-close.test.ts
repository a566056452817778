/** Responses to requests whose body is not read: a client that sends all of it before it reads gets the response. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, it, mock } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { CUSTOMERS, IMPORTS, STOREFRONT } from '../../src/api-paths.ts'
import { MEGABYTE } from '../../src/units.ts'
import { cartOf } from '../support/cart/cart.ts'
import { connectSlowly } from '../support/http/slow-client.ts'
import { sendThenRead } from '../support/http/unread-upload.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

/** More than the kernels of both sides keep for a connection, and than the largest import. */
const LARGE = 70

describe('a client that sends a large body before it reads', () => {
  let shop: TestService
  let guest: string
  let admin: string
  before(async () => {
    shop = await startService('sqlite')
    guest = await shop.token('guest')
    admin = await shop.token('admin', { scope: 'customers:write catalogue:write' })
    // It has five seconds for its body after the response; a busy machine may spend them on other programs.
    mock.timers.enable({ apis: ['setTimeout'] })
  })
  after(() => {
    mock.timers.reset()
    return shop.stop()
  })

  /** @returns the head of a POST */
  const headOf = (path: string, ...fields: string[]) =>
    `${[`POST ${path} HTTP/1.1`, 'Host: shop', ...fields].join('\r\n')}\r\n\r\n`
  const length = `Content-Length: ${LARGE * MEGABYTE}`
  const add = (token: string, ...fields: string[]) =>
    headOf(`${STOREFRONT}/cart-items`, `Authorization: Bearer ${token}`, 'Content-Type: application/json', ...fields)
  const statusOf = (answer: string) => answer.slice(9, 12)

  // Proves: slow-client
  it('gets 413, whatever the limit of the path', async () => {
    assert.match(await sendThenRead(shop.url, add(guest, length), LARGE), /^HTTP\/1\.1 413 .*"payload_too_large"/s)
    const bearer = `Authorization: Bearer ${admin}`
    for (const path of [CUSTOMERS, IMPORTS]) {
      const head = headOf(path, bearer, 'Content-Type: application/json', 'Connection: close', length)
      assert.equal(statusOf(await sendThenRead(shop.url, head, LARGE)), '413', path)
    }
  })

  it('gets 413 in chunks, too', async () => {
    const head = `${add(guest, 'Transfer-Encoding: chunked')}${(LARGE * MEGABYTE).toString(16)}\r\n`
    assert.equal(statusOf(await sendThenRead(shop.url, head, LARGE, '\r\n0\r\n\r\n')), '413')
  })

  it('gets the response that depends on the head alone, when it asks to close the connection, or is of HTTP/1.0', async () => {
    const type = 'Content-Type: text/plain'
    const heads = [
      ['401', headOf(IMPORTS, 'Connection: close', length)],
      ['401', headOf(IMPORTS, `Authorization: Bearer ${guest}`, 'Connection: close', length)],
      ['404', headOf('/nothing', 'Connection: close', length, type)],
      ['401', headOf(IMPORTS, length).replace('HTTP/1.1', 'HTTP/1.0')],
      ['400', headOf(IMPORTS, 'Connection: close', length).replace('Host: shop\r\n', '')],
      ['431', headOf(IMPORTS, length, `X-Long: ${'x'.repeat(20_000)}`)],
    ] as const
    for (const [status, head] of heads) assert.equal(statusOf(await sendThenRead(shop.url, head, LARGE)), status, head)
  })

  it('gets no response to a request after it, which has no effect', async () => {
    const token = await shop.token('guest')
    const body = JSON.stringify({ productId: ids.plain, quantity: 1 })
    const next = `${add(token, `Content-Length: ${body.length}`)}${body}`
    const answer = await sendThenRead(shop.url, add(token, length), LARGE, next)
    assert.deepEqual(answer.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 413'])
    assert.equal(cartOf(await shop.call('GET', '/cart', { token })).data.attributes.totalQuantity, 0)
  })

  // Proves: slow-client
  it('is cut off after 128 MB more', async () => {
    const head = add(guest, `Content-Length: ${1_000 * MEGABYTE}`)
    await assert.rejects(sendThenRead(shop.url, head, 1_000), { syscall: 'write' })
  })
})

describe('a client that sends a body slowly after its response', () => {
  // Proves: slow-client
  it('is cut off after five seconds', async t => {
    const shop = await startService('sqlite')
    try {
      const head = [
        `POST ${STOREFRONT}/cart-items HTTP/1.1`,
        `Authorization: Bearer ${await shop.token('guest')}`,
        'Host: shop',
        'Content-Type: application/json',
        `Content-Length: ${1_000 * MEGABYTE}`,
      ]
      t.mock.timers.enable({ apis: ['setTimeout'] })
      const client = await connectSlowly(shop.url, { first: `${head.join('\r\n')}\r\n\r\n` })
      await client.cut
      assert.match(client.heard(), /^HTTP\/1\.1 413 /)
      assert.equal(client.socket.destroyed, false)
      t.mock.timers.tick(5_000)
      // A client learns of it by sending.
      for (; client.socket.writable; await setImmediate()) client.socket.write('x')
      await client.gone
    } finally {
      t.mock.timers.reset()
      await shop.stop()
    }
  })

  it('has no effect after 408, though the rest of its body still arrives', async t => {
    const shop = await startService('sqlite')
    try {
      const token = await shop.token('guest')
      const body = JSON.stringify({ productId: ids.plain, quantity: 1 })
      const head = [
        `POST ${STOREFRONT}/cart-items HTTP/1.1`,
        `Authorization: Bearer ${token}`,
        'Host: shop',
        'Content-Type: application/json',
        'Expect: 100-continue',
        `Content-Length: ${body.length}`,
      ]
      t.mock.timers.enable({ apis: ['setTimeout'] })
      const client = await connectSlowly(shop.url, { first: `${head.join('\r\n')}\r\n\r\n` })
      while (!client.heard().includes('100 Continue')) await once(client.socket, 'data')
      t.mock.timers.tick(30_000)
      await client.cut
      assert.match(client.heard(), /HTTP\/1\.1 408 /)
      client.socket.end(body)
      await client.gone
      t.mock.timers.reset()
      assert.equal(cartOf(await shop.call('GET', '/cart', { token })).data.attributes.totalQuantity, 0)
    } finally {
      t.mock.timers.reset()
      await shop.stop()
    }
  })
})
