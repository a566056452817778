/**
 * A day of a shop: ten orders, two returns, a cancellation, an abandoned cart that comes back by a link, and a hold that ends unpaid. What was
 * paid, refunded, taxed, used and counted is compared with a till on paper.
 */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ADMIN, COUPONS } from '../../src/api-paths.ts'
import { prune } from '../../src/jobs/prune.ts'
import { cartOf } from '../support/cart/cart.ts'
import {
  type CheckoutData,
  callCheckout,
  complete,
  dataOf,
  expire,
  release,
  subjectOf,
} from '../support/checkouts/orders.ts'
import { type Bill, bill, refund, type Sold } from '../support/checkouts/paper-till.ts'
import { stockOf } from '../support/checkouts/stock.ts'
import { engines } from '../support/database/engines.ts'
import { eventsAfter } from '../support/events/events.ts'
import { customer, ids, product, shopFile } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { createAgentCart, openAsNewGuest } from '../support/ucp/links.ts'
import { type AgentPlatform, listing, startPlatform } from '../support/ucp/platform.ts'
import { actFor, cookieOf } from '../support/web-checkout/checkout.ts'

/** An item of the shop: its ids, price in thousandths, VAT rate and the stock in the morning. */
interface Item {
  id: number
  variantId?: number
  price: number
  rate: number
  stock: number
}

const small: Item = { id: 201, variantId: 2011, price: 199_900, rate: 10, stock: 20 }
const medium: Item = { ...small, variantId: 2012 }
const glass: Item = { id: 202, price: 24_990, rate: 20, stock: 60 }
const book: Item = { id: 203, price: 45_500, rate: 1, stock: 30 }
const mug: Item = { id: 204, price: 89_900, rate: 20, stock: 15 }
const linen: Item = { id: 205, price: 148_333, rate: 10, stock: 40 }
const items = { small, medium, glass, book, mug, linen }
type Name = keyof typeof items
const DEALER_PRICE = 150_000

type Basket = readonly (readonly [Name, number, (Sold['campaign'] & object)?])[]
const free = (freePieces: number) => ({ freePieces })
const off = (percent: number) => ({ percent })

/** A shop with a coupon, three pay for two, a gift, and a discount in tiers. */
const shop = (pricesIncludeVat: boolean) => {
  const price = (thousandths: number) => (thousandths / 1_000).toFixed(3)
  const of = ({ id, price: thousandths, rate, stock }: Item, more: object = {}) =>
    product({ id, price: price(thousandths), vatRate: rate, stock, ...more })
  const campaign = (id: number, productId: number, reward: object) => ({
    ...{ id, name: `Kampanya ${id}`, automatic: true, conditions: { productIds: [productId] }, reward },
  })
  const tiers = [
    { from: 5, value: '10' },
    { from: 10, value: '20' },
  ]
  return shopFile({
    shop: {
      ...{ name: 'Deneme', currencyCode: 'TRY', decimalPlaces: 2, timeZone: 'Europe/Istanbul' },
      settings: { pricesIncludeVat, stockGuard: true, sellAtNegativeStock: false },
    },
    customers: [customer(ids.member), customer(ids.dealer, { customerGroupId: ids.group }), customer(ids.otherMember)],
    products: [
      of(small, {
        groupPrices: [{ customerGroupId: ids.group, price: price(DEALER_PRICE) }],
        variants: [small, medium].map(({ variantId, stock }) => ({ id: variantId, name: `Beden ${variantId}`, stock })),
      }),
      ...[glass, book, mug, linen].map(each => of(each)),
    ],
    campaigns: [
      campaign(1, glass.id, { type: 'buy_x_pay_y', buy: 3, pay: 2 }),
      campaign(2, linen.id, { type: 'percent', by: 'quantity', tiers }),
      campaign(3, book.id, {
        ...{ type: 'buy_x_get_y', buy: 2, get: 1, percent: '100', times: 1 },
        target: { productIds: [mug.id] },
      }),
    ],
    coupons: [{ code: 'BAHAR10', discountType: 'percent', value: '10', usageLimit: 3 }],
  })
}

