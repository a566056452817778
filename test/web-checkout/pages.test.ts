/** The reference web pages over HTTP: headers, languages, content, and the pages without a session. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addItem } from '../support/cart/cart.ts'
import { ids, product } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { signIn } from '../support/web-checkout/checkout.ts'

const PATHS = ['/sepet', '/odeme', '/checkout', '/order', '/uye-siparisleri', '/odeme/adim-2', '/uye-siparisleri/12']

describe('a web page', () => {
  let service: TestService
  let member: string
  let cookie: string
  before(async () => {
    service = await startService('sqlite')
    member = await service.token('member', { id: String(ids.member) })
    cookie = await signIn(service, member)
  })
  after(() => service.stop())
  const open = (path: string, headers: Record<string, string> = { Cookie: cookie }) =>
    service.call('GET', path, { headers })

  // Proves: escaped-markup
  it('is HTML that is not cached, and loads only its stylesheet and images', async () => {
    await addItem(service, member, ids.plain)
    await addItem(service, member, ids.soldOut)
    const { status, headers } = await open('/sepet')
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('vary'), 'Cookie, Accept-Language')
    assert.equal(headers.get('content-language'), 'tr')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('referrer-policy'), 'same-origin')
    assert.equal(
      headers.get('content-security-policy'),
      "default-src 'none'; style-src 'self'; img-src 'self' https://cdn.example.com http://shop.test; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
  })

  it('shows the customer and the cart at every return path', async () => {
    await addItem(service, member, ids.plain)
    const guest = await service.token('guest')
    const guestCookie = await signIn(service, guest)
    await addItem(service, guest, ids.soldOut)
    for (const path of PATHS) {
      assert.match((await open(path)).text, /Müşteri no\. 1[\s\S]*Keten gömlek/, path)
      const { text } = await open(path, { Cookie: guestCookie })
      assert.match(text, new RegExp(`Misafir olarak[\\s\\S]*Ürün ${ids.soldOut}`), path)
      assert.doesNotMatch(text, /Müşteri no|Keten/, path)
    }
  })

  it('is in English when Accept-Language prefers English to Turkish, and in Turkish otherwise', async () => {
    const languages: [header: string, language: string, text: RegExp][] = [
      ['en-GB,en;q=0.9', 'en', /<html lang="en">[\s\S]*Customer no\. 1/],
      ['de,en;q=0.5', 'en', /<html lang="en">/],
      ['tr-TR,tr;q=0.9,en;q=0.8', 'tr', /<html lang="tr">[\s\S]*Müşteri no\. 1/],
      ['de', 'tr', /<html lang="tr">/],
      ['*', 'tr', /<html lang="tr">/],
      ['x'.repeat(15_000), 'tr', /<html lang="tr">/],
    ]
    for (const [header, language, text] of languages) {
      for (const path of PATHS) {
        const page = await open(path, { Cookie: cookie, 'Accept-Language': header })
        assert.deepEqual([page.status, page.headers.get('content-language')], [200, language])
        assert.equal(page.headers.get('vary'), 'Cookie, Accept-Language')
        assert.match(page.text, text)
      }
    }
  })

  it('tells why the link of an agent’s cart did not open, and nothing for other queries', async () => {
    const sentences = [
      ['gone', 'Bu bağlantı artık geçerli değil', 'This link no longer works'],
      ['closed', 'Bu mağazada yalnızca üyeler sipariş verebilir', 'Only members can order from this shop'],
      ['unavailable', 'Sepet bağlantısı şu anda açılamadı', 'The cart link could not be opened right now'],
    ] as const
    for (const [failure, turkish, english] of sentences) {
      for (const headers of [{ Cookie: cookie }, {}] as Record<string, string>[]) {
        const path = `/sepet?continue=${failure}`
        assert.ok((await open(path, headers)).text.includes(turkish), failure)
        assert.ok((await open(path, { ...headers, 'Accept-Language': 'en' })).text.includes(english), failure)
      }
    }
    const { text } = await open('/sepet')
    for (const query of [
      'continue',
      'continue=',
      'continue=x',
      'continue=gone&continue=gone',
      'continue=%3Cb%3E',
      'c=gone',
    ]) {
      assert.equal((await open(`/sepet?${query}`)).text, text, query)
    }
  })

  it('has a stylesheet', async () => {
    const [, path = ''] = /<link rel="stylesheet" href="([^"]+)">/.exec((await open('/sepet')).text) ?? []
    const { status, headers } = await open(path)
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^text\/css\b/)
    assert.equal(headers.get('cache-control'), 'public, max-age=3600')
  })

  it('shows a notice and no customer data without a session', async () => {
    for (const path of PATHS) {
      const { status, text } = await open(path, {})
      assert.equal(status, 200)
      assert.match(text, /Oturum yok/)
      assert.doesNotMatch(text, /Müşteri no|Keten/)
    }
  })

  // Proves: escaped-markup
  it('shows names as text, also when they contain markup', async () => {
    const name = '<script>alert(1)</script>"\'&'
    await service.importShop({ shop: { name }, products: [product({ id: ids.plain, name, image: '/x"onerror=.png' })] })
    for (const path of ['/sepet', '/odeme']) {
      const { text } = await open(path)
      assert.doesNotMatch(text, /<script|"onerror|alert\(1\)<\/script>/)
      assert.match(text, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/)
    }
  })

  it('answers methods other than GET and HEAD with 405 and no body', async () => {
    const { status, headers, text } = await service.call('POST', '/sepet', { body: {} })
    assert.deepEqual([status, headers.get('allow'), text], [405, 'GET, HEAD', ''])
  })
})
