/** Unit and property tests of the Content-Security-Policy of the pages. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { pictureAddress } from './picture-address.ts'

/** Returns the sources of one directive. */
function sources(policy: string, directive: string): string[] {
  const found = policy.split('; ').find(each => each.startsWith(`${directive} `))
  return found?.split(' ').slice(1) ?? []
}
const pictures = (urls: string[]) => sources(contentSecurityPolicy(urls, "'none'"), 'img-src')

describe('contentSecurityPolicy', () => {
  it('allows only the stylesheet and pictures of the same origin by default', () => {
    assert.equal(
      contentSecurityPolicy([], "'none'"),
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
  })

  it('lists each picture origin once, without a path', () => {
    const urls = ['https://cdn.example.com/a.png', 'https://cdn.example.com/b.png?c', 'http://127.0.0.1:8080/x']
    assert.deepEqual(pictures(urls), ["'self'", 'https://cdn.example.com', 'http://127.0.0.1:8080'])
  })

  it('omits URLs that are not http or https, and credentials in URLs', () => {
    const urls = ['javascript:alert(1)', 'data:image/png;base64,AA', 'ftp://a/b', '', '/a.png', 'https://']
    assert.deepEqual(pictures([...urls, 'https://user:word@a.example/x']), ["'self'", 'https://a.example'])
  })

  // Proves: picture-address
  it('gets no source or directive from characters in the host of a picture', () => {
    const hosts = ['*', '*.com', 'a;sandbox', 'a,b', "'unsafe-inline'", 'a;script-src', 'a"b']
    assert.deepEqual(pictures(hosts.map(host => `https://${host}/x.png`)), ["'self'"])
    assert.equal(pictureAddress('https://a;sandbox/x.png'), null)
  })

  it('is a valid header value with six directives for any picture addresses', () => {
    const address = fc.oneof(
      fc.webUrl(),
      fc.array(fc.integer({ min: 0, max: 0x10ffff })).map(points => `https://${String.fromCodePoint(...points)}`),
    )
    fc.assert(
      fc.property(fc.array(address), urls => {
        const policy = contentSecurityPolicy(urls, "'self'")
        assert.match(policy, /^[\x20-\x7e]+$/)
        assert.equal(policy.split(';').length, 6)
      }),
    )
  })

  it('allows any https picture beyond 20 picture origins', () => {
    const urls = (count: number) => Array.from({ length: count }, (_, index) => `https://p${index}.example/x.png`)
    assert.equal(pictures(urls(20)).length, 21)
    assert.deepEqual(pictures(urls(21)), ["'self'", 'https:'])
  })

  it('allows every picture for which pictureAddress returns an address', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), url => {
        const address = pictureAddress(url)
        if (address !== null) assert.ok(pictures([url]).includes(new URL(address).origin))
      }),
    )
  })
})
