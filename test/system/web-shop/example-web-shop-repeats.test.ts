/** Orders of examples/web-shop over HTTP: forms sent twice, pages left open, other sessions, and unhappy answers of Sepet. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { CHECKOUTS } from '../../../src/api-paths.ts'
import { addItem, quantityOf } from '../../support/cart/cart.ts'
import { callCheckout, complete, dataOf, hold, stateOf, subjectOf } from '../../support/checkouts/orders.ts'
import { ids } from '../../support/import/shop-file.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { signIn } from '../../support/web-checkout/checkout.ts'
import { type ExampleShop, type FormAnswer, openPage } from '../../support/web-checkout/example-shop.ts'
import { type Relay, startRelay } from '../../support/web-checkout/relay.ts'
import {
  createShopper,
  importPrice,
  ORDER_PATH,
  type Shopper,
  shopperOf,
  startShopOf,
} from '../../support/web-checkout/shopper.ts'

describe('the orders of the example web shop', () => {
  let service: TestService
  let shop: ExampleShop
  let shopper: Shopper
  before(async () => {
    service = await startService('sqlite')
    shop = await startShopOf(service)
  })
  after(async () => {
    await shop.stop()
    await service.stop()
  })
  beforeEach(async () => {
    await importPrice(service, '10.00')
    shopper = await createShopper(service, shop)
  })

  const locationsOf = (answers: FormAnswer[]) => answers.map(({ location }) => location)

  it('are one order when a form is sent twice at once', async () => {
    const fields = await shopper.payFields()
    const begun = await Promise.all([shopper.send(fields), shopper.send(fields)])
    assert.deepEqual(locationsOf(begun), Array(2).fill(`/odeme/${fields.reference}`))
    const reference = fields.reference ?? ''
    await addItem(service, shopper.token, ids.plain, 2)
    const paid = await Promise.all([
      shopper.press('payment-succeeds', reference),
      shopper.press('payment-succeeds', reference),
    ])
    assert.deepEqual(locationsOf(paid), Array(2).fill(`/order/${reference}`))
    assert.equal(await quantityOf(service, shopper.token), 2)
    assert.equal((await shopper.send(fields)).location, `/order/${reference}`)
    const cancel = () => shopper.press('cancel-order', reference, 'order')
    const cancelled = await Promise.all([cancel(), cancel()])
    assert.deepEqual(locationsOf(cancelled), Array(2).fill(`/order/${reference}/cancelled`))
    assert.equal(await stateOf(service, reference), 'cancelled')
    assert.equal(await quantityOf(service, shopper.token), 2)
  })

  it('are not changed by pages that were left open', async () => {
    const reference = await shopper.pay()
    assert.equal((await shopper.press('cancel-order', reference, 'order')).location, `/odeme/${reference}`)
    assert.equal(await stateOf(service, reference), 'held')
    await shopper.press('payment-succeeds', reference)
    assert.equal((await shopper.press('payment-fails', reference)).location, `/order/${reference}`)
    assert.equal(await stateOf(service, reference), 'completed')
    await shopper.press('cancel-order', reference, 'order')
    for (const name of ['payment-succeeds', 'payment-fails', 'cancel-order']) {
      assert.equal((await shopper.press(name, reference)).location, `/order/${reference}/cancelled`, name)
      assert.equal(await stateOf(service, reference), 'cancelled', name)
    }
  })

  it('are 404 for every other session and without one, which change nothing', async () => {
    const [held, { reference: unused }] = [await shopper.pay(), await shopper.payFields()]
    const other = await signIn(service, await service.token('guest'))
    const member = await signIn(service, await service.token('member', { id: String(ids.member) }))
    for (const as of [other, member, '', 'sepet_session=x']) {
      for (const path of [`/odeme/${held}`, `/order/${held}`, `/odeme/${unused}`]) {
        const { status, page } = await openPage(shop, path, as)
        assert.equal(status, 404, `${path} ${as && 'with a cookie'}`)
        assert.doesNotMatch(page, /₺|Try again/)
      }
      const { press } = shopperOf(shop, '', as)
      for (const name of ['payment-succeeds', 'payment-fails', 'cancel-order'])
        assert.equal((await press(name, held)).status, 404, name)
    }
    assert.match((await openPage(shop, `/odeme/${held}`, other)).page, /You have no such order\./)
    assert.match((await openPage(shop, `/odeme/${held}`)).page, /Your session has ended\./)
    assert.equal(await stateOf(service, held), 'held')
    await complete(service, held)
    assert.equal((await shopperOf(shop, '', other).press('cancel-order', held, 'order')).status, 404)
    assert.equal(await stateOf(service, held), 'completed')
  })

  it('get a number of their own in place of one that another customer has', async () => {
    const other = await service.token('guest')
    await addItem(service, other, ids.plain, 1)
    const fields = await shopper.payFields()
    assert.equal((await hold(service, fields.reference ?? '', other)).status, 201)
    const { location } = await shopper.send(fields)
    const [, , reference = ''] = ORDER_PATH.exec(location ?? '') ?? []
    assert.notEqual(reference, fields.reference)
    assert.equal(dataOf(await callCheckout(service, 'GET', reference)).subject, subjectOf(shopper.token))
    assert.equal(dataOf(await callCheckout(service, 'GET', fields.reference ?? '')).subject, subjectOf(other))
    for (const invalid of ['', '../x', 'A', `${fields.reference}%2F..`])
      assert.match((await shopper.send({ ...fields, reference: invalid })).location ?? '', ORDER_PATH, invalid)
  })

  describe('when Sepet answers otherwise', () => {
    let relay: Relay
    let peer: ExampleShop
    before(async () => {
      relay = await startRelay(service.url)
      peer = await startShopOf(service, { SEPET_URL: relay.url })
    })
    after(async () => {
      await peer.stop()
      relay.stop()
    })
    beforeEach(() => {
      relay.use()
      shopper = shopperOf(peer, shopper.token, shopper.cookie)
    })
    const isHold = (method: string, path: string) => method === 'PUT' && path.startsWith(CHECKOUTS)

    it('try three numbers while others have them, and then say that the payment could not be started', async () => {
      const other = await service.token('guest')
      await addItem(service, other, ids.plain, 1)
      const taken: string[] = []
      let limit = 2
      relay.use(async (method, path) => {
        if (!isHold(method, path) || taken.length >= limit) return undefined
        const reference = path.split('/').at(-1) ?? ''
        taken.push(reference)
        await hold(service, reference, other)
        return undefined
      })
      const reference = await shopper.pay()
      assert.deepEqual([taken.length, taken.includes(reference)], [2, false])
      limit = 100
      await addItem(service, shopper.token, ids.plain, 1)
      const { location } = await shopper.send(await shopper.payFields())
      assert.equal(await shopper.sentenceAt(location), 'The payment could not be started. Try again.')
      assert.deepEqual([taken.length, new Set(taken).size], [5, 5])
    })

    it('say why a coupon or a campaign cannot be held', async () => {
      for (const [code, sentence] of [
        ['coupon_used_up', 'The coupon has been used up. Check the new total and try again.'],
        ['campaign_used_up', 'The campaign has been used up. Check the new total and try again.'],
        [
          'hold_limit_reached',
          'Too many payments were started with this coupon or campaign today. Remove it, or try tomorrow.',
        ],
      ] as const) {
        relay.use((method, path) => (isHold(method, path) ? errorOf(409, code) : undefined))
        const { status, location } = await shopper.send(await shopper.payFields())
        assert.deepEqual([status, await shopper.sentenceAt(location)], [303, sentence])
      }
    })

    it('exist once when the answer to a hold or to a completion is lost and the form is sent again', async () => {
      const fields = await shopper.payFields()
      const lose = (end: string) => relay.use((_method, path) => (path.endsWith(end) ? 'lost' : undefined))
      const reference = fields.reference ?? ''
      lose(reference)
      const unknown = await shopper.send(fields)
      assert.equal(unknown.status, 503)
      assert.match(unknown.page, /We cannot serve you right now\. Your cart is safe/)
      relay.use()
      assert.equal((await shopper.send(fields)).location, `/odeme/${reference}`)
      lose('/complete')
      const { status, page } = await shopper.press('payment-succeeds', reference)
      assert.equal(status, 503)
      assert.ok(page.includes(`<form method="post" action="/odeme/${reference}">`), page)
      assert.ok(page.includes('name="do" value="payment-succeeds"'), page)
      relay.use()
      await addItem(service, shopper.token, ids.plain, 2)
      assert.equal((await shopper.press('payment-succeeds', reference)).location, `/order/${reference}`)
      assert.equal(await quantityOf(service, shopper.token), 2)
    })

    it('are not believed to be made when Sepet is busy, refuses or answers something else', async () => {
      const reference = await shopper.pay()
      for (const [fate, expected] of [
        [{ ...errorOf(503, 'cart_busy'), headers: { 'Retry-After': '7' } }, 503],
        [errorOf(429, 'rate_limited'), 429],
        [{ status: 200, body: '<h1>no Sepet</h1>' }, 503],
        [errorOf(403, 'insufficient_scope'), 503],
      ] as const) {
        relay.use((_method, path) => (path.endsWith('/complete') ? fate : undefined))
        const { status, headers, page } = await shopper.press('payment-succeeds', reference)
        assert.equal(status, expected)
        assert.match(page, /Try again/)
        assert.doesNotMatch(page, /Thank you|no Sepet/)
        assert.equal(headers.get('retry-after'), 'headers' in fate ? '7' : null)
      }
      assert.equal(await stateOf(service, reference), 'held')
    })

    it('are not made with a token that lacks the scopes of checkouts, which the log says', async t => {
      const narrow = await service.token('admin', { scope: 'sessions:act' })
      const old = await startShopOf(service, { SEPET_ADMIN_TOKEN: narrow })
      t.after(() => old.stop())
      const { payFields, send } = shopperOf(old, shopper.token, shopper.cookie)
      assert.equal((await send(await payFields())).status, 503)
      while (!/Sepet refuses SEPET_ADMIN_TOKEN with 403\./.test(old.output())) await sleep(10)
    })
  })
})

/** An answer with an error of Sepet. */
function errorOf(status: number, code: string) {
  return { status, body: JSON.stringify({ errors: [{ status: String(status), code, title: code, detail: code }] }) }
}
