/** Requests to the consuming endpoint that are too long or malformed: each is a redirect to the default path, without effect. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { HANDOFF } from '../../src/api-paths.ts'
import { engines } from '../support/database/engines.ts'
import { type RawAnswer, sendBytes, sendPieces } from '../support/http/raw-http.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { consumeHandoff, cookieOf, issueHandoff, sessionOf, signIn } from '../support/web-checkout/checkout.ts'

const FALLBACK = '/hesap'
const LONG = 'x'.repeat(20_000)
/** Bytes of more than one packet. */
const ENDLESS = 'x'.repeat(300_000)

/** A request as text, of which each character is one byte. */
type Malformed = (link: string, cookie: string) => string

const request = (line: string, ...fields: string[]) => [line, ...fields, '', ''].join('\r\n')
const get = (target: string, ...fields: string[]) => request(`GET ${target} HTTP/1.1`, 'Host: shop', ...fields)
const chunked = 'Transfer-Encoding: chunked'

const tooLong: Record<string, Malformed> = {
  'with a token of 20 kB': (link, cookie) => get(`${link}${LONG}`, cookie),
  'with a token of 300 kB': (link, cookie) => get(`${link}${ENDLESS}`, cookie),
  'with a query of 20 kB behind the token': (link, cookie) => get(`${link}&x=${LONG}`, cookie),
  'in the absolute form, with a query of 20 kB': (link, cookie) => get(`http://shop.example${link}&x=${LONG}`, cookie),
  'with a cookie of 20 kB': (link, cookie) => get(link, `${cookie}; x=${LONG}`),
  'with a thousand headers of 20 bytes': (link, cookie) =>
    get(link, cookie, ...Array(1_000).fill('X-A: xxxxxxxxxxxxxxx')),
  'with a header name of 20 kB': (link, cookie) => get(link, cookie, `${LONG}: x`),
}

const unreadable: Record<string, Malformed> = {
  'with raw bytes in the query': (link, cookie) => get(`${link}\xff\xfe\x01`, cookie),
  'with a space in the query': (link, cookie) => get(`${link} x`, cookie),
  'with a tab in the query': (link, cookie) => get(`${link}\tx`, cookie),
  'with NUL in a header': (link, cookie) => get(link, cookie, 'X-A: a\0b'),
  'with a header that has no colon': (link, cookie) => get(link, cookie, 'nonsense'),
  'with a folded header': (link, cookie) => get(link, cookie, 'X-A: a\r\n b'),
  'with line feeds alone': (link, cookie) => get(link, cookie).replaceAll('\r\n', '\n'),
  'with two lengths': (link, cookie) => get(link, cookie, 'Content-Length: 0', 'Content-Length: 1'),
  'with a length that is no number': (link, cookie) => get(link, cookie, 'Content-Length: many'),
  'with a length and a transfer coding': (link, cookie) => get(link, cookie, 'Content-Length: 3', chunked),
  'with an unknown transfer coding': (link, cookie) => get(link, cookie, 'Transfer-Encoding: gzip'),
  'with CONNECT': (link, cookie) => request(`CONNECT ${link} HTTP/1.1`, 'Host: shop', cookie),
  'with CONNECT in the absolute form': (link, cookie) =>
    request(`CONNECT http://shop${link} HTTP/1.1`, 'Host: shop', cookie),
  'of an unknown version': (link, cookie) => request(`GET ${link} HTTP/9.9`, 'Host: shop', cookie),
  'with an escaped letter in the path, and NUL in a header': (link, cookie) =>
    get(link.replace('handoff', '%68andoff'), cookie, 'X-A: \0'),
}

/** The parser fails at the first byte, so that the path must be in the first packet. */
const unknownMethods: Record<string, Malformed> = {
  'with an unknown method': (link, cookie) => request(`FOO ${link} HTTP/1.1`, 'Host: shop', cookie),
  'with a method in lower case': (link, cookie) => request(`get ${link} HTTP/1.1`, 'Host: shop', cookie),
  'after empty lines, with an unknown method': (link, cookie) => `\r\n\r\n${request(`FOO ${link} HTTP/1.1`, cookie)}`,
}

