/** Unit tests of the page that a sign-in leads back to. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { returnPageOf } from './return-page.ts'

describe('the page after a sign-in', () => {
  it('is the page that was asked for', () => {
    const pages = [
      '/office',
      '/office?x=1',
      '/office/customers/42',
      '/office/search?q=ay%C5%9Fe%40example.com',
      '/office/carts/member:42',
    ]
    for (const page of pages) assert.equal(returnPageOf(page), page)
  })

  // Proves: foreign-return
  it('is the first page for other sites, other paths, pages of the sign-in and endpoints', () => {
    const others = [
      undefined,
      '',
      'https://evil.example/office',
      '//evil.example/office',
      '/\\evil.example',
      '/office\\..\\x',
      '/officeer',
      '/office/../playground',
      '/office/%2e%2e/playground',
      '/office/sign-in?to=/office',
      '/office/api/v3/admin/customers',
      '/sepet',
      'javascript:alert(1)',
      '/office/\u0000',
      `/office/${'x'.repeat(1_000)}`,
      '/office#fragment',
    ]
    for (const page of others) assert.equal(returnPageOf(page), '/office', String(page))
  })

  // Proves: foreign-return
  it('never leaves the office, whatever is asked for', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.string().map(text => `/office/${text}`),
    )
    fc.assert(
      fc.property(anything, page => {
        const url = new URL(returnPageOf(page), 'https://sepet.example')
        assert.equal(url.origin, 'https://sepet.example')
        assert.match(url.pathname, /^\/office(\/|$)/)
      }),
    )
  })
})
