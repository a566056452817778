/** The login of examples/web-shop: whether a guest's cart comes along is the shopper's decision. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { addItem, fillCart, linesOf, quantityOf } from '../../support/cart/cart.ts'
import { readCart, stateOf } from '../../support/checkouts/orders.ts'
import { ids, product } from '../../support/import/shop-file.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { sessionOf } from '../../support/web-checkout/checkout.ts'
import type { ExampleShop } from '../../support/web-checkout/example-shop.ts'
import {
  createShopper,
  importPrice,
  type Shopper,
  sentenceOf,
  shopperOf,
  startShopOf,
} from '../../support/web-checkout/shopper.ts'

const LOGIN = { do: 'login', name: 'ayse', password: 'parola-1' }
const ASKS = 'Choose whether the products in this cart are added to the cart of your account.'

describe('a guest who logs in to the example web shop', () => {
  let service: TestService
  let shop: ExampleShop
  let shopper: Shopper
  let member: string
  before(async () => {
    service = await startService('sqlite', { CART_MAX_LINES: '3' })
    shop = await startShopOf(service)
    member = await service.token('member', { id: String(ids.member) })
  })
  after(async () => {
    await shop.stop()
    await service.stop()
  })
  beforeEach(async () => {
    await importPrice(service, '10.00')
    await service.call('DELETE', '/cart', { token: member })
    shopper = await createShopper(service, shop)
  })

  const pageIn = async (language: string, cookie = shopper.cookie) =>
    (await fetch(`${shop.url}/sepet`, { headers: { Cookie: cookie, 'Accept-Language': language } })).text()
  const isAsked = (page: string) => page.includes('name="merge"')
  const emptyShopper = async () => {
    await service.call('DELETE', '/cart', { token: shopper.token })
    return shopper
  }

  // Proves: planted-guest-link
  it('is asked whether the guest’s cart comes along, in both languages, and only if it holds something', async () => {
    await addItem(service, shopper.token, ids.taxFree, 1)
    for (const [language, texts] of Object.entries({
      en: ['2 products are in this cart.', 'Yes, add to my cart', 'No, do not add'],
      tr: ['Sepette 2 ürün var.', 'Evet, sepetime eklensin', 'Hayır, eklenmesin'],
    })) {
      const page = await pageIn(language)
      for (const text of texts) assert.ok(page.includes(text), text)
      assert.equal(page.split('type="radio" name="merge"').length - 1, 2)
      assert.equal(page.split(/<label><input type="radio" name="merge" value="(?:yes|no)" required>/).length - 1, 2)
      assert.match(page, /<fieldset>\s*<legend>/)
      assert.doesNotMatch(page, /<script(?! src="\/web-shop\.js" defer><\/script>)|\schecked/)
    }
    await emptyShopper()
    assert.equal(isAsked(await pageIn('en')), false)
    assert.equal(isAsked(await pageIn('en', '')), false)
    const { cookie = '' } = await shopper.send(LOGIN)
    await addItem(service, member, ids.plain, 1)
    assert.equal(isAsked(await pageIn('en', cookie)), false)
  })

  it('counts one product as one', async () => {
    assert.match(await pageIn('en'), /1 product is in this cart\./)
  })

  it('takes the cart along after yes: the guest’s token ends', async () => {
    await addItem(service, member, ids.taxFree, 2)
    const { status, location, cookie } = await shopper.send({ ...LOGIN, merge: 'yes' })
    assert.deepEqual([status, location], [303, '/odeme'])
    assert.equal((await sessionOf(service, cookie)).customerId, ids.member)
    assert.deepEqual(linesOf(await readCart(service, member)), [`${ids.taxFree}×2`, `${ids.plain}×3`])
    assert.equal((await service.call('GET', '/cart', { token: shopper.token })).status, 401)
  })

  it('leaves the cart and its payment to the guest after no: the app continues', async () => {
    const reference = await shopper.pay()
    await addItem(service, member, ids.taxFree, 2)
    const { status, cookie } = await shopper.send({ ...LOGIN, merge: 'no' })
    assert.equal(status, 303)
    assert.equal((await sessionOf(service, cookie)).customerId, ids.member)
    assert.equal((await sessionOf(service, shopper.cookie)).identity, 'none')
    assert.deepEqual(linesOf(await readCart(service, member)), [`${ids.taxFree}×2`])
    assert.equal(await quantityOf(service, shopper.token), 3)
    assert.equal(await stateOf(service, reference), 'held')
    assert.equal((await shopperOf(shop, member, cookie ?? '').open(`/odeme/${reference}`)).status, 404)
  })

  it('is asked again without an answer, or with any other, and stays the guest', async () => {
    for (const merge of [undefined, '', 'YES', 'true', 'on', '1', 'yes\u0000']) {
      const answer = await shopper.send({ ...LOGIN, ...(merge !== undefined && { merge }) })
      assert.deepEqual([answer.status, sentenceOf(answer), answer.cookie], [422, ASKS, undefined], String(merge))
      assert.ok(isAsked(answer.page))
      assert.match(answer.page, /<input type="radio" name="merge" value="yes" required autofocus>/)
    }
    assert.equal((await sessionOf(service, shopper.cookie)).identity, 'guest')
    assert.deepEqual([await quantityOf(service, shopper.token), await quantityOf(service, member)], [3, 0])
  })

  it('is asked when something came into the cart after the page was shown', async () => {
    await emptyShopper()
    assert.equal(isAsked(await pageIn('en')), false)
    await addItem(service, shopper.token, ids.plain, 1)
    assert.equal(sentenceOf(await shopper.send(LOGIN)), ASKS)
    assert.equal(await quantityOf(service, member), 0)
  })

  it('with an empty cart logs in without a question, and takes nothing along', async () => {
    await emptyShopper()
    const { status, location, cookie } = await shopper.send(LOGIN)
    assert.deepEqual([status, location], [303, '/odeme'])
    assert.equal((await sessionOf(service, cookie)).customerId, ids.member)
    assert.equal(await quantityOf(service, shopper.token), 0)
  })

  it('with a wrong password is told so, whatever the answer, and nothing comes along', async () => {
    for (const merge of ['yes', 'no', '']) {
      const answer = await shopper.send({ ...LOGIN, password: 'x', merge })
      assert.equal(sentenceOf(answer), 'The email or the password is wrong.')
      assert.deepEqual(answer.page.match(/value="(yes|no)" required checked>/)?.[1] ?? '', merge)
    }
    assert.equal(await quantityOf(service, shopper.token), 3)
  })

  it('whose carts have too many products together is told so, and can log in without the guest’s', async () => {
    const productIds = [8_201, 8_202, 8_203]
    await service.importShop({ products: productIds.map(id => product({ id })) })
    await fillCart(service, member, productIds)
    const sentence = 'Together the two carts have too many products; remove some, or do not add those of this cart.'
    assert.equal(sentenceOf(await shopper.send({ ...LOGIN, merge: 'yes' })), sentence)
    assert.ok((await shopper.send({ ...LOGIN, merge: 'no' })).cookie)
    assert.equal((await readCart(service, member)).included.length, 3)
  })
})