const withContent: Record<string, Malformed> = {
  'with chunks that cannot be read': (link, cookie) => `${get(link, cookie, chunked)}zzz\r\n\r\n`,
  'with a chunk that cannot be read after one that can': (link, cookie) =>
    `${get(link, cookie, chunked)}3\r\nabc\r\nzzz\r\n`,
  'with trailers that cannot be read': (link, cookie) => `${get(link, cookie, chunked)}0\r\nnonsense\r\n\r\n`,
  'with content': (link, cookie) => `${get(link, cookie, 'Content-Length: 2', 'Connection: close')}{}`,
}

const parsed: Record<string, Malformed> = {
  'with a second token': (link, cookie) => get(`${link}&t=x`, cookie, 'Connection: close'),
  'with an escape in the query that is not UTF-8': (link, cookie) => get(`${link}%zz`, cookie, 'Connection: close'),
  'without Host': (link, cookie) => request(`GET ${link} HTTP/1.1`, cookie, 'Connection: close'),
  'with an empty Host': (link, cookie) => request(`GET ${link} HTTP/1.1`, 'Host:', cookie, 'Connection: close'),
  'with several Hosts': (link, cookie) => get(link, 'Host: other', cookie, 'Connection: close'),
  'with a target of another host': (link, cookie) => get(`http://other${link}`, cookie, 'Connection: close'),
}

const all = { ...tooLong, ...unreadable, ...unknownMethods, ...withContent, ...parsed }

for (const engine of engines) {
  describe(`consuming a handoff on ${engine}`, () => {
    let service: TestService
    let member: string
    let session: string
    before(async () => {
      service = await startService(engine, { DEFAULT_RETURN_PATH: FALLBACK })
      member = await service.token('member', { id: String(ids.member) })
      session = await signIn(service, await service.token('guest'))
    })
    after(() => service.stop())

    async function assertWithoutEffect(
      malformed: Malformed,
      send: (text: Buffer) => Promise<RawAnswer>,
    ): Promise<void> {
      const { token } = await issueHandoff(service, member, { returnPath: '/odeme' })
      const text = malformed(`${HANDOFF}?t=${token}`, `Cookie: ${session}`)
      assertRedirected(await send(Buffer.from(text, 'latin1')))
      assert.equal((await sessionOf(service, session)).identity, 'guest')
      const later = await consumeHandoff(service, token)
      assert.deepEqual([later.headers.get('location'), typeof cookieOf(later)], ['/odeme', 'string'])
    }

    for (const [name, malformed] of Object.entries(all)) {
      it(`${name} is a redirect to the default path, and the link and the session stay`, () =>
        assertWithoutEffect(malformed, bytes => sendBytes(service.url, bytes)))
    }

    for (const [name, malformed] of Object.entries({ ...tooLong, ...unreadable })) {
      it(`${name} is the same redirect when it arrives in pieces`, () =>
        assertWithoutEffect(malformed, bytes => sendPieces(service.url, cut(bytes))))
    }
  })
}

