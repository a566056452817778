/** Held totals of random carts: those of GET /cart at that moment, to the last decimal. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { refusalsOf } from '../../support/cart/cart.ts'
import { callCheckout, dataOf, readCart, subjectOf } from '../../support/checkouts/orders.ts'
import { product, shopFile } from '../../support/import/shop-file.ts'
import { record, rounds } from '../../support/runner/rounds.ts'
import { seed } from '../../support/runner/seed.ts'
import { startService, type TestService } from '../../support/service/service.ts'

const CARTS = rounds({ short: 100, long: 20_000 })
/** Carts of one shop, half of them at once. */
const PER_SHOP = 20
const PRODUCTS = [201, 202, 203, 204, 205]
const CAMPAIGNS = [1, 2, 3, 4]

const amount = fc.integer({ min: 0, max: 10_000_000 }).map(each => (each / 10_000).toFixed(4))
const percentage = fc.integer({ min: 0, max: 10_000 }).map(each => String(each / 100))
const reward = fc.oneof(
  fc.record({ type: fc.constant('percent'), value: percentage }),
  fc.record({ type: fc.constant('fixed'), value: amount }),
  fc.constant({ type: 'buy_x_pay_y', buy: 3, pay: 2 }),
  fc.constant({ type: 'free_shipping' }),
)
const conditions = fc.record({ productIds: fc.subarray(PRODUCTS) })
const shop = fc.record({
  decimalPlaces: fc.constantFrom(0, 2, 2, 2, 3),
  grandTotalIncludesCargo: fc.boolean(),
  prices: fc.array(fc.record({ price: amount, vatRate: fc.constantFrom(0, 1, 8.5, 10, 20) }), {
    minLength: PRODUCTS.length,
    maxLength: PRODUCTS.length,
  }),
  rewards: fc.array(fc.record({ reward, conditions }), { minLength: CAMPAIGNS.length, maxLength: CAMPAIGNS.length }),
  coupon: fc.record({ value: percentage, conditions }),
})
const cart = fc.record({
  items: fc.array(fc.record({ productId: fc.constantFrom(...PRODUCTS), quantity: fc.integer({ min: 1, max: 999 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
  couponCode: fc.constantFrom('ORAN', 'BAGLI', undefined),
  campaignId: fc.constantFrom(...CAMPAIGNS, undefined),
})
type Valued<T> = T extends fc.Arbitrary<infer Value> ? Value : never

describe('held totals', () => {
  it(`of ${CARTS} random carts are the totals of GET /cart (seed ${seed})`, async t => {
    const service = await startService('sqlite', { LOG_LEVEL: 'silent', COUPON_RATE_LIMIT: '0' })
    const run = fc.array(cart, { minLength: PER_SHOP, maxLength: PER_SHOP })
    let held = 0
    await fc.assert(
      fc.asyncProperty(shop, run, async (offered, carts) => {
        await service.importShop(toFile(offered), { allowCurrencyChange: true })
        for (const half of [carts.slice(PER_SHOP / 2), carts.slice(0, PER_SHOP / 2)]) {
          await Promise.all(half.map(each => assertHeldAsRead(service, each, `cart-${++held}`)))
        }
      }),
      { seed, numRuns: CARTS / PER_SHOP, endOnFailure: true },
    )
    t.diagnostic(`${held} carts`)
    record('held totals', `${held} carts of seed ${seed}`)
    await service.stop()
  })
})

/** Fills a cart, and asserts that a hold takes its totals, to the kuruş, and keeps its document. */
async function assertHeldAsRead(service: TestService, planned: Valued<typeof cart>, reference: string): Promise<void> {
  const token = await service.token('guest')
  const { items, couponCode, campaignId } = planned
  for (const body of items) await service.call('POST', '/cart-items', { token, body })
  if (couponCode) await service.call('POST', '/cart/coupon', { token, body: { couponCode } })
  // A campaign whose conditions are not met is refused.
  if (campaignId) await service.call('POST', '/cart/campaign', { token, body: { campaignId } })
  const read = await readCart(service, token)
  const { grandTotal, cargoPrice } = read.data.attributes
  const totals = { grandTotal: grandTotal?.amount ?? '', cargoPrice: cargoPrice?.amount ?? '' }
  const hold = (expected: object) => callCheckout(service, 'PUT', reference, { subject: subjectOf(token), expected })
  const wrong = [{ grandTotal: `${totals.grandTotal}1` }, { cargoPrice: `${totals.cargoPrice}1` }, undefined]
  const each = wrong[items.length % wrong.length]
  // With a decimal point, the last digit adds less than a kuruş; without one, it makes the total ten times as large.
  if (each) assert.deepEqual(refusalsOf(await hold({ ...totals, ...each })), ['409 cart_changed'])
  const answer = await hold(totals)
  assert.equal(answer.status, 201, answer.text)
  // Why a coupon does not apply is not part of what was held.
  const { data, included } = read
  const { coupon: _, ...meta } = data.meta ?? {}
  assert.deepEqual(dataOf(answer).cart, { data: { ...data, meta }, included })
}

/** The shop file of a random shop. */
function toFile({ decimalPlaces, grandTotalIncludesCargo, prices, rewards, coupon }: Valued<typeof shop>): object {
  return shopFile({
    shop: {
      currencyCode: 'TRY',
      decimalPlaces,
      settings: { showCargoPriceInCart: true, campaignEngine: true, grandTotalIncludesCargo },
    },
    products: prices.map((priced, n) => product({ id: PRODUCTS[n] ?? 0, ...priced })),
    shippingCompanies: [
      { id: 1, name: 'Kargo', default: true, freeLimit: '5000', rates: [{ from: '0', price: '49.905' }] },
    ],
    campaigns: rewards.map((each, n) => ({
      id: CAMPAIGNS[n],
      name: `Kampanya ${n}`,
      couponBound: n === CAMPAIGNS.length - 1,
      ...each,
    })),
    coupons: [
      { code: 'ORAN', discountType: 'percent', ...coupon },
      { code: 'BAGLI', discountType: 'fixed', value: '0', campaignId: CAMPAIGNS.at(-1) },
    ],
  })
}
