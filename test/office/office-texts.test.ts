/** What the office's pages say and which page a URL has, without a browser. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { refusalCodes } from '../../src/errors.ts'
import { loadOffice as load } from '../support/browser/office-modules.ts'

const { amountText, discountText, moneyText, numberText } = await load('../ui/format/money')
const { isolate } = await load('format/isolate')
const { ageText, timeText } = await load('../ui/format/time')
const { changesOf, undoOf } = await load('pages/customers/customer-fields')
const { searchesFor } = await load('pages/search/searches')
const { divideErrors, problemText } = await load('problems')
const { matchRoute } = await load('router')
const { textsIn } = await load('texts/texts')
const { isSegment, nextQuery, path, queryOf } = await load('url')

const shop = { currencyCode: 'TRY', decimalPlaces: 2 }
const [tr, en] = [textsIn('tr'), textsIn('en')]

/** Paths of the texts of a language: `carts.title`, with how many values a sentence takes. */
function shapeOf(texts: object): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null
      ? shapeOf(value).map(each => `${key}.${each}`)
      : [`${key}: ${typeof value}`],
  )
}

describe('the router of the office', () => {
  const routes = ['/office', '/office/customers', '/office/customers/new', '/office/customers/{id}'].map(pattern => ({
    pattern,
  }))
  const found = (url: string) => {
    const match = matchRoute(routes, url)
    return match && [match.route.pattern, match.params]
  }

  it('finds the first pattern that fits, with decoded parameters', () => {
    assert.deepEqual(found('/office'), ['/office', {}])
    assert.deepEqual(found('/office/'), ['/office', {}])
    assert.deepEqual(found('/office/customers/new'), ['/office/customers/new', {}])
    assert.deepEqual(found('/office/customers/a%2Fb%20%C3%A7'), ['/office/customers/{id}', { id: 'a/b ç' }])
  })

  it('finds nothing for another path, and for one that cannot be decoded', () => {
    assert.equal(found('/office/customers/1/2'), null)
    assert.equal(found('/office/orders'), null)
    assert.equal(found('/office/customers/%E0%A4%A'), null)
  })
})

describe('URLs of the office', () => {
  it('keep every value within its segment or parameter', () => {
    assert.equal(path`/coupons/${'A/B?c#d%'}`, '/coupons/A%2FB%3Fc%23d%25')
    assert.equal(path`/office/carts/${'member:42'}`, '/office/carts/member:42')
    assert.equal(
      queryOf({ 'filter[email]': 'a+b@c.example', none: null, empty: '' }),
      '?filter%5Bemail%5D=a%2Bb%40c.example',
    )
    assert.equal(queryOf({ none: undefined }), '')
    assert.equal(nextQuery('https://shop.example/api/v3/admin/carts?limit=2&after=x'), '?limit=2&after=x')
    assert.equal(nextQuery(null), null)
    assert.deepEqual(['', '.', '..', 'x'].map(isSegment), [false, false, false, true])
  })
})

describe('texts of the office', () => {
  it('are in both languages', () => {
    const { problems: _tr, ...turkish } = tr
    const { problems: _en, ...english } = en
    assert.deepEqual(shapeOf(english), shapeOf(turkish))
  })

  it('format money and numbers exactly', () => {
    const money = { amount: '12345678901234567.89', currencyCode: 'TRY', decimalPlaces: 2 }
    assert.equal(moneyText(money, 'tr-TR'), '₺12.345.678.901.234.567,89')
    assert.equal(moneyText(money, 'en-GB'), '₺12,345,678,901,234,567.89')
    assert.equal(moneyText({ ...money, currencyCode: 'no currency' }, 'tr-TR'), '12345678901234567.89\u00a0no currency')
    assert.equal(amountText('119.1667', shop, 'tr-TR'), '₺119,17')
    assert.equal(amountText('119', shop, 'tr-TR'), '₺119,00')
    assert.equal(discountText({ amount: '5.50', ...shop }, 'en-GB'), '-₺5.50')
    assert.equal(numberText('0.1234567890123', 'tr-TR'), '0,1234567890123')
  })

  it('isolate what turns a sentence around', () => {
    assert.equal(isolate('Elif Demir'), 'Elif Demir')
    assert.equal(isolate('\u202Efdp.exe'), '\u2068\u202Efdp.exe\u2069')
  })

  it('format times', () => {
    assert.equal(timeText('2026-11-24T13:20:00Z', 'tr-TR', 'Europe/Istanbul'), '24 Kas 2026 16:20')
    const now = Date.parse('2026-11-24T13:20:00Z')
    assert.equal(ageText('2026-11-21T13:00:00Z', now, 'tr-TR'), '3 gün önce')
    assert.equal(ageText('2026-11-24T11:00:00Z', now, 'en-GB'), '2 hours ago')
  })
})

