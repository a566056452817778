/** The API reference at /docs, as HTML. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startSampleShop } from '../support/docs/examples.ts'
import { type ApiDescription, operationsOf, readDescription } from '../support/docs/openapi.ts'
import { type Answer, startService, type TestService } from '../support/service/service.ts'

describe('the API reference', () => {
  let service: TestService
  let api: ApiDescription
  let page: Answer
  before(async () => {
    service = await startSampleShop()
    api = await readDescription(service.url)
    page = await service.call('GET', '/docs')
  })
  after(() => service.stop())

  it('loads only its stylesheet, and its policy allows nothing else', () => {
    assert.equal(page.status, 200)
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.equal(
      page.headers.get('content-security-policy'),
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    assert.deepEqual(page.text.match(/<script|\sstyle=|<style|<iframe|<img|\son\w+=|javascript:/gi), null)
    assert.deepEqual(page.text.match(/<link [^>]+>/g), ['<link rel="stylesheet" href="/docs/reference.css">'])
  })

  it('has a stylesheet', async () => {
    const { status, headers } = await service.call('GET', '/docs/reference.css')
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/css; charset=utf-8'])
  })

  it('shows every operation and every schema of the description, each once', () => {
    const ids = [...page.text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
    assert.deepEqual([...new Set(ids)], ids)
    for (const { operation } of operationsOf(api)) assert.ok(ids.includes(operation.operationId), operation.operationId)
    for (const name of Object.keys(api.components.schemas)) assert.ok(ids.includes(name), name)
  })

  it('has a target for every link', () => {
    const targets = [...page.text.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target)
    assert.ok(targets.length > 100)
    assert.deepEqual(
      targets.filter(target => !page.text.includes(` id="${target}"`)),
      [],
    )
  })

  it('is served in production too, with the public address of the shop', async () => {
    const secret = () => crypto.randomUUID() + crypto.randomUUID()
    const production = await startService('sqlite', {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://magaza.example',
      ACCESS_TOKEN_SECRET: secret(),
      HANDOFF_SECRET: secret(),
    })
    const { status, text } = await production.call('GET', '/docs')
    assert.equal(status, 200)
    assert.match(text, /curl https:\/\/magaza\.example\/api\/v3\/storefront\/2026-01\/cart \\/)
    assert.doesNotMatch(text, /localhost|shop\.test/)
    await production.stop()
  })
})
