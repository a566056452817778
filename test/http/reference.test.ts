/** The pages of the API reference below /docs: their content, their policy, and what they have in production. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { refusalCodes } from '../../src/errors.ts'
import { startPlayground } from '../support/browser/playground.ts'
import { refusalsOf } from '../support/cart/cart.ts'
import { startSampleShop } from '../support/docs/examples.ts'
import { type ApiDescription, operationsOf, readDescription } from '../support/docs/openapi.ts'
import { anchorsOf, inlineCodeOf, linksOf, pagesOf, type ReferencePages } from '../support/docs/reference.ts'
import { startService, type TestService } from '../support/service/service.ts'

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
/** What only the forms that send requests have. */
const TRIAL = /try-it|<form method="dialog"|data-taken|data-copied|Try it/

/** Starts a service as in production. */
function startProduction(): Promise<TestService> {
  const secret = () => crypto.randomUUID() + crypto.randomUUID()
  return startService('sqlite', {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://magaza.example',
    ACCESS_TOKEN_SECRET: secret(),
    HANDOFF_SECRET: secret(),
  })
}

describe('the API reference', () => {
  let service: TestService
  let api: ApiDescription
  let pages: ReferencePages
  before(async () => {
    service = await startSampleShop()
    api = await readDescription(service.url)
    pages = await pagesOf(service)
  })
  after(() => service.stop())

  it('has the overview, a page for each subject, the error codes and the schemas', () => {
    const subjects = new Set(
      operationsOf(api).map(({ operation }) => operation.tags[0]?.toLowerCase().replace(' ', '-')),
    )
    assert.deepEqual(
      [...pages.keys()].sort(),
      ['/docs', '/docs/errors', '/docs/schemas', ...[...subjects].map(each => `/docs/${each}`)].sort(),
    )
    for (const [address, { status, headers }] of pages) {
      assert.deepEqual([status, headers.get('content-type')], [200, 'text/html; charset=utf-8'], address)
    }
  })

  it('loads only its own files, and its policy allows no request of a script and no inline code', () => {
    for (const [address, { text, headers }] of pages) {
      assert.equal(headers.get('content-security-policy'), POLICY, address)
      assert.deepEqual(inlineCodeOf(text), [], address)
      const files = [...text.matchAll(/<(?:link|script)\b[^>]*(?:href|src)="([^"]+)"/g)].map(([, file]) => file)
      assert.deepEqual(files, [
        ...['base', 'frame', 'operation', 'examples', 'pages', 'search'].map(name => `/docs/styles/${name}.css`),
        '/docs/reference.js',
      ])
    }
  })

  it('serves its stylesheets and its script, and no other file', async () => {
    const typeOf = async (path: string) => (await service.call('GET', path)).headers.get('content-type')
    assert.equal(await typeOf('/docs/styles/frame.css'), 'text/css; charset=utf-8')
    assert.equal(await typeOf('/docs/reference.js'), 'application/javascript; charset=utf-8')
    for (const path of ['styles/..%2Freference.ts', 'styles/..%2F..%2Fopenapi.ts', 'styles/%2Fetc%2Fpasswd']) {
      assert.match(refusalsOf(await service.call('GET', `/docs/${path}`))[0] ?? '', /^40[04] /, path)
    }
    for (const path of ['styles/none.css', 'styles/', 'styles', 'try-it/try-it.js', 'reference.css']) {
      assert.deepEqual(refusalsOf(await service.call('GET', `/docs/${path}`)), ['404 not_found'], path)
    }
  })

  it('answers 404 for an unknown subject', async () => {
    for (const page of [
      'unknown',
      'Cart',
      'cart%20',
      '__proto__',
      'constructor',
      '%3Cscript%3E',
      'cart/x',
      'x'.repeat(5000),
    ]) {
      assert.deepEqual(refusalsOf(await service.call('GET', `/docs/${page}`)), ['404 not_found'], page)
    }
  })

  it('shows every operation on the page of its subject, every schema and every error code, each once', () => {
    for (const [address, { text }] of pages) {
      const ids = anchorsOf(text)
      assert.deepEqual([...new Set(ids)], ids, address)
    }
    for (const { operation } of operationsOf(api)) {
      const [subject = ''] = operation.tags
      const { text = '' } = pages.get(`/docs/${subject.toLowerCase().replace(' ', '-')}`) ?? {}
      assert.ok(text.includes(`<article class="endpoint" id="${operation.operationId}"`), operation.operationId)
    }
    const schemas = anchorsOf(pages.get('/docs/schemas')?.text ?? '')
    for (const name of Object.keys(api.components.schemas)) assert.ok(schemas.includes(name), name)
    const errors = anchorsOf(pages.get('/docs/errors')?.text ?? '')
    for (const code of refusalCodes) assert.ok(errors.includes(code), code)
  })

  it('has a target for every link', () => {
    const links = [...pages].flatMap(([address, { text }]) => linksOf(text, address))
    assert.ok(links.length > 1000)
    const broken = links.filter(link => {
      const [address = '', anchor] = link.split('#')
      const page = pages.get(address)
      if (!page) return address !== '/openapi.json'
      return anchor !== undefined && !anchorsOf(page.text).includes(anchor)
    })
    assert.deepEqual([...new Set(broken)], [])
  })

  it('links each error code of an operation to its cause and cure', () => {
    const { text = '' } = pages.get('/docs/cart') ?? {}
    assert.match(text, /<a href="\/docs\/errors#cart_full"><code>cart_full<\/code><\/a>/)
    const errors = pages.get('/docs/errors')?.text ?? ''
    const [cartFull = ''] = /<article class="error" id="cart_full".*?<\/article>/s.exec(errors) ?? []
    assert.match(cartFull, /The cart would exceed <code>CART_MAX_LINES<\/code> lines/)
    assert.match(cartFull, /Let the shopper remove lines/)
    assert.match(cartFull, /<a href="\/docs\/cart#addItem">Add an item<\/a>/)
    assert.doesNotMatch(errors, /\]\(/)
  })

  it('keeps the anchors of the former single page, as links to the new places', () => {
    const { text = '' } = pages.get('/docs') ?? {}
    const names = [
      ...operationsOf(api).map(({ operation }) => operation.operationId),
      ...Object.keys(api.components.schemas),
    ]
    for (const name of ['checkout-handoff', 'schemas', ...names]) {
      assert.match(text, new RegExp(`<a class="moved" id="${name}" href="/docs/[a-z#A-Z-]+">`), name)
    }
  })

  it('leads from each page to the previous and the next one', () => {
    const neighbours = (address: string) =>
      [...(pages.get(address)?.text ?? '').matchAll(/<a rel="(prev|next)" href="([^"]+)">/g)].map(
        ([, rel, href]) => `${rel} ${href}`,
      )
    assert.deepEqual(neighbours('/docs'), ['next /docs/guests'])
    assert.deepEqual(neighbours('/docs/cart'), ['prev /docs/guests', 'next /docs/checkout-handoff'])
    assert.deepEqual(neighbours('/docs/schemas'), ['prev /docs/errors'])
  })

  it('is served in production too, with the public address of the shop', async () => {
    const production = await startProduction()
    const found = await pagesOf(production)
    assert.match(
      found.get('/docs/cart')?.text ?? '',
      /curl https:\/\/magaza\.example\/api\/v3\/storefront\/2026-01\/cart \\/,
    )
    for (const { text } of found.values()) assert.doesNotMatch(text, /localhost|shop\.test/)
    await production.stop()
  })
})

