/** The list of events: pages, parameters and access; what it tells of deleted customers; and its retention. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CUSTOMERS, EVENTS } from '../../src/api-paths.ts'
import { transaction } from '../../src/db/database.ts'
import type { NewEvent } from '../../src/events/event.ts'
import { recordEvents } from '../../src/events/record-events.sql.ts'
import { prune } from '../../src/jobs/prune.ts'
import { addItem, refusalsOf } from '../support/cart/cart.ts'
import { complete, hold, release, subjectOf } from '../support/checkouts/orders.ts'
import { engines } from '../support/database/engines.ts'
import { callEvents, eventsAfter, readPage } from '../support/events/events.ts'
import { ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { consumeHandoff, issueHandoff, logIn, signIn } from '../support/web-checkout/checkout.ts'

const DAY_MS = 86_400_000

/** Events of nobody at a time. */
const eventsAt = (at: number, count: number): NewEvent[] =>
  Array.from({ length: count }, () => ({ type: 'import.applied', at, actor: 'command-line', subject: null, data: {} }))

for (const engine of engines) {
  describe(`the list of events on ${engine}`, () => {
    let service: TestService
    before(async () => {
      service = await startService(engine)
    })
    after(() => service.stop())
    const write = (events: NewEvent[]) => transaction(service.database, queries => recordEvents(queries, events))
    const lastId = async () => (await eventsAfter(service)).at(-1)?.id ?? 0

    it('has pages in the order of ids; a reader continues by the link or by the id of its last event', async () => {
      const before = await lastId()
      await write(eventsAt(Date.now(), 5))
      const first = await readPage(service, `?after=${before}&limit=2`)
      assert.deepEqual(
        first.data.map(({ id }) => id),
        [before + 1, before + 2],
      )
      assert.deepEqual(
        [first.meta, first.links],
        [{ limit: 2 }, { next: `http://shop.test${EVENTS}?after=${before + 2}&limit=2` }],
      )
      const { pathname, search } = new URL(first.links.next ?? '')
      assert.equal(pathname, EVENTS)
      const second = await readPage(service, search)
      const last = await readPage(service, `?after=${before + 4}&limit=2`)
      assert.deepEqual(
        [...second.data, ...last.data].map(({ id }) => id),
        [before + 3, before + 4, before + 5],
      )
      assert.equal(last.links.next, null)
      const full = await readPage(service, `?after=${before + 3}&limit=2`)
      assert.deepEqual([full.data.length, full.links.next], [2, null])
      assert.deepEqual(await readPage(service, `?after=${before + 5}`), {
        data: [],
        meta: { limit: 50 },
        links: { next: null },
      })
      assert.deepEqual((await readPage(service, `?after=${Number.MAX_SAFE_INTEGER}`)).data, [])
      assert.equal((await readPage(service)).data[0]?.id, 1)
    })

    it('has times in ISO 8601', async () => {
      await write(eventsAt(Date.UTC(2026, 10, 21, 9), 1))
      assert.equal((await eventsAfter(service)).at(-1)?.at, '2026-11-21T09:00:00.000Z')
    })

    it('refuses parameters that are unknown, repeated or out of range', async () => {
      const invalid = ['-1', '1.5', 'x', '', '01', '9007199254740993', '1e3', '%00', '%ff', 'WzFd'].map(
        v => `after=${v}`,
      )
      for (const query of [...invalid, 'limit=0', 'limit=201', 'limit=', 'page=1', 'after=1&after=2', 'after[x]=1']) {
        assert.deepEqual(refusalsOf(await callEvents(service, `?${query}`)), ['400 parameter_invalid'], query)
      }
    })

    it('is refused to tokens without the scope events:read, and to shoppers', async () => {
      const call = async (token?: string) => (await service.call('GET', EVENTS, token ? { token } : {})).status
      assert.equal(await call(), 401)
      assert.equal(await call(await service.token('guest')), 401)
      assert.equal(await call(await service.token('member', { scope: 'storefront:account events:read' })), 401)
      assert.equal(await call(await service.token('admin', { scope: 'customers:read checkouts:read' })), 403)
    })

    it('contains no email, name, telephone number or token of a customer', async () => {
      const admin = await service.token('admin', { id: 'back-office' })
      const secret = {
        email: 'gizli@example.com',
        name: 'Gizem',
        mobilePhone: '05550001122',
        externalId: 'auth0|gizli',
      }
      const { json } = await service.call('POST', CUSTOMERS, { token: admin, body: secret })
      const { id } = (json as { data: { id: number } }).data
      const body = { email: 'saklı@example.com', surname: 'Saklı' }
      await service.call('PUT', `${CUSTOMERS}/${id}`, { token: admin, body })
      const member = await service.token('member', { id: String(id) })
      const guest = await service.token('guest')
      await addItem(service, guest, ids.plain)
      const link = await issueHandoff(service, guest)
      await consumeHandoff(service, link.token)
      await hold(service, `${engine}-secret`, guest)
      await service.call('POST', '/cart/merge', { token: member, body: { guestToken: guest } })
      const cookie = await signIn(service, member)
      await logIn(service, { externalId: secret.externalId }, cookie)
      await complete(service, `${engine}-secret`)
      await release(service, `${engine}-secret`)
      await service.call('DELETE', `${CUSTOMERS}/${id}`, { token: admin })
      const rows = await service.database.kysely.selectFrom('events').selectAll().execute()
      const types = new Set(rows.map(({ type }) => type))
      assert.ok(types.size >= 8, [...types].join())
      const text = JSON.stringify(rows)
      const values = [...Object.values(secret), ...Object.values(body), '@', member, guest, admin, link.token]
      for (const value of [...values, cookie.split('=')[1] ?? '']) assert.ok(!text.includes(value), value)
    })

    it('loses the number of a deleted customer in earlier events; the deletion keeps it, and others keep theirs', async () => {
      const admin = await service.token('admin', { id: 'back-office' })
      const create = async () => {
        const { json } = await service.call('POST', CUSTOMERS, { token: admin, body: {} })
        return (json as { data: { id: number } }).data.id
      }
      const start = await lastId()
      const [id, other] = [await create(), await create()]
      const tokens = await Promise.all([id, other].map(each => service.token('member', { id: String(each) })))
      const guest = await service.token('guest')
      for (const token of tokens) await signIn(service, token)
      await service.call('POST', '/cart/merge', { token: tokens[0] ?? '', body: { guestToken: guest } })
      await addItem(service, tokens[0] ?? '', ids.plain)
      await hold(service, `${engine}-deleted`, tokens[0] ?? '')
      assert.equal((await service.call('DELETE', `${CUSTOMERS}/${id}`, { token: admin })).status, 204)
      await complete(service, `${engine}-deleted`)
      const events = await eventsAfter(service, start)
      const shown = events.map(({ type, actor, subject }) => [type, actor, subject])
      assert.deepEqual(shown, [
        ['customer.created', 'admin:back-office', null],
        ['customer.created', 'admin:back-office', `member:${other}`],
        ['handoff.consumed', null, null],
        ['handoff.consumed', `member:${other}`, `member:${other}`],
        ['cart.merged', null, null],
        ['checkout.held', 'admin:web-shop', null],
        ['customer.deleted', 'admin:back-office', `member:${id}`],
        ['checkout.completed', 'admin:web-shop', null],
      ])
      assert.equal(events.find(({ type }) => type === 'cart.merged')?.data.guest, subjectOf(guest))
      const named = service.database.kysely.selectFrom('events').select('id').where('customer_id', '=', id)
      assert.deepEqual(await named.execute(), [])
    })

    it('keeps events for the days of the retention, and uses no id again', async () => {
      const now = Date.now() + 1_000 * DAY_MS
      const pruneOld = async (days = 0) =>
        (await prune(service.database, now + days * DAY_MS, { guestCartTtlDays: 0, eventRetentionDays: 30 })).events
      await pruneOld()
      await write(eventsAt(now - 31 * DAY_MS, 1_200))
      await write(eventsAt(now - 29 * DAY_MS, 2))
      // A clock that was behind: it is deleted with the next ones that are old enough.
      await write(eventsAt(now - 31 * DAY_MS, 1))
      const before = await eventsAfter(service)
      assert.equal(before.length, 1_203)
      assert.equal(await pruneOld(), 1_201)
      assert.equal((await eventsAfter(service)).length, 2)
      assert.deepEqual([await pruneOld(), await pruneOld(2)], [0, 2])
      // Nobody has read these: they have ids nevertheless, so that a reader notices them missing.
      await write(eventsAt(now - 31 * DAY_MS, 3))
      assert.equal(await pruneOld(), 3)
      await write(eventsAt(now, 1))
      const [next] = await eventsAfter(service)
      assert.equal(next?.id, (before.at(-1)?.id ?? 0) + 4)
    })
  })
}
