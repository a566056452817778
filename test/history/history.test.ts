/** Who changed what: what each change leaves in the history, over HTTP on both engines. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CAMPAIGNS, COUPONS, CUSTOMERS, HISTORY, PRODUCTS } from '../../src/api-paths.ts'
import { PERMISSIONS } from '../../src/auth/access.ts'
import { prune } from '../../src/jobs/prune.ts'
import { addItem, refusalsOf } from '../support/cart/cart.ts'
import { complete, hold, release } from '../support/checkouts/orders.ts'
import { returnItems } from '../support/checkouts/returns.ts'
import { engines } from '../support/database/engines.ts'
import { importOver } from '../support/import/http-imports.ts'
import { customer, ids, product } from '../support/import/shop-file.ts'
import { type OfficeService, signInAs, startOffice } from '../support/office/office.ts'
import type { Answer, TestService } from '../support/service/service.ts'

interface Change {
  id: number
  at: string
  actor: string
  actorName: string | null
  via: string
  target: string
  changes: { field: string; from?: unknown; to?: unknown }[]
}

interface Page {
  data: Change[]
  links: { next: string | null }
}

const BY_PROGRAM = { actor: 'admin:erp', actorName: null, via: 'api' }
const BY_NAZAN = { actor: 'admin:office-owner', actorName: 'Nazan' }

for (const engine of engines) {
  describe(`the history on ${engine}`, () => {
    let office: OfficeService
    let service: TestService
    let erp: string
    before(async () => {
      office = await startOffice(engine)
      service = office.service
      erp = await service.token('admin', { id: 'erp', scope: PERMISSIONS.join(' ') })
    })
    after(() => service.stop())
    const ask = (query: string) => service.call('GET', HISTORY + query, { token: erp })
    const pageOf = async (target: string, more = '') => {
      const answer = await ask(`?filter[target]=${encodeURIComponent(target)}${more}`)
      assert.equal(answer.status, 200, answer.text)
      return answer.json as Page
    }
    const historyOf = async (target: string) => (await pageOf(target)).data
    const lastOf = async (target: string) => {
      const [last] = await historyOf(target)
      assert.ok(last, target)
      const { id, at, target: named, ...change } = last
      assert.equal(named, target)
      assert.ok(Math.abs(Date.parse(at) - Date.now()) < 600_000)
      return change
    }
    const write = async (method: string, path: string, body: unknown, status = 200): Promise<Answer> => {
      const answer = await service.call(method, path, { token: erp, ...(body !== undefined && { body }) })
      assert.equal(answer.status, status, answer.text)
      return answer
    }
    const imported = async (file: object) => {
      const answer = await importOver(service, file)
      assert.equal(answer.status, 200, answer.text)
    }

    it('names what it needs, and answers an empty page for a record that nobody has changed', async () => {
      for (const query of ['', '?filter[target]=', '?filter[target]=product:0', '?filter[target]=product:x']) {
        assert.deepEqual(refusalsOf(await ask(query)), ['400 parameter_invalid'], query)
      }
      for (const target of ['cart:1', 'product:', 'coupon:%20', 'customer:05', 'shop:1', 'checkout:']) {
        assert.deepEqual(refusalsOf(await ask(`?filter[target]=${target}`)), ['400 parameter_invalid'], target)
      }
      for (const target of ['product:999', 'coupon:YOK', 'campaign:999', 'customer:999', 'checkout:YOK']) {
        assert.deepEqual(await pageOf(target), { data: [], meta: { limit: 50 }, links: { next: null } }, target)
      }
      const token = await service.token('admin', { scope: 'catalogue:read' })
      const refused = await service.call('GET', `${HISTORY}?filter[target]=shop`, { token })
      assert.deepEqual(refusalsOf(refused), ['403 insufficient_scope'])
    })

    it('tells of a product what a program has changed, with its variants, from what to what', async () => {
      const discount = { type: 'percent', value: '10', startsAt: '2026-01-01T00:00:00Z', endsAt: null }
      const variants = [
        { id: ids.largeBlue, price: null, stock: 4 },
        { id: ids.smallBlue, onSale: false },
      ]
      await write('PATCH', PRODUCTS, [{ id: ids.variants, price: '100.0', discount, variants }])
      assert.deepEqual(await lastOf(`product:${ids.variants}`), {
        ...BY_PROGRAM,
        changes: [
          { field: 'discount', from: null, to: { ...discount, startsAt: '2026-01-01T00:00:00.000Z' } },
          { field: `variants.${ids.largeBlue}.price`, from: '120', to: null },
          { field: `variants.${ids.smallBlue}.onSale`, from: true, to: false },
        ],
      })
      const [before] = await historyOf(`product:${ids.variants}`)
      await write('PATCH', PRODUCTS, [{ id: ids.variants, price: '100.00', backorder: true }])
      await write('PATCH', PRODUCTS, [{ id: ids.variants, price: '7', discount: { type: 'x' } }], 422)
      assert.deepEqual((await historyOf(`product:${ids.variants}`))[0], before)
    })

    it('has none of the stocks that a program sends, and every other change', async () => {
      const target = `product:${ids.soldOut}`
      for (const stock of [1, 2, 3]) await write('PATCH', PRODUCTS, [{ id: ids.soldOut, stock }])
      assert.deepEqual(await historyOf(target), [])
      await write('PATCH', PRODUCTS, [{ id: ids.soldOut, price: '10.50', stock: 4 }])
      assert.deepEqual((await lastOf(target)).changes, [{ field: 'price', from: '10.00', to: '10.50' }])
      await write('PATCH', PRODUCTS, [{ id: ids.soldOut, price: '10.00', stock: 0 }])
    })

    it('names the staff of the office, and the file that they import there', async () => {
      const nazan = await signInAs(office, 'owner')
      const send = (path: string, method: string, body: object, headers = {}) =>
        nazan.fetch(`${office.url}/office${path}`, { method, body, headers })
      assert.equal((await send(PRODUCTS, 'PATCH', [{ id: ids.plain, price: '210', stockChange: '-2' }])).status, 200)
      assert.deepEqual(await lastOf(`product:${ids.plain}`), {
        ...BY_NAZAN,
        via: 'office',
        changes: [
          { field: 'price', from: '199.905', to: '210' },
          { field: 'stock', from: 5, to: 3 },
        ],
      })
      const file = { products: [product({ id: ids.plain, name: 'Keten', price: '220', stock: 9 })] }
      const answer = await send('/api/v3/admin/imports', 'POST', file)
      assert.equal(answer.status, 200, answer.text)
      const { changes, ...author } = await lastOf(`product:${ids.plain}`)
      assert.deepEqual(author, { ...BY_NAZAN, via: 'import' })
      assert.deepEqual(changes, [
        { field: 'name', from: 'Keten gömlek', to: 'Keten' },
        { field: 'price', from: '210', to: '220' },
        { field: 'stock', from: 3, to: 9 },
        { field: 'groupPrices', from: [{ customerGroupId: ids.group, price: '150' }], to: [] },
      ])
    })

    it('has one change of each record that an import changes, and none of those that it adds or leaves', async () => {
      const coupon = { code: 'İthal', discountType: 'percent', value: '5' }
      const campaign = { id: 31, name: 'Kış', reward: { type: 'percent', value: '5' } }
      await imported({ coupons: [coupon], campaigns: [campaign], customers: [customer(71)] })
      for (const target of ['coupon:ithal', 'campaign:31', 'customer:71']) {
        assert.deepEqual(await historyOf(target), [], target)
      }
      const sizes = (price: string) => [{ id: ids.smallBlue, name: 'Mavi / S', stock: 3, price }]
      await imported({
        shop: { name: 'Deneme', settings: { orderNoteMaxLength: 77 } },
        shippingCompanies: [{ id: 1, name: 'Kargo', default: true, rates: [{ from: '0', price: '10' }] }],
        coupons: [{ ...coupon, value: '6', endsAt: '2027-01-01T00:00:00Z' }],
        campaigns: [{ ...campaign, audience: { customerIds: [71] } }],
        customers: [customer(71, { name: 'Ayşe', dealer: true }), customer(ids.otherMember)],
        products: [
          product({ id: ids.variants, name: 'Yün kazak', price: '100', vatRate: 1, variants: sizes('90') }),
          product({ id: ids.offSale, sku: 'OFF', onSale: false }),
        ],
      })
      const by = { actor: (await lastOf('coupon:ithal')).actor, actorName: null, via: 'import' }
      assert.deepEqual(await lastOf('coupon:İTHAL'), {
        ...by,
        changes: [
          { field: 'value', from: '5', to: '6' },
          { field: 'endsAt', from: null, to: '2027-01-01T00:00:00.000Z' },
        ],
      })
      const { changes } = await lastOf('campaign:31')
      assert.ok(changes.some(({ field, ...values }) => field === 'audience.customerIds' && !('to' in values)))
      assert.deepEqual(await lastOf('customer:71'), { ...by, changes: [{ field: 'name' }, { field: 'dealer' }] })
      const settings = (await lastOf('shop')).changes
      assert.deepEqual(settings[0], { field: 'settings.orderNoteMaxLength', from: 250, to: 77 })
      assert.ok(settings.some(({ field, to }) => field === 'shippingCompanies.1.name' && to === 'Kargo'))
      const ofProduct = await historyOf(`product:${ids.variants}`)
      assert.deepEqual(ofProduct[0]?.changes, [
        { field: 'vatRate', from: 10, to: 1 },
        { field: 'discount', from: ofProduct[0]?.changes[1]?.from, to: null },
        { field: `variants.${ids.smallBlue}.onSale`, from: false, to: true },
        { field: `variants.${ids.smallBlue}.price`, from: null, to: '90' },
        { field: `variants.${ids.largeBlue}.onSale`, from: true, to: false },
      ])
      assert.deepEqual(await historyOf(`product:${ids.offSale}`), [])
      assert.deepEqual(await historyOf(`customer:${ids.otherMember}`), [])
    })

    it('has the products that an import takes off sale, and nothing of one that is only tried', async () => {
      const file = { products: [product({ id: ids.soldOut, stock: 0, image: null, price: '11' })] }
      await importOver(service, file, { query: '?dryRun=true&withdrawMissing=products' })
      assert.deepEqual(await historyOf(`product:${ids.taxFree}`), [])
      const answer = await importOver(service, file, { query: '?withdrawMissing=products' })
      assert.equal(answer.status, 200, answer.text)
      const offSale = [{ field: 'onSale', from: true, to: false }]
      assert.deepEqual((await lastOf(`product:${ids.taxFree}`)).changes, offSale)
      assert.deepEqual((await lastOf(`product:${ids.soldOut}`)).changes, [{ field: 'price', from: '10.00', to: '11' }])
    })

    it('has every field of a coupon, without the customers that it names, and its deletion', async () => {
      const path = `${COUPONS}/YAZ10`
      const body = { discountType: 'percent', value: '10', audience: { customerIds: [ids.member] } }
      await write('PUT', path, body, 201)
      const made = await lastOf('coupon:YAZ10')
      assert.deepEqual({ ...made, changes: [] }, { ...BY_PROGRAM, changes: [] })
      assert.deepEqual(
        made.changes.filter(({ field }) => ['value', 'audience.customerIds'].includes(field)),
        [{ field: 'value', from: null, to: '10' }, { field: 'audience.customerIds' }],
      )
      const productIds = Array.from({ length: 500 }, (_, n) => n + 1000)
      const description = 'uzun '.repeat(500)
      await write('PUT', path, { ...body, value: '15', audience: null, description, conditions: { productIds } })
      const { changes } = await lastOf('coupon:yaz10')
      const of = (name: string) => changes.find(({ field }) => field === name)
      assert.deepEqual(of('value'), { field: 'value', from: '10', to: '15' })
      assert.deepEqual(of('audience.customerIds'), { field: 'audience.customerIds' })
      assert.deepEqual(of('conditions.productIds')?.to, { count: 500 })
      assert.equal(String(of('description')?.to).length, 1001)
      await write('PUT', path, { ...body, value: '15', audience: null, description, conditions: { productIds } })
      await write('DELETE', path, undefined, 204)
      const all = await historyOf('coupon:Yaz10')
      assert.equal(all.length, 3)
      assert.ok(all[0]?.changes.some(({ field, from, to }) => field === 'value' && from === '15' && to === null))
    })

    it('has the codes of a campaign as one change', async () => {
      const campaign = { name: 'Kodlu', couponBound: true, reward: { type: 'percent', value: '5' } }
      await write('PUT', `${CAMPAIGNS}/41`, campaign, 201)
      await write('POST', `${CAMPAIGNS}/41/codes`, { count: 20, batch: 'ilk' }, 201)
      assert.deepEqual(await lastOf('campaign:41'), {
        ...BY_PROGRAM,
        changes: [{ field: 'codes', from: null, to: { batch: 'ilk', count: 20 } }],
      })
    })

    it('names the fields of a customer without values, and has nothing of one who is deleted', async () => {
      const { json } = await write('POST', CUSTOMERS, { name: 'Ayşe', email: `tarih-${engine}@example.com` }, 201)
      const { id } = (json as { data: { id: number } }).data
      const target = `customer:${id}`
      await write('PUT', `${CUSTOMERS}/${id}`, { name: 'Fatma', dealer: true })
      const all = await historyOf(target)
      assert.deepEqual(
        all.map(({ changes }) => changes),
        [
          [{ field: 'name' }, { field: 'dealer' }],
          [{ field: 'email' }, { field: 'name' }],
        ],
      )
      assert.doesNotMatch(JSON.stringify(all), /Ayşe|Fatma|example\.com/)
      await write('DELETE', `${CUSTOMERS}/${id}`, undefined, 204)
      assert.deepEqual(await historyOf(target), [])
    })

    it('has the states of an order', async () => {
      await write('PATCH', PRODUCTS, [{ id: ids.plain, onSale: true, stock: 5 }])
      const guest = await service.token('guest')
      await addItem(service, guest, ids.plain)
      const reference = `H-${engine}`
      await hold(service, reference, guest)
      const order = await complete(service, reference)
      await complete(service, reference)
      const { data } = order.json as { data: { cart: { included: { id: string }[] } } }
      const itemId = data.cart.included[0]?.id
      assert.equal((await returnItems(service, reference, { lines: [{ itemId, quantity: 1 }] })).status, 201)
      await release(service, reference)
      assert.deepEqual(
        (await historyOf(`checkout:${reference}`)).map(({ actor, changes }) => [actor, ...changes]),
        [
          ['admin:web-shop', { field: 'state', from: 'completed', to: 'cancelled' }],
          ['admin:warehouse', { field: 'returnedQuantity', from: 0, to: 1 }],
          ['admin:web-shop', { field: 'state', from: 'held', to: 'completed' }],
        ],
      )
    })

    it('has the true value before of each of many changes at once, at most a hundred of a record, page by page', async () => {
      const target = `product:${ids.offSale}`
      for (let round = 0; round < 11; round++) {
        const patches = Array.from({ length: 10 }, (_, n) => [{ id: ids.offSale, price: `${1 + round * 10 + n}` }])
        await Promise.all(patches.map(patch => write('PATCH', PRODUCTS, patch)))
      }
      const first = await pageOf(target, '&limit=60')
      assert.ok(first.links.next)
      const { search } = new URL(first.links.next)
      const rest = (await ask(search)).json as Page
      const all = [...first.data, ...rest.data]
      assert.equal(all.length, 100)
      assert.equal(rest.links.next, null)
      for (const [place, { changes }] of all.entries()) {
        const earlier = all[place + 1]
        if (earlier) assert.deepEqual(changes[0]?.from, earlier.changes[0]?.to)
      }
      const kept = service.database.kysely.selectFrom('history').select('id').where('target', '=', target)
      assert.equal((await kept.execute()).length, 100)
    })

    it('is kept for its retention', async () => {
      const options = { guestCartTtlDays: 0, eventRetentionDays: 3_650, historyRetentionDays: 2 }
      const day = 86_400_000
      await prune(service.database, Date.now() + day, options)
      assert.ok((await historyOf(`product:${ids.offSale}`)).length > 0)
      await prune(service.database, Date.now() + 3 * day, options)
      assert.deepEqual(await historyOf(`product:${ids.offSale}`), [])
      await write('PATCH', PRODUCTS, [{ id: ids.offSale, price: '5.55' }])
      assert.equal((await historyOf(`product:${ids.offSale}`)).length, 1)
    })
  })
}
