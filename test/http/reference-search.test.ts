/** The search of the API reference: what it finds, and hostile queries. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { turkishWords } from '../../src/openapi/reference/search/turkish-words.ts'
import { startSampleShop } from '../support/docs/examples.ts'
import { inlineCodeOf, pagesOf } from '../support/docs/reference.ts'
import type { TestService } from '../support/service/service.ts'

describe('the search of the API reference', () => {
  let service: TestService
  before(async () => {
    service = await startSampleShop()
  })
  after(() => service.stop())

  const search = (query: string) => service.call('GET', `/docs/search?${query}`)
  /** The results as `kind address`. */
  const find = async (words: string) => {
    const { text } = await search(`q=${encodeURIComponent(words)}`)
    return [...text.matchAll(/<li><a href="([^"]+)"><span class="kind">(\w+)<\/span>/g)].map(
      ([, address, kind]) => `${kind} ${address}`,
    )
  }

  it('finds an operation by its method and path, by its summary and by its id', async () => {
    for (const query of ['POST cart-items', 'add an item', 'ADD Item', 'addItem']) {
      assert.ok((await find(query)).includes('Operation /docs/cart#addItem'), query)
    }
    assert.equal((await find('follow what happens'))[0], 'Operation /docs/events#listEvents')
  })

  it('finds an error code, its title and its cause', async () => {
    for (const query of ['cart_full', 'cart full', 'CART_MAX_LINES']) {
      assert.equal((await find(query))[0], 'Error /docs/errors#cart_full', query)
    }
  })

  it('finds fields of bodies, parameters and schemas, and the schemas', async () => {
    const quantities = await find('quantity')
    assert.equal(quantities[0], 'Field /docs/cart#addItem')
    assert.ok(quantities.includes('Field /docs/schemas#CartItem'))
    assert.ok((await find('filter[kind]')).includes('Field /docs/back-office#listCarts'))
    assert.equal((await find('Money'))[0], 'Schema /docs/schemas#Money')
  })

  it('finds by Turkish words the operations, fields and errors that a shop speaks of', async () => {
    for (const [query, result] of [
      ['kupon', 'Operation /docs/cart#applyCoupon'],
      ['kod oluştur', 'Operation /docs/promotions#createCodes'],
      ['sepet', 'Operation /docs/cart#readCart'],
      ['KAMPANYALAR', 'Operation /docs/promotions#listCampaigns'],
      ['sipariş', 'Operation /docs/orders#listCheckouts'],
      ['ödeme', 'Operation /docs/checkout-handoff#createMemberHandoff'],
      ['iade', 'Operation /docs/orders#returnItems'],
      ['müşteri', 'Operation /docs/customers#listCustomers'],
      ['ürünler', 'Operation /docs/catalogue#listProducts'],
      ['stok', 'Operation /docs/catalogue#changeProducts'],
      ['fiyat', 'Operation /docs/catalogue#changeProducts'],
      ['indirim', 'Operation /docs/catalogue#changeProducts'],
      ['kargo', 'Field /docs/schemas#CartVat'],
      ['KDV', 'Field /docs/schemas#CartVat'],
      ['bildirim', 'Operation /docs/webhooks#listWebhooks'],
      ['GİRİŞ', 'Operation /docs/cart#mergeCart'],
      ['giris', 'Operation /docs/cart#mergeCart'],
      ['oturum', 'Operation /docs/web-session#readSession'],
      ['hata', 'Error /docs/errors#internal_error'],
      ['oran sınırı', 'Error /docs/errors#rate_limited'],
    ] as const) {
      assert.ok((await find(query)).includes(result), `${query}: ${(await find(query)).slice(0, 6).join(', ')}`)
    }
  })

  it('finds every operation by a Turkish word', async () => {
    const found = new Set<string>()
    for (const word of Object.keys(turkishWords)) {
      const results = await find(word.replace('*', ''))
      assert.ok(results.length > 0, word)
      for (const result of results) found.add(result)
    }
    const { paths } = (await service.call('GET', '/openapi.json')).json as {
      paths: Record<string, Record<string, { operationId?: string }>>
    }
    const operations = Object.values(paths).flatMap(each =>
      Object.values(each).flatMap(({ operationId }) => operationId ?? []),
    )
    const anchors = [...found].filter(each => each.startsWith('Operation ')).map(each => each.split('#')[1])
    assert.ok(operations.length > 60, String(operations.length))
    assert.deepEqual(
      operations.filter(each => !anchors.includes(each)),
      [],
    )
  })

  it('leads every result to an anchor of a page', async () => {
    const pages = await pagesOf(service)
    const results = [...(await find('a')), ...(await find('id')), ...(await find('4'))]
    assert.ok(results.length > 100)
    for (const result of results) {
      const [address = '', anchor] = result.replace(/^\w+ /, '').split('#')
      assert.ok(pages.get(address)?.text.includes(` id="${anchor}"`), result)
    }
  })

  it('shows at most 50 results, and says how many there are', async () => {
    const { text } = await search('q=e')
    assert.equal(text.match(/<span class="kind">/g)?.length, 50)
    assert.match(text, /\d{3} results for “e”; the first 50 are shown\./)
  })

  it('says what it searches without a query, and that nothing contains an unknown word', async () => {
    for (const query of ['', 'q=', 'q=%20%09%0A', 'other=1', 'q=a&q=b', 'q[]=a', 'q[toString]=a']) {
      assert.match((await search(query)).text, /The search finds operations, fields, error codes and schemas\./, query)
    }
    assert.match((await search('q=yok-öyle')).text, /Nothing contains “yok-öyle”\./)
  })

  it('shows hostile queries as text', async () => {
    const hostile = [
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "' autofocus onfocus=alert(1) x='",
      '</title><script>',
      '</input><style>',
      '&lt;script&gt;',
      '$& $1 {{x}} <%= x %>',
      '(a+)+$ [ \\ .* ?',
      '../../etc/passwd',
      '\u0000\u0007\u202e\ufeff',
      '‹İ›🧺',
    ]
    for (const query of hostile) {
      const { status, text } = await search(`q=${encodeURIComponent(query)}`)
      assert.equal(status, 200, query)
      assert.deepEqual(
        inlineCodeOf(
          text
            .replace(/ value="[^"]*"/, '')
            .replace(/“[^”]*”/g, '')
            .replace(/<title>[^<]*/, ''),
        ),
        [],
      )
      assert.deepEqual(text.match(/<script\b[^>]*>/g), ['<script type="module" src="/docs/reference.js">'], query)
      assert.equal(text.match(/<(?:img|style|iframe|input)\b/g)?.length, 1, query)
    }
  })

  it('cuts a long query, also within a character, and searches undecodable text as it came', async () => {
    const { status, text } = await search(`q=${'cart'.repeat(2000)}`)
    assert.equal(status, 200)
    assert.match(text, / value="(cart){25}" maxlength="100"/)
    assert.equal((await search(`q=${encodeURIComponent(`${'x'.repeat(99)}🧺`)}`)).status, 200)
    assert.match((await search('q=%ff')).text, /Nothing contains “%ff”\./)
  })
})
