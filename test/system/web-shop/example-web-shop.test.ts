/** examples/web-shop over HTTP: the session's cart and its forms, login and logout, refused forms, and Sepet's errors as sentences. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { SESSION } from '../../../src/api-paths.ts'
import { addItem, cartOf, quantityOf } from '../../support/cart/cart.ts'
import { sendRaw } from '../../support/http/raw-http.ts'
import { customer, ids, product, shopFile } from '../../support/import/shop-file.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { sessionOf, signIn } from '../../support/web-checkout/checkout.ts'
import {
  type ExampleShop,
  openPage,
  runExampleShop,
  sendForm,
  startExampleShop,
} from '../../support/web-checkout/example-shop.ts'
import { SCOPES } from '../../support/web-checkout/shopper.ts'

const LOGINS = `ayse@example.com:parola-1:${ids.member}:<b>Ayşe</b>,can:parola-2:${ids.inactive}`
const EVIL = `"><script>alert('1')</script><b>& x`

describe('the example web shop', () => {
  let service: TestService
  let shop: ExampleShop
  /** The web shop without a name and without logins. */
  let unnamed: ExampleShop
  let admin: string
  let guest: string
  let cookie: string
  before(async () => {
    service = await startService('sqlite')
    const campaign = { id: 1, name: EVIL, description: 'Yüzde on', logicalGroup: 1, priority: 1, active: true }
    await service.importShop(
      shopFile({
        products: [product({ id: ids.plain, name: EVIL }), product({ id: ids.taxFree, vatRate: 0 })],
        coupons: [
          { code: 'YAZ', description: EVIL, discountType: 'percent', value: '5' },
          { code: 'ESKİ', discountType: 'percent', value: '5', endsAt: '2020-01-01T00:00:00Z' },
        ],
        campaigns: [{ ...campaign, reward: { type: 'percent', value: '10' } }],
        customers: [customer(ids.member), customer(ids.inactive, { status: 'inactive' })],
      }),
    )
    admin = await service.token('admin', { id: 'web-shop', scope: SCOPES })
    shop = await startExampleShop({ SEPET_URL: service.url, SEPET_ADMIN_TOKEN: admin, LOGINS, SHOP_NAME: EVIL })
    unnamed = await startExampleShop({ SEPET_URL: service.url, SEPET_ADMIN_TOKEN: admin })
  })
  after(async () => {
    await shop.stop()
    await unnamed.stop()
    await service.stop()
  })
  beforeEach(async () => {
    guest = await service.token('guest')
    cookie = await signIn(service, guest)
  })

  const itemOf = async (token: string) =>
    cartOf(await service.call('GET', '/cart', { token })).included[0]?.id ?? assert.fail('the cart is empty')
  /** The redirect of a form, for the guest's session. */
  const redirectOf = async (fields: Record<string, string>) => {
    const { status, location } = await sendForm(shop, fields, { cookie })
    return [status, location]
  }

  it('shows the cart, and escapes every text in it', async () => {
    const itemId = await addItem(service, guest, ids.plain, 3)
    const body = { orderNote: EVIL, giftNote: EVIL, giftPackage: true }
    await service.call('PATCH', `/cart-items/${itemId}/notes`, { token: guest, body })
    await service.call('POST', '/cart/coupon', { token: guest, body: { couponCode: 'yaz' } })
    const { status, page, headers } = await openPage(shop, '/sepet', cookie)
    assert.equal(status, 200)
    for (const text of [
      '3 items <span class="note">· ₺12.00 each</span></span> <strong>₺36.00</strong>',
      'incl. 20% VAT',
      'YAZ',
      '-₺1.80',
      'Gift package',
      'Yüzde on',
      `name="${await itemOf(guest)}/3"`,
    ])
      assert.ok(page.includes(text), text)
    assert.equal(page.split('&#34;&#62;&#60;script&#62;').length - 1 >= 8, true)
    assert.doesNotMatch(page, /<script(?! src="\/web-shop\.js" defer><\/script>)|<b>|alert\('/)
    const policy = headers.get('content-security-policy')
    const pictures = "img-src 'self' https://cdn.example.com"
    const own = "base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
    assert.equal(policy, `default-src 'none'; script-src 'self'; style-src 'self'; ${pictures}; ${own}`)
    assert.deepEqual([headers.get('cache-control'), headers.get('x-content-type-options')], ['no-store', 'nosniff'])
  })

  it('has a page at every path of a handoff and below, in Turkish unless the browser prefers English', async () => {
    await addItem(service, guest, ids.plain, 1)
    for (const [path, heading] of [
      ['/sepet', 'Sepetim'],
      ['/odeme/adim-2', 'Teslimat ve ödeme'],
      ['/checkout', 'Teslimat ve ödeme'],
      ['/order/%C3%B6zet', 'Teslimat ve ödeme'],
      ['/uye-siparisleri/12', 'Siparişlerim'],
    ] as const) {
      const { status, headers, body } = await sendRaw(shop.url, {
        method: 'GET',
        path,
        headers: { Cookie: cookie },
      })
      assert.deepEqual([status, headers['content-language']], [200, 'tr'], path)
      assert.ok(body.includes(`<h1>${heading}</h1>`), path)
    }
    for (const path of [
      '/sepetim',
      '/urun/x',
      '/urun/0',
      '/api/v3/storefront/2026-01/cart',
      '//',
      '/sepet%2F..',
      '/__proto__',
    ])
      assert.equal((await openPage(shop, path, cookie)).status, 404, path)
    const { status, headers } = await sendRaw(shop.url, { method: 'DELETE', path: '/sepet', headers: {} })
    assert.deepEqual([status, headers.allow], [405, 'GET, HEAD, POST'])
  })

  it('changes a quantity and removes a line of the app’s cart', async () => {
    await addItem(service, guest, ids.plain, 3)
    const item = await itemOf(guest)
    assert.deepEqual(await redirectOf({ do: 'change', [`${item}/3`]: '5' }), [303, '/sepet'])
    assert.equal(await quantityOf(service, guest), 5)
    assert.deepEqual(await redirectOf({ do: `remove ${item}` }), [303, '/sepet'])
    assert.equal(await quantityOf(service, guest), 0)
    assert.match((await openPage(shop, '/sepet', cookie)).page, /Your cart is empty/)
  })

  it('takes and removes a coupon and a campaign', async () => {
    await addItem(service, guest, ids.plain, 3)
    const attributes = async () => cartOf(await service.call('GET', '/cart', { token: guest })).data.attributes
    assert.deepEqual(await redirectOf({ do: 'take-coupon', code: 'yaz' }), [303, '/sepet#coupon'])
    assert.equal((await attributes()).appliedCoupon?.code, 'YAZ')
    assert.deepEqual(await redirectOf({ do: 'remove-coupon' }), [303, '/sepet#coupon'])
    assert.deepEqual(await redirectOf({ do: 'choose-campaign 1' }), [303, '/sepet'])
    const { appliedCoupon, appliedCampaign } = await attributes()
    assert.deepEqual([appliedCoupon, appliedCampaign?.id], [undefined, 1])
    assert.deepEqual(await redirectOf({ do: 'drop-campaign' }), [303, '/sepet'])
    assert.equal((await attributes()).appliedCampaign, undefined)
  })

  it('shows a sentence for every refused change, and changes nothing', async () => {
    await addItem(service, guest, ids.plain, 3)
    const item = await itemOf(guest)
    for (const [fields, sentence] of [
      [{ do: 'change', [`${item}/3`]: '0' }, 'The quantity must be a whole number from 1 to 100,000.'],
      [{ do: 'change', [`${item}/3`]: '1.5' }, 'The quantity must be a whole number from 1 to 100,000.'],
      [{ do: 'change', [`${item}/3`]: 'two' }, 'The quantity must be a whole number from 1 to 100,000.'],
      [{ do: 'change', [`${item}/3`]: '' }, 'The quantity must be a whole number from 1 to 100,000.'],
      [{ do: 'change', [`${item}/3`]: '100001' }, 'The quantity must be a whole number from 1 to 100,000.'],
      [{ do: `remove ${item.slice(0, -4)}0000` }, 'This product is no longer in your cart.'],
      [{ do: 'remove ..' }, 'This product is no longer in your cart.'],
      [{ do: 'remove ../cart' }, 'This product is no longer in your cart.'],
      [{ do: 'take-coupon', code: 'NOPE' }, 'This coupon code is not valid.'],
      [{ do: 'take-coupon', code: 'eski' }, 'This coupon has expired.'],
      [{ do: 'take-coupon', code: '' }, 'This coupon code is not valid.'],
      [{ do: 'take-coupon' }, 'This coupon code is not valid.'],
      [{ do: 'choose-campaign 99' }, 'This campaign no longer applies to your cart.'],
      [{ do: 'payment-succeeds' }, 'You have no such order.'],
      [{ do: 'payment-fails' }, 'You have no such order.'],
      [{ do: 'cancel-order' }, 'You have no such order.'],
      [{ do: 'hasOwnProperty' }, 'This change could not be made.'],
      [{}, 'This change could not be made.'],
    ] as [Record<string, string>, string][]) {
      const { status, location } = await sendForm(shop, fields, { cookie })
      assert.equal(status, 303, JSON.stringify(fields))
      assert.match(location ?? '', /^\/sepet\?message=/)
      const { page } = await openPage(shop, location ?? '', cookie)
      assert.ok(page.includes(`role="alert">${sentence}</p>`), `${JSON.stringify(fields)} ${location}`)
    }
    assert.equal(await quantityOf(service, guest), 3)
    const { page } = await openPage(shop, `/sepet?message=${encodeURIComponent(EVIL)}`, cookie)
    assert.match(page, /This change could not be made/)
  })

  it('logs a guest in, merges the cart, and logs out', async () => {
    const member = await service.token('member', { id: String(ids.member) })
    await addItem(service, guest, ids.plain, 2)
    await addItem(service, member, ids.plain, 3)
    const form = { do: 'login', name: ' AYSE@example.com', password: 'parola-1', merge: 'yes' }
    const login = await sendForm(shop, form, { cookie, path: '/odeme' })
    assert.deepEqual([login.status, login.location], [303, '/odeme'])
    assert.ok(login.cookie && login.cookie !== cookie)
    assert.match(login.headers.get('set-cookie') ?? '', /HttpOnly; SameSite=Lax/)
    assert.equal(await quantityOf(service, member), 5)
    assert.equal((await sessionOf(service, cookie)).identity, 'none')
    const { page } = await openPage(shop, '/odeme', login.cookie)
    assert.match(page, />&#60;b&#62;Ayşe&#60;\/b&#62;</)
    assert.doesNotMatch(page, /name="password"/)
    const other = await openPage(unnamed, '/odeme', login.cookie)
    assert.match(other.page, />Member</)
    const logout = await sendForm(shop, { do: 'logout' }, { cookie: login.cookie })
    assert.deepEqual([logout.status, logout.cookie], [303, 'sepet_session='])
    assert.equal((await sessionOf(service, login.cookie)).identity, 'none')
    const again = await sendForm(shop, { do: 'login', name: 'ayse@example.com', password: 'parola-1' })
    assert.equal((await sessionOf(service, again.cookie)).customerId, ids.member)
  })

  it('refuses a wrong password, an unknown name and an inactive customer beside what was typed, and keeps the session', async () => {
    for (const [name, password, sentence] of [
      ['ayse@example.com', 'parola-2', 'The email or the password is wrong.'],
      ['ayse@example.com', '', 'The email or the password is wrong.'],
      [EVIL, 'parola-1', 'The email or the password is wrong.'],
      ['can', 'parola-2', 'This membership is not active.'],
    ] as const) {
      const { status, page, cookie: none } = await sendForm(shop, { do: 'login', name, password }, { cookie })
      assert.deepEqual([status, none], [422, undefined])
      const [, form = ''] = /<details class="login" open>([\s\S]*?)<\/details>/.exec(page) ?? []
      assert.ok(form.includes(`role="alert">${sentence}</p>`), page)
      assert.ok(form.includes(name === EVIL ? 'value="&#34;&#62;&#60;script&#62;' : `value="${name}"`), form)
      assert.doesNotMatch(page, /parola-|<script(?! src="\/web-shop\.js" defer><\/script>)/)
    }
    assert.equal((await sessionOf(service, cookie)).identity, 'guest')
  })

  it('refuses forms of other websites and of programs that do not name their origin', async () => {
    await addItem(service, guest, ids.plain, 3)
    const item = await itemOf(guest)
    const { host } = new URL(shop.url)
    const body = Buffer.from(new URLSearchParams({ do: `remove ${item}` }).toString())
    const send = (headers: Record<string, string>) =>
      sendRaw(shop.url, { method: 'POST', path: '/sepet', headers: { Host: host, Cookie: cookie, ...headers }, body })
    for (const headers of [
      {},
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: `http://${host}.evil.example` },
      { Origin: 'http://localhost:1' },
      { 'Sec-Fetch-Site': 'cross-site', Origin: `http://${host}` },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'none' },
    ] as Record<string, string>[]) {
      const { status, body } = await send({ ...headers, 'Accept-Language': 'en' })
      assert.equal(status, 403, JSON.stringify(headers))
      assert.match(body, /did not come from a page of the shop/)
    }
    assert.equal(await quantityOf(service, guest), 3)
    assert.equal((await send({ Origin: `http://${host}` })).status, 303)
    assert.equal(await quantityOf(service, guest), 0)
  })

  it('refuses a body above 64 kB, also without a length', async () => {
    const text = `do=remove-coupon&x=${'x'.repeat(65_536)}`
    const { status, page } = await sendForm(shop, { do: 'remove-coupon', x: 'x'.repeat(65_536) }, { cookie })
    assert.equal(status, 413)
    assert.match(page, /The form is too large/)
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text))
        controller.close()
      },
    })
    const headers = { 'Sec-Fetch-Site': 'same-origin', Cookie: cookie }
    const streamed = await fetch(`${shop.url}/sepet`, { method: 'POST', body: stream, duplex: 'half', headers })
    assert.equal(streamed.status, 413)
    const below = await sendForm(shop, { do: 'remove-coupon', x: 'x'.repeat(8_000) }, { cookie })
    assert.deepEqual([below.status, below.location], [303, '/sepet#coupon'])
  })

  it('says that the session has ended', async () => {
    await addItem(service, guest, ids.plain, 3)
    const item = await itemOf(guest)
    await service.call('DELETE', SESSION, { headers: { Cookie: cookie } })
    assert.match(
      (await openPage(shop, '/sepet', cookie)).page,
      /You have no cart in this browser[\s\S]*Go back to the app/,
    )
    assert.deepEqual(await redirectOf({ do: `remove ${item}` }), [303, '/sepet?message=session_not_found'])
    assert.equal(await quantityOf(service, guest), 3)
  })

  it('sends no request to Sepet for a browser without a session cookie', async () => {
    const requests = () => service.log.filter(line => line.includes('"msg":"request"')).length
    const earlier = requests()
    for (const other of ['', 'theme=dark; sepet_session=', 'x_sepet_session=abc']) {
      const { status, page } = await openPage(shop, '/odeme', other)
      assert.deepEqual(
        [status, /You have no cart in this browser/.test(page), /name="password"/.test(page)],
        [200, true, true],
      )
      for (const fields of [{ do: 'take-coupon', code: 'YAZ' }, { do: 'logout' }, { do: 'pay' }])
        assert.equal((await sendForm(shop, fields, { cookie: other })).status, 303)
    }
    assert.equal(requests(), earlier)
  })

  it('answers 429 with a sentence when the session sends too many requests', async t => {
    const limited = await service.startPeer({ SESSION_RATE_LIMIT: '1' })
    const peer = await startExampleShop({ SEPET_URL: limited.url, SEPET_ADMIN_TOKEN: admin })
    t.after(async () => {
      await peer.stop()
      await limited.stop()
    })
    const open = () => openPage(peer, '/sepet', cookie)
    assert.equal((await open()).status, 200)
    const answers = await Promise.all([open(), open(), sendForm(peer, { do: 'remove-coupon' }, { cookie })])
    for (const { status, headers, page } of answers) {
      assert.equal(status, 429)
      assert.match(headers.get('retry-after') ?? '', /^\d+$/)
      assert.match(page, /Too many requests came within a short time/)
    }
  })

  it('has no login form without LOGINS, and the host as its name without SHOP_NAME', async () => {
    for (const each of [cookie, '']) {
      const { page } = await openPage(unnamed, '/sepet', each)
      assert.doesNotMatch(page, /name="password"|LOGINS/)
      assert.match(page, /<title>My cart · localhost<\/title>[\s\S]*<p class="shop" dir="auto">localhost<\/p>/)
      assert.equal(/Go back to the app and check out again/.test(page), each === '')
    }
    const form = { do: 'login', name: 'ayse@example.com', password: 'parola-1' }
    const { status, cookie: none } = await sendForm(unnamed, form, { cookie })
    assert.deepEqual([status, none], [422, undefined])
  })

  it('answers 503 with a sentence while Sepet is down, does not answer, or answers something else', async t => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    const wrong = createServer((_request, response) => response.writeHead(404).end('<h1>no Sepet</h1>')).listen(
      0,
      '127.0.0.1',
    )
    await Promise.all([silent, wrong].map(server => once(server, 'listening')))
    const urlOf = (server: typeof silent) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    for (const SEPET_URL of ['http://127.0.0.1:9', urlOf(silent), urlOf(wrong)]) {
      const env = { SEPET_URL, SEPET_ADMIN_TOKEN: admin, LOGINS, SEPET_TIMEOUT_SECONDS: '1' }
      const peer = await startExampleShop(env)
      t.after(() => peer.stop())
      assert.equal((await openPage(peer, '/sepet')).status, 200)
      const answers = await Promise.all([
        openPage(peer, '/sepet', cookie),
        sendForm(peer, { do: 'remove-coupon' }, { cookie }),
        sendForm(peer, { do: 'login', name: 'ayse@example.com', password: 'parola-1' }, { cookie }),
        sendForm(peer, { do: 'logout' }, { cookie }),
      ])
      for (const { status, page } of answers) {
        assert.equal(status, 503)
        assert.match(page, /We cannot serve you right now\. Your cart is safe/)
        assert.doesNotMatch(page, /Error|at .*\.js|no Sepet/)
      }
    }
    for (const server of [silent, wrong]) {
      server.close()
      server.closeAllConnections()
    }
  })

  it('answers 503 and logs a line when Sepet refuses the shop’s own token', async t => {
    const narrow = await service.token('admin', { scope: 'customers:read' })
    for (const [token, refused] of [
      [narrow, 403],
      ['eyJhbGciOiJIUzI1NiJ9.e30.x', 401],
    ] as const) {
      const peer = await startExampleShop({ SEPET_URL: service.url, SEPET_ADMIN_TOKEN: token, LOGINS })
      t.after(() => peer.stop())
      assert.equal((await openPage(peer, '/sepet', cookie)).status, 200)
      assert.equal((await sendForm(peer, { do: 'remove-coupon' }, { cookie })).status, 503)
      assert.equal(
        (await sendForm(peer, { do: 'login', name: 'ayse@example.com', password: 'parola-1' }, { cookie })).status,
        503,
      )
      while (!peer.output().includes(`Sepet refuses SEPET_ADMIN_TOKEN with ${refused}.`)) await sleep(10)
      assert.ok(!peer.output().includes(token))
    }
  })

  it('does not start without its token or with invalid logins or an invalid time limit, and prints no password', async () => {
    const missing = await runExampleShop({})
    assert.deepEqual([missing.status, missing.output.split('\n').length], [1, 2])
    assert.match(missing.output, /SEPET_ADMIN_TOKEN must be an admin token/)
    for (const SEPET_TIMEOUT_SECONDS of ['0', 'x', '1.5', '']) {
      const { status, output } = await runExampleShop({ SEPET_ADMIN_TOKEN: admin, SEPET_TIMEOUT_SECONDS })
      assert.deepEqual([status, output], [1, 'SEPET_TIMEOUT_SECONDS must be a whole number from 1 to 9999.\n'])
    }
    for (const entry of [
      'ayse:gizli',
      'ayse:gizli:0',
      'ayse:gizli:x',
      ':gizli:1',
      'ayse::1',
      'ayse:gizli:1:',
      'ayse:gizli:1:Ayşe:2',
    ]) {
      const { status, output } = await runExampleShop({ SEPET_ADMIN_TOKEN: admin, LOGINS: `${LOGINS},${entry}` })
      assert.deepEqual([status, output], [1, 'Entry 3 of LOGINS must be email:password:customerId[:name].\n'])
    }
  })

  it('writes no token, cookie or password', async () => {
    await sendForm(shop, { do: 'login', name: 'ayse@example.com', password: 'parola-1' }, { cookie })
    assert.match(shop.output(), /^The web shop listens on port \d+\.\n$/)
  })
})
