/** Versions of MCP, and headers that repeat the body: they must agree with it, and say what is required. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { sendRaw } from '../support/http/raw-http.ts'
import { rounds } from '../support/runner/rounds.ts'
import { type Door, startDoor, type ToyCall, toyOperations } from '../support/ucp/door.ts'
import { type AgentPlatform, listing, startPlatform } from '../support/ucp/platform.ts'
import {
  askOf,
  metaOf,
  refusalIn,
  STATELESS,
  sendTo,
  statelessHeaders,
  statelessRequest,
} from '../support/ucp/stateless.ts'

const VERSION = 'io.modelcontextprotocol/protocolVersion'
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'
const SUPPORTED = [STATELESS, '2025-11-25', '2025-06-18', '2025-03-26']

describe('a request of MCP 2026-07-28', () => {
  const calls: ToyCall[] = []
  let platform: AgentPlatform
  let door: Door
  before(async () => {
    platform = await startPlatform()
    door = await startDoor({ operations: toyOperations(calls), env: listing(platform) })
  })
  after(async () => {
    await door.stop()
    await platform.stop()
  })

  const ask = askOf(() => door)
  const call = (name: string, given: object = {}) => ({
    name,
    arguments: { meta: { 'ucp-agent': { profile: platform.profile } }, ...given },
  })
  const mismatch = [400, 7, -32020, 'header_mismatch']

  // Proves: agent-headers
  it('refuses a version in `_meta` that is not that of the header', async () => {
    for (const [header, inMeta] of [
      [STATELESS, '2025-11-25'],
      ['2025-11-25', STATELESS],
      ['2025-06-18', STATELESS],
      [STATELESS, '2099-01-01'],
      ['2099-01-01', STATELESS],
      ['2025-11-25', '2025-06-18'],
      ['', STATELESS],
      [`${STATELESS}, ${STATELESS}`, STATELESS],
      [undefined, STATELESS],
    ] as [string | undefined, string | undefined][]) {
      const params = { _meta: { ...metaOf(), [VERSION]: inMeta } }
      assert.deepEqual(
        refusalIn(await ask('tools/list', params, { 'MCP-Protocol-Version': header })),
        mismatch,
        String(header),
      )
    }
  })

  it('refuses versions that it does not speak, in header or `_meta`, and names those that it speaks', async () => {
    for (const [header, inMeta] of [
      ['2099-01-01', '2099-01-01'],
      ['2099-01-01', undefined],
      [undefined, '2099-01-01'],
      ['v999.0.0', 'v999.0.0'],
      ['2026-07-28 ', '2026-07-28 '].map(text => text.replace(' ', 'x')),
      [undefined, ''],
    ]) {
      for (const id of ['a', 0]) {
        const params = { _meta: { ...metaOf(), [VERSION]: inMeta } }
        const reply = await ask('server/discover', params, { 'MCP-Protocol-Version': header }, id)
        assert.deepEqual(refusalIn(reply), [400, id, -32022, 'protocol_version_unsupported'])
        assert.deepEqual([reply.error?.data.supported, reply.error?.data.requested], [SUPPORTED, header ?? inMeta])
        for (const name of SUPPORTED) assert.ok(reply.error?.message.includes(name))
      }
    }
    const long = await ask('ping', { _meta: { [VERSION]: 'x'.repeat(50_000) } }, { 'MCP-Protocol-Version': undefined })
    assert.equal(long.error?.data.requested, 'x'.repeat(64))
  })

  it('refuses requests without the members that `_meta` must have, or with ones of another type', async () => {
    const metas: unknown[] = [undefined, null, 1, 'x', [], {}]
    for (const value of [undefined, null, 1, [], {}]) metas.push({ ...metaOf(), [VERSION]: value })
    for (const value of [undefined, null, 1, 'x', true, []]) metas.push({ ...metaOf(), [CAPABILITIES]: value })
    for (const _meta of metas) {
      for (const method of ['server/discover', 'tools/list', 'initialize', 'none']) {
        const reply = await ask(method, { _meta })
        assert.deepEqual(refusalIn(reply), [400, 7, -32602, 'invalid_request'], JSON.stringify(_meta))
        assert.match(reply.error?.message ?? '', /\$\.params\._meta\["io\.modelcontextprotocol\//)
      }
    }
    const { status, error } = await sendTo(
      door,
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      statelessHeaders({ method: 'tools/list' }),
    )
    assert.deepEqual([status, error?.code], [400, -32602])
  })

  it('does not require what a client says about itself, and ignores what it does not know', async () => {
    for (const more of [
      {},
      { 'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' } },
      { 'io.modelcontextprotocol/clientInfo': 5 },
      { 'io.modelcontextprotocol/logLevel': 'debug', progressToken: 1, traceparent: 'x', __proto__: null },
    ]) {
      const _meta = { ...metaOf(), ...more }
      assert.equal((await ask('tools/list', { _meta }, { 'Mcp-Session-Id': 'x', 'Mcp-Param-X': 'y' })).status, 200)
    }
  })

  // Proves: agent-headers
  it('refuses a header `Mcp-Method` that is missing or names another method', async () => {
    for (const value of [
      undefined,
      '',
      'tools/call',
      'Tools/List',
      'TOOLS/LIST',
      'tools/list, tools/list',
      'x'.repeat(9000),
    ]) {
      assert.deepEqual(refusalIn(await ask('tools/list', {}, { 'Mcp-Method': value })), mismatch, String(value))
    }
    assert.deepEqual(refusalIn(await ask('ş', {}, { 'Mcp-Method': '=?base64?xZ8=?=' })), mismatch)
  })

  // Proves: agent-headers
  it('refuses a header `Mcp-Name` that is missing, names another tool or is no encoding', async () => {
    calls.length = 0
    for (const value of [
      undefined,
      '',
      'create_cart',
      'GET_CART',
      'get_cart, get_cart',
      '=?base64?Z2V0X2NhcnQ?=',
      '=?base64?Z2V0X2NhcnQ=',
      '=?BASE64?Z2V0X2NhcnQ=?=',
      '=?base64?Z2V0X2NhcnR=?=',
      '=?base64?????=?=',
      '=?base64?/w==?=',
      '=?base64?=',
      'get_cart\xff',
    ]) {
      assert.deepEqual(
        refusalIn(await ask('tools/call', call('get_cart', { id: 'x' }), { 'Mcp-Name': value })),
        mismatch,
        String(value),
      )
    }
    for (const value of ['é', 'Ã©']) {
      const reply = await ask('tools/call', call(value), { 'Mcp-Name': 'Ã©' })
      assert.deepEqual(refusalIn(reply), mismatch, String(value))
    }
    assert.deepEqual(calls, [])
  })

  it('reads `Mcp-Name` as it is and encoded in Base64, with spaces around it, whatever the case of its name', async () => {
    const name = 'get_cart'
    const encoded = `=?base64?${Buffer.from(name).toString('base64')}?=`
    for (const value of [name, ` ${name}\t`, encoded]) {
      const body = Buffer.from(JSON.stringify(statelessRequest('tools/call', call(name, { id: 'x' }))))
      const headers = {
        'content-type': 'application/json',
        'mcp-protocol-version': STATELESS,
        'MCP-METHOD': 'tools/call',
        'mcp-NAME': value,
      }
      const answer = await sendRaw(door.url, { method: 'POST', path: '/ucp/mcp', headers, body })
      assert.equal(answer.status, 200, value)
    }
    for (const unknown of ['ş', ' a ', 'a\nb', '=?base64?x?=', '']) {
      const reply = await ask('tools/call', call(unknown))
      assert.deepEqual(refusalIn(reply), [400, 7, -32602, 'invalid_request'], unknown)
    }
  })

  it('requires `Mcp-Name` only where the body has a name', async () => {
    for (const params of [{}, { name: 1 }, { name: null }, { name: ['get_cart'] }]) {
      assert.deepEqual(refusalIn(await ask('tools/call', params)), [400, 7, -32602, 'invalid_request'])
      assert.deepEqual(refusalIn(await ask('tools/call', params, { 'Mcp-Name': 'get_cart' })), mismatch)
    }
    assert.deepEqual(
      refusalIn(await ask('resources/read', { uri: 'file:///x' }, { 'Mcp-Name': 'file:///y' })),
      mismatch,
    )
    assert.equal((await ask('resources/read', { uri: 'file:///x' })).status, 404)
    assert.equal((await ask('prompts/get', { name: 'x' })).status, 404)
  })

  it('answers any headers and `_meta` with an error of the client or a result, and never with a failure', async () => {
    const word = fc.constantFrom(STATELESS, '2025-11-25', 'tools/call', 'tools/list', 'get_cart', '=?base64?eA==?=', '')
    const header = fc.option(fc.oneof(word, fc.string({ unit: 'grapheme-ascii' })), { nil: undefined })
    const any = fc.oneof(fc.jsonValue({ maxDepth: 2 }), word)
    const meta = fc.oneof(any, fc.record({ [VERSION]: any, [CAPABILITIES]: any }, { requiredKeys: [] }))
    const property = fc.asyncProperty(
      fc.record({ version: header, method: header, name: header }),
      fc.record({ method: word, params: fc.oneof(any, fc.record({ _meta: meta, name: any, arguments: any })) }),
      async ({ version, method, name }, message) => {
        const given = { 'MCP-Protocol-Version': version, 'Mcp-Method': method, 'Mcp-Name': name }
        const reply = await ask(message.method, message.params as object, given)
        return reply.status < 500 && reply.id === 7
      },
    )
    await fc.assert(property, { numRuns: rounds({ short: 60, long: 20_000 }), endOnFailure: true })
  })
})
