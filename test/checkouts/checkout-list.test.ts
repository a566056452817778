/** The list of checkouts in the admin API: refused parameters, order, filters, and pages that stay stable while carts are held. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { CheckoutTable } from '../../src/db/checkout-tables.ts'
import { addItem, refusalsOf } from '../support/cart/cart.ts'
import { askCheckouts, listAllCheckouts, listCheckouts } from '../support/checkouts/checkout-list.ts'
import {
  callCheckout,
  complete,
  dataOf,
  expire,
  hold,
  insertable,
  release,
  subjectOf,
} from '../support/checkouts/orders.ts'
import { engines } from '../support/database/engines.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

const DAY_MS = 86_400_000
const START = Date.UTC(2026, 0, 1)
const STATES = ['held', 'completed', 'released', 'expired', 'cancelled'] as const
const guestId = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const dayOf = (days: number) => new Date(START + days * DAY_MS).toISOString()

for (const engine of engines) {
  describe(`the list of checkouts on ${engine}`, () => {
    let service: TestService
    let stored: CheckoutTable
    before(async () => {
      service = await startService(engine)
      const token = await service.token('guest')
      await addItem(service, token, ids.variants, 1, ids.smallBlue)
      assert.equal((await hold(service, 'model', token)).status, 201)
      stored = insertable(await service.database.kysely.selectFrom('checkouts').selectAll().executeTakeFirstOrThrow())
    })
    after(() => service.stop())
    beforeEach(() => service.database.kysely.deleteFrom('checkouts').execute())

    /** Inserts a checkout that was held some days after the start, of a guest or a member. */
    async function insert(
      reference: string,
      days: number,
      {
        state = 'completed',
        member,
        guest = days,
      }: { state?: (typeof STATES)[number]; member?: number; guest?: number } = {},
    ): Promise<void> {
      const owner =
        member === undefined
          ? { subject: `guest:${guestId(guest)}`, customer_id: null }
          : { subject: `member:${member}`, customer_id: member }
      const row = {
        ...stored,
        ...owner,
        reference,
        state: state === 'expired' ? ('held' as const) : state,
        held_at: START + days * DAY_MS,
        expires_at: state === 'held' ? Date.now() + DAY_MS : START + days * DAY_MS + 1,
      }
      await service.database.kysely.insertInto('checkouts').values(row).execute()
    }
    const references = async (query: string) => (await listCheckouts(service, query)).data.map(each => each.reference)
    const allReferences = async (query: string) =>
      (await listAllCheckouts(service, query)).map(({ data }) => data.map(each => each.reference))

    it('answers 400 to invalid parameters, and names each of them', async () => {
      const state = ['filter[state]']
      const subject = ['filter[subject]']
      const customerId = ['filter[customerId]']
      for (const [query, parameters] of [
        ['filter[state]=', state],
        ['filter[state]=paid', state],
        ['filter[state]=Held', state],
        ['filter[state]=held,', state],
        ['filter[state]=held, completed', state],
        ["filter[state]=held' or '1'='1", state],
        ['filter[state]=held%00', state],
        ['filter[state]=toString', state],
        ['filter[state]=held&filter[state]=completed', state],
        ['filter[subject]=', subject],
        ['filter[subject]=42', subject],
        ['filter[subject]=member:0', subject],
        ['filter[subject]=member:9007199254740993', subject],
        ['filter[subject]=admin:ada', subject],
        ['filter[subject]=guest:x', subject],
        ['filter[subject]=member:1%00', subject],
        ["filter[subject]=member:1'--", subject],
        [`filter[subject]=member:${'1'.repeat(8_000)}`, subject],
        ['filter[customerId]=0', customerId],
        ['filter[customerId]=-1', customerId],
        ['filter[customerId]=1.0', customerId],
        ['filter[customerId]=1,2', customerId],
        ['filter[customerId]=1%00', customerId],
        ['filter[customerId]=9007199254740992', customerId],
        ['filter[customerId]=1 or 1=1', customerId],
        ['filter[heldAfter]=yesterday', ['filter[heldAfter]']],
        ['filter[heldAfter]=2026-01-01', ['filter[heldAfter]']],
        ['filter[heldAfter]=2026-02-30T00:00:00Z', ['filter[heldAfter]']],
        ['filter[heldAfter]=1767225600000', ['filter[heldAfter]']],
        ['filter[heldBefore]=2026-01-01T00:00:00', ['filter[heldBefore]']],
        ['filter[heldBefore]=2026-01-01T00:00:00+03:00', ['filter[heldBefore]']],
        ['filter[heldBefore]=2026-01-01T00:00:00Z%00', ['filter[heldBefore]']],
        ['limit=0&after=x', ['limit', 'after']],
        ['limit=201', ['limit']],
        [`after=${cursor(['1', 'x'])}`, ['after']],
        [`after=${cursor([1])}`, ['after']],
        [`after=${cursor([2 ** 60, 'x'])}`, ['after']],
        [`after=${cursor([1, '\u0000'])}`, ['after']],
        [`after=${cursor([1, '\ud800'])}`, ['after']],
        ['state=held&filter[reference]=x&sort=heldAt', ['state', 'filter[reference]', 'sort']],
      ] as const) {
        const { status, json, text } = await askCheckouts(service, `?${query}`)
        assert.equal(status, 400, query)
        const { errors } = json as { errors: { code: string; source: { parameter: string } }[] }
        assert.deepEqual(
          errors.map(({ code, source }) => `${code} ${source.parameter}`),
          parameters.map(each => `parameter_invalid ${each}`),
          text,
        )
      }
      assert.deepEqual(refusalsOf(await askCheckouts(service, '?filter[state]=%ff')), ['400 invalid_encoding'])
    })

    it('needs the scope checkouts:read', async () => {
      const path = '/api/v3/admin/checkouts'
      const token = await service.token('admin', { scope: 'checkouts:write carts:read customers:read' })
      assert.deepEqual(refusalsOf(await service.call('GET', path, { token })), ['403 insufficient_scope'])
      assert.deepEqual(refusalsOf(await service.call('GET', path, {})), ['401 token_missing'])
      const guest = await service.token('guest')
      assert.deepEqual(refusalsOf(await service.call('GET', path, { token: guest })), ['401 wrong_token_kind'])
    })

    it('has the document of each checkout with its grand total in place of the cart, also of an old attempt', async () => {
      const token = await service.token('guest')
      await addItem(service, token, ids.variants, 2, ids.smallBlue)
      for (const reference of ['a', 'b', 'c', 'd']) assert.equal((await hold(service, reference, token)).status, 201)
      await complete(service, 'd')
      assert.equal(dataOf(await callCheckout(service, 'GET', 'a')).cart, null)
      const { data, meta, links } = await listCheckouts(service, '')
      assert.deepEqual([meta, links], [{ limit: 50 }, { next: null }])
      assert.equal(data.length, 4)
      for (const { grandTotal, ...row } of data) {
        const { cart, ...checkout } = dataOf(await callCheckout(service, 'GET', row.reference))
        assert.deepEqual(row, checkout)
        assert.deepEqual(grandTotal, { amount: '220.00', currencyCode: 'TRY', decimalPlaces: 2 })
        if (cart !== null) assert.deepEqual(grandTotal, cart.data.attributes.grandTotal)
      }
    })

    it('has the grand total of documents of earlier versions, behind campaigns of any length and names like it', async () => {
      const cart = JSON.parse(stored.document)
      const { grandTotal, ...others } = cart.data.attributes
      const misleading = '"grandTotal":{"amount":"0.01","currencyCode":"TRY","decimalPlaces":2}'
      for (const [n, length] of [0, 1_950, 10_000, 100_000].entries()) {
        const campaigns = [{ id: 1, name: misleading, description: 'ş'.repeat(length), logicalGroup: 1 }]
        cart.data.attributes = { ...others, campaigns, grandTotal }
        const row = { ...stored, state: 'completed' as const, reference: `K-${n}`, document: JSON.stringify(cart) }
        await service.database.kysely.insertInto('checkouts').values(row).execute()
      }
      const { data } = await listCheckouts(service, '')
      assert.deepEqual(
        data.map(each => each.grandTotal.amount),
        Array(4).fill('110.00'),
      )
    })

    it('has the last held first, and those of one millisecond in the order of their references', async () => {
      for (const [reference, days] of Object.entries({ d: 2, b: 2, a: 1, e: 3, c: 2 })) await insert(reference, days)
      assert.deepEqual(await references(''), ['e', 'b', 'c', 'd', 'a'])
      for (const limit of [1, 2, 3]) {
        assert.deepEqual((await allReferences(`?limit=${limit}`)).flat(), ['e', 'b', 'c', 'd', 'a'])
      }
    })

    it('has holds past their end as expired, as of the clock', async () => {
      const token = await service.token('guest')
      await addItem(service, token, ids.plain)
      await hold(service, 'K-1', token)
      assert.deepEqual(
        [await references('?filter[state]=held'), await references('?filter[state]=expired')],
        [['K-1'], []],
      )
      await expire(service, 'K-1')
      assert.deepEqual(
        [await references('?filter[state]=held'), await references('?filter[state]=expired')],
        [[], ['K-1']],
      )
      assert.equal((await listCheckouts(service, '')).data[0]?.state, 'expired')
    })

    it('filters by one state and by several', async () => {
      for (const [n, state] of STATES.entries()) await insert(state, n, { state })
      for (const state of STATES) {
        const { data } = await listCheckouts(service, `?filter[state]=${state}`)
        assert.deepEqual(
          data.map(each => [each.reference, each.state]),
          [[state, state]],
        )
      }
      assert.deepEqual(await references('?filter[state]=held,completed,held'), ['completed', 'held'])
      assert.deepEqual(await references('?filter[state]=expired,held'), ['expired', 'held'])
      assert.deepEqual(await references(`?filter[state]=${STATES.join()}`), STATES.toReversed())
    })

    it('filters by owner, whatever the case of a guest’s id, and finds none of a deleted customer’s', async () => {
      const admin = await service.token('admin')
      const created = await service.call('POST', '/api/v3/admin/customers', { token: admin, body: {} })
      const { id } = (created.json as { data: { id: number } }).data
      const token = await service.token('member', { id: String(id) })
      await addItem(service, token, ids.plain)
      await hold(service, 'own', token)
      await insert('other', 1, { member: id + 1 })
      const guest = '0d3c7a52-9f0e-4f5e-8f0c-1b6f3a1d2c4e'
      await service.database.kysely
        .insertInto('checkouts')
        .values({ ...stored, reference: 'guest', subject: `guest:${guest}` })
        .execute()
      assert.deepEqual(await references(`?filter[subject]=${subjectOf(token)}`), ['own'])
      assert.deepEqual(await references(`?filter[customerId]=${id}`), ['own'])
      assert.deepEqual(await references(`?filter[customerId]=${id}&filter[subject]=member:${id}`), ['own'])
      assert.deepEqual(await references(`?filter[customerId]=${id}&filter[subject]=member:${id + 1}`), [])
      assert.deepEqual(await references(`?filter[subject]=guest:${guest.toUpperCase()}`), ['guest'])
      assert.deepEqual(await references(`?filter[subject]=guest:${guestId(99)}`), [])
      await service.call('DELETE', `/api/v3/admin/customers/${id}`, { token: admin })
      assert.deepEqual(await references(`?filter[subject]=member:${id}`), [])
      assert.deepEqual(await references(`?filter[customerId]=${id}`), [])
      const forgotten = (await listCheckouts(service, '?filter[state]=held')).data.find(
        ({ reference }) => reference === 'own',
      )
      assert.deepEqual([forgotten?.subject, forgotten?.customerId], [null, null])
    })

    it('begins at heldAfter and ends before heldBefore', async () => {
      for (const n of [1, 2, 3, 4]) await insert(`K-${n}`, n)
      const range = (from: number, to: number) => `?filter[heldAfter]=${dayOf(from)}&filter[heldBefore]=${dayOf(to)}`
      assert.deepEqual(await references(range(1, 3)), ['K-2', 'K-1'])
      assert.deepEqual(await references(range(3, 5)), ['K-4', 'K-3'])
      assert.deepEqual(await references(range(5, 1)), [])
      assert.deepEqual(await references('?filter[heldBefore]=2026-01-03T03:00%2B03:00'), ['K-1'])
      const outside = '?filter[heldAfter]=0001-01-01T00:00Z&filter[heldBefore]=9999-12-31T23:59:59.999-23:59'
      assert.equal((await references(outside)).length, 4)
      // A cursor of a later time does not extend the range.
      assert.deepEqual(await references(`${range(1, 3)}&after=${cursor([START + 9 * DAY_MS, 'x'])}`), ['K-2', 'K-1'])
    })

    it('combines all filters, and keeps them on every page', async () => {
      for (let n = 0; n < 60; n++) {
        const state = STATES[n % 5] ?? 'held'
        // A subject has one hold, living or expired.
        const isHold = state === 'held' || state === 'expired'
        const owner = n % 3 === 0 && !isHold ? { member: 7 } : { guest: 100 + n }
        await insert(`K-${String(n).padStart(2, '0')}`, n % 12, { state, ...owner })
      }
      const everything = (await listCheckouts(service, '?limit=200')).data
      assert.equal(everything.length, 60)
      const conditions = {
        'filter[state]=completed,cancelled,expired': (row: Row) =>
          ['completed', 'cancelled', 'expired'].includes(row.state),
        'filter[subject]=member:7': (row: Row) => row.subject === 'member:7',
        'filter[customerId]=7': (row: Row) => row.customerId === 7,
        [`filter[heldAfter]=${dayOf(2)}`]: (row: Row) => row.heldAt >= dayOf(2),
        [`filter[heldBefore]=${dayOf(9)}`]: (row: Row) => row.heldAt < dayOf(9),
      }
      type Row = (typeof everything)[number]
      const given = Object.entries(conditions)
      for (let chosen = 1; chosen < 2 ** given.length; chosen++) {
        const used = given.filter((_, bit) => chosen & (1 << bit))
        const expected = everything.filter(row => used.every(([, matches]) => matches(row)))
        const query = used.map(([text]) => text).join('&')
        assert.notEqual(expected.length, 0, query)
        assert.deepEqual(
          (await allReferences(`?limit=3&${query}`)).flat(),
          expected.map(({ reference }) => reference),
          query,
        )
      }
    })

    it('shows no checkout twice and leaves none out while carts are held, held again, completed and deleted', async () => {
      for (const n of [1, 2, 3, 4, 5, 6]) await insert(`K-${n}`, n, { state: 'released' })
      const first = await listCheckouts(service, '?limit=2')
      const { kysely } = service.database
      await insert('new', 7)
      const again = { held_at: START + 8 * DAY_MS }
      await kysely.updateTable('checkouts').set(again).where('reference', '=', 'K-3').execute()
      await complete(service, 'K-2')
      await release(service, 'K-2')
      await kysely.deleteFrom('checkouts').where('reference', 'in', ['K-5', 'K-1']).execute()
      const rest = await listAllCheckouts(service, first.links.next ?? '')
      assert.deepEqual(
        [first, ...rest].map(({ data }) => data.map(({ reference, state }) => `${reference} ${state}`)),
        [
          ['K-6 released', 'K-5 released'],
          ['K-4 released', 'K-2 cancelled'],
        ],
      )
    })
  })
}

function cursor(key: unknown[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}
