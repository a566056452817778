/** MCP 2026-07-28: its methods, results and errors. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sendMessage } from '../support/ucp/ask.ts'
import { type Door, startDoor, type ToyCall, toyOperations } from '../support/ucp/door.ts'
import { type AgentPlatform, listing, startPlatform } from '../support/ucp/platform.ts'
import { askOf, refusalIn, STATELESS, sendTo, statelessHeaders, statelessRequest } from '../support/ucp/stateless.ts'

const SUPPORTED = [STATELESS, '2025-11-25', '2025-06-18', '2025-03-26']

describe('MCP 2026-07-28', () => {
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

  it('answers 404 for methods that the version does not have, those of earlier versions included', async () => {
    for (const method of [
      'initialize',
      'ping',
      'logging/setLevel',
      'subscriptions/listen',
      'resources/list',
      'prompts/list',
      'constructor',
      '__proto__',
      'Server/Discover',
    ]) {
      assert.deepEqual(refusalIn(await ask(method, { protocolVersion: STATELESS })), [404, 7, -32601, 'unknown_method'])
    }
  })

  it('has `server/discover` only in this version', async () => {
    for (const version of ['2025-11-25', undefined]) {
      const headers = version === undefined ? {} : { 'MCP-Protocol-Version': version }
      const { status, error } = await sendTo(door, { jsonrpc: '2.0', id: 1, method: 'server/discover' }, headers)
      assert.deepEqual([status, error?.code], [200, -32601])
    }
  })

  it('says who it is and which versions it speaks, and that clients may keep that for an hour', async () => {
    const { status, result } = await ask('server/discover')
    assert.equal(status, 200)
    const { _meta, ...rest } = result as { _meta: Record<string, { name: string; version: string }> }
    const server = _meta['io.modelcontextprotocol/serverInfo']
    assert.deepEqual([server?.name, typeof server?.version], ['sepet', 'string'])
    assert.deepEqual(rest, {
      resultType: 'complete',
      supportedVersions: SUPPORTED,
      capabilities: { tools: {} },
      ttlMs: 3_600_000,
      cacheScope: 'public',
    })
  })

  it('lists the tools of earlier versions in the same order, with hints for caches', async () => {
    const { result } = await ask('tools/list')
    const earlier = await sendTo(door, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, {})
    assert.deepEqual(result?.tools, earlier.result?.tools)
    assert.deepEqual(Object.keys(earlier.result ?? {}), ['tools'])
    assert.deepEqual([result?.resultType, result?.ttlMs, result?.cacheScope], ['complete', 3_600_000, 'public'])
    assert.equal((await ask('tools/list', { cursor: 'x' })).error?.code, -32602)
  })

  it('calls tools, whose results are complete and have no hints for caches', async () => {
    const { status, result } = await ask('tools/call', call('get_cart', { id: 'abc' }))
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(result ?? {}), ['resultType', 'content', 'structuredContent', '_meta'])
    assert.equal(result?.resultType, 'complete')
  })

  it('keeps the id in every refusal of the operation', async () => {
    for (const [name, given, status] of [
      ['get_cart', { id: 'broken' }, 500],
      ['get_cart', {}, 400],
      ['create_cart', { meta: {} }, 400],
      ['none', {}, 400],
    ] as const) {
      const reply = await ask('tools/call', call(name, given), {}, 'mine')
      assert.deepEqual([reply.status, reply.id], [status, 'mine'])
    }
  })

  it('refuses batches and ids that are no text or number, as every version', async () => {
    const message = statelessRequest('tools/list', {})
    for (const body of [[message], [], { ...message, id: null }, { ...message, id: true }, { ...message, id: {} }]) {
      const { status, id, error } = await sendTo(door, body, statelessHeaders(message))
      assert.deepEqual([status, id, error?.code], [400, null, -32600])
    }
  })

  it('answers notifications with 202 and does nothing for them, but refuses versions that it does not speak', async () => {
    calls.length = 0
    const { id: _id, ...notification } = statelessRequest('tools/call', call('create_cart', { cart: {} }))
    const headers = { 'MCP-Protocol-Version': STATELESS }
    const answer = await sendMessage(door.call, notification, headers)
    assert.deepEqual([answer.status, answer.text], [202, ''])
    const bare = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
    assert.equal((await sendMessage(door.call, bare, headers)).status, 202)
    const unknown = await sendTo(door, bare, { 'MCP-Protocol-Version': '2099-01-01' })
    assert.deepEqual([unknown.status, unknown.id, unknown.error?.code], [400, null, -32022])
    assert.deepEqual(calls, [])
  })
})
