/** The agents' door of a whole service: its profile, its settings, and refusals before a request reaches it. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newAddress } from '../support/http/networks.ts'
import { sendBytes, sendRaw } from '../support/http/raw-http.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { sendMessage } from '../support/ucp/ask.ts'
import { type AgentPlatform, awaitProfile, listing, startPlatform } from '../support/ucp/platform.ts'
import { assertConforms } from '../support/ucp/schemas.ts'

const PROFILE = '/.well-known/ucp'
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

describe('the agents’ door', () => {
  let service: TestService
  let platform: AgentPlatform
  before(async () => {
    platform = await startPlatform()
    const behindProxy = { PUBLIC_URL: 'https://shop.example.com/basket/', TRUST_PROXY: '1' }
    service = await startService('sqlite', { ...listing(platform), ...behindProxy })
    await awaitProfile(service, platform.profile)
  })
  after(async () => {
    await service.stop()
    await platform.stop()
  })

  it('has a public profile, which names where it is spoken to', async () => {
    const { status, headers, json } = await service.call('GET', PROFILE)
    assert.equal(status, 200)
    assertConforms('profile', json)
    assert.deepEqual(
      [headers.get('content-type'), headers.get('cache-control')],
      ['application/json', 'public, max-age=300'],
    )
    const { ucp } = json as {
      ucp: {
        version: string
        supported_versions: object
        services: Record<string, { transport: string; endpoint: string }[]>
        capabilities: Record<string, { extends?: string; config?: object }[]>
      }
    }
    assert.deepEqual(
      ucp.services['dev.ucp.shopping']?.map(({ transport, endpoint }) => [transport, endpoint]),
      [
        ['rest', 'https://shop.example.com/basket/ucp/v1'],
        ['mcp', 'https://shop.example.com/basket/ucp/mcp'],
      ],
    )
    assert.equal(ucp.capabilities['dev.ucp.shopping.discount']?.[0]?.extends, 'dev.ucp.shopping.cart')
    assert.deepEqual(ucp.capabilities['dev.ucp.shopping.permalink']?.[0]?.config, {
      endpoint: 'https://shop.example.com/basket/buy',
    })
    assert.equal(ucp.version, '2026-08-25')
    assert.deepEqual(ucp.supported_versions, {
      '2026-04-08': 'https://shop.example.com/basket/.well-known/ucp/2026-04-08',
    })
    assert.ok(!Object.hasOwn(json as object, 'keys'))
  })

  it('has a whole profile of its own for the older version, which names no other', async () => {
    const { status, headers, json } = await service.call('GET', `${PROFILE}/2026-04-08`)
    assert.deepEqual([status, headers.get('cache-control')], [200, 'public, max-age=300'])
    assertConforms('profile', json)
    const { ucp } = json as { ucp: { version: string; capabilities: object } }
    assert.deepEqual(
      [ucp.version, Object.hasOwn(ucp, 'supported_versions'), Object.keys(ucp.capabilities).length],
      ['2026-04-08', false, 4],
    )
  })

  it('has no other profile, and says so in the form of the protocol', async () => {
    for (const name of ['2026-08-25', '2026-01-23', '', 'x', '2026-04-08/', '%00']) {
      const { status, json } = await service.call('GET', `${PROFILE}/${name}`)
      assert.deepEqual([status, (json as { code: string }).code], [404, 'not_found'], name)
      assertConforms('refusal', json)
    }
    assert.equal((await service.call('GET', '/.well-known/')).status, 404)
  })

  it('tells whether a profile has changed', async () => {
    for (const path of [PROFILE, `${PROFILE}/2026-04-08`]) {
      const etag = (await service.call('GET', path)).headers.get('etag')
      assert.ok(etag)
      assert.equal((await service.call('GET', path, { headers: { 'If-None-Match': etag } })).status, 304)
    }
  })

  it('answers requests that cannot be read in the form of their path', async () => {
    for (const [path, codeOf] of [
      ['/ucp/v1/carts', (json: Record<string, unknown>) => json.code],
      ['/ucp/mcp', (json: Record<string, unknown>) => (json.error as { data: { code: string } }).data.code],
    ] as const) {
      const broken = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n`
      const noHost = `POST ${path} HTTP/1.1\r\nConnection: close\r\nUCP-Agent: profile="http://localhost:1/"\r\nContent-Length: 0\r\n\r\n`
      for (const text of [broken, ...(path === '/ucp/mcp' ? [noHost] : [])]) {
        const { status, body } = await sendBytes(service.url, Buffer.from(text))
        assert.deepEqual([status, codeOf(JSON.parse(body))], [400, 'invalid_request'], text)
      }
    }
  })

  it('takes Request-Id as the id of a request where X-Request-Id is absent', async () => {
    const idFor = async (path: string, headers: Record<string, string>) =>
      (await sendRaw(service.url, { method: 'GET', path, headers })).headers['x-request-id']
    assert.equal(await idFor('/ucp/v1/carts/x', { 'Request-Id': 'agent-1' }), 'agent-1')
    assert.equal(await idFor('/ucp/none', { 'Request-Id': 'agent-1', 'X-Request-Id': 'own-1' }), 'own-1')
    assert.notEqual(await idFor('/ucp/none', { 'Request-Id': 'agent-1', 'X-Request-Id': 'no id' }), 'agent-1')
    assert.notEqual(await idFor('/ucp/none', { 'Request-Id': 'no id' }), 'no id')
    assert.notEqual(await idFor('/health/live', { 'Request-Id': 'agent-1' }), 'agent-1')
  })

  it('refuses preconditions, which it cannot honour, instead of ignoring them', async () => {
    const body = { line_items: [] }
    const agent = { 'UCP-Agent': platform.agent }
    const { id } = (await service.call('POST', '/ucp/v1/carts', { body, headers: agent })).json as { id: string }
    const refused = [
      ['PUT', `/ucp/v1/carts/${id}`, 'If-Match', '"1"'],
      ['PUT', `/ucp/v1/carts/${id}`, 'If-Unmodified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
      ['POST', '/ucp/v1/carts', 'If-None-Match', '*'],
      ['POST', '/ucp/mcp', 'If-Match', '"1"'],
    ] as const
    for (const [method, path, name, value] of refused) {
      const { status, text } = await service.call(method, path, { body, headers: { ...agent, [name]: value } })
      assert.deepEqual([status, text.includes('"invalid_request"'), text.includes(name)], [400, true, true], name)
    }
    const tagged = { ...agent, 'If-None-Match': '"1"' }
    assert.equal((await service.call('GET', `/ucp/v1/carts/${id}`, { headers: tagged })).status, 200)
  })

  it('counts a body that is no JSON by the code that its answer has', async () => {
    const counted = async () => {
      const { text } = await service.call('GET', '/metrics')
      return Number(
        /^sepet_ucp_requests_total\{operation="create_cart",outcome="invalid_request"\} (\d+)$/m.exec(text)?.[1] ?? 0,
      )
    }
    const before = await counted()
    const headers = { 'UCP-Agent': platform.agent, 'Content-Type': 'application/json' }
    const request = { method: 'POST', path: '/ucp/v1/carts', headers, body: Buffer.from('{') }
    assert.equal((await sendRaw(service.url, request)).status, 400)
    assert.equal(await counted(), before + 1)
  })

  it('names the argument of a tool that is missing', async () => {
    for (const [name, place] of [
      ['create_cart', '$.cart'],
      ['search_catalog', '$.catalog'],
    ] as const) {
      const params = { name, arguments: { meta: { 'ucp-agent': { profile: platform.profile } } } }
      const { status, json } = await sendMessage(service.call, { ...ping, method: 'tools/call', params })
      const { error } = json as { error: { code: number; message: string } }
      assert.deepEqual([status, error.code, error.message], [400, -32602, `${place} must be a JSON object.`])
    }
  })

  // Proves: agent-flood
  it('counts for the budget of a network, whose refusals have the form of the protocol', async () => {
    const limited = await service.startPeer({ NETWORK_RATE_LIMIT: '2' })
    const headers = { 'X-Forwarded-For': newAddress() }
    for (let n = 0; n < 2; n++) assert.equal((await sendMessage(limited.call, ping, headers)).status, 200)
    const refused = await sendMessage(limited.call, ping, headers)
    const { id, error } = refused.json as {
      id: null
      error: { code: number; data: { code: string; retry_after: number } }
    }
    assert.deepEqual([refused.status, id, error.code, error.data.code], [429, null, -32000, 'rate_limited'])
    assert.equal(String(error.data.retry_after), refused.headers.get('retry-after'))
    const rest = await limited.call('POST', '/ucp/v1/carts', { body: {}, headers })
    assert.deepEqual([rest.status, (rest.json as { code: string }).code], [429, 'rate_limited'])
    await limited.stop()
  })

  // Proves: agent-secrets
  it('writes neither keys, profiles nor bodies into logs and metrics', async () => {
    const key = 'k3y-of-the-platform-0123456789abcdef'
    const keyed = await service.startPeer({ UCP_API_KEYS: key, LOG_LEVEL: 'trace' })
    const headers = { 'UCP-Agent': platform.agent, 'X-API-Key': key, 'Idempotency-Key': 'idem-p0tent' }
    const buyer = { buyer: { email: 'ayse@example.com' }, line_items: [] }
    for (const [method, path] of [
      ['POST', '/carts'],
      ['PUT', '/carts/c4rt-id'],
      ['POST', '/carts/c4rt-id/cancel'],
      ['GET', '/carts/c4rt-id'],
    ] as const) {
      await keyed.call(method, `/ucp/v1${path}`, { headers, ...(method !== 'GET' && { body: buyer }) })
    }
    await keyed.call('POST', '/ucp/v1/carts', { headers: { ...headers, 'X-API-Key': `${key}x` }, body: buyer })
    const meta = { 'ucp-agent': { profile: platform.profile }, 'idempotency-key': 'idem-p0tent' }
    const call = { ...ping, method: 'tools/call', params: { name: 'create_cart', arguments: { meta, cart: buyer } } }
    await sendMessage(keyed.call, call, headers)
    const { text } = await keyed.call('GET', '/metrics')
    for (const told of [keyed.log.join('\n'), text]) {
      for (const secret of [key, 'idem-p0tent', 'ayse@example.com', 'c4rt-id', platform.profile])
        assert.ok(!told.includes(secret), secret)
    }
    await keyed.stop()
  })
})

describe('a closed door', () => {
  it('answers all its paths with 404, the profile included', async () => {
    const service = await startService('sqlite', { UCP_ENABLED: 'false' })
    for (const [method, path] of [
      ['GET', PROFILE],
      ['POST', '/ucp/mcp'],
      ['GET', '/ucp/mcp'],
      ['POST', '/ucp/v1/carts'],
      ['GET', '/ucp/v1/carts/x'],
      ['POST', '/ucp/v1/catalog/search'],
    ] as const) {
      const { status, json } = await service.call(method, path)
      assert.deepEqual([status, Object.keys(json as object)], [404, ['errors']], path)
    }
    await service.stop()
  })

  it('is what production has', async () => {
    const service = await startService('sqlite', { NODE_ENV: 'production' })
    assert.equal((await service.call('GET', PROFILE)).status, 404)
    await service.stop()
  })
})
