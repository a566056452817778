/** The cart of examples/web-shop is one form: what was typed in it is saved by every button, and paid for only after its total was shown. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { addItem, linesOf } from '../../support/cart/cart.ts'
import { callCheckout, readCart } from '../../support/checkouts/orders.ts'
import { ids } from '../../support/import/shop-file.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import type { ExampleShop } from '../../support/web-checkout/example-shop.ts'
import { createShopper, importPrice, type Shopper, startShopOf } from '../../support/web-checkout/shopper.ts'

describe('what is typed into the cart of the example web shop', () => {
  let service: TestService
  let shop: ExampleShop
  let shopper: Shopper
  let first: string
  let second: string
  before(async () => {
    service = await startService('sqlite')
    shop = await startShopOf(service)
  })
  after(async () => {
    await shop.stop()
    await service.stop()
  })
  beforeEach(async () => {
    await importPrice(service, '10.00', { coupons: [{ code: 'SON', discountType: 'percent', value: '5' }] })
    shopper = await createShopper(service, shop)
    await addItem(service, shopper.token, ids.taxFree, 2)
    const { included } = await readCart(service, shopper.token)
    ;[first = '', second = ''] = included.map(({ id }) => id)
  })

  const lines = async () => linesOf(await readCart(service, shopper.token))
  const codeOf = async () => (await readCart(service, shopper.token)).data.attributes.appliedCoupon?.code

  it('is saved when the shopper pays, who sees the new total before anything is held', async () => {
    const fields = await shopper.payFields()
    const typed = { [`${first}/3`]: '6', [`${second}/2`]: '2', code: 'SON' }
    const { status, location } = await shopper.send({ ...fields, ...typed })
    assert.deepEqual([status, location], [303, '/odeme?message=cart_saved#coupon'])
    const sentence = 'Your change to the cart is saved, and no payment was started. Check the new total, then pay.'
    assert.equal(await shopper.sentenceAt(location), sentence)
    assert.deepEqual(await lines(), [`${ids.plain}×6`, `${ids.taxFree}×2`])
    assert.equal(await codeOf(), 'SON')
    assert.equal((await callCheckout(service, 'GET', fields.reference ?? '')).status, 404)
    const now = { [`${first}/6`]: '6', [`${second}/2`]: '2' }
    assert.match((await shopper.send({ ...(await shopper.payFields()), ...now })).location ?? '', /^\/odeme\/\d/)
  })

  it('is saved by every other button, too', async () => {
    const typed = { [`${first}/3`]: '5', [`${second}/2`]: '9' }
    assert.equal((await shopper.send({ do: 'to-payment', ...typed }, '/sepet')).location, '/odeme')
    assert.deepEqual(await lines(), [`${ids.plain}×5`, `${ids.taxFree}×9`])
    await shopper.send({ do: 'take-coupon', code: 'SON', [`${first}/5`]: '4' }, '/sepet')
    assert.deepEqual([await codeOf(), await lines()], ['SON', [`${ids.plain}×4`, `${ids.taxFree}×9`]])
    await shopper.send({ do: 'remove-coupon', [`${first}/4`]: '7' }, '/sepet')
    assert.deepEqual([await codeOf(), await lines()], [undefined, [`${ids.plain}×7`, `${ids.taxFree}×9`]])
    await shopper.send({ do: 'change', code: 'SON', [`${first}/7`]: '3' }, '/sepet')
    assert.equal(await codeOf(), 'SON')
    const { location } = await shopper.send(
      { do: `remove ${second}`, [`${first}/3`]: '2', [`${second}/9`]: '1' },
      '/sepet',
    )
    assert.deepEqual([location, await lines()], ['/sepet', [`${ids.plain}×2`]])
  })

  it('leaves a quantity alone that another window has changed since, and says what is wrong with one', async () => {
    await shopper.send({ do: 'change', [`${first}/3`]: '8' }, '/sepet')
    await shopper.send({ do: 'change', [`${first}/3`]: '3', [`${second}/2`]: '4' }, '/sepet')
    assert.deepEqual(await lines(), [`${ids.plain}×8`, `${ids.taxFree}×4`])
    const { location } = await shopper.send({ ...(await shopper.payFields()), [`${first}/8`]: '0' })
    assert.equal(await shopper.sentenceAt(location), 'The quantity must be a whole number from 1 to 100,000.')
    assert.deepEqual(await lines(), [`${ids.plain}×8`, `${ids.taxFree}×4`])
  })
})
