/** Pages that send messages of MCP: their origins in development and in production, and their preflights. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createOriginCheck, createReadablePathCheck } from '../../src/app/page-origins.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { statelessHeaders, statelessRequest } from '../support/ucp/stateless.ts'

const AGENTS = 'https://agents.example.com'
const MESSAGE = statelessRequest('server/discover', {})

describe('the origin of a page that sends messages of MCP', () => {
  let service: TestService
  let port: string
  before(async () => {
    service = await startService('sqlite', { CORS_ORIGINS: AGENTS })
    port = new URL(service.url).port
  })
  after(() => service.stop())
  const send = (Origin: string) =>
    service.call('POST', '/ucp/mcp', { body: MESSAGE, headers: { ...statelessHeaders(MESSAGE), Origin } })

  // Proves: agent-page
  it('is refused for other hosts and ports, and for what is no origin', async () => {
    for (const origin of [
      `http://evil.example:${port}`,
      `http://localhost.evil.example:${port}`,
      `http://127.0.0.1.evil.example:${port}`,
      `http://notlocalhost:${port}`,
      `http://10.0.0.1:${port}`,
      `http://[::2]:${port}`,
      `http://0.0.0.0:${port}`,
      'http://localhost',
      'http://localhost:1',
      `https://localhost:${port}`,
      `ws://localhost:${port}`,
      `http://localhost:${port}/`,
      `http://a@localhost:${port}`,
      `http://LOCALHOST:${port}`,
      `http://127.1:${port}`,
      `http://2130706433:${port}`,
      `localhost:${port}`,
      'null',
      '',
      'x'.repeat(5000),
    ]) {
      const { status, json } = await send(origin)
      const { error, id } = json as { error: { data: { code: string } }; id: unknown }
      assert.deepEqual([status, error.data.code, id], [403, 'origin_not_allowed', null], origin)
    }
  })

  it('is Sepet’s own in development for every loopback name with the port of Sepet', async () => {
    for (const host of [
      'localhost',
      'shop.localhost',
      'a.b.localhost',
      '127.0.0.1',
      '127.0.0.2',
      '127.255.255.254',
      '[::1]',
    ]) {
      assert.equal((await send(`http://${host}:${port}`)).status, 200, host)
    }
    for (const origin of ['http://shop.test', AGENTS]) assert.equal((await send(origin)).status, 200, origin)
  })

  it('may be one of another machine only where a page can read the answer: CORS_ORIGINS', async () => {
    const preflight = (Origin: string, path = '/ucp/mcp') =>
      service.call('OPTIONS', path, {
        headers: {
          Origin,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'content-type,mcp-method,mcp-name,mcp-protocol-version,x-api-key',
        },
      })
    const { status, headers } = await preflight(AGENTS)
    assert.deepEqual([status, headers.get('access-control-allow-origin')], [204, AGENTS])
    const allowed = (headers.get('access-control-allow-headers') ?? '').split(/, */)
    for (const name of ['content-type', 'mcp-method', 'mcp-name', 'mcp-protocol-version', 'x-api-key']) {
      assert.ok(allowed.includes(name), name)
    }
    assert.equal((await send(AGENTS)).headers.get('access-control-allow-origin'), AGENTS)
    for (const [origin, path] of [
      ['https://evil.example', '/ucp/mcp'],
      [`http://localhost:${port}`, '/ucp/mcp'],
      [AGENTS, '/ucp/v1/carts'],
      [AGENTS, '/ucp/mcp/x'],
    ] as const) {
      const foreign = (await preflight(origin, path)).headers.get('access-control-allow-origin')
      assert.equal(foreign === origin || foreign === '*', false, origin + path)
    }
    assert.equal((await send('https://evil.example')).headers.get('access-control-allow-origin'), null)
  })
})

describe('createOriginCheck', () => {
  const settings = { PUBLIC_URL: 'http://localhost:9090', CORS_ORIGINS: [AGENTS], production: false }

  it('takes the port of PUBLIC_URL where that is a loopback name, and the port of the connection', () => {
    const isAllowed = createOriginCheck(settings)
    assert.deepEqual(
      ['9090', '8080', '8081'].map(port => isAllowed(`http://127.0.0.1:${port}`, 8080)),
      [true, true, false],
    )
    const behindName = createOriginCheck({ ...settings, PUBLIC_URL: 'http://shop.test:9090' })
    assert.deepEqual(
      ['9090', '8080'].map(port => behindName(`http://127.0.0.1:${port}`, 8080)),
      [false, true],
    )
    assert.deepEqual(
      [80, 8080, undefined].map(port => behindName('http://localhost', port)),
      [true, false, false],
    )
  })

  // Proves: agent-page
  it('takes no loopback name in production, except that of PUBLIC_URL', () => {
    const isAllowed = createOriginCheck({ ...settings, production: true })
    const names = ['localhost', '127.0.0.1', '[::1]', 'shop.localhost']
    assert.deepEqual(
      names.map(name => isAllowed(`http://${name}:9090`, 9090)),
      [true, false, false, false],
    )
    assert.equal(isAllowed(AGENTS, 9090), true)
  })
})

describe('createReadablePathCheck', () => {
  it('names the storefront API, and MCP while the agents’ door is open', () => {
    const asked = ['/api/v3/storefront/2026-01/cart', '/ucp/mcp', '/ucp/mcp/x', '/ucp/v1/carts', '/api/v3/admin/carts']
    for (const UCP_ENABLED of [true, false]) {
      const isReadable = createReadablePathCheck({ UCP_ENABLED })
      assert.deepEqual(asked.map(isReadable), [true, UCP_ENABLED, false, false, false])
    }
  })
})

describe('MCP in production', () => {
  let service: TestService
  before(async () => {
    service = await startService('sqlite', {
      NODE_ENV: 'production',
      UCP_ENABLED: 'true',
      UCP_PLATFORM_PROFILES: 'https://agent.example.com',
      PUBLIC_URL: 'https://shop.example.com',
      TRUST_PROXY: '1',
      METRICS_TOKEN: randomBytes(32).toString('hex'),
    })
  })
  after(() => service.stop())

  // Proves: agent-page
  it('refuses loopback origins with the port of Sepet', async () => {
    const { port } = new URL(service.url)
    for (const [origin, status] of [
      [`http://localhost:${port}`, 403],
      [`http://127.0.0.1:${port}`, 403],
      ['https://shop.example.com', 200],
    ] as const) {
      const headers = { ...statelessHeaders(MESSAGE), Origin: origin }
      assert.equal((await service.call('POST', '/ucp/mcp', { body: MESSAGE, headers })).status, status, origin)
    }
  })
})
