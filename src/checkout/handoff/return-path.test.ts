/** Unit tests of return path validation. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chooseReturnPath } from './return-path.ts'

const returnPaths = { allowed: ['/sepet', '/odeme'], fallback: '/sepet' }
const choose = (wanted: unknown) => chooseReturnPath(wanted, returnPaths)

describe('chooseReturnPath', () => {
  it('returns an allowed prefix, or a path below one, unchanged', () => {
    for (const path of [
      '/odeme',
      '/odeme/',
      '/odeme/adim-2',
      '/odeme/a/b/',
      '/odeme/%C3%B6deme',
      '/odeme/%c3%b6',
      '/odeme/...',
    ]) {
      assert.equal(choose(path), path)
    }
  })

  it('replaces a path that is not below an allowed prefix, has dot or empty segments, or is not a plain path', () => {
    for (const path of [
      '/odemex',
      '/odeme/..',
      '/odeme/./a',
      '/odeme//a',
      '/odeme?a=1',
      '/odeme#a',
      '/odeme/a b',
      '//odeme',
    ]) {
      assert.equal(choose(path), '/sepet', path)
    }
  })

  it('replaces a path with percent-encoded octets other than letters', () => {
    for (const octets of [
      '%2F',
      '%2e',
      '%5C',
      '%00',
      '%0A',
      '%25',
      '%31',
      '%20',
      '%C3',
      '%F0%9F%9B%92',
      '%E2%80%8B',
      '%2',
      '%zz',
    ]) {
      assert.equal(choose(`/odeme/a${octets}`), '/sepet', octets)
    }
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
