/** Property tests of the text of carts, with the schema's serialiser as the reference. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  campaignWith,
  cartWith,
  couponWith,
  defaultShop,
  lineWith,
  snapshotWith,
} from '../../../test/support/cart/pricing.ts'
import { serializerCompiler } from '../../http/response/serializer.ts'
import type { Campaign } from '../../model/campaign.ts'
import { decimal } from '../../money/money.ts'
import type { Shop } from '../../shop/shop.ts'
import type { Cart, CartLine } from '../cart.ts'
import { presentCart } from './cart.document.ts'
import { CartAnswer, presentRefusedCoupon } from './cart-answer.document.ts'
import { createCartTextWriter } from './cart-text.ts'
import { presentAnswer } from './presented-answer.ts'
import { priceCart } from './price-cart.ts'

const NOW = Date.parse('2026-06-01T12:00:00+03:00')
const publicUrl = 'https://sepet.example.com'
const serialize = serializerCompiler({ schema: CartAnswer, method: 'GET', url: '/cart' })

/** Any text, also with quotes, control characters and halves of surrogate pairs. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '"\\/', '\u0000\u001f', '\ud800', 'Şal 🧣', '\u2028'),
)
const amount = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 17n }), fc.integer({ min: 0, max: 6 }))
  .map(([units, places]) =>
    `${units / 10n ** BigInt(places)}.${String(units % 10n ** BigInt(places)).padStart(places, '0')}`.replace(
      /\.0*$/,
      '',
    ),
  )
const stock = fc.tuple(fc.boolean(), amount).map(([isNegative, size]) => decimal(isNegative ? `-${size}` : size))

const line: fc.Arbitrary<CartLine> = fc
  .record({
    base: fc.record({
      price: amount,
      quantity: fc.integer({ min: 1, max: 100_000 }),
      vatRate: fc.constantFrom(0, 1, 8.5, 20),
    }),
    id: fc.oneof(fc.uuid(), text),
    notes: fc.record({ orderNote: fc.option(text), giftNote: fc.option(text), giftPackage: fc.boolean() }),
    item: fc.record({
      sku: fc.option(text),
      name: text,
      image: fc.option(text),
      stock,
      backorder: fc.boolean(),
      stockUnit: text,
      stockIncrement: fc.constantFrom(1, 0.5, 0.0000001),
    }),
    ofVariant: fc.option(fc.record({ sku: fc.option(text), name: text, image: fc.option(text), stock })),
  })
  .map(({ base, id, notes, item, ofVariant }) => {
    const plain = lineWith(base)
    const product = { ...plain.product, ...item }
    if (!ofVariant) return { ...plain, id, ...notes, product }
    const variant = {
      ...ofVariant,
      price: null,
      discount: null,
      groupPrices: null,
      tierPrices: null,
      onSale: true,
      backorder: item.backorder,
    }
    return { ...plain, id, ...notes, product, variantId: 7, variant }
  })
const lines = fc.array(line, { maxLength: 5 })
const currency = fc.constantFrom(
  { currencyCode: 'TRY', decimalPlaces: 2 },
  { currencyCode: 'JPY', decimalPlaces: 0 },
  { currencyCode: '"', decimalPlaces: 4 },
)

const write = createCartTextWriter(publicUrl)

function answerOf(cart: Cart, shop: Shop = defaultShop, campaigns: Campaign[] = []) {
  const missing = { total: decimal('0.5'), quantity: 2, isLimitedToProducts: true }
  const why = { applied: false, code: '"\n', reason: 'minimum_total', detail: 'below', missing } as const
  const refused = { ...why, failed: [] }
  const priced = priceCart(cart, snapshotWith({ shop, campaigns }), { now: NOW, channel: 'app' })
  const presentation = { shop, writeText: write, publicUrl }
  const plain = presentAnswer(priced, presentation)
  return {
    plain,
    refused: plain.withRefused(refused),
    coupon: presentRefusedCoupon(refused, shop),
    document: presentCart(priced, shop, publicUrl),
  }
}

describe('the text of a cart', () => {
  it('is what the schema writes, for any product, note and currency', () => {
    fc.assert(
      fc.property(lines, currency, fc.option(text), (each, money, imageBaseUrl) => {
        const { plain, refused, coupon, document } = answerOf(cartWith(each), {
          ...defaultShop,
          ...money,
          imageBaseUrl,
        })
        assert.equal(plain.text, serialize(document))
        const { data, included } = refused
        assert.equal(refused.text, serialize({ data, included }))
        assert.deepEqual(data, { ...document.data, meta: { ...document.data.meta, coupon } })
        assert.deepEqual(refused.document, document)
        const added = plain.afterAdding('7')
        assert.deepEqual(JSON.parse(added.text), { ...JSON.parse(plain.text), meta: { affectedItemId: '7' } })
      }),
    )
  })

  it('is sent once', () => {
    const { plain, document } = answerOf(cartWith([lineWith({ price: '10', quantity: 1 })]))
    assert.equal(plain.toText(), serialize(document))
    assert.throws(() => plain.text, { message: 'The answer has been sent.' })
  })

  it('has the discounts of the cart', () => {
    const lines = [lineWith({ price: '100', quantity: 1 })]
    const cart = cartWith(lines, { coupon: couponWith(), enteredCode: 'YAZ10', campaignId: 1 })
    const { plain, document } = answerOf(cart, defaultShop, [campaignWith()])
    assert.equal(plain.text, serialize(document))
    const { appliedCoupon, appliedCampaign, campaigns } = document.data.attributes
    assert.ok(appliedCoupon && appliedCampaign && campaigns)
  })

  it('follows a product that has changed, and the pictures of the shop', () => {
    const one = lineWith({ price: '10', quantity: 1 })
    const image = '/p/1.jpg'
    const before = { ...one, product: { ...one.product, name: 'Önce', image } }
    const after = { ...one, product: { ...one.product, name: 'Sonra', image } }
    for (const imageBaseUrl of [null, 'https://cdn.example.com', 'https://img.example.com', null]) {
      for (const each of [before, after, before]) {
        const { plain, document } = answerOf(cartWith([each]), { ...defaultShop, imageBaseUrl })
        assert.equal(plain.text, serialize(document))
      }
    }
  })
})
