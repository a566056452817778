/** The search of the API reference: what it finds, and hostile queries. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
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
