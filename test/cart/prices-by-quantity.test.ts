/** Prices by quantity in carts and orders over HTTP, on both engines: each line by its own quantity, with groups, discounts and promotions. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { addItem, cartOf, refusalsOf, type ShownCart } from '../support/cart/cart.ts'
import { cartFor } from '../support/cart/client.ts'
import { change } from '../support/catalog/products.ts'
import { dataOf, hold, readCart, totalsOf } from '../support/checkouts/orders.ts'
import { engines } from '../support/database/engines.ts'
import { ids, product, shopFile } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

const TIERED = 201
const VARIED = 202
const DISCOUNTED = 203
const OWN = 1
const INHERITING = 2

const off = { type: 'percent', value: '10' }
const tier = (from: number, price: string, customerGroupId?: number) => ({
  from,
  price,
  ...(customerGroupId && { customerGroupId }),
})

/** A shop whose prices include VAT: product 201 costs 100, from 10 pieces 90, from 50 pieces 80; dealers pay 85 from 10 pieces on. */
function tieredShop(): object {
  return shopFile({
    shop: { currencyCode: 'TRY', decimalPlaces: 2, settings: { pricesIncludeVat: true, sellAtNegativeStock: true } },
    products: [
      product({
        id: TIERED,
        price: '100',
        tierPrices: [tier(50, '80'), tier(10, '90'), tier(10, '85', ids.group)],
      }),
      product({
        id: VARIED,
        price: '100',
        tierPrices: [tier(5, '95'), tier(5, '60', ids.group)],
        variants: [
          { id: OWN, name: 'Kendi', price: '110', tierPrices: [tier(5, '105'), tier(20, '120')] },
          { id: INHERITING, name: 'Ürünün', price: '110' },
        ],
      }),
      product({ id: DISCOUNTED, price: '100', discount: off, tierPrices: [tier(10, '50')] }),
      product({ id: ids.plain, price: '100' }),
    ],
    campaigns: [
      {
        ...{ id: 1, name: 'Ucuzlarda %10', automatic: true },
        conditions: { priceTo: '90' },
        reward: { type: 'percent', value: '10' },
      },
    ],
    coupons: [
      {
        ...{ code: 'İNDİRİMSİZ', discountType: 'percent', value: '10' },
        conditions: { excludeDiscounted: true, priceFrom: '95' },
      },
    ],
  })
}

/** What a line costs, with its list price where it has one. */
function pricesOf({ included }: Pick<ShownCart, 'included'>): string[] {
  return included.map(({ attributes: { quantity }, meta }) => {
    assert.ok(meta)
    const { unitPriceWithVat, lineTotalWithVat, listPriceWithVat } = meta.vat
    const list = listPriceWithVat ? ` instead of ${listPriceWithVat.amount}` : ''
    return `${quantity} × ${unitPriceWithVat.amount}${list} = ${lineTotalWithVat.amount}`
  })
}

