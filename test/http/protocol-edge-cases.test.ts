/** Protocol edge cases: requests that Node.js or a plugin answers without a body, with a misleading status, or not at all. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { STOREFRONT } from '../../src/api-paths.ts'
import { type RawAnswer, sendBytes, sendRaw } from '../support/http/raw-http.ts'
import { ownTimeOf } from '../support/runner/process-clock.ts'
import { startService, type TestService } from '../support/service/service.ts'

const LIVE = '/health/live'

describe('a request', () => {
  let service: TestService
  before(async () => {
    service = await startService('sqlite')
  })
  after(() => service.stop())

  const send = (...lines: string[]) => sendBytes(service.url, Buffer.from(`${lines.join('\r\n')}\r\n\r\n`))

  it('without Host is answered with 400 and an error document, except in HTTP/1.0, where Host is optional', async () => {
    const answer = await send(`GET ${LIVE} HTTP/1.1`, 'Connection: close')
    assert.equal(refusalOf(answer), '400 malformed_request')
    assert.equal((await send(`GET ${LIVE} HTTP/1.0`)).status, 200)
  })

  // Proves: one-host
  it('with several Host headers, an empty one, or a target of another host is answered with 400, in HTTP/1.0 too', async () => {
    const unclear = [
      [`GET ${LIVE}`, 'Host: shop', 'Host: other'],
      [`GET ${LIVE}`, 'Host: shop', 'hOST: shop'],
      [`GET ${LIVE}`, 'Host: shop', 'Host:'],
      [`GET ${LIVE}`, 'Host:'],
      [`GET ${LIVE}`, 'Host: \t '],
      [`GET http://shop${LIVE}`, 'Host: other'],
      [`GET http://shop:8080${LIVE}`, 'Host: shop'],
      [`GET http://shop@other${LIVE}`, 'Host: shop'],
      [`GET http://${LIVE}`, 'Host: shop'],
      ['POST /nothing', 'Host: shop', 'Host: other', 'Content-Length: 1', '', 'x'],
    ]
    for (const [target = '', ...headers] of unclear) {
      for (const version of ['1.0', '1.1']) {
        const answer = await send(`${target} HTTP/${version}`, 'Connection: close', ...headers)
        assert.equal(refusalOf(answer), '400 malformed_request', `${target} ${headers} in HTTP/${version}`)
      }
    }
  })

  it('with a target in absolute form is answered where Host names the same host', async () => {
    for (const [host = '', target = ''] of [
      ['shop:8080', 'http://shop:8080'],
      ['SHOP', 'http://shop:80'],
      ['shop:443', 'HTTPS://Shop'],
      ['[::1]:8080', 'http://[::1]:8080'],
    ]) {
      const { status } = await send(`GET ${target}${LIVE} HTTP/1.1`, `Host: ${host}`, 'Connection: close')
      assert.equal(status, 200, target)
    }
    assert.equal((await send(`GET http://shop${LIVE} HTTP/1.0`)).status, 200)
  })

  it('with CONNECT is answered with 400 and an error document', async () => {
    assert.equal(refusalOf(await send('CONNECT db.example:5432 HTTP/1.1', 'Host: x')), '400 malformed_request')
  })

  it('with CONNECT does not stop the service when the connection is reset before the response', async () => {
    for (let round = 0; round < 50; round++) await cutTunnel(service.url)
    assert.equal((await service.call('GET', LIVE)).status, 200)
  })

  it('with CONNECT does not delay the stop of the service when the client keeps its side open', async () => {
    const other = await startService('sqlite')
    const { hostname, port } = new URL(other.url)
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
    socket.write(`CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n${'x'.repeat(1000)}`)
    await once(socket, 'data')
    const tookMs = await ownTimeOf(() => other.stop())
    assert.ok(tookMs < 20_000, `${tookMs} ms`)
    socket.destroy()
  })

  it('with an unknown Expect header is answered as without it', async () => {
    const headers = { Expect: 'a-miracle' }
    const { status, body } = await sendRaw(service.url, { method: 'GET', path: LIVE, headers })
    assert.deepEqual([status, body], [200, '{"status":"ok"}'])
  })

  it('with an invalid path and an invalid transfer coding is answered once', async () => {
    const answer = await send(`GET ${LIVE}% HTTP/1.1`, 'Host: x', 'Transfer-Encoding: gzip')
    assert.equal(refusalOf(answer), '400 malformed_request')
  })

  it('in the asterisk form is answered with 404 unless it is OPTIONS, also with a query', async () => {
    for (const target of ['*', '*?include=group', '*/health/live']) {
      assert.equal(refusalOf(await send(`GET ${target} HTTP/1.1`, 'Host: x', 'Connection: close')), '404 not_found')
    }
  })

  it('to an unknown path is answered with 404, with any body', async () => {
    for (const type of ['text/xml', 'application/json']) {
      const body = Buffer.from('<'.repeat(1_000))
      const request = { method: 'POST', path: `${STOREFRONT}/nothing`, headers: { 'Content-Type': type }, body }
      assert.equal(refusalOf(await sendRaw(service.url, request)), '404 not_found')
    }
  })

  it('for an image is answered with 412 when If-Match fails, and with the whole image when it has a Range', async () => {
    const get = (headers: Record<string, string>) =>
      sendRaw(service.url, { method: 'GET', path: '/images/placeholder.png', headers })
    assert.equal(refusalOf(await get({ 'If-Match': '"another"' })), '412 precondition_failed')
    for (const Range of ['bytes=0-9', 'bytes=999999-']) {
      const whole = await get({ Range })
      assert.deepEqual([whole.status, whole.headers['content-type']], [200, 'image/png'])
    }
  })
})

/** Sends CONNECT and resets the connection. */
function cutTunnel(url: string): Promise<void> {
  const { hostname, port } = new URL(url)
  return new Promise(resolve => {
    const socket = connect(Number(port), hostname, () => {
      socket.write('CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', () => socket.resetAndDestroy())
    })
    socket.on('close', () => resolve()).on('error', () => {})
  })
}

function refusalOf({ status, headers, body }: RawAnswer): string {
  assert.equal(headers['content-type'], 'application/json')
  const { errors } = JSON.parse(body) as { errors: { status: string; code: string }[] }
  assert.equal(errors[0]?.status, String(status))
  return `${status} ${errors[0]?.code}`
}
