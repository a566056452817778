/** The worked examples of docs/pricing.md, computed by a real server. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { addItem, cartOf } from '../support/cart/cart.ts'
import { readOwnerCart } from '../support/cart/cart-list.ts'
import { complete, dataOf, hold } from '../support/checkouts/orders.ts'
import { amountsOf, returnItems, returnOf } from '../support/checkouts/returns.ts'
import { startService } from '../support/service/service.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/pricing.md'), 'utf8')
const [promotionsShop, promotionsMeta, tieredShop, shop, expected, invoiceShop, invoiceVat] = [
  ...page.matchAll(/```json\n([\s\S]+?)```/g),
].map(([, text = '']) => JSON.parse(text))
const steps = [
  ...page.matchAll(
    /^\| (?:Unit price|Line total|Subtotal|Coupon|Campaign|Shipping|Grand total).*\| (?:.*shown as )?([\d.]+) \|$/gm,
  ),
]

/** The cells of the table rows that begin with a text. */
const rows = (start: RegExp) =>
  page
    .split('\n')
    .filter(row => start.test(row))
    .map(row =>
      row
        .split('|')
        .slice(1, -1)
        .map(cell => cell.trim()),
    )

describe('the worked examples of docs/pricing.md', () => {
  it('are what Sepet computes: the promotions', async () => {
    const service = await startService('sqlite')
    await service.importShop(promotionsShop, { allowCurrencyChange: true })
    const token = await service.token('member', { id: '7' })
    for (const [productId, quantity] of [
      [1, 2],
      [2, 1],
      [3, 1],
    ] as const)
      await addItem(service, token, productId, quantity)
    const answer = await service.call('POST', '/cart/coupon', { token, body: { couponCode: 'ilksepet' } })
    const { data, included } = cartOf(answer)
    const { promotions, offers, vat } = data.meta ?? assert.fail('The cart has no meta.')
    assert.deepEqual({ promotions, offers }, promotionsMeta)
    const lines = included.map(({ attributes: { productName, quantity }, meta }) => {
      const { listPriceWithVat, unitPriceWithVat, lineTotalWithVat } = meta?.vat ?? assert.fail(productName)
      const amounts = [listPriceWithVat?.amount ?? '', unitPriceWithVat.amount]
      return [productName, ...amounts, String(quantity), lineTotalWithVat.amount]
    })
    const shownLines = rows(/^\| (Keten gömlek|Yün kazak|Keten kumaş) \|/).map(cells => cells.slice(0, 5))
    assert.deepEqual(shownLines, lines)
    const [coupon, campaign] = promotions ?? []
    const { grandTotal } = data.attributes
    const { campaigns } = await readOwnerCart(service, 'member:7')
    const saved = (id: number) => campaigns.find(each => each.id === id)?.contest?.saving?.amount
    assert.deepEqual(
      rows(/^\| (İLKSEPET|Giyimde %10|1\.000 TL.*|2\.000 TL.*|To pay) \|/).map(cells => cells.at(-1)),
      [
        coupon?.discountAmount.amount,
        campaign?.discountAmount.amount,
        saved(2),
        offers?.[0]?.missing.total?.amount,
        grandTotal?.amount,
      ],
    )
    assert.equal(saved(1), campaign?.discountAmount.amount)
    assert.match(page, new RegExp(`${vat?.subtotalWithVat.amount} − ${coupon?.discountAmount.amount} − `))
    await service.stop()
  })

  it('are what Sepet computes: prices by quantity', async () => {
    const service = await startService('sqlite')
    await service.importShop(tieredShop, { allowCurrencyChange: true })
    const shown = rows(/^\| (guest|dealer) \|/)
    for (const row of shown) {
      const [shopper, name, quantity] = row
      const { id } = tieredShop.products.find((each: { name: string }) => each.name === name)
      const token = await (shopper === 'guest' ? service.token('guest') : service.token('member', { id: '42' }))
      await service.call('DELETE', '/cart', { token })
      await addItem(service, token, id, Number(quantity))
      const { included } = cartOf(await service.call('GET', '/cart', { token }))
      const { unitPriceWithVat, listPriceWithVat, lineTotalWithVat, discount } =
        included[0]?.meta?.vat ?? assert.fail(name)
      const amounts = [unitPriceWithVat, listPriceWithVat, lineTotalWithVat, discount.campaign]
      assert.deepEqual(row.slice(0, 7), [shopper, name, quantity, ...amounts.map(each => each?.amount ?? '')])
    }
    assert.ok(shown.length > 5)
    await service.stop()
  })

  it('are what Sepet computes: the cart', async () => {
    const service = await startService('sqlite')
    await service.importShop(shop)
    const token = await service.token('member', { id: '42' })
    const post = (path: string, body: object) => service.call('POST', path, { token, body })
    await addItem(service, token, 1, 3)
    await addItem(service, token, 2, 1)
    await post('/cart/coupon', { couponCode: 'indirim' })
    const { data, included } = cartOf(await post('/cart/campaign', { campaignId: 7 }))
    const { attributes } = data
    assert.deepEqual(attributes, expected)
    assert.deepEqual(
      steps.map(([, amount]) => amount),
      [
        included[0]?.attributes.unitPrice.amount,
        included[0]?.attributes.lineTotal.amount,
        included[1]?.attributes.lineTotal.amount,
        attributes.subtotal.amount,
        attributes.appliedCoupon?.discountAmount.amount,
        attributes.appliedCampaign?.discountAmount.amount,
        attributes.cargoPrice?.amount,
        attributes.grandTotal?.amount,
      ],
    )
    await service.stop()
  })

  it('are what Sepet computes: the invoice', async () => {
    const service = await startService('sqlite')
    await service.importShop(invoiceShop, { allowCurrencyChange: true })
    const token = await service.token('guest')
    const post = (path: string, body: object) => service.call('POST', path, { token, body })
    for (const [productId, quantity] of [
      [1, 3],
      [2, 2],
      [3, 1],
    ] as const)
      await addItem(service, token, productId, quantity)
    await post('/cart/coupon', { couponCode: 'beş' })
    const { data, included } = cartOf(await post('/cart/campaign', { campaignId: 8 }))
    const { attributes, meta } = data
    assert.deepEqual(meta?.vat, invoiceVat)
    const lines = included.map(({ attributes: { productName, vatRate, quantity }, meta }) => {
      const { unitPriceWithVat, lineTotalWithVat, discount, payable } = meta?.vat ?? assert.fail(productName)
      const amounts = [unitPriceWithVat, lineTotalWithVat, discount.coupon, discount.campaign, payable]
      return [productName, `${vatRate} %`, String(quantity), ...amounts.map(({ amount }) => amount)]
    })
    assert.deepEqual(rows(/^\| (Bakır cezve|Kahve|Kitap) \|/), lines)
    const { breakdown, cargo } = meta?.vat ?? assert.fail('The cart has no VAT.')
    const [none, one, twenty] = breakdown.map(row => [row.net, row.vat, row.total].map(({ amount }) => amount))
    const shipping = [cargo?.net.amount, cargo?.vat.amount, attributes.cargoPrice?.amount]
    const units = (amount = '') => Number(amount.replace('.', ''))
    const sum = (...amounts: (string | undefined)[]) => (amounts.map(units).reduce((a, b) => a + b) / 100).toFixed(2)
    assert.deepEqual(rows(/^\| (\d+ %|Invoice) \|/), [
      ['0 %', ...(none ?? [])],
      ['1 %', ...(one ?? [])],
      ['20 %', ...shipping.map((each, n) => `${twenty?.[n]} + ${each} = ${sum(twenty?.[n], each)}`)],
      ['Invoice', ...shipping.map((each, n) => sum(none?.[n], one?.[n], twenty?.[n], each))],
    ])
    assert.equal(rows(/^\| Invoice \|/)[0]?.at(-1), attributes.grandTotal?.amount)
    await hold(service, 'W-1', token)
    const [pots = '', coffee = '', book = ''] = dataOf(await complete(service, 'W-1')).cart.included.map(
      each => each.id,
    )
    const returned = async (itemId: string) => {
      const { lines } = returnOf(await returnItems(service, 'W-1', { lines: [{ itemId, quantity: 1 }] }))
      return (lines[0] && amountsOf(lines[0])) ?? assert.fail(itemId)
    }
    const each = [await returned(pots), await returned(pots), await returned(pots)]
    const all = [0, 1, 2].map(n => sum(...each.map(amounts => amounts[n])))
    const credits = [...each, all, await returned(coffee), await returned(book)]
    const shown = rows(/^\| ((first|second|third) pot|all pots|one coffee|the book) \|/)
    assert.deepEqual(
      shown.map(cells => cells.slice(1)),
      credits,
    )
    assert.match(page, new RegExp(`The \`subtotal\` of this cart, ${attributes.subtotal.amount.replace('.', '\\.')},`))
    await service.stop()
  })
})

describe('the prices with VAT of docs/cart.md', () => {
  it('are what Sepet computes', async () => {
    const cartPage = readFileSync(join(import.meta.dirname, '../../docs/cart.md'), 'utf8')
    const [, , shown = ''] = cartPage.split('```json\n')
    const service = await startService('sqlite')
    const products = [{ id: 1, name: 'Tencere', price: '99.90', vatRate: 20, stock: 5 }]
    const coupons = [{ code: 'ON', description: '', discountType: 'percent', value: '10' }]
    const gross = { shop: { settings: { pricesIncludeVat: true } }, products, coupons }
    await service.importShop(gross, { allowCurrencyChange: true })
    const token = await service.token('guest')
    await addItem(service, token, 1, 2)
    const answer = await service.call('POST', '/cart/coupon', { token, body: { couponCode: 'ON' } })
    const { data, included } = cartOf(answer)
    const { type, id, meta } = data
    const lines = included.map(line => ({ type: line.type, meta: line.meta }))
    assert.deepEqual({ data: { type, id, meta }, included: lines }, JSON.parse(shown.split('```')[0] ?? ''))
    await service.stop()
  })
})