describe('a request that cannot be parsed', () => {
  let service: TestService
  before(async () => {
    service = await startService('sqlite', { PUBLIC_URL: 'https://shop.example' })
  })
  after(() => service.stop())

  const send = (...texts: string[]) => sendBytes(service.url, Buffer.from(texts.join(''), 'latin1'))
  const statusesOf = ({ status, body }: RawAnswer) => [
    status,
    ...(body.match(/(?<=HTTP\/1\.1 )\d{3}/g) ?? []).map(Number),
  ]

  it('has the security headers of every response on the path of the handoff', async () => {
    const [malformed, regular] = [
      await send(get(`${HANDOFF}?t=${LONG}`)),
      await send(get(`${HANDOFF}?t=x`, 'Connection: close')),
    ]
    const own = ['date', 'x-request-id', 'connection', 'keep-alive']
    const fieldsOf = ({ headers }: RawAnswer) =>
      Object.entries(headers)
        .filter(([name]) => !own.includes(name))
        .sort()
    assert.deepEqual(fieldsOf(malformed), fieldsOf(regular))
    assert.equal(malformed.headers['strict-transport-security'], 'max-age=31536000')
  })

  it('is answered with an error document on every other path', async () => {
    for (const path of [
      '/',
      '/api',
      `${HANDOFF}s`,
      `${HANDOFF}/`,
      `/x${HANDOFF}`,
      `${HANDOFF}%`,
      `/?${HANDOFF}`,
      '*',
    ]) {
      assert.equal(errorOf(await send(get(path, `X-A: ${LONG}`))), '431 headers_too_large', path)
      assert.equal(errorOf(await send(get(path, `X-A: ${HANDOFF}\0`))), '400 malformed_request', path)
    }
    for (const bytes of [`\x16\x03\x01 ${HANDOFF}`, `${HANDOFF}?t=x\r\n\r\n`, `GET\r\n${HANDOFF} HTTP/1.1\r\n\r\n`]) {
      assert.equal(errorOf(await send(bytes)), '400 malformed_request', JSON.stringify(bytes))
    }
  })

  it('is answered after the response to the request before it on the connection', async () => {
    const bad = request(`FOO ${HANDOFF}?t=x HTTP/1.1`, 'Host: shop')
    const cart = get('/api/v3/storefront/2026-01/cart', `Authorization: Bearer ${await service.token('guest')}`)
    assert.deepEqual(statusesOf(await send(cart, bad)), [200, 302])
    assert.deepEqual(statusesOf(await send(cart, cart, get('/', 'nonsense'))), [200, 200, 400])
    assert.deepEqual(statusesOf(await send(get(HANDOFF), '\x16\x03\x01garbage\r\n\r\n')), [302, 400])
    assert.deepEqual(statusesOf(await send(get(HANDOFF), get('/', 'Transfer-Encoding: gzip'))), [302, 400])
  })

  // Proves: broken-link-request
  it('leaves the handoff before it on the connection consumed, and its session with the client', async () => {
    const member = await service.token('member', { id: String(ids.member) })
    const { token } = await issueHandoff(service, member, { returnPath: '/odeme' })
    const { status, headers } = await send(get(`${HANDOFF}?t=${token}`), 'garbage\r\n\r\n')
    assert.deepEqual([status, headers.location], [302, '/odeme'])
    const [cookie] = headers['set-cookie']?.split(';') ?? []
    assert.equal((await sessionOf(service, cookie)).identity, 'member')
  })

  it('gets no response after a request that closes the connection', async () => {
    assert.deepEqual(statusesOf(await send(get(HANDOFF, 'Connection: close'), 'garbage\r\n\r\n')), [302])
  })

  // Proves: broken-link-request
  it('gets no second response when its body fails after the response', async () => {
    const head = Buffer.from(get(HANDOFF, chunked))
    assert.deepEqual(statusesOf(await sendPieces(service.url, [head, Buffer.from('zzz\r\n\r\n')])), [302])
  })

  it('is counted by no limit, so that the limit of the path stays for readable requests', async () => {
    const limited = await startService('sqlite', { HANDOFF_RATE_LIMIT: '2' })
    for (let n = 0; n < 5; n++)
      assertRedirected(await sendBytes(limited.url, Buffer.from(get(`${HANDOFF}?t=${LONG}`))), '/sepet')
    for (const status of [302, 302, 429]) assert.equal((await limited.call('GET', `${HANDOFF}?t=x`)).status, status)
    await limited.stop()
  })
})

function assertRedirected({ status, headers, body }: RawAnswer, location = FALLBACK): void {
  assert.deepEqual([status, headers.location, body], [302, location, ''])
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.match(headers['x-request-id'] ?? '', /^[\w.-]{16,64}$/)
  assert.equal(headers['set-cookie'], undefined)
}

function errorOf({ status, headers, body }: RawAnswer): string {
  assert.deepEqual([headers['content-type'], headers.location], ['application/json', undefined])
  return `${status} ${(JSON.parse(body) as { errors: { code: string }[] }).errors[0]?.code}`
}

/** Cuts bytes within the method, within the path, and in every 5,000 of the rest. */
function cut(bytes: Buffer): Buffer[] {
  const places = [0, 2, 30, 60]
  for (let at = 100; at < bytes.length; at += 5_000) places.push(at)
  return places.map((at, n) => bytes.subarray(at, places[n + 1])).filter(({ length }) => length > 0)
}
