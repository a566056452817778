/** Examples of single pages other than commands: a response, a file tree, a diagram and a component. */

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { parse } from 'yaml'
import { IMPORTS, PRODUCTS, STOREFRONT } from '../../../src/api-paths.ts'
import { addItem, cartOf } from '../../support/cart/cart.ts'
import { readPage } from '../../support/docs/doc-exchanges.ts'
import { blockIn, blocksOf } from '../../support/docs/markdown.ts'
import { compilerErrors } from '../../support/docs/type-check.ts'
import { ids, product } from '../../support/import/shop-file.ts'
import { startService, type TestService } from '../../support/service/service.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** A response of the API description, or a reference to a shared one. */
interface Described {
  $ref?: string
  content?: Record<string, { examples?: object }>
}

describe('on a running server', () => {
  let service: TestService
  let paths: Record<string, Record<string, unknown>>
  before(async () => {
    service = await startService('sqlite')
    paths = ((await service.call('GET', '/openapi.json')).json as { paths: typeof paths }).paths
  })
  after(() => service.stop())

  it('docs/cart.md shows the reason of a coupon whose minimum the cart does not meet', async () => {
    await service.importShop({
      products: [product({ id: 9_001, price: '290', vatRate: 20 })],
      coupons: [{ code: 'HEDİYE100', discountType: 'fixed', value: '100', conditions: { minimumTotal: '400' } }],
    })
    const token = await service.token('guest')
    await addItem(service, token, 9_001)
    const answer = await service.call('POST', '/cart/coupon', { token, body: { couponCode: 'hediye100' } })
    const { coupon } = cartOf(answer).data.meta ?? {}
    assert.deepEqual({ data: { meta: { coupon } } }, JSON.parse(blockIn('docs/cart.md', 'json', 2)))
  })

  it('docs/cart.md shows the coupon of Elif of the sample shop', async () => {
    const { coupons } = JSON.parse(readFileSync(join(ROOT, 'sample/shop.json'), 'utf8')) as {
      coupons: { code: string }[]
    }
    await service.importShop({ coupons: coupons.filter(({ code }) => code === 'ELİFE75') })
    const token = await service.token('member', { id: '1' })
    const { json } = await service.call('GET', '/coupons', { token })
    assert.deepEqual(json, JSON.parse(blockIn('docs/cart.md', 'json', 3)))
  })

  it('docs/cart.md shows the response for a quantity above the limit', async () => {
    const token = await service.token('guest')
    await addItem(service, token, ids.plain, 60_000)
    const answer = await service.call('POST', '/cart-items', {
      token,
      body: { productId: ids.plain, quantity: 50_000 },
    })
    assert.deepEqual(answer.json, JSON.parse(blockIn('docs/cart.md', 'json', 5)))
  })

  it('docs/handoff.md draws requests that exist, between its participants', () => {
    const [kind, ...lines] = blockIn('docs/handoff.md', 'mermaid').trim().split('\n')
    assert.equal(kind, 'sequenceDiagram')
    const drawn = lines.map(line => /^ {4}(?:participant (\w+)|(?:(\w+)-?->>(\w+)|Note over (\w+)): (.+))/.exec(line))
    assert.ok(drawn.every(line => line !== null))
    const parts = drawn.map(line => line?.[1]).filter(name => name !== undefined)
    const named = drawn.flatMap(line => line?.slice(2, 5) ?? []).filter(name => name !== undefined)
    assert.deepEqual([...new Set(named)].sort(), parts.sort())
    const asked = drawn.map(line => /^(GET|POST) (\/[\w/-]+)/.exec(line?.[5] ?? '')).filter(request => request !== null)
    assert.equal(asked.length, 2)
    for (const [, method = '', path = ''] of asked) {
      const operations = paths[`${STOREFRONT}${path}`] ?? paths[`${STOREFRONT.replace(/\/[^/]+$/, '')}${path}`]
      assert.ok(operations?.[method.toLowerCase()], path)
    }
  })

  it('docs/importing.md and docs/catalogue.md list every error code of their requests', async () => {
    const api = (await service.call('GET', '/openapi.json')).json as {
      components: { responses: Record<string, Described> }
    }
    const pages = { 'docs/importing.md': [IMPORTS], 'docs/catalogue.md': [PRODUCTS] }
    for (const [page, urls] of Object.entries(pages)) {
      const operations = urls.flatMap(url => Object.values(paths[url] ?? {})) as {
        responses: Record<string, Described>
      }[]
      const responses = operations.flatMap(each => Object.entries(each.responses))
      const refused = responses.filter(([status]) => status >= '400').map(([, response]) => response)
      const resolved = refused.map(each =>
        each.$ref ? api.components.responses[each.$ref.split('/').at(-1) ?? ''] : each,
      )
      const codes = resolved.flatMap(each => Object.keys(each?.content?.['application/json']?.examples ?? {}))
      assert.ok(codes.length > 10, page)
      const text = readPage(page)
      assert.deepEqual(
        codes.filter(code => !text.includes(`\`${code}\``)),
        [],
        page,
      )
    }
  })

  it('the code for phones in docs/handoff.md calls an endpoint that exists', () => {
    for (const language of ['swift', 'kotlin', 'tsx']) {
      const [, path = ''] = /https:\/\/shop\.example\.com([\w/-]+)/.exec(blockIn('docs/handoff.md', language)) ?? []
      assert.ok(paths[path]?.post, `${language}: ${path}`)
    }
  })
})