/** A line of a returned document. */
type Refunded = Record<'refund' | 'net' | 'vat', { amount: string }>
/** A return of pieces. */
type Returned = { lines: (Refunded & { quantity: number })[]; refund: { amount: string }; restock: boolean }

for (const engine of engines) {
  for (const withVat of [true, false]) {
    describe(`a day of a shop whose prices ${withVat ? 'include' : 'are without'} VAT, on ${engine}`, () => {
      let service: TestService
      let platform: AgentPlatform
      before(async () => {
        platform = await startPlatform()
        service = await startService(engine, listing(platform))
        await service.importShop(shop(withVat), { allowCurrencyChange: true })
      })
      after(async () => {
        await service.stop()
        await platform.stop()
      })

      const bills = new Map<string, Bill>()
      const sold = new Map<Name, number>()
      const back = new Map<Name, number>()
      const baskets = new Map<string, Basket>()
      const returned: ReturnType<typeof refund>[] = []
      const count = (counts: Map<Name, number>, name: Name, pieces: number) =>
        counts.set(name, (counts.get(name) ?? 0) + pieces)
      const guest = () => service.token('guest')
      const member = (id: number) => service.token('member', { id: String(id) })
      const itemOf = (name: Name) => {
        const { id, variantId } = items[name]
        return { productId: id, ...(variantId !== undefined && { variantId }) }
      }
      const admin = async (method: string, path: string, body?: object, headers = {}) => {
        const scope = 'carts:read carts:write checkouts:read checkouts:write promotions:read'
        const token = await service.token('admin', { id: 'day', scope })
        return service.call(method, `${ADMIN}${path}`, { token, headers, ...(body && { body }) })
      }

      async function fill(token: string, basket: Basket): Promise<string> {
        for (const [name, quantity] of basket) {
          cartOf(await service.call('POST', '/cart-items', { token, body: { ...itemOf(name), quantity } }), 201)
        }
        return token
      }
      const enter = async (token: string) =>
        cartOf(await service.call('POST', '/cart/coupon', { token, body: { couponCode: 'bahar10' } }))

      /** Holds a cart with the total of the till on paper, and compares the invoice. */
      async function holdAs(
        reference: string,
        token: string,
        basket: Basket,
        prices: Partial<Sold> & { couponPercent?: number } = {},
      ) {
        const { couponPercent = 0, ...overrides } = prices
        const lines = basket.map(([name, quantity, campaign]) => {
          const { price, rate } = items[name]
          return { ...{ price, rate, quantity, ...(campaign && { campaign }) }, ...(name === 'small' && overrides) }
        })
        const expected = bill(lines, { withVat, couponPercent })
        const answer = await callCheckout(service, 'PUT', reference, {
          subject: subjectOf(token),
          expected: { grandTotal: money(expected.total) },
        })
        assert.equal(answer.status, 201, `${reference} ${money(expected.total)} ${answer.text}`)
        assert.deepEqual(invoiceOf(dataOf(answer)), invoiceOn(expected), reference)
        baskets.set(reference, basket)
        return expected
      }
      async function order(reference: string, token: string, basket: Basket, prices?: Parameters<typeof holdAs>[3]) {
        bills.set(reference, await holdAs(reference, token, basket, prices))
        assert.equal((await complete(service, reference)).status, 200)
        for (const [name, quantity] of basket) count(sold, name, quantity)
      }
      /** Returns pieces, and compares the credit note. */
      async function giveBack(reference: string, pieces: Partial<Record<Name, number>>, restock: boolean) {
        const { cart } = dataOf(await callCheckout(service, 'GET', reference))
        const places = baskets.get(reference)?.map(([name]) => name) ?? []
        const chosen = Object.entries(pieces).map(([name, quantity]) => ({
          at: places.indexOf(name as Name),
          quantity,
        }))
        const lines = chosen.map(({ at, quantity }) => ({ itemId: cart.included[at]?.id, quantity }))
        const path = `/checkouts/${reference}/returns`
        const key = { 'Idempotency-Key': `return-${reference}` }
        const answers = [
          await admin('POST', path, { lines, restock }, key),
          await admin('POST', path, { lines, restock }, key),
        ]
        const expected = chosen.map(({ at, quantity }) =>
          refund(bills.get(reference)?.lines[at] ?? assert.fail(), quantity),
        )
        for (const { status, text, json } of answers) {
          assert.equal(status, 201, text)
          const { data } = json as { data: Returned }
          assert.deepEqual(
            data.lines.map(line => [line.refund.amount, line.net.amount, line.vat.amount]),
            expected.map(line => [money(line.refund), money(line.net), money(line.vat)]),
          )
          assert.deepEqual([data.refund.amount, data.restock], [money(sum(expected.map(line => line.refund))), restock])
        }
        for (const [name, quantity] of Object.entries(pieces)) if (restock) count(back, name as Name, quantity)
        return expected
      }

      it('sells ten orders at the prices of the till, one by a link to an abandoned cart, takes items back, and cancels one', async () => {
        const abandoned = await fill(await guest(), [
          ['medium', 1],
          ['linen', 2],
        ])
        // Ten orders.
        const first = await member(ids.member)
        const glasses: Basket = [
          ['small', 2],
          ['glass', 3, free(1)],
        ]
        await order('D-1', await fill(first, glasses), glasses)
        const gift: Basket = [
          ['book', 2],
          ['mug', 1, free(1)],
        ]
        await order('D-2', await fill(await guest(), gift), gift)
        const five: Basket = [['linen', 5, off(10)]]
        await order('D-3', await fill(await guest(), five), five)
        const twelve: Basket = [
          ['linen', 12, off(20)],
          ['book', 1],
        ]
        const other = await fill(await member(ids.otherMember), twelve)
        await enter(other)
        await order('D-4', other, twelve, { couponPercent: 10 })
        const mixed: Basket = [
          ['medium', 3],
          ['book', 1],
          ['mug', 2],
        ]
        const fifth = await fill(await guest(), mixed)
        await enter(fifth)
        await order('D-5', fifth, mixed, { couponPercent: 10 })
        const dealers: Basket = [
          ['small', 1],
          ['mug', 2],
        ]
        await order('D-6', await fill(await member(ids.dealer), dealers), dealers, { price: DEALER_PRICE })
        const agents: Basket = [
          ['glass', 2],
          ['book', 3],
        ]
        const agentCart = await createAgentCart(service, platform, [`${glass.id}×2`, `${book.id}×3`])
        await order('D-7', await actFor(service, await openAsNewGuest(service, agentCart)), agents)
        const seven: Basket = [['glass', 7, free(2)]]
        const eighth = await fill(await guest(), seven)
        await enter(eighth)
        await order('D-8', eighth, seven, { couponPercent: 10 })
        const third: Basket = [['book', 3]]
        await order('D-9', await fill(first, third), third)

        // A hold that ends unpaid keeps nothing from anybody.
        const unpaid: Basket = [['glass', 4, free(1)]]
        await holdAs('U-1', await fill(await guest(), unpaid), unpaid)
        assert.equal((await stockOf(service, glass.id)).reserved, 4)
        await expire(service, 'U-1')

        // The abandoned cart comes back by a link, in another browser.
        const link = await admin('POST', '/cart-links', { subject: subjectOf(abandoned) })
        assert.equal(link.status, 201, link.text)
        const { pathname, search } = new URL((link.json as { data: { url: string } }).data.url)
        const cookie =
          cookieOf(await service.call('GET', `${pathname}${search}`)) ?? assert.fail('The link did not open.')
        await order('D-10', await actFor(service, cookie), [
          ['medium', 1],
          ['linen', 2],
        ])

        // Two returns, one of damaged pieces, and a cancellation of what is left of the second order.
        returned.push(
          ...(await giveBack('D-1', { small: 1, glass: 2 }, true)),
          ...(await giveBack('D-5', { medium: 1 }, false)),
        )
        assert.equal((await release(service, 'D-5')).status, 204)
        for (const [name, quantity] of mixed) count(back, name, name === 'medium' ? quantity - 1 : quantity)
      })

      it('has of each item what was there, less what was sold, and what came back whole or was never sent', async () => {
        for (const [name, { id, variantId, stock }] of Object.entries(items)) {
          const [gone, kept] = [sold.get(name as Name) ?? 0, back.get(name as Name) ?? 0]
          assert.deepEqual(await stockOf(service, id, variantId), { stock: stock - gone + kept, reserved: 0 }, name)
        }
      })

      it('has in its orders what was paid and refunded, with the VAT of each rate', async () => {
        const stored = await Promise.all(
          [...bills.keys()].map(async each => dataOf(await callCheckout(service, 'GET', each))),
        )
        const credits = stored.flatMap(each => (each as CheckoutData & { returns?: Returned[] }).returns ?? [])
        const creditLines = credits.flatMap(({ lines }) => lines)
        assert.equal(creditLines.length, 3)
        for (const part of ['refund', 'net', 'vat'] as const) {
          const told = creditLines.map(line => minor(line[part].amount))
          assert.equal(sum(told), sum(returned.map(line => line[part])), part)
        }
        const paid = new Map(stored.map(each => [each.reference, minor(each.cart.data.attributes.grandTotal?.amount)]))
        const paper = [...bills].map(([reference, { total }]) => [reference, total])
        assert.deepEqual([...paid], paper)
        const rows = [...bills.values()].flatMap(each => each.rows)
        assert.equal(sum(rows.map(({ net, vat }) => net + vat)), sum([...paid.values()]))
        const listed = await admin('GET', '/checkouts?limit=50')
        const refunds = (listed.json as { data: { reference: string; refunded?: { amount: string } }[] }).data.flatMap(
          ({ reference, refunded }) => (refunded ? [[reference, minor(refunded.amount)] as const] : []),
        )
        const refundOf = (reference: string, all: typeof returned) => [reference, sum(all.map(line => line.refund))]
        assert.deepEqual(refunds.toSorted(), [
          refundOf('D-1', returned.slice(0, 2)),
          refundOf('D-5', returned.slice(2)),
        ])
      })

      it('has counted the uses of the coupon, without the order that was cancelled', async () => {
        const uses = await admin('GET', `${COUPONS.slice(ADMIN.length)}?limit=10`)
        assert.deepEqual((uses.json as { meta: { uses: object[] } }).meta.uses, [{ completed: 2, held: 0 }])
      })

      it('has told everything once', async () => {
        for (let run = 0; run < 2; run++) {
          await prune(service.database, Date.now(), { guestCartTtlDays: 30, eventRetentionDays: 30 })
        }
        const told = (await eventsAfter(service)).filter(({ type }) => type.startsWith('checkout.'))
        const types = Map.groupBy(told, ({ data }) => String(data.reference))
        const typesOf = (reference: string) => types.get(reference)?.map(({ type }) => type.replace('checkout.', ''))
        assert.equal(types.size, 11)
        assert.deepEqual(typesOf('U-1'), ['held', 'expired'])
        for (const reference of bills.keys()) {
          const further = { 'D-1': ['returned'], 'D-5': ['returned', 'cancelled'] }[reference] ?? []
          assert.deepEqual(typesOf(reference), ['held', 'completed', ...further], reference)
        }
      })
    })
  }
}

function money(units: number): string {
  return `${Math.floor(units / 100)}.${String(units % 100).padStart(2, '0')}`
}

function minor(amount: string | undefined): number {
  return Number((amount ?? assert.fail('no amount')).replace('.', ''))
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, each) => all + each, 0)
}

/** The invoice in a held document: what is paid for each line, and the net amounts and VAT of each rate. */
function invoiceOf({ cart: { data, included } }: CheckoutData) {
  return {
    payables: included.map(({ meta }) => meta?.vat.payable.amount),
    rows: data.meta?.vat?.breakdown.map(({ vatRate, net, vat }) => [vatRate, net.amount, vat.amount]),
  }
}

function invoiceOn({ lines, rows }: Bill) {
  return {
    payables: lines.map(({ payable }) => money(payable)),
    rows: rows.map(({ rate, net, vat }) => [rate, money(net), money(vat)]),
  }
}
