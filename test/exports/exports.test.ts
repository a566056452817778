/** The endpoints of exports: who gets what, orders line by line, and files that are not complete. */

import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { CUSTOMERS, EXPORTS } from '../../src/api-paths.ts'
import type { CartDocument } from '../../src/cart/pricing/cart.document.ts'
import { writeExport } from '../../src/exports/write-export.ts'
import { addItem, refusalsOf } from '../support/cart/cart.ts'
import { callCheckout, complete, dataOf, hold, insertable, release, subjectOf } from '../support/checkouts/orders.ts'
import { engines } from '../support/database/engines.ts'
import { customer, ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

/** The scopes of each export. */
const scopes = {
  shop: 'promotions:read catalogue:read',
  products: 'catalogue:read',
  customers: 'customers:read',
  orders: 'checkouts:read',
  coupons: 'promotions:read',
} as const

type What = keyof typeof scopes

const all = Object.keys(scopes) as What[]

for (const engine of engines) {
  describe(`an export on ${engine}`, () => {
    let service: TestService
    let time = Date.UTC(2026, 10, 20, 9)
    before(async () => {
      service = await startService(engine, {}, () => time)
    })
    after(() => service.stop())

    async function get(what: string, scope: string, method = 'GET') {
      return service.call(method, `${EXPORTS}/${what}`, { token: await service.token('admin', { scope }) })
    }

    async function ordersOf(query = ''): Promise<Record<string, string>[]> {
      const { status, text } = await get(`orders${query}`, scopes.orders)
      assert.equal(status, 200, text)
      return parse(text, { bom: true, columns: true })
    }

    it('is a file with a name, in UTF-8, and nobody may store it; HEAD has its headers alone', async () => {
      for (const what of all) {
        const [answer, head] = [await get(what, scopes[what]), await get(what, scopes[what], 'HEAD')]
        const [type, name] = what === 'shop' ? ['application/json', 'shop.json'] : ['text/csv', `${what}.csv`]
        for (const { status, headers } of [answer, head]) {
          assert.equal(status, 200)
          assert.equal(headers.get('content-type'), `${type}; charset=utf-8`)
          assert.equal(headers.get('content-disposition'), `attachment; filename="${name}"`)
          assert.equal(headers.get('cache-control'), 'no-store')
        }
        assert.equal(head.text, '')
      }
    })

    it('is what the command writes', async () => {
      for (const what of ['products', 'customers', 'coupons', 'orders'] as const) {
        const { url, database } = service
        const token = await service.token('admin', { scope: scopes[what] })
        const response = await fetch(`${url}${EXPORTS}/${what}`, { headers: { Authorization: `Bearer ${token}` } })
        const written = await Array.fromAsync(writeExport(database, { what }, time))
        assert.deepEqual(Buffer.from(await response.arrayBuffer()), Buffer.from(written.join('')))
        assert.ok(written[0]?.startsWith('\ufeff'))
      }
    })

    it('refuses unknown names, methods and queries', async () => {
      const every = Object.values(scopes).join(' ')
      const codes = async (what: string, method = 'GET') => refusalsOf(await get(what, every, method))
      assert.deepEqual(await codes('carts'), ['404 not_found'])
      assert.deepEqual(await codes('Shop'), ['404 not_found'])
      assert.deepEqual(await codes('products', 'POST'), ['405 method_not_allowed'])
      for (const query of ['products?limit=1', 'customers?x', 'coupons?from=2026-01-01T00:00:00Z', 'shop?products=1']) {
        assert.deepEqual(await codes(query), ['400 parameter_invalid'], query)
      }
      for (const query of [
        '?from=2026-01-01',
        '?to=x',
        '?from=2026-01-01T00:00:00Z&from=2026-01-01T00:00:00Z',
        '?form=1',
      ])
        assert.deepEqual(await codes(`orders${query}`), ['400 parameter_invalid'], query)
      const reversed = await get('orders?from=2026-01-02T00:00:00Z&to=2026-01-02T00:00:00Z', every)
      assert.match(reversed.text, /to must be a time after from/)
      assert.deepEqual(await codes('orders?from=%ff'), ['400 invalid_encoding'])
    })

    it('of a shop has its products only where they are asked for', async () => {
      const fileOf = async (query: string) => JSON.parse((await get(`shop${query}`, scopes.shop)).text)
      const { products, ...rest } = await fileOf('?products=true')
      assert.deepEqual(
        products.map(({ id }: { id: number }) => id),
        [ids.plain, ids.variants, ids.offSale, ids.soldOut, ids.taxFree],
      )
      assert.deepEqual([await fileOf(''), await fileOf('?products=false')], [rest, rest])
    })

    it('of orders has a row for each line, with the amounts as they were held', async () => {
      await service.importShop({
        customers: [customer(ids.dealer, { customerGroupId: ids.group, externalId: '=idp|2' })],
      })
      const [dealer, guest] = [await service.token('member', { id: String(ids.dealer) }), await service.token('guest')]
      await addItem(service, dealer, ids.plain, 3)
      await addItem(service, dealer, ids.variants, 1, ids.largeBlue)
      const held = dataOf(await hold(service, 'W-1', dealer))
      assert.equal((await complete(service, 'W-1')).status, 200)
      time += 1_000
      await addItem(service, guest, ids.taxFree, 1)
      await hold(service, 'W-2', guest)
      const [ofGuest, ...lines] = await ordersOf()
      assert.deepEqual(
        { ...ofGuest, ...pick(ofGuest, 'reference', 'state', 'subject', 'customerId', 'externalId', 'completedAt') },
        {
          ...ofGuest,
          reference: 'W-2',
          state: 'held',
          subject: subjectOf(guest),
          customerId: '',
          externalId: '',
          completedAt: '',
        },
      )
      assert.deepEqual(
        lines,
        held.cart.included.map(line => rowOf(line)),
      )
      assert.deepEqual(await ordersOf(`?from=${iso(time)}`), [ofGuest])
      assert.deepEqual(await ordersOf(`?to=${iso(time)}`), lines)
      assert.deepEqual(await ordersOf(`?from=${iso(time + 1)}`), [])

      function rowOf({ id, attributes, meta }: CartDocument['included'][number]): Record<string, string> {
        const { productId, variantId, productName, quantity, unitPrice, lineTotal, vatRate } = attributes
        const { sku, variantName, vat } = meta
        return {
          ...{ reference: 'W-1', state: 'completed', heldAt: held.heldAt, expiresAt: held.expiresAt },
          ...{ completedAt: iso(time - 1_000), subject: `member:${ids.dealer}`, customerId: String(ids.dealer) },
          ...{ externalId: "'=idp|2", itemId: id, productId: String(productId), variantId: String(variantId ?? '') },
          ...{
            sku: sku ?? '',
            name: productName,
            variant: variantName ?? '',
            quantity: String(quantity),
            currencyCode: 'TRY',
          },
          ...{ unitPrice: unitPrice.amount, vatRate: String(vatRate), unitPriceWithVat: vat.unitPriceWithVat.amount },
          ...{ lineTotal: lineTotal.amount, lineTotalWithVat: vat.lineTotalWithVat.amount },
          ...{ vatAmount: vat.vatAmount.amount, couponDiscount: vat.discount.coupon.amount },
          ...{
            campaignDiscount: vat.discount.campaign.amount,
            payable: vat.payable.amount,
            orderPayable: '672.00',
            returned: '0',
            refund: '0',
          },
        }
      }
    })

    it('of orders has items and quantities of an old attempt, and no customer who was deleted', async () => {
      const member = await service.token('member', { id: String(ids.member) })
      await addItem(service, member, ids.variants, 2, ids.smallBlue)
      for (const reference of ['A-1', 'A-2', 'A-3', 'A-4']) {
        time += 1_000
        assert.equal((await hold(service, reference, member)).status, 201)
        await release(service, reference)
      }
      assert.equal(dataOf(await callCheckout(service, 'GET', 'A-1')).cart, null)
      const token = await service.token('admin')
      assert.equal((await service.call('DELETE', `${CUSTOMERS}/${ids.member}`, { token })).status, 204)
      const rows = await ordersOf()
      const [, , , first] = rows.filter(({ reference = '' }) => reference.startsWith('A-'))
      const { reference, state, subject, customerId, productId, variantId, quantity, payable, name } =
        first ?? assert.fail()
      assert.deepEqual([reference, state, subject, customerId], ['A-1', 'released', '', ''])
      assert.deepEqual([productId, variantId, quantity], [String(ids.variants), String(ids.smallBlue), '2'])
      assert.deepEqual([name, payable], ['', ''])
    })

    it('of orders of several pages has each once, also those that were held in one millisecond', async () => {
      const { kysely } = service.database
      const found = kysely.selectFrom('checkouts').selectAll().where('reference', '=', 'W-1')
      const row = insertable(await found.executeTakeFirstOrThrow())
      const copies = Array.from({ length: 90 }, (_, index) => ({
        ...row,
        ...{
          reference: `M-${index}`,
          customer_id: null,
          subject: null,
          held_at: index < 50 ? 1_000 : index,
          expires_at: 5_000,
        },
        state: (['completed', 'cancelled', 'released'] as const)[index % 3] ?? 'completed',
      }))
      await kysely.insertInto('checkouts').values(copies).execute()
      const rows = await ordersOf('?to=1970-01-01T00:01:00Z')
      const expected = copies
        .toSorted((a, b) => b.held_at - a.held_at || (a.reference < b.reference ? -1 : 1))
        .flatMap(({ reference, state }) => [`${reference} ${state}`, `${reference} ${state}`])
      assert.deepEqual(
        rows.map(({ reference, state }) => `${reference} ${state}`),
        expected,
      )
    })
  })
}

function pick(row: Record<string, string> | undefined, ...names: string[]): Record<string, string | undefined> {
  return Object.fromEntries(names.map(name => [name, row?.[name]]))
}

function iso(time: number): string {
  return new Date(time).toISOString()
}

describe('a large export', () => {
  let service: TestService
  // Each test has a server of its own: a client may have connected to another one without a request, which ends with 408.
  beforeEach(async () => {
    service = await startService('sqlite')
    const description = 'x'.repeat(100_000)
    const conditions = { productIds: [] }
    const coupons = Array.from({ length: 300 }, (_, index) => ({
      folded_code: `k${index}`,
      document: JSON.stringify({ code: `K${index}`, description, conditions, audience: null }),
    }))
    for (const coupon of coupons) await service.database.kysely.insertInto('coupons').values(coupon).execute()
  })
  afterEach(() => service.stop())

  /** Begins an export, and reads no more of it than its head. */
  async function begin() {
    const leaving = new AbortController()
    const headers = { Authorization: `Bearer ${await service.token('admin', { scope: 'promotions:read' })}` }
    const response = await fetch(`${service.url}${EXPORTS}/coupons`, { headers, signal: leaving.signal })
    return { response, leave: () => leaving.abort() }
  }

  // Proves: unread-export
  it('is one of four files that a process sends at once; a client that leaves gives its place free', async () => {
    const begun = await Promise.all(Array.from({ length: 5 }, begin))
    assert.deepEqual(begun.map(({ response }) => response.status).toSorted(), [200, 200, 200, 200, 503])
    assert.equal((await service.call('GET', CUSTOMERS, { token: await service.token('admin') })).status, 200)
    for (const { leave } of begun) leave()
    let again = await begin()
    while (again.response.status === 503) {
      await sleep(20)
      again = await begin()
    }
    assert.ok((await again.response.text()).endsWith('\n'))
  })

  it('is cut off before its end when the database fails, and the log names the request', async () => {
    const { response } = await begin()
    assert.equal(response.status, 200)
    await service.database.kysely.schema.alterTable('coupons').renameTo('elsewhere').execute()
    await assert.rejects(response.text())
    const requestId = response.headers.get('x-request-id') ?? ''
    const faults = service.log.filter(line => line.includes('"level":"error"'))
    assert.deepEqual(
      faults.map(line => JSON.parse(line).requestId),
      [requestId],
    )
  })
})