describe('the search', () => {
  const found = (text: string) => searchesFor(text).map(each => each.path)

  it('asks for everything that a text can be', () => {
    assert.deepEqual(found('elif@example.com'), [
      '/customers?filter%5Bemail%5D=elif%40example.com',
      '/customers?filter%5BexternalId%5D=elif%40example.com',
      '/customers?filter%5Bsearch%5D=elif%40example.com&limit=6',
      '/coupons?filter%5Bcode%5D=elif%40example.com&limit=6',
      '/campaigns?filter%5Bname%5D=elif%40example.com&limit=6',
      '/products?filter%5Bsku%5D=elif%40example.com&limit=6',
      '/products?filter%5Bsearch%5D=elif%40example.com&limit=6',
    ])
    assert.deepEqual(found('42'), [
      '/customers?filter%5Bid%5D=42',
      '/customers?filter%5BexternalId%5D=42',
      '/customers?filter%5Bsearch%5D=42&limit=6',
      '/checkouts/42',
      '/coupons?filter%5Bcode%5D=42&limit=6',
      '/campaigns/42',
      '/campaigns?filter%5Bname%5D=42&limit=6',
      '/products?filter%5Bsku%5D=42&limit=6',
      '/products?filter%5Bid%5D=42',
      '/products?filter%5Bsearch%5D=42&limit=6',
    ])
  })

  it('asks for an order by the end of its number alone, and for a short number whole', () => {
    assert.deepEqual(
      found('417').filter(each => each.startsWith('/checkouts')),
      ['/checkouts?filter%5Breference%5D=417&limit=6'],
    )
    assert.ok(found('42').includes('/checkouts/42'))
  })

  it('asks for the cart of a guest, of an agent and of a customer', () => {
    const uuid = '954358E6-05BC-4727-9690-703ABB3C36EE'
    assert.ok(found(uuid).includes(`/carts/guest:${uuid.toLowerCase()}`))
    assert.ok(found(`ucp:${uuid}`).includes(`/carts/ucp:${uuid.toLowerCase()}`))
    assert.ok(found('member:42').includes('/carts/member:42'))
  })

  it('leaves the admin API with no text', () => {
    for (const text of ['..', '.', '../../office/session', 'a/../b', '?x', '#', '%2e%2e']) {
      for (const each of found(text)) assert.ok(new URL(`http://x/v3${each}`).pathname.startsWith('/v3/'), each)
      assert.deepEqual(
        found(text).filter(each => /\/\.\.?($|\/|\?)/.test(each)),
        [],
      )
    }
  })
})

describe('problems', () => {
  const error = (pointer: string, code = 'field_invalid') => ({
    code,
    detail: `${pointer} is wrong.`,
    source: { pointer },
  })

  it('are divided between the fields and the form', () => {
    const errors = [
      error('/email', 'email_taken'),
      error('/audience/members'),
      error('/other'),
      { code: 'x', detail: 'y' },
    ]
    const { fields, others } = divideErrors(errors, ['email', 'audience', 'audience/members'])
    assert.deepEqual(Object.keys(fields), ['email', 'audience/members'])
    assert.deepEqual(
      others.map(({ detail }) => detail),
      ['/other is wrong.', 'y'],
    )
  })

  it('are said in the selected language, otherwise in the words of the API', () => {
    assert.equal(
      problemText({ status: 422, errors: [error('/email', 'email_taken')] }, tr),
      'Bu e-posta başka bir müşteriye ait.',
    )
    assert.equal(problemText({ status: 422, errors: [error('/email', 'unknown')] }, tr), '/email is wrong.')
    assert.match(problemText({ status: 404, errors: [error('', 'not_found')] }, tr), /^Bu adreste bir şey yok\./)
    assert.equal(
      problemText({ status: 0, errors: [] }, en),
      'The server cannot be reached. Check your connection, and try again.',
    )
  })
})

describe('the texts of problems', () => {
  /** Refused where shoppers are served, or said by a page with words of its own. */
  const elsewhere = [
    ...['customer_unknown', 'customer_not_active', 'guest_cancelled', 'guest_checkout_closed', 'item_not_found'],
    ...['session_not_found', 'cart_changed', 'items_unavailable', 'coupon_used_up', 'campaign_used_up'],
    ...['insufficient_stock', 'hold_limit_reached', 'reference_taken', 'product_not_on_sale', 'variant_required'],
    ...['variant_invalid', 'quantity_too_large', 'cart_empty', 'cart_full', 'note_too_long', 'campaign_not_available'],
    ...['guest_token_invalid', 'guest_merged_elsewhere', 'import_running', 'webhooks_full', 'address_not_allowed'],
    ...['prices_relabelled', 'field_required', 'field_invalid'],
  ]

  it('are in Turkish for every code that the requests of the pages can meet', () => {
    const { codes } = tr.problems as { codes: Record<string, string> }
    const untold = refusalCodes.filter(code => !Object.hasOwn(codes, code) && !elsewhere.includes(code))
    assert.deepEqual(untold, [])
  })
})

describe('a changed customer', () => {
  const customer = {
    ...{
      id: 1,
      email: 'a@example.com',
      externalId: null,
      name: 'Elif',
      surname: null,
      company: null,
      customerGroupId: 7,
    },
    ...{ mobilePhone: null, businessPhone: null, countryCode: null, cityCode: null, address: null },
    ...{ status: 'active' as const, dealer: false, freeCargo: false, emailNotification: true },
    ...{ smsNotification: false, phoneCallNotification: false, createdAt: '', updatedAt: '' },
  }

  it('is written with what has changed alone, and can be written back', () => {
    const values = {
      name: '',
      surname: 'Demir',
      company: '',
      customerGroupId: '8',
      dealer: true,
      email: 'a@example.com',
    }
    const changes = changesOf(customer, values)
    assert.deepEqual(changes, { name: null, surname: 'Demir', customerGroupId: 8, dealer: true })
    assert.deepEqual(undoOf(customer, changes), { name: 'Elif', surname: null, customerGroupId: 7, dealer: false })
    assert.deepEqual(changesOf(customer, { customerGroupId: 'x' }), { customerGroupId: 'x' })
  })
})
