/** What a server says whose NODE_ENV was forgotten: one warning for its settings, one for the first request of a proxy, each with the cure. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sendRaw } from '../support/http/raw-http.ts'
import { startService, type TestService } from '../support/service/service.ts'

const HEADERS = [
  ['Forwarded', 'for=203.0.113.7'],
  ['X-Forwarded-For', '203.0.113.7'],
  ['X-Forwarded-For', '127.0.0.1, 203.0.113.7'],
  ['X-Forwarded-Proto', 'https'],
  ['X-Forwarded-Host', 'shop.example'],
  ['X-Forwarded-Port', '443'],
  ['X-Real-IP', '203.0.113.7'],
  ['Via', '1.1 proxy'],
] as const

/** The messages of the warnings that name the cure. */
const warnings = ({ log }: TestService): string[] =>
  log
    .filter(line => line.includes('"level":"warn"') && line.includes('NODE_ENV=production'))
    .map(line => JSON.parse(line).msg)

const ask = (service: TestService, headers: Record<string, string>) =>
  sendRaw(service.url, { method: 'GET', path: '/health/live', headers: { Host: 'localhost:8080', ...headers } })

// Proves: forgotten-node-env
describe('a server whose NODE_ENV was forgotten', () => {
  it('warns at its start of a PUBLIC_URL that is https or names another machine', async () => {
    for (const [PUBLIC_URL, sign] of [
      ['http://shop.test', /^PUBLIC_URL names another machine/],
      ['https://shop.example.com', /^PUBLIC_URL names another machine/],
      ['http://127.0.0.1.evil.example', /^PUBLIC_URL names another machine/],
      ['https://localhost:8443', /^PUBLIC_URL is https/],
    ] as const) {
      const service = await startService('sqlite', { PUBLIC_URL })
      const [warning = '', ...others] = warnings(service)
      assert.match(warning, sign)
      assert.match(warning, /set NODE_ENV=production$/)
      assert.deepEqual(others, [])
      await service.stop()
    }
  })

  it('warns once of a request that a proxy has forwarded, whatever the header', async () => {
    for (const [name, value] of HEADERS) {
      const service = await startService('sqlite', { PUBLIC_URL: 'http://localhost:8080' })
      await ask(service, {})
      await ask(service, { 'X-Forwarded-For': '127.0.0.1' })
      assert.deepEqual(warnings(service), [])
      await ask(service, { [name]: value })
      await ask(service, { [name]: value })
      const [warning = '', ...others] = warnings(service)
      assert.ok(warning.includes(name.toLowerCase()), warning)
      assert.deepEqual(others, [])
      await service.stop()
    }
  })

  it('says nothing in production', async () => {
    const service = await startService('sqlite', { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example.com' })
    await ask(service, { 'X-Forwarded-For': '203.0.113.7', Via: '1.1 proxy' })
    assert.deepEqual(warnings(service), [])
    await service.stop()
  })
})