describe('the React Native code of docs/handoff.md', () => {
  /** Declarations that an app already has. */
  const around = `
    declare namespace JSX { type Element = object; interface IntrinsicElements {} }
    declare function useState<T>(): [T | undefined, (value: T) => void]
    declare function useEffect(effect: () => void, dependencies: unknown[]): void
    declare function WebView(props: { source: { uri: string } }): JSX.Element
    declare function ActivityIndicator(props: object): JSX.Element
    declare function showRetry(): void
    interface Props { getAccessToken: () => string; returnPath?: string }`
  const shown = blockIn('docs/handoff.md', 'tsx')
  const complaintsAbout = (code: string) => compilerErrors({ 'around.d.ts': around, 'checkout.tsx': code })

  it('compiles', async () => assert.equal(await complaintsAbout(shown), ''))

  it('does not compile after a change (control)', async () => {
    assert.match(await complaintsAbout(shown.replace('link.url', 'link.uri')), /Property 'uri' does not exist/)
  })
})

it('the file tree of docs/architecture.md matches the repository, and lists all of src/', () => {
  const tree = blockIn('docs/architecture.md', 'text')
  const named = [...tree.matchAll(/^( {2})?([\w.-]+\/?) {2,}\S/gm)].map(([, inside, name]) =>
    inside ? `src/${name}` : name,
  )
  const within = (folder: string) =>
    readdirSync(join(ROOT, folder), { withFileTypes: true }).map(entry =>
      entry.isDirectory() ? `${entry.name}/` : entry.name,
    )
  const top = within('.')
  assert.deepEqual(
    named.filter(name => name && !name.startsWith('src/') && !top.includes(name)),
    [],
  )
  const sources = within('src').filter(name => !name.endsWith('.test.ts'))
  assert.deepEqual(named.filter(name => name?.startsWith('src/')).sort(), sources.map(name => `src/${name}`).sort())
})

it('the Prometheus configuration of docs/monitoring.md matches the dashboard and the alerts', () => {
  const { scrape_configs: jobs } = parse(blockIn('docs/monitoring.md', 'yaml')) as {
    scrape_configs: { job_name: string; authorization: object; static_configs: { targets: string[] }[] }[]
  }
  assert.deepEqual(
    jobs.map(job => [job.job_name, Object.keys(job.authorization), job.static_configs[0]?.targets.length]),
    [['sepet', ['credentials_file'], 2]],
  )
  assert.match(readFileSync(join(ROOT, 'deploy/prometheus/alerts.yaml'), 'utf8'), /job="sepet"/)
  assert.equal(blocksOf('docs/monitoring.md')[0]?.language, 'yaml')
})
