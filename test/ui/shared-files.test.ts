/** The files that playground and office share, over HTTP. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type ProvidedOffice, startProvidedOffice } from '../support/office/office.ts'

const ROOT = join(import.meta.dirname, '../..')
const DOCUMENTS = ['web/office/office.html', 'web/playground/playground.html']
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
