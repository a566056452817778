/** The transports of the agents' door: REST and MCP ask the same operations, and give the same answers and errors. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { OperationName } from '../../src/ucp/operation.ts'
import { sendBytes, sendRaw } from '../support/http/raw-http.ts'
import { ask, TRANSPORTS } from '../support/ucp/ask.ts'
import { type Door, startDoor, type ToyCall, toyOperations } from '../support/ucp/door.ts'
import { type AgentPlatform, listing, startPlatform } from '../support/ucp/platform.ts'
import { assertConforms } from '../support/ucp/schemas.ts'

const NAMES: OperationName[] = [
  'create_cart',
  'get_cart',
  'update_cart',
  'cancel_cart',
  'search_catalog',
  'lookup_catalog',
  'get_product',
]

describe('an operation of the agents’ door', () => {
  const calls: ToyCall[] = []
  let door: Door
  let platform: AgentPlatform
  before(async () => {
    platform = await startPlatform()
    door = await startDoor({ operations: toyOperations(calls), env: listing(platform) })
  })
  after(async () => {
    await door.stop()
    await platform.stop()
  })

  for (const name of NAMES) {
    it(`is asked the same over REST and MCP, and answers the same: ${name}`, async () => {
      const { profile } = platform
      const body = { line_items: [{ quantity: 5 }], text: 'ş' }
      const hasBody = !['get_cart', 'cancel_cart'].includes(name)
      const question = { id: 'abc', profile, ...(hasBody && { body }), idempotencyKey: name }
      const [rest, mcp] = await Promise.all(TRANSPORTS.map(transport => ask(door, transport, name, question)))
      assert.deepEqual([rest?.json, rest?.code], [mcp?.json, mcp?.code])
      assert.deepEqual([rest?.status, mcp?.status], [name === 'create_cart' ? 201 : 200, 200])
      const [first, second] = calls.splice(0)
      assert.deepEqual(first, second)
      assert.deepEqual(first?.asked.body, hasBody ? body : {})
      assert.equal(first?.asked.id, name.includes('_cart') && name !== 'create_cart' ? 'abc' : undefined)
      assert.equal(first?.key, ['create_cart', 'update_cart', 'cancel_cart'].includes(name) ? name : undefined)
    })
  }

  it('says by a header over either transport that an earlier answer is repeated', async () => {
    for (const transport of TRANSPORTS) {
      const question = {
        profile: platform.profile,
        body: {},
        idempotencyKey: `again over ${transport}`.replaceAll(' ', '-'),
      }
      const replayed = async () =>
        (await ask(door, transport, 'create_cart', question)).headers.get('idempotency-replayed')
      assert.deepEqual([await replayed(), await replayed()], [null, 'true'])
    }
  })

  it('refuses idempotency keys of another form, and does not read them where nothing is written', async () => {
    calls.length = 0
    for (const idempotencyKey of ['', 'a b', 'x'.repeat(256), 'é']) {
      for (const transport of TRANSPORTS) {
        if (transport === 'REST' && idempotencyKey === 'é') continue
        const told = await ask(door, transport, 'create_cart', { profile: platform.profile, body: {}, idempotencyKey })
        assert.deepEqual([told.status, told.code], [400, 'invalid_request'], JSON.stringify(idempotencyKey))
        const read = await ask(door, transport, 'get_cart', { id: 'x', profile: platform.profile, idempotencyKey })
        assert.equal(read.status, 200)
      }
    }
    assert.deepEqual(new Set(calls.map(({ name }) => name)), new Set(['get_cart']))
  })

  it('is unknown to a defect: 500 without a word of its cause, under the id of the message', async () => {
    const told = await Promise.all(
      TRANSPORTS.map(transport => ask(door, transport, 'get_cart', { id: 'broken', profile: platform.profile })),
    )
    for (const { status, code, json, rpcCode } of told) {
      assert.deepEqual([status, code, rpcCode ?? -32603], [500, 'internal_error', -32603])
      assert.ok(!JSON.stringify(json).includes('secret'))
    }
  })

  it('has its answers counted by outcome, over both transports', async () => {
    for (const transport of TRANSPORTS) {
      await ask(door, transport, 'get_product', { profile: platform.profile, body: {} })
      await ask(door, transport, 'update_cart', { id: 'unknown', profile: platform.profile, body: {} })
      await ask(door, transport, 'search_catalog', { body: {} })
    }
    const counted = (operation: string, outcome: string) =>
      door.metric(`sepet_ucp_requests_total{operation="${operation}",outcome="${outcome}"}`)
    assert.equal(await counted('update_cart', 'error'), 2)
    assert.equal(await counted('search_catalog', 'invalid_profile_url'), 2)
    assert.ok(Number(await counted('get_product', 'ok')) >= 2)
  })

  it('answers in JSON that is not stored, also where it refuses', async () => {
    for (const transport of TRANSPORTS) {
      for (const profile of [platform.profile, undefined]) {
        const { headers } = await ask(door, transport, 'create_cart', { profile, body: {} })
        assert.deepEqual([headers.get('content-type'), headers.get('cache-control')], ['application/json', 'no-store'])
      }
    }
  })
})

describe('a path below /ucp', () => {
  let door: Door
  let platform: AgentPlatform
  before(async () => {
    platform = await startPlatform()
    door = await startDoor({ operations: toyOperations(), env: listing(platform) })
  })
  after(async () => {
    await door.stop()
    await platform.stop()
  })
  const shopUrl = 'http://shop.test/sepet'

  const refused: [
    name: string,
    method: string,
    path: string,
    expected: string,
    call?: { body?: string; type?: string },
  ][] = [
    ['that is unknown', 'GET', '/ucp', '404 not_found'],
    ['that is unknown', 'POST', '/ucp/v1/checkout-sessions', '404 not_found'],
    ['that is unknown', 'GET', '/ucp/v2/carts/x', '404 not_found'],
    ['that is unknown', 'GET', '/ucp/mcp/x', '404 not_found'],
    ['that is no UTF-8', 'GET', '/ucp/v1/carts/%ff', '400 invalid_request'],
    ['with another method', 'DELETE', '/ucp/v1/carts/x', '405 method_not_allowed'],
    ['with another method', 'GET', '/ucp/v1/catalog/search', '405 method_not_allowed'],
    [
      'with a body of another type',
      'POST',
      '/ucp/v1/carts',
      '415 unsupported_media_type',
      { body: '{}', type: 'text/plain' },
    ],
    ['with a body without a type', 'POST', '/ucp/v1/carts', '415 unsupported_media_type', { body: '{}', type: '' }],
    ['with a body that is no JSON', 'POST', '/ucp/v1/carts', '400 invalid_request', { body: '{"line_items":' }],
    [
      'with a body that is too large',
      'POST',
      '/ucp/v1/carts',
      '413 body_too_large',
      { body: `"${'x'.repeat(65_536)}"` },
    ],
  ]
  for (const [name, method, path, expected, { body, type = 'application/json' } = {}] of refused) {
    it(`${name} is refused in the form of the protocol: ${method} ${path}`, async () => {
      const headers = {
        'UCP-Agent': platform.agent,
        ...(body !== undefined && type !== '' && { 'Content-Type': type }),
      }
      const answer = await sendRaw(door.url, {
        method,
        path,
        headers,
        ...(body !== undefined && { body: Buffer.from(body) }),
      })
      const json = JSON.parse(answer.body)
      assert.equal(`${answer.status} ${json.code}`, expected)
      assertConforms('refusal', json)
      assert.equal(json.continue_url, shopUrl)
      assert.equal(answer.headers['cache-control'], 'no-store')
    })
  }

  it('names its methods in Allow', async () => {
    assert.equal((await door.call('PATCH', '/ucp/v1/carts/x')).headers.get('allow'), 'GET, HEAD, PUT')
    assert.equal((await door.call('GET', '/ucp/mcp')).headers.get('allow'), 'POST')
  })

  it('takes a body of exactly 64 KiB', async () => {
    const body = JSON.stringify({ text: 'x'.repeat(65_536 - '{"text":""}'.length) })
    const answer = await door.call('POST', '/ucp/v1/carts', { body, headers: { 'UCP-Agent': platform.agent } })
    assert.equal(answer.status, 201)
  })

  it('is no path of the door where only its beginning is the same', async () => {
    const { json } = await door.call('GET', '/ucpx')
    assert.ok('errors' in (json as object))
  })

  it('has errors of JSON-RPC without an id where it is that of MCP', async () => {
    const send = (body: Buffer | string, headers: Record<string, string> = {}) =>
      sendRaw(door.url, {
        method: 'POST',
        path: '/ucp/mcp',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: Buffer.from(body),
      })
    const errors = [
      [await send('{'), 400, -32700, 'invalid_request'],
      [await send(Buffer.from('22ff22', 'hex')), 400, -32700, 'invalid_request'],
      [await send(`"${'x'.repeat(65_536)}"`), 413, -32600, 'body_too_large'],
      [await send('{}', { 'Content-Type': 'text/plain' }), 415, -32600, 'unsupported_media_type'],
      [await sendRaw(door.url, { method: 'DELETE', path: '/ucp/mcp', headers: {} }), 405, -32600, 'method_not_allowed'],
    ] as const
    for (const [answer, status, rpcCode, code] of errors) {
      const { jsonrpc, id, error } = JSON.parse(answer.body)
      assert.deepEqual([answer.status, jsonrpc, id, error.code, error.data.code], [status, '2.0', null, rpcCode, code])
      assertConforms('refusal', error.data)
    }
  })

  it('does not wait for a body before it refuses the caller', async () => {
    const head = 'POST /ucp/v1/carts HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n'
    const answer = await sendBytes(door.url, Buffer.from(`${head}Content-Length: 1000\r\n\r\n{`))
    assert.deepEqual([answer.status, JSON.parse(answer.body).code], [400, 'invalid_profile_url'])
  })
})