describe('trying operations in the API reference', () => {
  it('has no trace outside the playground’s conditions: no form, no script, no permission', async () => {
    const production = await startProduction()
    for (const service of [await startSampleShop(), production]) {
      for (const [address, { text, headers }] of await pagesOf(service)) {
        assert.doesNotMatch(text, TRIAL, address)
        assert.equal(headers.get('content-security-policy'), POLICY)
      }
      for (const file of ['try-it.js', 'tokens.js', 'try-it.css']) {
        assert.deepEqual(refusalsOf(await service.call('GET', `/docs/try-it/${file}`)), ['404 not_found'])
      }
      await service.stop()
    }
  })

  it('is possible in development: a form for each operation that answers JSON or nothing', async () => {
    const service = await startPlayground('sqlite')
    const pages = await pagesOf(service)
    const { text = '', headers } = pages.get('/docs/cart') ?? {}
    assert.equal(headers?.get('content-security-policy'), `${POLICY}; connect-src 'self'`)
    assert.equal(text.match(/<form method="dialog"/g)?.length, text.match(/<article class="endpoint"/g)?.length)
    assert.doesNotMatch(pages.get('/docs/web-pages')?.text ?? '', /<form method="dialog"/)
    assert.match(pages.get('/docs/orders')?.text ?? '', /npm run --silent sepet -- token admin --scope checkouts:write/)
    const office = (address: string) => pages.get(address)?.text.match(/data-taken="office"/g)?.length ?? 0
    assert.deepEqual([office('/docs/cart'), office('/docs/guests')], [0, 0])
    assert.ok(office('/docs/customers') > 5)
    for (const [address, page] of pages) assert.deepEqual(inlineCodeOf(page.text), [], address)
    assert.equal((await service.call('GET', '/docs/try-it/try-it.js')).status, 200)
    await service.stop()
  })

  it('has no field that a browser would send or restore: none has a name', async () => {
    const service = await startPlayground('sqlite')
    const forms = [...(await pagesOf(service)).values()].flatMap(
      ({ text }) => text.match(/<form method="dialog".*?<\/form>/gs) ?? [],
    )
    assert.ok(forms.length > 40)
    for (const form of forms) assert.doesNotMatch(form, /\sname=|\saction=/)
    await service.stop()
  })
})