for (const engine of engines) {
  describe(`prices by quantity on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
    })
    beforeEach(() => service.importShop(tieredShop(), { allowCurrencyChange: true }))
    after(() => service.stop())

    const memberToken = async (id: number) => {
      const token = await service.token('member', { id: String(id) })
      await cartFor(service, token).clear()
      return token
    }
    const setQuantity = async (token: string, itemId: string, quantity: number) =>
      pricesOf(cartOf(await service.call('PATCH', `/cart-items/${itemId}`, { token, body: { quantity } })))
    const shown = async (token: string) => pricesOf(await readCart(service, token))

    it('a refused quantity leaves the price as it was', async () => {
      const token = await service.token('guest')
      const itemId = await addItem(service, token, TIERED, 10)
      const refused = await service.call('PATCH', `/cart-items/${itemId}`, { token, body: { quantity: 100_001 } })
      assert.deepEqual(refusalsOf(refused), ['422 field_invalid /quantity'])
      assert.deepEqual(await shown(token), ['10 × 90.00 = 900.00'])
    })

    it('change with the quantity of the line, up and down, exactly at the quantity of the tier', async () => {
      const token = await service.token('guest')
      const itemId = await addItem(service, token, TIERED, 9)
      assert.deepEqual(await shown(token), ['9 × 100.00 = 900.00'])
      assert.deepEqual(await setQuantity(token, itemId, 10), ['10 × 90.00 = 900.00'])
      assert.deepEqual(await setQuantity(token, itemId, 50), ['50 × 80.00 = 4000.00'])
      assert.deepEqual(await setQuantity(token, itemId, 49), ['49 × 90.00 = 4410.00'])
      assert.deepEqual(await setQuantity(token, itemId, 1), ['1 × 100.00 = 100.00'])
      await addItem(service, token, TIERED, 9)
      assert.deepEqual(await shown(token), ['10 × 90.00 = 900.00'])
    })

    it('count each line by itself: other lines and other variants reach no tier together', async () => {
      const token = await service.token('guest')
      await addItem(service, token, VARIED, 3, OWN)
      await addItem(service, token, VARIED, 4, INHERITING)
      await addItem(service, token, TIERED, 9)
      assert.deepEqual(await shown(token), ['3 × 110.00 = 330.00', '4 × 110.00 = 440.00', '9 × 100.00 = 900.00'])
    })

    it('of a variant with its own replace those of the product; a variant without takes these', async () => {
      const guest = await service.token('guest')
      await addItem(service, guest, VARIED, 5, OWN)
      await addItem(service, guest, VARIED, 5, INHERITING)
      assert.deepEqual(await shown(guest), ['5 × 105.00 = 525.00', '5 × 95.00 = 475.00'])
      const dealer = await memberToken(ids.dealer)
      await addItem(service, dealer, VARIED, 20, OWN)
      await addItem(service, dealer, VARIED, 5, INHERITING)
      assert.deepEqual(await shown(dealer), ['20 × 110.00 = 2200.00', '5 × 60.00 = 300.00'])
    })

    it('of a customer group are for its members alone, who have no others then', async () => {
      const [dealer, member] = [await memberToken(ids.dealer), await memberToken(ids.member)]
      for (const token of [dealer, member]) await addItem(service, token, TIERED, 50)
      assert.deepEqual([await shown(dealer), await shown(member)], [['50 × 85.00 = 4250.00'], ['50 × 80.00 = 4000.00']])
    })

    it('are counted by the quantity and the group that a login merges', async () => {
      const [guest, dealer] = [await service.token('guest'), await memberToken(ids.dealer)]
      await addItem(service, dealer, TIERED, 4)
      await addItem(service, guest, TIERED, 6)
      assert.deepEqual([await shown(guest), await shown(dealer)], [['6 × 100.00 = 600.00'], ['4 × 100.00 = 400.00']])
      await cartFor(service, dealer).merge(guest)
      assert.deepEqual(await shown(dealer), ['10 × 85.00 = 850.00'])
    })

    it('are list prices, which a discount lowers further', async () => {
      const token = await service.token('guest')
      const itemId = await addItem(service, token, DISCOUNTED, 9)
      assert.deepEqual(await shown(token), ['9 × 90.00 instead of 100.00 = 810.00'])
      assert.deepEqual(await setQuantity(token, itemId, 10), ['10 × 45.00 instead of 50.00 = 450.00'])
    })

    it('are what conditions on prices compare, and are no discount', async () => {
      const token = await service.token('guest')
      const itemId = await addItem(service, token, TIERED, 9)
      await service.call('POST', '/cart/coupon', { token, body: { couponCode: 'indirimsiz' } })
      const discounts = async () => {
        const { appliedCampaign, appliedCoupon } = (await readCart(service, token)).data.attributes
        return [appliedCampaign?.discountAmount.amount, appliedCoupon?.discountAmount.amount]
      }
      assert.deepEqual(await discounts(), [undefined, '90.00'])
      await setQuantity(token, itemId, 10)
      assert.deepEqual(await discounts(), ['90.00', undefined])
      await addItem(service, token, ids.plain, 1)
      await addItem(service, token, DISCOUNTED, 1)
      // The discounted product costs 90 now, which the campaign covers and the coupon does not.
      assert.deepEqual(await discounts(), ['99.00', '10.00'])
    })

    it('are held as they were, and an order that expects the price of one piece is refused', async () => {
      const token = await service.token('guest')
      await addItem(service, token, TIERED, 50)
      const wrong = await hold(service, 'tiers-1', token, { grandTotal: '5000.00' })
      assert.deepEqual(refusalsOf(wrong), ['409 cart_changed'])
      const { grandTotal } = await totalsOf(service, token)
      assert.equal(grandTotal, '3600.00')
      const held = await hold(service, 'tiers-1', token)
      assert.deepEqual([held.status, pricesOf(dataOf(held).cart as ShownCart)], [201, ['50 × 80.00 = 4000.00']])
      await change(service, [{ id: TIERED, tierPrices: null }])
      assert.deepEqual(await shown(token), ['50 × 100.00 = 5000.00'])
      const again = await hold(service, 'tiers-1', token, { grandTotal })
      assert.deepEqual([again.status, pricesOf(dataOf(again).cart as ShownCart)], [200, ['50 × 80.00 = 4000.00']])
      assert.deepEqual(refusalsOf(await hold(service, 'tiers-2', token, { grandTotal })), ['409 cart_changed'])
    })
  })
}
