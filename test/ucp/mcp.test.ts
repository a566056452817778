/** MCP as clients speak it: the client of the protocol's own SDK, and messages that are no requests or name what does not exist. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { rounds } from '../support/runner/rounds.ts'
import { sendMessage } from '../support/ucp/ask.ts'
import { type Door, startDoor, type ToyCall, toyOperations } from '../support/ucp/door.ts'
import { type AgentPlatform, listing, startPlatform } from '../support/ucp/platform.ts'

const NEWEST = '2025-11-25'

let platform: AgentPlatform
let door: Door
const calls: ToyCall[] = []

/** The answer to a message: its status, and what JSON-RPC has in it. */
interface Reply {
  status: number
  text: string
  id: unknown
  result: Record<string, unknown> | undefined
  code: number | undefined
}

async function send(message: unknown, headers: Record<string, string> = {}): Promise<Reply> {
  const { status, text, json } = await sendMessage(door.call, message, headers)
  const { id, result, error } = (json ?? {}) as {
    id: unknown
    result?: Record<string, unknown>
    error?: { code: number }
  }
  return { status, text, id, result, code: error?.code }
}

const request = (method: string, params?: unknown, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params })

describe('MCP', () => {
  before(async () => {
    platform = await startPlatform()
    door = await startDoor({
      operations: toyOperations(calls),
      env: { ...listing(platform), CORS_ORIGINS: 'https://agents.example.com' },
    })
  })
  after(async () => {
    await door.stop()
    await platform.stop()
  })

  it('is spoken with the client of the SDK: it initialises, lists the tools and calls each', async () => {
    const client = new Client({ name: 'test', version: '1' })
    const transport = new StreamableHTTPClientTransport(new URL(`${door.url}/ucp/mcp`))
    await client.connect(transport as Parameters<Client['connect']>[0])
    assert.equal(client.getServerVersion()?.name, 'sepet')
    assert.deepEqual(client.getServerCapabilities(), { tools: {} })
    assert.equal(transport.sessionId, undefined)
    await client.ping()
    const { tools, nextCursor } = await client.listTools()
    assert.equal(nextCursor, undefined)
    assert.equal(tools.length, 7)
    const meta = { 'ucp-agent': { profile: platform.profile } }
    const given: Record<string, unknown> = { id: 'abc', cart: { line_items: [] }, catalog: { ids: ['1'], id: '1' } }
    for (const { name, inputSchema } of tools) {
      const needed = (inputSchema.required ?? []).filter(each => each !== 'meta')
      const called = { meta, ...Object.fromEntries(needed.map(each => [each, given[each]])) }
      // The client checks the result against the tool's schema.
      const { structuredContent, content, isError } = await client.callTool({ name, arguments: called })
      assert.equal((structuredContent as { operation: string }).operation, name)
      assert.deepEqual(JSON.parse((content as [{ text: string }])[0].text), structuredContent)
      assert.equal(isError, undefined)
      assert.equal(new Ajv2020({ strict: false, validateFormats: false }).validate(inputSchema, called), true, name)
    }
    await assert.rejects(client.callTool({ name: 'create_cart', arguments: { cart: {} } }), /invalid_profile_url/)
    await client.close()
  })

  it('lists tools whose schemas describe the arguments of JSON Schema, with what must be there', async () => {
    const { result } = await send(request('tools/list'))
    const tools = result?.tools as { name: string; inputSchema: { required: string[] }; outputSchema: object }[]
    const required = Object.fromEntries(tools.map(({ name, inputSchema }) => [name, inputSchema.required]))
    assert.deepEqual(required, {
      create_cart: ['meta', 'cart'],
      get_cart: ['meta', 'id'],
      update_cart: ['meta', 'id', 'cart'],
      cancel_cart: ['meta', 'id'],
      search_catalog: ['meta', 'catalog'],
      lookup_catalog: ['meta', 'catalog'],
      get_product: ['meta', 'catalog'],
    })
    const ajv = new Ajv2020({ validateFormats: false })
    for (const { inputSchema, outputSchema } of tools)
      for (const schema of [inputSchema, outputSchema]) ajv.compile(schema)
  })

  it('begins in the version that the client asks for, or else in the newest, and without a session', async () => {
    for (const [asked, expected] of [
      [NEWEST, NEWEST],
      ['2025-06-18', '2025-06-18'],
      ['2025-03-26', '2025-03-26'],
      ['2024-11-05', NEWEST],
      ['2099-01-01', NEWEST],
      ['', NEWEST],
    ]) {
      const answer = await door.call('POST', '/ucp/mcp', { body: request('initialize', { protocolVersion: asked }) })
      const { result } = answer.json as { result: { protocolVersion: string; serverInfo: { name: string } } }
      assert.deepEqual([result.protocolVersion, result.serverInfo.name], [expected, 'sepet'])
      assert.equal(answer.headers.get('mcp-session-id'), null)
    }
    for (const params of [undefined, {}, { protocolVersion: null }, { protocolVersion: 1 }]) {
      const { status, code } = await send(request('initialize', params))
      assert.deepEqual([status, code], [400, -32602])
    }
  })

  it('takes requests in the versions that it speaks, or that name none', async () => {
    for (const version of [undefined, NEWEST, '2025-06-18', '2025-03-26']) {
      const { status, result } = await send(
        request('ping'),
        version === undefined ? {} : { 'MCP-Protocol-Version': version },
      )
      assert.deepEqual([status, result], [200, {}])
    }
    for (const version of ['', '2024-11-05', '2099-01-01', 'x', `${NEWEST}, ${NEWEST}`]) {
      const { status, id, code, text } = await send(request('ping', undefined, 7), { 'MCP-Protocol-Version': version })
      assert.deepEqual([status, id, code], [400, 7, -32022], version)
      const { data } = (JSON.parse(text) as { error: { data: Record<string, unknown> } }).error
      assert.equal(data.code, 'protocol_version_unsupported')
      assert.deepEqual(data.supported, ['2026-07-28', NEWEST, '2025-06-18', '2025-03-26'])
      assert.equal(data.requested, version)
    }
  })

  // Proves: agent-page
  it('takes requests of programs, of its own pages and of those in CORS_ORIGINS', async () => {
    for (const origin of [undefined, 'http://shop.test', 'https://agents.example.com']) {
      assert.equal((await send(request('ping'), origin === undefined ? {} : { Origin: origin })).status, 200)
    }
    for (const origin of [
      'null',
      '',
      'https://shop.test',
      'http://shop.test:80',
      'http://evil.example',
      'https://agents.example.com.evil.example',
    ]) {
      const { status, id, code } = await send(request('ping'), { Origin: origin })
      assert.deepEqual([status, id, code], [403, null, -32000], origin)
    }
  })

  // Proves: agent-messages
  it('answers under the id of the request, a text or a number', async () => {
    for (const id of ['', 'a', 'ş\u0000\ud800', '1', 0, -1, 1.5, Number.MAX_SAFE_INTEGER]) {
      assert.equal((await send(request('ping', undefined, id))).id, id)
      assert.deepEqual(await send(request('none', undefined, id)).then(({ status, id, code }) => [status, id, code]), [
        200,
        id,
        -32601,
      ])
    }
    for (const id of ['null', 'true', '[]', '{}', '1e400', '-1e400', '9007199254740993', '12345678901234567890']) {
      const { status, id: answered, code } = await send(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`)
      assert.deepEqual([status, answered, code], [400, null, -32600], id)
    }
  })

  // Proves: agent-messages
  it('refuses what is no request of JSON-RPC 2.0', async () => {
    const refused: [message: unknown, id: unknown, code: number][] = [
      ['', null, -32600],
      ['null', null, -32600],
      ['1', null, -32600],
      ['"ping"', null, -32600],
      ['{}', null, -32600],
      ['[]', null, -32600],
      [[request('ping')], null, -32600],
      [[request('ping'), request('ping', undefined, 2)], null, -32600],
      [{ id: 1, method: 'ping' }, 1, -32600],
      [{ ...request('ping'), jsonrpc: '1.0' }, 1, -32600],
      [{ ...request('ping'), jsonrpc: 2 }, 1, -32600],
      [{ jsonrpc: '2.0', id: 'a' }, 'a', -32600],
      [{ ...request('ping'), method: 1 }, 1, -32600],
      [{ jsonrpc: '2.0', id: 1, result: {} }, 1, -32600],
      [request('ping', []), 1, -32602],
      [request('ping', 'x'), 1, -32602],
      [request('ping', null), 1, -32602],
      ['{"__proto__":{"jsonrpc":"2.0","method":"ping"},"id":3}', 3, -32600],
    ]
    for (const [message, id, expected] of refused) {
      const { status, id: answered, code } = await send(message)
      assert.deepEqual([status, answered, code], [400, id, expected], JSON.stringify(message))
    }
  })

  // Proves: agent-messages
  it('answers notifications with 202 and nothing, and does nothing for them', async () => {
    calls.length = 0
    const call = { name: 'create_cart', arguments: { meta: { 'ucp-agent': { profile: platform.profile } }, cart: {} } }
    for (const [method, params] of [
      ['notifications/initialized'],
      ['notifications/cancelled', { requestId: 1 }],
      ['unknown'],
      ['tools/call', call],
    ] as const) {
      const { status, text } = await send({ jsonrpc: '2.0', method, ...(params && { params }) })
      assert.deepEqual([status, text], [202, ''])
    }
    assert.deepEqual(calls, [])
  })

  it('knows no other methods and tools', async () => {
    for (const method of [
      '',
      'Ping',
      'tools',
      'resources/list',
      'prompts/list',
      'logging/setLevel',
      'constructor',
      '__proto__',
      'create_cart',
    ]) {
      const { status, code } = await send(request(method))
      assert.deepEqual([status, code], [200, -32601], method)
    }
    for (const params of [
      undefined,
      {},
      { name: null },
      { name: 'create_checkout' },
      { name: 'toString' },
      { name: ['create_cart'] },
      { name: 'create_cart', arguments: [] },
      { name: 'create_cart', arguments: 'x' },
    ]) {
      const { status, id, code } = await send(request('tools/call', params))
      assert.deepEqual([status, id, code], [400, 1, -32602], JSON.stringify(params))
    }
    assert.deepEqual(
      await send(request('tools/list', { cursor: 'x' })).then(({ status, code }) => [status, code]),
      [400, -32602],
    )
  })

  it('refuses an id of a cart that is no text, once the platform is admitted', async () => {
    const meta = { 'ucp-agent': { profile: platform.profile } }
    for (const id of [undefined, null, 1, ['a'], {}]) {
      const params = { name: 'get_cart', arguments: { meta, id } }
      const { status, code, text } = await send(request('tools/call', params))
      assert.deepEqual([status, code], [400, -32602])
      assert.match(text, /\$\.id/)
    }
  })

  it('answers any JSON with an error of the client or a result, and never with a failure', async () => {
    const meta = { 'ucp-agent': { profile: platform.profile } }
    const word = fc.constantFrom(
      'tools/call',
      'tools/list',
      'initialize',
      'create_cart',
      'get_cart',
      '2.0',
      '__proto__',
      'x',
    )
    const any = fc.oneof(fc.jsonValue({ maxDepth: 3 }), word)
    const call = fc.record({
      name: word,
      arguments: fc.oneof(any, fc.record({ meta: fc.oneof(any, fc.constant(meta)), id: any, cart: any })),
    })
    const message = fc.record(
      { jsonrpc: fc.oneof(fc.constant('2.0'), any), id: any, method: fc.oneof(word, any), params: fc.oneof(call, any) },
      { requiredKeys: [] },
    )
    const property = fc.asyncProperty(fc.oneof(message, any), async sent => {
      const { status, text } = await sendMessage(door.call, JSON.stringify(sent))
      return status < 500 && (status === 202) === (text === '')
    })
    await fc.assert(property, { numRuns: rounds({ short: 40, long: 20_000 }), endOnFailure: true })
  })
})
