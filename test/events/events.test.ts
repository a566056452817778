/** Events: which facts write one and which requests write none, over HTTP on both engines. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { CUSTOMERS, CUSTOMERS_BY_EXTERNAL_ID } from '../../src/api-paths.ts'
import { addItem } from '../support/cart/cart.ts'
import { complete, hold, release, subjectOf } from '../support/checkouts/orders.ts'
import { couponOf, expire, fillWith, requireHold } from '../support/checkouts/usage-limits.ts'
import { engines } from '../support/database/engines.ts'
import { watchEvents } from '../support/events/events.ts'
import { ids, product } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { consumeHandoff, issueHandoff, logIn, signIn } from '../support/web-checkout/checkout.ts'

const MEMBER = `member:${ids.member}`

/** An event without the time at which a hold has ended. */
function withoutEnd<E extends { data: Record<string, unknown> }>({ data: { expiresAt, ...data }, ...event }: E) {
  return { ...event, data }
}

for (const engine of engines) {
  describe(`events on ${engine}`, () => {
    let service: TestService
    let newEvents: Awaited<ReturnType<typeof watchEvents>>
    let admin: string
    let member: string
    let guest: string
    let number = 0
    const next = () => `${engine}-${++number}`
    before(async () => {
      service = await startService(engine)
      admin = await service.token('admin', { id: 'back-office' })
      member = await service.token('member', { id: String(ids.member) })
    })
    after(() => service.stop())
    beforeEach(async () => {
      guest = await service.token('guest')
      await addItem(service, guest, ids.plain)
      newEvents = await watchEvents(service)
    })
    const changeCustomer = (method: string, path: string, body?: unknown) =>
      service.call(method, path, { token: admin, ...(body !== undefined && { body }) })
    const byAdmin = (type: string, id: number, data: object = {}) => ({
      type,
      actor: 'admin:back-office',
      subject: `member:${id}`,
      data,
    })
    const byShop = (type: string, subject: string | null, data: object) => ({
      type,
      actor: 'admin:web-shop',
      subject,
      data,
    })
    const create = async (body: object) => {
      const { json } = await changeCustomer('POST', CUSTOMERS, body)
      return [(json as { data: { id: number } | { id: number }[] }).data].flat().map(({ id }) => id)
    }

    it('name every created customer, of a list too, and none of a list that is refused', async () => {
      const [one = 0] = await create({ email: `${next()}@example.com` })
      const many = await create([{}, {}, {}])
      for (const email of ['musteri5@example.com', 5]) {
        assert.equal((await changeCustomer('POST', CUSTOMERS, [{}, { email }])).status, 422)
      }
      const events = await newEvents()
      assert.deepEqual(events[0], byAdmin('customer.created', one))
      const created = events.slice(1).toSorted((a, b) => Number(a.subject?.slice(7)) - Number(b.subject?.slice(7)))
      assert.deepEqual(
        created,
        many.toSorted((a, b) => a - b).map(id => byAdmin('customer.created', id)),
      )
    })

    it('name the changed fields of a customer, and no change that keeps every value', async () => {
      const [id = 0] = await create({ name: 'Ayşe', dealer: true })
      const path = `${CUSTOMERS}/${id}`
      await newEvents()
      await changeCustomer('PUT', path, { name: 'Ayşe', surname: null, dealer: true })
      await changeCustomer('PUT', path, {})
      await changeCustomer('PUT', path, { email: 'musteri5@example.com', name: 'Fatma' })
      await changeCustomer('PUT', `${CUSTOMERS}/999999`, { name: 'Fatma' })
      assert.deepEqual(await newEvents(), [])
      await changeCustomer('PUT', path, { name: 'Fatma', surname: 'Kaya', dealer: true, status: 'banned' })
      assert.deepEqual(await newEvents(), [byAdmin('customer.updated', id, { fields: ['name', 'surname', 'status'] })])
    })

    it('tell apart whether a save by external id has created or updated the customer', async () => {
      const path = `${CUSTOMERS_BY_EXTERNAL_ID}/${next()}`
      const { json } = await changeCustomer('PUT', path, { name: 'Ayşe' })
      const { id } = (json as { data: { id: number } }).data
      await changeCustomer('PUT', path, { name: 'Ayşe' })
      await changeCustomer('PUT', path, { name: 'Fatma' })
      assert.deepEqual(await newEvents(), [
        byAdmin('customer.created', id),
        byAdmin('customer.updated', id, { fields: ['name'] }),
      ])
    })

    it('tell of a deleted customer once', async () => {
      const [id = 0] = await create({})
      await newEvents()
      for (const status of [204, 404]) {
        assert.equal((await changeCustomer('DELETE', `${CUSTOMERS}/${id}`)).status, status)
      }
      assert.deepEqual(await newEvents(), [byAdmin('customer.deleted', id)])
    })

    it('tell of a checkout that is held, completed and cancelled, each once', async () => {
      const reference = next()
      for (const status of [201, 200]) assert.equal((await hold(service, reference, guest)).status, status)
      for (let time = 0; time < 2; time++) await complete(service, reference)
      for (let time = 0; time < 2; time++) await release(service, reference)
      const subject = subjectOf(guest)
      assert.deepEqual(await newEvents(), [
        byShop('checkout.held', subject, { reference }),
        byShop('checkout.completed', subject, { reference, overLimit: false, overStock: false }),
        byShop('checkout.cancelled', subject, { reference }),
      ])
    })

    it('tell of a hold that another reference releases, also once it has expired, and of one that is released', async () => {
      const clock = { type: 'checkout.expired', actor: 'clock', subject: subjectOf(guest) }
      const references = [next(), next(), next()] as const
      const [first, second, third] = references
      for (const reference of references) {
        await hold(service, reference, guest)
        if (reference === second) await expire(service, reference)
      }
      for (let time = 0; time < 2; time++) await release(service, third)
      await hold(service, second, guest)
      const subject = subjectOf(guest)
      const of = (type: string, reference: string) => byShop(type, subject, { reference })
      assert.deepEqual((await newEvents()).map(withoutEnd), [
        of('checkout.held', first),
        of('checkout.released', first),
        of('checkout.held', second),
        { ...clock, data: { reference: second } },
        of('checkout.released', second),
        of('checkout.held', third),
        of('checkout.released', third),
        of('checkout.held', second),
      ])
    })

    it('tell of no hold, completion or release that is refused', async () => {
      const empty = await service.token('guest')
      await hold(service, next(), guest, { grandTotal: '1' })
      await hold(service, next(), empty, { grandTotal: '0' })
      await complete(service, next())
      await release(service, next())
      assert.deepEqual(await newEvents(), [])
    })

    it('tell of a completion beyond the limit of a coupon', async () => {
      const coupon = couponOf(++number)
      await coupon.limit(service, { usageLimit: 1 })
      const late = await service.token('guest')
      const [reference, taken] = [next(), next()]
      await fillWith(service, late, coupon)
      await requireHold(service, reference, late)
      await expire(service, reference)
      await fillWith(service, guest, coupon)
      await requireHold(service, taken, guest)
      await newEvents()
      await complete(service, reference)
      assert.deepEqual((await newEvents()).map(withoutEnd), [
        { type: 'checkout.expired', actor: 'clock', subject: subjectOf(late), data: { reference } },
        byShop('checkout.completed', subjectOf(late), { reference, overLimit: true, overStock: false }),
      ])
    })

    it('tell of a merge by the member once, and of the holds that it releases', async () => {
      await service.call('DELETE', '/cart', { token: member })
      await addItem(service, member, ids.plain)
      const [own, released] = [next(), next()]
      await hold(service, own, member)
      await hold(service, released, guest)
      await newEvents()
      const merge = (token: string) => service.call('POST', '/cart/merge', { token, body: { guestToken: guest } })
      for (let time = 0; time < 2; time++) assert.equal((await merge(member)).status, 200)
      const other = await service.token('member', { id: String(ids.otherMember) })
      assert.equal((await merge(other)).status, 422)
      assert.deepEqual(await newEvents(), [
        { type: 'cart.merged', actor: MEMBER, subject: MEMBER, data: { guest: subjectOf(guest) } },
        { type: 'checkout.released', actor: MEMBER, subject: MEMBER, data: { reference: released } },
      ])
      await complete(service, own)
      assert.deepEqual(await newEvents(), [
        byShop('checkout.completed', MEMBER, { reference: own, overLimit: false, overStock: false }),
      ])
    })

    it('tell of a merge by a login on the web, whose actor is the web shop, and of no login without a guest', async () => {
      const cookie = await signIn(service, guest)
      await newEvents()
      assert.equal((await logIn(service, { customerId: ids.member }, cookie)).status, 200)
      assert.equal((await logIn(service, { customerId: ids.member })).status, 200)
      assert.equal((await logIn(service, { customerId: ids.banned })).status, 422)
      assert.deepEqual(await newEvents(), [byShop('cart.merged', MEMBER, { guest: subjectOf(guest) })])
    })

    it('tell of a consumed handoff once, and of none that is rejected', async () => {
      for (const token of [member, guest]) {
        const link = await issueHandoff(service, token)
        for (let time = 0; time < 2; time++) await consumeHandoff(service, link.token)
      }
      await consumeHandoff(service, 'x')
      const of = (owner: string) => ({ type: 'handoff.consumed', actor: owner, subject: owner, data: {} })
      assert.deepEqual(await newEvents(), [of(MEMBER), of(subjectOf(guest))])
    })

    it('count what an import has written, and tell of none that is refused or has no records', async () => {
      await service.importShop({ customers: [{ id: ids.member, email: 'yeni@example.com' }] })
      await service.importShop({ products: [product({ id: ids.plain }), product({ id: 700_000 + ++number })] })
      await service.importShop({ products: [] })
      await assert.rejects(service.importShop({ products: [{ id: 1 }] }))
      const of = (section: string, counts: object) => ({
        type: 'import.applied',
        actor: 'command-line',
        subject: null,
        data: { sections: { [section]: counts }, withdrawn: { products: 0, variants: 0 } },
      })
      assert.deepEqual(await newEvents(), [
        of('customers', { created: 0, updated: 1 }),
        of('products', { created: 1, updated: 1 }),
      ])
    })

    it('are written by a token whose subject no database can store, and bounded', async () => {
      const token = await service.token('admin', { id: `a\0b\ud800${'x'.repeat(3_000)}` })
      const answer = await service.call('POST', CUSTOMERS, { token, body: {} })
      assert.equal(answer.status, 201, answer.text)
      const [event] = await newEvents()
      assert.match(event?.actor ?? '', /^admin:a\ufffdb\ufffdx{245}$/)
    })
  })
}
