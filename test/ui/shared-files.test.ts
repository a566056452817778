/** The files that playground and office share, over HTTP. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sendRaw } from '../support/http/raw-http.ts'
import { type ProvidedOffice, startProvidedOffice } from '../support/office/office.ts'

const ROOT = join(import.meta.dirname, '../..')
const DOCUMENTS = ['web/office.html', 'web/playground.html']
const stylesOf = (document: string) =>
  [...readFileSync(join(ROOT, document), 'utf8').matchAll(/href="(\/ui\/ui\/[^"]+\.css)"/g)].map(
    ([, path = '']) => path,
  )

describe('the shared files of an office without a playground', () => {
  let office: ProvidedOffice
  before(async () => {
    office = await startProvidedOffice('sqlite', { PUBLIC_URL: 'http://shop.test' })
  })
  after(async () => {
    await office.service.stop()
    await office.provider.stop()
  })

  it('are served, though the playground is not', async () => {
    const { service } = office
    assert.equal((await service.call('GET', '/ui/playground/main.js')).status, 404)
    for (const path of ['/ui/ui/html.js', '/ui/vendor/preact.mjs', ...DOCUMENTS.flatMap(stylesOf)]) {
      assert.equal((await service.call('GET', path)).status, 200, path)
    }
  })

  it('are asked for by a cache each time, and not sent again', async () => {
    const { service } = office
    for (const path of ['/ui/ui/styles/tokens.css', '/ui/vendor/htm.mjs']) {
      const { headers } = await service.call('GET', path)
      assert.equal(headers.get('cache-control'), 'public, max-age=0', path)
      const again = await service.call('GET', path, {
        headers: { 'Cache-Control': 'max-age=0', 'If-None-Match': headers.get('etag') ?? '' },
      })
      assert.equal(again.status, 304, path)
    }
  })
})

describe('the pages of a clone', () => {
  let office: ProvidedOffice
  before(async () => {
    office = await startProvidedOffice('sqlite', { PUBLIC_URL: 'http://shop.test' })
  })
  after(async () => {
    await office.service.stop()
    await office.provider.stop()
  })
  const ask = (path: string, encoding?: string, method = 'GET') =>
    sendRaw(office.service.url, {
      method,
      path,
      headers: encoding === undefined ? {} : { 'Accept-Encoding': encoding },
    })

  it('name every module that their script imports, before a browser finds them one level after the other', async () => {
    const { body } = await ask('/office/sign-in')
    const preloaded = [...body.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, path = '']) => path)
    for (const path of ['/ui/office/main.js', '/ui/office/router.js', '/ui/ui/html.js', '/ui/vendor/preact.mjs']) {
      assert.ok(preloaded.includes(path), path)
    }
    assert.ok(!preloaded.includes('/ui/office/pages/carts/cart-page.js'))
    for (const path of preloaded) assert.equal((await ask(path)).status, 200, path)
  })

  it('are compressed where the client takes gzip', async () => {
    const path = '/ui/office/main.js'
    for (const accepted of ['gzip', 'br;q=1.0, gzip;q=0.5', 'GZIP; q=1']) {
      for (const method of ['GET', 'HEAD']) {
        const { headers } = await ask(path, accepted, method)
        assert.equal(headers['content-encoding'], 'gzip', accepted)
        assert.equal(headers.vary, 'accept-encoding')
      }
    }
    const plain = await ask(path)
    for (const refused of ['identity', 'gzip;q=0', 'gzip; q=0.000, br', 'gzipped', '']) {
      const { headers, body } = await ask(path, refused)
      assert.deepEqual([headers['content-encoding'], body], [undefined, plain.body], refused)
    }
  })
})

describe('the shared styles', () => {
  it('are the same in playground and office, before their own', () => {
    const [office, playground] = DOCUMENTS.map(stylesOf)
    assert.deepEqual(office, playground)
    assert.equal(office?.[0], '/ui/ui/styles/tokens.css')
  })

  it('alone give the colours that the pages have in common', () => {
    const tokens = readFileSync(join(ROOT, 'web/ui/styles/tokens.css'), 'utf8')
    const names = new Set([...tokens.matchAll(/^ +(--[\w-]+):/gm)].map(([, name]) => name))
    const folders = ['web/office/styles', 'web/playground/styles', 'examples/web-shop/styles']
    for (const folder of folders) {
      const own = readFileSync(join(ROOT, folder, 'base.css'), 'utf8')
      for (const [, name] of own.matchAll(/^ +(--[\w-]+):/gm)) assert.ok(!names.has(name), `${folder}: ${name}`)
    }
  })
})
