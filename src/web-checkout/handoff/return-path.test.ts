/** Unit tests of return path validation. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chooseReturnPath } from './return-path.ts'

const returnPaths = { allowed: ['/sepet', '/odeme'], fallback: '/sepet' }
const choose = (wanted: unknown) => chooseReturnPath(wanted, returnPaths)

function assertKept(segments: string[]): void {
  for (const segment of segments) assert.equal(choose(`/odeme/${segment}`), `/odeme/${segment}`)
}

function assertReplaced(segments: string[]): void {
  for (const segment of segments) assert.equal(choose(`/odeme/${segment}`), '/sepet', segment)
}

describe('chooseReturnPath', () => {
  it('returns an allowed prefix, or a path below one, unchanged', () => {
    for (const path of ['/odeme', '/odeme/', '/odeme/adim-2', '/odeme/a/b/']) assert.equal(choose(path), path)
  })

  it('returns segments of every path character of RFC 3986 unchanged', () => {
    assertKept(["AZaz09-._~!$&'()*+,;=:@", '1:2', 'a+b', '@evil.example', 'https:', ':80', '...', '.a', 'a..', '..a'])
  })

  it('returns percent-encoded UTF-8 unchanged, in either case of the digits', () => {
    assertKept(['%C3%B6deme', '%c3%b6', '%20', '%2B', '%31', '%F0%9F%9B%92', '%3F', '%23', 'a%3Bb', '%EF%BB%BF'])
  })

  it('replaces a path that is not below an allowed prefix, has dot or empty segments, or is not a plain path', () => {
    for (const path of ['/odemex', '/odeme;x', '/odeme%2F', '//odeme', '/', '', 'odeme', '/ODEME', '/odeme//']) {
      assert.equal(choose(path), '/sepet', path)
    }
    assertReplaced([
      '.',
      '..',
      './a',
      '../a',
      'a/..',
      '/a',
      'a//b',
      'a//',
      '?a=1',
      'a#',
      'a b',
      'ö',
      'a\n',
      'a\t',
      '\\',
    ])
  })

  it('replaces a path with percent-encoded dot segments, slashes, backslashes, percent signs or control characters', () => {
    assertReplaced(['%2e', '.%2E', '%2E%2e', 'a%2Fb', 'a%5Cb', 'a%25', 'a%252e', 'a%00', 'a%0A', 'a%7F', 'a%C2%85'])
  })

  it('replaces a path whose segment is a dot segment before its first semicolon', () => {
    assertReplaced(['.;', '..;', '..;x', '..;/admin', '%2e%2e;x', '..%3B', '..;;', '..;a=b;c', '.%2e%3bx'])
    assertKept([';', ';..', 'a;..', '..a;', '...;'])
  })

  it('replaces a path with a character whose compatibility form is a dot segment, a slash, a backslash or a percent sign', () => {
    const dots = ['．．', '․․', '‥', '．', '․', '‥;x', '‥；x', '..；', '..\u037e']
    const others = ['a／b', 'a＼b', 'a﹨b', 'a％2e', 'a﹪', 'a℀b', 'a℅b']
    assertReplaced([...dots, ...others].map(encodeURIComponent))
    assertKept(['…', 'a．b', 'a․b', '½', '；'].map(encodeURIComponent))
  })

  it('replaces a path with an incomplete escape, or with octets that are not UTF-8', () => {
    assertReplaced(['%', '%2', '%zz', '%u002e', '%C3', '%FF', '%C0%AE', '%ED%A0%80', '%F4%90%80%80', 'a%C3/%B6'])
  })

  it('replaces a value that is not text', () => {
    for (const wanted of [undefined, null, 5, true, ['/odeme'], { toString: () => '/odeme' }]) {
      assert.equal(choose(wanted), '/sepet')
    }
  })

  it('replaces a path of more than 2048 characters', () => {
    const longest = `/odeme/${'a'.repeat(2041)}`
    assert.equal(choose(longest), longest)
    assert.equal(choose(`${longest}a`), '/sepet')
  })
})
