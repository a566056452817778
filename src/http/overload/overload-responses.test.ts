/** Responses to requests that are refused for overload, by path and headers. */

import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { describe, it } from 'node:test'
import { createOverloadResponder, overloadedAnswer, type PrefixAnswer, redirectAnswer } from './overload-responses.ts'

const busy = overloadedAnswer('text/html', 'busy')
const answers: PrefixAnswer[] = [
  { prefix: '/api/handoff', answer: redirectAnswer('/sepet') },
  { prefix: '/sepet', answer: ({ from }) => ({ ...busy, body: `busy, ${from ?? 'stranger'}` }) },
]
const find = createOverloadResponder(
  answers,
  (path, origin) => path.startsWith('/api/') && origin === 'https://shop.example.com',
)
const ask = (url: string, headers = {}) => find({ url, headers } as IncomingMessage)
const kindOf = (url: string) => {
  const { status, headers } = ask(url)
  return status === 302 ? 'redirect' : headers['Content-Type']
}

describe('the response to a request refused for overload', () => {
  it('depends on the path, in every spelling of it', () => {
    for (const url of ['/api/handoff', '/api/handoff?t=x', '/api/h%61ndoff?t=x', 'http://shop.test/api/handoff?t=x']) {
      assert.equal(kindOf(url), 'redirect', url)
    }
    for (const url of ['/sepet', '/sepet/', '/sepet/a?b', '/s%65pet']) assert.equal(kindOf(url), 'text/html', url)
  })

  it('depends on the headers of the request', () => {
    assert.equal(ask('/sepet').body, 'busy, stranger')
    assert.equal(ask('/sepet', { from: 'a@example.com' }).body, 'busy, a@example.com')
  })

  it('is a JSON document for a path that only begins like a prefix, or cannot be decoded', () => {
    for (const url of ['/api/handoffs', '/sepetx', '/sepet.css', '/', '*', '/%', '/sepet%2fx%', '']) {
      assert.equal(kindOf(url), 'application/json', url)
    }
  })

  it('has CORS headers only for origins that may call its path', () => {
    const allowed = (url: string, origin: string) => ask(url, { origin }).headers['Access-Control-Allow-Origin']
    assert.equal(allowed('/api/cart', 'https://shop.example.com'), 'https://shop.example.com')
    assert.equal(allowed('/api/cart', 'https://other.example.com'), undefined)
    assert.equal(allowed('/sepet', 'https://shop.example.com'), undefined)
  })
})
