/** The rules of URLs that others name. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkUrl, hostOf } from './check-url.ts'

const brokenRule = (text: string, allowHttp = false) => {
  const checked = checkUrl(text, { allowHttp })
  return 'broken' in checked ? checked.broken : undefined
}
const hostIn = (text: string) => {
  const checked = checkUrl(text, { allowHttp: false })
  return 'url' in checked ? hostOf(checked.url) : checked.broken
}

describe('checkUrl', () => {
  it('refuses more than 2,048 characters', () => {
    const start = 'https://shop.example/'
    assert.equal(brokenRule(start + 'a'.repeat(2_048 - start.length)), undefined)
    assert.equal(brokenRule(start + 'a'.repeat(2_049 - start.length)), 'length')
    assert.equal(brokenRule(`${' '.repeat(2_048)}x`), 'length')
  })

  it('refuses what is no absolute URL', () => {
    for (const text of [
      '',
      '/hook',
      '//shop.example/hook',
      'shop.example',
      'https://',
      'https://a b/',
      'https://[::1',
      'https://a:99999/',
      'https://256.1.1.1/',
      'https://[fe80::1%25eth0]/',
    ]) {
      assert.equal(brokenRule(text), 'syntax', text)
    }
  })

  it('refuses control characters, blanks around it, and half characters', () => {
    for (const text of [
      ' https://a.example/',
      'https://a.example/\n',
      'https://a.exa\tmple/',
      'https://a.example/\r\nx',
      '\0https://a.example/',
      'https://a.example/a\0b',
      'https://a.example/a\x7fb',
      'https://a.example/\ud800',
    ]) {
      assert.equal(brokenRule(text), 'syntax', JSON.stringify(text))
    }
  })

  it('refuses other schemes, and http unless it is allowed', () => {
    for (const text of [
      'ftp://a.example/',
      'file:///etc/passwd',
      'data:,x',
      'javascript:1',
      'ws://a.example/',
      'blob:https://a.example/1',
    ]) {
      assert.deepEqual([brokenRule(text), brokenRule(text, true)], ['scheme', 'scheme'], text)
    }
    assert.deepEqual([brokenRule('http://a.example/'), brokenRule('http://a.example/', true)], ['scheme', undefined])
  })

  it('refuses user names and passwords', () => {
    for (const text of ['https://user@a.example/', 'https://user:secret@a.example/', 'https://:secret@a.example/']) {
      assert.equal(brokenRule(text), 'credentials', text)
    }
  })

  it('refuses fragments, also empty ones', () => {
    for (const text of ['https://a.example/#part', 'https://a.example/?q#', 'https://a.example#'])
      assert.equal(brokenRule(text), 'fragment', text)
  })

  it('accepts https URLs with ports, paths, queries and addresses', () => {
    for (const text of [
      'https://a.example',
      'HTTPS://A.example:8443/p?q=1',
      'https://192.0.2.1/',
      'https://[2001:db8::1]:8443/',
    ]) {
      assert.equal(brokenRule(text), undefined, text)
    }
  })

  it('reads the host as the URL parser does', () => {
    for (const text of [
      'https://2130706433/',
      'https://0x7f.1/',
      'https://0177.0.0.1/',
      'https://127.1/',
      'https://127.0.0.1./',
      'https://①②⑦.0.0.1/',
    ]) {
      assert.equal(hostIn(text), '127.0.0.1', text)
    }
    assert.equal(hostIn('https://[::ffff:127.0.0.1]/'), '::ffff:7f00:1')
    assert.equal(hostIn('https://BÜCHER.example./'), 'xn--bcher-kva.example.')
  })
})
